/* SPDX-License-Identifier: MIT */
/* Mutants: one wrong field in a valid section. */
#ifndef GEN_MUTANTS_H
#define GEN_MUTANTS_H

#include "made_case.h"
#include "spoil.h"

/* Draws one change of one field of `parent` by plan->seed, with the class and range of its fault.
   */
bool gen_mutate(struct gen_pool *pool, const struct gen_case *parent, struct gen_plan *plan);

/* The change of the plan, and the fault that follows. */
void gen_plan_spoil(struct gen_pool *pool, struct gen_plan *plan, const struct gen_spoil *spoil);

#endif
