/* SPDX-License-Identifier: MIT */
/* The report as Markdown. */
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "report.h"

/* A code block keeps every byte as it is. */
static void add_code(struct sfr_buffer *b, const char *text)
{
    sfr_buffer_printf(b, "    ");
    sfr_add_line(b, text && *text ? text : "(no line)");
    sfr_buffer_printf(b, "\n");
}

/* "LABEL text". */
static void add_labelled(struct sfr_buffer *b, const char *label, const char *text)
{
    sfr_buffer_printf(b, "%s", label);
    sfr_add_markdown(b, text);
}

/* What became of a case. */
static void add_outcome(struct sfr_buffer *b, const struct sfr_record *r)
{
    struct sfr_buffer text = { 0 };
    sfr_add_outcome(&text, r);
    sfr_add_markdown(b, text.data);
    sfr_buffer_free(&text);
}

static void add_cell(struct sfr_buffer *b, const char *name)
{
    sfr_buffer_printf(b, " ");
    sfr_add_markdown(b, name);
    sfr_buffer_printf(b, " |");
}

/* ---- Tables ------------------------------------------------------------------------------ */

static void add_counts(struct sfr_buffer *b, const char *name, const size_t outcomes[SFR_NUM_OUTCOMES], size_t count,
                       const struct sfr_totals *totals)
{
    sfr_buffer_printf(b, "|");
    add_cell(b, name);
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++)
        if (totals->outcomes[i] > 0)
            sfr_buffer_printf(b, " %zu |", outcomes[i]);
    sfr_buffer_printf(b, " %zu |\n", count);
}

static void add_table(struct sfr_buffer *b, const struct sfr_sheet *sheet)
{
    size_t num_areas;
    struct sfr_area_counts *areas = sfr_count_areas(sheet, &num_areas);
    sfr_buffer_printf(b, "\n| area |");
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++)
        if (sheet->totals.outcomes[i] > 0)
            sfr_buffer_printf(b, " %s |", sfr_outcome_name((enum sfr_outcome)i));
    sfr_buffer_printf(b, " cases |\n|---|");
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++)
        if (sheet->totals.outcomes[i] > 0)
            sfr_buffer_printf(b, "---:|");
    sfr_buffer_printf(b, "---:|\n");
    for (size_t i = 0; i < num_areas; i++)
        add_counts(b, areas[i].area, areas[i].outcomes, areas[i].count, &sheet->totals);
    add_counts(b, "all", sheet->totals.outcomes, sheet->count, &sheet->totals);
    free(areas);
}

void sfr_report_matrix(struct sfr_buffer *b, const struct sfr_sheet *sheets, size_t num_sheets)
{
    struct sfr_matrix m;
    sfr_matrix_make(&m, sheets, num_sheets);
    sfr_buffer_printf(b, "| area |");
    for (size_t s = 0; s < num_sheets; s++) {
        struct sfr_buffer name = { 0 };
        sfr_buffer_printf(&name, "%s %s", sheets[s].implementation, sheets[s].version);
        add_cell(b, name.data);
        sfr_buffer_free(&name);
    }
    sfr_buffer_printf(b, "\n|---|");
    for (size_t s = 0; s < num_sheets; s++)
        sfr_buffer_printf(b, "---:|");
    for (size_t i = 0; i < m.num_areas; i++) {
        sfr_buffer_printf(b, "\n|");
        add_cell(b, m.areas[i]);
        for (size_t s = 0; s < num_sheets; s++) {
            const struct sfr_area_counts *cell = sfr_matrix_cell(&m, s, i);
            const size_t asked = sfr_cell_asked(cell), passed = cell->outcomes[SFR_PASS];
            if (asked > 0)
                sfr_buffer_printf(b, " %zu / %zu / %zu |", passed, asked - passed, cell->count - asked);
            else
                sfr_buffer_printf(b, " - / - / %zu |", cell->count);
        }
    }
    sfr_buffer_printf(b, "\n");
    sfr_matrix_free(&m);
}

/* ---- Failures ------------------------------------------------------------------------------ */

static void add_failure(struct sfr_buffer *b, const struct sfr_record *r)
{
    add_labelled(b, "\n### ", r->id);
    sfr_buffer_printf(b, "\n\n");
    add_outcome(b, r);
    add_labelled(b, ": ", r->title);
    add_labelled(b, "\n\nClauses: ", r->clauses);
    sfr_buffer_printf(b, "\n\n");
    if (r->known) {
        sfr_buffer_printf(b, "Line %zu of the known-failure file says", r->known_line);
        add_labelled(b, " ", r->known);
        sfr_buffer_printf(b, ".\n\n");
    }
    if (r->expected) {
        add_code(b, r->expected);
        add_code(b, r->seen);
        sfr_buffer_printf(b, "\n(first what is expected, then what was seen)\n\n");
    }
    if (r->message) {
        add_labelled(b, "It says: ", r->message);
        sfr_buffer_printf(b, "\n\n");
    }
    if (r->command)
        add_code(b, r->command);
}

