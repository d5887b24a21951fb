/* SPDX-License-Identifier: MIT */
/* Random valid sections, and mutants of them with one wrong field and a known fault. */
#include "mutants.h"

#include "random.h"
#include "readers.h"

#include <string.h>

/* ---- Sections ------------------------------------------------------------ */

struct builder {
    struct gen_reading *in;
    struct gen_random random;
    struct gen_model *model;
};

/* An offset that needs 1, 2 or 4 bytes. */
static int64_t draw_offset(struct builder *b)
{
    static const int64_t reach[] = { 128, 128, 128, 32768, 2147483648 };
    const int64_t most = reach[gen_draw(&b->random, 5)];
    return ((int64_t)gen_draw(&b->random, (uint64_t)(2 * most)) - most) & ~(int64_t)7;
}

static struct gen_rule slot(struct builder *b)
{
    int64_t offset = draw_offset(b);
    return (struct gen_rule){ GEN_MEM_CFA, 0, offset ? offset : -8 };
}

static void draw_default_row(struct builder *b, struct gen_row *row)
{
    const enum gen_abi abi = b->model->target.abi;
    const uint64_t kind = gen_draw(&b->random, 3);
    const int64_t cfa = draw_offset(b);
    row->cfa = (struct gen_rule){ GEN_REG, gen_draw(&b->random, 2) ? gen_abis[abi].sp : gen_abis[abi].fp, cfa };
    if (abi != GEN_AMD64 && kind > 0)
        row->ra = slot(b);
    if (kind > 1 || (kind == 1 && abi == GEN_AMD64))
        row->fp = slot(b);
    if (abi == GEN_AARCH64_LITTLE || abi == GEN_AARCH64_BIG)
        row->mangled = gen_draw(&b->random, 4) == 0;
}

static struct gen_rule draw_rule(struct builder *b, bool is_cfa)
{
    const uint32_t reg = (uint32_t)gen_draw(&b->random, 32);
    /* What a loaded CFA of s390x is, is open (SFR-LOADED-CFA). */
    const bool load = gen_draw(&b->random, 2) && !(is_cfa && b->model->target.abi == GEN_S390X);
    if (is_cfa)
        return (struct gen_rule){ load ? GEN_MEM_REG : GEN_REG, reg, draw_offset(b) };
    if (gen_draw(&b->random, 2))
        return slot(b);
    return (struct gen_rule){ load ? GEN_MEM_REG : GEN_REG, reg, draw_offset(b) };
}

static void draw_flex_row(struct builder *b, struct gen_row *row)
{
    row->cfa = draw_rule(b, true);
    if (gen_draw(&b->random, 2))
        row->ra = draw_rule(b, false);
    if (gen_draw(&b->random, 2))
        row->fp = draw_rule(b, false);
}

/* Rows from 0 on, at random distances, as many as fit. */
static void draw_rows(struct builder *b, struct gen_func *func)
{
    const uint64_t most = 1 + gen_draw(&b->random, 6);
    const uint32_t block = func->mask ? func->rep : func->size;
    const bool may_end = b->model->target.profile >= GEN_V2E2;
    uint32_t at = 0;
    for (uint64_t r = 0; r < most && at < block; r++) {
        struct gen_row *row = gen_add_row(b->in->pool, func, b->in->line->number);
        row->start = at;
        row->outermost = may_end && gen_draw(&b->random, 12) == 0;
        if (!row->outermost && func->flex)
            draw_flex_row(b, row);
        else if (!row->outermost)
            draw_default_row(b, row);
        at += 1 + (uint32_t)gen_draw(&b->random, 1 + block / (uint32_t)most);
    }
}

