/* SPDX-License-Identifier: MIT */
/* The questions of the register that the suite has decided and on which a case's expectation rests. */
#ifndef GEN_DECIDED_H
#define GEN_DECIDED_H

#include "made_case.h"
#include "recipe.h"

/* The ids, separated by spaces, in the order of the register; "" if the manual's words alone decide the case. Only
   questions that words do not settle in the case's profile count. */
const char *gen_decided(struct gen_pool *pool, const struct gen_case *made, enum gen_op op, enum gen_verdict verdict);

#endif
