/* SPDX-License-Identifier: MIT */
/* Folders on disk: reads one, and replaces the corpus in one without losing the old files. And what the new corpus owes
   to the old one: ids stay, and a case that changes gets a higher revision. */
#ifndef GEN_TREE_H
#define GEN_TREE_H

#include "corpus.h"

void gen_add_file(struct gen_pool *pool, struct gen_tree *tree, struct gen_file file);
void gen_sort_files(struct gen_tree *tree);

bool gen_file_exists(const char *path);

/* Reads all files below a folder that are at most `max` bytes long; skips names that start with '.'
   and editors' "~" files. Paths count from the folder. */
bool gen_read_tree(struct gen_pool *pool, const char *dir, size_t max, struct gen_tree *tree, struct gen_error *error);

/* A corpus with a VERSION that this program does not read is an error. */
bool gen_check_version(struct gen_pool *pool, const char *dir, struct gen_error *error);

/* Checks the version, and reads the parts of a corpus that the generator writes: the folders of the profiles and the
   index. */
bool gen_read_corpus(struct gen_pool *pool, const char *dir, struct gen_tree *tree, struct gen_error *error);

/* NULL if there is no file of that path. */
const struct gen_file *gen_find_file(const struct gen_tree *tree, const char *path);

/* Replaces those parts by `corpus`. Writes all files beside them first; if that fails, the old
   parts stay unchanged. */
bool gen_write_corpus(struct gen_pool *pool, const char *dir, const struct gen_corpus *corpus, struct gen_error *error);

/* Adds a line for each file, of the areas that are asked for, that differs, is missing or does not belong; returns how
   many. Where areas are asked for, the index is not compared: it lists all. */
size_t gen_compare(const struct gen_corpus *corpus, const struct gen_tree *tree, struct gen_buf *lines);

/* No case may have an id that DIR/withdrawn.txt lists; the file may be missing. Adds a line for
   each error; returns how many. */
size_t gen_check_withdrawn(struct gen_pool *pool, const char *dir, const struct gen_corpus *corpus,
                           struct gen_buf *errors);

/* Compares a new corpus with the one on disk that it replaces. An id of the old one must still be
   made, or be withdrawn. Where bytes or expectation of a case changed, its revision must be higher;
   reported once for each recipe. Adds a line for each error; returns how many. */
size_t gen_check_history(struct gen_pool *pool, const char *dir, const struct gen_corpus *corpus,
                         const struct gen_tree *before, struct gen_buf *errors);

#endif
