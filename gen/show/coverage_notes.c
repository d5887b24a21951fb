/* SPDX-License-Identifier: MIT */
/* Reads coverage.txt, bugs.txt and ideas.txt, and reports holes. */
#include "coverage.h"

#include "exceptions.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_HOLE = 1000 };

/* "WORD WORD... [PROFILES]" */
static bool read_note(struct gen_pool *pool, const char *entry, struct gen_note *note, struct gen_error *error)
{
    const char *open = strchr(entry, '['), *bad = "";
    struct gen_select select;
    note->profiles = (1U << GEN_NUM_PROFILES) - 1;
    note->words = gen_words(pool, gen_copy(pool, entry, strcspn(entry, "[")), &note->num_words);
    if (note->num_words == 0)
        return gen_fail(error, note->file, note->line, "expected 'WORDS [PROFILES]'");
    if (!open)
        return true;
    const size_t inside = strcspn(open + 1, "]");
    if (strcmp(open + 1 + inside, "]") != 0 || !gen_parse_select(pool, gen_copy(pool, open + 1, inside), &select, &bad)
        || !select.profiles || select.abis)
        return gen_fail(error, note->file, note->line, "expected profiles in brackets, got '%s'", open);
    note->profiles = select.profiles;
    return true;
}

bool gen_read_notes(struct gen_pool *pool, const char *dir, const char *name, struct gen_notes *notes,
                    struct gen_error *error)
{
    struct gen_exceptions from;
    *notes = (struct gen_notes){ 0 };
    if (!gen_read_exceptions(pool, dir, name, &from, error))
        return false;
    notes->list = gen_alloc(pool, from.count, sizeof(*notes->list));
    for (; notes->count < from.count; notes->count++) {
        struct gen_note *note = &notes->list[notes->count];
        *note = (struct gen_note){ .file = from.file, .line = from.list[notes->count].line };
        if (!read_note(pool, from.list[notes->count].entry, note, error))
            return false;
    }
    return true;
}

__attribute__((format(printf, 3, 0))) static void add_hole(struct gen_coverage *c, const struct gen_note *note,
                                                           const char *format, va_list ap)
{
    char text[MAX_HOLE];
    vsnprintf(text, sizeof text, format, ap);
    if (note)
        gen_addf(c->holes, "%s:%u: %s\n", note->file, note->line, text);
    else
        gen_addf(c->holes, "%s\n", text);
    c->num_holes++;
}

void gen_hole(struct gen_coverage *c, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    add_hole(c, NULL, format, ap);
    va_end(ap);
}

void gen_stale(struct gen_coverage *c, const struct gen_note *note, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    add_hole(c, note, format, ap);
    va_end(ap);
}

bool gen_has_word(const char *list, const char *word)
{
    const size_t len = strlen(word);
    for (const char *at = list; at && *at; at += strspn(at, " ")) {
        const size_t n = strcspn(at, " ");
        if (n == len && strncmp(at, word, len) == 0)
            return true;
        at += n;
    }
    return false;
}

bool gen_is_recipe(const struct gen_recipe *recipe, const char *name)
{
    const size_t area = strlen(recipe->area);
    return strncmp(name, recipe->area, area) == 0 && name[area] == '/' && strcmp(name + area + 1, recipe->name) == 0;
}
