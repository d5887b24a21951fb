/* SPDX-License-Identifier: MIT */
/* Strings of JSON. */
#include <stdio.h>
#include <string.h>

#include "json_string.h"
#include "utf8.h"

/* The escape of a character, "" if it needs none. `length` is 0 for a byte that is not UTF-8. */
static void escape(const char *s, size_t length, char text[8])
{
    const unsigned char c = (unsigned char)s[0];
    text[0] = '\0';
    if (length == 0)
        snprintf(text, 8, "\\ufffd");
    else if (c == '"' || c == '\\')
        snprintf(text, 8, "\\%c", c);
    else if (c == '\n')
        snprintf(text, 8, "\\n");
    else if (sfr_utf8_is_control(s, length))
        snprintf(text, 8, "\\u%04x", length == 1 ? c : (unsigned char)s[1]);
}

bool sfr_json_string(const char *s, size_t len, sfr_text_fn *write, void *ctx)
{
    bool good = write(ctx, "\"", 1);
    for (size_t i = 0; i < len && good;) {
        const size_t n = sfr_utf8_length(s + i, len - i);
        char text[8];
        escape(s + i, n, text);
        good = text[0] ? write(ctx, text, strlen(text)) : write(ctx, s + i, n);
        i += n ? n : 1;
    }
    return good && write(ctx, "\"", 1);
}
