/* SPDX-License-Identifier: MIT */
/* What a recipe says for one target. */
#ifndef GEN_PLAN_H
#define GEN_PLAN_H

#include "recipe.h"

/* Fails with file and line where the recipe is not complete or contradicts itself. */
bool gen_make_plan(struct gen_pool *pool, const struct gen_recipe *recipe, const char *value, struct gen_target target,
                   struct gen_plan *plan, struct gen_error *error);

#endif
