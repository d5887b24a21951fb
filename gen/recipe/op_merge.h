/* SPDX-License-Identifier: MIT */
/* The op `merge`: two sections become one, as a linker makes it. */
#ifndef GEN_OP_MERGE_H
#define GEN_OP_MERGE_H

#include "made_case.h"

/* The question of sections with other fixed offsets. */
#define GEN_MERGE_POLICY "SFR-MERGE-FIXED"

/* Fails if the lines about a merge contradict each other or the rest of the recipe. */
bool gen_check_merge(const struct gen_plan *plan);

/* Adds the dump of the merged section, as readers of this view see it: the functions of both by their starts, with
   their rows, at the lower of the two addresses. Fails if functions overlap, if the format cannot hold the result, or
   if the recipe does not name the question that the fixed offsets raise. */
bool gen_dump_merged(struct gen_buf *out, const struct gen_case *made, const struct gen_view *view);

#endif
