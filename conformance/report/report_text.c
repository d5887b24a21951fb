/* SPDX-License-Identifier: MIT */
/* The console report. */
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "report.h"
#include "report_text_table.h"

/* How many ids of a group are shown besides its example; the width of a terminal, for what is not
   shown in full; how many runs fit beside the areas in it. */
enum { MAX_IDS = 3, COLUMNS = 80, MAX_SIDE_BY_SIDE = 4 };

/* ---- Summary ------------------------------------------------------------------------- */

/* Text from a column on. What does not fit goes to lines with an indent; a word is never cut. */
static void add_folded(struct sfc_buffer *out, const char *text, size_t column, int indent)
{
    const char *word;
    size_t len;
    for (bool is_first = true; (word = sfc_next_word(&text, &len)); is_first = false) {
        if (!is_first && column + 1 + len > COLUMNS) {
            sfc_buffer_printf(out, "\n%*s", indent, "");
            column = (size_t)indent;
        } else if (!is_first) {
            sfc_buffer_printf(out, " ");
            column++;
        }
        sfc_buffer_add(out, word, len);
        column += len;
    }
}

/* The same of what is said of the results, unless all is shown. */
static void add_sentence(struct sfc_buffer *out, const char *label, const struct sfc_results *results, sfc_say_fn *add,
                         bool all)
{
    struct sfc_buffer text = { 0 }, line = { 0 };
    add(&text, results);
    sfc_add_line(&line, sfc_buffer_text(&text));
    sfc_buffer_printf(out, "%s", label);
    if (all)
        sfc_buffer_printf(out, "%s", sfc_buffer_text(&line));
    else
        add_folded(out, sfc_buffer_text(&line), strlen(label), 2);
    sfc_buffer_printf(out, "\n");
    sfc_buffer_free(&text);
    sfc_buffer_free(&line);
}

static void add_reached(struct sfc_buffer *out, const struct sfc_results *results)
{
    sfc_buffer_printf(out, "%s", sfc_results_reached(results));
    sfc_add_hidden(out, " (", results);
    sfc_buffer_printf(out, "%s", sfc_results_hide_answers(results) ? ")" : "");
}

/* How many answers of each level are right. */
static void add_levels(struct sfc_buffer *out, const struct sfc_results *results, bool all)
{
    sfc_buffer_printf(out, "\n%-9s %7s %7s\n", "level", "asked", "right");
    for (unsigned i = 0; i < SFC_NUM_LEVELS; i++) {
        const struct sfc_level_sum *sum = &results->totals.levels[i];
        sfc_buffer_printf(out, "%-9s %7zu %7zu%s\n", sfc_level_name((enum sfc_level)i), sum->asked, sum->right,
                          i == results->level ? "  failures above this level do not count" : "");
    }
    add_sentence(out, "highest level reached: ", results, add_reached, all);
}

/* Accepting, rejecting and policy cases apart, and what the rejections show. */
static void add_kinds(struct sfc_buffer *out, const struct sfc_results *results, bool all)
{
    if (!results->has_answers)
        return;
    sfc_buffer_printf(out, "\n%-9s %7s %7s\n", "kind", "asked", "right");
    for (unsigned i = 0; i < SFC_NUM_EXPECTS; i++)
        sfc_buffer_printf(out, "%-9s %7zu %7zu\n", sfc_expect_name((enum sfc_expect)i), results->totals.kinds[i].asked,
                          results->totals.kinds[i].right);
    add_sentence(out, "", results, sfc_add_rejections, all);
    add_sentence(out, "", results, sfc_add_judged, all);
}

static void add_name(struct sfc_buffer *out, const struct sfc_results *results)
{
    sfc_add_line(out, results->implementation);
    sfc_buffer_printf(out, " ");
    sfc_add_line(out, results->version);
}

/* "#1  readelf 2.40: as expected: ...", for all runs. */
static void add_conclusions(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs, bool all)
{
    sfc_buffer_printf(out, "passed / run\n");
    for (size_t s = 0; s < num_runs; s++) {
        struct sfc_buffer label = { 0 };
        sfc_buffer_printf(&label, "%6c%zu  ", '#', s + 1);
        add_name(&label, &runs[s]);
        sfc_buffer_printf(&label, ": ");
        add_sentence(out, label.data, &runs[s], sfc_add_conclusion, all);
        sfc_buffer_free(&label);
    }
}

