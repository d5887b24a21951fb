/* SPDX-License-Identifier: MIT */
/* Cases made from other cases by rule: cut at every length, changed in one field, or rebuilt from a model. */
#ifndef GEN_FAMILIES_H
#define GEN_FAMILIES_H

#include "made_case.h"
#include "spoil.h"

/* Makes the case of a plan that is whole. */
typedef bool gen_make_fn(void *ctx, const struct gen_plan *plan, const struct gen_case *parent);
/* Makes each plan that a plan with `truncations:`, `mutate:` or `faults:` is for, with changes, classes and ranges. Any
   other plan is made itself. Fails at the first that cannot be made. */
bool gen_expand(struct gen_pool *pool, const struct gen_plan *plan, const struct gen_case *parent, gen_make_fn *make,
                void *ctx);

/* The clauses that a fault breaks in a target. */
const char *gen_offended(struct gen_pool *pool, const struct gen_fault *fault, struct gen_target target);

/* Draws one change of one field of `parent` by plan->seed, with the class and range of its fault. */
bool gen_mutate(struct gen_pool *pool, const struct gen_case *parent, struct gen_plan *plan);

/* The changes of the plan, and the fault that follows. */
void gen_plan_spoil(struct gen_pool *pool, struct gen_plan *plan, const struct gen_spoil *spoil);

#endif
