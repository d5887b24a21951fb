/* SPDX-License-Identifier: MIT */
/* Judges a section: the header, each function, then the counts over the whole section. */
#include "check.h"
#include "bytes.h"

void sfr_report(struct sfr_checker *c, struct sfr_finding finding)
{
    if (finding.severity == SFR_SEVERITY_VIOLATION) {
        if (c->verdict.violations == 0)
            c->verdict.first = finding;
        c->verdict.violations++;
    } else {
        c->verdict.doubts++;
    }
    if (c->report)
        c->report(c->ctx, &finding);
}

static void report_at(struct sfr_checker *c, enum sfr_fault fault, enum sfr_clause clause, uint64_t start, uint64_t end,
                      uint64_t value)
{
    sfr_report(c, sfr_finding_at(fault, clause, start, end, value));
}

/* 2.1.3 SFrame Flags. */
static void check_flags(struct sfr_checker *c)
{
    const enum sfr_profile profile = c->s->profile;
    const uint8_t flags = c->s->hdr.sfp_flags;
    const unsigned undefined = flags & ~sfr_defined_flags(profile);
    const bool older = sfr_is_before_errata1(profile);
    enum sfr_clause clause = older ? SFR_CLAUSE_V1_FLG_06 : SFR_CLAUSE_V2E1_FLG_05;

    if (undefined == SFR_F_FRAME_POINTER && profile == SFR_PROFILE_V3)
        clause = SFR_CLAUSE_V3_FLG_07;
    if (undefined != 0)
        report_at(c, SFR_FAULT_UNDEFINED_FLAG, clause, SFR_AT_FLAGS, SFR_AT_ABI, flags);
}

/* 2.2.1 SFrame ABI/arch Identifier. Returns false if the profile does not have the ABI. */
static bool check_abi(struct sfr_checker *c)
{
    const uint8_t abi = c->s->hdr.sfh_abi_arch;

    if (!sfr_profile_has_abi(c->s->profile, abi)) {
        report_at(c, SFR_FAULT_BAD_ABI, SFR_CLAUSE_ALL_ABI_04, SFR_AT_ABI, SFR_AT_FIXED_FP, abi);
        return false;
    }
    /* AMBIGUITY AMB-005 */
    if (sfr_abi_is_big(abi) != c->s->big)
        report_at(c, SFR_FAULT_BYTE_ORDER_MISMATCH, SFR_CLAUSE_ALL_ABI_03, SFR_AT_ABI, SFR_AT_FIXED_FP, abi);
    return true;
}

/* 2.2 SFrame Header: the fixed offset of RA (AMBIGUITY AMB-058, AMBIGUITY AMB-05A). Any offset of FP is
   valid (AMBIGUITY AMB-059). */
static void check_fixed_ra(struct sfr_checker *c)
{
    const struct sfr_header *h = &c->s->hdr;
    const int8_t ra = h->sfh_cfa_fixed_ra_offset;

    if (h->sfh_abi_arch == SFR_ABI_AMD64_ENDIAN_LITTLE) {
        if (ra == 0)
            report_at(c, SFR_FAULT_BAD_FIXED_RA, SFR_CLAUSE_ALL_HDR_21, SFR_AT_FIXED_RA, SFR_AT_AUXHDR_LEN, 0);
        else if (ra != -8)
            report_at(c, SFR_FAULT_UNUSUAL_FIXED_RA, SFR_CLAUSE_ALL_HDR_21, SFR_AT_FIXED_RA, SFR_AT_AUXHDR_LEN,
                      (uint8_t)ra);
    } else if (ra != 0) {
        const enum sfr_clause clause =
            h->sfh_abi_arch == SFR_ABI_S390X_ENDIAN_BIG ? SFR_CLAUSE_S390_03 : SFR_CLAUSE_A64_02;
        report_at(c, SFR_FAULT_BAD_FIXED_RA, clause, SFR_AT_FIXED_RA, SFR_AT_AUXHDR_LEN, (uint8_t)ra);
    }
}

/* 2.2 SFrame Header: auxiliary header (AMBIGUITY AMB-044) and tiling (AMBIGUITY AMB-031,
   AMBIGUITY AMB-032, AMBIGUITY AMB-033). */
static void check_tiling(struct sfr_checker *c)
{
    const struct sfr_section *s = c->s;

    if (s->hdr.sfh_auxhdr_len != 0)
        report_at(c, SFR_FAULT_AUX_HEADER_PRESENT, SFR_CLAUSE_ALL_HDR_07, SFR_HEADER_SIZE, s->hdr_end,
                  s->hdr.sfh_auxhdr_len);
    if (s->hdr.sfh_fdeoff != 0)
        report_at(c, SFR_FAULT_FDEOFF_NOT_ZERO, SFR_CLAUSE_ALL_HDR_12, SFR_AT_FDEOFF, SFR_AT_FREOFF, s->hdr.sfh_fdeoff);
    if (s->fre_start != s->fde_end)
        report_at(c, SFR_FAULT_SUBSECTIONS_NOT_TILED, SFR_CLAUSE_ALL_HDR_14, SFR_AT_FREOFF, SFR_HEADER_SIZE,
                  s->hdr.sfh_freoff);
}

