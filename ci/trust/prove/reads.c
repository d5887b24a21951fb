/* SPDX-License-Identifier: MIT */
/*
 * What CBMC proves about one read, in a section of any size, which sfr_open() opened:
 * - sfr_read_fde() puts a function that it can read into the FRE sub-section;
 * - sfr_next_fre() moves on by a row of 2 to 65 bytes that ends in the sub-section, or stays where it is.
 * So a walk ends after at most half as many rows as the sub-section has bytes. judged.c and find_row.c assume
 * the same of the rows that they are given.
 */
#include "any.h"
#include "bytes.h"
#include "internal.h"

static struct sfr_section opened(void)
{
    const size_t size = nondet_u64();
    struct sfr_section s;

    given(size <= UINT64_MAX >> 16); /* what CBMC's pointers can address */
    const uint8_t *const data = malloc(size);
    given(data != NULL);
    given(sfr_open(&s, data, size, nondet_u64(), PROFILE, NULL) == SFR_FAULT_NONE);
    return s;
}

static void function(const struct sfr_section *s)
{
    struct sfr_fde fde;

    if (sfr_read_fde(s, nondet_u32(), &fde) != SFR_FAULT_NONE)
        return;
    reached("a function");
    assert(s->fre_start <= fde.fre_pos && fde.fre_pos <= s->fre_end);
    assert(fde.fre_pos != 0);
    assert(fde.pc_type <= SFR_FDE_PCTYPE_MASK);
    assert(s->profile == SFR_PROFILE_V3 || fde.fde_type == SFR_FDE_TYPE_DEFAULT);
}

static void row(const struct sfr_section *s)
{
    struct sfr_fre_cursor c = {
        .section = s, .pos = nondet_u64(), .next = nondet_u32(), .count = nondet_u32(), .fre_type = nondet_u8()
    };
    const uint64_t pos = c.pos;
    const uint32_t next = c.next;
    struct sfr_fre fre;
    bool more;

    given(s->fre_start <= pos && pos <= s->fre_end);
    const enum sfr_fault fault = sfr_next_fre(&c, &fre, &more);
    if (fault != SFR_FAULT_NONE || !more) {
        assert(c.pos == pos && c.next == next);
        return;
    }
    reached("a row");
    assert(next < c.count && c.next == next + 1);
    assert(fre.pos == pos && fre.index == next && fre.num_words <= SFR_MAX_WORDS);
    assert(fre.size >= 2 && fre.size <= 4 + 1 + 4 * SFR_MAX_WORDS);
    assert(c.pos == pos + fre.size && c.pos <= s->fre_end);
}

int main(void)
{
    const struct sfr_section s = opened();

    function(&s);
    row(&s);
    return 0;
}
