/* SPDX-License-Identifier: MIT */
/* results_sums.h - are the sums of a results file those of its lines? */
#ifndef SFC_RESULTS_SUMS_H
#define SFC_RESULTS_SUMS_H

#include "results.h"

/* An object of jansson. */
struct json_t;

/* Compares the summary of a file with the results, after sfc_results_prove(). False and *error, which names file, line
   and sum, if one differs. */
bool sfc_results_check_sums(const struct sfc_results *results, const struct json_t *summary, struct sfc_error *error);

#endif
