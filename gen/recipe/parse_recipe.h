/* SPDX-License-Identifier: MIT */
/* Splits the text of a recipe into lines with their keys and targets. */
#ifndef GEN_PARSE_RECIPE_H
#define GEN_PARSE_RECIPE_H

#include "recipe.h"

/* `path` is where the text came from, "AREA/NAME.recipe" below `prefix`. Fails at the first wrong
   line. */
bool gen_parse_recipe(struct gen_pool *pool, const char *prefix, const char *path, struct gen_bytes text,
                      struct gen_recipe *recipe, struct gen_error *error);

#endif
