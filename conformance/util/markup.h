/* SPDX-License-Identifier: MIT */
/* markup.h - untrusted text in terminals, TAP, XML and Markdown, and the bytes of a section for
   a person. */
#ifndef SFC_MARKUP_H
#define SFC_MARKUP_H

#include "text.h"

/* Text within a line for a terminal or of TAP: no line ends, no escape sequences. */
void sfc_add_line(struct sfc_buffer *b, const char *text);

/* The same after "ok 1 - " or "# TODO ", where a '#' would begin a directive. */
void sfc_add_tap(struct sfc_buffer *b, const char *text);

/* Text as HTML or XML, in elements or quoted attributes. Characters that XML 1.0 forbids or that
   reverse the direction of text become `\x1b` or `\u202e`. */
void sfc_add_xml(struct sfc_buffer *b, const char *text);

/* Text within a line of Markdown or a cell of its tables, without any markup. */
void sfc_add_markdown(struct sfc_buffer *b, const char *text);

/* Rows of 16 bytes, the first of which is byte `at` of a section of `size` bytes. Those in
   [start, end) are marked with '^' below them. A line says how many bytes are left out. */
struct sfc_shown_bytes {
    const uint8_t *bytes;
    size_t count, at, size, start, end;
};
void sfc_add_hexdump(struct sfc_buffer *b, const struct sfc_shown_bytes *shown);

#endif
