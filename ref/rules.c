/* SPDX-License-Identifier: MIT */
/* Interpretation of SFrame FREs: from data words to rules for CFA, RA and FP. */
#include "internal.h"

/* 3.1.3 s390x: constants of the CFA offset and of the RA word. */
enum {
    S390X_CFA_OFFSET_ALIGNMENT_FACTOR = 8,
    S390X_CFA_OFFSET_ADJUSTMENT = -160,
    FRE_RA_OFFSET_INVALID = 0
};

static struct sfr_rule rule(enum sfr_rule_kind kind, uint32_t reg, int64_t offset)
{
    const struct sfr_rule r = { kind, reg, offset };
    return r;
}

static struct sfr_rule at_cfa(int64_t offset)
{
    return rule(SFR_RULE_MEM_CFA, 0, offset);
}

/* 3.1: CFA = base register + word 1. */
static struct sfr_rule default_cfa(const struct sfr_section *s, const struct sfr_fre *fre, int64_t offset)
{
    const struct sfr_abi_facts *abi = sfr_abi_facts(s->hdr.sfh_abi_arch);
    return rule(SFR_RULE_REG, fre->base_sp ? abi->sp : abi->fp, offset);
}

/* 2.2: a fixed offset of 0 means that there is none. */
static struct sfr_rule fixed_or_same(int8_t fixed_offset)
{
    return fixed_offset != 0 ? at_cfa(fixed_offset) : rule(SFR_RULE_SAME, 0, 0);
}

/* The FP rule of a default FDE, whose FP word is word `index`. AMBIGUITY AMB-059: the
   header's fixed offset goes before the word. */
static struct sfr_rule default_fp(const struct sfr_section *s, const struct sfr_fre *fre, unsigned index)
{
    const int8_t fixed = s->hdr.sfh_cfa_fixed_fp_offset;
    return fixed == 0 && fre->num_words > index ? at_cfa(fre->words[index]) : fixed_or_same(fixed);
}

/* 3.1.1 AMD64: CFA, FP; RA lies at the header's fixed offset (AMB-057: it is loaded from there). */
static enum sfr_fault amd64_rules(const struct sfr_section *s, const struct sfr_fre *fre, struct sfr_rules *rules)
{
    /* AMBIGUITY AMB-052 */
    const bool older = s->profile == SFR_PROFILE_V1 || s->profile == SFR_PROFILE_V2;
    if (fre->num_words > (older ? 3 : 2))
        return SFR_FAULT_BAD_WORD_COUNT;
    rules->cfa = default_cfa(s, fre, fre->words[0]);
    rules->ra = fixed_or_same(s->hdr.sfh_cfa_fixed_ra_offset);
    rules->fp = default_fp(s, fre, 1);
    return SFR_FAULT_NONE;
}

/* 3.1.2 AArch64: CFA, RA, FP. AMB-050, AMB-061: one or two words are as good as three. */
static enum sfr_fault aarch64_rules(const struct sfr_section *s, const struct sfr_fre *fre, struct sfr_rules *rules)
{
    if (fre->num_words > 3)
        return SFR_FAULT_BAD_WORD_COUNT;
    rules->cfa = default_cfa(s, fre, fre->words[0]);
    rules->ra = fre->num_words > 1 ? at_cfa(fre->words[1]) : rule(SFR_RULE_SAME, 0, 0);
    rules->fp = default_fp(s, fre, 2);
    return SFR_FAULT_NONE;
}

/* 3.1.3 s390x: CFA offset = word * 8 + 160 (AMB-064), in 64 bits (AMB-067). */
static int64_t s390x_cfa_offset(int32_t word)
{
    return (int64_t)word * S390X_CFA_OFFSET_ALIGNMENT_FACTOR - S390X_CFA_OFFSET_ADJUSTMENT;
}

/* 3.1.3 s390x: an RA or FP word. Version 2 errata 1 (3.3) and errata 2 keep a register
   number in an odd one; version 3 does not (AMB-069). */
static enum sfr_fault s390x_slot(const struct sfr_section *s, int32_t word, struct sfr_rule *out)
{
    const uint32_t bits = (uint32_t)word;
    *out = at_cfa(word);
    if (s->profile == SFR_PROFILE_V3 || !(bits & 1))
        return SFR_FAULT_NONE;
    if (word < 0) {
        *out = rule(SFR_RULE_NONE, 0, 0);
        return SFR_FAULT_BAD_REGISTER_WORD;
    }
    *out = rule(SFR_RULE_REG, bits >> 1, 0);
    return SFR_FAULT_NONE;
}

/* 3.1.3 s390x: CFA, RA, FP; an RA word of 0 is padding: RA is not saved. */
static enum sfr_fault s390x_rules(const struct sfr_section *s, const struct sfr_fre *fre, struct sfr_rules *rules)
{
    enum sfr_fault ra_fault = SFR_FAULT_NONE, fp_fault = SFR_FAULT_NONE;

    if (fre->num_words > 3)
        return SFR_FAULT_BAD_WORD_COUNT;
    rules->cfa = default_cfa(s, fre, s390x_cfa_offset(fre->words[0]));
    rules->ra = rule(SFR_RULE_SAME, 0, 0);
    if (fre->num_words > 1 && fre->words[1] != FRE_RA_OFFSET_INVALID)
        ra_fault = s390x_slot(s, fre->words[1], &rules->ra);
    rules->fp = default_fp(s, fre, 2);
    if (fre->num_words > 2 && s->hdr.sfh_cfa_fixed_fp_offset == 0)
        fp_fault = s390x_slot(s, fre->words[2], &rules->fp);
    return ra_fault != SFR_FAULT_NONE ? ra_fault : fp_fault;
}

