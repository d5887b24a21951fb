/* SPDX-License-Identifier: MIT */
/* What the corpus once promised: ids stay, and a case that changes says so by its revision. */
#include "history.h"

#include <string.h>

enum { MAX_WITHDRAWN = 1 << 20 };
static const char ENDING[] = ".case";

/* ---- Withdrawn ids ------------------------------------------------------- */

/* The lines of DIR/withdrawn.txt; *count 0 if there is no such file. */
static bool read_withdrawn(struct gen_pool *pool, const char *dir, char ***ids, size_t *count, struct gen_error *error)
{
    const char *path = gen_textf(pool, "%s/withdrawn.txt", dir);
    struct gen_bytes bytes;
    *count = 0;
    if (!gen_file_exists(path))
        return true;
    if (!gen_read_file(pool, path, MAX_WITHDRAWN, &bytes, error))
        return false;
    *ids = gen_alloc(pool, bytes.len / 2 + 1, sizeof(**ids));
    unsigned number = 0;
    for (const char *at = (const char *)bytes.data; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        const size_t len = strcspn(at, "\n"), id = strcspn(at, " \n");
        number++;
        if (len == 0 || *at == '#')
            continue;
        if (id == 0 || id + 1 >= len)
            return gen_fail(error, path, number, "expected 'ID reason'");
        (*ids)[(*count)++] = gen_copy(pool, at, id);
    }
    return true;
}

static bool is_among(char **ids, size_t count, const char *id)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(ids[i], id) == 0)
            return true;
    return false;
}

static size_t report(struct gen_buf *errors, const struct gen_error *error)
{
    gen_addf(errors, "%s\n", error->text);
    return 1;
}

size_t gen_check_withdrawn(struct gen_pool *pool, const char *dir, const struct gen_corpus *corpus,
                           struct gen_buf *errors)
{
    struct gen_error error;
    char **ids = NULL;
    size_t count, bad = 0;
    if (!read_withdrawn(pool, dir, &ids, &count, &error))
        return report(errors, &error);
    for (size_t i = 0; i < count; i++) {
        const struct gen_entry *entry = gen_find_entry(corpus, ids[i]);
        if (!entry)
            continue;
        const struct gen_plan *plan = &entry->made->plan;
        gen_fail(&error, plan->recipe->file, plan->title_line, "the id '%s' was withdrawn and is not used again",
                 ids[i]);
        bad += report(errors, &error);
    }
    return bad;
}

/* ---- The corpus that is replaced ----------------------------------------- */

/* Keys whose values, with the body, are what a case asks and what it expects. */
static const char *const asked[] = {
    "profile", "addr",   "container", "sha256",  "op", "pcs",   "regs",  "mem",   "pac-mask", "max",
    "sort",    "result", "expect",    "refusal", "at", "error", "class", "range", "policy",   "doubt",
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

/* The id of a case file; NULL for another file. */
static const char *id_of(struct gen_pool *pool, const struct gen_file *file)
{
    const size_t len = strlen(file->path), ending = strlen(ENDING);
    if (len <= ending || strcmp(file->path + len - ending, ENDING) != 0)
        return NULL;
    return gen_copy(pool, file->path, len - ending);
}

static bool check_case(struct gen_pool *pool, const struct gen_entry *entry, const char *before,
                       struct gen_error *error)
{
    const struct gen_plan *plan = &entry->made->plan;
    const char *now = gen_case_text(pool, entry->made, entry->op);
    int64_t rev;
    if (asks_the_same(pool, before, now))
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
    char **withdrawn = NULL;
    bool *told = gen_alloc(pool, corpus->num_recipes, sizeof(*told));
    size_t count, bad = 0;
    if (!read_withdrawn(pool, dir, &withdrawn, &count, &error))
        return report(errors, &error);
    for (size_t i = 0; i < before->count; i++) {
        const char *id = id_of(pool, &before->files[i]);
        const struct gen_entry *entry = id ? gen_find_entry(corpus, id) : NULL;
        if (!id || (!entry && is_among(withdrawn, count, id)))
            continue;
        if (!entry)
            gen_fail(&error, id, 0, "no recipe makes this any more; list it in %s/withdrawn.txt, with the reason", dir);
        else if (told[entry->made->plan.recipe - corpus->recipes]
                 || check_case(pool, entry, (const char *)before->files[i].bytes.data, &error))
            continue;
        else
            told[entry->made->plan.recipe - corpus->recipes] = true;
        bad += report(errors, &error);
    }
    return bad;
}
