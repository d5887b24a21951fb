/* SPDX-License-Identifier: MIT */
/*
 * leaks.h - after the second pass: does an adapter that keeps running keep memory or files with every question?
 *
 * Small cases that were asked before are asked again and again, of one kind in a process of its own: a kind is an op, a
 * container and a verdict. In a fresh process what is kept cannot fill what others freed, so that a little shows soon.
 */
#ifndef SFC_LEAKS_H
#define SFC_LEAKS_H

#include "footprint.h"
#include "worker.h"

/* A process is measured before and after each of three equal parts. */
enum { SFC_LEAK_PARTS = 3 };

struct sfc_leak {
    uint64_t bytes, descriptors; /* that were kept in all parts together; 0: none with every question */
};

/* What grew in each of the parts, of `questions` each; memory by `limit` bytes a question, about. What grows at first,
   or once, is no leak. A limit of 0 is none. Nothing if the process is not the same throughout. */
struct sfc_leak sfc_leak_of(const struct sfc_footprint points[SFC_LEAK_PARTS + 1], size_t questions, uint64_t limit);

/* Does the adapter keep running, and has it answered enough that its memory and its time are looked at? */
bool sfc_is_worth_it(const struct sfc_run *run);

/* Looks for leaks of every kind, with the session of this thread and new ones. False if the run was interrupted. */
bool sfc_leak_phase(struct sfc_worker *t);

#endif