/* Implementations and areas: how many of the cases that were run have passed. The runs from..end. */
static void add_matrix(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs, size_t from, size_t end)
{
    struct sfc_matrix m;
    sfc_matrix_make(&m, runs, num_runs);
    sfc_buffer_printf(out, "\n%-16s", "area");
    for (size_t s = from; s < end; s++)
        sfc_buffer_printf(out, "  %10c%zu", '#', s + 1);
    for (size_t i = 0; i < m.num_areas; i++) {
        sfc_buffer_printf(out, "\n");
        sfc_text_area(out, m.areas[i]);
        for (size_t s = from; s < end; s++) {
            const struct sfc_area_counts *cell = sfc_matrix_cell(&m, s, i);
            char text[64] = "-";
            if (sfc_cell_asked(cell) > 0)
                snprintf(text, sizeof text, "%zu/%zu", cell->outcomes[SFC_PASS], sfc_cell_asked(cell));
            sfc_buffer_printf(out, "  %11s", text);
        }
    }
    for (unsigned i = 0; i < SFC_NUM_LEVELS; i++) {
        sfc_buffer_printf(out, "\nlevel %-10s", sfc_level_name((enum sfc_level)i));
        for (size_t s = from; s < end; s++) {
            char text[64];
            snprintf(text, sizeof text, "%zu/%zu", runs[s].totals.levels[i].right, runs[s].totals.levels[i].asked);
            sfc_buffer_printf(out, "  %11s", text);
        }
    }
    sfc_buffer_printf(out, "\n%-16s", "level reached");
    for (size_t s = from; s < end; s++)
        sfc_buffer_printf(out, "  %11s", sfc_results_reached(&runs[s]));
    sfc_buffer_printf(out, "\n\n");
    sfc_matrix_free(&m);
}

/* ---- Failures ------------------------------------------------------------------------- */

static void add_labelled(struct sfc_buffer *out, const char *label, const char *text)
{
    sfc_buffer_printf(out, "  %-10s ", label);
    sfc_add_line(out, text && *text ? text : "(no line)");
    sfc_buffer_printf(out, "\n");
}

/* One failure in full. */
static void add_failure(struct sfc_buffer *out, const struct sfc_record *r, bool all, bool colour)
{
    struct sfc_buffer title = { 0 };
    sfc_buffer_printf(out, "  %s", colour ? "\033[1m" : "");
    sfc_add_line(out, r->id);
    sfc_buffer_printf(out, "%s  ", colour ? "\033[0m" : "");
    sfc_add_outcome(out, r);
    sfc_add_excuse(out, ", ", r);
    sfc_add_line(&title, r->title);
    sfc_buffer_printf(&title, " (%zu bytes)", r->size);
    sfc_buffer_printf(out, "\n  ");
    if (all)
        sfc_buffer_printf(out, "%s", title.data);
    else
        add_folded(out, title.data, 2, 2);
    sfc_buffer_printf(out, "\n");
    sfc_buffer_free(&title);
    if (r->known) {
        struct sfc_buffer b = { 0 };
        sfc_buffer_printf(&b, "line %zu: %s (%s)", r->known_line, r->known, r->reason ? r->reason : "");
        add_labelled(out, "known:", b.data);
        sfc_buffer_free(&b);
    }
    if (r->expected) {
        add_labelled(out, "expected:", r->expected);
        add_labelled(out, "seen:", r->seen);
    }
    if (r->message)
        add_labelled(out, "output:", r->message);
    if (r->command) {
        struct sfc_buffer command = { 0 };
        sfc_add_repeat(&command, r);
        add_labelled(out, "reproduce:", command.data);
        sfc_buffer_free(&command);
    }
}

