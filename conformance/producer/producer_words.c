/* SPDX-License-Identifier: MIT */
/* Which rules a version of the format has words for. */
#include "producer_words.h"

static bool fits(int64_t offset)
{
    return offset >= INT32_MIN && offset <= INT32_MAX;
}

/* s390x stores the CFA's offset without the fixed part, in units of 8. */
static bool can_state_cfa(unsigned abi, const struct sfr_rule *cfa)
{
    if (cfa->kind != SFR_RULE_REG || (cfa->reg != sfr_abi_sp(abi) && cfa->reg != sfr_abi_fp(abi)))
        return false;
    return fits(cfa->offset) && (abi != SFR_ABI_S390X_ENDIAN_BIG || cfa->offset % 8 == 0);
}

/* Unchanged, on the stack, or (s390x) in a register, which is an odd word; so an odd offset is none. */
static bool can_state_saved(unsigned abi, const struct sfr_rule *rule)
{
    const bool is_s390x = abi == SFR_ABI_S390X_ENDIAN_BIG;
    if (rule->kind == SFR_RULE_MEM_CFA)
        return fits(rule->offset) && rule->offset != 0 && (!is_s390x || rule->offset % 8 == 0);
    return rule->kind == SFR_RULE_SAME || (is_s390x && rule->kind == SFR_RULE_REG && rule->offset == 0);
}

bool sfc_words_can_state(enum sfr_profile profile, unsigned abi, const struct sfr_rules *rules)
{
    if (rules->ra.kind == SFR_RULE_UNDEFINED)
        return profile == SFR_PROFILE_V2E2 || profile == SFR_PROFILE_V3;
    if (!can_state_cfa(abi, &rules->cfa) || !can_state_saved(abi, &rules->fp))
        return false;
    if (abi == SFR_ABI_AMD64_ENDIAN_LITTLE)
        return rules->ra.kind == SFR_RULE_MEM_CFA && rules->ra.offset == -8 && rules->fp.kind != SFR_RULE_REG;
    /* AMB-051: RA's word comes before FP's, and only s390x has a padding word in its place. */
    const bool fp_alone = rules->fp.kind != SFR_RULE_SAME && rules->ra.kind == SFR_RULE_SAME;
    return can_state_saved(abi, &rules->ra) && (!fp_alone || abi == SFR_ABI_S390X_ENDIAN_BIG);
}
