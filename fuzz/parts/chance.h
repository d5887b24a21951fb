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

/* Changes a number: to a near one, by a bit, to one near a power of two, where most limits are, or to any. */
static inline uint64_t fuzz_changed(struct fuzz_chance *c, uint64_t value)
{
    switch (fuzz_below(c, 4)) {
    case 0: return value + 1 + fuzz_below(c, 4);
    case 1: return value - 1 - fuzz_below(c, 4);
    case 2:
        return fuzz_one_in(c, 2) ? value ^ UINT64_C(1) << fuzz_below(c, 64) : value ^ UINT64_C(1) << fuzz_below(c, 8);
    default: return fuzz_one_in(c, 8) ? fuzz_draw(c) : (UINT64_C(1) << fuzz_below(c, 64)) - 2 + fuzz_below(c, 4);
    }
}

#endif
