/* SPDX-License-Identifier: MIT */
/* From a model to the bytes of its section, with a map of its fields. */
#include "emit.h"

#include <string.h>

enum { MAGIC = 0xdee2, HEADER_SIZE = 28, ATTRIBUTE_SIZE = 5 };

struct emitter {
    const struct gen_model *model;
    const struct gen_profile_info *profile;
    struct gen_section *section;
    struct gen_field fre_len, *fre_off; /* known once the FREs are written; fre_off: of each function */
    uint64_t fre_start;
};

/* A section that has only look-ups is not patched: its map would be hundreds of times as large. */
static void map(struct emitter *e, struct gen_field field)
{
    if (!e->model->only_looked_up || !strchr(field.path.name, '['))
        gen_add_field(&e->section->fields, field);
}

/* Adds a number to the bytes, and its field to the map. */
static struct gen_field put(struct emitter *e, struct gen_path path, uint64_t value, unsigned width)
{
    struct gen_section *section = e->section;
    const size_t start = section->bytes.len;
    struct gen_field field = { path, GEN_NUMBER, start, start + width, 0, 8 * width };
    gen_add(&section->bytes, NULL, width);
    map(e, field);
    gen_set_field(section, &field, value);
    return field;
}

/* Names bits of the number put last, which has `width` bytes. */
static void bits(struct emitter *e, unsigned width, struct gen_path path, unsigned shift, unsigned count)
{
    const size_t end = e->section->bytes.len;
    struct gen_field field = { path, GEN_BITS, end - width, end, shift, count };
    map(e, field);
}

static void group(struct emitter *e, struct gen_path path, uint64_t start, uint64_t end)
{
    struct gen_field field = { path, GEN_GROUP, (size_t)start, (size_t)end, 0, 0 };
    map(e, field);
}

static struct gen_path at(const char *name, uint32_t i, uint32_t j, uint32_t k)
{
    return (struct gen_path){ name, { i, j, k } };
}

/* Bytes without a meaning of their own: a group, and each of them. */
static void put_bytes(struct emitter *e, const char *whole, const char *each, uint32_t index, struct gen_bytes bytes)
{
    const size_t start = e->section->bytes.len;
    const bool indexed = strstr(whole, "[]") != NULL;
    if (bytes.len == 0)
        return;
    for (uint32_t i = 0; i < bytes.len; i++)
        put(e, indexed ? at(each, index, i, 0) : at(each, i, 0, 0), bytes.data[i], 1);
    group(e, at(whole, index, 0, 0), start, start + bytes.len);
}

/* ---- Header -------------------------------------------------------------- */

static void put_header(struct emitter *e)
{
    const struct gen_model *m = e->model;
    const uint64_t hdr_end = HEADER_SIZE + m->aux.len;
    put(e, at("hdr.magic", 0, 0, 0), MAGIC, 2);
    put(e, at("hdr.version", 0, 0, 0), e->profile->version, 1);
    put(e, at("hdr.flags", 0, 0, 0), m->flags, 1);
    put(e, at("hdr.abi", 0, 0, 0), gen_abis[m->target.abi].id, 1);
    put(e, at("hdr.fixed_fp", 0, 0, 0), (uint64_t)m->fixed_fp, 1);
    put(e, at("hdr.fixed_ra", 0, 0, 0), (uint64_t)m->fixed_ra, 1);
    put(e, at("hdr.auxhdr_len", 0, 0, 0), m->aux.len, 1);
    put(e, at("hdr.num_fdes", 0, 0, 0), m->num_funcs, 4);
    put(e, at("hdr.num_fres", 0, 0, 0), gen_count_fres(m), 4);
    e->fre_len = put(e, at("hdr.fre_len", 0, 0, 0), 0, 4);
    put(e, at("hdr.fdeoff", 0, 0, 0), m->fdeoff, 4);
    put(e, at("hdr.freoff", 0, 0, 0), e->fre_start - hdr_end, 4);
    group(e, at("hdr", 0, 0, 0), 0, HEADER_SIZE);
    put_bytes(e, "aux", "aux[]", 0, m->aux);
    gen_add(&e->section->bytes, NULL, m->fdeoff);
}

/* ---- FDEs ---------------------------------------------------------------- */

