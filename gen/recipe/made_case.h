/* SPDX-License-Identifier: MIT */
/* Cases that were made: a plan, its bytes, and the expected results. */
#ifndef GEN_MADE_CASE_H
#define GEN_MADE_CASE_H

#include "recipe.h"
#include "sha256.h"

/* The bytes of a violation. */
struct gen_range {
    size_t start, end;
};

/* A section and the questions about it; or a dump that an encoder must refuse, without bytes. */
struct gen_case {
    struct gen_plan plan;
    const char *id; /* "v2/amd64-little/area/name" */
    struct gen_section section;
    char sha256[SFR_SHA256_TEXT];
    const char *stored; /* path of its section's file; cases of one folder with the same bytes share it */
    bool shares;        /* that file is written for another case */
    const struct gen_case *parent;
    struct gen_patch patch; /* of the parent's section */
    struct gen_range range; /* of a reject */
    /* The document of each answer; NULL: it is not asked, or rejected. That of the section is there even if only
       another question is asked. A reject has at most that of a sequence. */
    const char *bodies[GEN_NUM_OPS];
    const struct gen_case *second; /* the case that has the second section; NULL: there is one section */
    /* By enum gen_op: the answers to the open question for which these texts have a document each,
       with empty lines between them; NULL: one document, right for all answers. */
    const char *readings[GEN_NUM_OPS];
    struct gen_range *also; /* by number in the plan */
    const char *input;      /* dump for an encoder; NULL: no such question */
    char input_sha256[SFR_SHA256_TEXT];
    const struct gen_case *next; /* of those whose name has the same hash */
};

enum { GEN_CASE_CHAINS = 1 << 14 };
struct gen_pairs;
struct gen_cases {
    struct gen_case **list; /* none moves: others point to it */
    size_t count, cap;
    const struct gen_case **chains; /* by the hash of what gen_find_made() is asked */
    struct gen_pairs *pairs;        /* of `pairs:`; NULL: there is no table */
};

void gen_add_made(struct gen_pool *pool, struct gen_cases *cases, struct gen_case *made);
/* A case that is not rejected, by profile, ABI and "area/name"; NULL if there is none. */
const struct gen_case *gen_find_made(const struct gen_cases *cases, struct gen_target target, const char *id_tail);

#endif
