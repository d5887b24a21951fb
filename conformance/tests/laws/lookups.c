/* SPDX-License-Identifier: MIT */
/* Compares look-ups with the rows of the function, read one by one, in every section that can be
   opened. */
#include "subject.h"

enum { MAX_LOOKED_UP = 64 };

/* The offset that row starts are compared with: in the function, or in a block. False if there
   is no block. */
static bool offset_of(const struct subject *s, const struct sfr_fde *fde, uint64_t pc, uint64_t *offset)
{
    const bool blocks = fde->pc_type == SFR_FDE_PCTYPE_MASK && s->profile != SFR_PROFILE_V1;

    *offset = pc - fde->start;
    if (blocks && fde->sfde_func_rep_size > 0)
        *offset %= fde->sfde_func_rep_size;
    return !blocks || fde->sfde_func_rep_size > 0;
}

/* Whether a row matches: by its mask in version 1, else by its start. */
static bool row_matches(const struct subject *s, const struct sfr_fde *fde, uint64_t offset, uint32_t start)
{
    const bool masks = fde->pc_type == SFR_FDE_PCTYPE_MASK && s->profile == SFR_PROFILE_V1;
    return masks ? (offset & start) >= start : start <= offset;
}

/* The answer by the rows up to the first one after the offset, and the index of the row. */
static enum sfr_found expect_row(const struct subject *s, const struct sfr_fde *fde, uint64_t pc, uint32_t *index)
{
    struct sfr_fre_cursor cursor;
    struct sfr_fre fre, match = { .index = SFR_NO_INDEX };
    struct sfr_rules rules;
    uint64_t offset;
    bool more = true;

    if (fde->fre_pos == 0)
        return SFR_FOUND_BAD;
    if (s->profile == SFR_PROFILE_V3 && fde->sfde_func_num_fres == 0 && fde->fde_type == SFR_FDE_TYPE_DEFAULT
        && !fde->signal_p)
        return SFR_FOUND_OUTERMOST;
    if (!offset_of(s, fde, pc, &offset))
        return SFR_FOUND_BAD;
    sfr_fres(&cursor, &s->section, fde);
    while (more) {
        if (sfr_next_fre(&cursor, &fre, &more) != SFR_FAULT_NONE)
            return SFR_FOUND_BAD;
        if (!more || fre.sfre_start_address > offset)
            break;
        if (row_matches(s, fde, offset, fre.sfre_start_address))
            match = fre;
    }
    if (match.index == SFR_NO_INDEX)
        return SFR_FOUND_NO_FRE;
    *index = match.index;
    return sfr_read_rules(&s->section, fde, &match, &rules) == SFR_FAULT_NONE ? SFR_FOUND : SFR_FOUND_BAD;
}

static void check_pc(struct subject *s, uint64_t pc)
{
    struct sfr_hit hit = { .fre = { .index = SFR_NO_INDEX } };
    uint32_t index = SFR_NO_INDEX;

    hit.rules.mangled_ra_p = true;
    const enum sfr_found found = sfr_find(&s->section, pc, &hit);
    if (found == SFR_FOUND_NO_FDE)
        return;
    require(s, pc - hit.fde.start < hit.fde.sfde_func_size, "0x%llx is not in the function found",
            (unsigned long long)pc);
    require(s, found == expect_row(s, &hit.fde, pc, &index), "the rows give another answer for 0x%llx",
            (unsigned long long)pc);
    require(s, found != SFR_FOUND || hit.fre.index == index, "row %u is found for 0x%llx, not %u",
            (unsigned)hit.fre.index, (unsigned long long)pc, (unsigned)index);
    require(s, found != SFR_FOUND_OUTERMOST || !hit.rules.mangled_ra_p, "a missing return address is mangled");
}

void check_lookups(struct subject *s)
{
    const uint32_t count = s->section.hdr.sfh_num_fdes;

    for (uint32_t i = 0; i < count && i < MAX_LOOKED_UP && s->why[0] == '\0'; i++) {
        struct sfr_fde fde;
        sfr_read_fde(&s->section, i, &fde);
        check_pc(s, fde.start);
        check_pc(s, fde.start + fde.sfde_func_size / 2);
        check_pc(s, fde.start + fde.sfde_func_size - 1);
    }
}
