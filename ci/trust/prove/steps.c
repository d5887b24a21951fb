/* SPDX-License-Identifier: MIT */
/*
 * What CBMC proves about a search in a table of less than 2^BITS functions, of any content: it halves the
 * table at most as often as the number of functions has bits, and it ends inside the table.
 */
#include "any.h"
#include "fde_start.h"

static uint32_t steps;

static int64_t any_distance(const struct sfr_section *s, uint32_t index)
{
    assert(index < s->hdr.sfh_num_fdes);
    steps++;
    return sfr_signed64(nondet_u64());
}
#define sfr_read_distance any_distance
#include "find.c"

int main(void)
{
    struct sfr_section s;
    const uint32_t n = s.hdr.sfh_num_fdes;

    given((uint64_t)n >> BITS == 0);
    assert(count_not_above(&s, sfr_signed64(nondet_u64())) <= n);
    assert(steps <= BITS && (steps == 0 || n >> (steps - 1) != 0));
    if (steps == BITS)
        reached("all steps");
    return 0;
}
