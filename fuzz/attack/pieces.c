/* SPDX-License-Identifier: MIT */
/* Pieces of texts, and pieces that are made of them. */
#include "pieces.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attack.h"

/* What was made for one input. A piece for which there is no room stays as it was. */
static char made[4 * ATTACK_MAX_INPUT];
static size_t used;

void pieces_start(void)
{
    used = 0;
}

int piece_compare(const struct piece *a, const struct piece *b)
{
    const int order = memcmp(a->text, b->text, a->len < b->len ? a->len : b->len);
    return order != 0 ? order : a->len < b->len ? -1 : a->len > b->len;
}

void pieces_write(struct piece_writer *w, struct piece p)
{
    if (p.len > ATTACK_MAX_INPUT - w->len)
        return;
    memcpy(w->text + w->len, p.text, p.len);
    w->len += p.len;
}

/* `value` with the bytes [start, end) replaced. */
static struct piece replace(struct piece value, size_t start, size_t end, struct piece with)
{
    const size_t len = value.len - (end - start) + with.len;
    char *const text = made + used;

    if (len > sizeof made - used)
        return value;
    memcpy(text, value.text, start);
    memcpy(text + start, with.text, with.len);
    memcpy(text + start + with.len, value.text + end, value.len - end);
    used += len;
    return (struct piece){ text, len };
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

/* The nth run of such characters, or how many there are. */
static size_t find_run(struct piece p, bool (*is)(char), size_t nth, size_t *start, size_t *end)
{
    size_t count = 0;
    for (size_t i = 0; i < p.len;) {
        if (!is(p.text[i])) {
            i++;
            continue;
        }
        const size_t from = i;
        while (i < p.len && is(p.text[i]))
            i++;
        if (count++ == nth) {
            *start = from;
            *end = i;
        }
    }
    return count;
}

/* Finds any run, with its number; false if there is none. */
static bool any_run(struct fuzz_chance *c, struct piece p, bool (*is)(char), size_t *nth, size_t *start, size_t *end)
{
    const size_t count = find_run(p, is, SIZE_MAX, start, end);
    if (count == 0)
        return false;
    *nth = fuzz_below(c, (uint32_t)count);
    find_run(p, is, *nth, start, end);
    return true;
}

struct piece pieces_number(struct fuzz_chance *c, struct piece value)
{
    char number[32];
    size_t nth, start, end;

    if (!any_run(c, value, is_digit, &nth, &start, &end))
        return value;
    const bool hex = start + 1 < value.len && value.text[start] == '0' && value.text[start + 1] == 'x';
    for (end = hex ? end + 1 : end; hex && end < value.len && is_token(value.text[end]);)
        end++;
    memcpy(number, value.text + start, end - start < sizeof number - 1 ? end - start : sizeof number - 1);
    number[end - start < sizeof number - 1 ? end - start : sizeof number - 1] = '\0';
    const uint64_t changed = fuzz_changed(c, strtoull(number, NULL, hex ? 16 : 10));
    const int len = snprintf(number, sizeof number, hex ? "0x%" PRIx64 : "%" PRIu64, changed);
    return replace(value, start, end, (struct piece){ number, (size_t)len });
}

struct piece pieces_token(struct fuzz_chance *c, struct piece value, struct piece other, const char *const *odd)
{
    size_t nth, start, end, from, to;
    uint32_t count = 0;

    while (odd[count])
        count++;
    if (!any_run(c, value, is_token, &nth, &start, &end))
        return value;
    if (fuzz_one_in(c, 3) || !any_run(c, other, is_token, &nth, &from, &to)) {
        const char *text = odd[fuzz_below(c, count)];
        return replace(value, start, end, (struct piece){ text, strlen(text) });
    }
    return replace(value, start, end, (struct piece){ other.text + from, to - from });
}

struct piece pieces_word(struct fuzz_chance *c, struct piece value, struct piece other)
{
    size_t nth, start, end, from = 0, to = 0;

    if (!any_run(c, value, is_word, &nth, &start, &end) || find_run(other, is_word, nth, &from, &to) <= nth)
        return value;
    return replace(value, start, end, (struct piece){ other.text + from, to - from });
}
