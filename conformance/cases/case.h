/* SPDX-License-Identifier: MIT */
/* case.h - the cases of a corpus. The form is corpus/README.md; anything else is an
   error. */
#ifndef SFC_CASE_H
#define SFC_CASE_H

#include "dump.h"
#include "level.h"
#include "sfr.h"
#include "store.h"

enum sfc_expect { SFC_EXPECT_ACCEPT = 0, SFC_EXPECT_REJECT, SFC_EXPECT_POLICY, SFC_NUM_EXPECTS };

/* One thing that is wrong with a section: its class in the fault register, and the bytes. */
struct sfc_violation {
    const char *fault_class;
    uint64_t start, end;
};

/* What a policy case expects of an implementation that gives this answer. */
struct sfc_reading {
    char *answer;
    const char *body;
};

/* One case: the question and the expected answer. Strings that do not apply are NULL; all belong
   to the corpus. `bytes` is NULL if the case was not read. */
struct sfc_case {
    const char *id, *title, *clauses, *profile, *fault_class, *policy, *doubt, *parent, *patch, *multi_fault, *catches,
        *origin, *licence, *level_because, *decided;
    const struct sfc_store *store; /* where its files are; NULL: on disk */
    const char *path;              /* the case file */
    bool elf;                      /* `file` and `bytes` are an ELF file that has the section */
    const char *elf_error;         /* why that file has no section to read; NULL if it has */
    const char *file;              /* of the section; of an encode the dump's */
    const char *abi;               /* "amd64", ...: by the folder; the bytes may contradict it */
    const char *order;             /* "little" or "big": of the bytes */
    const char *area;
    const char *sha256;   /* of the bytes */
    char case_sha256[65]; /* of the case file */
    uint64_t rev, addr;
    size_t size;
    const uint8_t *bytes; /* of that file */
    enum sfc_op op;
    uint64_t *pcs;
    bool *in_second; /* of a sequence, for each of the PCs: it is asked of the second section */
    bool *in_signal; /* for each of the PCs: it lies in a function of a signal frame */
    size_t num_pcs;
    const char *second;          /* of a merge, and of a sequence or a trace with two sections: the file of the
                                    second one */
    const uint8_t *second_bytes; /* of that file */
    const char *second_sha256;
    size_t second_size;
    uint64_t second_addr;
    const char *regs, *mem, *pac_mask, *max; /* of an unwind, as the case file writes them */
    const char *refusal, *at;                /* of an encode that is refused: why, and where */
    const char *change; /* of an encode that has a parent: how its dump differs from the parent's */
    const char *result; /* of an accepted encode: the file that a canonical encoder writes */
    const uint8_t *result_bytes;
    size_t result_size;
    bool sort; /* of an encode: the functions are to be sorted */
    bool fit;  /* of an encode: the encoder chooses the width of row starts */
    enum sfc_expect expect;
    enum sfc_level level;            /* READ unless it must be rejected */
    uint64_t range_start, range_end; /* counted from the section, also of an ELF file */
    struct sfc_violation *also;      /* what else is wrong: a reader may name any one */
    size_t num_also;
    const char *body;             /* the expected dump, of the first reading; "" for a reject, but for a sequence the
                                     rows of a reader that accepts the section as a whole */
    struct sfc_reading *readings; /* none if all answers but a reject have the same dump */
    size_t num_readings;
    struct {
        char *index_row, *text, *section, *second_path, *second, *result_path, *result;
    } owned; /* what the strings and bytes point into */
};

struct sfc_corpus {
    struct sfc_store *store;
    const char *root;                      /* that of the store */
    char version[GEN_CORPUS_VERSION_TEXT]; /* "": it has none */
    struct sfc_case *cases;                /* sorted by id */
    size_t count;
};

extern const char *const sfc_expect_names[SFC_NUM_EXPECTS];

/* Loads index.tsv, real/index.tsv if it exists, and every case in them, from a folder or an archive. Checks that
   index and case files agree, that case files and bytes have their checksums, and that an index lists every case
   file. On failure *error names file and line, and nothing stays allocated. Says on stderr if the corpus is newer
   than this program. */
bool sfc_corpus_load(struct sfc_corpus *corpus, const char *root, struct sfc_error *error);

/* Is this case wanted? Only what the index says is known of it yet: id, abi, order, area, path, file and profile. */
typedef bool sfc_wanted_fn(const void *ctx, const struct sfc_case *c);

/* The same, but reads and checks only the files of the cases that are wanted. Of the others, no more is set. */
bool sfc_corpus_load_some(struct sfc_corpus *corpus, const char *root, sfc_wanted_fn *wanted, const void *ctx,
                          struct sfc_error *error);
void sfc_corpus_free(struct sfc_corpus *corpus);

/* The case with this id, or NULL. */
const struct sfc_case *sfc_corpus_find(const struct sfc_corpus *corpus, const char *id);

/* Reads one case file into *c. The caller sets the fields that the index gives (id, abi, order,
   area, store, path and file) and zeroes the others. For sfc_corpus_load() and tests. */
bool sfc_case_read(struct sfc_case *c, struct sfc_error *error);
void sfc_case_free(struct sfc_case *c);

/* Opens the section, or the second one, by the profile of the case. False if it cannot be read, and for an ELF file. */
bool sfc_case_open(const struct sfc_case *c, bool second, struct sfr_section *section);

/* Why it must be rejected: the class of the fault, the error of the ELF file, or the reason of the refused encode. NULL
   of other cases. */
const char *sfc_case_class(const struct sfc_case *c);

/* Does the policy of this case only decide how a stack trace ends? Then the section itself must
   be accepted. "unsafe" or "sooner", as the register of policies says, or NULL. */
const char *sfc_case_open_end(const struct sfc_case *c);

/* ---- What a section has or lacks that some readers leave out on purpose (shape.c) ----
 *
 * It is read from the bytes of the corpus: flags, number of functions, type of each function. A
 * test compares it with the dumps of all accepted sections.
 */

/* Bits. UNSORTED, NOT_PCREL: the flag is clear; EMPTY: it has no function; FLEXIBLE: it has a flexible one. */
enum { SFC_SHAPE_UNSORTED = 1, SFC_SHAPE_NOT_PCREL = 2, SFC_SHAPE_EMPTY = 4, SFC_SHAPE_FLEXIBLE = 8 };

/* Of the section, or of the second one too if there is one. 0 if the header is not all there, or has another magic or
   an unknown version. Of an encode that of the dump, where only FLEXIBLE counts. */
unsigned sfc_case_shape(const struct sfc_case *c);

/* Of a case with raw sections: where a PC lies in the first or in the second one. In a flexible function; in none, but
   above the start of one. */
bool sfc_pc_in_flexible(const struct sfc_case *c, bool in_second, uint64_t pc);
bool sfc_pc_after_function(const struct sfc_case *c, bool in_second, uint64_t pc);

#endif
