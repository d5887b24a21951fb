/* SPDX-License-Identifier: MIT */
/* The report as Markdown. */
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "report.h"

/* A code block keeps every byte as it is. */
static void add_code(struct sfc_buffer *b, const char *text)
{
    sfc_buffer_printf(b, "    ");
    sfc_add_line(b, text && *text ? text : "(no line)");
    sfc_buffer_printf(b, "\n");
}

/* "LABEL text". */
static void add_labelled(struct sfc_buffer *b, const char *label, const char *text)
{
    sfc_buffer_printf(b, "%s", label);
    sfc_add_markdown(b, text);
}

/* The outcome of a case. */
static void add_outcome(struct sfc_buffer *b, const struct sfc_record *r)
{
    struct sfc_buffer text = { 0 };
    sfc_add_outcome(&text, r);
    sfc_add_markdown(b, text.data);
    sfc_buffer_free(&text);
}

static void add_cell(struct sfc_buffer *b, const char *name)
{
    sfc_buffer_printf(b, " ");
    sfc_add_markdown(b, name);
    sfc_buffer_printf(b, " |");
}

/* ---- Tables ------------------------------------------------------------------------------ */

static void add_counts(struct sfc_buffer *b, const char *name, const size_t outcomes[SFC_NUM_OUTCOMES], size_t count,
                       const struct sfc_totals *totals)
{
    sfc_buffer_printf(b, "|");
    add_cell(b, name);
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        if (totals->outcomes[i] > 0)
            sfc_buffer_printf(b, " %zu |", outcomes[i]);
    sfc_buffer_printf(b, " %zu |\n", count);
}

static void add_table(struct sfc_buffer *b, const struct sfc_results *results)
{
    size_t num_areas;
    struct sfc_area_counts *areas = sfc_count_areas(results, &num_areas);
    sfc_buffer_printf(b, "\n| area |");
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        if (results->totals.outcomes[i] > 0)
            sfc_buffer_printf(b, " %s |", sfc_outcome_name((enum sfc_outcome)i));
    sfc_buffer_printf(b, " cases |\n|---|");
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        if (results->totals.outcomes[i] > 0)
            sfc_buffer_printf(b, "---:|");
    sfc_buffer_printf(b, "---:|\n");
    for (size_t i = 0; i < num_areas; i++)
        add_counts(b, areas[i].area, areas[i].outcomes, areas[i].count, &results->totals);
    add_counts(b, "all", results->totals.outcomes, results->count, &results->totals);
    free(areas);
}

/* LABEL, and what `add` says of the results. */
static void add_said(struct sfc_buffer *b, const char *label, const struct sfc_results *results, sfc_say_fn *add)
{
    struct sfc_buffer text = { 0 };
    add(&text, results);
    add_labelled(b, label, sfc_buffer_text(&text));
    sfc_buffer_free(&text);
}

static void say_hidden(struct sfc_buffer *b, const struct sfc_results *results)
{
    sfc_add_hidden(b, "; ", results);
}

static void add_levels(struct sfc_buffer *b, const struct sfc_results *results)
{
    sfc_buffer_printf(b, "\n| level | asked | right |\n|---|---:|---:|\n");
    for (unsigned i = 0; i < SFC_NUM_LEVELS; i++)
        sfc_buffer_printf(b, "| %s | %zu | %zu |\n", sfc_level_name((enum sfc_level)i), results->totals.levels[i].asked,
                          results->totals.levels[i].right);
    sfc_buffer_printf(b, "\nHighest level reached: **%s**", sfc_results_reached(results));
    add_said(b, "", results, say_hidden);
    sfc_buffer_printf(b, ". Failures above level %s do not count.\n", sfc_level_name(results->level));
}

/* Accepting, rejecting and policy cases apart, and what the rejections show. */
static void add_kinds(struct sfc_buffer *b, const struct sfc_results *results)
{
    if (!results->has_answers)
        return;
    sfc_buffer_printf(b, "\n| kind | asked | right |\n|---|---:|---:|\n");
    for (unsigned i = 0; i < SFC_NUM_EXPECTS; i++)
        sfc_buffer_printf(b, "| %s | %zu | %zu |\n", sfc_expect_name((enum sfc_expect)i),
                          results->totals.kinds[i].asked, results->totals.kinds[i].right);
    add_said(b, "\n", results, sfc_add_rejections);
    add_said(b, "; ", results, sfc_add_judged);
    sfc_buffer_printf(b, ".\n");
}