/* "43  crashes on ...  [safe/crash/...]" */
static void add_cause(struct sfc_buffer *out, const struct sfc_group *g, int width, bool all, bool colour)
{
    struct sfc_buffer title = { 0 };
    char *count = sfc_format("%*zu  ", width, g->count);
    sfc_add_line(&title, g->title);
    sfc_buffer_printf(out, "%s%s", colour ? "\033[1m" : "", count);
    if (all)
        sfc_buffer_printf(out, "%s", sfc_buffer_text(&title));
    else
        add_folded(out, sfc_buffer_text(&title), strlen(count), (int)strlen(count));
    sfc_buffer_printf(out, "%s", colour ? "\033[0m" : "");
    if (all || strlen(count) + title.len + 4 + strlen(g->token) <= COLUMNS)
        sfc_buffer_printf(out, "  [");
    else
        sfc_buffer_printf(out, "\n%*s[", (int)strlen(count), "");
    sfc_add_line(out, g->token);
    sfc_buffer_printf(out, "]\n");
    sfc_buffer_free(&title);
    free(count);
}

/* The ids of a group but for its example; `all`: not only the first ones. */
static void add_rest(struct sfc_buffer *out, const struct sfc_group *g, bool all)
{
    size_t shown = 0;
    for (size_t i = 0; i < g->count && (all || shown < MAX_IDS); i++) {
        if (g->records[i] == g->example)
            continue;
        sfc_buffer_printf(out, "%s", shown++ == 0 ? "  also:      " : "             ");
        sfc_add_line(out, g->records[i]->id);
        sfc_buffer_printf(out, "\n");
    }
    if (shown + 1 < g->count)
        sfc_buffer_printf(out, "             and %zu more\n", g->count - 1 - shown);
}

/* Returns whether something was left out. */
static bool add_causes(struct sfc_buffer *out, const struct sfc_group *groups, size_t count, size_t most, bool colour)
{
    bool is_cut = false;
    for (size_t i = 0, of_level = 0; i < count; i++) {
        const bool is_first = i == 0 || groups[i].level != groups[i - 1].level;
        of_level = is_first ? 0 : of_level + 1;
        const bool full = most == 0 || of_level < most;
        if (is_first)
            sfc_buffer_printf(out, "\nlevel %s\n", sfc_level_name(groups[i].level));
        if (full || of_level == most)
            sfc_buffer_printf(out, "\n");
        add_cause(out, &groups[i], full ? 0 : 6, most == 0, colour);
        is_cut = is_cut || !full || (most > 0 && groups[i].count > MAX_IDS + 1);
        if (full) {
            add_failure(out, groups[i].example, most == 0, colour);
            add_rest(out, &groups[i], most == 0);
        }
    }
    return is_cut;
}

/* The failures of a standing by cause. Returns whether something was left out. */
static bool add_group(struct sfc_buffer *out, const struct sfc_results *results, enum sfc_standing standing,
                      size_t most, bool colour)
{
    size_t num_groups;
    struct sfc_group *groups = sfc_group_records(results, standing, &num_groups);
    if (num_groups > 0) {
        sfc_buffer_printf(out, "\n%s", colour ? "\033[31m" : "");
        sfc_add_standing(out, standing, results->totals.standings[standing]);
        sfc_buffer_printf(out, "%s, %zu %s\n", colour ? "\033[0m" : "", num_groups,
                          num_groups == 1 ? "cause" : "causes");
    }
    const bool is_cut = add_causes(out, groups, num_groups, most, colour);
    sfc_groups_free(groups, num_groups);
    return is_cut;
}

static void add_failures(struct sfc_buffer *out, const struct sfc_results *results, size_t most, bool colour)
{
    static const enum sfc_standing standings[] = { SFC_STANDS_UNEXPECTED, SFC_STANDS_STALE, SFC_STANDS_SHOWN };
    struct sfc_buffer next = { 0 };
    bool is_cut = false;
    for (unsigned i = 0; i < sizeof standings / sizeof standings[0]; i++)
        is_cut |= add_group(out, results, standings[i], most, colour);
    if (is_cut)
        sfc_buffer_printf(
            out,
            "\n--all prints every area and id, and an example of each cause;\n--report DIR writes them to files\n");
    sfc_add_next_step(&next, results);
    if (next.len > 0) {
        sfc_buffer_printf(out, "\nnext: ");
        sfc_add_line(out, next.data);
        sfc_buffer_printf(out, "\n");
    }
    sfc_buffer_free(&next);
}

