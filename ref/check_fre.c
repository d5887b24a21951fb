/* SPDX-License-Identifier: MIT */
/* Judges the rows of a function: the start, the info word and the data words of each. */
#include "check.h"
#include "fre_walk.h"
#include "rules.h"

struct row {
    struct sfr_checker *c;
    const struct sfr_section *s;
    const struct sfr_fde *fde;
    const struct sfr_fre *fre;
    unsigned start_width;
};

SFR_RARE static void report_row(const struct row *row, enum sfr_fault fault, enum sfr_clause clause, uint64_t at,
                                unsigned width, uint64_t value)
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

/* AMBIGUITY AMB-078: the mask rule and the later remainder rule agree if the mask has one bit and
   the function is aligned to twice that. */
static bool v1_mask_is_plain(const struct sfr_fde *fde, uint32_t mask)
{
    return mask == 0 || ((mask & (mask - 1)) == 0 && fde->start % (2 * (uint64_t)mask) == 0);
}

/* 2.3.3.1 The SFrame FDE PC Types: the start of a row of a PCMASK function. */
SFR_RARE static void check_mask_start(const struct row *row)
{
    const struct sfr_fde *fde = row->fde;
    const uint32_t start = row->fre->sfre_start_address;

    if (row->s->profile == SFR_PROFILE_V1) {
        if (!v1_mask_is_plain(fde, start))
            report_start(row, SFR_FAULT_V1_MASK, SFR_CLAUSE_V1_PCT_02);
    } else if (fde->sfde_func_rep_size != 0 && start >= fde->sfde_func_rep_size) {
        report_start(row, SFR_FAULT_PCMASK_ROW_UNREACHABLE, SFR_CLAUSE_V2_PCT_03);
    }
}

/* A start at or after the end of the function (AMBIGUITY AMB-071). A row at 0 of an empty function
   is fine (AMBIGUITY AMB-018). */
SFR_RARE static void check_start_after(const struct row *row)
{
    const uint32_t start = row->fre->sfre_start_address, size = row->fde->sfde_func_size;

    if (start > size)
        report_start(row, SFR_FAULT_FRE_START_BEYOND_FUNCTION, SFR_CLAUSE_ALL_FRE_15);
    else if (size != 0)
        report_start(row, SFR_FAULT_FRE_START_AT_FUNCTION_END, SFR_CLAUSE_ALL_FRE_15);
}

/* 2.4: starts increase strictly (AMBIGUITY AMB-070) and are inside the function. */
SFR_EACH_ROW static void check_start(const struct row *row, int64_t previous)
{
    const uint32_t start = row->fre->sfre_start_address;

    if (previous < 0 && start != 0)
        report_start(row, SFR_FAULT_FIRST_FRE_NOT_AT_ZERO, SFR_CLAUSE_ALL_FRE_04);
    if ((int64_t)start <= previous)
        report_start(row, SFR_FAULT_FRE_NOT_INCREASING, SFR_CLAUSE_ALL_FRE_14);
    if (start >= row->fde->sfde_func_size)
        check_start_after(row);
    if (row->fde->pc_type == SFR_FDE_PCTYPE_MASK)
        check_mask_start(row);
}

/* More words than the ABI allows, by the ABI's clause. Versions 1 and 2 have a limit of their own. */
static void report_count(const struct row *row, enum sfr_clause clause)
{
    const bool older = sfr_is_before_errata1(row->s->profile);
    report_info(row, SFR_FAULT_BAD_WORD_COUNT, older && row->fre->num_words > 3 ? SFR_CLAUSE_V1_FRE_10 : clause);
}

/* 2.4.1: the mangled bit, which only AArch64 uses (AMBIGUITY AMB-062). */
SFR_EACH_ROW static void doubt_mangled_ra(const struct row *row)
{
    if (row->fre->mangled_ra_p && !sfr_is_aarch64(row->s->hdr.sfh_abi_arch))
        report_info(row, SFR_FAULT_MANGLED_RA_ELSEWHERE, SFR_CLAUSE_ALL_FRE_13);
}

/* AMBIGUITY AMB-059: an FP word (word `index`) as well as a fixed offset. */
SFR_EACH_ROW static void doubt_fp_word(const struct row *row, unsigned index)
{
    if (row->s->hdr.sfh_cfa_fixed_fp_offset != 0 && row->fre->num_words > index)
        report_info(row, SFR_FAULT_BOTH_FP_OFFSETS, SFR_CLAUSE_ALL_HDR_04);
}

/* 3.1.1 AMD64. AMBIGUITY AMB-052: a third word. */
SFR_EACH_ROW static void check_amd64_words(const struct row *row)
{
    struct sfr_rules rules;

    if (sfr_amd64_rules(row->s, row->fre, &rules) != SFR_FAULT_NONE)
        report_count(row, SFR_CLAUSE_V2E1_AMD_04);
    doubt_mangled_ra(row);
    if (row->fre->num_words == 3)
        report_info(row, SFR_FAULT_EXTRA_WORDS, SFR_CLAUSE_V2E1_AMD_04);
    doubt_fp_word(row, 1);
}

