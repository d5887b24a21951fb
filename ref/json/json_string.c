/* SPDX-License-Identifier: MIT */
/* Strings of JSON. */
#include <stdio.h>
#include <string.h>

#include "json_string.h"
#include "utf8.h"

/* The number of a character of two or three bytes. */
static unsigned number_of(const char *s, size_t length)
{
    const unsigned char *u = (const unsigned char *)s;
    return length == 2 ? (u[0] & 0x1fu) << 6 | (u[1] & 0x3fu)
                       : (u[0] & 0x0fu) << 12 | (u[1] & 0x3fu) << 6 | (u[2] & 0x3fu);
}

/* Does the character end lines of a script, or change the direction of the text around it? */
static bool is_mark(const char *s, size_t length)
{
    const unsigned code = length == 2 || length == 3 ? number_of(s, length) : 0;
    return code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e)
           || (code >= 0x2066 && code <= 0x2069);
}

/* The escape of a character, "" if it needs none. `length` is 0 for a byte that is not UTF-8. A `<` could begin markup
   where the JSON stands in a page. */
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
    else if (sfr_utf8_is_control(s, length) || c == '<')
        snprintf(text, 8, "\\u%04x", length == 1 ? c : (unsigned char)s[1]);
    else if (is_mark(s, length))
        snprintf(text, 8, "\\u%04x", number_of(s, length));
}

/* Most of any text: printable ASCII that needs no escape. */
static bool is_plain(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '<';
}

bool sfr_json_string(const char *s, size_t len, sfr_text_fn *write, void *ctx)
{
    size_t written = 0; /* what needs no escape is written in one piece */
    bool good = write(ctx, "\"", 1);
    for (size_t i = 0, next; i < len && good; i = next) {
        char text[8] = "";
        next = i + 1;
        if (!is_plain(s[i])) {
            const size_t n = sfr_utf8_length(s + i, len - i);
            escape(s + i, n, text);
            next = i + (n ? n : 1);
        }
        if (text[0]) {
            good = write(ctx, s + written, i - written) && write(ctx, text, strlen(text));
            written = next;
        }
    }
    return good && write(ctx, s + written, len - written) && write(ctx, "\"", 1);
}
