/* SPDX-License-Identifier: MIT */
/* The files beside the recipes that say what no case covers, and why: coverage.txt, bugs.txt and ideas.txt. */
#include "coverage.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_NOTES = 1 << 20, MAX_HOLE = 1000 };

static bool read_note(struct gen_pool *pool, const char *text, struct gen_note *note, struct gen_error *error)
{
    const char *colon = strstr(text, ": "), *open = strchr(text, '[');
    note->profiles = (1U << GEN_NUM_PROFILES) - 1;
    if (!colon || colon == text || !colon[2])
        return gen_fail(error, note->file, note->line, "expected 'WORDS [PROFILES]: text'");
    note->text = colon + 2;
    size_t len = (size_t)(colon - text);
    if (open && open < colon) {
        struct gen_select select;
        const char *bad = "";
        const size_t inside = strcspn(open + 1, "]:");
        len = (size_t)(open - text);
        if (open[1 + inside] != ']' || !gen_parse_select(pool, gen_copy(pool, open + 1, inside), &select, &bad)
            || !select.profiles || select.abis)
            return gen_fail(error, note->file, note->line, "expected profiles in brackets, got '%s'", bad);
        note->profiles = select.profiles;
    }
    note->words = gen_words(pool, gen_copy(pool, text, len), &note->num_words);
    return note->num_words > 0 || gen_fail(error, note->file, note->line, "expected words before ':'");
}

bool gen_read_notes(struct gen_pool *pool, const char *dir, const char *name, struct gen_notes *notes,
                    struct gen_error *error)
{
    const char *path = gen_textf(pool, "%s/%s", dir, name);
    struct gen_bytes bytes;
    unsigned number = 0;
    *notes = (struct gen_notes){ 0 };
    if (!gen_read_file(pool, path, MAX_NOTES, &bytes, error))
        return false;
    for (const char *at = (const char *)bytes.data; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        const size_t len = strcspn(at, "\n");
        number++;
        if (len == 0 || *at == '#')
            continue;
        notes->list = gen_grow(pool, notes->list, notes->count, &notes->cap, sizeof(*notes->list));
        struct gen_note *note = &notes->list[notes->count++];
        *note = (struct gen_note){ .file = path, .line = number };
        if (!read_note(pool, gen_copy(pool, at, len), note, error))
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
