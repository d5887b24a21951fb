/* SPDX-License-Identifier: MIT */
/* decide.h - a model from any bytes, which are read as a series of decisions. */
#ifndef SFK_DECIDE_H
#define SFK_DECIDE_H

#include "emit.h"
#include "expect.h"
#include "sfr.h"

/* The reference's name of a profile. */
static inline enum sfr_profile sfk_profile(enum gen_profile profile)
{
    static const enum sfr_profile profiles[GEN_NUM_PROFILES] = {
        [GEN_V1] = SFR_PROFILE_V1,     [GEN_V2] = SFR_PROFILE_V2, [GEN_V2E1] = SFR_PROFILE_V2E1,
        [GEN_V2E2] = SFR_PROFILE_V2E2, [GEN_V3] = SFR_PROFILE_V3,
    };
    return profiles[profile];
}

/* After their end all decisions are 0. */
struct sfk_decisions {
    const uint8_t *data;
    size_t size, pos;
};
uint32_t sfk_decide(struct sfk_decisions *d, unsigned bytes);
/* True once in `one` decisions. */
bool sfk_rarely(struct sfk_decisions *d, unsigned one);

/* What was wished for: sets of profiles and ABIs, of which at least one target exists. */
struct sfk_limits {
    unsigned profiles, abis; /* bits 1 << enum gen_profile, enum gen_abi */
    bool plain;              /* no doubt of the fault register */
    bool odd;                /* what no tool writes, too: gaps, shared rows, bits without a meaning, any order */
};

/* A model that gen_check_model() takes: what the format forbids is left out. */
struct gen_model sfk_decide_model(struct sfk_decisions *d, struct gen_pool *pool, const struct sfk_limits *limits);

#endif
