/* SPDX-License-Identifier: MIT */
/* Sections from bytes: valid ones, and ones with a fault. What is said of them comes from the model. */
#include "sfk.h"

#include <stdlib.h>
#include <string.h>

#include "decide.h"
#include "spoil.h"

/* What belongs to a section that was made. */
struct own {
    struct gen_pool pool;
    struct gen_model model;
    struct gen_section good, spoiled;
};

static struct sfk_limits limits_of(const struct sfk_wish *wish)
{
    struct sfk_limits limits = { 0, 0, wish->plain, !wish->plain };

    for (unsigned i = 0; i < GEN_NUM_PROFILES; i++)
        if (wish->profiles == 0 || (wish->profiles >> sfk_profile((enum gen_profile)i) & 1))
            limits.profiles |= 1u << i;
    for (unsigned i = 0; i < GEN_NUM_ABIS; i++)
        if ((wish->abis == 0 || (wish->abis >> gen_abis[i].id & 1))
            && (wish->order == SFK_ORDER_ANY || gen_abis[i].big == (wish->order == SFK_ORDER_BIG)))
            limits.abis |= 1u << i;
    return limits;
}

static void describe(struct own *own, struct sfk_made *made)
{
    const struct gen_model *m = &own->model;
    struct gen_buf text = { .pool = &own->pool };
    struct gen_doubts doubts;
    const struct gen_field *fres = gen_find_field(&own->good.fields, "fres");

    gen_dump(&text, m, fres->end - fres->start);
    gen_find_doubts(m, &doubts);
    *made = (struct sfk_made){
        .section = { own->good.bytes.data, own->good.bytes.len, m->addr, sfk_profile(m->target.profile) },
        .abi = gen_abis[m->target.abi].id,
        .meaning = gen_text(&text),
        .num_doubts = doubts.count,
        .good = own->good.bytes.data,
        .good_size = own->good.bytes.len,
        .own = own,
    };
    memcpy(made->doubts, doubts.names, sizeof doubts.names);
}

static bool make(const struct sfk_wish *wish, struct sfk_decisions *d, struct sfk_made *made)
{
    const struct sfk_wish any = { 0 };
    const struct sfk_limits limits = limits_of(wish ? wish : &any);
    struct gen_pool first = { NULL };
    struct own *own = gen_alloc(&first, 1, sizeof *own);
    struct gen_error unused;

    /* The struct lies in its own pool. */
    own->pool = first;
    own->model = sfk_decide_model(d, &own->pool, &limits);
    const struct gen_target target = own->model.target;
    made->own = own;
    if (!(limits.profiles >> target.profile & 1) || !(limits.abis >> target.abi & 1) || !gen_target_exists(target)) {
        sfk_free(made);
        return false;
    }
    while (!gen_emit(&own->pool, &own->model, &own->good, &unused))
        own->model.num_funcs--;
    describe(own, made);
    return true;
}

bool sfk_generate(const struct sfk_wish *wish, const uint8_t *bytes, size_t size, struct sfk_made *made)
{
    struct sfk_decisions d = { bytes, size, 0 };
    return make(wish, &d, made);
}

void sfk_free(struct sfk_made *made)
{
    struct own *own = made->own;
    struct gen_pool pool = own->pool;

    gen_pool_free(&pool);
    *made = (struct sfk_made){ .own = NULL };
}

/* ---- Faults ---- */

/* A section that ends inside the header: nothing is known but this. */
static void cut(struct sfk_made *made, uint64_t any)
{
    made->section.size = (size_t)(any % 28);
    made->fault = "truncated-header";
    made->start = 0;
    made->end = made->section.size;
}

static bool put_fault(struct own *own, struct gen_spoil_pick pick, unsigned kind, struct sfk_made *made)
{
    struct gen_spoil spoil;

    if (!gen_spoil(&own->pool, &own->model, &own->good, pick, kind, &spoil))
        return false;
    const struct gen_field *at = gen_find_field(&own->good.fields, spoil.at);
    own->spoiled = own->good;
    own->spoiled.bytes.data = (uint8_t *)gen_copy(&own->pool, (const char *)own->good.bytes.data, own->good.bytes.len);
    gen_set_field(&own->spoiled, gen_find_field(&own->good.fields, spoil.changes[0].path),
                  spoil.changes[0].value.magnitude);
    made->section.data = own->spoiled.bytes.data;
    made->fault = spoil.fault;
    made->start = at->start;
    made->end = at->end;
    return true;
}

