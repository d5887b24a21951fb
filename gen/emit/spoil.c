/* SPDX-License-Identifier: MIT */
/* One wrong field in a valid section, with the fault that follows from it. */
#include "spoil.h"

#include <string.h>

struct mutation {
    struct gen_pool *pool;
    const struct gen_model *model;
    const struct gen_section *section;
    uint32_t f, r;               /* a function, and a row of it if it has one */
    const struct gen_func *func; /* NULL: the section has none */
    bool v3;
    struct gen_spoil *spoil;
};

static const char *path_of(struct mutation *m, const char *format)
{
    if (strncmp(format, "fre[]", 5) == 0)
        return gen_textf(m->pool, "fre[%u][%u]%s", (unsigned)m->f, (unsigned)m->r, format + 5);
    const char *rest = strstr(format, "[]");
    return rest ? gen_textf(m->pool, "%.*s[%u]%s", (int)(rest - format), format, (unsigned)m->f, rest + 2) : format;
}

static const struct gen_field *field_of(struct mutation *m, const char *field)
{
    return gen_find_field(&m->section->fields, path_of(m, field));
}

static uint64_t value_of(struct mutation *m, const char *field)
{
    const struct gen_field *there = field_of(m, field);
    return there ? gen_field_value(m->section, there) : 0;
}

/* Sets a field, with the fault that follows; false if the field already has the value, or does not
   exist. */
static bool set_to(struct mutation *m, const char *field, uint64_t value, const char *fault, const char *at)
{
    const struct gen_field *there = field_of(m, field);
    if (!there || there->kind == GEN_GROUP || (there->bits < 64 && value >> there->bits)
        || gen_field_value(m->section, there) == value)
        return false;
    const char *path = path_of(m, field);
    m->spoil->fault = fault;
    m->spoil->at = at ? path_of(m, at) : path;
    m->spoil->changes[0] = (struct gen_change){ .kind = GEN_SET, .path = path, .op = '=', .value = { false, value } };
    m->spoil->num_changes = 1;
    return true;
}

/* A level other than that of the fault. */
static bool set_level(struct mutation *m, const char *level, const char *because)
{
    m->spoil->level = level;
    m->spoil->level_because = because;
    return true;
}

static bool in_header(struct mutation *m, unsigned kind, uint64_t any)
{
    switch (kind) {
    case 0: return set_to(m, "hdr.magic", 0xdee2 ^ (any < 1000 ? 1 + any % 255 : any / 1000 << 8), "bad-magic", NULL);
    case 1: return set_to(m, "hdr.version", 4 + any % 252, "bad-version", NULL);
    case 2: return set_to(m, "hdr.flags", value_of(m, "hdr.flags") | 8U << any % 5, "undefined-flag", NULL);
    case 3: return set_to(m, "hdr.abi", 5 + any % 251, "bad-abi", NULL);
    case 4:
        if (m->model->target.abi == GEN_AMD64)
            return set_to(m, "hdr.fixed_ra", 0, "bad-fixed-ra", NULL);
        return set_to(m, "hdr.fixed_ra", 1 + any % 255, "bad-fixed-ra", NULL)
               && set_level(m, "strict", "the text lets a reader ignore an offset that the ABI does not use (AMB-058)");
    case 5: return set_to(m, "hdr.num_fdes", 0x1000000 + any, "fde-table-out-of-bounds", NULL);
    case 6: return set_to(m, "hdr.num_fres", any, "fre-count-mismatch", NULL);
    case 7:
        return set_to(m, "hdr.fre_len", value_of(m, "hdr.fre_len") + m->model->tail.len + 1 + any,
                      "fre-table-out-of-bounds", NULL);
    default: return false;
    }
}

/* Do the bytes of the rows end with those of this function? Only then is nothing there that could be read as a row. */
static bool is_stored_last(struct mutation *m)
{
    const uint32_t rows = m->func->num_rows;
    const struct gen_field *attribute = field_of(m, "attr[]"), *fres = field_of(m, "fres");
    if (rows == 0 && !attribute)
        return value_of(m, "fde[].fre_off") == value_of(m, "hdr.fre_len");
    const char *last = gen_textf(m->pool, "fre[%u][%u]", (unsigned)m->f, (unsigned)(rows - 1));
    const struct gen_field *end = rows ? gen_find_field(&m->section->fields, last) : attribute;
    return end && end->end == fres->end;
}