/* 3.1 Default FDE Type Interpretation. */
static enum sfr_fault default_rules(const struct sfr_section *s, const struct sfr_fre *fre, struct sfr_rules *rules)
{
    if (!sfr_profile_has_abi(s->profile, s->hdr.sfh_abi_arch))
        return SFR_FAULT_BAD_ABI;
    switch (s->hdr.sfh_abi_arch) {
    case SFR_ABI_AMD64_ENDIAN_LITTLE: return amd64_rules(s, fre, rules);
    case SFR_ABI_AARCH64_ENDIAN_BIG:
    case SFR_ABI_AARCH64_ENDIAN_LITTLE: return aarch64_rules(s, fre, rules);
    case SFR_ABI_S390X_ENDIAN_BIG: return s390x_rules(s, fre, rules);
    default: return SFR_FAULT_BAD_ABI;
    }
}

uint32_t sfr_control_word(const struct sfr_fre *fre, unsigned index)
{
    const uint32_t bits = index < SFR_MAX_WORDS ? (uint32_t)fre->words[index] : 0;
    switch (fre->word_size) {
    case 1: return bits & 0xff;
    case 2: return bits & 0xffff;
    default: return bits;
    }
}

/* 3.2: a control word of 0 is padding and stands alone; any other has an offset word behind it. AMB-080: the
   FP control word is word 4 behind an RA pair and word 3 behind padding. */
struct sfr_flex_words sfr_divide_flex_words(const struct sfr_fre *fre)
{
    struct sfr_flex_words w = { .valid = fre->num_words >= 2 };
    unsigned next = 2;

    for (unsigned entity = 0; entity < 2 && w.valid && next < fre->num_words; entity++) {
        if (sfr_control_word(fre, next) == 0) {
            w.last_padding = next;
            next += 1;
            continue;
        }
        if (entity == 0)
            w.ra = next;
        else
            w.fp = next;
        w.last_padding = 0;
        w.valid = fre->num_words - next >= 2;
        next += 2;
    }
    w.valid = w.valid && next == fre->num_words;
    return w;
}

/* 3.2 Recovery Rules: base = reg_p ? register : CFA; value = deref_p ? load(base + offset) : base + offset. */
static struct sfr_rule flex_rule(const struct sfr_fre *fre, unsigned index)
{
    const uint32_t control = sfr_control_word(fre, index);
    const int64_t offset = index + 1 < SFR_MAX_WORDS ? fre->words[index + 1] : 0;
    const bool deref = control & SFR_FLEX_DEREF_P;

    if (control & SFR_FLEX_REG_P)
        return rule(deref ? SFR_RULE_MEM_REG : SFR_RULE_REG, control >> SFR_FLEX_REGNUM_SHIFT, offset);
    return rule(deref ? SFR_RULE_MEM_CFA : SFR_RULE_CFA, 0, offset);
}

/* 3.2 Flexible FDE Type Interpretation. AMB-082: without a rule of its own RA and FP lie at the header's
   fixed offsets, where the ABI has them. AMB-065: s390x scales the CFA's offset word here too. */
static enum sfr_fault flex_rules(const struct sfr_section *s, const struct sfr_fre *fre, struct sfr_rules *rules)
{
    const struct sfr_flex_words w = sfr_divide_flex_words(fre);

    if (!w.valid)
        return SFR_FAULT_BAD_FLEX_WORD_COUNT;
    if (!(sfr_control_word(fre, 0) & SFR_FLEX_REG_P))
        return SFR_FAULT_BAD_FLEX_CFA;
    rules->cfa = flex_rule(fre, 0);
    if (s->hdr.sfh_abi_arch == SFR_ABI_S390X_ENDIAN_BIG)
        rules->cfa.offset = s390x_cfa_offset(fre->words[1]);
    rules->ra = w.ra != 0 ? flex_rule(fre, w.ra) : fixed_or_same(s->hdr.sfh_cfa_fixed_ra_offset);
    rules->fp = w.fp != 0 ? flex_rule(fre, w.fp) : fixed_or_same(s->hdr.sfh_cfa_fixed_fp_offset);
    return SFR_FAULT_NONE;
}

enum sfr_fault sfr_read_rules(const struct sfr_section *s, const struct sfr_fde *fde,
                              const struct sfr_fre *fre, struct sfr_rules *rules)
{
    *rules = (struct sfr_rules){ .mangled_ra_p = fre->mangled_ra_p };

    /* 2.4.1: a count of 0 says that RA is undefined (AMB-056: whatever the header's fixed offset says). */
    if (fre->num_words == 0) {
        if (!sfr_has_outermost_rows(s->profile))
            return SFR_FAULT_ZERO_WORD_COUNT;
        rules->ra = rule(SFR_RULE_UNDEFINED, 0, 0);
        return SFR_FAULT_NONE;
    }
    switch (fde->fde_type) {
    case SFR_FDE_TYPE_DEFAULT: return default_rules(s, fre, rules);
    case SFR_FDE_TYPE_FLEX: return flex_rules(s, fre, rules);
    default: return SFR_FAULT_BAD_FDE_TYPE;
    }
}
