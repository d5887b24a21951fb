/* SPDX-License-Identifier: MIT */
/*
 * producer.h - judges what assemblers and linkers write: the SFrame data of an ELF file, their container, and whether
 * they agree with the call frame information of the same file.
 */
#ifndef SFC_PRODUCER_H
#define SFC_PRODUCER_H

#include <stdio.h>

#include "known.h"
#include "producer_elf.h"

/* ---- Agreement with call frame information ---- */

/* How the rules of one range of PCs stand to those of the call frame information. */
enum sfc_agreement {
    SFC_AGREE_EQUAL = 0,
    SFC_AGREE_WEAKER, /* SFrame says less, and nothing wrong */
    SFC_AGREE_WRONG,
    SFC_AGREE_UNCOMPARED, /* there is nothing to compare with, or it cannot be compared */
    SFC_NUM_AGREEMENTS
};
const char *sfc_agreement_name(enum sfc_agreement agreement);

/* Why a range is weaker or uncompared. */
enum sfc_reason {
    SFC_REASON_NONE = 0,
    SFC_REASON_NO_FUNCTION,    /* weaker: call frame information, but no SFrame function */
    SFC_REASON_NO_ROW,         /* weaker: a function, but no row for these PCs */
    SFC_REASON_SIGNAL_UNSAID,  /* weaker: a signal frame, in a version that cannot say so */
    SFC_REASON_KEY_UNSAID,     /* weaker: signed with key B, in a version that cannot say so */
    SFC_REASON_SIGNAL_ONLY,    /* weaker: version 3 says that it is a signal frame, and no more */
    SFC_REASON_NO_CFI,         /* uncompared: SFrame, but no call frame information */
    SFC_REASON_CFA_EXPRESSION, /* uncompared: an expression that no SFrame rule can say */
    SFC_REASON_RA_EXPRESSION,  /* or no rule at all */
    SFC_REASON_FP_EXPRESSION,
    SFC_REASON_FP_UNDEFINED,   /* uncompared: SFrame cannot say that the caller's FP is lost */
    SFC_REASON_UNREADABLE_ROW, /* uncompared: the section's own rules are broken there */
    SFC_REASON_UNREADABLE_CFI,
    SFC_REASON_V1_MASK,  /* uncompared: a stub that is right by one reading of version 1 alone (AMB-078) */
    SFC_REASON_TOO_LONG, /* uncompared: rules that vary from PC to PC, over more PCs than the file has bytes */
    SFC_NUM_REASONS
};
const char *sfc_reason_name(enum sfc_reason reason);

/* What differs in a range that is wrong. */
enum {
    SFC_DIFFERS_CFA = 1,
    SFC_DIFFERS_RA = 2,
    SFC_DIFFERS_FP = 4,
    SFC_DIFFERS_PAC = 8,
    SFC_DIFFERS_KEY = 16,
    SFC_DIFFERS_SIGNAL = 32,
    SFC_NUM_DIFFERENCES = 6
};
extern const char *const sfc_difference_names[SFC_NUM_DIFFERENCES];

/* Both sides of one range. NONE in `cfi` where its rule is no SFrame rule. */
struct sfc_pair {
    struct sfr_rules sframe, cfi;
    bool sframe_key_b, cfi_key_b, sframe_signal, cfi_signal;
};

/* A function of any of the file's SFrame sections. `end` is cut where the next function starts. */
struct sfc_function {
    uint64_t start, end;
    size_t section;
    struct sfr_fde fde;
};

/* A range of PCs, as long as neither side changes. */
struct sfc_range {
    uint64_t start, end;
    uint64_t function_start, function_end; /* of the SFrame function; of the other side's where there is none */
    const struct sfc_function *function;   /* NULL: there is none */
    enum sfc_agreement agreement;
    enum sfc_reason reason;
    unsigned differs; /* SFC_DIFFERS_... */
    struct sfc_pair pair;
};
typedef void sfc_range_fn(void *ctx, const struct sfc_range *range);

/* The SFrame sections of a file as one table of functions, sorted by address. */
struct sfc_functions {
    const struct sfr_section *sections;
    struct sfc_function *all;
    size_t count;
};
void sfc_functions_read(struct sfc_functions *functions, const struct sfr_section *sections, size_t count);
void sfc_functions_free(struct sfc_functions *functions);

bool sfc_same_rule(const struct sfr_rule *a, const struct sfr_rule *b);
/* Sets the agreement of a range that cannot be compared; the first reason stays. */
void sfc_judge_unknown(struct sfc_range *range, enum sfc_reason reason);
/* Judges a range of which both sides' rules are set, and agreement and reason are 0. */
void sfc_judge_pair(const struct sfr_section *s, struct sfc_range *range);

/* Compares all PCs that either side speaks of, in ascending order. `file_size` bounds the PCs that are looked at one by
   one. *error tells of call frame information that cannot be followed; then false. */
bool sfc_compare(const struct sfc_functions *functions, const struct sfc_cfi *cfi, uint64_t file_size,
                 sfc_range_fn *report, void *ctx, struct sfc_error *error);

/* The clause that the difference `bit` breaks. */
enum sfr_clause sfc_difference_clause(const struct sfr_section *s, const struct sfc_range *range, unsigned bit);

