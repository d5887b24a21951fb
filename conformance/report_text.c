/* SPDX-License-Identifier: MIT */
/* The console summary. */
#include <stdlib.h>
#include <string.h>

#include "report.h"

static int compare_areas(const void *a, const void *b)
{
    return strcmp(((const struct sfr_area_counts *)a)->area, ((const struct sfr_area_counts *)b)->area);
}

static struct sfr_area_counts *area_of(struct sfr_area_counts *areas, size_t *num_areas, const char *area)
{
    for (size_t i = 0; i < *num_areas; i++)
        if (strcmp(areas[i].area, area) == 0)
            return &areas[i];
    areas[*num_areas] = (struct sfr_area_counts){ .area = area };
    return &areas[(*num_areas)++];
}

struct sfr_area_counts *sfr_count_areas(const struct sfr_run *run, size_t *num_areas)
{
    struct sfr_area_counts *areas = sfr_alloc(run->count, sizeof areas[0]);
    *num_areas = 0;
    for (size_t i = 0; i < run->count; i++) {
        struct sfr_area_counts *a = area_of(areas, num_areas, run->cases[i]->area);
        a->outcomes[run->results[i].outcome]++;
        a->count++;
    }
    if (*num_areas > 0)
        qsort(areas, *num_areas, sizeof areas[0], compare_areas);
    return areas;
}

/* ---- Table --------------------------------------------------------------------------- */

static void print_row(FILE *out, const char *name, const size_t outcomes[SFR_NUM_OUTCOMES], size_t count,
                      const struct sfr_totals *totals)
{
    fprintf(out, "%-16s", name);
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++) {
        const int width = (int)strlen(sfr_outcome_name((enum sfr_outcome)i));
        if (totals->outcomes[i] > 0 && outcomes[i] > 0)
            fprintf(out, "  %*zu", width, outcomes[i]);
        else if (totals->outcomes[i] > 0)
            fprintf(out, "  %*s", width, "-");
    }
    fprintf(out, "  %5zu\n", count);
}

static void print_table(FILE *out, const struct sfr_run *run, const struct sfr_totals *totals)
{
    size_t num_areas;
    struct sfr_area_counts *areas = sfr_count_areas(run, &num_areas);
    fprintf(out, "\n%-16s", "area");
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++)
        if (totals->outcomes[i] > 0)
            fprintf(out, "  %s", sfr_outcome_name((enum sfr_outcome)i));
    fprintf(out, "  %5s\n", "cases");
    for (size_t i = 0; i < num_areas; i++)
        print_row(out, areas[i].area, areas[i].outcomes, areas[i].count, totals);
    print_row(out, "all", totals->outcomes, run->count, totals);
    free(areas);
}

/* ---- Failures ------------------------------------------------------------------------- */

static void print_failure(FILE *out, const struct sfr_run *run, size_t index, bool colour)
{
    const struct sfr_case *c = run->cases[index];
    const struct sfr_result *r = &run->results[index];
    const struct sfr_known_entry *entry = sfr_known_find(run->known, c->id);
    const struct sfr_request request = sfr_case_request(c);
    char *command = run->rung->by_hand(run->config, &request, c->id);
    fprintf(out, "\n%s%s%s  %s%s%s\n  %s\n", colour ? "\033[1m" : "", c->id, colour ? "\033[0m" : "",
            sfr_outcome_name(r->outcome), r->detail ? " " : "", r->detail ? r->detail : "", c->title);
    if (entry)
        fprintf(out, "  known:    line %u: %s (%s)\n", entry->line, entry->outcomes, entry->reason);
    if (r->expected)
        fprintf(out, "  expected: %s\n  seen:     %s\n", *r->expected ? r->expected : "(no line)",
                *r->seen ? r->seen : "(no line)");
    if (r->message)
        fprintf(out, "  says:     %s\n", r->message);
    fprintf(out, "  repeat:   %s\n", command);
    free(command);
}

static void print_group(FILE *out, const struct sfr_run *run, enum sfr_standing standing, const char *title,
                        size_t most, bool colour)
{
    size_t count = 0, shown = 0;
    for (size_t i = 0; i < run->count; i++)
        count += run->standings[i] == standing;
    if (count == 0)
        return;
    fprintf(out, "\n%s%zu %s%s\n", colour ? "\033[31m" : "", count, title, colour ? "\033[0m" : "");
    for (size_t i = 0; i < run->count && (most == 0 || shown < most); i++)
        if (run->standings[i] == standing && ++shown)
            print_failure(out, run, i, colour);
    if (shown < count)
        fprintf(out, "\n... and %zu more: --all shows them, --report DIR writes them down\n", count - shown);
}

void sfr_report_text(FILE *out, const struct sfr_run *run, const struct sfr_totals *totals, size_t most, bool colour)
{
    fprintf(out, "%s %s: %zu of %zu cases selected\n", run->config->name, run->version, run->count, run->corpus->count);
    if (run->count > 0)
        print_table(out, run, totals);
    print_group(out, run, SFR_STANDS_UNEXPECTED, "unexpected failures", most, colour);
    print_group(out, run, SFR_STANDS_STALE, "stale entries of the known-failure file (the case does something else)",
                most, colour);
    print_group(out, run, SFR_STANDS_SHOWN, "failures of cases with several faults on purpose, which gate nothing",
                most, colour);
    if (run->num_unmatched > 0)
        fprintf(out, "\n%zu entries of the known-failure file match no case\n", run->num_unmatched);
    for (size_t i = 0; i < run->num_unmatched; i++)
        fprintf(out, "  line %u: %s\n", run->unmatched[i]->line, run->unmatched[i]->id);
    fprintf(out, "\n%zu pass, %zu known failures, %zu unexpected, %zu stale, %zu skipped", totals->outcomes[SFR_PASS],
            totals->standings[SFR_STANDS_KNOWN], totals->standings[SFR_STANDS_UNEXPECTED],
            totals->standings[SFR_STANDS_STALE] + run->num_unmatched, totals->outcomes[SFR_SKIPPED]);
    if (totals->standings[SFR_STANDS_SHOWN] > 0)
        fprintf(out, ", %zu gate nothing", totals->standings[SFR_STANDS_SHOWN]);
    static const char *const words[] = {
        "conforms, but for the known failures", "does not conform", "the known-failure file is stale",
        "", "", "nothing ran",
    };
    const int status = sfr_run_status(run, totals);
    fprintf(out, ": %s\n", status == 0 && totals->standings[SFR_STANDS_KNOWN] == 0 ? "conforms" : words[status]);
}
