/* SPDX-License-Identifier: MIT */
/*
 * What CBMC proves about one function of at most ROWS rows whose starts increase, for every offset that a PC
 * may have: the look-up finds the row that the text defines, or none. That is the row with the greatest start
 * of those that apply (2.3.3.1, 2.4). The rows are any that reads.c and judged.c allow. The offset is the
 * distance from the function's start, or for PCMASK its remainder; that division is not proved.
 */
#include "any_rows.h"

#include "find.c"

static struct sfr_fde any_function(const struct sfr_section *s)
{
    struct sfr_fde fde;

    given(fde.pc_type <= SFR_FDE_PCTYPE_MASK);
    given(fde.sfde_func_num_fres <= ROWS);
    given(SFR_HEADER_SIZE <= s->fre_start && s->fre_start <= s->fre_end && s->fre_end <= s->size);
    given(s->fre_start <= fde.fre_pos && fde.fre_pos <= s->fre_end);
    make_any_rows(fde.fre_pos, s->fre_end);
    for (uint32_t i = 0; i < ROWS; i++) {
        given(i >= fde.sfde_func_num_fres || any_rows[i].fault == SFR_FAULT_NONE);
        given(i == 0 || i >= fde.sfde_func_num_fres
              || any_rows[i].fre.sfre_start_address > any_rows[i - 1].fre.sfre_start_address);
    }
    return fde;
}

/* 2.3.3.1: a PCINC row applies from its start on, and a PCMASK row likewise, within a block. In version 1
   (1.3.2) the PC is masked with the row's start. */
static bool applies(const struct sfr_fde *fde, uint64_t offset, uint64_t start)
{
    if (fde->pc_type == SFR_FDE_PCTYPE_MASK && PROFILE == SFR_PROFILE_V1)
        return start <= (offset & start);
    return start <= offset;
}

int main(void)
{
    const uint64_t offset = nondet_u64();
    struct sfr_section s;
    struct sfr_fre match;
    uint32_t wanted = ROWS;

    s.data = NULL;
    s.profile = PROFILE;
    const struct sfr_fde fde = any_function(&s);
    for (uint32_t i = 0; i < fde.sfde_func_num_fres; i++) {
        if (applies(&fde, offset, any_rows[i].fre.sfre_start_address))
            wanted = i;
    }
    const enum sfr_found found = last_matching_fre(&s, &fde, offset, &match);
    assert(found == (wanted == ROWS ? SFR_FOUND_NO_FRE : SFR_FOUND));
    assert(found == SFR_FOUND_NO_FRE || match.index == wanted);
    if (wanted > 0 && wanted < ROWS)
        reached("a row after the first");
    return 0;
}
