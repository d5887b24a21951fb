/* SPDX-License-Identifier: MIT */
/* Tells steady growth from growth that ends. */
#include "growth.h"

enum { PARTS = 3, LEAST_STEPS = 2 };

void sfc_growth_add(struct sfc_growth *g, struct sfc_footprint now)
{
    if (now.process != g->process)
        *g = (struct sfc_growth){ .process = now.process };
    if (now.process != 0 && g->count < SFC_GROWTH_POINTS)
        g->bytes[g->count++] = now.bytes;
}

bool sfc_growth_exceeds(const struct sfc_growth *g, uint64_t limit, uint64_t *bytes, size_t *questions)
{
    const size_t steps = g->count > 0 ? (g->count - 1) / PARTS : 0, first = g->count - 1 - PARTS * steps;
    if (limit == 0 || steps < LEAST_STEPS)
        return false;
    for (size_t at = first; at + 1 < g->count; at += steps) {
        const uint64_t before = g->bytes[at], after = g->bytes[at + steps];
        if (after <= before || (after - before) / (steps * SFC_GROWTH_STEP) < limit)
            return false;
    }
    *bytes = g->bytes[g->count - 1] - g->bytes[first];
    *questions = PARTS * steps * SFC_GROWTH_STEP;
    return true;
}
