/* SPDX-License-Identifier: MIT */
/* Changes a text of lines. Lines and words come from the text itself and from the second one. */
#include "mutate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"

enum { MAX_LINES = 512, MADE = 1 << 18 };

/* What means something to terminals, formats and parsers, with NULs between them. */
static const char odd[] =
    "%s%n\0\x1b[31m\0<b>\0]]>\0&amp;\0|\0\\\0\"\0'\0`\0$(x)\0\t\0\xff\0\u202e\0#\0:\0; \0  \0..\0-\0@\0"
    "18446744073709551616\0xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\0";

struct piece {
    const char *text;
    size_t len;
};
/* A line in two parts; the second one is empty, or what follows "key: " or the indentation. */
struct line {
    struct piece key, value;
};
struct lines {
    struct line all[MAX_LINES];
    size_t count;
};

/* What was made for one input. A piece for which there is no room stays as it was. */
static char made[MADE];
static size_t used;

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

/* Lines after the last one for which there is room are left out. */
static void split(const uint8_t *data, size_t size, struct lines *lines)
{
    lines->count = 0;
    if (size == 0)
        return;
    for (const char *at = (const char *)data, *end = at + size; at < end && lines->count < MAX_LINES;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t len = newline ? (size_t)(newline - at) : (size_t)(end - at), key = key_length(at, len);
        lines->all[lines->count++] = (struct line){ { at, key }, { at + key, len - key } };
        at += len + 1;
    }
}

static bool is_word(char c)
{
    return c != ' ';
}

