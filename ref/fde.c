/* SPDX-License-Identifier: MIT */
/* SFrame FDE: function descriptor entries of all versions. */
#include "fde_start.h"
#include "info_bits.h"

/* Addresses have 64 bits (AMBIGUITY AMB-016). */
static void place_function(const struct sfr_section *s, struct sfr_fde *fde)
{
    const uint64_t base = sfr_start_base(s, fde->pos);
    fde->distance_wraps = fde->sfde_func_start_offset > INT64_MAX - (int64_t)base;
    fde->distance = sfr_signed64((uint64_t)fde->sfde_func_start_offset + base);
    fde->start = s->addr + (uint64_t)fde->distance;
}

/* 2.3.3 The SFrame FDE Info Bytes (version 3); 2.3.1 The SFrame FDE info word (version 2);
   1.3.1 (version 1). Bit 5 is the key in version 1 too (AMBIGUITY AMB-047). */
static void read_info(const struct sfr_section *s, struct sfr_fde *fde)
{
    const uint8_t info = fde->sfde_func_info;
    fde->fre_type = sfr_bits(info, SFR_FUNC_INFO_FRE_TYPE);
    fde->pc_type = sfr_bits(info, SFR_FUNC_INFO_FDE_PCTYPE);
    fde->pauth_key_b = sfr_any_bits(info, SFR_FUNC_INFO_PAUTH_KEY) && sfr_is_aarch64(s->hdr.sfh_abi_arch);
    fde->signal_p = sfr_any_bits(info, SFR_FUNC_INFO_SIGNAL_P) && s->profile == SFR_PROFILE_V3;
    fde->fde_type = sfr_bits(fde->sfde_func_info2, SFR_FUNC_INFO2_FDE_TYPE);
}

/* 1.3 SFrame FDE of version 1; 2.3 of version 2, which appends three bytes. */
static void read_fde_v1_v2(const struct sfr_section *s, struct sfr_bytes *b, struct sfr_fde *fde)
{
    fde->sfde_func_start_offset = sfr_read_start(s, b);
    fde->sfde_func_size = sfr_get_u32(b);
    fde->sfde_func_start_fre_off = sfr_get_u32(b);
    fde->sfde_func_num_fres = sfr_get_u32(b);
    fde->sfde_func_info = sfr_get_u8(b);
    if (s->profile != SFR_PROFILE_V1) {
        fde->sfde_func_rep_size = sfr_get_u8(b);
        fde->sfde_func_padding2 = sfr_get_u16(b);
    }
}

/* 2.3, 2.3.1: is a function's data inside the sub-section? The offset counts from the end of the
   FDEs, which is the start of the FREs in a section that tiles (AMBIGUITY AMB-030). It may be the
   end of the FREs (AMBIGUITY AMB-019): a function with FREs there has too many, and sfr_next_fre()
   says so. */
static bool has_place(const struct sfr_section *s, uint32_t off)
{
    return off <= s->fre_end - s->fre_start;
}

static enum sfr_fault find_fres_v1_v2(const struct sfr_section *s, struct sfr_fde *fde)
{
    const uint32_t off = fde->sfde_func_start_fre_off;
    if (!has_place(s, off))
        return SFR_FAULT_FRE_OFFSET_OUT_OF_BOUNDS;
    fde->fre_pos = s->fre_start + off;
    return SFR_FAULT_NONE;
}

/* 2.3.1 The SFrame FDE Index. */
static void read_fde_index_v3(const struct sfr_section *s, struct sfr_bytes *b, struct sfr_fde *fde)
{
    fde->sfde_func_start_offset = sfr_read_start(s, b);
    fde->sfde_func_size = sfr_get_u32(b);
    fde->sfde_func_start_fre_off = sfr_get_u32(b);
}

/* 2.3.2 The SFrame FDE Attribute, at the start of the function's data. */
static enum sfr_fault read_fde_attribute_v3(const struct sfr_section *s, struct sfr_fde *fde)
{
    const uint32_t off = fde->sfde_func_start_fre_off;
    if (!has_place(s, off))
        return SFR_FAULT_FRE_OFFSET_OUT_OF_BOUNDS;

    fde->attr_pos = s->fre_start + off;
    struct sfr_bytes b = sfr_bytes_range(s->data, s->size, s->big, fde->attr_pos, s->fre_end);
    const uint32_t num_fres = sfr_get_u16(&b);
    const uint8_t info = sfr_get_u8(&b), info2 = sfr_get_u8(&b), rep_size = sfr_get_u8(&b);
    if (b.failed)
        return SFR_FAULT_ATTRIBUTE_OUT_OF_BOUNDS;

    fde->sfde_func_num_fres = num_fres;
    fde->sfde_func_info = info;
    fde->sfde_func_info2 = info2;
    fde->sfde_func_rep_size = rep_size;
    fde->fre_pos = fde->attr_pos + SFR_FDE_ATTR_SIZE_V3;
    return SFR_FAULT_NONE;
}

/* Fields that a version does not have, or that a fault hides, are 0. */
static void clear(struct sfr_fde *fde, uint32_t index)
{
    fde->index = index;
    fde->pos = 0;
    fde->sfde_func_start_offset = 0;
    fde->sfde_func_size = 0;
    fde->sfde_func_start_fre_off = 0;
    fde->sfde_func_num_fres = 0;
    fde->sfde_func_info = 0;
    fde->sfde_func_info2 = 0;
    fde->sfde_func_rep_size = 0;
    fde->sfde_func_padding2 = 0;
    fde->start = 0;
    fde->distance = 0;
    fde->distance_wraps = false;
    fde->attr_pos = 0;
    fde->fre_pos = 0;
    fde->fre_type = 0;
    fde->pc_type = 0;
    fde->fde_type = 0;
    fde->pauth_key_b = false;
    fde->signal_p = false;
}

enum sfr_fault sfr_read_fde(const struct sfr_section *s, uint32_t index, struct sfr_fde *fde)
{
    clear(fde, index);
    if (index >= s->hdr.sfh_num_fdes)
        return SFR_FAULT_FDE_TABLE_OUT_OF_BOUNDS;

    fde->pos = s->fde_start + (uint64_t)index * s->fde_size;
    struct sfr_bytes b = sfr_fde_bytes(s, fde->pos);
    enum sfr_fault fault;
    if (s->profile == SFR_PROFILE_V3) {
        read_fde_index_v3(s, &b, fde);
        fault = read_fde_attribute_v3(s, fde);
    } else {
        read_fde_v1_v2(s, &b, fde);
        fault = find_fres_v1_v2(s, fde);
    }
    if (b.failed)
        return SFR_FAULT_FDE_TABLE_OUT_OF_BOUNDS;
    place_function(s, fde);
    read_info(s, fde);
    return fault;
}
