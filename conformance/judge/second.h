/* SPDX-License-Identifier: MIT */
/*
 * second.h - the second pass of a run: a sample of the cases is asked again, after all were asked.
 *
 * An adapter that keeps running is asked by one thread, in the session that it has already, until
 * that process has answered many questions: a fault that shows once in thousands of questions must
 * not hide because several processes share the run. Other adapters are asked once more about each
 * case of the sample.
 *
 * Beside it the other threads, and it itself afterwards, look at memory, files and time of an adapter that keeps
 * running (leaks.h, large.h), each time in a new session.
 *
 * A case of the sample has its result, and is handed over, after the second pass. So has a case about an open question
 * that the adapter does not declare (policies.h).
 */
#ifndef SFC_SECOND_H
#define SFC_SECOND_H

#include "worker.h"

/* Chooses the sample, before the first pass. */
void sfc_second_begin(struct sfc_work *w);
/* Keeps the first answer to case `i`, if it is in the sample. */
void sfc_second_note(struct sfc_worker *t, size_t i);
/* The second pass, after the first pass of this thread. */
void sfc_second_pass(struct sfc_worker *t);
/* Asks about case `i` again, if its result can still change. Another answer than the first time depends on what was
   asked before: its result says so. False if the run was interrupted before there was an answer. */
bool sfc_ask_again(struct sfc_worker *t, size_t i);
/* Has it a result that another answer can change? The caller holds the lock. */
bool sfc_may_ask_again(const struct sfc_work *w, size_t i);
/* How many of the cases that are held back count as done, for progress. The caller holds the lock. */
size_t sfc_second_progress(const struct sfc_work *w);
/* Settles open questions, and finishes the cases that were held back, after all threads have ended. */
void sfc_second_end(struct sfc_work *w);

#endif
