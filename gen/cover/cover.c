/* SPDX-License-Identifier: MIT */
/* A covering array by a greedy choice: each section, function and row takes, of several candidates, the one in
   which most levels meet that have not met before. */
#include "cover.h"

#include "random.h"

enum { CANDIDATES = 8 };

/* The level of a factor that the set has; GEN_MAX_LEVELS: none. */
static unsigned level_in(const struct gen_table *table, struct gen_set set, unsigned factor)
{
    for (unsigned i = table->factors[factor].first; i < table->factors[factor].end; i++)
        if (gen_has(set, i))
            return i;
    return GEN_MAX_LEVELS;
}

/* ---- What must meet ------------------------------------------------------ */

/* What must still meet: each level with which others, and each two of strong factors with which third ones. */
struct unmet {
    const struct gen_table *table;
    struct gen_set two[GEN_MAX_LEVELS];
    struct gen_set three[GEN_MAX_LEVELS][GEN_MAX_LEVELS];
};

static bool is_chosen(const struct gen_table *t, unsigned level)
{
    return !t->factors[t->levels[level].factor].fault;
}

static bool is_strong(const struct gen_table *t, unsigned level)
{
    return t->factors[t->levels[level].factor].strong;
}

/* All that applies together. */
static void start_meeting(struct unmet *unmet, const struct gen_table *table)
{
    *unmet = (struct unmet){ .table = table };
    for (unsigned i = 0; i < table->num_levels; i++)
        for (unsigned j = 0; j < table->num_levels; j++)
            if (table->levels[i].factor != table->levels[j].factor && is_chosen(table, i) && is_chosen(table, j)
                && gen_may_meet(table, gen_pair(i, j)))
                unmet->two[i] = gen_with(unmet->two[i], j);
    for (unsigned i = 0; i < table->num_levels; i++)
        for (unsigned j = 0; j < table->num_levels; j++)
            for (unsigned k = 0; k < table->num_levels && gen_has(unmet->two[i], j); k++)
                if (is_strong(table, i) && is_strong(table, j) && is_strong(table, k) && gen_has(unmet->two[i], k)
                    && gen_has(unmet->two[j], k) && gen_may_meet(table, gen_with(gen_pair(i, j), k)))
                    unmet->three[i][j] = gen_with(unmet->three[i][j], k);
}

static void meet(struct unmet *unmet, struct gen_set levels)
{
    const struct gen_table *t = unmet->table;
    for (unsigned i = 0; i < t->num_levels; i++) {
        if (!gen_has(levels, i))
            continue;
        unmet->two[i] = gen_without(unmet->two[i], levels);
        for (unsigned j = 0; j < t->num_levels && is_strong(t, i); j++)
            if (gen_has(levels, j))
                unmet->three[i][j] = gen_without(unmet->three[i][j], levels);
    }
}

static void meet_all(struct unmet *unmet, const struct gen_chosen_section *section)
{
    meet(unmet, section->levels);
    for (unsigned f = 0; f < section->num_funcs; f++) {
        const struct gen_set func = gen_join(section->levels, section->funcs[f].levels);
        meet(unmet, func);
        for (unsigned r = 0; r < section->funcs[f].num_rows; r++)
            meet(unmet, gen_join(func, section->funcs[f].rows[r]));
    }
}

static size_t count_unmet(const struct unmet *unmet)
{
    size_t twos = 0, threes = 0;
    for (unsigned i = 0; i < unmet->table->num_levels; i++) {
        twos += gen_size(unmet->two[i]);
        for (unsigned j = 0; j < unmet->table->num_levels; j++)
            threes += gen_size(unmet->three[i][j]);
    }
    return twos / 2 + threes / 6;
}

/* ---- Choosing ------------------------------------------------------------ */

struct chooser {
    struct gen_pool *pool;
    const struct gen_table *table;
    struct unmet *unmet;
    struct gen_random random;
    struct gen_set last_row; /* levels of rows that were the last of their function */
    struct gen_set ended[2]; /* levels of functions that were the last of their section; [1]: those with rows */
    struct gen_set must;     /* levels that shall be together in the next section, and its first row */
    struct gen_set barred;   /* levels that are not chosen now */
};

/* How much meets if `level` comes to `levels`. */
static unsigned gain(const struct chooser *c, struct gen_set levels, unsigned level)
{
    const struct gen_table *t = c->table;
    unsigned sum = gen_size(gen_meet(c->unmet->two[level], levels));
    for (unsigned j = 0; j < t->num_levels && is_strong(t, level); j++)
        if (gen_has(levels, j) && is_strong(t, j))
            sum += gen_size(gen_meet(c->unmet->three[level][j], levels));
    return sum;
}