static bool is_token(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The nth run of such characters, and how many there are. */
static size_t find_run(struct piece p, bool (*is)(char), size_t nth, struct piece *run)
{
    size_t count = 0;
    for (size_t i = 0; i < p.len;) {
        const size_t from = i;
        while (i < p.len && is(p.text[i]))
            i++;
        if (i > from && count++ == nth)
            *run = (struct piece){ p.text + from, i - from };
        i += i == from;
    }
    return count;
}

/* Finds any run, with its number; false if there is none. */
static bool any_run(struct fuzz_chance *c, struct piece p, bool (*is)(char), size_t *nth, struct piece *run)
{
    const size_t count = find_run(p, is, SIZE_MAX, run);
    *nth = fuzz_below(c, (uint32_t)count);
    return find_run(p, is, *nth, run) > 0;
}

/* ---- Changes of a value ---- */

/* `value` with a part of it replaced. */
static struct piece replace(struct piece value, struct piece part, struct piece with)
{
    const size_t before = (size_t)(part.text - value.text), len = value.len - part.len + with.len;
    char *const text = made + used;

    if (len > sizeof made - used)
        return value;
    memcpy(text, value.text, before);
    memcpy(text + before, with.text, with.len);
    memcpy(text + before + with.len, part.text + part.len, value.len - before - part.len);
    used += len;
    return (struct piece){ text, len };
}

/* A number stays decimal or hexadecimal. */
static struct piece change_number(struct fuzz_chance *c, struct piece value)
{
    char number[32];
    struct piece run;
    size_t nth;

    if (!any_run(c, value, is_digit, &nth, &run))
        return value;
    const char *const end = value.text + value.len;
    const bool hex = run.len == 1 && run.text + 1 < end && run.text[0] == '0' && run.text[1] == 'x';
    for (run.len += hex; hex && run.text + run.len < end && is_token(run.text[run.len]);)
        run.len++;
    snprintf(number, sizeof number, "%.*s", (int)(run.len < sizeof number ? run.len : sizeof number - 1), run.text);
    const uint64_t changed = fuzz_changed(c, strtoull(number, NULL, hex ? 16 : 10));
    const int len = snprintf(number, sizeof number, hex ? "0x%" PRIx64 : "%" PRIu64, changed);
    return replace(value, run, (struct piece){ number, (size_t)len });
}

/* A token (letters, digits and `_`) is replaced by one of the other value, or by an odd one. */
static struct piece change_token(struct fuzz_chance *c, struct piece value, struct piece other)
{
    struct piece run, theirs;
    size_t nth;

    if (!any_run(c, value, is_token, &nth, &run))
        return value;
    if (fuzz_one_in(c, 3) || !any_run(c, other, is_token, &nth, &theirs)) {
        const char *text = odd;
        for (uint32_t left = fuzz_below(c, 24); left > 0 && *text; left--)
            text += strlen(text) + 1;
        theirs = (struct piece){ text, strlen(text) };
    }
    return replace(value, run, theirs);
}

static struct piece change_word(struct fuzz_chance *c, struct piece value, struct piece other)
{
    struct piece run, theirs;
    size_t nth;

    if (!any_run(c, value, is_word, &nth, &run) || find_run(other, is_word, nth, &theirs) <= nth)
        return value;
    return replace(value, run, theirs);
}

/* More of one word than any line has. */
static struct piece repeat_word(struct fuzz_chance *c, struct piece value)
{
    char words[1024];
    struct piece run;
    size_t nth, len = 0;

    if (!any_run(c, value, is_word, &nth, &run))
        return value;
    for (uint32_t left = 1 + fuzz_below(c, 40); left > 0 && run.len < sizeof words - len; left--) {
        memcpy(words + len, run.text, run.len);
        words[len + run.len] = ' ';
        len += run.len + 1;
    }
    return len == 0 ? value : replace(value, run, (struct piece){ words, len - 1 });
}

/* ---- Changes of lines ---- */

static bool same_piece(struct piece a, struct piece b)
{
    return a.len == b.len && memcmp(a.text, b.text, a.len) == 0;
}

static const struct line *any_line(struct fuzz_chance *c, const struct lines *from)
{
    return &from->all[fuzz_below(c, (uint32_t)from->count)];
}

/* A line with this key, or the line itself. */
static struct line same_key(struct fuzz_chance *c, const struct lines *from, const struct line *line)
{
    const size_t start = fuzz_below(c, (uint32_t)from->count);
    for (size_t i = 0; i < from->count; i++) {
        const struct line *other = &from->all[(start + i) % from->count];
        if (same_piece(other->key, line->key))
            return *other;
    }
    return *line;
}

static void change_line(struct fuzz_chance *c, const struct lines *from, struct line *line)
{
    const struct line other = same_key(c, from, line);

    if (fuzz_one_in(c, 32)) {
        line->value = repeat_word(c, line->value);
        return;
    }
    switch (fuzz_below(c, 8)) {
    case 0: *line = *any_line(c, from); break;
    case 1: line->value = any_line(c, from)->value; break;
    case 2:
    case 3: line->value = other.value; break;
    case 4: line->value = change_number(c, line->value); break;
    case 5: line->value = change_token(c, line->value, other.value); break;
    default: line->value = change_word(c, line->value, other.value); break;
    }
}

/* Drops, exchanges or adds a line. */
static void change_order(struct fuzz_chance *c, const struct lines *from, struct lines *lines)
{
    const size_t count = lines->count, at = fuzz_below(c, (uint32_t)count), with = fuzz_below(c, (uint32_t)count);
    struct line *const all = lines->all, kept = all[at];

    switch (fuzz_below(c, 4)) {
    case 0:
        memmove(&all[at], &all[at + 1], (count - at - 1) * sizeof all[0]);
        lines->count--;
        break;
    case 1:
        all[at] = all[with];
        all[with] = kept;
        break;
    default:
        if (count == MAX_LINES)
            break;
        memmove(&all[with + 1], &all[with], (count - with) * sizeof all[0]);
        all[with] = fuzz_one_in(c, 3) ? *any_line(c, from) : same_key(c, from, &kept);
        lines->count++;
    }
}

size_t fuzz_mutate_text(const struct fuzz_mutate_input *in, uint8_t *out, size_t max, uint64_t seed)
{
    static struct lines lines, own, theirs;
    struct fuzz_chance c = { seed };
    size_t len = 0;

    if (in->size == 0 || memchr(in->data, '\0', in->size))
        return 0;
    used = 0;
    split(in->data, in->size, &own);
    split(in->other, in->other_size, &theirs);
    lines = own;
    for (uint32_t left = 1 + fuzz_below(&c, fuzz_one_in(&c, 3) ? 8 : 2); left > 0 && lines.count > 0; left--) {
        const struct lines *from = theirs.count == 0 || fuzz_one_in(&c, 4) ? &own : &theirs;
        if (fuzz_one_in(&c, 4))
            change_order(&c, from, &lines);
        else
            change_line(&c, from, &lines.all[fuzz_below(&c, (uint32_t)lines.count)]);
    }
    for (size_t i = 0; i < lines.count; i++) {
        const struct line *line = &lines.all[i];
        if (line->key.len + line->value.len + 1 > max - len)
            continue;
        memcpy(out + len, line->key.text, line->key.len);
        memcpy(out + len + line->key.len, line->value.text, line->value.len);
        len += line->key.len + line->value.len + 1;
        out[len - 1] = '\n';
    }
    if (len > 0 && fuzz_one_in(&c, 64))
        out[fuzz_below(&c, (uint32_t)len)] = (uint8_t)fuzz_draw(&c);
    return len;
}
