/* SPDX-License-Identifier: MIT */
/* Judging one function: the fields of its FDE in their order, then its rows. */
#include "check.h"

/* Offsets of an FDE's fields: 1.3 of version 1, 2.3 of version 2, 2.3.1 and 2.3.2 of version 3. */
enum {
    AT_START = 0x00,
    AT_SIZE_V12 = 0x04,
    AT_FRE_OFF_V12 = 0x08,
    AT_NUM_FRES_V12 = 0x0c,
    AT_INFO_V12 = 0x10,
    AT_REP_SIZE_V2 = 0x11,
    AT_PADDING2_V2 = 0x12,
    AT_SIZE_V3 = 0x08,
    AT_FRE_OFF_V3 = 0x0c,
    AT_ATTR_NUM_FRES = 0x00,
    AT_ATTR_INFO = 0x02,
    AT_ATTR_INFO2 = 0x03,
    AT_ATTR_REP_SIZE = 0x04
};

/* Where the fields of one FDE lie in the section. */
struct places {
    uint64_t start, size, fre_off, num_fres, info, info2, rep_size, padding2;
    unsigned start_width, num_fres_width;
};

static struct places places_of(const struct sfr_section *s, const struct sfr_fde *fde)
{
    const uint64_t at = fde->pos, attr = fde->attr_pos;
    if (s->profile == SFR_PROFILE_V3)
        return (struct places){ .start = at + AT_START, .start_width = 8,
                                .size = at + AT_SIZE_V3,
                                .fre_off = at + AT_FRE_OFF_V3,
                                .num_fres = attr + AT_ATTR_NUM_FRES, .num_fres_width = 2,
                                .info = attr + AT_ATTR_INFO,
                                .info2 = attr + AT_ATTR_INFO2,
                                .rep_size = attr + AT_ATTR_REP_SIZE };
    return (struct places){ .start = at + AT_START, .start_width = 4,
                            .size = at + AT_SIZE_V12,
                            .fre_off = at + AT_FRE_OFF_V12,
                            .num_fres = at + AT_NUM_FRES_V12, .num_fres_width = 4,
                            .info = at + AT_INFO_V12,
                            .rep_size = at + AT_REP_SIZE_V2,
                            .padding2 = at + AT_PADDING2_V2 };
}

static void report_in(struct sfr_checker *c, const struct sfr_fde *fde, enum sfr_fault fault, enum sfr_clause clause,
                      uint64_t at, unsigned width, uint64_t value)
{
    struct sfr_finding f = sfr_finding_at(fault, clause, at, at + width, value);
    f.fde = fde->index;
    sfr_report(c, f);
}

static enum sfr_clause sorted_clause(enum sfr_profile profile)
{
    switch (profile) {
    case SFR_PROFILE_V2E1:
    case SFR_PROFILE_V2E2: return SFR_CLAUSE_V2E1_FDE_14;
    case SFR_PROFILE_V3: return SFR_CLAUSE_V3_FDE_06;
    case SFR_PROFILE_V1:
    case SFR_PROFILE_V2:
    case SFR_PROFILE_AUTO:
    default: return SFR_CLAUSE_ALL_FLG_01;
    }
}

/* 2.1.3: sorted by PC (AMB-021), ties allowed (AMB-022), overlaps not spoken of (AMB-023). */
static void check_order(struct sfr_checker *c, const struct sfr_fde *fde, const struct places *at, int64_t end)
{
    const bool sorted = c->s->hdr.sfp_flags & SFR_F_FDE_SORTED;
    const uint64_t stored = (uint64_t)fde->sfde_func_start_offset;

    if (sorted && c->any_before) {
        if (fde->distance < c->distance)
            report_in(c, fde, SFR_FAULT_NOT_SORTED, sorted_clause(c->s->profile), at->start, at->start_width, stored);
        else if (fde->sfde_func_size != 0 && fde->distance < c->end)
            report_in(c, fde, SFR_FAULT_FUNC_OVERLAP, SFR_CLAUSE_ALL_LKP_01, at->start, at->start_width, stored);
    }
    if (!c->any_before || end > c->end)
        c->end = end;
    c->distance = fde->distance;
    c->any_before = true;
}

