/* SPDX-License-Identifier: MIT */
/* Preamble and header: the first 28 bytes, and the bounds of the two sub-sections. */
#include "bytes.h"
#include "internal.h"

struct sfr_finding sfr_finding_at(enum sfr_fault fault, enum sfr_clause clause, uint64_t start, uint64_t end,
                                  uint64_t value)
{
    const struct sfr_finding f = {
        .fault = fault,
        .clause = clause,
        .severity = sfr_fault_info(fault)->severity,
        .start = start,
        .end = end,
        .fde = SFR_NO_INDEX,
        .fre = SFR_NO_INDEX,
        .value = value,
    };
    return f;
}

static enum sfr_fault fail(struct sfr_finding *why, struct sfr_finding f)
{
    if (why)
        *why = f;
    return f.fault;
}

/* 2.1.1 SFrame Magic Number and Endianness: the order of these two bytes is the order of all
   fields. */
static bool read_magic(struct sfr_section *s)
{
    struct sfr_bytes b = sfr_bytes_range(s->data, s->size, false, SFR_AT_MAGIC, SFR_HEADER_SIZE);
    const unsigned first = sfr_get_u8(&b), second = sfr_get_u8(&b);
    s->big = first == SFR_MAGIC >> 8 && second == (SFR_MAGIC & 0xff);
    s->hdr.sfp_magic = SFR_MAGIC;
    return s->big || (first == (SFR_MAGIC & 0xff) && second == SFR_MAGIC >> 8);
}

/* 2.1.2 SFrame Version: chooses the profile. The caller's profile must be one of this version. */
static enum sfr_clause choose_profile(struct sfr_section *s, enum sfr_profile wanted)
{
    static const uint8_t version_of[] = {
        [SFR_PROFILE_AUTO] = 0, [SFR_PROFILE_V1] = 1,   [SFR_PROFILE_V2] = 2,
        [SFR_PROFILE_V2E1] = 2, [SFR_PROFILE_V2E2] = 2, [SFR_PROFILE_V3] = 3,
    };
    const unsigned version = s->hdr.sfp_version;

    if (wanted == SFR_PROFILE_AUTO) {
        /* AMBIGUITY AMB-001 */
        s->profile = version == 1   ? SFR_PROFILE_V1
                     : version == 2 ? SFR_PROFILE_V2E2
                     : version == 3 ? SFR_PROFILE_V3
                                    : SFR_PROFILE_AUTO;
        return s->profile == SFR_PROFILE_AUTO ? SFR_CLAUSE_V3_VER_01 : SFR_CLAUSE_NONE;
    }
    s->profile = wanted;
    if (version == version_of[wanted])
        return SFR_CLAUSE_NONE;
    /* An older version, whose layout is not the profile's. */
    if (version != 0 && version < version_of[wanted])
        return SFR_CLAUSE_ALL_VER_02;
    return wanted == SFR_PROFILE_V1   ? SFR_CLAUSE_V1_VER_01
           : wanted == SFR_PROFILE_V3 ? SFR_CLAUSE_V3_VER_01
                                      : SFR_CLAUSE_V2_VER_01;
}

/* 2.1 SFrame Preamble. */
enum sfr_fault sfr_read_preamble(struct sfr_section *s, const void *data, size_t size, uint64_t addr,
                                 enum sfr_profile profile, struct sfr_finding *why)
{
    *s = (struct sfr_section){ .data = data, .size = size, .addr = addr };

    if (size < SFR_HEADER_SIZE)
        return fail(why, sfr_finding_at(SFR_FAULT_TRUNCATED_HEADER, SFR_CLAUSE_ALL_PRE_07, 0, size, size));
    if (!read_magic(s)) {
        struct sfr_bytes b = sfr_bytes_range(s->data, s->size, false, SFR_AT_MAGIC, SFR_HEADER_SIZE);
        return fail(why, sfr_finding_at(SFR_FAULT_BAD_MAGIC, SFR_CLAUSE_ALL_PRE_02, SFR_AT_MAGIC, SFR_AT_VERSION,
                                        sfr_get_u16(&b)));
    }
    struct sfr_bytes b = sfr_bytes_range(s->data, s->size, s->big, SFR_AT_VERSION, SFR_HEADER_SIZE);
    s->hdr.sfp_version = sfr_get_u8(&b);
    s->hdr.sfp_flags = sfr_get_u8(&b);

