/* SPDX-License-Identifier: MIT */
/* check_recipe.h - what must hold of a recipe, for the harness `text` and the attack on recipes. */
#ifndef FUZZ_CHECK_RECIPE_H
#define FUZZ_CHECK_RECIPE_H

#include <stdbool.h>
#include <stddef.h>

/* Any text is refused with a reason or is a recipe. A valid recipe makes a section that the reference accepts, with
   the recipe's dump; the patch of a change undoes it. Ends the program if not. True if a plan was made of it. */
bool fuzz_check_recipe(const char *text, size_t len);

#endif