/* The first decisions name the fault, so that a changed byte after them changes the section alone. */
bool sfk_spoil(const struct sfk_wish *wish, const uint8_t *bytes, size_t size, struct sfk_made *made)
{
    struct sfk_decisions d = { bytes, size, 0 };
    const uint32_t first = sfk_decide(&d, 1), f = sfk_decide(&d, 1), r = sfk_decide(&d, 1);
    /* One in four lies next to what is allowed, where readers are wrong by one. */
    const uint64_t drawn = sfk_decide(&d, 2), any = drawn % 4 ? drawn : 0;

    if (!make(wish, &d, made))
        return false;
    struct own *own = made->own;
    for (unsigned i = 0; i <= GEN_SPOIL_KINDS && !made->fault; i++) {
        const unsigned kind = (first + i) % (GEN_SPOIL_KINDS + 1);
        struct gen_spoil_pick pick = { 0, 0, any };
        if (kind == GEN_SPOIL_KINDS)
            cut(made, any);
        /* Each function once, as a fault may fit another one only. */
        for (uint32_t j = 0; j < 12 && j < own->model.num_funcs + (own->model.num_funcs == 0) && !made->fault; j++) {
            pick.f = own->model.num_funcs ? (f + j) % own->model.num_funcs : 0;
            const uint32_t rows = own->model.num_funcs ? own->model.funcs[pick.f].num_rows : 0;
            pick.r = rows ? j == 0 ? r % rows : rows - 1 : 0;
            put_fault(own, pick, kind, made);
        }
    }
    return true;
}

/* ---- Meaning ---- */

static struct sfr_rule to_rule(const struct gen_rule *rule)
{
    static const enum sfr_rule_kind kinds[] = {
        [GEN_UNSAID] = SFR_RULE_NONE,         [GEN_NONE] = SFR_RULE_NONE,       [GEN_SAME] = SFR_RULE_SAME,
        [GEN_UNDEFINED] = SFR_RULE_UNDEFINED, [GEN_REG] = SFR_RULE_REG,         [GEN_CFA] = SFR_RULE_CFA,
        [GEN_MEM_REG] = SFR_RULE_MEM_REG,     [GEN_MEM_CFA] = SFR_RULE_MEM_CFA,
    };
    return (struct sfr_rule){ kinds[rule->kind], rule->reg, rule->offset };
}

/* The model as it is read by an answer; false if there is none such. */
static bool read_by(struct gen_model *model, const char *question, const char *answer)
{
    for (const struct gen_reading_answer *by = gen_reading_answers; question && by->policy; by++)
        if (strcmp(by->policy, question) == 0 && strcmp(by->name, answer) == 0) {
            model->view = by->view;
            return true;
        }
    return !question;
}

bool sfk_meaning(const struct sfk_made *made, const char *question, const char *answer, uint64_t pc,
                 enum sfr_found *found, struct sfr_rules *rules)
{
    const struct own *own = made->own;
    struct gen_model model = own->model;
    struct gen_hit hit;
    struct gen_error unused;

    for (size_t i = 0; i < made->num_doubts; i++)
        if (strcmp(made->doubts[i], "func-overlap") == 0)
            return false;
    if (!read_by(&model, question, answer) || !gen_look_up(&model, pc, &hit, &unused))
        return false;
    *found = hit.row >= 0 ? SFR_FOUND : hit.outermost ? SFR_FOUND_OUTERMOST : SFR_FOUND_NO_FDE;
    if (hit.row >= 0) {
        const struct gen_func *func = &model.funcs[hit.func];
        const struct gen_row *row = &func->rows[hit.row];
        const struct gen_rules from = gen_effective_rules(&model, func, row);
        *rules = (struct sfr_rules){ to_rule(&from.cfa), to_rule(&from.ra), to_rule(&from.fp), row->mangled };
    }
    return true;
}
