/* SPDX-License-Identifier: MIT */
/* produce_random.h - the random half of sframe-conform produce. */
#ifndef SFC_PRODUCE_RANDOM_H
#define SFC_PRODUCE_RANDOM_H

#include "text.h"

struct sfc_produce_random {
    const char *as, *path, *abi;
    const char *again;                      /* the command that repeats a run, up to its numbers */
    const char *known, *keep, *results;     /* known causes, a folder for the cases, a file; may be NULL */
    const char *count, *seed, *from, *jobs; /* as they were given; NULL: not */
};
/* An exit status. */
int sfc_produce_random(const struct sfc_produce_random *request);

#endif