static void put_info(struct emitter *e, const char *const names[6], uint32_t f)
{
    put(e, at(names[0], f, 0, 0), gen_func_info(e->model, &e->model->funcs[f]), 1);
    bits(e, 1, at(names[1], f, 0, 0), 0, 4);
    bits(e, 1, at(names[2], f, 0, 0), 4, 1);
    bits(e, 1, at(names[3], f, 0, 0), 5, 1);
    if (e->model->target.profile == GEN_V3) {
        bits(e, 1, at(names[4], f, 0, 0), 6, 1);
        bits(e, 1, at(names[5], f, 0, 0), 7, 1);
    } else {
        bits(e, 1, at(names[4], f, 0, 0), 6, 2);
    }
}

/* The flag says if the start field counts from itself or from the section. */
static bool put_start(struct emitter *e, uint32_t f, struct gen_error *error)
{
    const struct gen_model *m = e->model;
    const struct gen_func *func = &m->funcs[f];
    const bool wide = m->target.profile == GEN_V3;
    const uint64_t field = m->flags & GEN_F_PCREL ? e->section->bytes.len : 0, start = (uint64_t)func->at - field;
    /* Wide starts count modulo 2^64 (SFR-ADDRESS-ORDER). */
    if (!wide && start + 0x80000000U > UINT32_MAX)
        return gen_fail(error, m->file, func->line, "the start of the function does not fit 32 bits");
    put(e, at("fde[].start", f, 0, 0), start, wide ? 8 : 4);
    return true;
}

static bool put_fde(struct emitter *e, uint32_t f, struct gen_error *error)
{
    static const char *const info[6] = { "fde[].info",     "fde[].info.fretype", "fde[].info.pctype",
                                         "fde[].info.key", "fde[].info.unused",  NULL };
    const struct gen_func *func = &e->model->funcs[f];
    const enum gen_profile profile = e->model->target.profile;
    const size_t start = e->section->bytes.len;
    if (!put_start(e, f, error))
        return false;
    put(e, at("fde[].size", f, 0, 0), func->size, 4);
    if (profile == GEN_V3) {
        e->fre_off[f] = put(e, at("fde[].data_off", f, 0, 0), 0, 4);
    } else {
        e->fre_off[f] = put(e, at("fde[].fre_off", f, 0, 0), 0, 4);
        put(e, at("fde[].num_fres", f, 0, 0), func->num_rows, 4);
        put_info(e, info, f);
    }
    if (profile != GEN_V1 && profile != GEN_V3) {
        put(e, at("fde[].rep_size", f, 0, 0), func->rep, 1);
        put(e, at("fde[].padding2", f, 0, 0), func->padding == GEN_AUTO ? 0 : (uint64_t)func->padding, 2);
    }
    group(e, at("fde[]", f, 0, 0), start, e->section->bytes.len);
    return true;
}

/* ---- FREs ---------------------------------------------------------------- */

static void put_attribute(struct emitter *e, uint32_t f)
{
    static const char *const info[6] = { "attr[].info",     "attr[].info.fretype", "attr[].info.pctype",
                                         "attr[].info.key", "attr[].info.unused",  "attr[].info.signal" };
    const struct gen_func *func = &e->model->funcs[f];
    const size_t start = e->section->bytes.len;
    put(e, at("attr[].num_fres", f, 0, 0), func->num_rows, 2);
    put_info(e, info, f);
    put(e, at("attr[].info2", f, 0, 0), gen_func_info2(func), 1);
    bits(e, 1, at("attr[].info2.type", f, 0, 0), 0, 5);
    bits(e, 1, at("attr[].info2.unused", f, 0, 0), 5, 3);
    put(e, at("attr[].rep_size", f, 0, 0), func->rep, 1);
    group(e, at("attr[]", f, 0, 0), start, start + ATTRIBUTE_SIZE);
}

static void put_word(struct emitter *e, const struct gen_row_words *words, uint32_t f, uint32_t r, unsigned w)
{
    put(e, at("fre[][].word[]", f, r, w), (uint64_t)words->words[w], words->width);
    if (!words->control[w])
        return;
    bits(e, words->width, at("fre[][].word[].reg_p", f, r, w), 0, 1);
    bits(e, words->width, at("fre[][].word[].deref_p", f, r, w), 1, 1);
    bits(e, words->width, at("fre[][].word[].unused", f, r, w), 2, 1);
    bits(e, words->width, at("fre[][].word[].regnum", f, r, w), 3, 8 * words->width - 3);
}

