/* SPDX-License-Identifier: MIT */
/* The report as Markdown. */
#include <stdlib.h>
#include <string.h>

#include "report.h"

/* Text inside of a table cell or a line: nothing in it may be taken as markup. */
static void add_plain(struct sfr_buffer *b, const char *text)
{
    for (; *text; text++) {
        if (strchr("\\`*_{}[]<>()#+!|~&", *text))
            sfr_buffer_add(b, "\\", 1);
        sfr_buffer_add(b, text, 1);
    }
}

/* A code block keeps every byte as it is. */
static void add_code(struct sfr_buffer *b, const char *text)
{
    sfr_buffer_printf(b, "    %s\n", *text ? text : "(no line)");
}

static void add_counts(struct sfr_buffer *b, const char *name, const size_t outcomes[SFR_NUM_OUTCOMES], size_t count,
                       const struct sfr_totals *totals)
{
    sfr_buffer_printf(b, "| %s |", name);
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++)
        if (totals->outcomes[i] > 0)
            sfr_buffer_printf(b, " %zu |", outcomes[i]);
    sfr_buffer_printf(b, " %zu |\n", count);
}

static void add_table(struct sfr_buffer *b, const struct sfr_run *run, const struct sfr_totals *totals)
{
    size_t num_areas;
    struct sfr_area_counts *areas = sfr_count_areas(run, &num_areas);
    sfr_buffer_printf(b, "\n| area |");
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++)
        if (totals->outcomes[i] > 0)
            sfr_buffer_printf(b, " %s |", sfr_outcome_name((enum sfr_outcome)i));
    sfr_buffer_printf(b, " cases |\n|---|");
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++)
        if (totals->outcomes[i] > 0)
            sfr_buffer_printf(b, "---:|");
    sfr_buffer_printf(b, "---:|\n");
    for (size_t i = 0; i < num_areas; i++)
        add_counts(b, areas[i].area, areas[i].outcomes, areas[i].count, totals);
    add_counts(b, "all", totals->outcomes, run->count, totals);
    free(areas);
}

static void add_failure(struct sfr_buffer *b, const struct sfr_run *run, size_t index)
{
    const struct sfr_case *c = run->cases[index];
    const struct sfr_result *r = &run->results[index];
    const struct sfr_request request = sfr_case_request(c);
    char *command = run->rung->by_hand(run->config, &request, c->id);
    sfr_buffer_printf(b, "\n### %s\n\n%s%s%s: ", c->id, sfr_outcome_name(r->outcome), r->detail ? " " : "",
                      r->detail ? r->detail : "");
    add_plain(b, c->title);
    sfr_buffer_printf(b, "\n\nClauses: %s\n\n", c->clauses);
    if (r->expected) {
        add_code(b, r->expected);
        add_code(b, r->seen);
        sfr_buffer_printf(b, "\n(first what is expected, then what was seen)\n\n");
    }
    if (r->message) {
        sfr_buffer_printf(b, "It says: ");
        add_plain(b, r->message);
        sfr_buffer_printf(b, "\n\n");
    }
    add_code(b, command);
    free(command);
}

static void add_group(struct sfr_buffer *b, const struct sfr_run *run, enum sfr_standing standing, const char *title)
{
    bool first = true;
    for (size_t i = 0; i < run->count; i++) {
        if (run->standings[i] != standing)
            continue;
        if (first)
            sfr_buffer_printf(b, "\n## %s\n", title);
        first = false;
        add_failure(b, run, i);
    }
}

static int compare_reasons(const void *a, const void *b)
{
    const struct sfr_known_entry *const *x = a, *const *y = b;
    const int order = strcmp((*x)->reason, (*y)->reason);
    return order != 0 ? order : strcmp((*x)->id, (*y)->id);
}

/* Known failures, those with one reason together. */
static void add_known(struct sfr_buffer *b, const struct sfr_run *run)
{
    const struct sfr_known_entry **entries = sfr_alloc(run->count, sizeof entries[0]);
    size_t count = 0;
    for (size_t i = 0; i < run->count; i++)
        if (run->standings[i] == SFR_STANDS_KNOWN)
            entries[count++] = sfr_known_find(run->known, run->cases[i]->id);
    if (count > 0)
        qsort(entries, count, sizeof entries[0], compare_reasons);
    for (size_t i = 0; i < count; i++) {
        if (i == 0)
            sfr_buffer_printf(b, "\n## Known failures\n");
        if (i == 0 || strcmp(entries[i]->reason, entries[i - 1]->reason) != 0) {
            sfr_buffer_printf(b, "\n");
            add_plain(b, entries[i]->reason);
            sfr_buffer_printf(b, "\n\n");
        }
        sfr_buffer_printf(b, "- %s (%s)\n", entries[i]->id, entries[i]->outcomes);
    }
    free(entries);
}

void sfr_report_markdown(struct sfr_buffer *out, const struct sfr_run *run, const struct sfr_totals *totals,
                         bool complete)
{
    sfr_buffer_printf(out, "# SFrame conformance of %s %s\n\n", run->config->name, run->version);
    if (run->config->about) {
        add_plain(out, run->config->about);
        sfr_buffer_printf(out, "\n\n");
    }
    sfr_buffer_printf(
        out, "%zu of %zu cases selected. Declared: profiles %s; ABIs %s; byte orders %s; ops %s; not shown: %s.\n",
        run->count, run->corpus->count, run->config->profiles, run->config->abis, run->config->orders, run->config->ops,
        run->config->unobservable[0] ? run->config->unobservable : "nothing");
    if (!complete)
        sfr_buffer_printf(out, "\nThe run was interrupted: `not-run` counts what is missing.\n");
    add_table(out, run, totals);
    add_group(out, run, SFR_STANDS_UNEXPECTED, "Unexpected failures");
    add_group(out, run, SFR_STANDS_STALE, "Stale entries of the known-failure file");
    add_group(out, run, SFR_STANDS_SHOWN, "Failures of cases with several faults on purpose, which gate nothing");
    if (run->num_unmatched > 0)
        sfr_buffer_printf(out, "\n## Entries that match no case\n\n");
    for (size_t i = 0; i < run->num_unmatched; i++)
        sfr_buffer_printf(out, "- line %u: %s\n", run->unmatched[i]->line, run->unmatched[i]->id);
    add_known(out, run);
}
