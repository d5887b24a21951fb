/* SPDX-License-Identifier: MIT */
/* section.h - large sections for AMD64, for the benchmarks. */
#ifndef BENCH_SECTION_H
#define BENCH_SECTION_H

#include <stddef.h>
#include <stdint.h>

#include "sfr.h"

struct bench_section {
    enum sfr_profile profile;
    uint8_t flags;
    uint8_t *bytes;
    size_t size;
    uint64_t addr; /* of the section; the functions are before it */
    uint32_t num_fdes, num_fres;
    uint64_t text_size; /* bytes of all functions, which end at the section's start */
};

/* Makes `num_fdes` functions of uneven sizes with `num_fres` rows in all, spread evenly:
   in version 3 at most 65,535 for each. NULL bytes without memory. */
struct bench_section bench_section_make(enum sfr_profile profile, uint32_t num_fdes, uint32_t num_fres);

/* Writes the section in an ELF file. Returns 0, or -1 with a message. */
int bench_section_write_elf(const struct bench_section *s, const char *path);

#endif
