/* SPDX-License-Identifier: MIT */
/* Lines, words and numbers of the texts of tools. */
#include <string.h>

#include "lines.h"

bool sfc_lines_bad(const struct sfc_lines *l, const char *what)
{
    return sfc_fail(l->error, "line %u of the text: %s: \"%.*s\"", l->number, what, (int)(l->len < 80 ? l->len : 80),
                    l->line);
}

bool sfc_lines_next(struct sfc_lines *l)
{
    if (l->left == 0)
        return false;
    const char *newline = memchr(l->text, '\n', l->left);
    const size_t whole = newline ? (size_t)(newline - l->text) + 1 : l->left;
    l->number++;
    l->line = l->text;
    l->len = newline ? whole - 1 : whole;
    while (l->len > 0 && l->line[l->len - 1] == ' ')
        l->len--;
    l->text += whole;
    l->left -= whole;
    return true;
}

bool sfc_lines_next_filled(struct sfc_lines *l)
{
    bool more;
    while ((more = sfc_lines_next(l)) && l->len == 0)
        ;
    return more;
}

bool sfc_lines_at(const struct sfc_lines *l, const char *line)
{
    return sfc_is_word(l->line, l->len, line);
}

bool sfc_skip(const char **at, const char *end, const char *word)
{
    const size_t len = strlen(word);
    if ((size_t)(end - *at) < len || memcmp(*at, word, len) != 0)
        return false;
    *at += len;
    return true;
}

size_t sfc_number_len(const char *at, const char *end)
{
    size_t len = at < end && *at == '-';
    const size_t sign = len;
    while (len < (size_t)(end - at) && at[len] >= '0' && at[len] <= '9')
        len++;
    return len > sign ? len : 0;
}

bool sfc_read_hex(const char **at, const char *end, uint64_t *value)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *start = *at, *digit;
    uint64_t v = 0;
    while (*at < end && **at != '\0' && (digit = strchr(digits, **at)) && *at - start < 16) {
        const uint64_t value_of_digit = (uint64_t)(digit - digits);
        v = v << 4 | (value_of_digit < 16 ? value_of_digit : value_of_digit - 6);
        ++*at;
    }
    *value = v;
    return *at > start;
}
