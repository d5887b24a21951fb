/* SPDX-License-Identifier: MIT */
/* run_text.h - what a run prints: text for a terminal, or the Test Anything Protocol. */
#ifndef SFC_RUN_TEXT_H
#define SFC_RUN_TEXT_H

#include "results.h"

/* The failures that count by cause, worst first, then what else is wrong, then the block. Of the first causes of each
   severity an example is shown in full, and some of the other ids; report/ makes a text of all. `colour`: with escape
   sequences. */
void sfc_text_run(struct sfc_buffer *out, const struct sfc_results *results, bool colour);

/* The last lines of every run: what it comes to; what was asked; what is right, and what is wrong; the level. */
void sfc_text_block(struct sfc_buffer *out, const struct sfc_results *results, bool colour);

/* A line for a case, and comments about a failure. A known failure is a TODO, a stale entry a failure. */
void sfc_tap_case(struct sfc_buffer *out, const struct sfc_record *record, size_t number);
/* The causes and the block as comments, a line for whatever is wrong with the run as a whole, and the plan; or
   `Bail out!` after an interrupted run. `number`: of the last line. */
void sfc_tap_end(struct sfc_buffer *out, const struct sfc_results *results, size_t number);
/* These comments alone. */
void sfc_tap_causes(struct sfc_buffer *out, const struct sfc_results *results);

/* ---- Words that terminal and TAP have in common (words.c) ---- */

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

/* Adds a line with the command that repeats a failure, as it can be typed where this program was started; nothing if
   the case was not asked. Results keep it with the name of the program alone, for readers elsewhere. */
void sfc_put_repeat(struct sfc_buffer *out, const char *before, const struct sfc_record *record);
/* Adds a line with what to do after a list of failures: "sframe-conform explain --corpus DIR ID" of the worst of them.
   Nothing if there is no failure. */
void sfc_put_next_step(struct sfc_buffer *out, const char *before, const struct sfc_results *results);

#endif
