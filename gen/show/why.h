/* SPDX-License-Identifier: MIT */
/* Shows a case: its bytes field by field, the changes, and the fault. */
#ifndef GEN_WHY_H
#define GEN_WHY_H

#include "corpus.h"

/* Adds the text of `sframe-gen why`. `colour`: marks the fault with terminal colours. */
void gen_why(struct gen_buf *out, const struct gen_entry *entry, bool colour);

#endif
