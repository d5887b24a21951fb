/* SPDX-License-Identifier: MIT */
/* view.h - the questions that the format leaves open: what a reader's declarations allow, and what a look-up gives by
   each answer. */
#ifndef SFK_VIEW_H
#define SFK_VIEW_H

#include "sfk.h"

/* May it refuse what is only doubtful (or, not `refusing`, accept what is a violation), by the answer of this
   question that it has declared, or, if it has declared none, by any? */
bool sfk_policy_allows(const struct sfk_reader *reader, enum sfr_policy policy, bool refusing);

/* A question with an answer other than the reference's, as one bit. The order is that in which they take effect. */
enum sfk_view_bit {
    SFK_LAST_LOST = 1 << 0,    /* SFR-LAST-ADDRESS end */
    SFK_WRAP_LOST = 1 << 1,    /* SFR-ADDRESS-WRAP end */
    SFK_WRAP_ROUND = 1 << 2,   /* SFR-ADDRESS-WRAP wrap */
    SFK_BLOCK_BY_PC = 1 << 3,  /* AMB-077 or AMB-078, the second answer */
    SFK_SIGNAL_ENDS = 1 << 4,  /* AMB-090, the second answer */
    SFK_RA_ZERO_SAME = 1 << 5, /* AMB-060 same */
    SFK_CFA_PLAIN = 1 << 6,    /* SFR-LOADED-CFA plain */
    SFK_FP_SAME = 1 << 7       /* AMB-059, the second answer */
};
enum { SFK_VIEW_BITS = 8 };

struct sfk_view {
    enum sfr_found found;
    struct sfr_hit hit;
    unsigned concerned; /* the questions that this look-up depends on; of those not asked for the reference's answer */
};

/* `wrapping` is the index of a function that reaches past address 0, or SFR_NO_INDEX. */
struct sfk_view sfk_look_up(const struct sfr_section *s, uint32_t wrapping, uint64_t pc, unsigned bits);

/* The question of bit number `i`. */
enum sfr_policy sfk_view_policy(const struct sfr_section *s, unsigned i);

/* The question whose declared answer these bits contradict; NULL: none. */
const char *sfk_contradicted(const struct sfk_reader *reader, const struct sfr_section *s, unsigned bits,
                             unsigned concerned);

#endif
