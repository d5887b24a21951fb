/* SPDX-License-Identifier: MIT */
/* report.h - what a person reads after a run. */
#ifndef SFR_CONFORMANCE_REPORT_H
#define SFR_CONFORMANCE_REPORT_H

#include <stdio.h>

#include "run.h"

/* How many cases of each area had each outcome. */
struct sfr_area_counts {
    const char *area;
    size_t outcomes[SFR_NUM_OUTCOMES], count;
};
/* One for each area that occurs, sorted by name. The caller frees it. */
struct sfr_area_counts *sfr_count_areas(const struct sfr_run *run, size_t *num_areas);

/* The console summary: a table of areas and outcomes, then what is unexpected or stale, each with its first differing
   line and the command that repeats it. At most `most` failures are shown (0: all). `colour`: with escape sequences. */
void sfr_report_text(FILE *out, const struct sfr_run *run, const struct sfr_totals *totals, size_t most, bool colour);

/* The same and the known failures by reason, as Markdown. */
void sfr_report_markdown(struct sfr_buffer *out, const struct sfr_run *run, const struct sfr_totals *totals,
                         bool complete);

/* One line of the Test Anything Protocol for each case: a known failure is a TODO, a stale entry a failure. */
void sfr_report_tap_case(FILE *out, const struct sfr_run *run, size_t index);
/* A line for each entry that matches no case, and the plan. */
void sfr_report_tap_end(FILE *out, const struct sfr_run *run);

#endif
