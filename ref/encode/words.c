/* SPDX-License-Identifier: MIT */
/* The inverse of rules.c: from rules for CFA, RA and FP to the data words and info word of an FRE. */
#include <string.h>

#include "bytes.h"
#include "info_bits.h"
#include "rules.h"
#include "sfr_encode.h"

/* 3.1.3 s390x: the largest register that an RA or FP word can name. */
enum { S390X_MAX_WORD_REGISTER = INT32_MAX / 2 };
/* 3.2: a control word has 29 bits for the register. */
enum { FLEX_MAX_REGISTER = UINT32_MAX >> SFR_FLEX_REGNUM_SHIFT };

/* The words of a row as numbers. `width` is the smallest word size that holds the words so far. */
struct words {
    int64_t value[SFR_MAX_WORDS];
    unsigned count;
    unsigned width;
};

static void add(struct words *w, int64_t value, unsigned width)
{
    w->value[w->count++] = value;
    if (w->width < width)
        w->width = width;
}

/* An offset word is signed (ENC-02); -128 fits one byte (AMBIGUITY AMB-06B). */
static enum sfr_refusal add_offset(struct words *w, int64_t offset)
{
    if (offset < INT32_MIN || offset > INT32_MAX)
        return SFR_REFUSAL_OFFSET_OUT_OF_RANGE;
    add(w, offset, offset >= INT8_MIN && offset <= INT8_MAX ? 1 : offset >= INT16_MIN && offset <= INT16_MAX ? 2 : 4);
    return SFR_REFUSAL_NONE;
}

/* A control word is unsigned (AMBIGUITY AMB-085). */
static void add_control(struct words *w, uint32_t control)
{
    add(w, control, control <= UINT8_MAX ? 1 : control <= UINT16_MAX ? 2 : 4);
}

/* 3.1.3 s390x (S390-02): word 1 is adjusted and scaled down (AMBIGUITY AMB-064), in both FDE types
   (AMBIGUITY AMB-065). */
static enum sfr_refusal add_cfa_offset(struct words *w, unsigned abi, int64_t offset)
{
    if (abi != SFR_ABI_S390X_ENDIAN_BIG)
        return add_offset(w, offset);
    /* The adjustment is itself a multiple of the factor (AMBIGUITY AMB-066). */
    if (offset % SFR_S390X_CFA_OFFSET_ALIGNMENT_FACTOR != 0)
        return SFR_REFUSAL_S390X_CFA_OFFSET;
    return add_offset(w, offset / SFR_S390X_CFA_OFFSET_ALIGNMENT_FACTOR
                             + SFR_S390X_CFA_OFFSET_ADJUSTMENT / SFR_S390X_CFA_OFFSET_ALIGNMENT_FACTOR);
}

static bool is_slot(const struct sfr_rule *rule, int64_t offset)
{
    return rule->kind == SFR_RULE_MEM_CFA && rule->offset == offset;
}

/* ---- 3.1 Default FDE Type Interpretation ---------------------------------- */

/* CFA = SP or FP plus word 1. */
static enum sfr_refusal default_cfa(struct words *w, unsigned abi, const struct sfr_rule *cfa)
{
    if (cfa->kind != SFR_RULE_REG || (cfa->reg != sfr_abi_sp(abi) && cfa->reg != sfr_abi_fp(abi)))
        return SFR_REFUSAL_CFA_BASE;
    return add_cfa_offset(w, abi, cfa->offset);
}

/* 3.1.1 AMD64: RA is at the header's fixed offset and takes no word; FP takes word 2. */
static enum sfr_refusal amd64_words(const struct sfr_model *m, const struct sfr_rules *rules, bool fp_word,
                                    struct words *w)
{
    if (!is_slot(&rules->ra, m->fixed_ra))
        return SFR_REFUSAL_RA_RULE;
    if (!fp_word)
        return SFR_REFUSAL_NONE;
    return rules->fp.kind == SFR_RULE_MEM_CFA ? add_offset(w, rules->fp.offset) : SFR_REFUSAL_FP_RULE;
}

/* 3.1.2 AArch64: word 2 is RA, word 3 is FP. There is no FP word without an RA word
   (AMBIGUITY AMB-051). */
static enum sfr_refusal aarch64_words(const struct sfr_rules *rules, bool fp_word, struct words *w)
{
    if (rules->ra.kind == SFR_RULE_SAME)
        return fp_word ? SFR_REFUSAL_FP_WITHOUT_RA : SFR_REFUSAL_NONE;
    if (rules->ra.kind != SFR_RULE_MEM_CFA)
        return SFR_REFUSAL_RA_RULE;

