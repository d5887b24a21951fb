/* SPDX-License-Identifier: MIT */
/* The fields of a section, whatever is wrong with it. */
#include <stdlib.h>
#include <string.h>

#include "field_walk.h"
#include "fre_walk.h"
#include "section_fields.h"

enum { HEADER_SIZE = 28, ATTRIBUTE_SIZE = 5, AT_NUM_FRES = 12, AT_INFO = 16 };

/* A function whose rows are to be walked. */
struct run {
    uint64_t start; /* of its attribute or first row, in the section */
    uint32_t fde;
};

struct section {
    struct sfc_walk *w;
    unsigned version;
    uint64_t fde_start, fre_start, fre_end; /* as the header says */
    uint32_t num_fdes;
};

struct bits {
    const char *name;
    unsigned high, low;
};

static void add_bits(struct sfc_walk *w, const struct bits *bits, uint64_t at, uint32_t i, uint32_t j)
{
    for (; bits->name; bits++)
        sfc_walk_bits(w, (struct sfc_place){ bits->name, at, { i, j } }, 1, bits->high, bits->low);
}

/* ---- Header and FDEs ---------------------------------------------------------------------- */

static void walk_header(struct section *s)
{
    struct sfc_walk *w = s->w;
#define ADD(id, name, at, width) sfc_walk_number(w, (struct sfc_place){ "hdr." name, at, { 0 } }, width);
    SFR_HEADER_FIELDS(ADD)
#undef ADD
    const uint64_t version = sfc_walk_value(w, SFR_AT_VERSION, 1), aux = sfc_walk_value(w, SFR_AT_AUXHDR_LEN, 1);
    s->version = version >= 1 && version <= 3 ? (unsigned)version : w->version;
    sfc_walk_bytes(w, "aux[]", 0, HEADER_SIZE, HEADER_SIZE + aux);
    s->num_fdes = (uint32_t)sfc_walk_value(w, SFR_AT_NUM_FDES, 4);
    s->fde_start = HEADER_SIZE + aux + sfc_walk_value(w, SFR_AT_FDEOFF, 4);
    s->fre_start = HEADER_SIZE + aux + sfc_walk_value(w, SFR_AT_FREOFF, 4);
    s->fre_end = s->fre_start + sfc_walk_value(w, SFR_AT_FRE_LEN, 4);
}

static void walk_fde_v3(struct sfc_walk *w, uint64_t at, uint32_t f)
{
#define ADD(id, name, offset, width) \
    sfc_walk_number(w, (struct sfc_place){ "fde[]." name, at + (offset), { f } }, width);
    SFR_FDE_INDEX_FIELDS_V3(ADD)
#undef ADD
}

/* Version 1 ends with the info byte. */
static void walk_fde(struct sfc_walk *w, uint64_t at, uint32_t f, unsigned version)
{
    static const struct bits info[] = { { "fde[].info.fretype", SFR_FUNC_INFO_FRE_TYPE },
                                        { "fde[].info.pctype", SFR_FUNC_INFO_FDE_PCTYPE },
                                        { "fde[].info.key", SFR_FUNC_INFO_PAUTH_KEY },
                                        { "fde[].info.unused", 7, 6 },
                                        { 0 } };
#define ADD(id, name, offset, width)                                                                                 \
    if ((offset) > AT_INFO && version == 1)                                                                          \
        return;                                                                                                      \
    if (sfc_walk_number(w, (struct sfc_place){ "fde[]." name, at + (offset), { f } }, width) && (offset) == AT_INFO) \
        add_bits(w, info, at + AT_INFO, f, 0);
    SFR_FDE_FIELDS_V1_V2(ADD)
#undef ADD
}

static unsigned fde_size(const struct section *s)
{
    static const unsigned size_of_version[] = { 0, 17, 20, 16 };
    return size_of_version[s->version];
}

