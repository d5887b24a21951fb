/* SPDX-License-Identifier: MIT */
/* case.h - the cases of a corpus folder. The form is corpus/README.md; anything else is an error. */
#ifndef SFC_CASE_H
#define SFC_CASE_H

#include "dump.h"

enum sfc_expect { SFC_EXPECT_ACCEPT = 0, SFC_EXPECT_REJECT, SFC_EXPECT_POLICY, SFC_NUM_EXPECTS };

/* One case: what to ask and what must come out. Strings that do not apply are NULL; all of them belong to the
   corpus. */
struct sfc_case {
    const char *id, *title, *clauses, *profile, *fault_class, *policy, *doubt, *parent, *patch, *multi_fault, *catches,
        *origin, *licence;
    const char *path;      /* the case file */
    bool elf;              /* the section lies in an ELF file, which is what `file` and `bytes` are */
    const char *elf_error; /* what is wrong with that file, so that there is no section; NULL if nothing is */
    const char *file;      /* the section's file; of an encode that of the dump */
    const char *abi;       /* "amd64", ...: of the folder, which the bytes may contradict */
    const char *order;     /* "little" or "big": of the bytes */
    const char *area;
    const char *sha256;   /* of the bytes */
    char case_sha256[65]; /* of the case file */
    uint64_t rev, addr, size;
    const uint8_t *bytes; /* of that file */
    enum sfc_op op;
    uint64_t *pcs;
    size_t num_pcs;
    const char *regs, *mem, *pac_mask, *max; /* of an unwind, as the case file writes them; NULL if it has none */
    const char *refusal, *at;                /* of an encode that is refused: why, and where */
    const char *change;                      /* of an encode that has a parent: how its dump was made of the parent's */
    const char *result;                      /* of another encode: path of the section that a canonical encoder gives */
    const uint8_t *result_bytes;
    size_t result_size;
    bool sort; /* of an encode: the functions are to be sorted */
    enum sfc_expect expect;
    uint64_t range_start, range_end; /* counted from the section, also of an ELF file */
    const char *body;                /* the expected dump; "" for a reject */
    char *owned[5];                  /* what the strings point into */
};

struct sfc_corpus {
    char *root;
    struct sfc_case *cases; /* sorted by id */
    size_t count;
};

const char *sfc_expect_name(enum sfc_expect expect);

/* Loads index.tsv, real/index.tsv if there is one, and every case in them, and checks that they say the same, that case
   files and bytes have their checksums, and that no case file is missing from the indexes. On failure *error names file
   and line; nothing stays allocated. */
bool sfc_corpus_load(struct sfc_corpus *corpus, const char *root, struct sfc_error *error);
void sfc_corpus_free(struct sfc_corpus *corpus);

/* The case with this id; NULL if there is none. */
const struct sfc_case *sfc_corpus_find(const struct sfc_corpus *corpus, const char *id);

/* Reads one case file into *c (zeroed by the caller except for the fields that the index gives: id, abi, order, area
   and the paths). Used by sfc_corpus_load(), apart for the tests. */
bool sfc_case_read(struct sfc_case *c, struct sfc_error *error);
void sfc_case_free(struct sfc_case *c);

/* Whether the open question of a policy case is how a trace ends, so that the section is none and must be accepted. */
bool sfc_case_has_open_end(const struct sfc_case *c);

#endif
