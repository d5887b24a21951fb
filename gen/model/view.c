/* SPDX-License-Identifier: MIT */
/* The questions whose accepting answers differ. */
#include "model.h"

bool gen_is_own_view(const struct gen_view *view)
{
    return !view->block_by_pc && !view->v1_key_a && !view->signal_ends && !view->fixed_fp_ignored && !view->ra_zero_same
           && !view->last_lost && !view->loaded_cfa_plain && view->wrap == GEN_WRAP_CUT && view->caller == GEN_PC;
}

const struct gen_reading_answer gen_reading_answers[] = {
    { "AMB-047", "b", false, { .v1_key_a = false } },
    { "AMB-047", "a", false, { .v1_key_a = true } },
    { "AMB-059", "fixed", true, { .fixed_fp_ignored = false } },
    { "AMB-059", "same", true, { .fixed_fp_ignored = true } },
    { "AMB-060", "slot", false, { .ra_zero_same = false } },
    { "AMB-060", "same", false, { .ra_zero_same = true } },
    { "AMB-077", "offset", true, { .block_by_pc = false } },
    { "AMB-077", "pc", true, { .block_by_pc = true } },
    { "AMB-078", "offset", true, { .block_by_pc = false } },
    { "AMB-078", "pc", true, { .block_by_pc = true } },
    { "AMB-090", "no-row", false, { .signal_ends = false } },
    { "AMB-090", "outermost", false, { .signal_ends = true } },
    { "AMB-100", "pc", true, { .caller = GEN_PC } },
    { "AMB-100", "pc-1", true, { .caller = GEN_PC_MINUS_1 } },
    { "AMB-100", "pc-1-unless-signal", true, { .caller = GEN_PC_MINUS_1_UNLESS_SIGNAL } },
    { "SFR-ADDRESS-WRAP", "cut", true, { .wrap = GEN_WRAP_CUT } },
    { "SFR-ADDRESS-WRAP", "end", true, { .wrap = GEN_WRAP_END } },
    { "SFR-ADDRESS-WRAP", "wrap", true, { .wrap = GEN_WRAP_ROUND } },
    { "SFR-LAST-ADDRESS", "distance", true, { .last_lost = false } },
    { "SFR-LAST-ADDRESS", "end", true, { .last_lost = true } },
    { "SFR-LOADED-CFA", "scaled", true, { .loaded_cfa_plain = false } },
    { "SFR-LOADED-CFA", "plain", true, { .loaded_cfa_plain = true } },
    { .policy = NULL },
};
