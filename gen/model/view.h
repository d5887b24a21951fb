/* SPDX-License-Identifier: MIT */
/* The questions whose accepting answers differ: one view of a model for each answer. */
#ifndef GEN_VIEW_H
#define GEN_VIEW_H

#include <stdbool.h>
#include <stddef.h>

/* The most answers of one question. */
enum { GEN_MAX_READINGS = 4 };

/* Which PC is looked up for the caller of a frame (AMB-100). */
enum gen_caller_pc { GEN_PC, GEN_PC_MINUS_1, GEN_PC_MINUS_1_UNLESS_SIGNAL };

/* What of a function that reaches past the last address (SFR-ADDRESS-WRAP). */
enum gen_wrap { GEN_WRAP_CUT, GEN_WRAP_END, GEN_WRAP_ROUND };

/* All zero: the answers of the reference. */
struct gen_view {
    bool block_by_pc;      /* AMB-077, AMB-078: a block counts from address 0, not from the function's start */
    bool v1_key_a;         /* AMB-047: bit 5 of a version 1 info byte means nothing */
    bool signal_ends;      /* AMB-090: a signal function without rows is outermost */
    bool fixed_fp_ignored; /* AMB-059: on s390x FP is unchanged without a word, whatever the header says */
    bool ra_zero_same;     /* AMB-060: an RA word of 0 on AArch64 leaves RA unchanged */
    bool last_lost;        /* SFR-LAST-ADDRESS: the end of a function that ends with the last address is 0 */
    bool loaded_cfa_plain; /* SFR-LOADED-CFA: the word of a CFA that is loaded is not scaled */
    enum gen_wrap wrap;
    enum gen_caller_pc caller;
};

/* Is this the view of the reference? */
bool gen_is_own_view(const struct gen_view *view);

/* One accepting answer of a question. */
struct gen_reading_answer {
    const char *policy, *name;
    bool silent; /* the section itself shows no doubt, so that only the results tell */
    struct gen_view view;
};
/* The answers of all questions, the reference's first. The last one has no policy. */
extern const struct gen_reading_answer gen_reading_answers[];

#endif
