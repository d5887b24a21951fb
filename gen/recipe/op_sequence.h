/* SPDX-License-Identifier: MIT */
/* The op `sequence`: look-ups in a row, in one section or in two. */
#ifndef GEN_OP_SEQUENCE_H
#define GEN_OP_SEQUENCE_H

#include "made_case.h"

/* Fails if the lines about a sequence contradict each other or the rest of the recipe. */
bool gen_check_sequence(const struct gen_plan *plan);

/* Finds the case that has the second section, also of a trace and of a merge; made->second stays NULL if none is
   named. */
bool gen_find_second(struct gen_case *made);

/* Adds the document with a row for each question, as readers of this view see the sections. */
bool gen_ask_sequence(struct gen_buf *out, const struct gen_case *made, const struct gen_view *view);

/* Adds the keys of a case file about a second section, if there is one. */
void gen_add_second(struct gen_buf *out, const struct gen_case *made);
/* Adds the PCs of a look-up or a sequence. */
void gen_add_pcs(struct gen_buf *out, const struct gen_case *made, enum gen_op op);
/* The last key: those PCs that lie in functions of signal frames, each once. */
void gen_add_signals(struct gen_buf *out, const struct gen_case *made, enum gen_op op);

#endif
