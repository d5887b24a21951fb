/* SPDX-License-Identifier: MIT */
/* Patterns of ids: what is right, and what they match. */
#include <string.h>

#include "known.h"

static bool ends_word(char c)
{
    return c == '\0' || c == '/' || c == '-';
}

/* ---- What is right ------------------------------------------------------------------------- */

/* Words with at most one `*`, which is one of them. */
static const char *words_wrong(const char *words, size_t len)
{
    const char *star = memchr(words, '*', len);
    if (!star)
        return NULL;
    const char *end = words + len;
    if (memchr(star + 1, '*', (size_t)(end - star) - 1))
        return "one `*` is allowed in a part, or in an alternative";
    return (star == words || star[-1] == '-') && (star + 1 == end || star[1] == '-')
               ? NULL
               : "`*` stands for a whole word: what is between two of `-` and `/`";
}

/* The alternatives up to the '}' at `end`. */
static const char *group_wrong(const char *at, const char *end, unsigned *alternatives)
{
    const unsigned before = *alternatives;
    for (;; at++) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const size_t len = (size_t)((comma ? comma : end) - at);
        const char *wrong = len == 0 ? "an alternative is empty" : words_wrong(at, len);
        if (wrong)
            return wrong;
        if (++*alternatives > SFC_MAX_ALTERNATIVES)
            return "a pattern has at most 64 alternatives";
        at += len;
        if (at == end)
            return *alternatives - before > 1 ? NULL : "a group has two alternatives at least";
    }
}

static const char *part_wrong(const char *part, size_t len, unsigned *alternatives)
{
    const char *end = part + len, *open = memchr(part, '{', len);
    const char *close = open ? memchr(open, '}', (size_t)(end - open)) : NULL;
    if (open && !close)
        return "a group `{A,B}` has no end in its part";
    const char *rest = open ? close + 1 : part;
    for (const char *at = part; at < end; at = at == open ? close + 1 : at + 1)
        if (at != open && (strchr("{},", *at) || (open && *at == '*')))
            return "a part has one group `{A,B}` or one `*`";
    if (!open)
        return words_wrong(part, len);
    if ((open > part && open[-1] != '-') || !ends_word(rest < end ? *rest : '\0'))
        return "a group stands for whole words: what is between two of `-` and `/`";
    return memchr(open + 1, '{', (size_t)(close - open) - 1) ? "a group has no group in it"
                                                             : group_wrong(open + 1, close, alternatives);
}

const char *sfc_known_pattern_wrong(const char *pattern)
{
    unsigned alternatives = 0;
    for (const char *at = pattern; *at; at++)
        if (*at <= ' ' || *at > '~')
            return "an id has no odd characters";
    for (const char *part = pattern;; part++) {
        const size_t len = strcspn(part, "/");
        const char *wrong = part_wrong(part, len, &alternatives);
        part += len;
        if (wrong || *part == '\0')
            return wrong;
    }
}

/* ---- Matching ------------------------------------------------------------------------------- */

/* A piece of a pattern or of an id. */
struct piece {
    const char *text;
    size_t len;
};

static bool is_same(const char *a, const char *b, size_t len)
{
    return memcmp(a, b, len) == 0;
}

/* `of` is a whole part, or an alternative. */
static bool words_match(struct piece of, struct piece id, bool is_part)
{
    const char *star = memchr(of.text, '*', of.len);
    if (!star)
        return of.len == id.len && is_same(of.text, id.text, id.len);
    const size_t before = (size_t)(star - of.text), after = of.len - before - 1;
    return id.len > before + after && is_same(of.text, id.text, before)
           && is_same(star + 1, id.text + id.len - after, after)
           && ((is_part && of.len == 1) || !memchr(id.text + before, '-', id.len - before - after));
}

static bool part_matches(struct piece of, struct piece id, unsigned *alternative, uint64_t *used)
{
    const char *open = memchr(of.text, '{', of.len);
    if (!open)
        return words_match(of, id, true);
    const char *close = memchr(open, '}', (size_t)(of.text + of.len - open));
    const size_t before = (size_t)(open - of.text), after = (size_t)(of.text + of.len - close) - 1;
    const bool fits = id.len > before + after && is_same(of.text, id.text, before)
                      && is_same(close + 1, id.text + id.len - after, after);
    const struct piece middle = { id.text + before, fits ? id.len - before - after : 0 };
    bool any = false;
    for (const char *at = open + 1; at < close; at++, ++*alternative) {
        const char *comma = memchr(at, ',', (size_t)(close - at));
        const size_t len = (size_t)((comma ? comma : close) - at);
        if (fits && words_match((struct piece){ at, len }, middle, false)) {
            *used |= UINT64_C(1) << *alternative;
            any = true;
        }
        at += len;
    }
    return any;
}

bool sfc_known_pattern_matches(const char *pattern, const char *id, uint64_t *used)
{
    unsigned alternative = 0;
    uint64_t now = 0;
    for (;; pattern++, id++) {
        const struct piece of = { pattern, strcspn(pattern, "/") }, part = { id, strcspn(id, "/") };
        if (!part_matches(of, part, &alternative, &now))
            return false;
        pattern += of.len;
        id += part.len;
        if (*pattern != *id)
            return false;
        if (*pattern == '\0')
            break;
    }
    *used |= now;
    return true;
}

const char *sfc_known_pattern_key(const char *pattern, size_t *len)
{
    const char *slash = strrchr(pattern, '/'), *last = slash ? slash + 1 : pattern;
    *len = strcspn(last, "-");
    if (memchr(last, '*', *len) || memchr(last, '{', *len))
        *len = 0;
    return last;
}

/* ---- Alternatives that nothing has ----------------------------------------------------------- */

static size_t count_alternatives(const char *group)
{
    size_t count = 1;
    for (; *group != '}'; group++)
        count += *group == ',';
    return count;
}

/* Adds the unused ones of the group, with braces unless it is one. */
static void add_unused(struct sfc_buffer *b, const char *group, size_t first, uint64_t used)
{
    const size_t count = count_alternatives(group);
    size_t added = 0;
    const size_t start = b->len;
    for (size_t i = 0; i < count; i++) {
        const size_t len = strcspn(group, ",}");
        if (!(used >> (first + i) & 1))
            sfc_buffer_printf(b, "%s%.*s", added++ > 0 ? "," : "{", (int)len, group);
        group += len + 1;
    }
    if (added > 1)
        sfc_buffer_printf(b, "}");
    else
        memmove(b->data + start, b->data + start + 1, b->len-- - start);
}

char *sfc_known_pattern_unused(const char *pattern, uint64_t used)
{
    struct sfc_buffer b = { 0 };
    size_t first = 0;
    bool any = false;
    while (*pattern) {
        const size_t len = strcspn(pattern, "{");
        sfc_buffer_printf(&b, "%.*s", (int)len, pattern);
        pattern += len;
        if (*pattern == '\0')
            break;
        const size_t count = count_alternatives(pattern + 1), size = strcspn(pattern, "}") + 1;
        const uint64_t all = (count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1) << first;
        if ((used & all) != all) {
            any = true;
            add_unused(&b, pattern + 1, first, used);
        } else {
            sfc_buffer_printf(&b, "%.*s", (int)size, pattern);
        }
        first += count;
        pattern += size;
    }
    if (any)
        return b.data;
    sfc_buffer_free(&b);
    return NULL;
}
