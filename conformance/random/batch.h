/* SPDX-License-Identifier: MIT */
/* batch.h - some hundred random functions in a row: tried, and the finds among them shrunk and grouped. */
#ifndef SFC_BATCH_H
#define SFC_BATCH_H

#include "causes.h"

struct sfc_batch {
    uint64_t seed, from;
    size_t count;
    size_t num_wrong; /* functions */
    struct sfc_causes causes;
};
/* The same batch gives the same causes. */
bool sfc_batch_run(struct sfc_batch *batch, struct sfc_trial *trial, struct sfc_error *error);

#endif
