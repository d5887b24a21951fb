/* SPDX-License-Identifier: MIT */
/* Lines, words and numbers of the texts of tools. */
#include <stdarg.h>
#include <stdio.h>
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
    for (; l->cuts && l->len > 0 && *l->line == ' '; l->len--)
        l->line++;
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

/* The length of a number, "-"? and digits, or 0. */
static size_t number_len(const char *at, const char *end)
{
    size_t len = at < end && *at == '-';
    const size_t sign = len;
    while (len < (size_t)(end - at) && at[len] >= '0' && at[len] <= '9')
        len++;
    return len > sign ? len : 0;
}

static bool read_unsigned(const char **at, const char *end, uint64_t *value)
{
    const size_t len = number_len(*at, end), sign = len > 0 && **at == '-';
    if (!sfc_parse_decimal(*at + sign, len - sign, sign ? (uint64_t)INT32_MAX + 1 : UINT32_MAX, value))
        return false;
    *value = sign ? (UINT64_C(1) << 32) - *value : *value;
    *at += len;
    return *value >> 32 == 0;
}

static bool read_text(const char **at, const char *end, char text[SFC_NUMBER_TEXT])
{
    const size_t len = number_len(*at, end);
    if (len == 0 || len >= SFC_NUMBER_TEXT)
        return false;
    snprintf(text, SFC_NUMBER_TEXT, "%.*s", (int)len, *at);
    *at += len;
    return true;
}

static bool read_hex(const char **at, const char *end, uint64_t *value)
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

static bool scan(const char **from, const char *end, const char *pattern, va_list ap)
{
    const char *at = *from;
    for (bool good; *pattern; pattern++) {
        if (*pattern != '%') {
            good = at < end && *at++ == *pattern;
        } else if (*++pattern == '*') {
            good = at < end;
            at = end;
        } else {
            good = *pattern == 'x'   ? read_hex(&at, end, va_arg(ap, uint64_t *))
                   : *pattern == 'u' ? read_unsigned(&at, end, va_arg(ap, uint64_t *))
                                     : read_text(&at, end, va_arg(ap, char *));
        }
        if (!good)
            return false;
    }
    *from = at;
    return true;
}

bool sfc_scan(const char **at, const char *end, const char *pattern, ...)
{
    va_list ap;
    va_start(ap, pattern);
    const bool good = scan(at, end, pattern, ap);
    va_end(ap);
    return good;
}

static bool fits(const struct sfc_lines *l, const char *pattern, va_list ap)
{
    const char *at = l->line, *const end = at + l->len;
    return scan(&at, end, pattern, ap) && at == end;
}

bool sfc_lines_are(const struct sfc_lines *l, const char *pattern, ...)
{
    va_list ap;
    va_start(ap, pattern);
    const bool good = fits(l, pattern, ap);
    va_end(ap);
    return good;
}

bool sfc_lines_expect(struct sfc_lines *l, const char *pattern, ...)
{
    va_list ap;
    va_start(ap, pattern);
    const bool good = sfc_lines_next_filled(l) && fits(l, pattern, ap);
    va_end(ap);
    return good || sfc_lines_bad(l, l->wrong);
}
