/* SPDX-License-Identifier: MIT */
/* Escapes untrusted text for terminals, TAP and XML. */
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

/* Control characters, non-characters of XML, and those that end lines or reorder text. */
static bool is_unprintable(unsigned code)
{
    return (code < 0x20 && code != '\t' && code != '\n') || (code >= 0x7f && code < 0xa0) || code == 0xfffe
           || code == 0xffff || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

/* The text that replaces a character; NULL: the character itself. */
typedef const char *replace_fn(unsigned code);

static const char *replace_in_line(unsigned code)
{
    return code == '\n' || code == '\t' ? " " : NULL;
}

static const char *replace_in_xml(unsigned code)
{
    switch (code) {
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '&': return "&amp;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

static const char *replace_in_tap(unsigned code)
{
    return code == '#' ? "\\x23" : replace_in_line(code);
}

static void add_text(struct sfc_buffer *b, const char *text, replace_fn *replace)
{
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        const size_t len = sfr_utf8_length((const char *)at, SIZE_MAX);
        const unsigned code = len > 0 ? code_point(at, len) : *at;
        const char *other = replace(code);
        if (other)
            sfc_buffer_printf(b, "%s", other);
        else if (len == 0 || is_unprintable(code))
            sfc_buffer_printf(b, code > 0xff ? "\\u%04x" : "\\x%02x", code);
        else
            sfc_buffer_add(b, at, len);
        at += len > 0 ? len : 1;
    }
}

void sfc_add_line(struct sfc_buffer *b, const char *text)
{
    add_text(b, text, replace_in_line);
}

void sfc_add_xml(struct sfc_buffer *b, const char *text)
{
    add_text(b, text, replace_in_xml);
}

void sfc_add_tap(struct sfc_buffer *b, const char *text)
{
    add_text(b, text, replace_in_tap);
}
