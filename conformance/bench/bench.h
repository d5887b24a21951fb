/* SPDX-License-Identifier: MIT */
/* bench.h - large sections, and what the reference and other readers do with them. */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>
#include <stdint.h>

#include "sfr.h"

enum { BENCH_LOOKUPS = 1000000 };

/* A section for AMD64. */
struct bench_section {
    enum sfr_profile profile;
    uint8_t *bytes;
    size_t size;
    uint64_t addr; /* of the section; the functions are before it */
    uint32_t num_fdes, num_fres;
    uint32_t num_lookups;
    uint64_t text_size; /* bytes of all functions, which end at the section's start */
};

/* Makes `num_fdes` functions of uneven sizes with `num_fres` rows in all, spread evenly: in version 3 at
   most 65,535 for each. */
struct bench_section bench_section_make(enum sfr_profile profile, uint32_t num_fdes, uint32_t num_fres);

/* Takes results, so that no compiler leaves the work out. */
extern volatile uint64_t bench_sink;

/* Ends the program with a message. */
_Noreturn void bench_die(const char *what);

/* The next PC in one of the functions. */
uint64_t bench_random_pc(uint32_t *state, const struct bench_section *b);

typedef void bench_fn(const struct bench_section *b);

/* The reference: judges the whole section; reads every FDE, FRE and rule; prints it to nowhere; looks up random PCs. */
bench_fn bench_ref_check, bench_ref_walk, bench_ref_dump, bench_ref_find;

/* The time that memory alone needs for bench_ref_find(): reads one byte at each place where look-ups by
   halving read: the starts of the functions that they compare, then the first row of the function that
   they find. Each address depends on the byte before, so that no processor reads ahead. The places are
   found by the first call for a section. */
bench_fn bench_chase;

/* GNU libsframe, or the reader of glibc (its name has `libsframe-glibc.so`), loaded at run time. Functions that
   the library does not have are NULL. */
struct bench_library {
    const char *name;
    bench_fn *walk, *find;
};
struct bench_library bench_load(const char *path);

#endif