/* The level of the factor that may come to `levels` and gains most; one that must be there, or leaves room for those
   that must, comes before the others. GEN_MAX_LEVELS: none may. */
static unsigned choose_level(struct chooser *c, const struct gen_factor *factor, struct gen_set levels)
{
    unsigned best = GEN_MAX_LEVELS;
    uint64_t most = 0;
    for (unsigned i = factor->first; i < factor->end; i++) {
        const struct gen_set with = gen_with(levels, i);
        if (gen_has(c->barred, i) || !gen_may_meet(c->table, with))
            continue;
        const uint64_t now = gain(c, levels, i), later = gen_size(c->unmet->two[i]);
        const uint64_t score = 1 + (gen_has(c->must, i) ? 1U << 31 : 0)
                               + (gen_may_meet(c->table, gen_join(with, c->must)) ? 1U << 30 : 0) + 4096 * now
                               + 16 * later + gen_draw(&c->random, 16);
        if (score > most) {
            most = score;
            best = i;
        }
    }
    return best;
}

/* One level of each factor of the scope, in an order of chance. *sum: how much meets. */
static struct gen_set choose_once(struct chooser *c, enum gen_scope scope, struct gen_set context, uint64_t *sum)
{
    const struct gen_table *t = c->table;
    struct gen_set own = { { 0 } }, all = context;
    const unsigned from = (unsigned)gen_draw(&c->random, t->num_factors);
    *sum = 0;
    /* What must be there comes first. */
    for (unsigned i = 0; i < 2 * t->num_factors; i++) {
        const struct gen_factor *factor = &t->factors[(from + i) % t->num_factors];
        const unsigned f = (unsigned)(factor - t->factors);
        const bool asked = level_in(t, c->must, f) < GEN_MAX_LEVELS;
        if (factor->scope != scope || factor->fault || asked != (i < t->num_factors))
            continue;
        const unsigned level = choose_level(c, factor, all);
        if (level == GEN_MAX_LEVELS)
            continue;
        *sum += 64 * gain(c, all, level) + gen_size(c->unmet->two[level]);
        own = gen_with(own, level);
        all = gen_with(all, level);
    }
    return own;
}

static struct gen_set choose(struct chooser *c, enum gen_scope scope, struct gen_set context)
{
    struct gen_set best = { { 0 } };
    uint64_t most = 0;
    for (int i = 0; i < CANDIDATES; i++) {
        uint64_t sum;
        const struct gen_set own = choose_once(c, scope, context, &sum);
        if (i == 0 || sum > most) {
            best = own;
            most = sum;
        }
    }
    return best;
}

static unsigned parts_of(const struct gen_table *t, struct gen_set levels)
{
    unsigned parts = 0;
    for (unsigned i = 0; i < t->num_levels; i++)
        parts += gen_has(levels, i) ? t->levels[i].parts : 0;
    return parts;
}

/* A row without one after it can be longer than it should: the row comes last that brings most new levels. */
static void choose_last_row(struct chooser *c, struct gen_chosen_func *func)
{
    struct gen_set *last = func->num_rows ? &func->rows[func->num_rows - 1] : NULL;
    for (unsigned r = 0; r < func->num_rows; r++) {
        if (gen_size(gen_without(func->rows[r], c->last_row)) > gen_size(gen_without(*last, c->last_row)))
            gen_swap(last, &func->rows[r], sizeof(*last));
    }
    if (last)
        c->last_row = gen_join(c->last_row, *last);
}

static void choose_func(struct chooser *c, struct gen_set section, struct gen_chosen_func *func)
{
    func->levels = choose(c, GEN_OF_FUNCTION, section);
    const struct gen_set levels = gen_join(section, func->levels);
    meet(c->unmet, levels);
    func->num_rows = parts_of(c->table, func->levels);
    func->rows = gen_alloc(c->pool, func->num_rows, sizeof(*func->rows));
    for (unsigned r = 0; r < func->num_rows; r++) {
        func->rows[r] = choose(c, GEN_OF_ROW, levels);
        meet(c->unmet, gen_join(levels, func->rows[r]));
        c->must = (struct gen_set){ { 0 } };
    }
    choose_last_row(c, func);
}