/* The rows of the matrix below the areas: right and wrong answers of each level. */
static void add_level_rows(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs)
{
    for (unsigned i = 0; i < SFC_NUM_LEVELS; i++) {
        sfc_buffer_printf(b, "\n| level %s |", sfc_level_name((enum sfc_level)i));
        for (size_t s = 0; s < num_runs; s++) {
            const struct sfc_level_sum *sum = &runs[s].totals.levels[i];
            sfc_buffer_printf(b, " %zu / %zu |", sum->right, sum->asked - sum->right);
        }
    }
    sfc_buffer_printf(b, "\n| level reached |");
    for (size_t s = 0; s < num_runs; s++)
        sfc_buffer_printf(b, " %s |", sfc_results_reached(&runs[s]));
}

void sfc_report_matrix(struct sfc_buffer *b, const struct sfc_results *runs, size_t num_runs)
{
    struct sfc_matrix m;
    sfc_matrix_make(&m, runs, num_runs);
    sfc_buffer_printf(b, "| area |");
    for (size_t s = 0; s < num_runs; s++) {
        struct sfc_buffer name = { 0 };
        sfc_buffer_printf(&name, "%s %s", runs[s].implementation, runs[s].version);
        add_cell(b, name.data);
        sfc_buffer_free(&name);
    }
    sfc_buffer_printf(b, "\n|---|");
    for (size_t s = 0; s < num_runs; s++)
        sfc_buffer_printf(b, "---:|");
    for (size_t i = 0; i < m.num_areas; i++) {
        sfc_buffer_printf(b, "\n|");
        add_cell(b, m.areas[i]);
        for (size_t s = 0; s < num_runs; s++) {
            const struct sfc_area_counts *cell = sfc_matrix_cell(&m, s, i);
            const size_t asked = sfc_cell_asked(cell), passed = cell->outcomes[SFC_PASS];
            if (asked > 0)
                sfc_buffer_printf(b, " %zu / %zu / %zu |", passed, asked - passed, cell->count - asked);
            else
                sfc_buffer_printf(b, " - / - / %zu |", cell->count);
        }
    }
    add_level_rows(b, runs, num_runs);
    sfc_buffer_printf(b, "\n");
    sfc_matrix_free(&m);
}

/* ---- Failures ------------------------------------------------------------------------------ */

static void add_ground(struct sfc_buffer *b, const struct sfc_ground *ground)
{
    add_labelled(b, "- ", ground->name);
    add_labelled(b, ": ", ground->says);
    if (ground->source)
        add_labelled(b, "; section ", ground->source);
    add_labelled(b, "; basis ", ground->basis);
    sfc_buffer_printf(b, "\n");
}

/* The level of a case, and what its right answer rests on. */
static void add_grounds(struct sfc_buffer *b, const struct sfc_record *r)
{
    struct sfc_buffer level = { 0 };
    sfc_add_level(&level, r);
    add_labelled(b, "\n\nLevel ", level.data);
    sfc_buffer_printf(b, "\n\n");
    sfc_buffer_free(&level);
    sfc_add_grounds(b, r, add_ground);
    sfc_buffer_printf(b, "\n");
}

static void add_failure(struct sfc_buffer *b, const struct sfc_record *r)
{
    add_labelled(b, "\n#### ", r->id);
    sfc_buffer_printf(b, "\n\n");
    add_outcome(b, r);
    sfc_add_excuse(b, ", ", r);
    add_labelled(b, ": ", r->title);
    sfc_buffer_printf(b, " (%zu bytes)", r->size);
    add_grounds(b, r);
    if (r->known) {
        sfc_buffer_printf(b, "Line %zu of the known-failure file says", r->known_line);
        add_labelled(b, " ", r->known);
        sfc_buffer_printf(b, ".\n\n");
    }
    if (r->expected) {
        add_code(b, r->expected);
        add_code(b, r->seen);
        sfc_buffer_printf(b, "\n(first the expected line, then the one that was seen)\n\n");
    }
    if (r->message) {
        add_labelled(b, "Tool output: ", r->message);
        sfc_buffer_printf(b, "\n\n");
    }
    if (r->command)
        add_code(b, r->command);
}

/* The ids of a group, but for `except`, with their outcomes. */
static void add_ids(struct sfc_buffer *b, const struct sfc_group *g, const struct sfc_record *except)
{
    for (size_t i = 0; i < g->count; i++) {
        if (g->records[i] == except)
            continue;
        add_labelled(b, "- ", g->records[i]->id);
        sfc_buffer_printf(b, " (");
        add_outcome(b, g->records[i]);
        sfc_buffer_printf(b, ")\n");
    }
}

