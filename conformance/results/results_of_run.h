/* SPDX-License-Identifier: MIT */
/*
 * results_of_run.h - fills results from a run.
 *
 * The run, its corpus and its configuration must outlive the results, which point into them.
 */
#ifndef SFC_RESULTS_OF_RUN_H
#define SFC_RESULTS_OF_RUN_H

#include "results.h"

/* The text as a results file has it: bytes that are not UTF-8 become U+FFFD. */
const char *sfc_results_clean(struct sfc_results *results, const char *text);
/* Fills results->provenance. */
void sfc_results_take_provenance(struct sfc_results *results, const struct sfc_run *run);
/* What is known before the first case runs. */
void sfc_results_begin_run(struct sfc_results *results, const struct sfc_run *run);
/* Case `index` of the run, which has its result. */
void sfc_results_take_case(struct sfc_results *results, const struct sfc_run *run, size_t index);
/* The summary. `complete` is false for an interrupted run. */
void sfc_results_end_run(struct sfc_results *results, const struct sfc_run *run, bool complete, int status);

#endif
