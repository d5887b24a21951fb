/* SPDX-License-Identifier: MIT */
/* chance.h - the random choices of all mutators. The same seed makes the same choices on every machine. */
#ifndef FUZZ_CHANCE_H
#define FUZZ_CHANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mix.h"

struct fuzz_chance {
    uint64_t state;
};

static inline uint64_t fuzz_draw(struct fuzz_chance *c)
{
    return sfr_mix_next(&c->state);
}

static inline uint32_t fuzz_below(struct fuzz_chance *c, uint32_t count)
{
    return count == 0 ? 0 : (uint32_t)(fuzz_draw(c) % count);
}

static inline bool fuzz_one_in(struct fuzz_chance *c, uint32_t count)
{
    return fuzz_below(c, count) == 0;
}

/* Changes a number: to a near one, to an edge, by a bit, or to any. */
static inline uint64_t fuzz_changed(struct fuzz_chance *c, uint64_t value)
{
    static const uint64_t edges[] = {
        0,
        1,
        2,
        3,
        4,
        5,
        7,
        8,
        15,
        16,
        17,
        20,
        28,
        0x7f,
        0x80,
        0xff,
        0x100,
        0x7fff,
        0x8000,
        0xffff,
        0x10000,
        0x7fffffff,
        0x80000000,
        0xfffffff0,
        0xffffffff,
        UINT64_C(0x7fffffffffffffff),
        UINT64_C(0x8000000000000000),
        UINT64_MAX,
        UINT64_MAX - 27,
    };

    switch (fuzz_below(c, 4)) {
    case 0: return value + 1 + fuzz_below(c, 4);
    case 1: return value - 1 - fuzz_below(c, 4);
    case 2:
        return fuzz_one_in(c, 2) ? value ^ UINT64_C(1) << fuzz_below(c, 64) : value ^ UINT64_C(1) << fuzz_below(c, 8);
    default: return fuzz_one_in(c, 8) ? fuzz_draw(c) : edges[fuzz_below(c, sizeof edges / sizeof edges[0])];
    }
}

#endif
