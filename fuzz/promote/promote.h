/* SPDX-License-Identifier: MIT */
/* promote.h - makes the draft of a case from an input that found something. */
#ifndef FUZZ_PROMOTE_H
#define FUZZ_PROMOTE_H

#include "finding.h"
#include "sha256.h"

/* One input on its way to a draft. Set the first members, and address and profile of `in`; the rest
   is 0. */
struct fuzz_promotion {
    const char *path, *corpus;
    const char *command;               /* fails with the input; NULL: the reference refuses it */
    const char *story, *name, *output; /* NULL: not given */
    bool has_addr;
    struct fuzz_section in;
    struct fuzz_signature signature;
    char sha256[SFR_SHA256_TEXT]; /* of the file as it was */
    size_t size;
    char *scratch;        /* the file for the command; NULL if there is none */
    int stopped;          /* the exit status if the command cannot be run any more, else 0 */
    struct sfc_error why; /* why it cannot */
};

/* The whole way. Returns the exit status. */
int fuzz_promote(struct fuzz_promotion *p);

/* ---- What the files promote*.c share ------------------------------------------------------------ */

/* Checks that the command fails with the input. Returns 0, or an exit status after a message. */
int fuzz_promotion_prepare(struct fuzz_promotion *p);
/* A fuzz_shows_fn; ctx is the promotion. Always false once p->stopped is set. */
bool fuzz_promotion_shows(void *ctx, const struct fuzz_section *in);
/* The case of the corpus that shows the finding already; NULL if none does, or p->stopped. */
const struct sfc_case *fuzz_promotion_duplicate(struct fuzz_promotion *p, const struct sfc_corpus *corpus);
/* The section of a case that is bytes to decode. */
bool fuzz_section_of_case(const struct sfc_case *c, struct fuzz_section *in);
/* Prints or writes the draft: a recipe if one changed field in an accepted case of the corpus shows
   the finding, else a line for corpus/regress/. Returns the exit status. */
int fuzz_promotion_draft(struct fuzz_promotion *p, const struct sfc_corpus *corpus);

#endif
