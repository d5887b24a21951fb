/* SPDX-License-Identifier: MIT */
/* A case for people: its bytes field by field, with what was changed and where the fault lies. */
#ifndef GEN_WHY_H
#define GEN_WHY_H

#include "corpus.h"

/* Adds the text of `sframe-gen why`. `colour`: marks the fault with terminal colours. */
void gen_why(struct gen_buf *out, const struct gen_entry *entry, bool colour);

#endif
