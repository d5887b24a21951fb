/* SPDX-License-Identifier: MIT */
/* Random valid sections, and mutants of them with one wrong field and a known fault. */
#include "families.h"
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
    if (gen_is_aarch64(abi))
        row->mangled = gen_draw(&b->random, 4) == 0;
}

static struct gen_rule draw_rule(struct builder *b, bool is_cfa)
{
    const uint32_t reg = (uint32_t)gen_draw(&b->random, 32);
    /* What a loaded CFA of s390x is, is open (SFR-LOADED-CFA). */
    const bool load = gen_draw(&b->random, 2) && !(is_cfa && b->model->target.abi == GEN_S390X);
    if (!is_cfa && gen_draw(&b->random, 2))
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
    const bool aarch64 = gen_is_aarch64(abi);
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
bool gen_read_random(struct gen_reading *in)
{
    struct builder b = { .in = in, .model = &in->plan->model };
    int64_t seed, functions, at;
    if (in->count != 2 || !gen_parse_int(in->words[0], 1, INT32_MAX, &seed)
        || strncmp(in->words[1], "functions=", 10) != 0 || !gen_parse_int(in->words[1] + 10, 1, 1000, &functions))
        return false;
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
    return true;
}

/* ---- Mutants ------------------------------------------------------------- */

void gen_plan_spoil(struct gen_pool *pool, struct gen_plan *plan, const struct gen_spoil *spoil)
{
    plan->changes =
        (struct gen_changes){ gen_alloc(pool, spoil->num_changes, sizeof(struct gen_change)), spoil->num_changes };
    for (size_t i = 0; i < spoil->num_changes; i++) {
        plan->changes.list[i] = spoil->changes[i];
        plan->changes.list[i].line = plan->parent_line;
    }
    plan->fault = spoil->fault;
    plan->at_first = plan->at_last = spoil->at;
    if (spoil->changes[0].op == '=')
        plan->title = gen_textf(pool, "%s: %s is 0x%llx", plan->title, spoil->changes[0].path,
                                (unsigned long long)spoil->changes[0].value.magnitude);
    if (spoil->level) {
        plan->level = spoil->level;
        plan->level_because = spoil->level_because;
    }
    if (spoil->elsewhere)
        plan->elsewhere = spoil->elsewhere;
}

bool gen_mutate(struct gen_pool *pool, const struct gen_case *parent, struct gen_plan *plan)
{
    enum { TRIES = 500 };
    const struct gen_model *model = &parent->plan.model;
    struct gen_random random =
        gen_seed(plan->seed * 64 + (uint64_t)plan->target.profile * 8 + (uint64_t)plan->target.abi);
    for (int i = 0; i < TRIES && model->num_funcs; i++) {
        struct gen_spoil_pick pick = { .f = (uint32_t)gen_draw(&random, model->num_funcs) };
        struct gen_spoil spoil;
        const struct gen_func *func = &model->funcs[pick.f];
        if (func->num_rows == 0)
            continue;
        pick.r = (uint32_t)gen_draw(&random, func->num_rows);
        const unsigned kind = (unsigned)gen_draw(&random, GEN_SPOIL_MUTANTS);
        pick.any = gen_draw(&random, 1000);
        if (gen_spoil(pool, model, &parent->section, pick, kind, &spoil)) {
            gen_plan_spoil(pool, plan, &spoil);
            return true;
        }
    }
    return gen_deny(plan, plan->parent_line, "no mutation fits the parent");
}
