/* SPDX-License-Identifier: MIT */
/* The keys of recipes. */
#ifndef GEN_KEYS_H
#define GEN_KEYS_H

#include "recipe.h"

/* NULL for a name that is not a key. */
const struct gen_key *gen_find_key(const char *name, size_t len);
/* The names of all keys, for error texts. */
const char *gen_key_names(struct gen_pool *pool);

#endif