/* Bytes can be missing only at the end of a section: the function and the row come last that bring most new levels. */
static void choose_last(struct chooser *c, struct gen_chosen_section *section)
{
    struct gen_chosen_func *last = &section->funcs[section->num_funcs - 1];
    unsigned best = 0, best_row = 0, most = 0;
    for (unsigned f = 0; f < section->num_funcs; f++)
        for (unsigned r = 0; r == 0 || r < section->funcs[f].num_rows; r++) {
            const struct gen_chosen_func *func = &section->funcs[f];
            struct gen_set levels = func->num_rows ? gen_join(func->levels, func->rows[r]) : func->levels;
            const unsigned size = gen_size(gen_without(levels, c->ended[func->num_rows > 0]));
            if (size < most)
                continue;
            most = size;
            best = f;
            best_row = r;
        }
    gen_swap(&section->funcs[best], last, sizeof(*last));
    struct gen_set *ended = &c->ended[last->num_rows > 0];
    *ended = gen_join(*ended, last->levels);
    if (last->num_rows) {
        gen_swap(&last->rows[best_row], &last->rows[last->num_rows - 1], sizeof(*last->rows));
        *ended = gen_join(*ended, last->rows[last->num_rows - 1]);
    }
}

static void choose_section(struct chooser *c, struct gen_chosen_section *section)
{
    section->levels = choose(c, GEN_OF_SECTION, (struct gen_set){ { 0 } });
    meet(c->unmet, section->levels);
    section->num_funcs = parts_of(c->table, section->levels);
    section->funcs = gen_alloc(c->pool, section->num_funcs, sizeof(*section->funcs));
    for (unsigned f = 0; f < section->num_funcs; f++)
        choose_func(c, section->levels, &section->funcs[f]);
    if (section->num_funcs)
        choose_last(c, section);
}

/* Levels that have not met: of sections if there are any, since they decide how many sections there are. */
static bool find_unmet(const struct chooser *c, struct gen_set *found)
{
    const struct gen_table *t = c->table;
    for (int scope = 0; scope < GEN_NUM_SCOPES; scope++)
        for (unsigned i = 0; i < t->num_levels; i++)
            for (unsigned j = 0; j < i; j++) {
                const bool two = gen_has(c->unmet->two[i], j);
                *found = gen_pair(i, j);
                if ((!two && gen_size(c->unmet->three[i][j]) == 0) || gen_has(c->barred, i) || gen_has(c->barred, j))
                    continue;
                for (unsigned k = 0; k < t->num_levels && !two; k++)
                    if (gen_has(c->unmet->three[i][j], k)) {
                        *found = gen_with(*found, k);
                        break;
                    }
                if (t->factors[t->levels[i].factor].scope <= (enum gen_scope)scope
                    && t->factors[t->levels[j].factor].scope <= (enum gen_scope)scope)
                    return true;
            }
    return false;
}

bool gen_has_question(const struct gen_table *table, const struct gen_chosen_section *section)
{
    struct gen_set levels = section->levels;
    for (unsigned f = 0; f < section->num_funcs; f++) {
        levels = gen_join(levels, section->funcs[f].levels);
        for (unsigned r = 0; r < section->funcs[f].num_rows; r++)
            levels = gen_join(levels, section->funcs[f].rows[r]);
    }
    for (unsigned i = 0; i < table->num_levels; i++)
        if (gen_has(levels, i) && table->levels[i].question)
            return true;
    return false;
}

/* Adds sections until all that is not barred has met. */
static void choose_sections(struct chooser *c, struct gen_array *array)
{
    for (struct gen_set must; find_unmet(c, &must);) {
        const size_t before = count_unmet(c->unmet);
        array->sections =
            gen_grow(c->pool, array->sections, array->num_sections, &array->cap_sections, sizeof(*array->sections));
        c->must = must;
        choose_section(c, &array->sections[array->num_sections]);
        array->num_sections += count_unmet(c->unmet) < before;
        /* Given up, if they did not meet: count_unmet() of the array tells. */
        meet(c->unmet, must);
    }
}

struct gen_array gen_make_array(struct gen_pool *pool, const struct gen_table *table, uint64_t seed)
{
    struct gen_array array = { .sections = NULL };
    struct gen_pool own = { 0 };
    struct chooser c = { .pool = pool, .table = table, .random = gen_seed(seed) };
    c.unmet = gen_alloc(&own, 1, sizeof(*c.unmet));
    start_meeting(c.unmet, table);
    choose_sections(&c, &array);
    array.num_struck = array.num_sections;
    /* A reader may refuse a section with an open question: what can meet without one does so too. */
    start_meeting(c.unmet, table);
    c.random = gen_seed(seed);
    for (unsigned i = 0; i < table->num_levels; i++)
        if (table->levels[i].question)
            c.barred = gen_with(c.barred, i);
    for (size_t n = 0; n < array.num_struck; n++)
        if (!gen_has_question(table, &array.sections[n]))
            meet_all(c.unmet, &array.sections[n]);
    choose_sections(&c, &array);
    gen_pool_free(&own);
    return array;
}
