/* SPDX-License-Identifier: MIT */
/* markup.h - text from anywhere inside of HTML, XML and Markdown, and the bytes of a section for a person. */
#ifndef SFC_MARKUP_H
#define SFC_MARKUP_H

#include "text.h"

/* Text inside of a line for a terminal or of TAP: no line ends, no escape sequences. */
void sfc_add_line(struct sfc_buffer *b, const char *text);

/* The same behind "ok 1 - " or "# TODO ", where a '#' would begin a directive. */
void sfc_add_tap(struct sfc_buffer *b, const char *text);

/* Text as HTML or XML, inside of elements or quoted attributes. What XML 1.0 has no place for, and what would turn the
   direction of text round, is written as `\x1b` or `\u202e`. */
void sfc_add_xml(struct sfc_buffer *b, const char *text);

/* Text inside of a line of Markdown or a cell of its tables: nothing in it is taken as markup. */
void sfc_add_markdown(struct sfc_buffer *b, const char *text);

/* Rows of 16 bytes, the first of which is byte `at` of a section of `size` bytes; those in [start, end) are marked:
   with '^' below them, or in HTML with <mark>. Says what is left out. */
struct sfc_shown_bytes {
    const uint8_t *bytes;
    size_t count, at, size, start, end;
};
void sfc_add_hexdump(struct sfc_buffer *b, const struct sfc_shown_bytes *shown, bool html);

#endif
