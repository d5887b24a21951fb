/* SPDX-License-Identifier: MIT */
/*
 * Interpretation of SFrame FREs of default FDEs: from data words to rules for CFA, RA and FP, ABI
 * by ABI. It is a header so that the compiler inlines it into the checker; all others call
 * sfr_read_rules().
 */
#ifndef SFR_RULES_H
#define SFR_RULES_H

#include "internal.h"

static inline struct sfr_rule sfr_rule_of(enum sfr_rule_kind kind, uint32_t reg, int64_t offset)
{
    const struct sfr_rule r = { kind, reg, offset };
    return r;
}

static inline struct sfr_rule sfr_at_cfa(int64_t offset)
{
    return sfr_rule_of(SFR_RULE_MEM_CFA, 0, offset);
}

/* 3.1: CFA = base register + word 1. */
static inline struct sfr_rule sfr_default_cfa(const struct sfr_section *s, const struct sfr_fre *fre, int64_t offset)
{
    const struct sfr_abi_facts *abi = sfr_abi_facts(s->hdr.sfh_abi_arch);
    return sfr_rule_of(SFR_RULE_REG, fre->base_sp ? abi->sp : abi->fp, offset);
}

/* 2.2: a fixed offset of 0 means none. */
static inline struct sfr_rule sfr_fixed_or_same(int8_t fixed_offset)
{
    return fixed_offset != 0 ? sfr_at_cfa(fixed_offset) : sfr_rule_of(SFR_RULE_SAME, 0, 0);
}

/* The FP rule of a default FDE, whose FP word is word `index`. AMBIGUITY AMB-059: the header's
   fixed offset overrides the word. */
static inline struct sfr_rule sfr_default_fp(const struct sfr_section *s, const struct sfr_fre *fre, unsigned index)
{
    const int8_t fixed = s->hdr.sfh_cfa_fixed_fp_offset;
    const bool has_word = fixed == 0 && fre->num_words > index;
    return has_word ? sfr_at_cfa(fre->words[index]) : sfr_fixed_or_same(fixed);
}

/* 3.1.1 AMD64: CFA, FP; RA is loaded from the header's fixed offset (AMBIGUITY AMB-057). */
static inline enum sfr_fault sfr_amd64_rules(const struct sfr_section *s, const struct sfr_fre *fre,
                                             struct sfr_rules *rules)
{
    /* AMBIGUITY AMB-052: a third word has no meaning. */
    if (fre->num_words > 3)
        return SFR_FAULT_BAD_WORD_COUNT;
    rules->cfa = sfr_default_cfa(s, fre, fre->words[0]);
    rules->ra = sfr_fixed_or_same(s->hdr.sfh_cfa_fixed_ra_offset);
    rules->fp = sfr_default_fp(s, fre, 1);
    return SFR_FAULT_NONE;
}

/* 3.1.2 AArch64: CFA, RA, FP. One or two words are valid too (AMBIGUITY AMB-050,
   AMBIGUITY AMB-061). */
static inline enum sfr_fault sfr_aarch64_rules(const struct sfr_section *s, const struct sfr_fre *fre,
                                               struct sfr_rules *rules)
{
    if (fre->num_words > 3)
        return SFR_FAULT_BAD_WORD_COUNT;
    rules->cfa = sfr_default_cfa(s, fre, fre->words[0]);
    rules->ra = fre->num_words > 1 ? sfr_at_cfa(fre->words[1]) : sfr_rule_of(SFR_RULE_SAME, 0, 0);
    rules->fp = sfr_default_fp(s, fre, 2);
    return SFR_FAULT_NONE;
}

/* 3.1.3 s390x (S390-02): the CFA offset is scaled and adjusted (AMBIGUITY AMB-064), in 64 bits
   (AMBIGUITY AMB-067). */
static inline int64_t sfr_s390x_cfa_offset(int32_t word)
{
    return (int64_t)word * SFR_S390X_CFA_OFFSET_ALIGNMENT_FACTOR - SFR_S390X_CFA_OFFSET_ADJUSTMENT;
}

/* 3.1.3 s390x: an RA or FP word. In version 2 errata 1 (3.3) and errata 2 an odd word is a register
   number; in version 3 it is not (AMBIGUITY AMB-069). */
static inline enum sfr_fault sfr_s390x_slot(const struct sfr_section *s, int32_t word, struct sfr_rule *out)
{
    const uint32_t bits = (uint32_t)word;
    *out = sfr_at_cfa(word);
    if (s->profile == SFR_PROFILE_V3 || !(bits & 1))
        return SFR_FAULT_NONE;
    if (word < 0) {
        *out = sfr_rule_of(SFR_RULE_NONE, 0, 0);
        return SFR_FAULT_BAD_REGISTER_WORD;
    }
    *out = sfr_rule_of(SFR_RULE_REG, bits >> 1, 0);
    return SFR_FAULT_NONE;
}

/* 3.1.3 s390x: CFA, RA, FP. An RA word of 0 is padding: RA is not saved. */
static inline enum sfr_fault sfr_s390x_rules(const struct sfr_section *s, const struct sfr_fre *fre,
                                             struct sfr_rules *rules)
{
    enum sfr_fault ra_fault = SFR_FAULT_NONE, fp_fault = SFR_FAULT_NONE;

    if (!sfr_profile_has_abi(s->profile, s->hdr.sfh_abi_arch))
        return SFR_FAULT_BAD_ABI;
    if (fre->num_words > 3)
        return SFR_FAULT_BAD_WORD_COUNT;
    rules->cfa = sfr_default_cfa(s, fre, sfr_s390x_cfa_offset(fre->words[0]));
    rules->ra = sfr_rule_of(SFR_RULE_SAME, 0, 0);
    if (fre->num_words > 1 && fre->words[1] != SFR_FRE_RA_OFFSET_INVALID)
        ra_fault = sfr_s390x_slot(s, fre->words[1], &rules->ra);
    rules->fp = sfr_default_fp(s, fre, 2);
    if (fre->num_words > 2 && s->hdr.sfh_cfa_fixed_fp_offset == 0)
        fp_fault = sfr_s390x_slot(s, fre->words[2], &rules->fp);
    return ra_fault != SFR_FAULT_NONE ? ra_fault : fp_fault;
}

/* 3.2 Flexible FDE Type Interpretation, in rules.c. */
enum sfr_fault sfr_flex_rules(const struct sfr_section *s, const struct sfr_fre *fre, struct sfr_rules *rules);

#endif
