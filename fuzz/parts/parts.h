/* SPDX-License-Identifier: MIT */
/* parts.h - any section as header, functions and rows. */
#ifndef FUZZ_PARTS_H
#define FUZZ_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FUZZ_PARTS_MAX_FUNCS = 48, FUZZ_PARTS_MAX_ROWS = 24, FUZZ_PARTS_MAX_ROW = 65, FUZZ_PARTS_MAX_AUX = 255 };

/* The bytes of one row, as stored. */
struct fuzz_parts_row {
    uint8_t len, bytes[FUZZ_PARTS_MAX_ROW];
};

/* One function: the fields of its FDE, in version 3 with its attribute. */
struct fuzz_parts_func {
    uint64_t start;
    uint32_t size, fre_off, num_fres;
    uint16_t padding;
    uint8_t info, info2, rep;
    uint32_t num_rows; /* in `rows` */
    struct fuzz_parts_row rows[FUZZ_PARTS_MAX_ROWS];
};

struct fuzz_parts {
    bool big, has_trailer;
    uint8_t version, flags, abi, fixed_fp, fixed_ra, profile;
    uint32_t num_fdes, num_fres, fre_len, fdeoff, freoff;
    uint32_t aux_len, tail_len, num_funcs;
    uint8_t aux[FUZZ_PARTS_MAX_AUX], tail[16];
    uint64_t addr;
    struct fuzz_parts_func funcs[FUZZ_PARTS_MAX_FUNCS];
};

/* Splits a section. False if it does not begin like a section of a known version, or has too
   many parts. Parts outside of the bytes are left out. */
bool fuzz_parts_read(struct fuzz_parts *p, const uint8_t *data, size_t size);

/* Sets all counts and offsets to those of the parts. */
void fuzz_parts_repair(struct fuzz_parts *p);

/* Writes the parts one after the other, with their counts and offsets. Returns the size, or 0 if
   it is more than `max`. */
size_t fuzz_parts_write(struct fuzz_parts *p, uint8_t *out, size_t max);

#endif
