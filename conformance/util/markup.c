/* SPDX-License-Identifier: MIT */
/* Escapes untrusted text for terminals, TAP, XML and Markdown, and prints the bytes of a
   section. */
#include <string.h>

#include "markup.h"
#include "utf8.h"

enum { ROW = 16 };

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

static const char *replace_in_markdown(unsigned code)
{
    static const char *const escaped[] = {
        "\\\\", "\\`", "\\*", "\\_", "\\{", "\\}", "\\[", "\\]", "\\<", "\\>",
        "\\(",  "\\)", "\\#", "\\+", "\\!", "\\|", "\\~", "\\&", "\\$",
    };
    for (unsigned i = 0; i < sizeof escaped / sizeof escaped[0]; i++)
        if ((unsigned char)escaped[i][1] == code)
            return escaped[i];
    return replace_in_line(code);
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

/* Does this line have only the marks of a list, a heading or a quotation so far? */
static bool begins_block(const struct sfc_buffer *b)
{
    size_t at = b->len;
    while (at > 0 && b->data[at - 1] != '\n' && strchr(" -+*#>", b->data[at - 1]))
        at--;
    return at == 0 || b->data[at - 1] == '\n';
}

/* Escapes what has a meaning at the beginning of a block only: "- ", "---", "===", "1. ", and
   spaces. Returns the rest. */
static const char *add_beginning(struct sfc_buffer *b, const char *text)
{
    text += strspn(text, " \t\n");
    const size_t digits = strspn(text, "0123456789");
    if (text[0] == '-' || text[0] == '=') {
        sfc_buffer_printf(b, "\\%c", text[0]);
        return text + 1;
    }
    if (digits == 0 || text[digits] != '.')
        return text;
    sfc_buffer_add(b, text, digits);
    sfc_buffer_printf(b, "\\.");
    return text + digits + 1;
}

void sfc_add_markdown(struct sfc_buffer *b, const char *text)
{
    if (begins_block(b))
        text = add_beginning(b, text);
    add_text(b, text, replace_in_markdown);
}

/* ---- Bytes ----------------------------------------------------------------------------- */

static bool is_marked(const struct sfc_shown_bytes *s, size_t at)
{
    return at >= s->start && at < s->end;
}

static void add_row(struct sfc_buffer *b, const struct sfc_shown_bytes *s, size_t from, size_t to)
{
    bool marked = false;
    sfc_buffer_printf(b, "  %04zx ", from);
    for (size_t at = from; at < to; at++) {
        sfc_buffer_printf(b, " %02x", s->bytes[at - s->at]);
        marked = marked || is_marked(s, at);
    }
    sfc_buffer_printf(b, "\n");
    if (!marked)
        return;
    sfc_buffer_printf(b, "       ");
    for (size_t at = from; at < to; at++)
        sfc_buffer_printf(b, "%s", is_marked(s, at) ? " ^^" : "   ");
    sfc_buffer_printf(b, "\n");
}

void sfc_add_hexdump(struct sfc_buffer *b, const struct sfc_shown_bytes *s)
{
    const size_t end = s->at + s->count;
    if (s->at > 0)
        sfc_buffer_printf(b, "  ... %zu bytes before\n", s->at);
    for (size_t from = s->at; from < end; from += ROW) {
        const size_t to = end - from < ROW ? end : from + ROW;
        add_row(b, s, from, to);
    }
    if (end < s->size)
        sfc_buffer_printf(b, "  ... %zu more bytes\n", s->size - end);
    if (s->size == 0)
        sfc_buffer_printf(b, "  (the section is empty)\n");
    if (s->start < s->end && s->start >= s->size)
        sfc_buffer_printf(b, "  bytes 0x%zx-0x%zx, which are missing\n", s->start, s->end);
}
