/* SPDX-License-Identifier: MIT */
/*
 * try.h - tries many changed seeds in process, without an engine.
 *
 * Seed, number and seed files make the same input everywhere. An input that ends the child, in which all
 * are tried, or that takes more than ten CPU seconds is a find: it is kept as NAME-SEED-NUMBER.input.
 * With its number as --first and --mutate 1 it is made again.
 */
#ifndef FUZZ_TRY_H
#define FUZZ_TRY_H

#include <stddef.h>
#include <stdint.h>

struct fuzz_try {
    uint64_t count, first, seed;
    uint64_t most;    /* end after so many finds */
    const char *keep; /* the folder of the finds */
    struct fuzz_seed {
        uint8_t *data;
        size_t size;
    } * seeds;
    size_t num_seeds;
};

/* Adds a seed, which it takes from malloc(). One that is empty or larger than FUZZ_MAX_INPUT is left out. */
void fuzz_try_add(struct fuzz_try *t, uint8_t *data, size_t size);

/* Prints each find, then how many inputs got past the first parser. Returns the exit status: 0 no finds, 1 finds, 2 not
   all were tried. */
int fuzz_try_all(const struct fuzz_try *t);

#endif