/* The standings that a person must look at, case by case. */
static void add_standing(struct sfr_buffer *b, const struct sfr_sheet *sheet, enum sfr_standing standing,
                         const char *title)
{
    if (sheet->totals.standings[standing] > 0)
        sfr_buffer_printf(b, "\n## %s\n", title);
    for (size_t i = 0; i < sheet->count; i++)
        if (sheet->records[i].standing == standing)
            add_failure(b, &sheet->records[i]);
}

/* Known failures, those with one reason together. */
static void add_known(struct sfr_buffer *b, const struct sfr_sheet *sheet)
{
    size_t num_groups;
    struct sfr_group *groups = sfr_group_records(sheet, SFR_STANDS_KNOWN, &num_groups);
    if (num_groups > 0)
        sfr_buffer_printf(b, "\n## Known failures\n");
    for (size_t g = 0; g < num_groups; g++) {
        add_labelled(b, "\n", groups[g].records[0]->reason);
        sfr_buffer_printf(b, " (%zu)\n\n", groups[g].count);
        for (size_t i = 0; i < groups[g].count; i++) {
            add_labelled(b, "- ", groups[g].records[i]->id);
            sfr_buffer_printf(b, " (");
            add_outcome(b, groups[g].records[i]);
            sfr_buffer_printf(b, ")\n");
        }
    }
    sfr_groups_free(groups, num_groups);
}

static void add_sheet(struct sfr_buffer *b, const struct sfr_sheet *s)
{
    add_labelled(b, "# SFrame conformance of ", s->implementation);
    add_labelled(b, " ", s->version);
    sfr_buffer_printf(b, "\n\n");
    if (s->about) {
        sfr_add_markdown(b, s->about);
        sfr_buffer_printf(b, "\n\n");
    }
    sfr_buffer_printf(b, "%zu of %zu cases passed that were asked: **%s**. ", s->totals.outcomes[SFR_PASS],
                      sfr_num_asked(s), sfr_verdict(s));
    sfr_buffer_printf(b, "%zu of %zu cases selected. Declared:", s->num_selected, s->num_cases);
    add_labelled(b, " profiles ", s->profiles);
    add_labelled(b, "; ABIs ", s->abis);
    add_labelled(b, "; byte orders ", s->orders);
    add_labelled(b, "; ops ", s->ops);
    add_labelled(b, "; not shown: ", s->unobservable[0] ? s->unobservable : "nothing");
    sfr_buffer_printf(b, ".\n");
    if (s->seed) {
        add_labelled(b, "\nAsked in the order of --seed ", s->seed);
        sfr_buffer_printf(b, ".\n");
    }
    if (s->trouble) {
        add_labelled(b, "\nWhen it was told to end: ", s->trouble);
        sfr_buffer_printf(b, "\n");
    }
    if (!s->has_summary)
        sfr_buffer_printf(b, "\nIncomplete: %zu of %zu results are there.\n", s->count, s->num_selected);
    else if (!s->complete)
        sfr_buffer_printf(b, "\nIncomplete: the run was interrupted, and `not-run` counts what is missing.\n");
    add_table(b, s);
    add_standing(b, s, SFR_STANDS_UNEXPECTED, "Unexpected failures");
    add_standing(b, s, SFR_STANDS_STALE, "Stale entries of the known-failure file");
    add_standing(b, s, SFR_STANDS_SHOWN, "Failures of cases with several faults on purpose, which gate nothing");
    if (s->num_unmatched > 0)
        sfr_buffer_printf(b, "\n## Entries that match no case\n\n");
    for (size_t i = 0; i < s->num_unmatched; i++) {
        sfr_buffer_printf(b, "- line %zu: ", s->unmatched[i].line);
        sfr_add_markdown(b, s->unmatched[i].id);
        sfr_buffer_printf(b, "\n");
    }
    add_known(b, s);
}

void sfr_report_markdown(struct sfr_buffer *out, const struct sfr_sheet *sheets, size_t num_sheets)
{
    if (num_sheets > 1) {
        sfr_buffer_printf(out, "# SFrame conformance of %zu implementations\n\nPassed / failed / skipped.\n\n",
                          num_sheets);
        sfr_report_matrix(out, sheets, num_sheets);
        sfr_buffer_printf(out, "\n");
    }
    for (size_t i = 0; i < num_sheets; i++) {
        sfr_buffer_printf(out, "%s", i > 0 ? "\n" : "");
        add_sheet(out, &sheets[i]);
    }
}