static bool put_row(struct emitter *e, uint32_t f, uint32_t r, struct gen_error *error)
{
    const struct gen_func *func = &e->model->funcs[f];
    const struct gen_row *row = &func->rows[r];
    const size_t start = e->section->bytes.len;
    struct gen_row_words words;
    if (!gen_words_of_row(e->model, func, row, &words, error))
        return false;
    put(e, at("fre[][].start", f, r, 0), row->start, 1U << func->fre_type);
    put(e, at("fre[][].info", f, r, 0), gen_row_info(e->model, func, row, &words), 1);
    bits(e, 1, at("fre[][].info.base", f, r, 0), 0, 1);
    bits(e, 1, at("fre[][].info.count", f, r, 0), 1, 4);
    bits(e, 1, at("fre[][].info.size", f, r, 0), 5, 2);
    bits(e, 1, at("fre[][].info.mangled", f, r, 0), 7, 1);
    for (unsigned w = 0; w < words.count; w++)
        put_word(e, &words, f, r, w);
    group(e, at("fre[][]", f, r, 0), start, e->section->bytes.len);
    return true;
}

/* FDEs and header say where the FREs are and how long. */
static bool put_run(struct emitter *e, uint32_t f, struct gen_error *error)
{
    const struct gen_func *func = &e->model->funcs[f];
    put_bytes(e, "gap[]", "gap[][]", f, func->gap);
    gen_set_field(e->section, &e->fre_off[f], e->section->bytes.len - e->fre_start);
    if (e->model->target.profile == GEN_V3)
        put_attribute(e, f);
    for (uint32_t r = 0; r < func->num_rows; r++)
        if (!put_row(e, f, r, error))
            return false;
    return true;
}

static bool put_runs(struct emitter *e, struct gen_error *error)
{
    const struct gen_model *m = e->model;
    struct gen_section *section = e->section;
    for (uint32_t i = 0; i < m->num_funcs; i++) {
        const uint32_t f = m->order ? m->order[i] : i;
        if (m->funcs[f].share == GEN_AUTO && !put_run(e, f, error))
            return false;
    }
    for (uint32_t f = 0; f < m->num_funcs; f++)
        if (m->funcs[f].share != GEN_AUTO)
            gen_set_field(section, &e->fre_off[f], gen_field_value(section, &e->fre_off[m->funcs[f].share]));
    put_bytes(e, "slack", "slack[]", 0, m->slack);
    const uint64_t fre_len = section->bytes.len - e->fre_start;
    if (fre_len > UINT32_MAX || gen_count_fres(m) > UINT32_MAX)
        return gen_fail(error, m->file, m->line, "the FRE sub-section is too long");
    gen_set_field(section, &e->fre_len, fre_len);
    section->fre_len = fre_len;
    group(e, at("fres", 0, 0, 0), e->fre_start, section->bytes.len);
    put_bytes(e, "tail", "tail[]", 0, m->tail);
    group(e, at("section", 0, 0, 0), 0, section->bytes.len);
    return true;
}

static bool emit(const struct gen_model *model, struct gen_section *section, struct gen_error *error)
{
    struct emitter e = { .model = model, .profile = &gen_profiles[model->target.profile], .section = section };
    e.fre_off = gen_alloc(section->bytes.pool, model->num_funcs, sizeof(*e.fre_off));
    e.fre_start = gen_fde_at(model, model->num_funcs);
    put_header(&e);
    for (uint32_t f = 0; f < model->num_funcs; f++)
        if (!put_fde(&e, f, error))
            return false;
    group(&e, at("fdes", 0, 0, 0), gen_fde_at(model, 0), e.fre_start);
    return put_runs(&e, error);
}

/* Lists that grow leave several times their size in a pool, so that only the whole section goes to the caller's. */
bool gen_emit(struct gen_pool *pool, const struct gen_model *model, struct gen_section *section,
              struct gen_error *error)
{
    struct gen_pool own = { 0 };
    struct gen_section made = { .bytes = { .pool = &own }, .fields = { .pool = &own }, .big = model->big };
    const bool good = emit(model, &made, error);
    if (good) {
        *section = (struct gen_section){ .bytes = { .pool = pool }, .big = model->big, .fre_len = made.fre_len };
        gen_add(&section->bytes, made.bytes.data, made.bytes.len);
        section->fields = gen_copy_fields(pool, &made.fields);
    }
    gen_pool_free(&own);
    return good;
}
