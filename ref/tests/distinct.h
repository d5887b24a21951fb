/* SPDX-License-Identifier: MIT */
/* Which inputs are new: the corpus has many sections under several names. Included by tests. */
#ifndef SFR_TESTS_DISTINCT_H
#define SFR_TESTS_DISTINCT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct distinct {
    uint64_t *sums; /* open addressing; 0 is an empty slot */
    size_t cap, count;
};

/* Never 0. */
static inline uint64_t distinct_sum(const uint8_t *data, size_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325) ^ size;

    for (size_t i = 0; i < size; i++)
        sum = (sum ^ data[i]) * UINT64_C(0x100000001b3);
    return sum == 0 ? 1 : sum;
}

static inline bool distinct_insert(uint64_t *table, size_t cap, uint64_t sum)
{
    size_t i = (size_t)(sum % cap);
    while (table[i] != 0 && table[i] != sum)
        i = (i + 1) % cap;
    const bool is_new = table[i] == 0;
    table[i] = sum;
    return is_new;
}

/* Has this checksum not been added before? Adds it. */
static inline bool distinct_add(struct distinct *d, uint64_t sum)
{
    if (2 * (d->count + 1) > d->cap) {
        const size_t cap = 2 * d->cap + 4096;
        uint64_t *larger = calloc(cap, sizeof *larger);
        if (!larger) {
            printf("Bail out! no memory for checksums\n");
            fflush(stdout);
            _Exit(1);
        }
        for (size_t i = 0; i < d->cap; i++) {
            if (d->sums[i] != 0)
                distinct_insert(larger, cap, d->sums[i]);
        }
        free(d->sums);
        d->sums = larger;
        d->cap = cap;
    }
    const bool added = distinct_insert(d->sums, d->cap, sum);
    d->count += added;
    return added;
}

#endif
