/* SPDX-License-Identifier: MIT */
/* The op `unwind`: a stopped program and its frames by a model. */
#ifndef GEN_OP_UNWIND_H
#define GEN_OP_UNWIND_H

#include "recipe.h"

/* Why a trace ends. */
#define GEN_END_NAMES "outermost, no-fde, no-fre, bad-read, unsafe, limit"

/* Adds the document of the trace by `model`, the plan's own or another view of it, and by that of a second section
   (NULL: there is none) where it has no function. Fails if a PC lies in two functions, or if the reference's view does
   not end as the recipe expects. */
bool gen_unwind(struct gen_buf *out, const struct gen_plan *plan, const struct gen_model *model,
                const struct gen_model *second);

/* Fails if the program is incomplete, or the section rejected. */
bool gen_check_machine(const struct gen_plan *plan);

/* Adds the keys of a case file that describe the program. */
void gen_add_machine(struct gen_buf *out, const struct gen_plan *plan);

#endif