/* Adds the FDEs, and lists where their rows start. */
static struct run *walk_fdes(const struct section *s, size_t *count)
{
    const unsigned size = fde_size(s);
    struct sfc_walk *w = s->w;
    const uint64_t room = s->fde_start < w->size ? (w->size - s->fde_start) / size + 1 : 0;
    struct run *runs = sfc_alloc((size_t)room + 1, sizeof runs[0]);
    *count = 0;
    for (uint32_t f = 0; f < s->num_fdes && f < room; f++) {
        const uint64_t at = s->fde_start + (uint64_t)f * size;
        if (s->version == 3)
            walk_fde_v3(w, at, f);
        else
            walk_fde(w, at, f, s->version);
        if (at <= w->size && w->size - at >= size)
            runs[(*count)++] = (struct run){ s->fre_start + sfc_walk_value(w, at + (s->version == 3 ? 12 : 8), 4), f };
    }
    return runs;
}

/* ---- FREs --------------------------------------------------------------------------------- */

/* The attribute of version 3 at `at`. */
static bool walk_attribute(struct sfc_walk *w, uint64_t at, uint32_t f)
{
    static const struct bits info[] = {
        { "attr[].info.fretype", SFR_FUNC_INFO_FRE_TYPE }, { "attr[].info.pctype", SFR_FUNC_INFO_FDE_PCTYPE },
        { "attr[].info.key", SFR_FUNC_INFO_PAUTH_KEY },    { "attr[].info.unused", SFR_FUNC_INFO_UNUSED },
        { "attr[].info.signal", SFR_FUNC_INFO_SIGNAL_P },  { 0 }
    };
    static const struct bits info2[] = { { "attr[].info2.type", SFR_FUNC_INFO2_FDE_TYPE },
                                         { "attr[].info2.unused", SFR_FUNC_INFO2_UNUSED },
                                         { 0 } };
    if (at > w->size || w->size - at < ATTRIBUTE_SIZE)
        return false;
#define ADD(id, name, offset, width) \
    sfc_walk_number(w, (struct sfc_place){ "attr[]." name, at + (offset), { f } }, width);
    SFR_FDE_ATTR_FIELDS_V3(ADD)
#undef ADD
    add_bits(w, info, at + 2, f, 0);
    add_bits(w, info2, at + 3, f, 0);
    return true;
}

/* 3.2, Encoding of Data Word 1. */
static void walk_control_word(struct sfc_walk *w, uint64_t at, const uint32_t index[3], unsigned width)
{
    static const char *const names[] = { "fre[][].word[].reg_p", "fre[][].word[].deref_p", "fre[][].word[].unused",
                                         "fre[][].word[].regnum" };
    for (unsigned i = 0; i < 4; i++)
        sfc_walk_bits(w, (struct sfc_place){ names[i], at, { index[0], index[1], index[2] } }, width,
                      i < 3 ? i : 8 * width - 1, i);
}

/* 3.2: in a flexible FDE an offset word follows each control word, but for one of 0 that stands for
   RA or FP. */
static void walk_words(struct sfc_walk *w, const struct sfr_fre *fre, uint32_t f, bool is_flex)
{
    const unsigned width = fre->word_size;
    bool is_control = is_flex;
    uint64_t at = fre->pos + fre->size - (uint64_t)fre->num_words * width;
    for (unsigned i = 0; i < fre->num_words; i++, at += width) {
        const uint32_t index[3] = { f, fre->index, i };
        sfc_walk_number(w, (struct sfc_place){ "fre[][].word[]", at, { f, fre->index, i } }, width);
        if (is_control)
            walk_control_word(w, at, index, width);
        is_control = is_flex && (!is_control || (i > 0 && fre->words[i] == 0));
    }
}

