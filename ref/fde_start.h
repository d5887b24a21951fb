/* SPDX-License-Identifier: MIT */
/* SFrame FDE: the start field. A binary search reads nothing else of an FDE. */
#ifndef SFR_FDE_START_H
#define SFR_FDE_START_H

#include "bytes.h"
#include "internal.h"

static inline struct sfr_bytes sfr_fde_bytes(const struct sfr_section *s, uint64_t pos)
{
    return sfr_bytes_range(s->data, s->size, s->big, pos, pos + s->fde_size);
}

/* 2.1.3 SFrame Flags: the place that the start field is relative to, as an offset in the section.
   With the flag it is the field itself, at offset 0 of the FDE, wherever the FDE is
   (AMBIGUITY AMB-014). */
static inline uint64_t sfr_start_base(const struct sfr_section *s, uint64_t pos)
{
    const bool flag_exists = !sfr_is_before_errata1(s->profile);
    return flag_exists && (s->hdr.sfp_flags & SFR_F_FDE_FUNC_START_PCREL) ? pos : 0;
}

/* The start field: 64 bits in version 3 (2.3.1), else 32 (2.3 of version 2); signed. */
static inline int64_t sfr_read_start(const struct sfr_section *s, struct sfr_bytes *b)
{
    if (s->profile == SFR_PROFILE_V3)
        return sfr_signed64(sfr_get_u64(b));
    return sfr_signed32(sfr_get_u32(b));
}

/* The signed distance from the section to the function of FDE `index`: the sort key
   (SFR-ADDRESS-ORDER). */
static inline int64_t sfr_read_distance(const struct sfr_section *s, uint32_t index)
{
    const uint64_t pos = s->fde_start + (uint64_t)index * s->fde_size;
    struct sfr_bytes b = sfr_fde_bytes(s, pos);
    return sfr_signed64((uint64_t)sfr_read_start(s, &b) + sfr_start_base(s, pos));
}

#endif