static void draw_func(struct builder *b, int64_t *at)
{
    const enum gen_profile profile = b->model->target.profile;
    const enum gen_abi abi = b->model->target.abi;
    const bool aarch64 = abi == GEN_AARCH64_LITTLE || abi == GEN_AARCH64_BIG;
    static const uint32_t sizes[] = { 16, 64, 256, 4096, 65536, 100000 };
    struct gen_func *func = gen_add_func(b->in->pool, b->model, b->in->line->number);
    func->size = 1 + (uint32_t)gen_draw(&b->random, sizes[gen_draw(&b->random, 6)]);
    func->mask = profile != GEN_V1 && gen_draw(&b->random, 6) == 0;
    if (func->mask) {
        func->rep = 1 + (uint32_t)gen_draw(&b->random, 255);
        func->size = func->rep * (1 + (uint32_t)gen_draw(&b->random, 20));
        /* AMB-077 does not matter at a multiple of the block. */
        const uint64_t over = (b->model->addr + (uint64_t)*at) % func->rep;
        *at += over ? (int64_t)(func->rep - over) : 0;
    }
    func->fre_type = func->size <= 0xff ? 0 : func->size <= 0xffff ? 1 : 2;
    func->flex = profile == GEN_V3 && !aarch64 && gen_draw(&b->random, 3) == 0;
    func->signal_p = profile == GEN_V3 && gen_draw(&b->random, 8) == 0;
    func->key_b = profile != GEN_V1 && aarch64 && gen_draw(&b->random, 4) == 0;
    func->at = *at;
    draw_rows(b, func);
    *at += func->size + (int64_t)gen_draw(&b->random, gen_draw(&b->random, 2) ? 1 : 64);
}

/* "SEED functions=N" */
bool gen_read_random(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    struct builder b = { .in = in, .model = &in->plan->model };
    int64_t seed, functions, at;
    if (count != 2 || !gen_parse_int(words[0], 1, INT32_MAX, &seed) || strncmp(words[1], "functions=", 10) != 0
        || !gen_parse_int(words[1] + 10, 1, 1000, &functions))
        return gen_refuse(in, "expected 'SEED functions=N', got '%s'", value);
    const struct gen_target target = b.model->target;
    /* Both byte orders of AArch64 get the same section. */
    const enum gen_abi abi = target.abi == GEN_AARCH64_BIG ? GEN_AARCH64_LITTLE : target.abi;
    b.random = gen_seed((uint64_t)seed * 64 + (uint64_t)target.profile * 8 + (uint64_t)abi);
    in->plan->has_model = in->plan->is_random = true;
    at = (int64_t)gen_draw(&b.random, 0x100000) - 0x40000;
    for (int64_t f = 0; f < functions; f++)
        draw_func(&b, &at);
    uint64_t *pcs = gen_alloc(in->pool, 12, sizeof(*pcs));
    for (size_t i = 0; i < 12; i++) {
        const struct gen_func *func = &b.model->funcs[gen_draw(&b.random, b.model->num_funcs)];
        pcs[i] = b.model->addr + (uint64_t)func->at + gen_draw(&b.random, func->size + 8);
    }
    in->plan->pcs = pcs;
    in->plan->num_pcs = 12;
    in->plan->pcs_line = in->line->number;
    return true;
}

/* ---- Mutants ------------------------------------------------------------- */

struct mutation {
    struct gen_pool *pool;
    const struct gen_case *parent;
    struct gen_random random;
    struct gen_plan *plan;
    uint32_t f, r; /* a function with a row, and a row of it */
};

static const char *path_of(struct mutation *m, const char *format)
{
    if (strncmp(format, "fre[]", 5) == 0)
        return gen_textf(m->pool, "fre[%u][%u]%s", (unsigned)m->f, (unsigned)m->r, format + 5);
    const char *rest = strstr(format, "[]");
    return rest ? gen_textf(m->pool, "%.*s[%u]%s", (int)(rest - format), format, (unsigned)m->f, rest + 2) : format;
}

/* Sets a field, with the fault that follows; false if the field already has the value, or does not
   exist. */
