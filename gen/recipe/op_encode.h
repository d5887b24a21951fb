/* SPDX-License-Identifier: MIT */
/* The op `encode`: a dump for an encoder, and the expected result. */
#ifndef GEN_OP_ENCODE_H
#define GEN_OP_ENCODE_H

#include "made_case.h"

/* Fails if the section has no canonical encoding, or a refusal no dump to change. */
bool gen_check_encoding(const struct gen_plan *plan);

/* Makes the dump that an encoder turns into this section. Fails if the section has several meanings. */
bool gen_make_input(struct gen_pool *pool, struct gen_case *made);

/* Changes the parent's dump into one that an encoder must refuse. */
bool gen_change_input(struct gen_pool *pool, const struct gen_case *parent, struct gen_case *made);

/* Adds the keys of a case file: the question, and for a refusal the expected result. */
void gen_add_encoding(struct gen_buf *out, const struct gen_case *made);
void gen_add_refusal(struct gen_buf *out, const struct gen_case *made);

#endif
