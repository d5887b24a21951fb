/* SPDX-License-Identifier: MIT */
/* SFrame FRE: the rows of one function, for callers of the library. */
#include "fre_walk.h"

void sfr_fres(struct sfr_fre_cursor *c, const struct sfr_section *s, const struct sfr_fde *fde)
{
    *c = (struct sfr_fre_cursor){
        .section = s,
        .pos = fde->fre_pos,
        .count = fde->sfde_func_num_fres,
        .fre_type = fde->fre_type,
    };
}

enum sfr_fault sfr_next_fre(struct sfr_fre_cursor *c, struct sfr_fre *fre, bool *more)
{
    *more = c->next < c->count;
    if (!*more)
        return SFR_FAULT_NONE;
    struct sfr_bytes b = sfr_fre_bytes(c->section, c->pos);
    const enum sfr_fault fault = sfr_walk_fre(&b, c->fre_type, c->next, fre);
    if (fault == SFR_FAULT_NONE) {
        c->pos = b.pos;
        c->next++;
    }
    return fault;
}
