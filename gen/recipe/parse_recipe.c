/* SPDX-License-Identifier: MIT */
/* Splits the text of a recipe into lines with their keys and targets, and reads its variable. */
#include "recipe.h"

#include <stdio.h>
#include <string.h>

enum { MAX_LINE = 2000, MAX_TARGETS = GEN_NUM_PROFILES * GEN_NUM_ABIS };

struct reader {
    struct gen_pool *pool;
    struct gen_recipe *recipe;
    struct gen_error *error;
    unsigned number; /* of the line being read */
    size_t cap_lines;
};

static bool is_name(const char *text)
{
    return *text && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-.") == strlen(text);
}

/* AREA/NAME.recipe, both parts of lower-case letters, digits, '-' and '.'. */
static bool split_path(struct reader *r, const char *path)
{
    static const char ending[] = ".recipe";
    const char *slash = strchr(path, '/');
    const size_t len = strlen(path);
    if (slash && len > strlen(ending) && strcmp(path + len - strlen(ending), ending) == 0) {
        r->recipe->area = gen_copy(r->pool, path, (size_t)(slash - path));
        r->recipe->name = gen_copy(r->pool, slash + 1, len - strlen(ending) - (size_t)(slash + 1 - path));
        if (is_name(r->recipe->area) && is_name(r->recipe->name))
            return true;
    }
    return gen_fail(r->error, r->recipe->file, 0, "expected the name AREA/NAME.recipe, of a-z, 0-9, '-' and '.'");
}

static char *trimmed(struct gen_pool *pool, const char *text, size_t len)
{
    while (len && *text == ' ') {
        text++;
        len--;
    }
    while (len && text[len - 1] == ' ')
        len--;
    return gen_copy(pool, text, len);
}

static bool unknown_target(struct reader *r, const char *bad)
{
    return gen_fail(r->error, r->recipe->file, r->number, "unknown target '%s'; expected %s", bad, gen_select_words);
}

