/* SPDX-License-Identifier: MIT */
/* Reads recipes/pairs.txt for the targets of one profile and ABI. */
#include "cover.h"

#include <string.h>

bool gen_may_meet(const struct gen_table *table, struct gen_set set)
{
    for (size_t n = 0; n < table->num_nevers; n++) {
        unsigned i = 0;
        while (i < GEN_MAX_LEVELS / 64 && (table->nevers[n].bits[i] & ~set.bits[i]) == 0)
            i++;
        if (i == GEN_MAX_LEVELS / 64)
            return false;
    }
    return true;
}

unsigned gen_find_level_named(const struct gen_table *table, const char *name)
{
    for (unsigned i = 0; i < table->num_levels; i++)
        if (strcmp(table->levels[i].name, name) == 0)
            return i;
    return GEN_MAX_LEVELS;
}

/* ---- Lines --------------------------------------------------------------- */

struct reader {
    struct gen_pool *pool;
    const char *file;
    unsigned number; /* of the line */
    const struct gen_target *targets;
    size_t num_targets;
    struct gen_table *table;
    struct gen_error *error;
    bool in_nevers;
    const char **known; /* the levels of all targets, whether they have them or not */
    size_t num_known, cap_known;
};

#define REFUSE(r, ...) gen_fail((r)->error, (r)->file, (r)->number, __VA_ARGS__)

/* "section width strong", "row fault" */
static bool read_factor(struct reader *r, char **words, size_t count)
{
    static const char *const scopes[] = { "section", "function", "row" };
    struct gen_table *t = r->table;
    struct gen_factor *factor = &t->factors[t->num_factors];
    const bool strong = count == 3 && strcmp(words[2], "strong") == 0;
    *factor = (struct gen_factor){ .strong = strong, .first = t->num_levels, .end = t->num_levels };
    while (factor->scope < GEN_NUM_SCOPES && strcmp(words[0], scopes[factor->scope]) != 0)
        factor->scope++;
    if (factor->scope == GEN_NUM_SCOPES || count < 2 || (count > 2 && !strong) || t->num_factors == GEN_MAX_FACTORS - 1)
        return REFUSE(r, "expected 'section', 'function' or 'row' and a factor, or 'never' and a reason, got '%s'",
                      words[0]);
    factor->name = words[1];
    factor->fault = strcmp(words[1], "fault") == 0;
    t->num_factors++;
    return true;
}

static bool is_known(const struct reader *r, const char *name)
{
    for (size_t i = 0; i < r->num_known; i++)
        if (strcmp(r->known[i], name) == 0)
            return true;
    return false;
}

static bool add_level(struct reader *r, char **words, size_t count)
{
    struct gen_table *t = r->table;
    const unsigned factor = t->num_factors - 1;
    struct gen_level level = { .name = words[0], .factor = factor, .words = words + 1, .num_words = count - 1 };
    if (t->num_levels == GEN_MAX_LEVELS - 1)
        return REFUSE(r, "there are more than %d levels", GEN_MAX_LEVELS - 1);
    if (gen_find_level_named(t, words[0]) < GEN_MAX_LEVELS)
        return REFUSE(r, "'%s' is given twice", words[0]);
    for (size_t i = 1; i < count; i++) {
        const char *equals = strchr(words[i], '=');
        int64_t parts;
        level.question |= strncmp(words[i], "doubt=", 6) == 0 || strncmp(words[i], "open=", 5) == 0;
        if (equals && (strncmp(words[i], "rows=", 5) == 0 || strncmp(words[i], "functions=", 10) == 0)) {
            if (!gen_parse_int(equals + 1, 0, 1000, &parts))
                return REFUSE(r, "expected a number below 1000, got '%s'", words[i]);
            level.parts = (unsigned)parts;
        }
    }
    t->levels[t->num_levels++] = level;
    t->factors[factor].end = t->num_levels;
    return true;
}

/* "aux|gap canonical": each of a word's levels with each of the other words'. */
static bool add_nevers(struct reader *r, char **words, size_t count, struct gen_set so_far)
{
    struct gen_table *t = r->table;
    if (count == 0) {
        t->nevers = gen_grow(r->pool, t->nevers, t->num_nevers, &t->cap_nevers, sizeof(*t->nevers));
        t->nevers[t->num_nevers++] = so_far;
        return true;
    }
    for (const char *at = words[0]; *at;) {
        const size_t len = strcspn(at, "|");
        const char *name = gen_copy(r->pool, at, len);
        const unsigned level = gen_find_level_named(t, name);
        if (!is_known(r, name))
            return REFUSE(r, "no level above has the name '%s'", name);
        if (level < GEN_MAX_LEVELS && !add_nevers(r, words + 1, count - 1, gen_with(so_far, level)))
            return false;
        at += len + (at[len] == '|');
    }
    return true;
}

static bool read_line(struct reader *r, const char *text)
{
    const bool indented = *text == ' ';
    struct gen_select select;
    const char *bad;
    bool selected = false;
    text += strspn(text, " ");
    if (!*text || *text == '#')
        return true;
    if (!gen_take_select(r->pool, &text, &select, &bad))
        return REFUSE(r, "expected %s in [ ]", gen_select_words);
    for (size_t i = 0; i < r->num_targets; i++)
        selected = selected || gen_selects(select, r->targets[i]);
    size_t count;
    char **words = gen_words(r->pool, text, &count);
    if (count == 0 || (indented && !r->in_nevers && r->table->num_factors == 0))
        return REFUSE(r, "expected a factor above, and levels");
    if (!indented) {
        r->in_nevers = strcmp(words[0], "never") == 0;
        return r->in_nevers || read_factor(r, words, count);
    }
    if (r->in_nevers)
        return !selected || add_nevers(r, words, count, (struct gen_set){ { 0 } });
    r->known = gen_grow(r->pool, r->known, r->num_known, &r->cap_known, sizeof(*r->known));
    r->known[r->num_known++] = words[0];
    return !selected || add_level(r, words, count);
}

/* A case has at most one open question. */
static void part_questions(struct reader *r)
{
    const struct gen_table *t = r->table;
    for (unsigned i = 0; i < t->num_levels; i++)
        for (unsigned j = 0; j < i; j++)
            if (t->levels[i].question && t->levels[j].question && t->levels[i].factor != t->levels[j].factor)
                add_nevers(r, NULL, 0, gen_pair(i, j));
}

bool gen_read_table(struct gen_pool *pool, const char *file, struct gen_bytes text, const struct gen_target *targets,
                    size_t num_targets, struct gen_table *table, struct gen_error *error)
{
    struct reader r = {
        .pool = pool, .file = file, .targets = targets, .num_targets = num_targets, .table = table, .error = error
    };
    *table = (struct gen_table){ .num_factors = 0 };
    for (size_t at = 0, next; at < text.len; at = next + 1) {
        const uint8_t *end = memchr(text.data + at, '\n', text.len - at);
        next = end ? (size_t)(end - text.data) : text.len;
        r.number++;
        if (!read_line(&r, gen_copy(pool, (const char *)text.data + at, next - at)))
            return false;
    }
    part_questions(&r);
    return true;
}