/* 3.1.2 AArch64. */
static void check_aarch64_words(const struct row *row)
{
    const struct sfr_fre *fre = row->fre;
    struct sfr_rules rules;

    if (sfr_aarch64_rules(row->s, fre, &rules) != SFR_FAULT_NONE)
        report_count(row, SFR_CLAUSE_A64_04);
    doubt_fp_word(row, 2);
    if (fre->num_words > 1 && fre->words[1] == 0)
        report_word(row, SFR_FAULT_RA_WORD_ZERO, SFR_CLAUSE_A64_02, 1);
}

/* AMBIGUITY AMB-067: the scaled offset in word `index` does not fit a reader that computes in 32
   bits. */
static void doubt_s390x_cfa(const struct row *row, unsigned index)
{
    const int64_t cfa = sfr_s390x_cfa_offset(row->fre->words[index]);

    if (cfa > INT32_MAX || cfa < INT32_MIN)
        report_word(row, SFR_FAULT_CFA_OFFSET_WIDE, SFR_CLAUSE_S390_02, index);
}

/* Words of an s390x row that can be read in more than one way (AMBIGUITY AMB-060,
   AMBIGUITY AMB-068, AMBIGUITY AMB-069). */
static void doubt_s390x_words(const struct row *row)
{
    const struct sfr_fre *fre = row->fre;
    const bool v3 = row->s->profile == SFR_PROFILE_V3;

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

/* The words that name a negative register (3.3 of version 2 errata 1, AMBIGUITY AMB-068). With a
   fixed FP offset the FP word has no meaning (AMBIGUITY AMB-059). */
static void report_bad_register_words(const struct row *row)
{
    const unsigned end = row->s->hdr.sfh_cfa_fixed_fp_offset == 0 ? 3 : 2;

    for (unsigned i = 1; i < row->fre->num_words && i < end; i++)
        if (row->fre->words[i] < 0 && (row->fre->words[i] & 1))
            report_word(row, SFR_FAULT_BAD_REGISTER_WORD, SFR_CLAUSE_S390_08, i);
}

/* 3.1.3 s390x. */
static void check_s390x_words(const struct row *row)
{
    struct sfr_rules rules;
    const enum sfr_fault fault = sfr_s390x_rules(row->s, row->fre, &rules);

    if (fault == SFR_FAULT_BAD_WORD_COUNT)
        report_count(row, SFR_CLAUSE_S390_10);
    else if (fault == SFR_FAULT_BAD_REGISTER_WORD)
        report_bad_register_words(row);
    doubt_mangled_ra(row);
    doubt_fp_word(row, 2);
    if (fault != SFR_FAULT_BAD_ABI)
        doubt_s390x_words(row);
}

/* 3.1 Default FDE Type Interpretation. An ABI that the profile does not have was reported with the
   header. */
SFR_EACH_ROW static void check_default_words(const struct row *row)
{
    switch (row->s->hdr.sfh_abi_arch) {
    case SFR_ABI_AMD64_ENDIAN_LITTLE: check_amd64_words(row); break;
    case SFR_ABI_AARCH64_ENDIAN_BIG:
    case SFR_ABI_AARCH64_ENDIAN_LITTLE: check_aarch64_words(row); break;
    case SFR_ABI_S390X_ENDIAN_BIG: check_s390x_words(row); break;
    default:
        doubt_mangled_ra(row);
        doubt_fp_word(row, 2);
        break;
    }
}

/* Bits of a control word that no producer sets (AMBIGUITY AMB-087). Any register number is valid
   (AMBIGUITY AMB-08E). */
static void doubt_control_word(const struct row *row, unsigned index)
{
    const uint32_t control = sfr_control_word(row->fre, index);
    const uint32_t reg = control >> SFR_FLEX_REGNUM_SHIFT;

    if (control & SFR_FLEX_UNUSED)
        report_word(row, SFR_FAULT_FLEX_UNUSED_BIT, SFR_CLAUSE_FLX_07, index);
    if (!(control & SFR_FLEX_REG_P) && reg != 0)
        report_word(row, SFR_FAULT_FLEX_REGISTER_IGNORED, SFR_CLAUSE_FLX_08, index);
}

/* Padding at the end of a row (AMBIGUITY AMB-083), and a bit without meaning (AMBIGUITY AMB-088). */
static void doubt_flex_words(const struct row *row)
{
    const struct sfr_flex_words w = sfr_divide_flex_words(row->fre);

    if (row->fre->base_sp)
        report_info(row, SFR_FAULT_FLEX_BASE_BIT, SFR_CLAUSE_ALL_FRE_07);
    if (!w.valid)
        return;
    doubt_control_word(row, 0);
    if (row->s->hdr.sfh_abi_arch == SFR_ABI_S390X_ENDIAN_BIG)
        doubt_s390x_cfa(row, 1);
    if (w.ra != 0)
        doubt_control_word(row, w.ra);
    if (w.fp != 0)
        doubt_control_word(row, w.fp);
    if (w.last_padding != 0)
        report_word(row, SFR_FAULT_FLEX_TRAILING_PADDING, SFR_CLAUSE_FLX_11, w.last_padding);
}

/* 3.2 Flexible FDE Type Interpretation. */
SFR_RARE static void check_flex_words(const struct row *row)
{
    struct sfr_rules rules;
    const enum sfr_fault fault = sfr_flex_rules(row->s, row->fre, &rules);

    if (fault == SFR_FAULT_BAD_FLEX_WORD_COUNT)
        report_info(row, SFR_FAULT_BAD_FLEX_WORD_COUNT,
                    row->fre->num_words < 2 ? SFR_CLAUSE_FLX_09 : SFR_CLAUSE_FLX_01);
    else if (fault == SFR_FAULT_BAD_FLEX_CFA)
        report_word(row, SFR_FAULT_BAD_FLEX_CFA, SFR_CLAUSE_FLX_13, 0);
    doubt_mangled_ra(row);
    doubt_flex_words(row);
}

/* 2.4.1: a count of 0, whatever the other bits of its info word are (AMBIGUITY AMB-055). */
SFR_RARE static void check_no_words(const struct row *row)
{
    if (!sfr_has_outermost_rows(row->s->profile))
        report_info(row, SFR_FAULT_ZERO_WORD_COUNT, SFR_CLAUSE_ALL_FRE_17);
    doubt_mangled_ra(row);
}

/* 3: the data words. An FDE type that does not exist was reported with the FDE. */
SFR_EACH_ROW static void check_words(const struct row *row)
{
    if (row->fre->num_words == 0)
        check_no_words(row);
    else if (row->fde->fde_type == SFR_FDE_TYPE_DEFAULT)
        check_default_words(row);
    else if (row->fde->fde_type == SFR_FDE_TYPE_FLEX)
        check_flex_words(row);
    else
        doubt_mangled_ra(row);
}

/* 2.4, 2.4.1: a row that cannot be read, because of `fault`. */
SFR_RARE static void check_unreadable(const struct row *row, int64_t previous, enum sfr_fault fault)
{
    const struct sfr_fre *fre = row->fre;

    if (fault == SFR_FAULT_TRUNCATED_FRE) {
        /* The width fits: less than the longest row is left. */
        report_row(row, SFR_FAULT_TRUNCATED_FRE, SFR_CLAUSE_ALL_FRE_02, fre->pos,
                   (unsigned)(row->s->fre_end - fre->pos), fre->sfre_info);
    } else if (fault == SFR_FAULT_BAD_WORD_SIZE) {
        check_start(row, previous);
        report_info(row, SFR_FAULT_BAD_WORD_SIZE, SFR_CLAUSE_ALL_FRE_08);
    }
}

/* SFR-SHARED-RUN-LIMIT: where the walk over rows from `pos` on must end. */
static uint64_t walk_limit(const struct sfr_checker *c, uint64_t pos)
{
    const uint64_t left = c->fre_limit > c->fre_bytes ? c->fre_limit - c->fre_bytes : 0;
    return left < c->s->fre_end - pos ? pos + left : c->s->fre_end;
}

/* The rows of a function whose FREs have one type. */
SFR_EACH_ROW static enum sfr_fault check_fres(struct sfr_checker *c, const struct sfr_fde *fde, unsigned fre_type)
{
    const uint64_t stop = walk_limit(c, fde->fre_pos);
    struct sfr_fre fre;
    const struct row row = { c, c->s, fde, &fre, sfr_fre_start_width(fre_type) };
    struct sfr_bytes rows = sfr_fre_bytes(c->s, fde->fre_pos);
    enum sfr_fault fault = SFR_FAULT_NONE;
    uint64_t end = fde->fre_pos;
    int64_t previous = -1;

    for (uint32_t i = 0; i < fde->sfde_func_num_fres && fault == SFR_FAULT_NONE && end <= stop; i++) {
        fault = sfr_walk_fre(&rows, fre_type, i, &fre);
        end = fre.pos + fre.size;
        if (fault != SFR_FAULT_NONE) {
            check_unreadable(&row, previous, fault);
        } else if (end <= stop) {
            check_start(&row, previous);
            check_words(&row);
        }
        previous = fre.sfre_start_address;
    }
    if (fault != SFR_FAULT_NONE)
        c->all_walked = false;
    /* Bytes walked before a fault count too: the limit is on work. */
    c->fre_bytes += end - fde->fre_pos;
    return fault;
}

/* 2.3.3.3 The SFrame FRE Types: all rows of a function have one, so it is asked for once. A type
   without a width was reported with the FDE. */
enum sfr_fault sfr_check_fres(struct sfr_checker *c, const struct sfr_fde *fde)
{
    switch (fde->fre_type) {
    case SFR_FRE_TYPE_ADDR1: return check_fres(c, fde, SFR_FRE_TYPE_ADDR1);
    case SFR_FRE_TYPE_ADDR2: return check_fres(c, fde, SFR_FRE_TYPE_ADDR2);
    default: return check_fres(c, fde, SFR_FRE_TYPE_ADDR4);
    }
}
