/* SPDX-License-Identifier: MIT */
/*
 * What Frama-C Eva analyses: reading, judging or look-up of a section of every length from SHORTEST to LONGEST, of every
 * content, at every address. The section ends where its object ends, so that a read of one byte too many leaves it.
 */
#include "__fc_builtin.h"
#include "sfr.h"

static uint8_t object[LONGEST];

static uint64_t any_u64(void)
{
    const uint64_t high = Frama_C_unsigned_int_interval(0, UINT32_MAX);
    return high << 32 | Frama_C_unsigned_int_interval(0, UINT32_MAX);
}

/* Every row of a function, with its rules. */
static void walk_rows(const struct sfr_section *s, const struct sfr_fde *fde)
{
    struct sfr_fre_cursor c;
    struct sfr_fre fre = { 0 };
    struct sfr_rules rules;
    bool more;

    sfr_fres(&c, s, fde);
    while (sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more)
        sfr_read_rules(s, fde, &fre, &rules);
}

static void run_walk(const uint8_t *data, size_t size)
{
    struct sfr_section s;
    struct sfr_finding why;

    if (sfr_open(&s, data, size, any_u64(), PROFILE, &why) != SFR_FAULT_NONE)
        return;
    for (uint32_t i = 0; i < s.hdr.sfh_num_fdes; i++) {
        struct sfr_fde fde;
        if (sfr_read_fde(&s, i, &fde) == SFR_FAULT_NONE)
            walk_rows(&s, &fde);
    }
    Frama_C_show_each_walked(size);
}

static void run_check(const uint8_t *data, size_t size)
{
    if (sfr_check(data, size, any_u64(), PROFILE, NULL, NULL).accepted)
        Frama_C_show_each_accepted(size);
}

static void run_find(const uint8_t *data, size_t size)
{
    struct sfr_section s;
    struct sfr_hit hit = { 0 };

    if (sfr_open(&s, data, size, any_u64(), PROFILE, NULL) != SFR_FAULT_NONE)
        return;
    if (sfr_find(&s, any_u64(), &hit) == SFR_FOUND)
        Frama_C_show_each_found(size);
}

int main(void)
{
    Frama_C_make_unknown((char *)object, LONGEST);
    const size_t size = Frama_C_size_t_interval(SHORTEST, LONGEST);
    //@ split size;
    PROPERTY(object + (LONGEST - size), size);
    Frama_C_show_each_ended(size);
    return 0;
}