    const enum sfr_refusal refusal = add_offset(w, rules->ra.offset);
    if (refusal != SFR_REFUSAL_NONE || !fp_word)
        return refusal;
    return rules->fp.kind == SFR_RULE_MEM_CFA ? add_offset(w, rules->fp.offset) : SFR_REFUSAL_FP_RULE;
}

/* 3.1.3 s390x: an RA or FP word. In version 2 errata 1 (3.3) and errata 2 an odd word names a
   register, so an odd offset cannot be written; version 3 has no register words (S390-12). */
static enum sfr_refusal s390x_slot(const struct sfr_model *m, const struct sfr_rule *rule, enum sfr_refusal otherwise,
                                   struct words *w)
{
    const bool register_words = m->profile != SFR_PROFILE_V3;

    if (rule->kind == SFR_RULE_MEM_CFA && (!register_words || rule->offset % 2 == 0))
        return add_offset(w, rule->offset);
    if (rule->kind != SFR_RULE_REG || !register_words || rule->offset != 0)
        return otherwise;
    if (rule->reg > S390X_MAX_WORD_REGISTER)
        return SFR_REFUSAL_REGISTER_OUT_OF_RANGE;
    return add_offset(w, (int64_t)rule->reg * 2 + 1);
}

/* 3.1.3 s390x: word 2 is RA, or padding if RA is not saved but FP is; word 3 is FP. */
static enum sfr_refusal s390x_words(const struct sfr_model *m, const struct sfr_rules *rules, bool fp_word,
                                    struct words *w)
{
    enum sfr_refusal refusal = SFR_REFUSAL_NONE;

    if (is_slot(&rules->ra, SFR_FRE_RA_OFFSET_INVALID))
        return SFR_REFUSAL_RA_RULE;
    if (rules->ra.kind != SFR_RULE_SAME)
        refusal = s390x_slot(m, &rules->ra, SFR_REFUSAL_RA_RULE, w);
    else if (fp_word)
        refusal = add_offset(w, SFR_FRE_RA_OFFSET_INVALID);
    if (refusal != SFR_REFUSAL_NONE || !fp_word)
        return refusal;
    return s390x_slot(m, &rules->fp, SFR_REFUSAL_FP_RULE, w);
}

static enum sfr_refusal default_words(const struct sfr_model *m, const struct sfr_rules *rules, struct words *w)
{
    /* AMBIGUITY AMB-059: a fixed offset in the header overrides any word, so no other FP rule can
       be written, nor "unchanged". */
    if (m->fixed_fp != 0 && !is_slot(&rules->fp, m->fixed_fp))
        return SFR_REFUSAL_FP_RULE;
    const bool fp_word = m->fixed_fp == 0 && rules->fp.kind != SFR_RULE_SAME;

    const enum sfr_refusal refusal = default_cfa(w, m->abi, &rules->cfa);
    if (refusal != SFR_REFUSAL_NONE)
        return refusal;
    if (m->abi == SFR_ABI_AMD64_ENDIAN_LITTLE)
        return amd64_words(m, rules, fp_word, w);
    if (m->abi == SFR_ABI_S390X_ENDIAN_BIG)
        return s390x_words(m, rules, fp_word, w);
    return aarch64_words(rules, fp_word, w);
}

/* ---- 3.2 Flexible FDE Type Interpretation ---------------------------------- */

/* The control word of a rule. CFA plus an offset by value sets neither bit, so only an unused bit
   could distinguish it from padding (FLX-12): it is refused. */
static enum sfr_refusal add_flex_control(struct words *w, const struct sfr_rule *rule, enum sfr_refusal otherwise)
{
    const bool has_register = rule->kind == SFR_RULE_REG || rule->kind == SFR_RULE_MEM_REG;
    const bool deref = rule->kind == SFR_RULE_MEM_REG || rule->kind == SFR_RULE_MEM_CFA;

    if (!has_register && !deref)
        return otherwise;
    if (has_register && rule->reg > FLEX_MAX_REGISTER)
        return SFR_REFUSAL_REGISTER_OUT_OF_RANGE;
    add_control(w, (has_register ? (uint32_t)SFR_FLEX_REG_P | rule->reg << SFR_FLEX_REGNUM_SHIFT : 0)
                       | (deref ? (uint32_t)SFR_FLEX_DEREF_P : 0));
    return SFR_REFUSAL_NONE;
}

/* RA and FP: a rule that holds without words gets none (AMBIGUITY AMB-082). */
static enum sfr_refusal add_flex_rule(struct words *w, const struct sfr_rule *rule, enum sfr_refusal otherwise)
{
    const enum sfr_refusal refusal = add_flex_control(w, rule, otherwise);
    return refusal != SFR_REFUSAL_NONE ? refusal : add_offset(w, rule->offset);
}

