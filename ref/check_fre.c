/* SPDX-License-Identifier: MIT */
/* Judging one row: its start, its info word, its data words. */
#include "check.h"
#include "fre_walk.h"

struct row {
    struct sfr_checker *c;
    const struct sfr_fde *fde;
    const struct sfr_fre *fre;
    unsigned start_width;
};

static void report_row(const struct row *row, enum sfr_fault fault, enum sfr_clause clause, uint64_t at, unsigned width,
                       uint64_t value)
{
    struct sfr_finding f = sfr_finding_at(fault, clause, at, at + width, value);
    f.fde = row->fde->index;
    f.fre = row->fre->index;
    sfr_report(row->c, f);
}

static void report_start(const struct row *row, enum sfr_fault fault, enum sfr_clause clause)
{
    report_row(row, fault, clause, row->fre->pos, row->start_width, row->fre->sfre_start_address);
}

static void report_info(const struct row *row, enum sfr_fault fault, enum sfr_clause clause)
{
    report_row(row, fault, clause, row->fre->pos + row->start_width, 1, row->fre->sfre_info);
}

static void report_word(const struct row *row, enum sfr_fault fault, enum sfr_clause clause, unsigned index)
{
    const unsigned size = row->fre->word_size;
    report_row(row, fault, clause, row->fre->pos + row->start_width + 1 + (uint64_t)index * size, size,
               sfr_control_word(row->fre, index));
}

/* AMBIGUITY AMB-078: the mask rule and the later remainder rule agree about a mask of one bit in a function
   that is aligned to twice that. */
static bool v1_mask_is_plain(const struct sfr_fde *fde, uint32_t mask)
{
    return mask == 0 || ((mask & (mask - 1)) == 0 && fde->start % (2 * (uint64_t)mask) == 0);
}

/* 2.3.3.1 The SFrame FDE PC Types, where a row of a PCMASK function starts. */
static void check_mask_start(const struct row *row)
{
    const struct sfr_fde *fde = row->fde;
    const uint32_t start = row->fre->sfre_start_address;

    if (row->c->s->profile == SFR_PROFILE_V1) {
        if (!v1_mask_is_plain(fde, start))
            report_start(row, SFR_FAULT_V1_MASK, SFR_CLAUSE_V1_PCT_02);
    } else if (fde->sfde_func_rep_size != 0 && start >= fde->sfde_func_rep_size) {
        report_start(row, SFR_FAULT_PCMASK_ROW_UNREACHABLE, SFR_CLAUSE_V2_PCT_03);
    }
}

/* 2.4: starts increase strictly (AMB-070) and lie in the function (AMB-071; AMB-018: a row at 0 of an
   empty function is nothing special). */
static void check_start(const struct row *row, int64_t previous)
{
    const uint32_t start = row->fre->sfre_start_address, size = row->fde->sfde_func_size;

    if (previous < 0 && start != 0)
        report_start(row, SFR_FAULT_FIRST_FRE_NOT_AT_ZERO, SFR_CLAUSE_ALL_FRE_04);
    if (previous >= 0 && (int64_t)start <= previous)
        report_start(row, SFR_FAULT_FRE_NOT_INCREASING, SFR_CLAUSE_ALL_FRE_14);
    if (start > size)
        report_start(row, SFR_FAULT_FRE_START_BEYOND_FUNCTION, SFR_CLAUSE_ALL_FRE_15);
    else if (start == size && size != 0)
        report_start(row, SFR_FAULT_FRE_START_AT_FUNCTION_END, SFR_CLAUSE_ALL_FRE_15);
    if (row->fde->pc_type == SFR_FDE_PCTYPE_MASK)
        check_mask_start(row);
}

static enum sfr_clause count_clause(const struct sfr_section *s, unsigned count)
{
    const bool older = s->profile == SFR_PROFILE_V1 || s->profile == SFR_PROFILE_V2;
    if (older && count > 3)
        return SFR_CLAUSE_V1_FRE_10;
    switch (s->hdr.sfh_abi_arch) {
    case SFR_ABI_AMD64_ENDIAN_LITTLE: return SFR_CLAUSE_V2E1_AMD_04;
    case SFR_ABI_S390X_ENDIAN_BIG: return SFR_CLAUSE_S390_10;
    default: return SFR_CLAUSE_A64_04;
    }
}