static void add_cut_short(struct sfc_buffer *out, const struct sfc_results *results)
{
    sfc_buffer_printf(out, "incomplete: %zu of %zu results\nan interrupted run left them in ", results->count,
                      results->num_selected);
    sfc_add_line(out, results->path);
    sfc_buffer_printf(out, "; run it again for the rest\n");
}

/* The last sentence: the sums, and what they mean. */
static void add_end(struct sfc_buffer *out, const struct sfc_results *results)
{
    const struct sfc_totals *totals = &results->totals;
    sfc_buffer_printf(out, "%zu pass, %zu known failures, %zu unexpected, %zu stale, %zu skipped",
                      totals->outcomes[SFC_PASS], totals->standings[SFC_STANDS_KNOWN],
                      totals->standings[SFC_STANDS_UNEXPECTED],
                      totals->standings[SFC_STANDS_STALE] + results->num_unmatched, totals->outcomes[SFC_SKIPPED]);
    if (totals->standings[SFC_STANDS_SHOWN] > 0)
        sfc_buffer_printf(out, ", %zu informational", totals->standings[SFC_STANDS_SHOWN]);
    sfc_buffer_printf(out, ": ");
    sfc_add_conclusion(out, results);
}

static void add_run(struct sfc_buffer *out, const struct sfc_results *results, size_t most, bool colour)
{
    const bool all = most == 0;
    const struct sfc_totals *totals = &results->totals;
    add_name(out, results);
    sfc_buffer_printf(out, ": %zu of %zu cases selected\n", results->num_selected, results->num_cases);
    if (results->broken || results->misread)
        sfc_buffer_printf(out, "broken on the simplest cases:\n");
    sfc_add_lines(out, "  ", results->broken);
    sfc_add_lines(out, "  ", results->misread);
    if (results->seed) {
        sfc_buffer_printf(out, "repeat this order with --seed ");
        sfc_add_line(out, results->seed);
        sfc_buffer_printf(out, "\n");
    }
    if (results->trouble) {
        sfc_buffer_printf(out, "%s: ", sfc_trouble_words(results)->what);
        sfc_add_line(out, results->trouble);
        sfc_buffer_printf(out, "\n");
    }
    if (!results->has_summary)
        add_cut_short(out, results);
    else if (!results->complete)
        sfc_buffer_printf(out, "incomplete: the run was interrupted, %zu cases were not run\n",
                          totals->outcomes[SFC_NOT_RUN]);
    if (results->count > 0) {
        sfc_text_outcomes(out, results, all);
        add_levels(out, results, all);
        add_kinds(out, results, all);
        add_sentence(out, "declared: ", results, sfc_add_declared, all);
        add_sentence(out, "not claimed: ", results, sfc_add_not_claimed, all);
    }
    add_failures(out, results, most, colour);
    if (results->num_unmatched > 0)
        sfc_buffer_printf(out, "\n%zu entries of the known-failure file match no case\n", results->num_unmatched);
    for (size_t i = 0; i < results->num_unmatched; i++) {
        sfc_buffer_printf(out, "  line %zu: ", results->unmatched[i].line);
        sfc_add_line(out, results->unmatched[i].id);
        sfc_buffer_printf(out, "\n");
    }
    sfc_buffer_printf(out, "\n");
    add_sentence(out, "", results, add_end, all);
}

void sfc_report_text(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs, size_t most, bool colour)
{
    if (num_runs > 1)
        add_conclusions(out, runs, num_runs, most == 0);
    for (size_t i = 0, step; num_runs > 1 && i < num_runs; i += step) {
        step = most == 0 || num_runs - i < MAX_SIDE_BY_SIDE ? num_runs - i : MAX_SIDE_BY_SIDE;
        add_matrix(out, runs, num_runs, i, i + step);
    }
    for (size_t i = 0; i < num_runs; i++) {
        sfc_buffer_printf(out, "%s", i > 0 ? "\n" : "");
        add_run(out, &runs[i], most, colour);
    }
}
