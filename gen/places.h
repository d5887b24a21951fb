/* SPDX-License-Identifier: MIT */
/* places.h - where the recipes are if the command line does not say. */
#ifndef GEN_PLACES_H
#define GEN_PLACES_H

#include "base.h"

/* The folder of recipes in a source tree, seen from its top. */
#define GEN_SOURCE_RECIPES "gen/recipes"

/* GEN_SOURCE_RECIPES if the current folder has it, else the folder that was installed with this program. */
const char *gen_recipes_folder(struct gen_pool *pool);

#endif
