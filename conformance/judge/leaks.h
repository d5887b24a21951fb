/* SPDX-License-Identifier: MIT */
/*
 * leaks.h - after the first pass: does an adapter that keeps running keep memory or files with every question?
 *
 * Small cases that were asked before are asked again and again, of one kind in a process of its own. In a fresh process
 * what is kept cannot fill what others freed, so that a little shows soon.
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

/* A kind is an op, a container and a verdict. */
enum { SFC_LEAK_KINDS = 4 * SFC_NUM_OPS };

/* Looks for leaks of this kind in a new session. False if the run was interrupted. */
bool sfc_look_for_leaks(struct sfc_worker *t, unsigned kind);

#endif
