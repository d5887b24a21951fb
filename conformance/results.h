/* SPDX-License-Identifier: MIT */
/* results.h - writes results.jsonl, from which every report is made: a header object, one object for each case, a
   summary. */
#ifndef SFR_CONFORMANCE_RESULTS_H
#define SFR_CONFORMANCE_RESULTS_H

#include <stdio.h>

#include "sheet.h"

/* Results that are being written, as `NAME.part` and in the order in which they come, and the sheet made of the same
   lines. The whole file is sorted. */
struct sfr_results {
    char *path, *part; /* NULL: nothing is written, the sheet is all there is */
    FILE *file;
    struct sfr_buffer header; /* the first line */
    int why;                  /* errno of the first write that failed; after it nothing is written any more */
    struct sfr_sheet sheet;
};

/* Starts FOLDER/results.jsonl with its header; the folder is made if it is not there. Without a folder (NULL), nothing
   is written. */
bool sfr_results_open(struct sfr_results *results, const char *folder, const struct sfr_run *run,
                      struct sfr_error *error);
/* Adds case `index` of the run and hands it to the system, so that it outlives the runner. Returns false and *error
   if that failed. */
bool sfr_results_add(struct sfr_results *results, const struct sfr_run *run, size_t index, struct sfr_error *error);
/* Adds the summary, and writes the same lines sorted by id under the file's own name in place of the .part file.
   `complete` is false for an interrupted run. Returns false and *error if anything could not be written; what there is
   stays in the .part file. */
bool sfr_results_close(struct sfr_results *results, const struct sfr_run *run, const struct sfr_totals *totals,
                       bool complete, int status, struct sfr_error *error);
/* Frees the sheet and what sfr_results_close() was not called for. */
void sfr_results_free(struct sfr_results *results);

const char *sfr_standing_name(enum sfr_standing standing);

#endif
