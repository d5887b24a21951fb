/* SPDX-License-Identifier: MIT */
/*
 * Changes files that are made of lines: `key: value`, `[profiles] key: value`, the entries and reasons of a list
 * (reasons.h), comments. Lines and words come from all seeds: a value is replaced by another value of its key, a
 * word by a word in the same place of such a value. So most results are in the grammar, and all parsers but the
 * first one see them.
 */
#include "attack.h"

#include <stdlib.h>
#include <string.h>

#include "pieces.h"

enum { MAX_LINES = 512 };

/* What means something to terminals, formats and parsers. */
static const char *const odd[] = {
    "",
    "%s%n",
    "\x1b[31m",
    "<b>",
    "]]>",
    "&amp;",
    "|",
    "\\",
    "\"",
    "'",
    "`",
    "$(x)",
    "\t",
    "\xff",
    "\u202e",
    "#",
    ":",
    "; ",
    "  ",
    "..",
    "-",
    "@",
    "18446744073709551616",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    NULL,
};

/* A line in two parts; the second one is empty, or what follows "key: " or the indentation. */
struct line {
    struct piece key, value;
};

static struct {
    struct line *lines; /* of all seeds, sorted by key */
    size_t count;
} pool;

/* ---- Taking apart ---- */

static size_t key_length(const char *text, size_t len)
{
    size_t indent = 0;
    while (indent < len && text[indent] == ' ')
        indent++;
    for (size_t i = indent; i + 1 < len && text[i] != '#'; i++)
        if (text[i] == ':' && text[i + 1] == ' ')
            return i + 2;
    return indent;
}

static size_t split(const char *text, size_t size, struct line *lines, size_t most)
{
    size_t count = 0;
    for (const char *at = text, *end = text + size; at < end && count < most;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t len = newline ? (size_t)(newline - at) : (size_t)(end - at), key = key_length(at, len);
        lines[count++] = (struct line){ { at, key }, { at + key, len - key } };
        at += len + 1;
    }
    return count;
}

static int compare_keys(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    return piece_compare(&x->key, &y->key);
}

static void fill_pool(const struct attack_seeds *seeds)
{
    size_t most = 0;
    for (size_t i = 0; i < seeds->count; i++)
        most += seeds->all[i].size + 1;
    pool.lines = fuzz_alloc(most, sizeof pool.lines[0]);
    for (size_t i = 0; i < seeds->count; i++) {
        const struct attack_seed *s = &seeds->all[i];
        pool.count += split((const char *)s->data, s->size, pool.lines + pool.count, most - pool.count);
    }
    qsort(pool.lines, pool.count, sizeof pool.lines[0], compare_keys);
}

/* ---- Changes ---- */

/* A line of any seed with this key. */
static const struct line *same_key(struct fuzz_chance *c, const struct line *line)
{
    size_t low = 0, high = pool.count;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (compare_keys(&pool.lines[mid], line) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    size_t end = low;
    while (end < pool.count && compare_keys(&pool.lines[end], line) == 0 && end - low < 4096)
        end++;
    return end > low ? &pool.lines[low + fuzz_below(c, (uint32_t)(end - low))] : line;
}

static const struct line *any_line(struct fuzz_chance *c)
{
    return &pool.lines[fuzz_below(c, (uint32_t)pool.count)];
}

static void change_line(struct fuzz_chance *c, struct line *line)
{
    const struct line *other = same_key(c, line);

    switch (fuzz_below(c, 8)) {
    case 0: *line = *any_line(c); break;
    case 1: line->value = any_line(c)->value; break;
    case 2:
    case 3: line->value = other->value; break;
    case 4: line->value = pieces_number(c, line->value); break;
    case 5: line->value = pieces_token(c, line->value, other->value, odd); break;
    default: line->value = pieces_word(c, line->value, other->value); break;
    }
}

static size_t change_order(struct fuzz_chance *c, struct line *lines, size_t count)
{
    const size_t at = fuzz_below(c, (uint32_t)count), with = fuzz_below(c, (uint32_t)count);
    const struct line kept = lines[at];

    switch (fuzz_below(c, 4)) {
    case 0: memmove(&lines[at], &lines[at + 1], (count - at - 1) * sizeof lines[0]); return count - 1;
    case 1:
        lines[at] = lines[with];
        lines[with] = kept;
        return count;
    default:
        if (count == MAX_LINES)
            return count;
        memmove(&lines[with + 1], &lines[with], (count - with) * sizeof lines[0]);
        lines[with] = fuzz_one_in(c, 3) ? *any_line(c) : *same_key(c, &kept);
        return count + 1;
    }
}

size_t attack_mutate(struct fuzz_chance *c, const struct attack_seeds *seeds, uint8_t *out)
{
    static struct line lines[MAX_LINES];
    struct piece_writer w = { (char *)out, 0 };

    if (!pool.lines)
        fill_pool(seeds);
    pieces_start();
    const struct attack_seed *seed = &seeds->all[fuzz_below(c, (uint32_t)seeds->count)];
    size_t count = split((const char *)seed->data, seed->size, lines, MAX_LINES);
    for (uint32_t left = 1 + fuzz_below(c, fuzz_one_in(c, 3) ? 8 : 2); left > 0 && count > 0; left--) {
        if (fuzz_one_in(c, 4))
            count = change_order(c, lines, count);
        else
            change_line(c, &lines[fuzz_below(c, (uint32_t)count)]);
    }
    for (size_t i = 0; i < count; i++) {
        pieces_write(&w, lines[i].key);
        pieces_write(&w, lines[i].value);
        pieces_write(&w, (struct piece){ "\n", 1 });
    }
    if (w.len > 0 && fuzz_one_in(c, 64))
        out[fuzz_below(c, (uint32_t)w.len)] = (uint8_t)fuzz_draw(c);
    return w.len;
}
