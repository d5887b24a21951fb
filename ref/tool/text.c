/* SPDX-License-Identifier: MIT */
/* Text for terminals and for JSON. Names and messages can have any bytes; terminals and JSON
   readers accept only some. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tool.h"

/* Length of the UTF-8 character at `s`, 0 if there is none: Unicode's table of well-formed
   sequences. */
static size_t utf8_length(const char *s, size_t len)
{
    static const struct {
        unsigned char first, last, second_first, second_last, length;
    } forms[] = {
        { 0x00, 0x7f, 0x00, 0x00, 1 }, { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
        { 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
        { 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
    };
    const unsigned char *u = (const unsigned char *)s;
    size_t k = 0;

    while (k < sizeof forms / sizeof forms[0] && (u[0] < forms[k].first || u[0] > forms[k].last))
        k++;
    if (k == sizeof forms / sizeof forms[0] || len < forms[k].length)
        return 0;
    if (forms[k].length > 1 && (u[1] < forms[k].second_first || u[1] > forms[k].second_last))
        return 0;
    for (size_t i = 2; i < forms[k].length; i++) {
        if (u[i] < 0x80 || u[i] > 0xbf)
            return 0;
    }
    return forms[k].length;
}

/* Is it a control character? U+0080 to U+009F are too. */
static bool is_control(const char *s, size_t length)
{
    const unsigned char *u = (const unsigned char *)s;
    return length == 1 ? u[0] < 0x20 || u[0] == 0x7f : length == 2 && u[0] == 0xc2 && u[1] < 0xa0;
}

/* A copy in which control characters and bytes that are not UTF-8 are \xHH. The caller frees it;
   NULL if out of memory. */
char *shown_text(const char *s)
{
    static const char digits[] = "0123456789abcdef";
    const size_t len = strlen(s);
    char *shown = malloc(4 * len + 1), *to = shown;

    for (size_t i = 0; shown && i < len;) {
        size_t n = utf8_length(s + i, len - i);
        if (n > 0 && !is_control(s + i, n)) {
            memcpy(to, s + i, n);
            to += n;
            i += n;
            continue;
        }
        for (n = n ? n : 1; n > 0; n--, i++) {
            const unsigned char c = (unsigned char)s[i];
            *to++ = '\\', *to++ = 'x', *to++ = digits[c >> 4], *to++ = digits[c & 15];
        }
    }
    if (shown)
        *to = '\0';
    return shown;
}

__attribute__((format(printf, 1, 0))) static void say(const char *format, va_list ap, const char *hint)
{
    char *text;
    const int len = vasprintf(&text, format, ap);
    char *const shown = len < 0 ? NULL : shown_text(text);
    fprintf(stderr, "sframe-ref: %s%s\n", shown ? shown : "out of memory", hint);
    free(shown);
    if (len >= 0)
        free(text);
}

void complain(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    say(format, ap, "");
    va_end(ap);
}

bool misused(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    say(format, ap, "; see sframe-ref --help");
    va_end(ap);
    return false;
}

/* A byte that is not UTF-8 becomes U+FFFD: JSON cannot have it. */
void json_string(FILE *file, const char *s, size_t len)
{
    fputc('"', file);
    for (size_t i = 0; i < len;) {
        const size_t n = utf8_length(s + i, len - i);
        const unsigned char c = (unsigned char)s[i];
        if (n == 0)
            fputs("\\ufffd", file);
        else if (c == '"' || c == '\\')
            fprintf(file, "\\%c", c);
        else if (is_control(s + i, n))
            fprintf(file, "\\u%04x", n == 1 ? c : (unsigned char)s[i + 1]);
        else
            fwrite(s + i, 1, n, file);
        i += n ? n : 1;
    }
    fputc('"', file);
}
