/* SPDX-License-Identifier: MIT */
/* The places of a section's parts, and what its fields hold: the model's layout, or the canonical
   one. */
#include "layout.h"
#include "bytes.h"
#include "info_bits.h"
#include "internal.h"

/* 2.2 SFrame Header: the canonical sub-sections follow the header and each other without a gap.
   Every number here is at most 2^32 * 20, so no sum wraps. */
enum sfr_refusal sfr_lay_out(struct sfr_encoder *e)
{
    const struct sfr_model *m = e->model;
    const uint64_t hdr_end = (uint64_t)SFR_HEADER_SIZE + m->auxhdr_len;

    e->fde_size = sfr_fde_entry_size(m->profile);
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

/* 2.1.3 SFrame Flags: the start is relative to the field itself or to the section. The distances of
   the function's start and end from the section must fit 64 signed bits (SFR-ADDRESS-ORDER). */
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

/* 2.3.3.3 The SFrame FRE Types: the canonical type is the narrowest that holds the last row's start
   (ENC-01). */
uint8_t sfr_fre_type(const struct sfr_encoder *e, const struct sfr_model_fde *fde)
{
    if (e->exact)
        return fde->fre_type;
    const uint32_t last = fde->num_fres == 0 ? 0 : e->model->fres[fde->first_fre + fde->num_fres - 1].start;
    return last <= UINT8_MAX ? SFR_FRE_TYPE_ADDR1 : last <= UINT16_MAX ? SFR_FRE_TYPE_ADDR2 : SFR_FRE_TYPE_ADDR4;
}

/* 2.3.3 The SFrame FDE Info Bytes (version 3); 2.3.1 (version 2); 1.3.1 (version 1). */
struct sfr_info_bytes sfr_info_of_types(const struct sfr_encoder *e, const struct sfr_model_fde *fde)
{
    const struct sfr_info_bytes bytes = {
        .info = sfr_to_bits(sfr_fre_type(e, fde), SFR_FUNC_INFO_FRE_TYPE)
                | sfr_to_bits(fde->pc_type, SFR_FUNC_INFO_FDE_PCTYPE)
                | sfr_to_bits(fde->pauth_key_b, SFR_FUNC_INFO_PAUTH_KEY)
                | sfr_to_bits(fde->signal_p, SFR_FUNC_INFO_SIGNAL_P),
        .info2 = sfr_to_bits(fde->fde_type, SFR_FUNC_INFO2_FDE_TYPE),
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

/* 2.3.2 The SFrame FDE Attribute precedes a function's FREs in version 3. */
unsigned sfr_attribute_size(const struct sfr_encoder *e)
{
    return e->model->profile == SFR_PROFILE_V3 ? SFR_FDE_ATTR_SIZE_V3 : 0;
}

uint64_t sfr_run_start(const struct sfr_encoder *e, const struct sfr_model_fde *fde, uint64_t runs_end)
{
    return sfr_heeds(e, fde->has_layout) ? fde->fre_off : runs_end;
}
