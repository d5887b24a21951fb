/* SPDX-License-Identifier: MIT */
/* What a new corpus owes to the old one: ids stay, and a case that changes gets a higher revision.
   */
#ifndef GEN_HISTORY_H
#define GEN_HISTORY_H

#include "tree.h"

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
