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
 * running (leaks.c, large.c), each time in a new session.
 *
 * A case of the sample has its result, and is handed over, after the second pass. So has a case about an open question
 * that the adapter does not declare (policies.c).
 */
#ifndef SFC_SECOND_H
#define SFC_SECOND_H

#include "footprint.h"
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

/* ---- Does an adapter that keeps running keep memory or files with every question? (leaks.c) ----
 *
 * Small cases that were asked before are asked again and again, of one kind in a process of its own. In a fresh process
 * what is kept cannot fill what others freed, so that a little shows soon.
 */

/* A process is measured before and after each of three equal parts. */
enum { SFC_LEAK_PARTS = 3 };

struct sfc_leak {
    uint64_t bytes, descriptors; /* that were kept in all parts together; 0: none with every question */
};

/* What grew in each of the parts, of `questions` each; memory by `limit` bytes a question, about. What grows at first,
   or once, is no leak. A limit of 0 is none. Nothing if the process is not the same throughout. */
struct sfc_leak sfc_leak_of(const struct sfc_footprint points[SFC_LEAK_PARTS + 1], size_t questions, uint64_t limit);

/* A kind is an op, a container and a verdict. */
enum { SFC_LEAK_KINDS = 4 * SFC_NUM_OPS };

/* Looks for leaks of this kind in a new session. False if the run was interrupted. */
bool sfc_look_for_leaks(struct sfc_worker *t, unsigned kind);

/* ---- Does its time grow faster than the section? (large.c) ----
 *
 * Each question is asked about a section, and about one that is 8 times as large. What is linear takes 8 times as
 * long, what is quadratic 64 times. Measured is the CPU time of the process that the runner started, which other
 * programs do not change.
 */

/* How many times as large the large section is. */
enum { SFC_LARGE_TIMES = 8 };

/* Did the large one take more than `limit` times as long for each byte? Not if it took no time to speak of. A limit of
   0 is none. */
bool sfc_is_slow(double small_seconds, double large_seconds, uint64_t limit);

/* Asks decode, look-up and encode, of what is declared, with a new session. False if the run was interrupted. */
bool sfc_look_at_time(struct sfc_worker *t);

#endif
