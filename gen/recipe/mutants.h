/* SPDX-License-Identifier: MIT */
/* One wrong field in a section that is right. */
#ifndef GEN_MUTANTS_H
#define GEN_MUTANTS_H

#include "made_case.h"

/* One change of one field of `parent`, drawn by plan->seed, with the class and range that must come of it. */
bool gen_mutate(struct gen_pool *pool, const struct gen_case *parent, struct gen_plan *plan, struct gen_error *error);

#endif
