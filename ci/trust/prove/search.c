/* SPDX-License-Identifier: MIT */
/*
 * What CBMC proves about a table of FUNCTIONS functions that is sorted and in which no two overlap
 * (empty functions may be anywhere), at any address, for every PC: both searches find the function that the
 * text defines, or none. That is the last one that starts at or below the PC and ends above it.
 *
 * The table is bytes, which the real reader reads; their number and place are those of PROFILE.
 */
#include "any.h"
#include "fde_start.h"

#define ENTRY (PROFILE == SFR_PROFILE_V1 ? 17 : PROFILE == SFR_PROFILE_V3 ? 16 : 20)

static uint8_t bytes[SFR_HEADER_SIZE + FUNCTIONS * 20];
static struct sfr_fde functions[FUNCTIONS];

static struct sfr_section any_table(void)
{
    struct sfr_section s;

    for (size_t i = 0; i < sizeof(bytes); i++)
        bytes[i] = nondet_u8();
    s.data = bytes;
    s.profile = PROFILE;
    s.hdr.sfh_num_fdes = FUNCTIONS;
    given(s.hdr.sfp_flags & SFR_F_FDE_SORTED);
    s.fde_size = ENTRY;
    s.hdr_end = s.fde_start = SFR_HEADER_SIZE;
    s.fde_end = s.fre_start = s.fre_end = s.size = sizeof(bytes);
    return s;
}

/* What sfr_check() demands of the functions of an accepted section (not-sorted, func-range-wraps), and that
   they do not overlap, which it only doubts (func-overlap). */
static void given_order(const struct sfr_section *s)
{
    int64_t end = INT64_MIN;

    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        struct sfr_fde *const fde = &functions[i];
        sfr_read_fde(s, i, fde);
        given(!fde->distance_wraps && fde->distance <= INT64_MAX - (int64_t)fde->sfde_func_size);
        given(i == 0 || fde->distance >= functions[i - 1].distance);
        given(fde->sfde_func_size == 0 || fde->distance >= end);
        if (end < fde->distance + (int64_t)fde->sfde_func_size)
            end = fde->distance + (int64_t)fde->sfde_func_size;
    }
}

/* 2.4 and AMB-016: a function is the addresses from its start on, without wrap. */
static bool covers(const struct sfr_fde *fde, uint64_t pc)
{
    const uint64_t size = fde->sfde_func_size;
    return fde->start <= pc && size != 0 && (size - 1 >= pc - fde->start);
}

int main(void)
{
    const struct sfr_section s = any_table();
    const uint64_t pc = nondet_u64();
    struct sfr_fde by_search, by_scan;
    uint32_t wanted = FUNCTIONS;

    given_order(&s);
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        if (covers(&functions[i], pc))
            wanted = i;
    }
    const bool found = sfr_find_fde_search(&s, pc, &by_search);
    assert(found == (wanted < FUNCTIONS));
    assert(!found || by_search.index == wanted);
    assert(sfr_find_fde_scan(&s, pc, &by_scan) == found);
    assert(!found || by_scan.index == wanted);
    if (found && wanted == FUNCTIONS - 1 && (FUNCTIONS == 1 || functions[0].sfde_func_size == 0))
        reached("the last function, after an empty one");
    return 0;
}
