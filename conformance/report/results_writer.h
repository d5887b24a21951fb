/* SPDX-License-Identifier: MIT */
/* results_writer.h - writes results.jsonl, from which every report is made: a header object, one object for each case, a
   summary. */
#ifndef SFC_RESULTS_WRITER_H
#define SFC_RESULTS_WRITER_H

#include <stdio.h>

#include "results.h"

/* Results that are being written, as `NAME.part` and in the order in which they come, and the results made of the same
   lines. The whole file is sorted. */
struct sfc_results_writer {
    char *path, *part; /* NULL: nothing is written, the results is all there is */
    FILE *file;
    struct sfc_buffer header; /* the first line */
    int why;                  /* errno of the first write that failed; after it nothing is written any more */
    struct sfc_results results;
};

/* Starts FOLDER/results.jsonl with its header; the folder is made if it is not there. Without a folder (NULL), nothing
   is written. */
bool sfc_results_writer_open(struct sfc_results_writer *writer, const char *folder, const struct sfc_run *run,
                             struct sfc_error *error);
/* Adds case `index` of the run and hands it to the system, so that it outlives the runner. Returns false and *error
   if that failed. */
bool sfc_results_writer_add(struct sfc_results_writer *writer, const struct sfc_run *run, size_t index,
                            struct sfc_error *error);
/* Adds the summary, and writes the same lines sorted by id under the file's own name in place of the .part file.
   `complete` is false for an interrupted run. Returns false and *error if anything could not be written; what there is
   stays in the .part file. */
bool sfc_results_writer_close(struct sfc_results_writer *writer, const struct sfc_run *run,
                              const struct sfc_totals *totals, bool complete, int status, struct sfc_error *error);
/* Frees the results and what sfc_results_writer_close() was not called for. */
void sfc_results_writer_free(struct sfc_results_writer *writer);

#endif
