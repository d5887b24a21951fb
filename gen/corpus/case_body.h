/* SPDX-License-Identifier: MIT */
/* The expected results of a built case, one for each answer to the question that it depends on. */
#ifndef GEN_CASE_BODY_H
#define GEN_CASE_BODY_H

#include "made_case.h"

/* Sets bodies and readings of a case whose section is made. Fails if a result depends on a question that the recipe
   does not name, or if nothing depends on one that it names. */
bool gen_make_bodies(struct gen_pool *pool, struct gen_case *made);

#endif
