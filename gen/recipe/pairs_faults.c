/* SPDX-License-Identifier: MIT */
/* Which faults strike which functions and rows of the sections of pairs, so that each meets every feature. */
#include "pairs.h"

#include "random.h"

#include <string.h>

/* Where a fault may strike. */
struct place {
    size_t section;
    uint32_t f, r; /* in the section's model */
    struct gen_set levels;
    bool unfit;
};
struct striker {
    struct gen_pool *pool;
    struct gen_pairs_cell *cell;
    const struct gen_case **parents; /* by section */
    struct place *places;
    size_t num_places, cap_places;
    struct gen_random random;
};

static void list_places(struct striker *s, enum gen_scope scope)
{
    s->num_places = 0;
    for (size_t n = 0; n < s->cell->array.num_struck; n++) {
        const uint32_t num_funcs = scope == GEN_OF_SECTION ? 1 : s->cell->array.sections[n].num_funcs + 1;
        for (uint32_t f = 0; f < num_funcs; f++) {
            const struct gen_chosen_func *func = scope == GEN_OF_SECTION ? NULL : s->cell->placed[n][f];
            const uint32_t num_rows = scope != GEN_OF_ROW ? 1 : func ? func->num_rows : 0;
            for (uint32_t r = 0; r < num_rows && (func || scope == GEN_OF_SECTION); r++) {
                struct gen_set levels = s->cell->array.sections[n].levels;
                levels = func ? gen_join(levels, func->levels) : levels;
                levels = scope == GEN_OF_ROW ? gen_join(levels, func->rows[r]) : levels;
                s->places = gen_grow(s->pool, s->places, s->num_places, &s->cap_places, sizeof(*s->places));
                s->places[s->num_places++] = (struct place){ n, f, r, levels, false };
            }
        }
    }
}

/* What the fault must meet: each feature of what it strikes. */
static struct gen_set wanted_by(const struct gen_table *table, unsigned fault)
{
    struct gen_set wanted = { { 0 } };
    for (unsigned i = 0; i < table->num_levels; i++) {
        const struct gen_factor *factor = &table->factors[table->levels[i].factor];
        if (!factor->fault && factor->scope <= table->factors[table->levels[fault].factor].scope
            && gen_may_meet(table, gen_pair(fault, i)))
            wanted = gen_with(wanted, i);
    }
    return wanted;
}

/* The place where the fault meets most of what is wanted; NULL: none is left. Of equal ones, one by chance. */
static struct place *best_place(struct striker *s, struct gen_set wanted)
{
    struct place *best = NULL;
    unsigned most = 0;
    const size_t from = (size_t)gen_draw(&s->random, s->num_places);
    for (size_t i = 0; i < s->num_places; i++) {
        struct place *place = &s->places[(from + i) % s->num_places];
        const unsigned both = gen_size(gen_meet(wanted, place->levels));
        if (place->unfit || both <= most)
            continue;
        most = both;
        best = place;
    }
    return best;
}

/* Faults of bytes that are put in, wherever the section has room for them. */
static const struct gen_spoil inserted[] = {
    { .fault = "tail-not-zero",
      .at = "added",
      .changes = { { .kind = GEN_APPEND, .bytes = { (const uint8_t *)"\xa5", 1 } } },
      .num_changes = 1 },
    { .fault = "subsections-not-tiled",
      .at = "hdr.freoff",
      .level = "strict",
      .level_because = "bytes before the FREs literally belong to the FDE sub-section (AMB-031)",
      .elsewhere = "the bytes put in are the hole, which the offset of the FREs tells",
      .changes = { { .kind = GEN_SET, .path = "hdr.freoff", .op = '+', .value = { false, 4 } },
                   { .kind = GEN_INSERT, .path = "fdes", .after = true, .bytes = { (const uint8_t *)"\0\0\0", 4 } } },
      .num_changes = 2 },
};

