/* SPDX-License-Identifier: MIT */
/* What a new corpus owes to the old one: ids stay, and a case that changes gets a higher revision.
   */
#include "reasons.h"
#include "tree.h"

#include <string.h>

enum { MAX_LIST = 1 << 20 };

/* ---- Withdrawn ids ------------------------------------------------------- */

/* The ids of DIR/withdrawn.txt; none if there is no such file. */
static bool read_withdrawn(struct gen_pool *pool, const char *dir, struct gen_tree *ids, struct gen_error *error)
{
    const char *path = gen_textf(pool, "%s/withdrawn.txt", dir);
    struct gen_bytes text;
    *ids = (struct gen_tree){ 0 };
    if (!gen_file_exists(path))
        return true;
    if (!gen_read_file(pool, path, MAX_LIST, &text, error))
        return false;
    struct gen_reasons in = { .next = gen_copy(pool, (const char *)text.data, text.len) };
    while (gen_reasons_next(&in))
        gen_add_file(pool, ids, (struct gen_file){ .path = in.entry });
    gen_sort_files(ids);
    return !in.wrong || gen_fail(error, path, in.line, "%s", in.wrong);
}

size_t gen_check_withdrawn(struct gen_pool *pool, const char *dir, const struct gen_corpus *corpus,
                           struct gen_buf *errors)
{
    struct gen_error error;
    struct gen_tree ids;
    size_t bad = 0;
    if (!read_withdrawn(pool, dir, &ids, &error))
        return gen_report(errors, &error);
    for (size_t i = 0; i < ids.count; i++) {
        const struct gen_entry *entry = gen_find_entry(corpus, ids.files[i].path);
        if (!entry)
            continue;
        const struct gen_plan *plan = &entry->made->plan;
        gen_fail(&error, plan->recipe->file, plan->title_line, "the id '%s' was withdrawn; no other case may have it",
                 entry->id);
        bad += gen_report(errors, &error);
    }
    return bad;
}

/* ---- The corpus that is replaced ----------------------------------------- */

/* Keys of a case that, with the body, are its question and its expectation. */
static const char *const asked[] = {
    "profile",  "addr",   "container", "sha256", "op",       "pcs",         "regs",          "mem",
    "pac-mask", "max",    "sort",      "expect", "refusal",  "at",          "error",         "class",
    "range",    "policy", "doubt",     "also",   "readings", "second-addr", "second-sha256",
};

/* The value of a key in the head of a case file, "" if it has none. */
static const char *value_of(struct gen_pool *pool, const char *text, const char *key)
{
    const size_t len = strlen(key);
    while (*text && *text != '\n') {
        const size_t line = strcspn(text, "\n");
        if (strncmp(text, key, len) == 0 && strncmp(text + len, ": ", 2) == 0)
            return gen_copy(pool, text + len + 2, line - len - 2);
        text += line + (text[line] == '\n');
    }
    return "";
}

static const char *body_of(const char *text)
{
    const char *body = strstr(text, "\n\n");
    return body ? body : "";
}

static bool asks_the_same(struct gen_pool *pool, const char *before, const char *now)
{
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        if (strcmp(value_of(pool, before, asked[i]), value_of(pool, now, asked[i])) != 0)
            return false;
    return strcmp(body_of(before), body_of(now)) == 0;
}

/* An encoder's result has no checksum in the case file, and its file may have got another name. */
static bool has_the_same_result(struct gen_pool *pool, const struct gen_tree *tree, const struct gen_entry *entry,
                                const char *before)
{
    const char *name = value_of(pool, before, "result");
    const struct gen_buf *bytes = &entry->made->section.bytes;
    if (entry->op != GEN_ENCODE || !*name)
        return true;
    const int folder = (int)(strrchr(entry->id, '/') - entry->id);
    const struct gen_file *file = gen_find_file(tree, gen_textf(pool, "%.*s/%s", folder, entry->id, name));
    return file && file->bytes.len == bytes->len && memcmp(file->bytes.data, bytes->data, bytes->len) == 0;
}

static bool check_case(struct gen_pool *pool, const struct gen_tree *tree, const struct gen_entry *entry,
                       const char *before, const char *now, struct gen_error *error)
{
    const struct gen_plan *plan = &entry->made->plan;
    int64_t rev;
    if (asks_the_same(pool, before, now) && has_the_same_result(pool, tree, entry, before))
        return true;
    if (gen_parse_int(value_of(pool, before, "rev"), 0, UINT32_MAX, &rev) && rev < plan->rev)
        return true;
    return gen_fail(error, plan->recipe->file, plan->title_line,
                    "bytes or expectation of '%s' change: raise its 'rev:' above %s", entry->id,
                    value_of(pool, before, "rev"));
}

size_t gen_check_history(struct gen_pool *pool, const char *dir, const struct gen_corpus *corpus,
                         const struct gen_tree *before, struct gen_buf *errors)
{
    struct gen_error error;
    struct gen_tree withdrawn;
    bool *reported = gen_alloc(pool, corpus->num_recipes, sizeof(*reported));
    size_t bad = 0;
    if (!read_withdrawn(pool, dir, &withdrawn, &error))
        return gen_report(errors, &error);
    for (size_t i = 0; i < before->count; i++) {
        const struct gen_file *old = &before->files[i];
        const char *ending = strrchr(old->path, '.');
        if (!ending || strcmp(ending, ".case") != 0)
            continue;
        const char *id = gen_copy(pool, old->path, (size_t)(ending - old->path));
        const struct gen_entry *entry = gen_find_entry(corpus, id);
        if (!entry && gen_find_file(&withdrawn, id))
            continue;
        if (!entry)
            gen_fail(&error, id, 0, "no recipe makes this any more; add it to %s/withdrawn.txt with a reason", dir);
        else if (reported[entry->made->plan.recipe - corpus->recipes]
                 || check_case(pool, before, entry, (const char *)old->bytes.data,
                               (const char *)gen_find_file(&corpus->files, old->path)->bytes.data, &error))
            continue;
        else
            reported[entry->made->plan.recipe - corpus->recipes] = true;
        bad += gen_report(errors, &error);
    }
    return bad;
}
