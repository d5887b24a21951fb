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

#endif