/* The first word that names a negative register (3.3 of version 2 errata 1, AMB-068). */
static unsigned bad_register_word(const struct sfr_fre *fre)
{
    return fre->words[1] < 0 && (fre->words[1] & 1) ? 1 : 2;
}

/* What sfr_read_rules() says is impossible. */
static void check_rules(const struct row *row)
{
    const struct sfr_section *s = row->c->s;
    struct sfr_rules rules;

    switch ((unsigned)sfr_read_rules(s, row->fde, row->fre, &rules)) {
    case SFR_FAULT_ZERO_WORD_COUNT: report_info(row, SFR_FAULT_ZERO_WORD_COUNT, SFR_CLAUSE_ALL_FRE_17); break;
    case SFR_FAULT_BAD_WORD_COUNT:
        report_info(row, SFR_FAULT_BAD_WORD_COUNT, count_clause(s, row->fre->num_words));
        break;
    case SFR_FAULT_BAD_FLEX_WORD_COUNT:
        report_info(row, SFR_FAULT_BAD_FLEX_WORD_COUNT, row->fre->num_words < 2 ? SFR_CLAUSE_FLX_09 : SFR_CLAUSE_FLX_01);
        break;
    case SFR_FAULT_BAD_FLEX_CFA: report_word(row, SFR_FAULT_BAD_FLEX_CFA, SFR_CLAUSE_FLX_13, 0); break;
    case SFR_FAULT_BAD_REGISTER_WORD:
        report_word(row, SFR_FAULT_BAD_REGISTER_WORD, SFR_CLAUSE_S390_08, bad_register_word(row->fre));
        break;
    default: break; /* none, or reported with the header or the FDE */
    }
}

/* AMBIGUITY AMB-067: the scaled offset in word `index` against readers that compute in 32 bits. */
static void doubt_s390x_cfa(const struct row *row, unsigned index)
{
    const int64_t cfa = (int64_t)row->fre->words[index] * 8 + 160;

    if (cfa > INT32_MAX || cfa < INT32_MIN)
        report_word(row, SFR_FAULT_CFA_OFFSET_WIDE, SFR_CLAUSE_S390_02, index);
}

/* AMBIGUITY AMB-060, AMB-068, AMB-069: words of an s390x row that can be read in more than one way. */
static void doubt_s390x_words(const struct row *row)
{
    const struct sfr_fre *fre = row->fre;
    const bool v3 = row->c->s->profile == SFR_PROFILE_V3;

    doubt_s390x_cfa(row, 0);
    if (fre->num_words == 2 && fre->words[1] == 0)
        report_word(row, SFR_FAULT_REDUNDANT_RA_PADDING, SFR_CLAUSE_S390_04, 1);
    for (unsigned i = 1; i < fre->num_words && i < 3; i++) {
        if (!(fre->words[i] & 1))
            continue;
        if (v3)
            report_word(row, SFR_FAULT_ODD_SLOT_V3, SFR_CLAUSE_S390_12, i);
        else if (fre->words[i] / 2 > 31)
            report_word(row, SFR_FAULT_REGISTER_WORD_UNKNOWN, SFR_CLAUSE_S390_08, i);
    }
}

static void doubt_default_words(const struct row *row)
{
    const struct sfr_section *s = row->c->s;
    const struct sfr_fre *fre = row->fre;
    const unsigned abi = s->hdr.sfh_abi_arch;
    const unsigned fp_word = abi == SFR_ABI_AMD64_ENDIAN_LITTLE ? 1 : 2;

    if (abi == SFR_ABI_AMD64_ENDIAN_LITTLE && fre->num_words == 3 &&
        (s->profile == SFR_PROFILE_V1 || s->profile == SFR_PROFILE_V2))
        report_info(row, SFR_FAULT_EXTRA_WORDS, SFR_CLAUSE_V2E1_AMD_04);
    if (s->hdr.sfh_cfa_fixed_fp_offset != 0 && fre->num_words > fp_word)
        report_info(row, SFR_FAULT_BOTH_FP_OFFSETS, SFR_CLAUSE_ALL_HDR_04);
    if (sfr_is_aarch64(abi) && fre->num_words > 1 && fre->words[1] == 0)
        report_word(row, SFR_FAULT_RA_WORD_ZERO, SFR_CLAUSE_A64_02, 1);
    if (abi == SFR_ABI_S390X_ENDIAN_BIG && sfr_profile_has_abi(s->profile, abi))
        doubt_s390x_words(row);
}