    const enum sfr_clause broken = choose_profile(s, profile);
    if (broken != SFR_CLAUSE_NONE)
        return fail(why,
                    sfr_finding_at(SFR_FAULT_BAD_VERSION, broken, SFR_AT_VERSION, SFR_AT_FLAGS, s->hdr.sfp_version));
    return SFR_FAULT_NONE;
}

/* 2.2 SFrame Header, after the preamble. sfr_read_preamble() has tested the length. */
void sfr_read_header(struct sfr_section *s)
{
    struct sfr_bytes b = sfr_bytes_range(s->data, s->size, s->big, SFR_AT_ABI, SFR_HEADER_SIZE);
    struct sfr_header *h = &s->hdr;

    h->sfh_abi_arch = sfr_get_u8(&b);
    h->sfh_cfa_fixed_fp_offset = sfr_signed8(sfr_get_u8(&b));
    h->sfh_cfa_fixed_ra_offset = sfr_signed8(sfr_get_u8(&b));
    h->sfh_auxhdr_len = sfr_get_u8(&b);
    h->sfh_num_fdes = sfr_get_u32(&b);
    h->sfh_num_fres = sfr_get_u32(&b);
    h->sfh_fre_len = sfr_get_u32(&b);
    h->sfh_fdeoff = sfr_get_u32(&b);
    h->sfh_freoff = sfr_get_u32(&b);

    s->fde_size = sfr_fde_entry_size(s->profile);
}

/* 2.2 SFrame Header: the auxiliary header and both sub-sections must be inside the section. Every
   field has at most 32 bits, so no sum here wraps. */
enum sfr_fault sfr_place_subsections(struct sfr_section *s, struct sfr_finding *why)
{
    const struct sfr_header *h = &s->hdr;
    const uint64_t size = s->size;
    const uint64_t fdes = (uint64_t)h->sfh_num_fdes * s->fde_size;

    s->hdr_end = (uint64_t)SFR_HEADER_SIZE + h->sfh_auxhdr_len;
    if (s->hdr_end > size)
        return fail(why, sfr_finding_at(SFR_FAULT_AUX_HEADER_OUT_OF_BOUNDS, SFR_CLAUSE_ALL_HDR_07, SFR_AT_AUXHDR_LEN,
                                        SFR_AT_NUM_FDES, h->sfh_auxhdr_len));

    s->fde_start = s->hdr_end + h->sfh_fdeoff;
    if (s->fde_start > size)
        return fail(why, sfr_finding_at(SFR_FAULT_FDE_TABLE_OUT_OF_BOUNDS, SFR_CLAUSE_ALL_HDR_18, SFR_AT_FDEOFF,
                                        SFR_AT_FREOFF, h->sfh_fdeoff));
    if (fdes > size - s->fde_start)
        return fail(why, sfr_finding_at(SFR_FAULT_FDE_TABLE_OUT_OF_BOUNDS, SFR_CLAUSE_ALL_HDR_16, SFR_AT_NUM_FDES,
                                        SFR_AT_NUM_FRES, h->sfh_num_fdes));
    s->fde_end = s->fde_start + fdes;

    s->fre_start = s->hdr_end + h->sfh_freoff;
    if (s->fre_start > size)
        return fail(why, sfr_finding_at(SFR_FAULT_FRE_TABLE_OUT_OF_BOUNDS, SFR_CLAUSE_ALL_HDR_18, SFR_AT_FREOFF,
                                        SFR_HEADER_SIZE, h->sfh_freoff));
    if (h->sfh_fre_len > size - s->fre_start)
        return fail(why, sfr_finding_at(SFR_FAULT_FRE_TABLE_OUT_OF_BOUNDS, SFR_CLAUSE_ALL_HDR_18, SFR_AT_FRE_LEN,
                                        SFR_AT_FDEOFF, h->sfh_fre_len));
    s->fre_end = s->fre_start + h->sfh_fre_len;
    return SFR_FAULT_NONE;
}

enum sfr_fault sfr_open(struct sfr_section *s, const void *data, size_t size, uint64_t addr, enum sfr_profile profile,
                        struct sfr_finding *why)
{
    const enum sfr_fault fault = sfr_read_preamble(s, data, size, addr, profile, why);
    if (fault != SFR_FAULT_NONE)
        return fault;
    sfr_read_header(s);
    return sfr_place_subsections(s, why);
}
