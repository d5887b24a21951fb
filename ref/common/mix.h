/* SPDX-License-Identifier: MIT */
/* mix.h - numbers that look random: the same seed gives the same ones on every machine. */
#ifndef SFR_MIX_H
#define SFR_MIX_H

#include <stdint.h>

/* The next number of a sequence, of which `*state` is the seed at first (splitmix64). */
static inline uint64_t sfr_mix_next(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

#endif
