/* SPDX-License-Identifier: MIT */
/* The agreement of SFrame rules with call frame information, for one range of PCs. */
#include "producer_judge.h"

const char *const sfc_agreement_names[SFC_NUM_AGREEMENTS] = { "equal", "weaker", "wrong", "uncompared" };
const char *const sfc_reason_names[SFC_NUM_REASONS] = {
    "",        "no-function",    "no-row",        "signal-unsaid",  "key-unsaid",     "signal-only",
    "no-cfi",  "cfa-expression", "ra-expression", "fp-expression",  "fp-undefined",   "ra-unspecified",
    "sp-slot", "sp-register",    "sp-expression", "unreadable-row", "unreadable-cfi", "v1-mask",
    "too-long"
};
const char *const sfc_difference_names[SFC_NUM_DIFFERENCES] = { "cfa", "ra", "fp", "pac", "key", "signal", "sp" };

/* Gives equal places one form: relative to a register if the CFA is, and "same" for a register's
   own value. */
static struct sfr_rule normalise(struct sfr_rule rule, const struct sfr_rule *cfa, uint32_t own)
{
    if (cfa->kind == SFR_RULE_REG && (rule.kind == SFR_RULE_CFA || rule.kind == SFR_RULE_MEM_CFA)) {
        rule.kind = rule.kind == SFR_RULE_CFA ? SFR_RULE_REG : SFR_RULE_MEM_REG;
        rule.reg = cfa->reg;
        rule.offset = (int64_t)((uint64_t)rule.offset + (uint64_t)cfa->offset);
    }
    if (rule.kind == SFR_RULE_REG && rule.reg == own && rule.offset == 0)
        rule = (struct sfr_rule){ SFR_RULE_SAME, 0, 0 };
    return rule;
}

bool sfc_same_rule(const struct sfr_rule *a, const struct sfr_rule *b)
{
    return a->kind == b->kind && a->reg == b->reg && a->offset == b->offset;
}

/* If the CFA differs, a rule that is the same relative to the CFA is not reported too. */
static bool same_entity(const struct sfc_pair *pair, const struct sfr_rule *sframe, const struct sfr_rule *cfi,
                        uint32_t own)
{
    if (!sfc_same_rule(&pair->sframe.cfa, &pair->cfi.cfa) && sfc_same_rule(sframe, cfi))
        return true;
    const struct sfr_rule a = normalise(*sframe, &pair->sframe.cfa, own), b = normalise(*cfi, &pair->cfi.cfa, own);
    return sfc_same_rule(&a, &b);
}

void sfc_judge_unknown(struct sfc_range *r, enum sfc_reason reason)
{
    r->agreement = SFC_AGREE_UNCOMPARED;
    if (r->reason == SFC_REASON_NONE)
        r->reason = reason;
}

/* The caller's SP. On s390x functions save it where the ABI has its slot, and never change what is saved. */
static void judge_sp(unsigned abi, struct sfc_range *r)
{
    enum { S390X_SLOT = -40, NO_REGISTER = -1 };
    const struct sfr_rule *cfa = &r->pair.cfi.cfa, *sp = &r->pair.cfi_sp;
    const struct sfr_rule implied = { SFR_RULE_CFA, 0, sfc_cfi_implied_sp(abi) };
    const struct sfr_rule a = normalise(implied, cfa, (uint32_t)NO_REGISTER);
    const struct sfr_rule b = normalise(*sp, cfa, (uint32_t)NO_REGISTER);
    if (abi == SFR_ABI_S390X_ENDIAN_BIG && sp->kind == SFR_RULE_MEM_CFA && sp->offset == S390X_SLOT)
        return;
    if (b.kind == SFR_RULE_NONE)
        sfc_judge_unknown(r, SFC_REASON_SP_EXPRESSION);
    else if (b.kind == SFR_RULE_MEM_CFA || b.kind == SFR_RULE_MEM_REG)
        sfc_judge_unknown(r, SFC_REASON_SP_IN_SLOT);
    else if (b.kind == SFR_RULE_REG && (a.kind != SFR_RULE_REG || a.reg != b.reg))
        sfc_judge_unknown(r, SFC_REASON_SP_IN_REGISTER);
    else if (!sfc_same_rule(&a, &b))
        r->differs |= SFC_DIFFERS_SP;
}

