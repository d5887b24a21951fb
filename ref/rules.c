/* SPDX-License-Identifier: MIT */
/* Interpretation of SFrame FREs: from data words to rules for CFA, RA and FP. Default FDEs are in
   rules.h. */
#include "rules.h"

uint32_t sfr_control_word(const struct sfr_fre *fre, unsigned index)
{
    const uint32_t bits = index < SFR_MAX_WORDS ? (uint32_t)fre->words[index] : 0;
    switch (fre->word_size) {
    case 1: return bits & 0xff;
    case 2: return bits & 0xffff;
    default: return bits;
    }
}

/* 3.2: a control word of 0 is padding and stands alone; an offset word follows any other. The FP
   control word is word 4 after an RA pair and word 3 after padding (AMBIGUITY AMB-080). */
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

/* 3.2 Recovery Rules: base = reg_p ? register : CFA; value = deref_p ? load(base + offset) : base +
   offset. */
static struct sfr_rule flex_rule(const struct sfr_fre *fre, unsigned index)
{
    const uint32_t control = sfr_control_word(fre, index);
    const int64_t offset = index + 1 < SFR_MAX_WORDS ? fre->words[index + 1] : 0;
    const bool deref = control & SFR_FLEX_DEREF_P;

    if (control & SFR_FLEX_REG_P)
        return sfr_rule_of(deref ? SFR_RULE_MEM_REG : SFR_RULE_REG, control >> SFR_FLEX_REGNUM_SHIFT, offset);
    return sfr_rule_of(deref ? SFR_RULE_MEM_CFA : SFR_RULE_CFA, 0, offset);
}

/* 3.2 Flexible FDE Type Interpretation. RA and FP without words are at the header's fixed offsets,
   if it has them (AMBIGUITY AMB-082). s390x scales the CFA's offset word here too
   (AMBIGUITY AMB-065). */
SFR_RARE enum sfr_fault sfr_flex_rules(const struct sfr_section *s, const struct sfr_fre *fre, struct sfr_rules *rules)
{
    const struct sfr_flex_words w = sfr_divide_flex_words(fre);

    if (!w.valid)
        return SFR_FAULT_BAD_FLEX_WORD_COUNT;
    if (!(sfr_control_word(fre, 0) & SFR_FLEX_REG_P))
        return SFR_FAULT_BAD_FLEX_CFA;
    rules->cfa = flex_rule(fre, 0);
    if (s->hdr.sfh_abi_arch == SFR_ABI_S390X_ENDIAN_BIG)
        rules->cfa.offset = sfr_s390x_cfa_offset(fre->words[1]);
    rules->ra = w.ra != 0 ? flex_rule(fre, w.ra) : sfr_fixed_or_same(s->hdr.sfh_cfa_fixed_ra_offset);
    rules->fp = w.fp != 0 ? flex_rule(fre, w.fp) : sfr_fixed_or_same(s->hdr.sfh_cfa_fixed_fp_offset);
    return SFR_FAULT_NONE;
}

/* 3.1 Default FDE Type Interpretation. */
static enum sfr_fault default_rules(const struct sfr_section *s, const struct sfr_fre *fre, struct sfr_rules *rules)
{
    switch (s->hdr.sfh_abi_arch) {
    case SFR_ABI_AMD64_ENDIAN_LITTLE: return sfr_amd64_rules(s, fre, rules);
    case SFR_ABI_AARCH64_ENDIAN_BIG:
    case SFR_ABI_AARCH64_ENDIAN_LITTLE: return sfr_aarch64_rules(s, fre, rules);
    case SFR_ABI_S390X_ENDIAN_BIG: return sfr_s390x_rules(s, fre, rules);
    default: return SFR_FAULT_BAD_ABI;
    }
}

enum sfr_fault sfr_read_rules(const struct sfr_section *s, const struct sfr_fde *fde, const struct sfr_fre *fre,
                              struct sfr_rules *rules)
{
    *rules = (struct sfr_rules){ .mangled_ra_p = fre->mangled_ra_p };

    /* 2.4.1: a count of 0 says that RA is undefined, whatever the header's fixed offset is
       (AMBIGUITY AMB-056). */
    if (fre->num_words == 0) {
        if (!sfr_has_outermost_rows(s->profile))
            return SFR_FAULT_ZERO_WORD_COUNT;
        rules->ra = sfr_rule_of(SFR_RULE_UNDEFINED, 0, 0);
        return SFR_FAULT_NONE;
    }
    switch (fde->fde_type) {
    case SFR_FDE_TYPE_DEFAULT: return default_rules(s, fre, rules);
    case SFR_FDE_TYPE_FLEX: return sfr_flex_rules(s, fre, rules);
    default: return SFR_FAULT_BAD_FDE_TYPE;
    }
}