/* Each line `vary:` adds its values; one that two lines give would make its cases twice. */
static bool read_variable(struct reader *r, const struct gen_line *line)
{
    struct gen_recipe *recipe = r->recipe;
    const size_t before = recipe->variable ? recipe->num_values : 0;
    size_t count;
    char **words = gen_words(r->pool, line->value, &count);
    if (count < 3 || strcmp(words[1], "=") != 0 || strspn(words[0], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != strlen(words[0]))
        return gen_fail(r->error, r->recipe->file, r->number, "expected 'vary: NAME = VALUE...', NAME of A-Z");
    if (recipe->variable && strcmp(words[0], recipe->variable) != 0)
        return gen_fail(r->error, recipe->file, r->number, "expected the variable %s of the 'vary:' above",
                        recipe->variable);
    recipe->variable = words[0];
    recipe->num_values = before + count - 2;
    char **const values = gen_alloc(r->pool, recipe->num_values, sizeof(*values));
    struct gen_select *const when = gen_alloc(r->pool, recipe->num_values, sizeof(*when));
    for (size_t i = 0; i < recipe->num_values; i++) {
        values[i] = i < before ? recipe->values[i] : words[2 + i - before];
        when[i] = i < before ? recipe->values_when[i] : line->when;
    }
    recipe->values = values;
    recipe->values_when = when;
    return true;
}

/* Reads `for:` and `vary:`, which say how many plans there are. */
static bool read_spread(struct reader *r, const struct gen_line *line)
{
    struct gen_recipe *recipe = r->recipe;
    const char *key = line->key->name, *bad;
    recipe->has_parent = recipe->has_parent || strcmp(key, "parent") == 0;
    recipe->has_from =
        recipe->has_from || strcmp(key, "from") == 0 || strcmp(key, "second") == 0 || strcmp(key, "merge") == 0;
    if (strcmp(key, "vary") == 0)
        return read_variable(r, line);
    if (strcmp(key, "for") != 0)
        return true;
    if (line->when.without)
        return gen_fail(r->error, recipe->file, r->number, "'for' cannot be limited to some targets");
    if (recipe->has_for)
        return gen_fail(r->error, recipe->file, r->number, "'for' is given twice");
    recipe->has_for = true;
    return gen_parse_select(r->pool, line->value, &recipe->targets, &bad) || unknown_target(r, bad);
}

static bool read_line(struct reader *r, const char *text)
{
    struct gen_recipe *recipe = r->recipe;
    struct gen_line line = { .number = r->number };
    const char *bad;
    if (!*text || *text == '#')
        return true;
    if (!gen_take_select(r->pool, &text, &line.when, &bad))
        return bad ? unknown_target(r, bad)
                   : gen_fail(r->error, recipe->file, r->number, "expected ']' after the targets");
    const char *colon = strchr(text, ':');
    if (!colon)
        return gen_fail(r->error, recipe->file, r->number, "expected 'key: value'");
    line.key = gen_find_key(text, (size_t)(colon - text));
    if (!line.key)
        return gen_fail(r->error, recipe->file, r->number, "unknown key '%.*s'; expected one of %s",
                        (int)(colon - text), text, gen_key_names(r->pool));
    line.value = trimmed(r->pool, colon + 1, strlen(colon + 1));
    if (!*line.value)
        return gen_fail(r->error, recipe->file, r->number, "expected a value after '%s:'", line.key->name);
    recipe->lines = gen_grow(r->pool, recipe->lines, recipe->num_lines, &r->cap_lines, sizeof(*recipe->lines));
    recipe->lines[recipe->num_lines++] = line;
    return read_spread(r, &line);
}

/* Each line must hold for a target that exists and that `for:` names, or nothing would read it. */
static bool check_selectors(struct reader *r)
{
    const struct gen_recipe *recipe = r->recipe;
    for (size_t i = 0; i < recipe->num_lines; i++) {
        bool used = false;
        for (int t = 0; t < MAX_TARGETS && !used; t++) {
            const struct gen_target target = { (enum gen_profile)(t / GEN_NUM_ABIS), (enum gen_abi)(t % GEN_NUM_ABIS) };
            used = gen_target_exists(target) && gen_selects(recipe->targets, target)
                   && gen_selects(recipe->lines[i].when, target);
        }
        if (!used)
            return gen_fail(r->error, recipe->file, recipe->lines[i].number,
                            "no target of the recipe uses this line (s390x exists from v2e1 on)");
    }
    if (!recipe->has_for && !recipe->has_parent)
        return gen_fail(r->error, recipe->file, 0, "expected 'for:' with targets, or a 'parent:' that has them");
    return true;
}

bool gen_parse_recipe(struct gen_pool *pool, const char *prefix, const char *path, struct gen_bytes text,
                      struct gen_recipe *recipe, struct gen_error *error)
{
    static char empty[] = "";
    static char *no_value[] = { empty };
    struct reader r = { .pool = pool, .recipe = recipe, .error = error };
    *recipe = (struct gen_recipe){ .file = gen_textf(pool, "%s%s", prefix, path), .values = no_value, .num_values = 1 };
    if (!split_path(&r, path))
        return false;
    for (size_t at = 0, next; at < text.len; at = next + 1) {
        const uint8_t *end = memchr(text.data + at, '\n', text.len - at);
        next = end ? (size_t)(end - text.data) : text.len;
        r.number++;
        if (next - at > MAX_LINE)
            return gen_fail(error, recipe->file, r.number, "the line is longer than %d bytes", MAX_LINE);
        for (size_t i = at; i < next; i++)
            if (text.data[i] < 0x20 || text.data[i] > 0x7e)
                return gen_fail(error, recipe->file, r.number, "expected printable ASCII, got byte 0x%02x",
                                text.data[i]);
        if (!read_line(&r, trimmed(pool, (const char *)text.data + at, next - at)))
            return false;
    }
    return check_selectors(&r);
}
