/* SPDX-License-Identifier: MIT */
/* finding.h - what an input shows, and the smallest input that shows it. */
#ifndef FUZZ_FINDING_H
#define FUZZ_FINDING_H

#include "byte_field.h"
#include "case.h"
#include "sfr.h"

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

/* ---- Smaller ---------------------------------------------------------------------------------- */

/* Does an input still show the finding? */
typedef bool fuzz_shows_fn(void *ctx, const struct fuzz_section *in);
/* Removes functions, rows, the auxiliary header and bytes, and sets bytes to zero, as long as
   `shows` is true. */
void fuzz_minimise(struct fuzz_section *in, fuzz_shows_fn *shows, void *ctx);

#endif
