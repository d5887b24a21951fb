/* SPDX-License-Identifier: MIT */
/* producer_judge.h - the agreement of SFrame rules with call frame information. */
#ifndef SFC_PRODUCER_JUDGE_H
#define SFC_PRODUCER_JUDGE_H

#include "cfi.h"

/* How SFrame rules agree with call frame information. */
enum sfc_agreement {
    SFC_AGREE_EQUAL = 0,
    SFC_AGREE_WEAKER, /* SFrame has less information, and none is wrong */
    SFC_AGREE_WRONG,
    SFC_AGREE_UNCOMPARED, /* one side is missing or cannot be compared */
    SFC_NUM_AGREEMENTS
};
extern const char *const sfc_agreement_names[SFC_NUM_AGREEMENTS];

/* Why a range is weaker or uncompared. */
enum sfc_reason {
    SFC_REASON_NONE = 0,
    SFC_REASON_NO_FUNCTION,    /* weaker: call frame information, but no SFrame function */
    SFC_REASON_NO_ROW,         /* weaker: a function, but no row for these PCs */
    SFC_REASON_SIGNAL_UNSAID,  /* weaker: a signal frame, and the version has no bit for it */
    SFC_REASON_KEY_UNSAID,     /* weaker: signed with key B, and the version has no bit for it */
    SFC_REASON_SIGNAL_ONLY,    /* weaker: version 3 marks a signal frame, but has no rows */
    SFC_REASON_NO_CFI,         /* uncompared: SFrame, but no call frame information */
    SFC_REASON_CFA_EXPRESSION, /* uncompared: an expression that no SFrame rule can express, */
    SFC_REASON_RA_EXPRESSION,  /* or no rule */
    SFC_REASON_FP_EXPRESSION,
    SFC_REASON_FP_UNDEFINED,   /* uncompared: SFrame cannot express that the caller's FP is lost */
    SFC_REASON_RA_UNSPECIFIED, /* uncompared: no rule says where RA is (amd64, .cfi_startproc simple) */
    SFC_REASON_SP_IN_SLOT,     /* uncompared: nothing proves that the slot, or the register, holds the SP that */
    SFC_REASON_SP_IN_REGISTER, /* SFrame implies */
    SFC_REASON_SP_EXPRESSION,
    SFC_REASON_UNREADABLE_ROW, /* uncompared: the section breaks its own rules there */
    SFC_REASON_UNREADABLE_CFI,
    SFC_REASON_V1_MASK,  /* uncompared: a stub that is right by only one reading of version 1 (AMB-078) */
    SFC_REASON_TOO_LONG, /* uncompared: rules that vary from PC to PC, for more PCs than the budget */
    SFC_NUM_REASONS
};
extern const char *const sfc_reason_names[SFC_NUM_REASONS];

/* The differences of a wrong range. */
enum {
    SFC_DIFFERS_CFA = 1,
    SFC_DIFFERS_RA = 2,
    SFC_DIFFERS_FP = 4,
    SFC_DIFFERS_PAC = 8,
    SFC_DIFFERS_KEY = 16,
    SFC_DIFFERS_SIGNAL = 32,
    SFC_DIFFERS_SP = 64,
    SFC_NUM_DIFFERENCES = 7
};
extern const char *const sfc_difference_names[SFC_NUM_DIFFERENCES];

/* Both sides of one range. A rule of `cfi` is NONE if SFrame cannot express it. SFrame has no rule for the caller's
   SP: it is the CFA, on s390x CFA - 160. */
struct sfc_pair {
    struct sfr_rules sframe, cfi;
    struct sfr_rule cfi_sp;
    bool cfi_has_ra; /* there is a rule, which may be NONE */
    bool sframe_key_b, cfi_key_b, sframe_signal, cfi_signal;
};

/* A function of one of the file's SFrame sections. `end` is cut where the next function starts. */
struct sfc_function {
    uint64_t start, end;
    size_t section;
    struct sfr_fde fde;
};

/* A range of PCs in which neither side changes. */
struct sfc_range {
    uint64_t start, end;
    uint64_t function_start, function_end; /* of the SFrame function, else of the other side's */
    const struct sfc_function *function;   /* NULL: no SFrame function */
    enum sfc_agreement agreement;
    enum sfc_reason reason;
    unsigned differs; /* SFC_DIFFERS_... */
    struct sfc_pair pair;
};
typedef void sfc_range_fn(void *ctx, const struct sfc_range *range);

bool sfc_same_rule(const struct sfr_rule *a, const struct sfr_rule *b);
/* Marks a range as uncompared. Keeps an earlier reason. */
void sfc_judge_unknown(struct sfc_range *range, enum sfc_reason reason);
/* Judges a range. The rules of both sides are set, agreement and reason are 0. */
void sfc_judge_pair(const struct sfr_section *s, struct sfc_range *range);

/* The clause that the difference `bit` violates. */
enum sfr_clause sfc_difference_clause(const struct sfr_section *s, const struct sfc_range *range, unsigned bit);

/* The SFrame sections of a file as one table of functions, sorted by address. */
struct sfc_functions {
    const struct sfr_section *sections;
    struct sfc_function *all;
    size_t count;
};
/* The caller frees `all`. */
void sfc_functions_read(struct sfc_functions *functions, const struct sfr_section *sections, size_t count);

/* Compares all PCs that either side covers, in ascending order. `file_size` bounds how many PCs
   are looked up one by one. False and *error if call frame information cannot be followed. */
bool sfc_compare(const struct sfc_functions *functions, const struct sfc_cfi *cfi, uint64_t file_size,
                 sfc_range_fn *report, void *ctx, struct sfc_error *error);

#endif