static bool strike_there(struct striker *s, const struct place *place, const char *fault, struct gen_struck *struck)
{
    enum { TRIES = 3 };
    const struct gen_case *parent = s->parents[place->section];
    struck->section = place->section;
    for (size_t i = 0; i < sizeof inserted / sizeof *inserted; i++)
        if (strcmp(inserted[i].fault, fault) == 0) {
            struck->spoil = inserted[i];
            return true;
        }
    for (unsigned i = 0; i < TRIES * GEN_SPOIL_KINDS; i++) {
        const unsigned kind = i % GEN_SPOIL_KINDS;
        const struct gen_spoil_pick pick = { place->f, place->r, gen_draw(&s->random, 1000) };
        if (gen_spoil(s->pool, &parent->plan.model, &parent->section, pick, kind, &struck->spoil)
            && strcmp(struck->spoil.fault, fault) == 0)
            return true;
    }
    return false;
}

static void strike_all(struct striker *s, unsigned level)
{
    struct gen_pairs_cell *cell = s->cell;
    const struct gen_table *table = &cell->table;
    struct gen_set wanted = wanted_by(table, level);
    struct place *place;
    list_places(s, table->factors[table->levels[level].factor].scope);
    for (unsigned number = 1; (place = best_place(s, wanted));) {
        struct gen_struck struck;
        place->unfit = true;
        if (!strike_there(s, place, table->levels[level].name, &struck))
            continue;
        wanted = gen_without(wanted, place->levels);
        struck.number = number++;
        cell->struck = gen_grow(s->pool, cell->struck, cell->num_struck, &cell->cap_struck, sizeof(*cell->struck));
        cell->struck[cell->num_struck++] = struck;
    }
}

/* All sections of the cell are made; the parent of the plan is one, "pairs/section-N". */
static bool strike_cell(struct gen_pairs *pairs, struct gen_pairs_cell *cell, const struct gen_plan *plan)
{
    struct striker s = { .pool = pairs->pool, .cell = cell, .random = gen_seed(1 + (uint64_t)plan->target.profile) };
    const char *number = strrchr(plan->parent, '-');
    const int prefix = number ? (int)(number + 1 - plan->parent) : 0;
    cell->parents = gen_alloc(pairs->pool, cell->array.num_struck, sizeof(*cell->parents));
    s.parents = cell->parents;
    for (size_t n = 0; n < cell->array.num_struck; n++) {
        const char *id = gen_textf(pairs->pool, "%.*s%zu", prefix, plan->parent, n + 1);
        s.parents[n] = gen_find_made(plan->recipe->cases, gen_target_of(cell, plan->target, n), id);
        if (!s.parents[n])
            return gen_deny(plan, plan->parent_line, "'%s' is no section of 'pairs:': there is no '%s'", plan->parent,
                            id);
    }
    for (unsigned i = 0; i < cell->table.num_levels; i++)
        if (cell->table.factors[cell->table.levels[i].factor].fault)
            strike_all(&s, i);
    return true;
}

static void plan_struck(struct gen_pool *pool, const struct gen_struck *struck, const struct gen_case *parent,
                        struct gen_plan *plan)
{
    struct gen_fault fault;
    plan->id_tail = gen_textf(pool, "%s/%s-%u", plan->recipe->area, struck->spoil.fault, struck->number);
    if (parent->plan.policy || parent->readings[GEN_DECODE])
        plan->parent_open = gen_textf(pool, "every fault meets every feature, and this section has an open one (%s)",
                                      parent->plan.policy ? parent->plan.policy : parent->plan.open);
    gen_plan_spoil(pool, plan, &struck->spoil);
    if (gen_find_fault(plan->fault, &fault))
        plan->clauses = gen_offended(pool, &fault, plan->target);
}

bool gen_strike(struct gen_pool *pool, const struct gen_plan *plan, const struct gen_case *parent, gen_make_fn *make,
                void *ctx)
{
    struct gen_pairs *pairs = plan->recipe->cases->pairs;
    struct gen_pairs_cell *cell = pairs ? gen_find_cell(pairs, plan->target, plan->why) : NULL;
    if (!pairs)
        return gen_deny(plan, plan->parent_line, "'%s' is no section of 'pairs:'", plan->parent);
    if (!cell || (!cell->parents && !strike_cell(pairs, cell, plan)))
        return false;
    for (size_t i = 0; i < cell->num_struck; i++) {
        struct gen_plan one = *plan;
        if (cell->parents[cell->struck[i].section] != parent)
            continue;
        plan_struck(pool, &cell->struck[i], parent, &one);
        if (!make(ctx, &one, parent))
            return false;
    }
    return true;
}
