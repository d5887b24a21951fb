/* SPDX-License-Identifier: MIT */
/* What the corpus once promised: ids stay, and a case that changes says so by its revision. */
#ifndef GEN_HISTORY_H
#define GEN_HISTORY_H

#include "tree.h"

/* Ids that were given up, "ID reason" in each line of DIR/withdrawn.txt; none if there is no such file. A case may not
   have one of them. Adds a line for each error; returns how many. */
size_t gen_check_withdrawn(struct gen_pool *pool, const char *dir, const struct gen_corpus *corpus,
                           struct gen_buf *errors);

/* Holds a new corpus to the one on disk that it replaces. An id of that one must still be made, or be withdrawn; and
   where bytes or expectation of a case changed, its revision must be higher: told once for each recipe. The same for
   errors. */
size_t gen_check_history(struct gen_pool *pool, const char *dir, const struct gen_corpus *corpus,
                         const struct gen_tree *before, struct gen_buf *errors);

#endif
