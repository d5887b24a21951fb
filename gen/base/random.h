/* SPDX-License-Identifier: MIT */
/* Pseudo-random numbers (xorshift64*), the same on every machine. */
#ifndef GEN_RANDOM_H
#define GEN_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct gen_random {
    uint64_t state;
};
struct gen_random gen_seed(uint64_t seed);
/* From 0 to `count` - 1. */
uint64_t gen_draw(struct gen_random *random, uint64_t count);
/* Every order of the `count` items of `size` bytes is equally likely. */
void gen_shuffle(struct gen_random *random, void *list, size_t count, size_t size);
/* Of one item with another, or with itself. */
void gen_swap(void *a, void *b, size_t size);

#endif
