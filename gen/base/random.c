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

void gen_swap(void *a, void *b, size_t size)
{
    for (unsigned char *one = a, *other = b; size > 0; size--, one++, other++) {
        const unsigned char kept = *one;
        *one = *other;
        *other = kept;
    }
}

void gen_shuffle(struct gen_random *random, void *list, size_t count, size_t size)
{
    for (size_t left = count; left > 1; left--)
        gen_swap((char *)list + size * (left - 1), (char *)list + size * gen_draw(random, left), size);
}
