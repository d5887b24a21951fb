/* SPDX-License-Identifier: MIT */
/* Pseudo-random numbers (xorshift64*), the same on every machine. */
#ifndef GEN_RANDOM_H
#define GEN_RANDOM_H

#include <stdint.h>

struct gen_random {
    uint64_t state;
};
struct gen_random gen_seed(uint64_t seed);
/* From 0 to `count` - 1. */
uint64_t gen_draw(struct gen_random *random, uint64_t count);

#endif
