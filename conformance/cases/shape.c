/* SPDX-License-Identifier: MIT */
/* What a section has or lacks that some readers leave out. */
#include <string.h>

#include "case.h"
#include "field_walk.h"
#include "fre_walk.h"
#include "section_fields.h"

enum { HEADER_SIZE = 28, FDE_SIZE_V3 = 16 };

/* Of version 3, whose FDEs lead to attributes with the type. */
static bool has_flexible(const struct sfc_walk *w, uint64_t fdes, uint64_t attributes, uint64_t num_fdes)
{
    for (uint64_t f = 0; f < num_fdes && fdes + f * FDE_SIZE_V3 < w->size; f++) {
        const uint64_t attribute = attributes + sfc_walk_value(w, fdes + f * FDE_SIZE_V3 + 12, 4);
        const uint8_t info2 = (uint8_t)sfc_walk_value(w, attribute + 3, 1);
        if (sfr_bits(info2, SFR_FUNC_INFO2_FDE_TYPE) == SFR_FDE_TYPE_FLEX)
            return true;
    }
    return false;
}

static unsigned shape_of(const uint8_t *bytes, size_t size, const char *order)
{
    const struct sfc_walk w = { .bytes = bytes, .size = size, .big = strcmp(order, "big") == 0 };
    const uint64_t version = sfc_walk_value(&w, SFR_AT_VERSION, 1), flags = sfc_walk_value(&w, SFR_AT_FLAGS, 1);
    const uint64_t end = HEADER_SIZE + sfc_walk_value(&w, SFR_AT_AUXHDR_LEN, 1);
    const uint64_t num_fdes = sfc_walk_value(&w, SFR_AT_NUM_FDES, 4);
    if (size < HEADER_SIZE || sfc_walk_value(&w, SFR_AT_MAGIC, 2) != SFR_MAGIC || version < 1 || version > 3)
        return 0;
    const bool is_flexible = version == 3
                             && has_flexible(&w, end + sfc_walk_value(&w, SFR_AT_FDEOFF, 4),
                                             end + sfc_walk_value(&w, SFR_AT_FREOFF, 4), num_fdes);
    return (flags & SFR_F_FDE_SORTED ? 0 : SFC_SHAPE_UNSORTED)
           | (flags & SFR_F_FDE_FUNC_START_PCREL ? 0 : SFC_SHAPE_NOT_PCREL) | (num_fdes == 0 ? SFC_SHAPE_EMPTY : 0)
           | (is_flexible ? SFC_SHAPE_FLEXIBLE : 0);
}

/* Of the section in an ELF file. */
static unsigned shape_of_elf(const struct sfc_case *c)
{
    struct sfc_field_map map;
    sfc_map_fields(&map, &(struct sfc_mapped){ c->bytes, c->size, strcmp(c->order, "big") == 0, c->profile, NULL });
    const unsigned shape = shape_of(c->bytes + map.section_start, map.section_size, c->order);
    sfc_field_map_free(&map);
    return shape;
}

unsigned sfc_case_shape(const struct sfc_case *c)
{
    if (c->op == SFC_OP_ENCODE)
        return strstr((const char *)c->bytes, " type=flex ") ? SFC_SHAPE_FLEXIBLE : 0;
    if (c->elf)
        return shape_of_elf(c);
    return shape_of(c->bytes, c->size, c->order)
           | (c->second ? shape_of(c->second_bytes, c->second_size, c->order) : 0);
}

bool sfc_pc_in_flexible(const struct sfc_case *c, bool in_second, uint64_t pc)
{
    struct sfr_section s;
    struct sfr_fde fde;
    bool found = false;
    if (sfc_case_open(c, in_second, &s))
        for (uint32_t f = 0; f < s.hdr.sfh_num_fdes && !found; f++)
            found = sfr_read_fde(&s, f, &fde) == SFR_FAULT_NONE && pc - fde.start < fde.sfde_func_size
                    && fde.fde_type == SFR_FDE_TYPE_FLEX;
    return found;
}

bool sfc_pc_after_function(const struct sfc_case *c, bool in_second, uint64_t pc)
{
    struct sfr_section s;
    struct sfr_fde fde;
    bool is_after = false;
    if (!sfc_case_open(c, in_second, &s))
        return false;
    for (uint32_t f = 0; f < s.hdr.sfh_num_fdes; f++) {
        if (sfr_read_fde(&s, f, &fde) != SFR_FAULT_NONE)
            continue;
        if (pc - fde.start < fde.sfde_func_size)
            return false;
        is_after = is_after || fde.start <= pc;
    }
    return is_after;
}
