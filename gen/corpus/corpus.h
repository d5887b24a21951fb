/* SPDX-License-Identifier: MIT */
/* From a folder of recipes to the cases and files of the corpus. */
#ifndef GEN_CORPUS_H
#define GEN_CORPUS_H

#include "case_file.h"

/* One case: a question about a section. */
struct gen_entry {
    const char *id;
    const struct gen_case *made;
    enum gen_op op;
};

struct gen_corpus {
    struct gen_recipe *recipes; /* also those with errors */
    size_t num_recipes, cap_recipes;
    struct gen_cases cases;
    struct gen_entry *entries; /* sorted by id */
    size_t num_entries;
    struct gen_tree files;
    char *const *areas; /* those that are asked for; none: all */
    size_t num_areas;
};

/* Is an area asked for? The text may go on after a slash. */
bool gen_asks_area(const struct gen_corpus *corpus, const char *area);

/* Reads every DIR/AREA/NAME.recipe of the areas that are asked for; num_recipes stays 0 if none can be read. Cases
   name them as "gen/recipes/AREA/NAME.recipe", wherever DIR is. Adds a line to `errors` for each error; returns how
   many. */
size_t gen_read_recipes(struct gen_pool *pool, const char *dir, struct gen_corpus *corpus, struct gen_buf *errors);

/* Adds one recipe from memory. The same for errors. */
size_t gen_add_recipe(struct gen_pool *pool, const char *path, struct gen_bytes text, struct gen_corpus *corpus,
                      struct gen_buf *errors);

/* Makes all cases of the recipes, and their files. The same for errors; cases and files are
   complete only without any. */
size_t gen_make_corpus(struct gen_pool *pool, struct gen_corpus *corpus, struct gen_buf *errors);

/* NULL if there is none of that id. */
const struct gen_entry *gen_find_entry(const struct gen_corpus *corpus, const char *id);

#endif
