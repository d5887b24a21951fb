/* SPDX-License-Identifier: MIT */
/*
 * large.h - after the first pass: does the time of an adapter that keeps running grow faster than the section?
 *
 * Each question is asked about a section, and about one that is 8 times as large. What is linear takes 8 times as
 * long, what is quadratic 64 times. Measured is the CPU time of the process that the runner started, which other
 * programs do not change.
 */
#ifndef SFC_LARGE_H
#define SFC_LARGE_H

#include "worker.h"

/* How many times as large the large section is. */
enum { SFC_LARGE_TIMES = 8 };

/* Did the large one take more than `limit` times as long for each byte? Not if it took no time to speak of. A limit of
   0 is none. */
bool sfc_is_slow(double small_seconds, double large_seconds, uint64_t limit);

/* Asks decode, look-up and encode, of what is declared, with a new session. False if the run was interrupted. */
bool sfc_look_at_time(struct sfc_worker *t);

#endif