static enum sfr_clause fre_offset_clause(const struct sfr_section *s)
{
    return s->profile == SFR_PROFILE_V3 ? SFR_CLAUSE_V3_FDE_05 : SFR_CLAUSE_V12_FDE_07;
}

/* 2.3 SFrame FDE: every function, until the walk gives up. */
static void check_functions(struct sfr_checker *c)
{
    c->fre_limit = (uint64_t)c->s->size * SFR_SHARED_RUN_LIMIT;
    c->all_counted = true;
    c->all_walked = true;
    for (uint32_t i = 0; i < c->s->hdr.sfh_num_fdes && !c->gave_up; i++) {
        sfr_check_fde(c, i);
        if (c->fre_bytes > c->fre_limit) {
            c->gave_up = true;
            report_at(c, SFR_FAULT_SHARED_RUN_LIMIT, fre_offset_clause(c->s), c->s->fre_start, c->s->fre_end, i);
        }
    }
}

/* 2.2 SFrame Header: sfh_num_fres counts the FREs of the section (AMBIGUITY AMB-038). If a version
   3 attribute cannot be read, its function's count is unknown. */
static void check_fre_count(struct sfr_checker *c)
{
    if (c->all_counted && c->num_fres != c->s->hdr.sfh_num_fres)
        report_at(c, SFR_FAULT_FRE_COUNT_MISMATCH, SFR_CLAUSE_ALL_HDR_17, SFR_AT_NUM_FRES, SFR_AT_FRE_LEN,
                  c->s->hdr.sfh_num_fres);
}

/* Do the runs use more or fewer bytes than the sub-section has (AMBIGUITY AMB-036,
   AMBIGUITY AMB-040, AMBIGUITY AMB-041)? Which bytes is not tested (SFR-FRE-USE). */
static void check_fre_use(struct sfr_checker *c)
{
    const struct sfr_section *s = c->s;
    const uint64_t there = s->fre_end - s->fre_start;

    if (!c->all_walked)
        return;
    if (c->fre_bytes < there)
        report_at(c, SFR_FAULT_FRE_BYTES_UNREFERENCED, SFR_CLAUSE_ALL_HDR_11, s->fre_start, s->fre_end,
                  there - c->fre_bytes);
    else if (c->fre_bytes > there)
        report_at(c, SFR_FAULT_FRE_RUNS_SHARED, fre_offset_clause(s), s->fre_start, s->fre_end, c->fre_bytes - there);
}

/* 2.2 SFrame Header: the FREs come last (AMBIGUITY AMB-037). */
static void check_tail(struct sfr_checker *c)
{
    const struct sfr_section *s = c->s;
    struct sfr_bytes b = sfr_bytes_range(s->data, s->size, s->big, s->fre_end, s->size);
    uint64_t first = 0, last = 0;

    while (sfr_bytes_left(&b) > 0) {
        if (sfr_get_u8(&b) == 0)
            continue;
        last = b.pos;
        if (first == 0)
            first = b.pos;
    }
    if (last != 0)
        report_at(c, SFR_FAULT_TAIL_NOT_ZERO, SFR_CLAUSE_ALL_HDR_15, first - 1, last, s->size - s->fre_end);
    else if (s->fre_end < s->size)
        report_at(c, SFR_FAULT_ZERO_TAIL, SFR_CLAUSE_ALL_HDR_15, s->fre_end, s->size, s->size - s->fre_end);
}

static void check_section(struct sfr_checker *c, struct sfr_section *s, const void *data, size_t size, uint64_t addr,
                          enum sfr_profile profile)
{
    struct sfr_finding why;

    if (sfr_read_preamble(s, data, size, addr, profile, &why) != SFR_FAULT_NONE) {
        sfr_report(c, why);
        return;
    }
    sfr_read_header(s);
    check_flags(c);
    if (check_abi(c))
        check_fixed_ra(c);
    if (sfr_place_subsections(s, &why) != SFR_FAULT_NONE) {
        sfr_report(c, why);
        return;
    }
    check_tiling(c);
    check_functions(c);
    if (!c->gave_up) {
        check_fre_count(c);
        check_fre_use(c);
    }
    check_tail(c);
}

struct sfr_verdict sfr_check(const void *data, size_t size, uint64_t addr, enum sfr_profile profile,
                             sfr_finding_fn *report, void *ctx)
{
    struct sfr_section s;
    struct sfr_checker c = { .s = &s, .report = report, .ctx = ctx };

    check_section(&c, &s, data, size, addr, profile);
    c.verdict.accepted = c.verdict.violations == 0;
    return c.verdict;
}
