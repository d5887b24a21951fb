/* SPDX-License-Identifier: MIT */
/* program_words.h - the words of statements and marks. */
#ifndef SFC_PROGRAM_WORDS_H
#define SFC_PROGRAM_WORDS_H

#include "program.h"

/* Which operands a statement has, in the order of its text: register, other register, offset. */
enum { SFC_HAS_REG = 1, SFC_HAS_OTHER = 2, SFC_HAS_OFFSET = 4 };
unsigned sfc_word_operands(enum sfc_word op);
const char *sfc_word_name(enum sfc_word op);
const char *sfc_mark_name(unsigned bit);

/* Adds "name" or "name 1, 2". */
void sfc_statement_words(struct sfc_buffer *out, const struct sfc_statement *s);

#endif
