/* SPDX-License-Identifier: MIT */
/* The op `encode`: a dump as it is given to an encoder, and what must come of it. */
#ifndef GEN_OP_ENCODE_H
#define GEN_OP_ENCODE_H

#include "made_case.h"

/* Fails where the recipe asks for an encoding that its section does not have, or for a refusal without a dump to
   change. */
bool gen_check_encoding(const struct gen_plan *plan, struct gen_error *error);

/* The dump that an encoder makes this section of. */
void gen_make_input(struct gen_pool *pool, struct gen_case *made);

/* Makes a dump that must be refused out of the one of the parent. */
bool gen_change_input(struct gen_pool *pool, const struct gen_case *parent, struct gen_case *made,
                      struct gen_error *error);

/* Adds the keys of a case file that say what is asked; and for a refusal, what must come of it. */
void gen_add_encoding(struct gen_buf *out, const struct gen_case *made);
void gen_add_refusal(struct gen_buf *out, const struct gen_case *made);

#endif
