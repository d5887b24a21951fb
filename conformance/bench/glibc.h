/* SPDX-License-Identifier: MIT */
/* glibc.h - what the benchmarks let glibc's SFrame reader do: look-ups, the only thing that it is for. */
#ifndef BENCH_GLIBC_H
#define BENCH_GLIBC_H

#include "section.h"

/* Loads the library that `ci/real/glibc.sh --build` makes; ends the program if it cannot. */
void bench_glibc_load(const char *name);
/* Look-ups of the PCs of bench_ref_find(). */
void bench_glibc_find(const struct bench_section *b, uint32_t lookups);

#endif
