/* SPDX-License-Identifier: MIT */
/* What a look-up gives by each answer to the questions that the format leaves open. */
#include "view.h"

/* CFA offsets of s390x are stored less 160, in eighths. */
enum { S390X_CFA_ADJUSTMENT = 160, S390X_CFA_FACTOR = 8 };

/* The address after the function, modulo 2^64: at most its start if it reaches the last address. */
static uint64_t end_of(const struct sfr_fde *fde)
{
    return fde->start + fde->sfde_func_size;
}

static bool ends_with_last_address(const struct sfr_fde *fde)
{
    return fde->sfde_func_size > 0 && end_of(fde) == 0;
}

static bool wraps(const struct sfr_fde *fde)
{
    return end_of(fde) != 0 && end_of(fde) < fde->start;
}

static bool is_in_after_0(const struct sfr_section *s, uint32_t wrapping, uint64_t pc, struct sfr_fde *fde)
{
    if (wrapping == SFR_NO_INDEX || sfr_read_fde(s, wrapping, fde) != SFR_FAULT_NONE)
        return false;
    return pc < fde->start && pc - fde->start < fde->sfde_func_size;
}

static bool is_signal_without_rows(const struct sfr_section *s, const struct sfk_view *v)
{
    return v->found == SFR_FOUND_NO_FRE && s->profile == SFR_PROFILE_V3 && v->hit.fde.signal_p
           && v->hit.fde.sfde_func_num_fres == 0 && v->hit.fde.fde_type == SFR_FDE_TYPE_DEFAULT;
}

static bool is_ra_word_zero(const struct sfr_section *s, const struct sfk_view *v)
{
    const bool aarch64 =
        s->hdr.sfh_abi_arch == SFR_ABI_AARCH64_ENDIAN_LITTLE || s->hdr.sfh_abi_arch == SFR_ABI_AARCH64_ENDIAN_BIG;
    return aarch64 && v->hit.fde.fde_type == SFR_FDE_TYPE_DEFAULT && v->hit.rules.ra.kind == SFR_RULE_MEM_CFA
           && v->hit.rules.ra.offset == 0;
}

static bool is_fixed_fp(const struct sfr_section *s, const struct sfk_view *v)
{
    return s->hdr.sfh_abi_arch == SFR_ABI_S390X_ENDIAN_BIG && s->hdr.sfh_cfa_fixed_fp_offset
           && v->hit.rules.fp.kind == SFR_RULE_MEM_CFA && v->hit.rules.fp.offset == s->hdr.sfh_cfa_fixed_fp_offset;
}

enum sfr_policy sfk_view_policy(const struct sfr_section *s, unsigned i)
{
    static const enum sfr_policy policies[SFK_VIEW_BITS] = {
        SFR_POLICY_SFR_LAST_ADDRESS, SFR_POLICY_SFR_ADDRESS_WRAP, SFR_POLICY_SFR_ADDRESS_WRAP, SFR_POLICY_AMB_077,
        SFR_POLICY_AMB_090,          SFR_POLICY_AMB_060,          SFR_POLICY_SFR_LOADED_CFA,   SFR_POLICY_AMB_059,
    };
    return 1u << i == SFK_BLOCK_BY_PC && s->profile == SFR_PROFILE_V1 ? SFR_POLICY_AMB_078 : policies[i];
}

const char *sfk_contradicted(const struct sfk_reader *reader, const struct sfr_section *s, unsigned bits,
                             unsigned concerned)
{
    for (unsigned i = 0; i < SFK_VIEW_BITS; i++) {
        const unsigned bit = 1u << i;
        const enum sfr_policy policy = sfk_view_policy(s, i);
        const unsigned declared = reader->answers[policy], answer = bit == SFK_WRAP_ROUND ? 3 : 2;
        if ((concerned & bit) && declared != 0 && (declared == answer) != ((bits & bit) != 0))
            return sfr_policy_info(policy)->id;
    }
    return NULL;
}

/* Which functions have the PC. */
static void see_place(const struct sfr_section *s, uint32_t wrapping, uint64_t pc, unsigned bits, struct sfk_view *v)
{
    struct sfr_fde fde;

    if (v->found == SFR_FOUND_NO_FDE) {
        if (!is_in_after_0(s, wrapping, pc, &fde))
            return;
        v->concerned |= SFK_WRAP_ROUND;
        if (bits & SFK_WRAP_ROUND) {
            v->hit.fde = fde;
            v->found = sfr_find_fre(s, pc, &v->hit);
        }
        return;
    }
    v->concerned |= ends_with_last_address(&v->hit.fde) ? SFK_LAST_LOST : 0;
    v->concerned |= wraps(&v->hit.fde) ? SFK_WRAP_LOST : 0;
    if (v->concerned & bits & (SFK_LAST_LOST | SFK_WRAP_LOST))
        v->found = SFR_FOUND_NO_FDE;
}

/* Which row of the function applies. */
static void see_row(const struct sfr_section *s, uint64_t pc, unsigned bits, struct sfk_view *v)
{
    if (v->found == SFR_FOUND_NO_FDE)
        return;
    if (v->hit.fde.pc_type == SFR_FDE_PCTYPE_MASK) {
        v->concerned |= SFK_BLOCK_BY_PC;
        if ((bits & SFK_BLOCK_BY_PC) && v->hit.fde.sfde_func_num_fres > 0) {
            v->hit.fde.start = 0;
            v->found = sfr_find_fre(s, pc, &v->hit);
        }
    }
    if (is_signal_without_rows(s, v)) {
        v->concerned |= SFK_SIGNAL_ENDS;
        v->found = bits & SFK_SIGNAL_ENDS ? SFR_FOUND_OUTERMOST : v->found;
    }
}

/* What the words of the row mean. */
static void see_rules(const struct sfr_section *s, unsigned bits, struct sfk_view *v)
{
    static const struct sfr_rule same = { SFR_RULE_SAME, 0, 0 };
    struct sfr_rules *rules = &v->hit.rules;

    if (v->found != SFR_FOUND)
        return;
    if (is_ra_word_zero(s, v)) {
        v->concerned |= SFK_RA_ZERO_SAME;
        rules->ra = bits & SFK_RA_ZERO_SAME ? same : rules->ra;
    }
    if (s->hdr.sfh_abi_arch == SFR_ABI_S390X_ENDIAN_BIG && rules->cfa.kind == SFR_RULE_MEM_REG) {
        v->concerned |= SFK_CFA_PLAIN;
        if (bits & SFK_CFA_PLAIN)
            rules->cfa.offset = (rules->cfa.offset - S390X_CFA_ADJUSTMENT) / S390X_CFA_FACTOR;
    }
    if (is_fixed_fp(s, v)) {
        v->concerned |= SFK_FP_SAME;
        rules->fp = bits & SFK_FP_SAME ? same : rules->fp;
    }
}

struct sfk_view sfk_look_up(const struct sfr_section *s, uint32_t wrapping, uint64_t pc, unsigned bits)
{
    struct sfk_view v = { .concerned = 0 };

    v.found = sfr_find(s, pc, &v.hit);
    see_place(s, wrapping, pc, bits, &v);
    see_row(s, pc, bits, &v);
    see_rules(s, bits, &v);
    return v;
}
