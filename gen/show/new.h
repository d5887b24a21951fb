/* SPDX-License-Identifier: MIT */
/* The start of a new recipe. */
#ifndef GEN_NEW_H
#define GEN_NEW_H

#include "base.h"

/* Is it AREA/NAME, both of a-z, 0-9, '-' and '.'? */
bool gen_is_recipe_name(const char *name);

/* Writes DIR/AREA/NAME.recipe, with commented lines to fill in. Fails, and changes nothing, if the
   file exists. */
bool gen_write_skeleton(struct gen_pool *pool, const char *dir, const char *name, struct gen_error *error);

#endif