/* ---- One file ---- */

/* One thing that is wrong or doubtful outside of single rows. */
struct sfc_complaint {
    const char *area; /* container, section, relocation, cfi */
    bool is_doubt;
    char *clause; /* id of a clause, or a fault's name, or "" */
    char *text;
};

/* What became of one function (of either side), for a report of single tests. */
struct sfc_function_result {
    uint64_t start, end;
    uint64_t ranges[SFC_NUM_AGREEMENTS];
    unsigned differs;
    enum sfc_reason reason; /* of the first range that is not equal */
};
/* Adds what became of another piece of the function. */
void sfc_function_result_add(struct sfc_function_result *sum, const struct sfc_function_result *piece);

struct sfc_wrong {
    struct sfc_range range;
    enum sfr_clause clauses[SFC_NUM_DIFFERENCES];
};

enum sfc_producer_state {
    SFC_PRODUCER_JUDGED = 0,
    SFC_PRODUCER_UNREADABLE, /* no ELF file, damaged, or of another machine */
    SFC_PRODUCER_NO_SFRAME   /* nothing to judge */
};

struct sfc_producer {
    const char *path, *name; /* name: without folders */
    unsigned number;         /* of several files of that name, from 1; set by who judges several, else 0 */
    enum sfc_producer_state state;
    char *why; /* what is to be said where it was not judged */
    char *bytes;
    size_t size;
    enum sfr_profile profile;
    unsigned abi;
    struct sfr_elf *elfs; /* one for each SFrame section */
    struct sfr_section *sections;
    size_t num_elfs, num_sections;
    struct sfc_image image;
    struct sfc_cfi cfi;
    size_t num_eh_frames, num_functions;
    struct sfc_complaint *complaints;
    size_t num_complaints, unlisted_complaints;
    struct sfc_function_result *results;
    size_t num_results;
    struct sfc_wrong *wrong;
    size_t num_wrong;
    uint64_t ranges[SFC_NUM_AGREEMENTS], reasons[SFC_NUM_REASONS], bytes_of[SFC_NUM_AGREEMENTS];
};

/* The path without its folders. */
const char *sfc_producer_name(const char *path);

/* Reads and judges one file; AUTO chooses the profile by what the section has in it. */
void sfc_producer_judge(struct sfc_producer *p, const char *path, enum sfr_profile profile);
/* The same for a file that is in memory already, allocated; *p takes it over. */
void sfc_producer_judge_bytes(struct sfc_producer *p, const char *path, char *bytes, size_t size,
                              enum sfr_profile profile);
void sfc_producer_free(struct sfc_producer *p);

__attribute__((format(printf, 5, 6))) void sfc_producer_complain(struct sfc_producer *p, const char *area,
                                                                 bool is_doubt, const char *clause, const char *format,
                                                                 ...);

/* Container rules: name, type, flags, segment. */
void sfc_producer_container(struct sfc_producer *p);

/* ---- Verdicts of single tests ---- */

/* One test: an area of the file, or one function. `id` and `detail` are of the known-failure file. */
struct sfc_producer_test {
    char *id;
    enum sfc_outcome outcome;
    char *detail; /* of what fails; else NULL */
    enum sfc_standing standing;
    const struct sfc_known_entry *entry;
    char *message; /* why it fails, or what there is to say of it */
};
struct sfc_producer_tests {
    struct sfc_producer_test *tests;
    size_t count, standings[SFC_NUM_STANDINGS];
};
void sfc_producer_tests_add(struct sfc_producer_tests *t, const struct sfc_producer *p, const struct sfc_known *known);
/* Adds one test; takes `id`, `detail` and `message` over. */
void sfc_producer_tests_put(struct sfc_producer_tests *t, const struct sfc_known *known, char *id,
                            enum sfc_outcome outcome, char *detail, char *message);
void sfc_producer_tests_free(struct sfc_producer_tests *t);

/* ---- Reports ---- */

/* At most `most` ranges and complaints are shown (0: all). */
void sfc_producer_text(FILE *out, const struct sfc_producer *p, size_t most);
void sfc_producer_json(struct sfc_buffer *out, const struct sfc_producer *p);
void sfc_producer_junit(struct sfc_buffer *out, const struct sfc_producer_tests *t);

/* ---- A run ---- */

/* The worse of two exit statuses (enum sfc_status): of what cannot be read, what is wrong, a stale list, nothing to
   judge and nothing wrong. */
int sfc_producer_worst(int a, int b);

struct sfc_producer_output {
    const char *known_path, *write_known, *junit;
    bool force;
    char **left_out; /* tests that there are and that were not run: their entries are not stale */
    size_t num_left_out;
    struct sfc_known known; /* read from known_path, if that is not NULL */
};
/* Reports stale entries, writes what is to be written, and returns the exit status of the run. */
int sfc_producer_finish(const struct sfc_producer_output *o, const struct sfc_producer_tests *t, int status);

/* sframe-conform produce: runs tools over the cases in the sub-folder `producers` of `data_folder`. */
int sfc_command_produce(int argc, char **argv, const char *data_folder);

/* sframe-conform producer: argv[0] is the command. Returns the exit status. */
int sfc_command_producer(int argc, char **argv);

#endif
