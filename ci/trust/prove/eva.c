/* SPDX-License-Identifier: MIT */
/*
 * What Frama-C Eva analyses: reading, judging or look-up of a section of every length from SHORTEST
 * to LONGEST, of every content, at every address. The section ends where its object ends, so a read
 * of one byte too many is outside of it.
 */
#include "__fc_builtin.h"
#include "bytes.h"
#include "check.h"

#define ANY_PROFILE (enum sfr_profile) Frama_C_interval(SFR_PROFILE_AUTO, SFR_PROFILE_V3)

static uint8_t object[LONGEST];

static uint64_t any_u64(void)
{
    const uint64_t high = Frama_C_unsigned_int_interval(0, UINT32_MAX);
    return high << 32 | Frama_C_unsigned_int_interval(0, UINT32_MAX);
}

static bool any_bool(void)
{
    return Frama_C_interval(0, 1) != 0;
}

/* ---- A loop over all functions is one round for any function, in any state that earlier rounds leave ---- */

static bool any_function(const struct sfr_section *s, uint32_t *index)
{
    *index = Frama_C_unsigned_int_interval(0, UINT32_MAX);
    return *index < s->hdr.sfh_num_fdes;
}

/* The members that judging functions writes may have any value. Nothing reads the first violation.
   run_judge() shows that the pointers do not change, and only check.c writes the limit. */
static void judge_any_functions(struct sfr_checker *c)
{
    c->verdict.violations = any_u64();
    c->verdict.doubts = any_u64();
    c->num_fres = any_u64();
    c->fre_bytes = any_u64();
    c->all_counted = any_bool();
    c->all_walked = any_bool();
    c->gave_up = any_bool();
    c->any_before = any_bool();
    c->distance = sfr_signed64(any_u64());
    c->end = sfr_signed64(any_u64());
}

#ifdef ANY_FUNCTIONS
void sfr_check_fde(struct sfr_checker *c, uint32_t index)
{
    (void)index;
    judge_any_functions(c);
}
#endif

/* ---- Properties ---- */

/* Reads every row of a function, with its rules. */
static void walk_rows(const struct sfr_section *s, const struct sfr_fde *fde)
{
    struct sfr_fre_cursor c;
    struct sfr_fre fre = { 0 };
    struct sfr_rules rules;
    bool more;

    sfr_fres(&c, s, fde);
    while (sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more) {
        if (sfr_read_rules(s, fde, &fre, &rules) == SFR_FAULT_NONE)
            Frama_C_show_each_walked(s->size);
    }
}

static void run_walk(const uint8_t *data, size_t size)
{
    struct sfr_section s;
    struct sfr_finding why;
    struct sfr_fde fde;
    uint32_t index;

    if (sfr_open(&s, data, size, any_u64(), PROFILE, &why) != SFR_FAULT_NONE)
        return;
    if (any_function(&s, &index) && sfr_read_fde(&s, index, &fde) == SFR_FAULT_NONE)
        walk_rows(&s, &fde);
}

static void run_judge(const uint8_t *data, size_t size)
{
    struct sfr_section s;
    struct sfr_checker c = { .s = &s, .fre_limit = any_u64() };
    uint32_t index;

    if (sfr_open(&s, data, size, any_u64(), PROFILE, NULL) != SFR_FAULT_NONE)
        return;
    judge_any_functions(&c);
    if (!any_function(&s, &index))
        return;
    sfr_check_fde(&c, index);
    //@ assert c.s == &s && c.report == \null && c.ctx == \null;
    Frama_C_show_each_judged(size);
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

/* Replaces nothing. For one profile at a time, this shows that what the other properties rely on can
   happen. */
static void run_whole(const uint8_t *data, size_t size)
{
    run_walk(data, size);
    run_check(data, size);
    run_find(data, size);
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