static void walk_row(struct sfc_walk *w, const struct sfr_fre *fre, uint32_t f, unsigned start_width, bool is_flex)
{
    static const struct bits info[] = { { "fre[][].info.base", SFR_FRE_INFO_CFA_BASE_REG_ID },
                                        { "fre[][].info.count", SFR_FRE_INFO_DATAWORD_COUNT },
                                        { "fre[][].info.size", SFR_FRE_INFO_DATAWORD_SIZE },
                                        { "fre[][].info.mangled", SFR_FRE_INFO_MANGLED_RA_P },
                                        { 0 } };
    const uint64_t info_at = fre->pos + start_width;
    sfc_walk_number(w, (struct sfc_place){ "fre[][].start", fre->pos, { f, fre->index } }, start_width);
    sfc_walk_number(w, (struct sfc_place){ "fre[][].info", info_at, { f, fre->index } }, 1);
    add_bits(w, info, info_at, f, fre->index);
    walk_words(w, fre, f, is_flex);
}

/* The rows of a function, up to one that cannot be read. Returns where they end. */
static uint64_t walk_run(const struct section *s, const struct run *run)
{
    struct sfc_walk *w = s->w;
    const bool is_v3 = s->version == 3;
    /* Number of FREs and info byte. */
    const uint64_t fde = s->fde_start + (uint64_t)run->fde * fde_size(s);
    const uint64_t count = is_v3 ? sfc_walk_value(w, run->start, 2) : sfc_walk_value(w, fde + AT_NUM_FRES, 4);
    const uint8_t info = (uint8_t)sfc_walk_value(w, is_v3 ? run->start + 2 : fde + AT_INFO, 1);
    const uint8_t info2 = is_v3 ? (uint8_t)sfc_walk_value(w, run->start + 3, 1) : 0;
    const unsigned fre_type = sfr_bits(info, SFR_FUNC_INFO_FRE_TYPE);
    const bool is_flex = sfr_bits(info2, SFR_FUNC_INFO2_FDE_TYPE) == SFR_FDE_TYPE_FLEX;
    if (is_v3 && !walk_attribute(w, run->start, run->fde))
        return run->start;
    const uint64_t from = run->start + (is_v3 ? ATTRIBUTE_SIZE : 0);
    const uint64_t end = s->fre_end < w->size ? s->fre_end : w->size;
    struct sfr_bytes b = sfr_bytes_range(w->bytes, w->size, w->big, from, end);
    struct sfr_fre fre = { 0 };
    uint64_t at = from;
    for (uint32_t r = 0; r < count && sfr_walk_fre(&b, fre_type, r, &fre) == SFR_FAULT_NONE; r++) {
        walk_row(w, &fre, run->fde, sfr_fre_start_width(fre_type), is_flex);
        at = fre.pos + fre.size;
    }
    return at;
}

static int by_start(const void *a, const void *b)
{
    const struct run *one = a, *other = b;
    if (one->start != other->start)
        return one->start < other->start ? -1 : 1;
    return one->fde < other->fde ? -1 : 1;
}

/* Each byte belongs to the first run that reaches it, so that the walk is as long as the section. */
static void walk_runs(const struct section *s, struct run *runs, size_t count)
{
    uint64_t at = s->fre_start;
    if (count > 0)
        qsort(runs, count, sizeof runs[0], by_start);
    for (size_t i = 0; i < count && runs[i].start <= s->fre_end; i++) {
        if (runs[i].start < at)
            continue;
        sfc_walk_bytes(s->w, "gap[][]", runs[i].fde, at, runs[i].start);
        at = walk_run(s, &runs[i]);
    }
    sfc_walk_bytes(s->w, "slack[]", 0, at, s->fre_end);
    sfc_walk_bytes(s->w, "tail[]", 0, s->fre_end > at ? s->fre_end : at, s->w->size);
}

void sfc_walk_section(const struct sfc_walk *walk)
{
    struct sfc_walk w = *walk;
    struct section s = { .w = &w };
    size_t count;
    walk_header(&s);
    if (w.size < HEADER_SIZE)
        return;
    struct run *runs = walk_fdes(&s, &count);
    walk_runs(&s, runs, count);
    free(runs);
}
