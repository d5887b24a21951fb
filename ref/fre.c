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
    return sfr_walk_fre(c, fre, more);
}
