/* SPDX-License-Identifier: MIT */
/* Text for terminals and for JSON. Names and messages can have any bytes; terminals and JSON
   readers accept only some. */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "json_string.h"
#include "tool.h"
#include "utf8.h"

/* A copy in which control characters and bytes that are not UTF-8 are \xHH. The caller frees it;
   NULL if out of memory. */
char *shown_text(const char *s)
{
    static const char digits[] = "0123456789abcdef";
    const size_t len = strlen(s);
    char *shown = malloc(4 * len + 1), *to = shown;

    for (size_t i = 0; shown && i < len;) {
        size_t n = sfr_utf8_length(s + i, len - i);
        if (n > 0 && !sfr_utf8_is_control(s + i, n)) {
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
    fflush(stderr);
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

bool json_string(FILE *file, const char *s, size_t len)
{
    return sfr_json_string(s, len, write_text, file);
}
