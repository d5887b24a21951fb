/* SPDX-License-Identifier: MIT */
/* Where the parts of a section go, and what its fields hold: the model's layout, or the canonical one. */
#include "bytes.h"
#include "encode.h"
#include "internal.h"

/* 2.3.3.2 The SFrame FDE Types. */
bool sfr_has_fde_type(enum sfr_profile profile, unsigned fde_type)
{
    return fde_type == SFR_FDE_TYPE_DEFAULT || (fde_type == SFR_FDE_TYPE_FLEX && profile == SFR_PROFILE_V3);
}

/* 2.2 SFrame Header: the canonical sub-sections follow the header and each other at once. Every
   number here is at most 2^32 * 20, so no sum wraps. */
enum sfr_refusal sfr_lay_out(struct sfr_encoder *e)
{
    const struct sfr_model *m = e->model;
    const uint64_t hdr_end = (uint64_t)SFR_HEADER_SIZE + m->auxhdr_len;

    e->fde_size = m->profile == SFR_PROFILE_V1   ? SFR_FDE_SIZE_V1
                  : m->profile == SFR_PROFILE_V3 ? SFR_FDE_INDEX_SIZE_V3
                                                 : SFR_FDE_SIZE_V2;
    e->fdeoff = sfr_heeds(e, m->has_layout) ? m->fdeoff : 0;
    e->freoff = e->fdeoff + m->num_fdes * e->fde_size;
    if (sfr_heeds(e, m->has_layout) && m->freoff != e->freoff)
        return SFR_REFUSAL_LAYOUT_CONTRADICTION;
    if (e->freoff > UINT32_MAX)
        return SFR_REFUSAL_SECTION_TOO_LARGE;
    e->fde_start = hdr_end + e->fdeoff;
    e->fre_start = hdr_end + e->freoff;
    return SFR_REFUSAL_NONE;
}

/* 2.1.3 SFrame Flags: the start counts from the field itself or from the section, and lies as far
   from the section as a signed 64-bit number can say, its end included (SFR-ADDRESS-ORDER). */
bool sfr_start_field(const struct sfr_encoder *e, uint64_t index, int64_t *field, int64_t *distance)
{
    const struct sfr_model *m = e->model;
    const struct sfr_model_fde *fde = &m->fdes[index];
    const bool pcrel = m->flags & SFR_F_FDE_FUNC_START_PCREL;
    const int64_t base = pcrel ? (int64_t)(e->fde_start + index * e->fde_size) : 0;

    *distance = sfr_signed64(fde->start - m->addr);
    if (*distance > INT64_MAX - (int64_t)fde->size || *distance < INT64_MIN + base)
        return false;
    *field = *distance - base;
    return m->profile == SFR_PROFILE_V3 || (*field >= INT32_MIN && *field <= INT32_MAX);
}

/* 2.3.3.3 The SFrame FRE Types: canonical is the narrowest that holds the last row's start (ENC-01). */
uint8_t sfr_fre_type(const struct sfr_encoder *e, const struct sfr_model_fde *fde)
{
    if (e->exact)
        return fde->fre_type;
    const uint32_t last = fde->num_fres == 0 ? 0 : e->model->fres[fde->first_fre + fde->num_fres - 1].start;
    return last <= UINT8_MAX ? SFR_FRE_TYPE_ADDR1 : last <= UINT16_MAX ? SFR_FRE_TYPE_ADDR2 : SFR_FRE_TYPE_ADDR4;
}

/* 2.3.3 The SFrame FDE Info Bytes (version 3); 2.3.1 the one of version 2; 1.3.1 that of version 1. */
struct sfr_info_bytes sfr_info_of_types(const struct sfr_encoder *e, const struct sfr_model_fde *fde)
{
    const struct sfr_info_bytes bytes = {
        .info = (uint8_t)(sfr_fre_type(e, fde) | fde->pc_type << 4 | fde->pauth_key_b << 5 | fde->signal_p << 7),
        .info2 = fde->fde_type,
    };
    return bytes;
}

struct sfr_info_bytes sfr_stored_info(const struct sfr_encoder *e, const struct sfr_model_fde *fde)
{
    const struct sfr_info_bytes given = { fde->info, fde->info2, fde->padding2 };
    return sfr_heeds(e, fde->has_layout) ? given : sfr_info_of_types(e, fde);
}

enum sfr_refusal sfr_stored_row(const struct sfr_encoder *e, const struct sfr_model_fde *fde, uint64_t row,
                                struct sfr_model_fre *out)
{
    *out = e->model->fres[fde->first_fre + row];
    return sfr_heeds(e, out->has_layout) ? SFR_REFUSAL_NONE : sfr_words_of_rules(e->model, fde, out);
}

/* 2.3.2 The SFrame FDE Attribute stands before a function's FREs in version 3. */
unsigned sfr_attribute_size(const struct sfr_encoder *e)
{
    return e->model->profile == SFR_PROFILE_V3 ? SFR_FDE_ATTR_SIZE_V3 : 0;
}

uint64_t sfr_run_start(const struct sfr_encoder *e, const struct sfr_model_fde *fde, uint64_t behind)
{
    return sfr_heeds(e, fde->has_layout) ? fde->fre_off : behind;
}
