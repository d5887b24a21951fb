/* SPDX-License-Identifier: MIT */
/* The console report. */
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "report.h"

/* ---- Tables -------------------------------------------------------------------------- */

static void add_padded(struct sfr_buffer *out, const char *name)
{
    struct sfr_buffer safe = { 0 };
    sfr_add_line(&safe, name);
    sfr_buffer_printf(out, "%-16s", sfr_buffer_text(&safe));
    sfr_buffer_free(&safe);
}

static void add_row(struct sfr_buffer *out, const char *name, const size_t outcomes[SFR_NUM_OUTCOMES], size_t count,
                    const struct sfr_totals *totals)
{
    add_padded(out, name);
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++) {
        const int width = (int)strlen(sfr_outcome_name((enum sfr_outcome)i));
        if (totals->outcomes[i] > 0 && outcomes[i] > 0)
            sfr_buffer_printf(out, "  %*zu", width, outcomes[i]);
        else if (totals->outcomes[i] > 0)
            sfr_buffer_printf(out, "  %*s", width, "-");
    }
    sfr_buffer_printf(out, "  %5zu\n", count);
}

static void add_table(struct sfr_buffer *out, const struct sfr_sheet *sheet)
{
    size_t num_areas;
    struct sfr_area_counts *areas = sfr_count_areas(sheet, &num_areas);
    sfr_buffer_printf(out, "\n%-16s", "area");
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++)
        if (sheet->totals.outcomes[i] > 0)
            sfr_buffer_printf(out, "  %s", sfr_outcome_name((enum sfr_outcome)i));
    sfr_buffer_printf(out, "  %5s\n", "cases");
    for (size_t i = 0; i < num_areas; i++)
        add_row(out, areas[i].area, areas[i].outcomes, areas[i].count, &sheet->totals);
    add_row(out, "all", sheet->totals.outcomes, sheet->count, &sheet->totals);
    free(areas);
}

static void add_name(struct sfr_buffer *out, const struct sfr_sheet *sheet)
{
    sfr_add_line(out, sheet->implementation);
    sfr_buffer_printf(out, " ");
    sfr_add_line(out, sheet->version);
}

/* Implementations and areas: how many of the cases that were asked have passed. */
static void add_matrix(struct sfr_buffer *out, const struct sfr_sheet *sheets, size_t num_sheets)
{
    struct sfr_matrix m;
    sfr_matrix_make(&m, sheets, num_sheets);
    sfr_buffer_printf(out, "passed / asked\n");
    for (size_t s = 0; s < num_sheets; s++) {
        sfr_buffer_printf(out, "%6c%zu  ", '#', s + 1);
        add_name(out, &sheets[s]);
        sfr_buffer_printf(out, ": %s\n", sfr_verdict(&sheets[s]));
    }
    sfr_buffer_printf(out, "\n%-16s", "area");
    for (size_t s = 0; s < num_sheets; s++)
        sfr_buffer_printf(out, "  %10c%zu", '#', s + 1);
    for (size_t i = 0; i < m.num_areas; i++) {
        sfr_buffer_printf(out, "\n");
        add_padded(out, m.areas[i]);
        for (size_t s = 0; s < num_sheets; s++) {
            const struct sfr_area_counts *cell = sfr_matrix_cell(&m, s, i);
            char text[64] = "-";
            if (sfr_cell_asked(cell) > 0)
                snprintf(text, sizeof text, "%zu/%zu", cell->outcomes[SFR_PASS], sfr_cell_asked(cell));
            sfr_buffer_printf(out, "  %11s", text);
        }
    }
    sfr_buffer_printf(out, "\n\n");
    sfr_matrix_free(&m);
}

/* ---- Failures ------------------------------------------------------------------------- */

static void add_labelled(struct sfr_buffer *out, const char *label, const char *text)
{
    sfr_buffer_printf(out, "  %-9s ", label);
    sfr_add_line(out, text && *text ? text : "(no line)");
    sfr_buffer_printf(out, "\n");
}

static void add_failure(struct sfr_buffer *out, const struct sfr_record *r, bool colour)
{
    sfr_buffer_printf(out, "\n%s", colour ? "\033[1m" : "");
    sfr_add_line(out, r->id);
    sfr_buffer_printf(out, "%s  ", colour ? "\033[0m" : "");
    sfr_add_outcome(out, r);
    sfr_buffer_printf(out, "\n  ");
    sfr_add_line(out, r->title);
    sfr_buffer_printf(out, "\n");
    if (r->known) {
        struct sfr_buffer b = { 0 };
        sfr_buffer_printf(&b, "line %zu: %s (%s)", r->known_line, r->known, r->reason ? r->reason : "");
        add_labelled(out, "known:", b.data);
        sfr_buffer_free(&b);
    }
    if (r->expected) {
        add_labelled(out, "expected:", r->expected);
        add_labelled(out, "seen:", r->seen);
    }
    if (r->message)
        add_labelled(out, "says:", r->message);
    if (r->command)
        add_labelled(out, "repeat:", r->command);
}