static bool set_to(struct mutation *m, const char *field, uint64_t value, const char *fault, const char *at)
{
    struct gen_plan *plan = m->plan;
    const char *path = path_of(m, field);
    const struct gen_field *there = gen_find_field(&m->parent->section.fields, path);
    if (!there || there->kind == GEN_GROUP || (there->bits < 64 && value >> there->bits)
        || gen_field_value(&m->parent->section, there) == value)
        return false;
    plan->changes.list = gen_alloc(m->pool, 1, sizeof(*plan->changes.list));
    plan->changes.list[0] = (struct gen_change){
        .line = plan->parent_line,
        .kind = GEN_SET,
        .path = path,
        .op = '=',
        .value = { false, value },
    };
    plan->changes.count = 1;
    plan->fault = fault;
    plan->at_first = plan->at_last = at ? path_of(m, at) : path;
    plan->title = gen_textf(m->pool, "%s: %s is 0x%llx", plan->title, path, (unsigned long long)value);
    return true;
}

static uint64_t value_of(struct mutation *m, const char *field)
{
    const struct gen_field *there = gen_find_field(&m->parent->section.fields, path_of(m, field));
    return there ? gen_field_value(&m->parent->section, there) : 0;
}

/* A level other than that of the fault. */
static bool set_level(struct mutation *m, const char *level, const char *because)
{
    m->plan->level = level;
    m->plan->level_because = because;
    return true;
}

static bool in_header(struct mutation *m, uint64_t kind)
{
    const struct gen_model *model = &m->parent->plan.model;
    const uint64_t any = gen_draw(&m->random, 1000);
    switch (kind) {
    case 0: return set_to(m, "hdr.magic", 0xdee2 ^ (1 + any % 255), "bad-magic", NULL);
    case 1: return set_to(m, "hdr.version", 4 + any % 252, "bad-version", NULL);
    case 2: return set_to(m, "hdr.flags", value_of(m, "hdr.flags") | 8U << any % 5, "undefined-flag", NULL);
    case 3: return set_to(m, "hdr.abi", 5 + any % 251, "bad-abi", NULL);
    case 4:
        if (model->target.abi == GEN_AMD64)
            return set_to(m, "hdr.fixed_ra", 0, "bad-fixed-ra", NULL);
        return set_to(m, "hdr.fixed_ra", 1 + any % 255, "bad-fixed-ra", NULL)
               && set_level(m, "strict", "the text lets a reader ignore an offset that the ABI does not use (AMB-058)");
    case 5: return set_to(m, "hdr.num_fdes", 0x1000000 + any, "fde-table-out-of-bounds", NULL);
    case 6: return set_to(m, "hdr.num_fres", any, "fre-count-mismatch", NULL);
    case 7: return set_to(m, "hdr.fre_len", value_of(m, "hdr.fre_len") + 1 + any, "fre-table-out-of-bounds", NULL);
    default: return false;
    }
}

/* The header counts as many more, so that only the bytes of the rows are missing. */
static bool set_fre_count(struct mutation *m, uint64_t before, uint64_t count)
{
    struct gen_plan *plan = m->plan;
    const uint64_t all = value_of(m, "hdr.num_fres") - before + count;
    if (!set_to(m, "fde[].num_fres", count, "fre-count-out-of-bounds", NULL))
        return false;
    struct gen_change *both = gen_alloc(m->pool, 2, sizeof(*both));
    both[0] = both[1] = plan->changes.list[0];
    both[1].path = "hdr.num_fres";
    both[1].value = (struct gen_number){ false, all };
    plan->changes = (struct gen_changes){ both, 2 };
    plan->elsewhere = "the header counts the same, so that only the bytes of the rows are missing";
    return true;
}

static bool in_function(struct mutation *m, uint64_t kind)
{
    const struct gen_model *model = &m->parent->plan.model;
    const struct gen_func *func = &model->funcs[m->f];
    const bool v3 = model->target.profile == GEN_V3;
    const uint64_t any = gen_draw(&m->random, 1000), fre_len = value_of(m, "hdr.fre_len");
    switch (kind) {
    case 9: return set_to(m, "fde[].fre_off", fre_len + 1 + any, "fre-offset-out-of-bounds", NULL);
    case 10:
        /* Only after the last rows are there no bytes that could be read as a row. */
        return m->f + 1 == model->num_funcs && set_fre_count(m, func->num_rows, v3 ? 0xffff : 0x40000000 + any);
    case 11: return set_to(m, "fde[].info.fretype", 3 + any % 13, "bad-fre-type", "fde[].info");
    case 12: return set_to(m, "attr[].info2.type", 2 + any % 30, "bad-fde-type", "attr[].info2");
    case 13: return func->mask && set_to(m, "fde[].rep_size", 0, "bad-rep-size", NULL);
    case 14:
        if (m->f == 0)
            return false;
        return set_to(m, "fde[].start",
                      (value_of(m, "fde[].start") - (uint64_t)(func->at - func[-1].at) - 1 - any)
                          & (v3 ? UINT64_MAX : UINT32_MAX),
                      "not-sorted", NULL);
    default: return false;
    }
}