/* The cases with a standing by cause: an example of each, and the ids of the others. */
static void add_standing(struct sfc_buffer *b, const struct sfc_results *results, enum sfc_standing standing,
                         const char *title)
{
    size_t num_groups;
    struct sfc_group *groups = sfc_group_records(results, standing, &num_groups);
    if (num_groups > 0)
        sfc_buffer_printf(b, "\n## %s\n", title);
    for (size_t i = 0; i < num_groups; i++) {
        const struct sfc_group *g = &groups[i];
        add_labelled(b, "\n### ", g->title);
        sfc_buffer_printf(b, " (%zu)\n\nCause ", g->count);
        sfc_add_markdown(b, g->token);
        sfc_buffer_printf(b, ". For example:\n");
        add_failure(b, g->example);
        sfc_buffer_printf(b, "%s", g->count > 1 ? "\nThe others:\n\n" : "");
        add_ids(b, g, g->example);
    }
    sfc_groups_free(groups, num_groups);
}

/* Known failures, by reason. */
static void add_known(struct sfc_buffer *b, const struct sfc_results *results)
{
    size_t num_groups;
    struct sfc_group *groups = sfc_group_records(results, SFC_STANDS_KNOWN, &num_groups);
    if (num_groups > 0)
        sfc_buffer_printf(b, "\n## Known failures\n");
    for (size_t g = 0; g < num_groups; g++) {
        add_labelled(b, "\n", groups[g].title);
        sfc_buffer_printf(b, " (%zu)\n\n", groups[g].count);
        add_ids(b, &groups[g], NULL);
    }
    sfc_groups_free(groups, num_groups);
}

/* The command to go on with. */
static void add_next_step(struct sfc_buffer *b, const struct sfc_results *s)
{
    struct sfc_buffer command = { 0 };
    sfc_add_next_step(&command, s);
    if (command.len > 0) {
        sfc_buffer_printf(b, "\nNext:\n\n");
        add_code(b, command.data);
    }
    sfc_buffer_free(&command);
}

static void add_run(struct sfc_buffer *b, const struct sfc_results *s)
{
    add_labelled(b, "# SFrame conformance of ", s->implementation);
    add_labelled(b, " ", s->version);
    sfc_buffer_printf(b, "\n\n");
    if (s->about) {
        sfc_add_markdown(b, s->about);
        sfc_buffer_printf(b, "\n\n");
    }
    sfc_buffer_printf(b, "%zu of %zu cases passed: ", s->totals.outcomes[SFC_PASS], sfc_num_asked(s));
    add_said(b, "**", s, sfc_add_conclusion);
    sfc_buffer_printf(b, "**. %zu of %zu cases selected.", s->num_selected, s->num_cases);
    add_said(b, " Declared: ", s, sfc_add_declared);
    add_said(b, ". Not claimed: ", s, sfc_add_not_claimed);
    sfc_buffer_printf(b, ".\n");
    if (s->seed) {
        add_labelled(b, "\nRepeat this order with --seed ", s->seed);
        sfc_buffer_printf(b, ".\n");
    }
    if (s->broken || s->misread)
        sfc_buffer_printf(b, "\nBroken on the simplest cases:\n\n");
    sfc_add_lines(b, "    ", s->broken);
    sfc_add_lines(b, "    ", s->misread);
    if (s->trouble) {
        sfc_buffer_printf(b, "\n%s", sfc_trouble_words(s)->sentence);
        add_labelled(b, ": ", s->trouble);
        sfc_buffer_printf(b, "\n");
    }
    if (!s->has_summary)
        sfc_buffer_printf(b, "\nIncomplete: %zu of %zu results.\n", s->count, s->num_selected);
    else if (!s->complete)
        sfc_buffer_printf(b, "\nIncomplete: the run was interrupted; `not-run` counts the missing cases.\n");
    add_table(b, s);
    add_levels(b, s);
    add_kinds(b, s);
    add_standing(b, s, SFC_STANDS_UNEXPECTED, "Unexpected failures");
    add_standing(b, s, SFC_STANDS_STALE, "Stale entries of the known-failure file");
    add_standing(b, s, SFC_STANDS_SHOWN, "Informational failures (do not count)");
    add_next_step(b, s);
    if (s->num_unmatched > 0)
        sfc_buffer_printf(b, "\n## Entries that match no case\n\n");
    for (size_t i = 0; i < s->num_unmatched; i++) {
        sfc_buffer_printf(b, "- line %zu: ", s->unmatched[i].line);
        sfc_add_markdown(b, s->unmatched[i].id);
        sfc_buffer_printf(b, "\n");
    }
    add_known(b, s);
}

void sfc_report_markdown(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs)
{
    if (num_runs > 1) {
        sfc_buffer_printf(out, "# SFrame conformance of %zu implementations\n\nPassed / failed / skipped.\n\n",
                          num_runs);
        sfc_report_matrix(out, runs, num_runs);
        sfc_buffer_printf(out, "\n");
    }
    for (size_t i = 0; i < num_runs; i++) {
        sfc_buffer_printf(out, "%s", i > 0 ? "\n" : "");
        add_run(out, &runs[i]);
    }
}
