/* SPDX-License-Identifier: MIT */
/* Large version 1 sections for the benchmarks, written byte by byte: every reader at hand knows version 1. */
#ifndef BENCH_SECTION_H
#define BENCH_SECTION_H

#include <stddef.h>
#include <stdint.h>

struct bench_section {
    uint8_t *bytes;
    size_t size;
    uint64_t addr; /* of the section; functions lie below it */
    uint32_t num_fdes, num_fres;
    uint64_t text_size; /* bytes of all functions, which end where the section begins */
};

/* `num_fdes` functions of uneven size with `num_fres` rows in all, spread evenly. NULL bytes if memory is short. */
struct bench_section bench_section_make(uint32_t num_fdes, uint32_t num_fres);

/* The same inside an ELF file that readers find the section in. Returns 0, or -1 with a message. */
int bench_section_write_elf(const struct bench_section *s, const char *path);

#endif
