/* SPDX-License-Identifier: MIT */
/* From a folder of recipes to the cases and files of the corpus. */
#ifndef GEN_CORPUS_H
#define GEN_CORPUS_H

#include "case_file.h"

/* One answer that the corpus asks for: a case of the section that was made. */
struct gen_entry {
    const char *id;
    const struct gen_case *made;
    enum gen_op op;
};

struct gen_corpus {
    struct gen_recipe *recipes; /* those with errors too */
    size_t num_recipes, cap_recipes;
    struct gen_cases cases;
    struct gen_entry *entries; /* sorted by id */
    size_t num_entries;
    struct gen_file *files; /* sorted by path */
    size_t num_files;
};

/* Reads every DIR/AREA/NAME.recipe; num_recipes stays 0 if there is none that can be read. Cases name them as
   "gen/recipes/AREA/NAME.recipe", wherever DIR is. What is not right goes into `errors`, a line each; returns how many
   lines that are. */
size_t gen_read_recipes(struct gen_pool *pool, const char *dir, struct gen_corpus *corpus, struct gen_buf *errors);

/* Adds one recipe from memory; the same, for one. */
size_t gen_add_recipe(struct gen_pool *pool, const char *path, struct gen_bytes text, struct gen_corpus *corpus,
                      struct gen_buf *errors);

/* Makes all cases of the recipes read, and the files. The same for errors; cases and files are complete only if
   there are none. */
size_t gen_make_corpus(struct gen_pool *pool, struct gen_corpus *corpus, struct gen_buf *errors);

/* NULL if there is none of that id. */
const struct gen_entry *gen_find_entry(const struct gen_corpus *corpus, const char *id);

#endif