/* AMBIGUITY AMB-087, AMB-08E: bits of a control word that nobody writes. */
static void doubt_control_word(const struct row *row, unsigned index)
{
    const uint32_t control = sfr_control_word(row->fre, index);
    const uint32_t reg = control >> SFR_FLEX_REGNUM_SHIFT;

    if (control & SFR_FLEX_UNUSED)
        report_word(row, SFR_FAULT_FLEX_UNUSED_BIT, SFR_CLAUSE_FLX_07, index);
    if (!(control & SFR_FLEX_REG_P) && reg != 0)
        report_word(row, SFR_FAULT_FLEX_REGISTER_IGNORED, SFR_CLAUSE_FLX_08, index);
    if ((control & SFR_FLEX_REG_P) && reg > 127)
        report_word(row, SFR_FAULT_FLEX_REGISTER_UNKNOWN, SFR_CLAUSE_FLX_08, index);
}

/* AMBIGUITY AMB-083, AMB-088: padding with nothing behind it, and a bit without meaning. */
static void doubt_flex_words(const struct row *row)
{
    const struct sfr_flex_words w = sfr_divide_flex_words(row->fre);

    if (row->fre->base_sp)
        report_info(row, SFR_FAULT_FLEX_BASE_BIT, SFR_CLAUSE_ALL_FRE_07);
    if (!w.valid)
        return;
    doubt_control_word(row, 0);
    if (row->c->s->hdr.sfh_abi_arch == SFR_ABI_S390X_ENDIAN_BIG)
        doubt_s390x_cfa(row, 1);
    if (w.ra != 0)
        doubt_control_word(row, w.ra);
    if (w.fp != 0)
        doubt_control_word(row, w.fp);
    if (w.last_padding != 0)
        report_word(row, SFR_FAULT_FLEX_TRAILING_PADDING, SFR_CLAUSE_FLX_11, w.last_padding);
}

/* AMBIGUITY AMB-055, AMB-062: bits of the info word where they mean nothing; then the words. */
static void doubt_row(const struct row *row)
{
    const struct sfr_fre *fre = row->fre;

    if (fre->num_words == 0) {
        if (fre->sfre_info != 0 && sfr_has_outermost_rows(row->c->s->profile))
            report_info(row, SFR_FAULT_ZERO_COUNT_BITS, SFR_CLAUSE_V2E2_FRE_12);
        return;
    }
    if (fre->mangled_ra_p && !sfr_is_aarch64(row->c->s->hdr.sfh_abi_arch))
        report_info(row, SFR_FAULT_MANGLED_RA_ELSEWHERE, SFR_CLAUSE_ALL_FRE_13);
    if (row->fde->fde_type == SFR_FDE_TYPE_DEFAULT)
        doubt_default_words(row);
    else if (row->fde->fde_type == SFR_FDE_TYPE_FLEX)
        doubt_flex_words(row);
}

void sfr_check_fre(struct sfr_checker *c, const struct sfr_fde *fde, const struct sfr_fre *fre,
                   int64_t previous_start, enum sfr_fault fault)
{
    const struct row row = { c, fde, fre, sfr_fre_start_width(fde->fre_type) };

    check_start(&row, previous_start);
    if (fault == SFR_FAULT_BAD_WORD_SIZE) {
        report_info(&row, SFR_FAULT_BAD_WORD_SIZE, SFR_CLAUSE_ALL_FRE_08);
        return;
    }
    check_rules(&row);
    doubt_row(&row);
}
