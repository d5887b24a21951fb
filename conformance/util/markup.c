/* SPDX-License-Identifier: MIT */
/* Escapes untrusted text for terminals and TAP. */
#include <string.h>

#include "markup.h"
#include "utf8.h"

/* The code point of a valid UTF-8 character of `len` bytes. */
static unsigned code_point(const unsigned char *at, size_t len)
{
    unsigned code = len == 1 ? at[0] : at[0] & (0x7fU >> len);
    for (size_t i = 1; i < len; i++)
        code = code << 6 | (at[i] & 0x3fU);
    return code;
}

/* Control characters, non-characters, and those that end lines or reorder text. */
static bool is_unprintable(unsigned code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0xfffe || code == 0xffff
           || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

static void add_text(struct sfc_buffer *b, const char *text, bool is_tap)
{
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        const size_t len = sfr_utf8_length((const char *)at, SIZE_MAX);
        const unsigned code = len > 0 ? code_point(at, len) : *at;
        if (code == '\n' || code == '\t')
            sfc_buffer_add(b, " ", 1);
        else if (len == 0 || is_unprintable(code) || (is_tap && code == '#'))
            sfc_buffer_printf(b, code > 0xff ? "\\u%04x" : "\\x%02x", code);
        else
            sfc_buffer_add(b, at, len);
        at += len > 0 ? len : 1;
    }
}

void sfc_add_line(struct sfc_buffer *b, const char *text)
{
    add_text(b, text, false);
}

void sfc_add_tap(struct sfc_buffer *b, const char *text)
{
    add_text(b, text, true);
}
