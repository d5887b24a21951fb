/* SPDX-License-Identifier: MIT */
/* results.h - results.jsonl, from which every report can be made: a header object, one object for each case, a
   summary. */
#ifndef SFR_CONFORMANCE_RESULTS_H
#define SFR_CONFORMANCE_RESULTS_H

#include <stdio.h>

#include "run.h"

/* A results file that is being written, as `NAME.part` until it is whole. */
struct sfr_results {
    char *path, *part;
    FILE *file;
    size_t num_cases;
};

/* Starts FOLDER/results.jsonl with its header; the folder is made if it is not there. */
bool sfr_results_open(struct sfr_results *results, const char *folder, const struct sfr_run *run,
                      struct sfr_error *error);
/* Adds case `index` of the run and hands it to the system, so that it outlives the runner. */
void sfr_results_add(struct sfr_results *results, const struct sfr_run *run, size_t index);
/* Adds the summary and gives the file its name. `complete` is false for an interrupted run. Returns false and *error if
   anything could not be written; what there is stays in the .part file. */
bool sfr_results_close(struct sfr_results *results, const struct sfr_run *run, const struct sfr_totals *totals,
                       bool complete, int status, struct sfr_error *error);

const char *sfr_standing_name(enum sfr_standing standing);

#endif
