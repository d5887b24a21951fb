/* SPDX-License-Identifier: MIT */
/* What a section has or lacks that some readers leave out. */
#include <string.h>

#include "field_walk.h"
#include "fre_walk.h"
#include "section_fields.h"
#include "shape.h"

enum { HEADER_SIZE = 28 };

/* A section with a header. */
struct view {
    struct sfc_walk w;
    uint64_t fdes, fres;
    uint32_t num_fdes;
    unsigned flags, version;
};

static bool open_view(struct view *v, const uint8_t *bytes, size_t size, const char *order)
{
    *v = (struct view){ .w = { .bytes = bytes, .size = size, .big = strcmp(order, "big") == 0 } };
    if (size < HEADER_SIZE || sfc_walk_value(&v->w, SFR_AT_MAGIC, 2) != 0xdee2)
        return false;
    const uint64_t end = HEADER_SIZE + sfc_walk_value(&v->w, SFR_AT_AUXHDR_LEN, 1);
    v->version = (unsigned)sfc_walk_value(&v->w, SFR_AT_VERSION, 1);
    v->flags = (unsigned)sfc_walk_value(&v->w, SFR_AT_FLAGS, 1);
    v->num_fdes = (uint32_t)sfc_walk_value(&v->w, SFR_AT_NUM_FDES, 4);
    v->fdes = end + sfc_walk_value(&v->w, SFR_AT_FDEOFF, 4);
    v->fres = end + sfc_walk_value(&v->w, SFR_AT_FREOFF, 4);
    return v->version >= 1 && v->version <= 3;
}

/* The section in the bytes, which may be an ELF file. */
static bool open_case(struct view *v, const struct sfc_case *c)
{
    size_t start = 0;
    if (c->elf) {
        struct sfc_field_map map;
        sfc_map_fields(&map, &(struct sfc_mapped){ c->bytes, c->size, strcmp(c->order, "big") == 0, c->profile, NULL });
        start = map.section_start;
        sfc_field_map_free(&map);
    }
    return open_view(v, c->bytes + start, c->size - start, c->order);
}

static uint64_t fde_at(const struct view *v, uint32_t f)
{
    static const unsigned size_of_version[] = { 0, 17, 20, 16 };
    return v->fdes + (uint64_t)f * size_of_version[v->version];
}

static bool has_fde(const struct view *v, uint32_t f)
{
    return f < v->num_fdes && fde_at(v, f) < v->w.size;
}

static bool is_flexible(const struct view *v, uint32_t f)
{
    const uint64_t attribute = v->fres + sfc_walk_value(&v->w, fde_at(v, f) + 12, 4);
    const uint8_t info2 = (uint8_t)sfc_walk_value(&v->w, attribute + 3, 1);
    return v->version == 3 && sfr_bits(info2, SFR_FUNC_INFO2_FDE_TYPE) == SFR_FDE_TYPE_FLEX;
}

static unsigned shape_of(const struct view *v)
{
    unsigned shape = (v->flags & SFR_F_FDE_SORTED ? 0 : SFC_SHAPE_UNSORTED)
                     | (v->flags & SFR_F_FDE_FUNC_START_PCREL ? 0 : SFC_SHAPE_NOT_PCREL)
                     | (v->num_fdes == 0 ? SFC_SHAPE_EMPTY : 0);
    for (uint32_t f = 0; has_fde(v, f) && !(shape & SFC_SHAPE_FLEXIBLE); f++)
        shape |= is_flexible(v, f) ? SFC_SHAPE_FLEXIBLE : 0;
    return shape;
}

unsigned sfc_case_shape(const struct sfc_case *c)
{
    struct view v;
    if (c->op == SFC_OP_ENCODE)
        return strstr((const char *)c->bytes, " type=flex ") ? SFC_SHAPE_FLEXIBLE : 0;
    unsigned shape = open_case(&v, c) ? shape_of(&v) : 0;
    if (c->second && open_view(&v, c->second_bytes, c->second_size, c->order))
        shape |= shape_of(&v);
    return shape;
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
