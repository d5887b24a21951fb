/* SPDX-License-Identifier: MIT */
/* finding.h - makes a draft of a case out of an input that found something. */
#ifndef FUZZ_FINDING_H
#define FUZZ_FINDING_H

#include "case.h"
#include "sfr.h"

/* ---- Bytes and what the reference says of them ------------------------------------------------ */

enum { FUZZ_PROMOTE_MAX = 1 << 16, FUZZ_FIELD_NAME = 64 };

/* A section and how to judge it. */
struct fuzz_section {
    uint8_t *data;
    size_t size;
    uint64_t addr;
    enum sfr_profile profile;
};

/* What makes two inputs the same finding. `field` names where the fault lies as recipes do; fault is NONE and field ""
   for what is accepted. */
struct fuzz_signature {
    enum sfr_fault fault;
    enum sfr_clause clause;
    uint64_t start, end;
    char field[FUZZ_FIELD_NAME];
};
struct fuzz_signature fuzz_signature_of(const struct fuzz_section *in);
/* The same fault, clause and field, whichever function or row it is of. */
bool fuzz_signature_same(const struct fuzz_signature *a, const struct fuzz_signature *b);

/* ---- Fields ----------------------------------------------------------------------------------- */

/* One field: its name in recipes ("hdr.version", "fde[0].info", "fre[0][1].word[0]"), and where it lies. */
struct fuzz_field {
    char name[FUZZ_FIELD_NAME];
    uint64_t start;
    unsigned width;
};
/* The field that the byte at `offset` belongs to; fde and row are where to look, or SFR_NO_INDEX. False if the section
   cannot be read that far, or the byte is of no field. */
bool fuzz_field_at(const struct fuzz_section *in, uint64_t offset, uint32_t fde, uint32_t fre,
                   struct fuzz_field *field);
/* The same, by name. */
bool fuzz_field_named(const struct fuzz_section *in, const char *name, struct fuzz_field *field);

/* ---- Smaller ---------------------------------------------------------------------------------- */

/* Whether an input still shows what it is kept for. */
typedef bool fuzz_shows_fn(void *ctx, const struct fuzz_section *in);
/* Takes away functions, rows, the auxiliary header and bytes, and sets bytes to zero, as long as `shows` holds. */
void fuzz_minimise(struct fuzz_section *in, fuzz_shows_fn *shows, void *ctx);

/* ---- The command ------------------------------------------------------------------------------ */

/* promote [OPTION...] INPUT; the corpus is the one to use if no option names another. Returns the exit status. */
int fuzz_command_promote(int argc, char **argv, const char *corpus);

#endif
