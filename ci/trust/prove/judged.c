/* SPDX-License-Identifier: MIT */
/*
 * What CBMC proves about one function of at most ROWS rows, in a section of any size and a checker in any
 * state: if sfr_check_fde() finds no violation and stays below the limit of its walk, then the function can
 * be read, and so can every row of it and its rules; the rows lie in the FRE sub-section, one after the
 * other, and their starts increase. The function and its rows are any that reads.c allows. FRE_TYPE is the
 * type of the rows; 3 stands for all types that do not exist.
 *
 * Whatever the function is, judging it reads at most one row more than half the bytes that it counts, and
 * counts at most one attribute and one row more than the limit. accepted.c proves that no function is judged
 * once the limit is passed, so sfr_check() ends.
 */
#include "any_rows.h"
#include "check.h"

#include "check_fre.c"
#include "fre.c"

static struct sfr_fde function;
static enum sfr_fault function_fault;

enum sfr_fault sfr_read_fde(const struct sfr_section *s, uint32_t index, struct sfr_fde *fde)
{
    (void)s;
    (void)index;
    *fde = function;
    return function_fault;
}

static struct sfr_section any_opened(void)
{
    struct sfr_section s;

    s.data = NULL;
    s.profile = PROFILE;
    given(sfr_profile_has_abi(s.profile, s.hdr.sfh_abi_arch));
    given(s.size <= UINT64_MAX >> 8);
    given(SFR_HEADER_SIZE <= s.fre_start && s.fre_start <= s.fre_end && s.fre_end <= s.size);
    return s;
}

static void make_any_function(const struct sfr_section *s)
{
    struct sfr_fde fde;

    given(fde.pc_type <= SFR_FDE_PCTYPE_MASK);
    given(s->profile == SFR_PROFILE_V3 || fde.fde_type == SFR_FDE_TYPE_DEFAULT);
    given(fde.sfde_func_num_fres <= ROWS);
    fde.fre_type = FRE_TYPE;
    function_fault = nondet_bool()   ? SFR_FAULT_NONE
                     : nondet_bool() ? SFR_FAULT_FRE_OFFSET_OUT_OF_BOUNDS
                                     : SFR_FAULT_ATTRIBUTE_OUT_OF_BOUNDS;
    given(function_fault != SFR_FAULT_NONE || (s->fre_start <= fde.fre_pos && fde.fre_pos <= s->fre_end));
    function = fde;
}

static void read_rows(const struct sfr_section *s)
{
    struct sfr_fre_cursor c;
    struct sfr_rules rules;
    struct sfr_fre fre;
    int64_t previous = -1;
    uint64_t pos = function.fre_pos;
    bool more;

    sfr_fres(&c, s, &function);
    for (uint32_t i = 0; i < function.sfde_func_num_fres; i++) {
        assert(sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE);
        assert(more);
        assert(fre.pos == pos && fre.size <= s->fre_end - pos);
        pos += fre.size;
        assert(fre.sfre_start_address > previous);
        previous = fre.sfre_start_address;
        assert(sfr_read_rules(s, &function, &fre, &rules) == SFR_FAULT_NONE);
#if FRE_TYPE <= 2
        reached("a row");
#endif
    }
    sfr_next_fre(&c, &fre, &more);
    assert(!more);
}

int main(void)
{
    const struct sfr_section s = any_opened();
    struct sfr_checker c;

    c.s = &s;
    c.report = NULL;
    given(c.verdict.violations == 0);
    given(c.fre_limit <= (uint64_t)s.size * SFR_SHARED_RUN_LIMIT && c.fre_bytes <= c.fre_limit);
    make_any_function(&s);
    make_any_rows(function.fre_pos, s.fre_end);
    const uint64_t before = c.fre_bytes;
    sfr_check_fde(&c, nondet_u32());
    assert(rows_read <= (c.fre_bytes - before) / 2 + 1);
    assert(c.fre_bytes <= c.fre_limit + SFR_FDE_ATTR_SIZE_V3 + LONGEST_ROW);
    if (c.verdict.violations != 0 || c.fre_bytes > c.fre_limit) {
        reached("a function that is refused");
        return 0;
    }
    assert(function_fault == SFR_FAULT_NONE);
    read_rows(&s);
    return 0;
}
