/* SPDX-License-Identifier: MIT */
/* Shows a case: its bytes field by field, the changes, and the fault. */
#ifndef GEN_WHY_H
#define GEN_WHY_H

#include "annotate.h"
#include "corpus.h"

/* Adds the text of `sframe-gen why`. `colour`: marks the fault with terminal colours. */
void gen_why(struct gen_buf *out, const struct gen_entry *entry, bool colour);

/* The fields of a case, as many as its map has, in the order in which they are shown. */
struct gen_shown_field *gen_shown_fields(struct gen_pool *pool, const struct gen_case *made);

#endif