/* 2.3.1: start and size. SFR-ADDRESS-ORDER: both ends can be told as a distance. */
static void check_place(struct sfr_checker *c, const struct sfr_fde *fde, const struct places *at)
{
    const uint64_t stored = (uint64_t)fde->sfde_func_start_offset;

    if (fde->distance_wraps || fde->distance > INT64_MAX - (int64_t)fde->sfde_func_size) {
        report_in(c, fde, SFR_FAULT_FUNC_RANGE_WRAPS, SFR_CLAUSE_V3_FDE_02, at->start, at->start_width, stored);
        return;
    }
    check_order(c, fde, at, fde->distance + (int64_t)fde->sfde_func_size);
    const uint32_t rep_size = fde->sfde_func_rep_size;
    if (fde->pc_type == SFR_FDE_PCTYPE_MASK && rep_size != 0 && fde->sfde_func_size % rep_size != 0)
        report_in(c, fde, SFR_FAULT_PCMASK_SIZE_NOT_MULTIPLE, SFR_CLAUSE_V2_PCT_03, at->size, 4, fde->sfde_func_size);
}

/* 2.3 (version 2), 2.3.1: the offset to the function's data. Returns false if it leads nowhere. */
static bool check_fre_offset(struct sfr_checker *c, const struct sfr_fde *fde, const struct places *at, enum sfr_fault fault)
{
    if (fault == SFR_FAULT_NONE)
        return true;
    const enum sfr_clause clause = fault == SFR_FAULT_ATTRIBUTE_OUT_OF_BOUNDS ? SFR_CLAUSE_V3_FDE_07
                                   : c->s->profile == SFR_PROFILE_V3          ? SFR_CLAUSE_V3_FDE_05
                                                                              : SFR_CLAUSE_V12_FDE_07;
    report_in(c, fde, fault, clause, at->fre_off, 4, fde->sfde_func_start_fre_off);
    return false;
}

/* A function without FREs: AMB-019 before version 3, AMB-090 and AMB-091 in it. */
static void check_no_fres(struct sfr_checker *c, const struct sfr_fde *fde, const struct places *at)
{
    const unsigned width = at->num_fres_width;

    if (fde->sfde_func_num_fres != 0)
        return;
    if (c->s->profile != SFR_PROFILE_V3) {
        if (fde->sfde_func_size != 0)
            report_in(c, fde, SFR_FAULT_FUNC_WITHOUT_FRES, SFR_CLAUSE_V12_FDE_08, at->num_fres, width, 0);
    } else if (fde->fde_type == SFR_FDE_TYPE_FLEX) {
        report_in(c, fde, SFR_FAULT_FLEX_WITHOUT_FRES, SFR_CLAUSE_V3_FDE_12, at->num_fres, width, 0);
    } else if (fde->signal_p) {
        report_in(c, fde, SFR_FAULT_SIGNAL_WITHOUT_FRES, SFR_CLAUSE_V3_FDE_12, at->num_fres, width, 0);
    }
}

/* AMB-048: bits of the first info byte that mean nothing. AMB-047: the key bit of version 1. */
static void check_unused_info_bits(struct sfr_checker *c, const struct sfr_fde *fde, const struct places *at)
{
    const enum sfr_profile profile = c->s->profile;
    const uint8_t info = fde->sfde_func_info;
    const bool has_key = sfr_is_aarch64(c->s->hdr.sfh_abi_arch);
    const unsigned unused = profile == SFR_PROFILE_V3 ? 0x40 : 0xc0;
    const enum sfr_clause clause = profile == SFR_PROFILE_V1   ? SFR_CLAUSE_V1_FDI_01
                                   : profile == SFR_PROFILE_V3 ? SFR_CLAUSE_V3_FDI_04
                                                               : SFR_CLAUSE_V2_FDI_02;

    if (info & unused)
        report_in(c, fde, SFR_FAULT_UNUSED_BITS_SET, clause, at->info, 1, info);
    if ((info & 0x20) && !has_key) {
        const bool says_so = profile != SFR_PROFILE_V1 && profile != SFR_PROFILE_V2;
        report_in(c, fde, SFR_FAULT_UNUSED_BITS_SET, says_so ? SFR_CLAUSE_V2E1_FDI_03 : clause, at->info, 1, info);
    }
    if ((info & 0x20) && has_key && profile == SFR_PROFILE_V1)
        report_in(c, fde, SFR_FAULT_V1_PAUTH_KEY, SFR_CLAUSE_V1_FDI_01, at->info, 1, info);
}