static void judge_frame(const struct sfr_section *s, struct sfc_range *r)
{
    const struct sfc_pair *p = &r->pair;
    const uint32_t fp = sfr_abi_fp(s->hdr.sfh_abi_arch), ra = sfr_abi_ra(s->hdr.sfh_abi_arch);
    if (p->cfi.cfa.kind == SFR_RULE_NONE)
        sfc_judge_unknown(r, SFC_REASON_CFA_EXPRESSION);
    else if (!sfc_same_rule(&p->sframe.cfa, &p->cfi.cfa))
        r->differs |= SFC_DIFFERS_CFA;
    if (p->cfi.fp.kind == SFR_RULE_NONE)
        sfc_judge_unknown(r, SFC_REASON_FP_EXPRESSION);
    else if (p->cfi.fp.kind == SFR_RULE_UNDEFINED)
        sfc_judge_unknown(r, SFC_REASON_FP_UNDEFINED);
    else if (!same_entity(p, &p->sframe.fp, &p->cfi.fp, fp))
        r->differs |= SFC_DIFFERS_FP;
    if (p->cfi.ra.kind == SFR_RULE_NONE)
        sfc_judge_unknown(r, p->cfi_has_ra ? SFC_REASON_RA_EXPRESSION : SFC_REASON_RA_UNSPECIFIED);
    else if (!same_entity(p, &p->sframe.ra, &p->cfi.ra, ra))
        r->differs |= SFC_DIFFERS_RA;
    judge_sp(s->hdr.sfh_abi_arch, r);
}

/* A different mark is wrong if the version has a bit for it. */
static void judge_mark(struct sfc_range *r, bool can_be_said, unsigned differs, enum sfc_reason reason)
{
    if (can_be_said) {
        r->differs |= differs;
    } else if (r->agreement == SFC_AGREE_EQUAL) {
        r->agreement = SFC_AGREE_WEAKER;
        r->reason = reason;
    }
}

static void judge_marks(const struct sfr_section *s, struct sfc_range *r)
{
    const struct sfc_pair *p = &r->pair;
    if (p->sframe.mangled_ra_p != p->cfi.mangled_ra_p)
        r->differs |= SFC_DIFFERS_PAC;
    else if (p->cfi.mangled_ra_p && p->sframe_key_b != p->cfi_key_b)
        judge_mark(r, s->profile != SFR_PROFILE_V1, SFC_DIFFERS_KEY, SFC_REASON_KEY_UNSAID);
    if (p->sframe_signal != p->cfi_signal)
        judge_mark(r, s->profile == SFR_PROFILE_V3, SFC_DIFFERS_SIGNAL, SFC_REASON_SIGNAL_UNSAID);
}

/* An outermost frame has no caller, so its other rules do not matter. */
void sfc_judge_pair(const struct sfr_section *s, struct sfc_range *r)
{
    const bool sframe_ends = r->pair.sframe.ra.kind == SFR_RULE_UNDEFINED;
    const bool cfi_ends = r->pair.cfi.ra.kind == SFR_RULE_UNDEFINED;
    if (sframe_ends != cfi_ends)
        r->differs |= SFC_DIFFERS_RA;
    else if (!cfi_ends)
        judge_frame(s, r);
    if (!sframe_ends && !cfi_ends)
        judge_marks(s, r);
    if (r->differs) {
        r->agreement = SFC_AGREE_WRONG;
        r->reason = SFC_REASON_NONE;
    }
}

/* The clauses of CFA, RA, FP and SP, by the chapter that defines the words of a function. Before errata 1 there is no
   chapter for each ABI; the chapter on rows defines them. */
