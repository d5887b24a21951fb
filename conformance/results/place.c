/* SPDX-License-Identifier: MIT */
/* Where the PC of a look-up lies. */
#include "cause.h"
#include "sfr.h"

const struct sfc_place_text sfc_places[SFC_NUM_PLACES] = {
    [SFC_PLACE_NONE] = { NULL, "a PC" },
    [SFC_PLACE_FIRST] = { "first", "the first byte of a function" },
    [SFC_PLACE_INSIDE] = { "inside", "a PC inside a function" },
    [SFC_PLACE_LAST] = { "last", "the last byte of a function" },
    [SFC_PLACE_END] = { "end", "the byte after a function" },
    [SFC_PLACE_BOUNDARY] = { "boundary", "the boundary of two functions" },
    [SFC_PLACE_GAP] = { "gap", "a PC between two functions" },
    [SFC_PLACE_BEFORE] = { "before", "a PC before all functions" },
    [SFC_PLACE_AFTER] = { "after", "a PC after all functions" },
};

/* What is true of a PC and any function. */
struct seen {
    bool first, inside, last, end, above, below;
};

static struct sfc_spot find(const struct sfr_section *section, uint64_t pc)
{
    struct sfc_spot spot = { SFC_PLACE_NONE, SFR_NO_INDEX };
    struct seen seen = { .first = false };
    struct sfr_fde fde;
    for (uint32_t i = 0; i < section->hdr.sfh_num_fdes; i++) {
        if (sfr_read_fde(section, i, &fde) != SFR_FAULT_NONE)
            return spot;
        const uint64_t at = pc - fde.start;
        const bool is_in = at < fde.sfde_func_size, is_first = at == 0 && is_in, is_last = at + 1 == fde.sfde_func_size;
        seen.first |= is_first;
        seen.last |= is_last;
        seen.inside |= is_in && !is_first && !is_last;
        seen.above |= fde.start < pc;
        seen.below |= fde.start > pc;
        if (at != fde.sfde_func_size)
            continue;
        seen.end = true;
        spot.ends = i;
    }
    spot.place = seen.first && seen.end     ? SFC_PLACE_BOUNDARY
                 : seen.first               ? SFC_PLACE_FIRST
                 : seen.last                ? SFC_PLACE_LAST
                 : seen.inside              ? SFC_PLACE_INSIDE
                 : seen.end                 ? SFC_PLACE_END
                 : seen.above && seen.below ? SFC_PLACE_GAP
                 : seen.above               ? SFC_PLACE_AFTER
                 : seen.below               ? SFC_PLACE_BEFORE
                                            : SFC_PLACE_NONE;
    return spot;
}

struct sfc_spot sfc_find_spot(const struct sfc_case *c, unsigned line)
{
    enum { FIRST_ROW = 2 };
    const struct sfc_spot none = { SFC_PLACE_NONE, SFR_NO_INDEX };
    const bool looks_up = c->op == SFC_OP_LOOKUP || c->op == SFC_OP_SEQUENCE;
    struct sfr_section section;
    if (!looks_up || line < FIRST_ROW || line - FIRST_ROW >= c->num_pcs)
        return none;
    const size_t i = line - FIRST_ROW;
    if (!sfc_case_open(c, c->in_second && c->in_second[i], &section))
        return none;
    return find(&section, c->pcs[i]);
}