/* Sets the number of words. The bytes of so many must exist, or their lack is the fault. */
static bool set_count(struct mutation *m, uint64_t count, const char *fault)
{
    const struct gen_fields *fields = &m->parent->section.fields;
    const struct gen_field *info = gen_find_field(fields, path_of(m, "fre[].info"));
    const size_t width = (size_t)1 << value_of(m, "fre[].info.size");
    return info->end + count * width <= gen_find_field(fields, "fres")->end
           && set_to(m, "fre[].info.count", count, fault, "fre[].info");
}

static bool in_row(struct mutation *m, uint64_t kind)
{
    const struct gen_model *model = &m->parent->plan.model;
    const struct gen_func *func = &model->funcs[m->f];
    const struct gen_row *row = &func->rows[m->r];
    const uint64_t any = gen_draw(&m->random, 1000);
    const bool old = model->target.profile < GEN_V2E2;
    const bool is_last = m->r + 1 == func->num_rows; /* no later row becomes wrong */
    switch (kind) {
    case 15:
        return m->r > 0
               && set_to(m, "fre[].start", row[-1].start - any % (row[-1].start + 1), "fre-not-increasing", NULL);
    case 16:
        return is_last
               && set_to(m, "fre[].start", (uint64_t)func->size + 1 + any % 40, "fre-start-beyond-function", NULL);
    case 17: return set_to(m, "fre[].info.size", 3, "bad-word-size", "fre[].info");
    case 18: return !func->flex && is_last && set_count(m, 4 + any % 12, "bad-word-count");
    case 19: return old && is_last && set_count(m, 0, "zero-word-count");
    case 20:
        return func->flex && !row->outermost && is_last
               && set_count(m, any % 2 ? 1 : 7 + any % 9, "bad-flex-word-count")
               && set_level(m, any % 2 ? "refuse" : "strict",
                            any % 2 ? "the offset of a rule is missing"
                                    : "no text says what words after the rule for FP mean (AMB-084)");
    case 21:
        return func->flex && !row->outermost && set_to(m, "fre[].word[0].reg_p", 0, "bad-flex-cfa", "fre[].word[0]");
    default: return false;
    }
}

bool gen_mutate(struct gen_pool *pool, const struct gen_case *parent, struct gen_plan *plan, struct gen_error *error)
{
    enum { HEADER = 9, FUNCTION = 15, KINDS = 22, TRIES = 500 };
    const struct gen_model *model = &parent->plan.model;
    struct mutation m = { .pool = pool, .parent = parent, .plan = plan };
    m.random = gen_seed(plan->seed * 64 + (uint64_t)plan->target.profile * 8 + (uint64_t)plan->target.abi);
    for (int i = 0; i < TRIES && model->num_funcs; i++) {
        m.f = (uint32_t)gen_draw(&m.random, model->num_funcs);
        const struct gen_func *func = &model->funcs[m.f];
        if (func->num_rows == 0)
            continue;
        m.r = (uint32_t)gen_draw(&m.random, func->num_rows);
        const uint64_t kind = gen_draw(&m.random, KINDS);
        if (kind < HEADER ? in_header(&m, kind) : kind < FUNCTION ? in_function(&m, kind) : in_row(&m, kind))
            return true;
    }
    return gen_fail(error, plan->recipe->file, plan->parent_line, "no mutation fits the parent");
}
