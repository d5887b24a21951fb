/* SPDX-License-Identifier: MIT */
/* producer_judge.h - the agreement of SFrame rules with call frame information, for one range of PCs. */
#ifndef SFC_PRODUCER_JUDGE_H
#define SFC_PRODUCER_JUDGE_H

#include "cfi.h"

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

bool sfc_same_rule(const struct sfr_rule *a, const struct sfr_rule *b);
/* Sets the agreement of a range that cannot be compared; the first reason stays. */
void sfc_judge_unknown(struct sfc_range *range, enum sfc_reason reason);
/* Judges a range of which both sides' rules are set, and agreement and reason are 0. */
void sfc_judge_pair(const struct sfr_section *s, struct sfc_range *range);

/* The clause that the difference `bit` breaks. */
enum sfr_clause sfc_difference_clause(const struct sfr_section *s, const struct sfc_range *range, unsigned bit);

#endif
