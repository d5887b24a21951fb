/* SPDX-License-Identifier: MIT */
/* promote.h - what an input shows, the smallest input that shows it, and the draft of a case from it. */
#ifndef FUZZ_PROMOTE_H
#define FUZZ_PROMOTE_H

#include "byte_field.h"
#include "case.h"
#include "sfr.h"
#include "sha256.h"

/* ---- A section and its fault ------------------------------------------------------------------ */

enum { FUZZ_PROMOTE_MAX = 1 << 16 };

/* A section and how to judge it. */
struct fuzz_section {
    uint8_t *data;
    size_t size;
    uint64_t addr;
    enum sfr_profile profile;
};

/* Two inputs with the same signature are the same finding. `field` is the place of the fault, in
   the words of recipes; `first` and `last` are its fields, if it has such. For an accepted input, fault
   is NONE and field "". */
struct fuzz_signature {
    enum sfr_fault fault;
    enum sfr_clause clause;
    uint64_t start, end;
    struct gen_path first, last;
    char field[2 * GEN_PATH_MAX + 2];
};
struct fuzz_signature fuzz_signature_of(const struct fuzz_section *in);
/* Compares fault, clause and field, but not the number of the function or row. */
bool fuzz_signature_same(const struct fuzz_signature *a, const struct fuzz_signature *b);

/* ---- Fields ----------------------------------------------------------------------------------- */

/* One field: its name in recipes ("hdr.version", "fde[0].info", "fre[0][1].word[0]"), and where it
   lies. */
struct fuzz_field {
    struct gen_path path;
    char name[GEN_PATH_MAX];
    uint64_t start;
    unsigned width;
};
/* The field that has a name, or, if it is NULL, the byte at `offset`. A number is a field, its bits are none. False if
   the section cannot be read that far, or has no such field. */
bool fuzz_find_field(const struct fuzz_section *in, const char *name, uint64_t offset, struct fuzz_field *field);

/* ---- The whole ---------------------------------------------------------------------------------- */

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
    char *folder;         /* where the file for the command is; NULL if there is none */
    int stopped;          /* the exit status if the command cannot be run any more, else 0 */
    struct sfc_error why; /* why it cannot */
};

/* The whole way. Returns the exit status. */
int fuzz_promote(struct fuzz_promotion *p);

/* ---- What the files promote*.c share ------------------------------------------------------------ */

/* Checks that the command fails with the input. Returns 0, or an exit status after a message. */
int fuzz_promotion_prepare(struct fuzz_promotion *p);
/* Does the input show the finding? Always false once p->stopped is set. */
bool fuzz_promotion_shows(struct fuzz_promotion *p, const struct fuzz_section *in);
/* Removes functions, rows, the auxiliary header and bytes, and sets bytes to zero, as long as the input shows the
   finding. */
void fuzz_promotion_minimise(struct fuzz_promotion *p);
/* The case of the corpus that shows the finding already; NULL if none does, or p->stopped. */
const struct sfc_case *fuzz_promotion_duplicate(struct fuzz_promotion *p, const struct sfc_corpus *corpus);
/* The section of a case that is bytes to decode. */
bool fuzz_section_of_case(const struct sfc_case *c, struct fuzz_section *in);
/* Prints or writes the draft: a recipe if one changed field in an accepted case of the corpus shows
   the finding, else a line for corpus/regress/. Returns the exit status. */
int fuzz_promotion_draft(struct fuzz_promotion *p, const struct sfc_corpus *corpus);

#endif
