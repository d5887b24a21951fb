/* SPDX-License-Identifier: MIT */
/* framed_words.h - what is said of an adapter that went wrong: its own last words, and how far its answer came. */
#ifndef SFC_FRAMED_WORDS_H
#define SFC_FRAMED_WORDS_H

#include "text.h"

/* The end of what a program wrote to stderr, as one line without bytes that would upset a terminal: what a sanitizer
   has found, or the last lines. NULL if it wrote nothing. The caller frees it. */
char *sfc_last_words(const char *text);

/* What there is of an answer that did not come to its end. The caller frees it. */
char *sfc_partial_answer(const char *bytes, size_t len);

/* An answer with more bytes behind it than it announced: that many, or (`more`) at least. The caller frees it. */
char *sfc_surplus_answer(size_t surplus, bool more, size_t length);
/* Bytes where no answer is due. The caller frees it. */
char *sfc_late_bytes(size_t count, bool more, const char *after);

#endif
