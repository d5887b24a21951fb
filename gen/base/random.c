/* SPDX-License-Identifier: MIT */
/* Pseudo-random numbers (xorshift64*), the same on every machine. */
#include "random.h"

struct gen_random gen_seed(uint64_t seed)
{
    struct gen_random random = { seed * 0x9e3779b97f4a7c15U | 1U };
    for (int i = 0; i < 8; i++)
        gen_draw(&random, 2);
    return random;
}

uint64_t gen_draw(struct gen_random *random, uint64_t count)
{
    uint64_t x = random->state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    return (x * 0x2545f4914f6cdd1dU >> 11) % count;
}
