/* SPDX-License-Identifier: MIT */
/* words.h - words that terminal and TAP have in common. */
#ifndef SFC_RESULTS_WORDS_H
#define SFC_RESULTS_WORDS_H

#include "results.h"

/* "wrong-output fre.ra" */
void sfc_add_outcome(struct sfc_buffer *out, const struct sfc_record *record);
/* 1234 as "1,234". */
void sfc_add_count(struct sfc_buffer *out, size_t count);
/* "did not exit cleanly"; with `test` what fails: "the implementation exits cleanly". */
const char *sfc_trouble_says(enum sfc_trouble_kind kind, bool test);
/* Adds a line: `before`, and a text in which nothing moves the cursor or ends the line. */
#define sfc_put_line(out, before, ...) sfc_put_own_line(out, before, sfc_format(__VA_ARGS__))
/* The same, and frees the text. */
void sfc_put_own_line(struct sfc_buffer *out, const char *before, char *text);
/* Each line of text after `before`; nothing for NULL. */
void sfc_add_lines(struct sfc_buffer *out, const char *before, const char *lines);

/* Adds a line with the command that repeats a failure, as it can be typed where this program was started; nothing if the
   case was not asked. Results keep it with the name of the program alone, for readers elsewhere. */
void sfc_put_repeat(struct sfc_buffer *out, const char *before, const struct sfc_record *record);
/* Adds a line with what to do after a list of failures: "sframe-conform explain --corpus DIR ID" of the worst of them.
   Nothing if there is no failure. */
void sfc_put_next_step(struct sfc_buffer *out, const char *before, const struct sfc_results *results);

#endif
