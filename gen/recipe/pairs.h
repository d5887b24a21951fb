/* SPDX-License-Identifier: MIT */
/*
 * Sections in which every two features meet, and rejects in which every fault meets every feature, by the table
 * recipes/pairs.txt. For each profile and ABI there is one array of sections (gen/cover/).
 */
#ifndef GEN_PAIRS_H
#define GEN_PAIRS_H

#include "cover.h"
#include "families.h"

enum { GEN_NUM_FAMILIES = 3 /* of ABIs: both byte orders of AArch64 share an array */ };

/* A fault in a section of the array. */
struct gen_struck {
    size_t section;
    unsigned number; /* from 1, of the rejects with this fault */
    struct gen_spoil spoil;
};

/* The array of one profile and ABI, and its faults. */
struct gen_pairs_cell {
    struct gen_table table;
    struct gen_array array;
    /* By section, in the order of its functions: what was chosen for each. NULL: a plain function. */
    const struct gen_chosen_func ***placed; /* NULL: the array is not made yet */
    const struct gen_case **parents;        /* of the faults, by section; NULL: it is not struck yet */
    struct gen_struck *struck;
    size_t num_struck, cap_struck;
};
struct gen_pairs {
    struct gen_pool *pool;
    const char *file; /* of the table */
    struct gen_bytes text;
    struct gen_pairs_cell cells[GEN_NUM_PROFILES][GEN_NUM_FAMILIES];
};

/* The array for a target, made when it is first asked for. NULL: the table is wrong. */
struct gen_pairs_cell *gen_find_cell(struct gen_pairs *pairs, struct gen_target target, struct gen_error *error);
/* The target whose section it is: that of its byte order. */
struct gen_target gen_target_of(const struct gen_pairs_cell *cell, struct gen_target target, size_t section);

/* A stopped program whose trace goes through many rows of the plan's model. */
void gen_fill_machine(struct gen_pool *pool, struct gen_plan *plan);

/* Makes the rejects of one section: a plan for each. */
bool gen_strike(struct gen_pool *pool, const struct gen_plan *plan, const struct gen_case *parent, gen_make_fn *make,
                void *ctx);

#endif