/* The header would have to count as many more, so that only the bytes of the rows are missing. */
static bool set_fre_count(struct mutation *m, uint64_t before, uint64_t count)
{
    if (!set_to(m, "fde[].num_fres", count, "fre-count-out-of-bounds", NULL))
        return false;
    m->spoil->changes[1] = m->spoil->changes[0];
    m->spoil->changes[1].path = "hdr.num_fres";
    m->spoil->changes[1].value.magnitude = value_of(m, "hdr.num_fres") - before + count;
    m->spoil->num_changes = 2;
    m->spoil->elsewhere = "the header counts the same, so that only the bytes of the rows are missing";
    return true;
}

static bool set_below_previous(struct mutation *m, uint64_t any)
{
    if (m->f == 0 || !(m->model->flags & GEN_F_SORTED) || m->func[-1].at < INT64_MIN / 2 || m->func->at > INT64_MAX / 2)
        return false;
    return set_to(m, "fde[].start",
                  (value_of(m, "fde[].start") - (uint64_t)(m->func->at - m->func[-1].at) - 1 - any)
                      & (m->v3 ? UINT64_MAX : UINT32_MAX),
                  "not-sorted", NULL);
}

static bool in_function(struct mutation *m, unsigned kind, uint64_t any)
{
    const bool rows = m->func->num_rows > 0;
    static const char no_rows[] = "the function has no rows, so nothing is read by its type";
    switch (kind) {
    case 9:
        return set_to(m, "fde[].fre_off", value_of(m, "hdr.fre_len") + 1 + any, "fre-offset-out-of-bounds", NULL)
               && (rows || m->v3 || set_level(m, "strict", "the words are about the first FRE, and there is none"));
    case 10: return is_stored_last(m) && set_fre_count(m, m->func->num_rows, m->v3 ? 0xffff : 0x40000000 + any);
    case 11:
        return set_to(m, "fde[].info.fretype", 3 + any % 13, "bad-fre-type", "fde[].info")
               && (rows || set_level(m, "validate", no_rows));
    case 12:
        return set_to(m, "attr[].info2.type", 2 + any % 30, "bad-fde-type", "attr[].info2")
               && (rows || set_level(m, "validate", no_rows));
    case 13: return m->func->mask && set_to(m, "fde[].rep_size", 0, "bad-rep-size", NULL);
    case 14: return set_below_previous(m, any);
    default: return false;
    }
}

/* The bytes of `count` words exist, or not. */
static bool has_words(struct mutation *m, uint64_t count)
{
    const size_t width = (size_t)1 << value_of(m, "fre[].info.size");
    return field_of(m, "fre[].info")->end + count * width <= field_of(m, "fres")->end;
}

/* Sets the number of words. The bytes of so many must exist, or their lack is the fault. */
static bool set_count(struct mutation *m, uint64_t count, const char *fault)
{
    return has_words(m, count) && set_to(m, "fre[].info.count", count, fault, "fre[].info");
}

static bool in_row(struct mutation *m, unsigned kind, uint64_t any)
{
    const struct gen_row *row = &m->func->rows[m->r];
    const bool old = m->model->target.profile < GEN_V2E2;
    const bool is_last = m->r + 1 == m->func->num_rows; /* no later row becomes wrong */
    switch (kind) {
    case 15:
        return m->r > 0
               && set_to(m, "fre[].start", row[-1].start - any % (row[-1].start + 1), "fre-not-increasing", NULL);
    case 16:
        return is_last
               && set_to(m, "fre[].start", (uint64_t)m->func->size + 1 + any % 40, "fre-start-beyond-function", NULL);
    case 17: return set_to(m, "fre[].info.size", 3, "bad-word-size", "fre[].info");
    case 18: return !m->func->flex && is_last && set_count(m, 4 + any % 12, "bad-word-count");
    case 19: return old && is_last && set_count(m, 0, "zero-word-count");
    case 20:
        return m->func->flex && !row->outermost && is_last
               && set_count(m, any % 2 ? 1 : 7 + any % 9, "bad-flex-word-count")
               && set_level(m, any % 2 ? "refuse" : "strict",
                            any % 2 ? "the offset of a rule is missing"
                                    : "no text says what words after the rule for FP mean (AMB-084)");
    case 21:
        return m->func->flex && !row->outermost && set_to(m, "fre[].word[0].reg_p", 0, "bad-flex-cfa", "fre[].word[0]");
    default: return false;
    }
}

/* ---- Faults that no mutant of the corpus has: its recipes set them by hand ---- */

static bool set_other_order(struct mutation *m)
{
    switch (m->model->target.abi) {
    case GEN_AARCH64_LITTLE: return set_to(m, "hdr.abi", 1, "byte-order-mismatch", NULL);
    case GEN_AARCH64_BIG: return set_to(m, "hdr.abi", 2, "byte-order-mismatch", NULL);
    case GEN_AMD64:
    case GEN_S390X:
    case GEN_NUM_ABIS:
    default: return false;
    }
}

