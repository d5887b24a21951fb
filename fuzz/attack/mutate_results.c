/* SPDX-License-Identifier: MIT */
/*
 * Changes results files: values of members, and parts of them, are replaced by those of the same member in other
 * lines, or by texts that mean something to terminals and formats. Half of the results keep the members that the
 * sums in the last line are about, and so stay complete; the others lose that line, are those of an interrupted
 * run, and change in any way.
 */
#include "attack.h"

#include <stdlib.h>
#include <string.h>

#include "pieces.h"

enum { MAX_LINES = 128, MAX_MEMBERS = 64 };

/* As JSON writes them. */
static const char *const odd[] = {
    "",
    "%s%n",
    "\\u001b[31m",
    "<b>",
    "]]>",
    "&amp;",
    "|",
    "\\\\",
    "\\\"",
    "'",
    "`",
    "$(x)",
    "\\t",
    "\\n",
    "\\r\\n# x",
    "\\u202e",
    "# TODO",
    "\\uffff",
    "\\u0085",
    "\\u007f",
    "- x",
    "null",
    "\u2028",
    "18446744073709551616",
    "\\nok 1 - x",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    NULL,
};
/* The sums depend on these. */
static const char *const counted[] = {
    "type",   "format",     "id",       "outcome", "standing", "level",     "expect",    "answer",
    "judged", "parent",     "known",    "cases",   "selected", "outcomes",  "standings", "levels",
    "kinds",  "rejections", "may-pass", "status",  "complete", "unmatched", "trouble",
};

/* A member, `"key":` and its value, with the comma after it if there is one. */
struct member {
    struct piece key, value;
};
struct line {
    struct member members[MAX_MEMBERS];
    size_t count;
};

static struct {
    struct member *members; /* of all seeds, sorted by key */
    size_t count;
} pool;

/* ---- Taking apart ---- */

/* The end of the JSON value at text[at]: a comma or a brace outside of strings, braces and brackets. */
static size_t end_of_value(const char *text, size_t len, size_t at)
{
    unsigned depth = 0;
    for (bool quoted = false; at < len; at++) {
        const char c = text[at];
        if (quoted && c == '\\')
            at++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '['))
            depth++;
        else if (!quoted && depth == 0 && (c == ',' || c == '}'))
            return at;
        else if (!quoted && (c == '}' || c == ']'))
            depth--;
    }
    return len;
}

/* A line as the runner writes it, without spaces between members. */
static size_t split(const char *text, size_t len, struct member *members, size_t most)
{
    size_t count = 0;
    for (size_t at = 1; at < len && count < most;) {
        const char *colon = memchr(text + at, ':', len - at);
        if (text[at] != '"' || !colon)
            break;
        const size_t value = (size_t)(colon + 1 - text), end = end_of_value(text, len, value);
        members[count++] = (struct member){ { text + at, value - at }, { text + value, end - value } };
        at = end + 1;
    }
    return count;
}

static int compare_keys(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    return piece_compare(&x->key, &y->key);
}

static void fill_pool(const struct attack_seeds *seeds)
{
    size_t most = 0;
    for (size_t i = 0; i < seeds->count; i++)
        most += seeds->all[i].size;
    pool.members = fuzz_alloc(most, sizeof pool.members[0]);
    for (size_t i = 0; i < seeds->count; i++) {
        const char *at = (const char *)seeds->all[i].data, *const end = at + seeds->all[i].size;
        for (const char *newline; at < end && (newline = memchr(at, '\n', (size_t)(end - at))); at = newline + 1)
            pool.count += split(at, (size_t)(newline - at), pool.members + pool.count, most - pool.count);
    }
    qsort(pool.members, pool.count, sizeof pool.members[0], compare_keys);
}

/* ---- Changes ---- */

static const struct member *same_key(struct fuzz_chance *c, const struct member *m)
{
    size_t low = 0, high = pool.count;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (compare_keys(&pool.members[mid], m) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    size_t end = low;
    while (end < pool.count && compare_keys(&pool.members[end], m) == 0)
        end++;
    return end > low ? &pool.members[low + fuzz_below(c, (uint32_t)(end - low))] : m;
}

static bool is_counted(const struct member *m)
{
    for (size_t i = 0; i < sizeof counted / sizeof counted[0]; i++) {
        const size_t len = strlen(counted[i]);
        if (m->key.len == len + 3 && memcmp(m->key.text + 1, counted[i], len) == 0)
            return true;
    }
    return false;
}

static void change_member(struct fuzz_chance *c, struct member *m)
{
    const struct member *other = same_key(c, m);

    switch (fuzz_below(c, 6)) {
    case 0:
    case 1: m->value = other->value; break;
    case 2: m->value = pieces_number(c, m->value); break;
    case 3: m->value = pieces_word(c, m->value, other->value); break;
    default: m->value = pieces_token(c, m->value, other->value, odd); break;
    }
}

static void change_line(struct fuzz_chance *c, struct line *line, bool any)
{
    for (uint32_t left = 1 + fuzz_below(c, 4); left > 0 && line->count > 0; left--) {
        const size_t at = fuzz_below(c, (uint32_t)line->count);
        struct member *m = &line->members[at];
        if (!any && is_counted(m))
            continue;
        if (any && fuzz_one_in(c, 16))
            memmove(m, m + 1, (--line->count - at) * sizeof *m);
        else if (any && fuzz_one_in(c, 64))
            m->value = pool.members[fuzz_below(c, (uint32_t)pool.count)].value;
        else
            change_member(c, m);
    }
}

static void write_line(struct piece_writer *w, const struct line *line)
{
    for (size_t i = 0; i < line->count; i++) {
        pieces_write(w, (struct piece){ i == 0 ? "{" : ",", 1 });
        pieces_write(w, line->members[i].key);
        pieces_write(w, line->members[i].value);
    }
    pieces_write(w, (struct piece){ "}\n", 2 });
}

static size_t read_lines(const struct attack_seed *seed, struct line *lines)
{
    size_t count = 0;
    const char *at = (const char *)seed->data, *const end = at + seed->size;
    for (const char *newline; count < MAX_LINES && at < end && (newline = memchr(at, '\n', (size_t)(end - at)));
         at = newline + 1, count++)
        lines[count].count = split(at, (size_t)(newline - at), lines[count].members, MAX_MEMBERS);
    return count;
}

size_t attack_mutate(struct fuzz_chance *c, const struct attack_seeds *seeds, uint8_t *out)
{
    static struct line lines[MAX_LINES], others[MAX_LINES];
    struct piece_writer w = { (char *)out, 0 };

    if (!pool.members)
        fill_pool(seeds);
    pieces_start();
    size_t count = read_lines(&seeds->all[fuzz_below(c, (uint32_t)seeds->count)], lines);
    const bool any = fuzz_one_in(c, 2);
    if (any && count > 2) {
        count--;
        /* A case of another run. */
        const size_t more = read_lines(&seeds->all[fuzz_below(c, (uint32_t)seeds->count)], others);
        if (count < MAX_LINES && more > 2)
            lines[count++] = others[1 + fuzz_below(c, (uint32_t)more - 2)];
    }
    for (uint32_t left = 1 + fuzz_below(c, 3); left > 0 && count > 0; left--)
        change_line(c, &lines[fuzz_below(c, (uint32_t)count)], any);
    for (size_t i = 0; i < count; i++)
        write_line(&w, &lines[i]);
    return w.len;
}