/* 2.3.3 The SFrame FDE Info Bytes, the block size behind them, and version 2's padding. */
static void check_info(struct sfr_checker *c, const struct sfr_fde *fde, const struct places *at)
{
    const uint8_t info2 = fde->sfde_func_info2;

    if (sfr_fre_start_width(fde->fre_type) == 0)
        report_in(c, fde, SFR_FAULT_BAD_FRE_TYPE, SFR_CLAUSE_ALL_FDI_06, at->info, 1, fde->sfde_func_info);
    check_unused_info_bits(c, fde, at);
    if (fde->fde_type > SFR_FDE_TYPE_FLEX)
        report_in(c, fde, SFR_FAULT_BAD_FDE_TYPE, SFR_CLAUSE_V3_FDI_08, at->info2, 1, info2);
    else if (fde->fde_type == SFR_FDE_TYPE_FLEX && sfr_is_aarch64(c->s->hdr.sfh_abi_arch))
        report_in(c, fde, SFR_FAULT_AARCH64_FLEX, SFR_CLAUSE_V3_FDI_05, at->info2, 1, info2);
    if (info2 & 0xe0)
        report_in(c, fde, SFR_FAULT_UNUSED_BITS_SET, SFR_CLAUSE_V3_FDI_05, at->info2, 1, info2);
    if (fde->pc_type == SFR_FDE_PCTYPE_MASK && fde->sfde_func_rep_size == 0 && c->s->profile != SFR_PROFILE_V1)
        report_in(c, fde, SFR_FAULT_BAD_REP_SIZE, SFR_CLAUSE_V2_FDE_10, at->rep_size, 1, 0);
    if (fde->sfde_func_padding2 != 0)
        report_in(c, fde, SFR_FAULT_UNUSED_BITS_SET, SFR_CLAUSE_V2_FDE_11, at->padding2, 2, fde->sfde_func_padding2);
}

/* A row that the FRE sub-section has no room for: the count is too large if it ends before the row. */
static void report_cut(struct sfr_checker *c, const struct sfr_fde *fde, const struct sfr_fre *fre, const struct places *at,
                       enum sfr_fault fault)
{
    if (fault == SFR_FAULT_FRE_COUNT_OUT_OF_BOUNDS) {
        const enum sfr_clause clause =
            c->s->profile == SFR_PROFILE_V3 ? SFR_CLAUSE_V3_FDE_08 : SFR_CLAUSE_V12_FDE_08;
        report_in(c, fde, fault, clause, at->num_fres, at->num_fres_width, fde->sfde_func_num_fres);
        return;
    }
    struct sfr_finding f = sfr_finding_at(fault, SFR_CLAUSE_ALL_FRE_02, fre->pos, c->s->fre_end, fre->sfre_info);
    f.fde = fde->index;
    f.fre = fre->index;
    sfr_report(c, f);
}

/* 2.4: the function's rows in order, up to the first that cannot be read. */
static void check_rows(struct sfr_checker *c, const struct sfr_fde *fde, const struct places *at)
{
    struct sfr_fre_cursor cursor;
    struct sfr_fre fre;
    int64_t previous = -1;
    bool more;

    sfr_fres(&cursor, c->s, fde);
    for (;;) {
        const enum sfr_fault fault = sfr_next_fre(&cursor, &fre, &more);
        if (!more)
            break;
        if (fault == SFR_FAULT_TRUNCATED_FRE || fault == SFR_FAULT_FRE_COUNT_OUT_OF_BOUNDS)
            report_cut(c, fde, &fre, at, fault);
        else
            sfr_check_fre(c, fde, &fre, previous, fault);
        if (fault != SFR_FAULT_NONE) {
            c->all_walked = false;
            break;
        }
        previous = fre.sfre_start_address;
    }
    /* What was walked counts even if it led to a fault: the limit is one on work. */
    c->fre_bytes += cursor.pos - fde->fre_pos;
}

void sfr_check_fde(struct sfr_checker *c, uint32_t index)
{
    struct sfr_fde fde;
    const enum sfr_fault fault = sfr_read_fde(c->s, index, &fde);
    const struct places at = places_of(c->s, &fde);

    check_place(c, &fde, &at);
    const bool has_data = check_fre_offset(c, &fde, &at, fault);
    /* Version 3 keeps everything else in the attribute, earlier versions in the FDE itself. */
    if (has_data || c->s->profile != SFR_PROFILE_V3) {
        c->num_fres += fde.sfde_func_num_fres;
        c->fre_bytes += c->s->profile == SFR_PROFILE_V3 ? SFR_FDE_ATTR_SIZE_V3 : 0;
        check_no_fres(c, &fde, &at);
        check_info(c, &fde, &at);
    }
    if (has_data && sfr_fre_start_width(fde.fre_type) != 0)
        check_rows(c, &fde, &at);
    else
        c->all_walked = false;
}