static bool holds_without_words(const struct sfr_rule *rule, int8_t fixed_offset)
{
    return fixed_offset != 0 ? is_slot(rule, fixed_offset) : rule->kind == SFR_RULE_SAME;
}

static enum sfr_refusal flex_words(const struct sfr_model *m, const struct sfr_rules *rules, struct words *w)
{
    const bool ra_words = !holds_without_words(&rules->ra, m->fixed_ra);
    const bool fp_words = !holds_without_words(&rules->fp, m->fixed_fp);
    enum sfr_refusal refusal;

    if (rules->cfa.kind != SFR_RULE_REG && rules->cfa.kind != SFR_RULE_MEM_REG)
        return SFR_REFUSAL_CFA_BASE;
    refusal = add_flex_control(w, &rules->cfa, SFR_REFUSAL_CFA_BASE);
    if (refusal == SFR_REFUSAL_NONE)
        refusal = add_cfa_offset(w, m->abi, rules->cfa.offset);
    if (refusal == SFR_REFUSAL_NONE && ra_words)
        refusal = add_flex_rule(w, &rules->ra, SFR_REFUSAL_RA_RULE);
    if (refusal != SFR_REFUSAL_NONE || !fp_words)
        return refusal;
    if (!ra_words)
        add_control(w, 0);
    return add_flex_rule(w, &rules->fp, SFR_REFUSAL_FP_RULE);
}

/* ---- 2.4.1 The SFrame FRE Info Word ---------------------------------------- */

/* A count of 0: there is no caller, so the row has no rules. The mangled bit stays (AMBIGUITY AMB-055). */
static enum sfr_refusal outermost_row(const struct sfr_model *m, struct sfr_model_fre *fre)
{
    if (!sfr_has_outermost_rows(m->profile))
        return SFR_REFUSAL_RA_UNDEFINED;
    if (fre->rules.cfa.kind != SFR_RULE_NONE)
        return SFR_REFUSAL_RA_RULE;
    if (fre->rules.fp.kind != SFR_RULE_NONE)
        return SFR_REFUSAL_FP_RULE;
    fre->sfre_info = (uint8_t)sfr_to_bits(fre->rules.mangled_ra_p, SFR_FRE_INFO_MANGLED_RA_P);
    memset(fre->words, 0, sizeof(fre->words));
    return SFR_REFUSAL_NONE;
}

/* A word as a reader sees it, which sign-extends it. */
static int32_t stored_word(int64_t value, unsigned width)
{
    switch (width) {
    case 1: return sfr_signed8((uint8_t)value);
    case 2: return sfr_signed16((uint16_t)value);
    default: return sfr_signed32((uint32_t)value);
    }
}

enum sfr_refusal sfr_words_of_rules(const struct sfr_model *m, const struct sfr_model_fde *fde,
                                    struct sfr_model_fre *fre)
{
    const struct sfr_rules *rules = &fre->rules;
    const bool flex = fde->fde_type == SFR_FDE_TYPE_FLEX;
    struct words w = { .width = 1 };

    if (!sfr_profile_has_abi(m->profile, m->abi))
        return SFR_REFUSAL_ABI_OF_ANOTHER_VERSION;
    if (!sfr_profile_has_fde_type(m->profile, fde->fde_type))
        return SFR_REFUSAL_BAD_FDE_TYPE;
    if (rules->ra.kind == SFR_RULE_UNDEFINED)
        return outermost_row(m, fre);
    if (rules->cfa.kind == SFR_RULE_NONE)
        return SFR_REFUSAL_NO_CFA_RULE;

    const enum sfr_refusal refusal = flex ? flex_words(m, rules, &w) : default_words(m, rules, &w);
    if (refusal != SFR_REFUSAL_NONE)
        return refusal;

    /* The base-register bit of a flexible FRE has no meaning and stays 0 (AMBIGUITY AMB-088). */
    const unsigned base_sp = !flex && rules->cfa.reg == sfr_abi_sp(m->abi);
    const unsigned size_code = w.width == 4 ? 2 : w.width - 1;
    fre->sfre_info = sfr_to_bits(base_sp, SFR_FRE_INFO_CFA_BASE_REG_ID)
                     | sfr_to_bits(w.count, SFR_FRE_INFO_DATAWORD_COUNT)
                     | sfr_to_bits(size_code, SFR_FRE_INFO_DATAWORD_SIZE)
                     | sfr_to_bits(rules->mangled_ra_p, SFR_FRE_INFO_MANGLED_RA_P);
    for (unsigned i = 0; i < SFR_MAX_WORDS; i++)
        fre->words[i] = i < w.count ? stored_word(w.value[i], w.width) : 0;
    return SFR_REFUSAL_NONE;
}
