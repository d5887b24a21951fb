/* SPDX-License-Identifier: MIT */
/* Which inputs are new: the corpus has many sections under several names. Included by tests. */
#ifndef SFR_TESTS_DISTINCT_H
#define SFR_TESTS_DISTINCT_H

#include <search.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct distinct {
    void *sums; /* a tree of tsearch() */
    size_t count;
};

static inline uint64_t distinct_sum(const uint8_t *data, size_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325) ^ size;

    for (size_t i = 0; i < size; i++)
        sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static inline int distinct_compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Has this checksum not been added before? Adds it. */
static inline bool distinct_add(struct distinct *d, uint64_t sum)
{
    uint64_t *const added = malloc(sizeof *added);
    if (added)
        *added = sum;
    uint64_t *const *const found = added ? (uint64_t *const *)tsearch(added, &d->sums, distinct_compare) : NULL;
    if (!found) {
        printf("Bail out! no memory for checksums\n");
        fflush(stdout);
        _Exit(1);
    }
    const bool is_new = *found == added;
    if (!is_new)
        free(added);
    d->count += is_new;
    return is_new;
}

#endif
