/* SPDX-License-Identifier: MIT */
/* promote.h - what the files promote*.c share: one input on its way to a draft. */
#ifndef FUZZ_PROMOTE_H
#define FUZZ_PROMOTE_H

#include "finding.h"
#include "sha256.h"

struct fuzz_promotion {
    const char *path, *story, *name, *output, *corpus, *command;
    bool has_addr;
    struct fuzz_section in;
    struct fuzz_signature signature;
    char sha256[GEN_SHA256_TEXT]; /* of the file as it was */
    size_t size;
    char *scratch;        /* the file that the command is given; NULL if there is none */
    int stopped;          /* the exit status if the command cannot be asked any more, else 0 */
    struct sfc_error why; /* it cannot */
};

/* Makes sure that the command fails with the input as it is. Returns 0, or an exit status that was explained. */
int fuzz_promotion_prepare(struct fuzz_promotion *p);
/* Whether an input still shows what the promotion is about; an fuzz_shows_fn, ctx is the promotion. False for ever once
   p->stopped is set. */
bool fuzz_promotion_shows(void *ctx, const struct fuzz_section *in);
/* The case of the corpus that shows it already; NULL if none does, or p->stopped. */
const struct sfc_case *fuzz_promotion_duplicate(struct fuzz_promotion *p, const struct sfc_corpus *corpus);
/* The section of a case that is bytes to decode. */
bool fuzz_section_of_case(const struct sfc_case *c, struct fuzz_section *in);
/* Prints or writes the draft: a recipe if one field changed in an accepted case of the corpus shows the same, else a
   line for corpus/regress/. Returns the exit status. */
int fuzz_promotion_draft(struct fuzz_promotion *p, const struct sfc_corpus *corpus);

#endif
