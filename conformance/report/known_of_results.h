/* SPDX-License-Identifier: MIT */
/* known_of_results.h - the known-failure file of one implementation from its results. */
#ifndef SFC_KNOWN_OF_RESULTS_H
#define SFC_KNOWN_OF_RESULTS_H

#include "known_write.h"
#include "results.h"

/* The answers of several runs of one implementation with one corpus and gate, by id, each failure
   with its cause. The caller sets the other members of the source. Free with
   sfc_known_source_free(), before the results. On failure *error names the file. */
bool sfc_known_source_take(struct sfc_known_source *source, const struct sfc_results *runs, size_t num_runs,
                           struct sfc_error *error);
void sfc_known_source_free(struct sfc_known_source *source);

#endif
