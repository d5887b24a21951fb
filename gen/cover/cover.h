/* SPDX-License-Identifier: MIT */
/*
 * cover.h - a covering array: sections of functions of rows, in which every two levels that apply together meet, and
 * every three of strong factors.
 *
 * Levels meet in a row with its function and section, or where there is no row, in a function with its section.
 */
#ifndef GEN_COVER_H
#define GEN_COVER_H

#include "table.h"

/* Each has the levels of its own factors only. */
struct gen_chosen_func {
    struct gen_set levels;
    struct gen_set *rows;
    unsigned num_rows;
};
struct gen_chosen_section {
    struct gen_set levels;
    struct gen_chosen_func *funcs;
    unsigned num_funcs;
};
struct gen_array {
    struct gen_chosen_section *sections;
    size_t num_sections, cap_sections;
};

/* What must still meet: each level with which others, and each two of strong factors with which third ones. */
struct gen_unmet {
    const struct gen_table *table;
    struct gen_set two[GEN_MAX_LEVELS];
    struct gen_set three[GEN_MAX_LEVELS][GEN_MAX_LEVELS];
};

/* Greedy, from the seed alone. */
struct gen_array gen_make_array(struct gen_pool *pool, const struct gen_table *table, uint64_t seed);

/* All that applies together. */
void gen_start_meeting(struct gen_unmet *unmet, const struct gen_table *table);
/* All levels of a section meet. */
void gen_meet_all(struct gen_unmet *unmet, const struct gen_chosen_section *section);
/* How many twos and threes have not met. */
size_t gen_count_unmet(const struct gen_unmet *unmet);

#endif
