/* SPDX-License-Identifier: MIT */
/* reader.h - what the benchmarks let the reference do with a section. */
#ifndef BENCH_READER_H
#define BENCH_READER_H

#include "section.h"

/* Takes results, so that no compiler leaves the work out. */
extern volatile uint64_t bench_sink;

/* Ends the program with a message. */
void bench_die(const char *what);

/* Judges the whole section. */
void bench_ref_check(const struct bench_section *b);
/* Every FDE, every FRE, every rule. */
void bench_ref_walk(const struct bench_section *b);
/* Prints the section to nowhere. */
void bench_ref_dump(const struct bench_section *b);
/* Look-ups of random PCs. */
void bench_ref_find(const struct bench_section *b, uint32_t lookups);
/* The next PC in one of the functions. */
uint64_t bench_random_pc(uint32_t *state, const struct bench_section *b);

#endif
