/* SPDX-License-Identifier: MIT */
/* How two dumps differ. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dump.h"

/* Words with commas between. Frees them. */
static char *join(char **words)
{
    struct sfc_buffer b = { 0 };
    for (size_t i = 0; words[i]; i++)
        sfc_buffer_printf(&b, "%s%s", i > 0 ? "," : "", words[i]);
    sfc_words_free(words);
    return b.data;
}

static void note_first(struct sfc_difference *d, unsigned line, const struct sfc_dump_line *expected,
                       const struct sfc_dump_line *seen)
{
    if (d->expected)
        return;
    d->line = line;
    d->expected = sfc_copy_text(expected ? expected->text : "", expected ? expected->len : 0);
    d->seen = sfc_copy_text(seen ? seen->text : "", seen ? seen->len : 0);
}

/* The keys of two lines with the same kind and id. Returns false if they differ. */
static bool compare_keys(const struct sfc_dump_line *expected, const struct sfc_dump_line *seen,
                         const struct sfc_hidden *hidden, char ***names, char undeclared[SFC_DUMP_KEY_TEXT])
{
    bool same = true;
    for (size_t i = 0; i < expected->num_keys; i++) {
        const struct sfc_dump_key *e = &expected->keys[i];
        const struct sfc_dump_key *s = i < seen->num_keys ? &seen->keys[i] : NULL;
        char name[SFC_DUMP_KEY_TEXT];
        if (s && sfc_same_bytes(e->name, e->name_len, s->name, s->name_len)
            && sfc_same_bytes(e->value, e->value_len, s->value, s->value_len))
            continue;
        snprintf(name, sizeof name, "%s.%.*s", expected->kind, (int)e->name_len, e->name);
        const bool is_unknown = s && s->value_len == 1 && s->value[0] == '?';
        if (is_unknown && sfc_dump_hides(hidden, name))
            continue;
        if (is_unknown && undeclared[0] == '\0')
            snprintf(undeclared, SFC_DUMP_KEY_TEXT, "%s", name);
        sfc_words_insert(names, name);
        same = false;
    }
    return same;
}

bool sfc_dump_compare(const char *expected, const char *seen, enum sfc_op op, const struct sfc_hidden *hidden,
                      struct sfc_difference *difference)
{
    struct sfc_dump_reader re = { .text = expected, .left = strlen(expected), .op = op };
    struct sfc_dump_reader rs = { .text = seen, .left = strlen(seen), .op = op };
    struct sfc_dump_line e, s;
    char **names = NULL;
    *difference = (struct sfc_difference){ 0 };
    if (strcmp(expected, seen) == 0)
        return true;
    for (;;) {
        const bool more_e = sfc_dump_next(&re, &e, NULL) == SFC_DUMP_LINE;
        const bool more_s = sfc_dump_next(&rs, &s, NULL) == SFC_DUMP_LINE;
        if (!more_e && !more_s)
            break;
        if (!more_e || !more_s || strcmp(e.kind, s.kind) != 0 || !sfc_same_bytes(e.id, e.id_len, s.id, s.id_len)) {
            note_first(difference, re.line, more_e ? &e : NULL, more_s ? &s : NULL);
            sfc_words_insert(&names, "lines");
            break;
        }
        const bool reject_differs = e.rejects != s.rejects, found_differs = (e.num_keys == 0) != (s.num_keys == 0);
        if (reject_differs || found_differs)
            sfc_words_insert(&names, reject_differs ? "pc.reject" : "pc.found");
        if (reject_differs || found_differs || !compare_keys(&e, &s, hidden, &names, difference->undeclared))
            note_first(difference, re.line, &e, &s);
    }
    if (!names)
        return true;
    difference->keys = join(names);
    return false;
}

void sfc_difference_free(struct sfc_difference *d)
{
    free(d->keys);
    free(d->expected);
    free(d->seen);
    *d = (struct sfc_difference){ 0 };
}

bool sfc_dump_same(const char *expected, const char *seen, enum sfc_op op, const struct sfc_hidden *hidden)
{
    struct sfc_difference d;
    const bool same = sfc_dump_compare(expected, seen, op, hidden, &d);
    sfc_difference_free(&d);
    return same;
}
