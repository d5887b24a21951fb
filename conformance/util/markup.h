/* SPDX-License-Identifier: MIT */
/* markup.h - untrusted text in terminals and TAP. */
#ifndef SFC_MARKUP_H
#define SFC_MARKUP_H

#include "text.h"

/* Text within a line for a terminal or of TAP: no line ends, no escape sequences. What would move the cursor or reverse
   the direction of text becomes `\x1b` or `\u202e`. */
void sfc_add_line(struct sfc_buffer *b, const char *text);

/* The same after "ok 1 - " or "# TODO ", where a '#' would begin a directive. */
void sfc_add_tap(struct sfc_buffer *b, const char *text);

#endif
