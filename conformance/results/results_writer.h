/* SPDX-License-Identifier: MIT */
/* results_writer.h - writes results.jsonl: a header object, one object for each case, a summary. */
#ifndef SFC_RESULTS_WRITER_H
#define SFC_RESULTS_WRITER_H

#include <stdio.h>

#include "results.h"

/* Results in memory, and the file `NAME.part` with their lines, in the order in which the cases
   ended. The final file is sorted. */
struct sfc_results_writer {
    char *path, *part; /* NULL: nothing is written */
    FILE *file;
    struct sfc_buffer header; /* the first line */
    int why;                  /* errno of the first write that failed; nothing is written after it */
    struct sfc_results results;
};

/* Starts FOLDER/results.jsonl with its header; makes the folder if there is none. Without a folder
   (NULL), nothing is written. The run must outlive the writer. */
bool sfc_results_writer_open(struct sfc_results_writer *writer, const char *folder, const struct sfc_run *run,
                             struct sfc_error *error);
/* Adds case `index` of the run and hands its line to the system, so that it outlives the runner.
   Returns false and *error if that failed. */
bool sfc_results_writer_add(struct sfc_results_writer *writer, size_t index, struct sfc_error *error);
/* Adds the summary, and replaces the .part file by the final one. Returns false and *error if anything could not be
   written; what there is stays in the .part file. */
bool sfc_results_writer_close(struct sfc_results_writer *writer, struct sfc_error *error);
/* Writes the file as it stays, the same however fast each case was: what is closed, to any path. */
bool sfc_results_write(const struct sfc_results_writer *writer, const char *path, struct sfc_error *error);
/* Frees the results, and closes the file of a writer that was not closed. */
void sfc_results_writer_free(struct sfc_results_writer *writer);

#endif
