/* SPDX-License-Identifier: MIT */
/* batch.h - some hundred random functions in a row: tried, and the finds among them shrunk and grouped. */
#ifndef SFC_BATCH_H
#define SFC_BATCH_H

#include "causes.h"

struct sfc_batch {
    uint64_t seed, from;
    size_t count;
    const struct sfc_known_causes *known;
    size_t num_wrong; /* functions */
    struct sfc_causes causes;
};
/* The same batch gives the same causes. A function that has the directives of a known crash is tried alone, so that
   the others need not be tried again. A crash is put down to the first cause whose directives the function has, and
   so are other finds of known causes, except in one function of eight. All others are shrunk. */
bool sfc_batch_run(struct sfc_batch *batch, struct sfc_trial *trial, struct sfc_error *error);

/* A find of one function that did not show itself again in a file of its own: looks for the other functions of its
   batch that it needs. *shown: they were found. */
bool sfc_batch_find_others(const struct sfc_batch *batch, struct sfc_trial *trial, struct sfc_find *find, bool *shown,
                           struct sfc_error *error);

#endif