static void add_group(struct sfr_buffer *out, const struct sfr_sheet *sheet, enum sfr_standing standing, size_t most,
                      bool colour)
{
    const size_t count = sheet->totals.standings[standing];
    size_t shown = 0;
    if (count == 0)
        return;
    sfr_buffer_printf(out, "\n%s%zu %s%s\n", colour ? "\033[31m" : "", count, sfr_standing_title(standing),
                      colour ? "\033[0m" : "");
    for (size_t i = 0; i < sheet->count && (most == 0 || shown < most); i++)
        if (sheet->records[i].standing == standing && ++shown)
            add_failure(out, &sheet->records[i], colour);
    if (shown < count)
        sfr_buffer_printf(out, "\n... and %zu more: --all shows them, --report DIR writes them down\n", count - shown);
}

static void add_cut_short(struct sfr_buffer *out, const struct sfr_sheet *sheet)
{
    sfr_buffer_printf(out,
                      "incomplete: %zu of %zu results are there\nthe run was cut short, and this is what it left in ",
                      sheet->count, sheet->num_selected);
    sfr_add_line(out, sheet->path);
    sfr_buffer_printf(out, "; for the rest, run it again\n");
}

static void add_sheet(struct sfr_buffer *out, const struct sfr_sheet *sheet, size_t most, bool colour)
{
    const struct sfr_totals *totals = &sheet->totals;
    add_name(out, sheet);
    sfr_buffer_printf(out, ": %zu of %zu cases selected\n", sheet->num_selected, sheet->num_cases);
    if (sheet->seed) {
        sfr_buffer_printf(out, "asked in the order of --seed ");
        sfr_add_line(out, sheet->seed);
        sfr_buffer_printf(out, "\n");
    }
    if (sheet->trouble) {
        sfr_buffer_printf(out, "when it was told to end: ");
        sfr_add_line(out, sheet->trouble);
        sfr_buffer_printf(out, "\n");
    }
    if (!sheet->has_summary)
        add_cut_short(out, sheet);
    else if (!sheet->complete)
        sfr_buffer_printf(out, "incomplete: the run was interrupted, %zu cases were not run\n",
                          totals->outcomes[SFR_NOT_RUN]);
    if (sheet->count > 0)
        add_table(out, sheet);
    add_group(out, sheet, SFR_STANDS_UNEXPECTED, most, colour);
    add_group(out, sheet, SFR_STANDS_STALE, most, colour);
    add_group(out, sheet, SFR_STANDS_SHOWN, most, colour);
    if (sheet->num_unmatched > 0)
        sfr_buffer_printf(out, "\n%zu entries of the known-failure file match no case\n", sheet->num_unmatched);
    for (size_t i = 0; i < sheet->num_unmatched; i++) {
        sfr_buffer_printf(out, "  line %zu: ", sheet->unmatched[i].line);
        sfr_add_line(out, sheet->unmatched[i].id);
        sfr_buffer_printf(out, "\n");
    }
    sfr_buffer_printf(out, "\n%zu pass, %zu known failures, %zu unexpected, %zu stale, %zu skipped",
                      totals->outcomes[SFR_PASS], totals->standings[SFR_STANDS_KNOWN],
                      totals->standings[SFR_STANDS_UNEXPECTED],
                      totals->standings[SFR_STANDS_STALE] + sheet->num_unmatched, totals->outcomes[SFR_SKIPPED]);
    if (totals->standings[SFR_STANDS_SHOWN] > 0)
        sfr_buffer_printf(out, ", %zu gate nothing", totals->standings[SFR_STANDS_SHOWN]);
    sfr_buffer_printf(out, ": %s\n", sfr_verdict(sheet));
}

void sfr_report_text(struct sfr_buffer *out, const struct sfr_sheet *sheets, size_t num_sheets, size_t most,
                     bool colour)
{
    if (num_sheets > 1)
        add_matrix(out, sheets, num_sheets);
    for (size_t i = 0; i < num_sheets; i++) {
        sfr_buffer_printf(out, "%s", i > 0 ? "\n" : "");
        add_sheet(out, &sheets[i], most, colour);
    }
}
