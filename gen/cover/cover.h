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
    size_t num_struck; /* those that faults strike; the later ones repeat without an open question what has none */
};

/* Greedy, from the seed alone. What can meet in a section without an open question meets in one. */
struct gen_array gen_make_array(struct gen_pool *pool, const struct gen_table *table, uint64_t seed);

/* Does a level of the section, its functions or its rows make it an open question? */
bool gen_has_question(const struct gen_table *table, const struct gen_chosen_section *section);

#endif
