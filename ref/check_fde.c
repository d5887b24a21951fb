/* SPDX-License-Identifier: MIT */
/* Judges one function: the fields of its FDE in their order, then its rows. */
#include "bytes.h"
#include "check.h"
#include "info_bits.h"

/* The fields of an FDE. `offset` counts from the FDE, or from the attribute of version 3. */
enum field { START, SIZE, FRE_OFF, NUM_FRES, INFO, INFO2, REP_SIZE, PADDING2, NUM_FIELDS };
struct place {
    uint8_t offset, width;
    bool in_attribute;
};

static struct place place_of(enum field field, bool v3)
{
#define IN_FDE(field, name, offset, width) [field] = { offset, width, false },
#define IN_ATTRIBUTE(field, name, offset, width) [field] = { offset, width, true },
    static const struct place v1_v2[NUM_FIELDS] = { SFR_FDE_FIELDS_V1_V2(IN_FDE) };
    static const struct place in_v3[NUM_FIELDS] = { SFR_FDE_INDEX_FIELDS_V3(IN_FDE)
                                                        SFR_FDE_ATTR_FIELDS_V3(IN_ATTRIBUTE) };
    return v3 ? in_v3[field] : v1_v2[field];
}

/* Reports a finding about one field of a function. */
static void report_in(struct sfr_checker *c, const struct sfr_fde *fde, enum sfr_fault fault, enum sfr_clause clause,
                      enum field field, uint64_t value)
{
    const struct place place = place_of(field, c->s->profile == SFR_PROFILE_V3);
    const uint64_t at = (place.in_attribute ? fde->attr_pos : fde->pos) + place.offset;
    struct sfr_finding f = sfr_finding_at(fault, clause, at, at + place.width, value);
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

/* 2.1.3: sorted by PC (AMBIGUITY AMB-021); ties are allowed (AMBIGUITY AMB-022); the manual does
   not mention overlaps (AMBIGUITY AMB-023, SFR-OVERLAP). */
static void check_order(struct sfr_checker *c, const struct sfr_fde *fde, int64_t end)
{
    const bool sorted = c->s->hdr.sfp_flags & SFR_F_FDE_SORTED;
    const uint64_t stored = (uint64_t)fde->sfde_func_start_offset;

    if (sorted && c->any_before) {
        if (fde->distance < c->distance)
            report_in(c, fde, SFR_FAULT_NOT_SORTED, sorted_clause(c->s->profile), START, stored);
        else if (fde->sfde_func_size != 0 && fde->distance < c->end)
            report_in(c, fde, SFR_FAULT_FUNC_OVERLAP, SFR_CLAUSE_ALL_LKP_01, START, stored);
    }
    if (!c->any_before || end > c->end)
        c->end = end;
    c->distance = fde->distance;
    c->any_before = true;
}

/* 2.3.1: start and size. SFR-ADDRESS-ORDER: both ends must fit a signed distance. */
static void check_place(struct sfr_checker *c, const struct sfr_fde *fde)
{
    const uint64_t stored = (uint64_t)fde->sfde_func_start_offset;

    if (fde->distance_wraps || fde->distance > INT64_MAX - (int64_t)fde->sfde_func_size) {
        report_in(c, fde, SFR_FAULT_FUNC_RANGE_WRAPS, SFR_CLAUSE_V3_FDE_02, START, stored);
        return;
    }
    check_order(c, fde, sfr_signed64((uint64_t)fde->distance + fde->sfde_func_size));
    const uint32_t rep_size = fde->sfde_func_rep_size;
    if (fde->pc_type == SFR_FDE_PCTYPE_MASK && rep_size != 0 && fde->sfde_func_size % rep_size != 0)
        report_in(c, fde, SFR_FAULT_PCMASK_SIZE_NOT_MULTIPLE, SFR_CLAUSE_V2_PCT_03, SIZE, fde->sfde_func_size);
}

/* 2.3 (version 2), 2.3.1: the offset to the function's data. Returns false if it is out of bounds. */
static bool check_fre_offset(struct sfr_checker *c, const struct sfr_fde *fde, enum sfr_fault fault)
{
    if (fault == SFR_FAULT_NONE)
        return true;
    const enum sfr_clause clause = fault == SFR_FAULT_ATTRIBUTE_OUT_OF_BOUNDS ? SFR_CLAUSE_V3_FDE_07
                                   : c->s->profile == SFR_PROFILE_V3          ? SFR_CLAUSE_V3_FDE_05
                                                                              : SFR_CLAUSE_V12_FDE_07;
    report_in(c, fde, fault, clause, FRE_OFF, fde->sfde_func_start_fre_off);
    return false;
}

/* A function without FREs: AMBIGUITY AMB-019 before version 3, AMBIGUITY AMB-090 and
   AMBIGUITY AMB-091 in it. */
static void check_no_fres(struct sfr_checker *c, const struct sfr_fde *fde)
{
    if (fde->sfde_func_num_fres != 0)
        return;
    if (c->s->profile != SFR_PROFILE_V3) {
        if (fde->sfde_func_size != 0)
            report_in(c, fde, SFR_FAULT_FUNC_WITHOUT_FRES, SFR_CLAUSE_V12_FDE_08, NUM_FRES, 0);
        return;
    }
    if (fde->fde_type == SFR_FDE_TYPE_FLEX)
        report_in(c, fde, SFR_FAULT_FLEX_WITHOUT_FRES, SFR_CLAUSE_V3_FDE_12, NUM_FRES, 0);
    if (fde->signal_p)
        report_in(c, fde, SFR_FAULT_SIGNAL_WITHOUT_FRES, SFR_CLAUSE_V3_FDE_12, NUM_FRES, 0);
}

/* Bits of the first info byte without a meaning (AMBIGUITY AMB-048), and the key bit of version 1
   (AMBIGUITY AMB-047). */
static void check_unused_info_bits(struct sfr_checker *c, const struct sfr_fde *fde)
{
    const enum sfr_profile profile = c->s->profile;
    const uint8_t info = fde->sfde_func_info;
    const bool has_key = sfr_is_aarch64(c->s->hdr.sfh_abi_arch);
    const unsigned unused =
        sfr_bit_mask(SFR_FUNC_INFO_UNUSED) | (profile == SFR_PROFILE_V3 ? 0U : sfr_bit_mask(SFR_FUNC_INFO_SIGNAL_P));
    const bool key = sfr_any_bits(info, SFR_FUNC_INFO_PAUTH_KEY);
    const enum sfr_clause clause = profile == SFR_PROFILE_V1   ? SFR_CLAUSE_V1_FDI_01
                                   : profile == SFR_PROFILE_V3 ? SFR_CLAUSE_V3_FDI_04
                                                               : SFR_CLAUSE_V2_FDI_02;

    if (info & unused)
        report_in(c, fde, SFR_FAULT_UNUSED_BITS_SET, clause, INFO, info);
    if (key && !has_key) {
        const bool says_so = !sfr_is_before_errata1(profile);
        report_in(c, fde, SFR_FAULT_UNUSED_BITS_SET, says_so ? SFR_CLAUSE_V2E1_FDI_03 : clause, INFO, info);
    }
    if (key && has_key && profile == SFR_PROFILE_V1)
        report_in(c, fde, SFR_FAULT_V1_PAUTH_KEY, SFR_CLAUSE_V1_FDI_01, INFO, info);
}

/* 2.3.3 The SFrame FDE Info Bytes, the block size after them, and version 2's padding. */
static void check_info(struct sfr_checker *c, const struct sfr_fde *fde)
{
    const uint8_t info2 = fde->sfde_func_info2;

    if (sfr_fre_start_width(fde->fre_type) == 0)
        report_in(c, fde, SFR_FAULT_BAD_FRE_TYPE, SFR_CLAUSE_ALL_FDI_06, INFO, fde->sfde_func_info);
    check_unused_info_bits(c, fde);
    if (fde->fde_type > SFR_FDE_TYPE_FLEX)
        report_in(c, fde, SFR_FAULT_BAD_FDE_TYPE, SFR_CLAUSE_V3_FDI_08, INFO2, info2);
    if (sfr_any_bits(info2, SFR_FUNC_INFO2_UNUSED))
        report_in(c, fde, SFR_FAULT_UNUSED_BITS_SET, SFR_CLAUSE_V3_FDI_05, INFO2, info2);
    if (fde->pc_type == SFR_FDE_PCTYPE_MASK && fde->sfde_func_rep_size == 0 && c->s->profile != SFR_PROFILE_V1)
        report_in(c, fde, SFR_FAULT_BAD_REP_SIZE, SFR_CLAUSE_V2_FDE_10, REP_SIZE, 0);
    if (fde->sfde_func_padding2 != 0)
        report_in(c, fde, SFR_FAULT_UNUSED_BITS_SET, SFR_CLAUSE_V2_FDE_11, PADDING2, fde->sfde_func_padding2);
}

/* 2.4: the rows. 2.3.2: their number is too large if the sub-section ends before the last. */
static void check_rows(struct sfr_checker *c, const struct sfr_fde *fde)
{
    if (sfr_check_fres(c, fde) == SFR_FAULT_FRE_COUNT_OUT_OF_BOUNDS)
        report_in(c, fde, SFR_FAULT_FRE_COUNT_OUT_OF_BOUNDS,
                  c->s->profile == SFR_PROFILE_V3 ? SFR_CLAUSE_V3_FDE_08 : SFR_CLAUSE_V12_FDE_08, NUM_FRES,
                  fde->sfde_func_num_fres);
}

void sfr_check_fde(struct sfr_checker *c, uint32_t index)
{
    struct sfr_fde fde;
    const enum sfr_fault fault = sfr_read_fde(c->s, index, &fde);

    check_place(c, &fde);
    const bool has_data = check_fre_offset(c, &fde, fault);
    /* Version 3 has all other fields in the attribute, earlier versions in the FDE itself. */
    if (has_data || c->s->profile != SFR_PROFILE_V3) {
        c->num_fres += fde.sfde_func_num_fres;
        c->fre_bytes += c->s->profile == SFR_PROFILE_V3 ? SFR_FDE_ATTR_SIZE_V3 : 0;
        check_no_fres(c, &fde);
        check_info(c, &fde);
    } else {
        c->all_counted = false;
    }
    if (has_data && sfr_fre_start_width(fde.fre_type) != 0)
        check_rows(c, &fde);
    else
        c->all_walked = false;
}
