/* SPDX-License-Identifier: MIT */
/* promotion.h - what the files promote*.c share: one input on its way to a draft. */
#ifndef SFR_CONFORMANCE_PROMOTION_H
#define SFR_CONFORMANCE_PROMOTION_H

#include "../gen/sha256.h"
#include "promote.h"

struct sfr_promotion {
    const char *path, *story, *name, *output, *corpus, *command;
    bool has_addr;
    struct sfr_input in;
    struct sfr_signature signature;
    char sha256[GEN_SHA256_TEXT]; /* of the file as it was */
    size_t size;
    char *scratch;        /* the file that the command is given; NULL if there is none */
    int stopped;          /* the exit status if the command cannot be asked any more, else 0 */
    struct sfr_error why; /* it cannot */
};

/* Makes sure that the command fails with the input as it is. Returns 0, or an exit status that was explained. */
int sfr_promotion_prepare(struct sfr_promotion *p);
/* Whether an input still shows what the promotion is about; an sfr_shows_fn, ctx is the promotion. False for ever once
   p->stopped is set. */
bool sfr_promotion_shows(void *ctx, const struct sfr_input *in);
/* The case of the corpus that shows it already; NULL if none does, or p->stopped. */
const struct sfr_case *sfr_promotion_duplicate(struct sfr_promotion *p, const struct sfr_corpus *corpus);
/* The section of a case that is bytes to decode. */
bool sfr_promotion_input_of(const struct sfr_case *c, struct sfr_input *in);
/* Prints or writes the draft: a recipe if one field changed in an accepted case of the corpus shows the same, else a
   line for corpus/regress/. Returns the exit status. */
int sfr_promotion_draft(struct sfr_promotion *p, const struct sfr_corpus *corpus);

#endif
