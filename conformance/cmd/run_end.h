/* SPDX-License-Identifier: MIT */
/* run_end.h - the end of a run: results.jsonl is finished, the reports are written, and the text is printed. */
#ifndef SFC_RUN_END_H
#define SFC_RUN_END_H

#include "results_writer.h"

struct sfc_ending {
    const char *report;      /* the folder for reports, or NULL */
    const char *write_known; /* the known-failure file to be written, or NULL */
    const char *corpus;      /* as the command line has it, or NULL */
    bool tap, all;
    size_t num_printed; /* TAP: how many lines there are */
};

/* The text is printed even if the files cannot be written. Returns the exit status. */
int sfc_end_run(const struct sfc_ending *ending, const struct sfc_run *run, struct sfc_results_writer *writer,
                struct sfc_error *error);

#endif
