/* SPDX-License-Identifier: MIT */
/* gnu.h - what the benchmarks let GNU libsframe do, of any release. */
#ifndef BENCH_GNU_H
#define BENCH_GNU_H

#include "section.h"

/* Loads a library; ends the program if it cannot. Only one can be in use. */
void bench_gnu_load(const char *name);
/* "2.44 (libsframe.so.1)". */
const char *bench_gnu_version(void);
/* Every function, every row, and its three offsets. The release must have the section's version. */
void bench_gnu_walk(const struct bench_section *b);
/* Look-ups of the PCs of bench_ref_find(). */
void bench_gnu_find(const struct bench_section *b, uint32_t lookups);

#endif
