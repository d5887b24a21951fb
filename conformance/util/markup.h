/* SPDX-License-Identifier: MIT */
/* markup.h - untrusted text in terminals, TAP and XML. */
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

#endif