enum chapter { EARLY, EARLY_AMD64, FLEXIBLE, S390X, AMD64, AARCH64 };
static const enum sfr_clause word_clauses[][4] = {
    [EARLY] = { SFR_CLAUSE_ALL_FRE_17, SFR_CLAUSE_V12_FRE_18, SFR_CLAUSE_V12_FRE_18, SFR_CLAUSE_ALL_FRE_17 },
    [EARLY_AMD64] = { SFR_CLAUSE_ALL_FRE_17, SFR_CLAUSE_ALL_HDR_21, SFR_CLAUSE_V12_FRE_18, SFR_CLAUSE_ALL_FRE_17 },
    [FLEXIBLE] = { SFR_CLAUSE_FLX_09, SFR_CLAUSE_FLX_14, SFR_CLAUSE_FLX_14, SFR_CLAUSE_FLX_18 },
    [S390X] = { SFR_CLAUSE_S390_02, SFR_CLAUSE_S390_03, SFR_CLAUSE_S390_07, SFR_CLAUSE_S390_11 },
    [AMD64] = { SFR_CLAUSE_V2E1_AMD_01, SFR_CLAUSE_V2E1_AMD_02, SFR_CLAUSE_V2E1_AMD_03, SFR_CLAUSE_UNW_06 },
    [AARCH64] = { SFR_CLAUSE_A64_01, SFR_CLAUSE_A64_02, SFR_CLAUSE_A64_03, SFR_CLAUSE_UNW_06 },
};

static bool either_is(const struct sfr_rule *a, const struct sfr_rule *b, enum sfr_rule_kind kind)
{
    return a->kind == kind || b->kind == kind;
}

static enum chapter chapter_of(const struct sfr_section *s, const struct sfc_range *range, unsigned bit)
{
    const bool is_amd64 = s->hdr.sfh_abi_arch == SFR_ABI_AMD64_ENDIAN_LITTLE;
    const bool is_s390x = s->hdr.sfh_abi_arch == SFR_ABI_S390X_ENDIAN_BIG;
    if (s->profile == SFR_PROFILE_V1 || s->profile == SFR_PROFILE_V2)
        return is_amd64 ? EARLY_AMD64 : EARLY;
    if (range->function->fde.fde_type == SFR_FDE_TYPE_FLEX && !(is_s390x && bit == SFC_DIFFERS_SP))
        return FLEXIBLE;
    return is_s390x ? S390X : is_amd64 ? AMD64 : AARCH64;
}

static enum sfr_clause word_clause(const struct sfr_section *s, const struct sfc_range *range, unsigned bit)
{
    const struct sfr_rules *x = &range->pair.sframe, *y = &range->pair.cfi;
    const enum chapter chapter = chapter_of(s, range, bit);
    const unsigned word = bit == SFC_DIFFERS_CFA ? 0 : bit == SFC_DIFFERS_RA ? 1 : bit == SFC_DIFFERS_FP ? 2 : 3;
    if (chapter == FLEXIBLE && word == 0 && either_is(&x->cfa, &y->cfa, SFR_RULE_MEM_REG))
        return SFR_CLAUSE_FLX_20;
    if (chapter == S390X
        && ((word == 1 && either_is(&x->ra, &y->ra, SFR_RULE_REG))
            || (word == 2 && either_is(&x->fp, &y->fp, SFR_RULE_REG))))
        return s->profile == SFR_PROFILE_V3 ? SFR_CLAUSE_S390_12 : SFR_CLAUSE_S390_08;
    return word_clauses[chapter][word];
}

enum sfr_clause sfc_difference_clause(const struct sfr_section *s, const struct sfc_range *range, unsigned bit)
{
    const bool has_outermost = s->profile == SFR_PROFILE_V2E2 || s->profile == SFR_PROFILE_V3;
    switch (bit) {
    case SFC_DIFFERS_PAC: return SFR_CLAUSE_ALL_FRE_13;
    case SFC_DIFFERS_KEY: return s->profile == SFR_PROFILE_V3 ? SFR_CLAUSE_V3_FDI_04 : SFR_CLAUSE_V2_FDI_02;
    case SFC_DIFFERS_SIGNAL: return SFR_CLAUSE_V3_FDI_09;
    default: break;
    }
    if (bit == SFC_DIFFERS_RA && has_outermost && range->pair.sframe.ra.kind == SFR_RULE_UNDEFINED)
        return range->function->fde.sfde_func_num_fres == 0 ? SFR_CLAUSE_V3_FDE_12 : SFR_CLAUSE_V2E2_FRE_12;
    if (bit == SFC_DIFFERS_RA && has_outermost && range->pair.cfi.ra.kind == SFR_RULE_UNDEFINED)
        return SFR_CLAUSE_V2E2_FRE_12;
    return word_clause(s, range, bit);
}
