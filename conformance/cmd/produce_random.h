/* SPDX-License-Identifier: MIT */
/* produce_random.h - the random half of sframe-conform produce. */
#ifndef SFC_PRODUCE_RANDOM_H
#define SFC_PRODUCE_RANDOM_H

#include "text.h"

struct sfc_produce_random {
    const char *as, *path, *abi;
    const char *toolchain, *bin;            /* for the command that repeats a find; may be NULL */
    const char *known, *keep;               /* known causes; a folder for the cases; may be NULL */
    const char *count, *seed, *from, *jobs; /* as they were given; NULL: not */
};
/* An exit status. */
int sfc_produce_random(const struct sfc_produce_random *request);

#endif
