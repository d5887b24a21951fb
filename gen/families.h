/* SPDX-License-Identifier: MIT */
/* Cases that are made from other cases by rule: cut at every length, changed in one field, or rebuilt from a model. */
#ifndef GEN_FAMILIES_H
#define GEN_FAMILIES_H

#include "case_file.h"
#include "corpus.h"

/* The longest parent that is cut at every length. */
enum { GEN_MAX_TRUNCATIONS = 512 };

/* Most cases that one plan of a recipe makes. */
size_t gen_family_size(const struct gen_recipe *recipe);

/* The plans that a plan with `truncations:` or `mutate:` stands for: their changes, classes and ranges. A plan of
   neither stands for itself. */
bool gen_expand(struct gen_pool *pool, const struct gen_plan *plan, const struct gen_case *parent,
                struct gen_plan **plans, size_t *count, struct gen_error *error);

/* The clause that a fault offends in a target, the first of those the register names; NULL if there is none. */
const char *gen_offended(struct gen_pool *pool, const struct gen_fault *fault, struct gen_target target);

/* A case that is not rejected, by profile, ABI and "area/name"; NULL if there is none. */
const struct gen_case *gen_find_made(const struct gen_corpus *corpus, struct gen_target target, const char *id_tail);

/* Pseudo-random numbers (xorshift64*), the same on every machine. */
struct gen_random {
    uint64_t state;
};
struct gen_random gen_seed(uint64_t seed);
/* From 0 to `count` - 1. */
uint64_t gen_draw(struct gen_random *random, uint64_t count);

/* One change of one field of `parent`, drawn by plan->seed, with the class and range that must come of it. */
bool gen_mutate(struct gen_pool *pool, const struct gen_case *parent, struct gen_plan *plan, struct gen_error *error);

#endif
