/* SPDX-License-Identifier: MIT */
/*
 * cover.h - the features that meet in sections, and the faults that strike them (recipes/pairs.txt); and a covering
 * array: sections of functions of rows, in which every two levels that apply together meet, and every three of strong
 * factors.
 *
 * A factor is what one section, function or row has one of, such as the width of a word; its levels are the values.
 * Faults are levels too, of factors that no section has, so that lists of levels may name them.
 * Levels meet in a row with its function and section, or where there is no row, in a function with its section.
 */
#ifndef GEN_COVER_H
#define GEN_COVER_H

#include "names.h"

enum { GEN_MAX_LEVELS = 128, GEN_MAX_FACTORS = 40 };

/* A set of levels, by number. */
struct gen_set {
    uint64_t bits[GEN_MAX_LEVELS / 64];
};
static inline struct gen_set gen_with(struct gen_set set, unsigned level)
{
    set.bits[level / 64] |= (uint64_t)1 << level % 64;
    return set;
}

static inline struct gen_set gen_pair(unsigned one, unsigned other)
{
    return gen_with(gen_with((struct gen_set){ { 0 } }, one), other);
}

static inline bool gen_has(struct gen_set set, unsigned level)
{
    return set.bits[level / 64] >> level % 64 & 1;
}

static inline struct gen_set gen_join(struct gen_set a, struct gen_set b)
{
    for (unsigned i = 0; i < GEN_MAX_LEVELS / 64; i++)
        a.bits[i] |= b.bits[i];
    return a;
}

static inline struct gen_set gen_meet(struct gen_set a, struct gen_set b)
{
    for (unsigned i = 0; i < GEN_MAX_LEVELS / 64; i++)
        a.bits[i] &= b.bits[i];
    return a;
}

static inline struct gen_set gen_without(struct gen_set a, struct gen_set b)
{
    for (unsigned i = 0; i < GEN_MAX_LEVELS / 64; i++)
        a.bits[i] &= ~b.bits[i];
    return a;
}

static inline unsigned gen_size(struct gen_set set)
{
    unsigned count = 0;
    for (unsigned i = 0; i < GEN_MAX_LEVELS / 64; i++)
        for (uint64_t left = set.bits[i]; left; left &= left - 1)
            count++;
    return count;
}

enum gen_scope { GEN_OF_SECTION, GEN_OF_FUNCTION, GEN_OF_ROW, GEN_NUM_SCOPES };

struct gen_level {
    const char *name;
    unsigned factor;
    char **words; /* what a section with it has */
    size_t num_words;
    unsigned parts; /* functions of a section, or rows of a function, that it asks for; 0: it does not say */
    bool question;  /* it makes the section an open question */
};
struct gen_factor {
    const char *name;
    enum gen_scope scope;
    bool strong; /* also three at a time with two other strong factors */
    bool fault;
    unsigned first, end; /* its levels */
};
struct gen_table {
    struct gen_factor factors[GEN_MAX_FACTORS];
    struct gen_level levels[GEN_MAX_LEVELS];
    unsigned num_factors, num_levels;
    struct gen_set *nevers; /* levels that do not apply together */
    size_t num_nevers, cap_nevers;
};

/* The levels that one of `targets` has: those of one profile and ABI, in each byte order. Errors name `file` and the
   line. */
bool gen_read_table(struct gen_pool *pool, const char *file, struct gen_bytes text, const struct gen_target *targets,
                    size_t num_targets, struct gen_table *table, struct gen_error *error);

/* Do these levels apply together? */
bool gen_may_meet(const struct gen_table *table, struct gen_set set);

/* The level of that name; GEN_MAX_LEVELS: the table has none. */
unsigned gen_find_level_named(const struct gen_table *table, const char *name);

/* ---- The array ---- */

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