static bool in_layout(struct mutation *m, unsigned kind, uint64_t any)
{
    const uint64_t freoff = value_of(m, "hdr.freoff");
    switch (kind) {
    case 22: return set_other_order(m);
    case 23: return m->model->target.profile <= GEN_V2 && set_to(m, "hdr.abi", 4, "bad-abi", NULL);
    case 24:
        return m->section->bytes.len < 28 + 255 && set_to(m, "hdr.auxhdr_len", 255, "aux-header-out-of-bounds", NULL);
    case 25: return set_to(m, "hdr.fdeoff", 0x1000000 + any, "fde-table-out-of-bounds", NULL);
    case 26: return set_to(m, "hdr.freoff", 0x1000000 + any, "fre-table-out-of-bounds", NULL);
    case 27: return freoff > 0 && set_to(m, "hdr.freoff", freoff - 1 - any % freoff, "subsections-not-tiled", NULL);
    case 28: {
        const size_t len = m->model->tail.len;
        const char *byte = gen_textf(m->pool, "tail[%u]", len > 0 ? (unsigned)(any / 255 % len) : 0);
        return len > 0 && set_to(m, byte, 1 + any % 255, "tail-not-zero", byte);
    }
    case 29:
        return set_to(m, "hdr.flags", value_of(m, "hdr.flags") | GEN_F_PCREL, "undefined-flag", NULL)
               && m->model->target.profile <= GEN_V2;
    case 30:
        return m->model->target.profile == GEN_V3
               && set_to(m, "hdr.flags", value_of(m, "hdr.flags") | GEN_F_FRAME_POINTER, "undefined-flag", NULL);
    default: return false;
    }
}

static bool set_register(struct mutation *m, unsigned word, uint64_t any)
{
    const char *path = word == 1 ? "fre[].word[1]" : "fre[].word[2]";
    const struct gen_field *there = field_of(m, path);
    const enum gen_profile profile = m->model->target.profile;
    if (!there || m->model->target.abi != GEN_S390X || profile == GEN_V3 || (word == 2 && m->model->fixed_fp != 0))
        return false;
    return set_to(m, path, (UINT64_MAX >> (64 - there->bits)) - 2 * (any % 60), "bad-register-word", NULL);
}

static bool set_too_many_words(struct mutation *m, uint64_t any)
{
    const uint64_t count = 1 + any % 15;
    return !has_words(m, count) && value_of(m, "fre[].info.size") < 3 && is_stored_last(m)
           && m->r + 1 == m->func->num_rows && set_to(m, "fre[].info.count", count, "truncated-fre", "fre[]");
}

static bool elsewhere(struct mutation *m, unsigned kind, uint64_t any)
{
    const uint64_t fre_len = value_of(m, "hdr.fre_len");
    switch (kind) {
    case 31:
        return m->v3 && m->func->size > 0
               && set_to(m, "fde[].start", (uint64_t)INT64_MAX - (any < 1000 ? any : any % 32) % m->func->size,
                         "func-range-wraps", NULL);
    case 32: return m->v3 && set_to(m, "fde[].fre_off", fre_len - any % 5, "attribute-out-of-bounds", NULL);
    case 33: return m->func->num_rows > 0 && set_too_many_words(m, any);
    case 34: return set_register(m, 1, any);
    case 35: return set_register(m, 2, any);
    case 36: return m->v3 && set_to(m, "fde[].fre_off", UINT32_MAX - any, "fre-offset-out-of-bounds", NULL);
    default: return false;
    }
}

bool gen_spoil(struct gen_pool *pool, const struct gen_model *model, const struct gen_section *section,
               struct gen_spoil_pick pick, unsigned kind, struct gen_spoil *spoil)
{
    const struct gen_func *func = model->num_funcs ? &model->funcs[pick.f] : NULL;
    struct mutation m = { pool, model, section, pick.f, pick.r, func, model->target.profile == GEN_V3, spoil };
    *spoil = (struct gen_spoil){ .fault = NULL };
    /* Each knows its own kinds. */
    if (in_header(&m, kind, pick.any) || in_layout(&m, kind, pick.any))
        return true;
    /* The rows of a function that shares them have the name of another one. */
    if (!func || func->share != GEN_AUTO)
        return false;
    return in_function(&m, kind, pick.any) || elsewhere(&m, kind, pick.any)
           || (func->num_rows > 0 && in_row(&m, kind, pick.any));
}
