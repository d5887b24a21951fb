/* SPDX-License-Identifier: MIT */
/* framed_words.h - describes how an adapter failed: its own last words, and how much of its
   answer came. */
#ifndef SFC_FRAMED_WORDS_H
#define SFC_FRAMED_WORDS_H

#include "text.h"

/* The end of a program's stderr as one line without control bytes: what a sanitizer found, or
   the last lines. NULL if it wrote nothing. The caller frees it, as the texts below. */
char *sfc_last_words(const char *text);

/* How much came of an answer that is not whole. */
char *sfc_partial_answer(const char *bytes, size_t len);

/* An answer that is `surplus` bytes longer than the `length` that it announced; with `more`, at
   least. */
char *sfc_surplus_answer(size_t surplus, bool more, size_t length);

#endif
