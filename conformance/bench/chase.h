/* SPDX-License-Identifier: MIT */
/* chase.h - the time that memory alone needs for look-ups. */
#ifndef BENCH_CHASE_H
#define BENCH_CHASE_H

#include "section.h"

/* Where look-ups by halving read: for each, the starts of the functions that it compares, then the
   first row of the function that it finds. */
struct bench_chase {
    uint32_t *offsets;
    size_t count;
};

/* The PCs are those of bench_ref_find(). Ends the program without memory. */
struct bench_chase bench_chase_make(const struct bench_section *b, uint32_t lookups);
/* Reads one byte at each place, where each address depends on the byte before: no processor reads
   ahead. */
void bench_chase_run(const struct bench_chase *chase, const struct bench_section *b);

#endif
