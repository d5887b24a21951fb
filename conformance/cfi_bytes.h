/* SPDX-License-Identifier: MIT */
/* cfi_bytes.h - a bounded reader of DWARF data, for the files that read call frame information. */
#ifndef SFR_CONFORMANCE_CFI_BYTES_H
#define SFR_CONFORMANCE_CFI_BYTES_H

#include "cfi.h"

/* Reads past the end give 0 and leave `bad` set. */
struct sfr_cfi_bytes {
    const uint8_t *at, *end;
    bool big, bad;
};

uint64_t sfr_cfi_fixed(struct sfr_cfi_bytes *b, unsigned width);
uint64_t sfr_cfi_uleb(struct sfr_cfi_bytes *b);
int64_t sfr_cfi_sleb(struct sfr_cfi_bytes *b);
/* Steps over `len` bytes and returns where they are; NULL and `bad` if there are fewer. */
const uint8_t *sfr_cfi_skip(struct sfr_cfi_bytes *b, uint64_t len);

/* The low four bits of a pointer encoding: how it is stored. False for one that does not exist. */
bool sfr_cfi_encoded(struct sfr_cfi_bytes *b, uint8_t encoding, uint64_t *value);

/* Follows the instructions from b->at on, beginning with *row, whose start is where they begin; `rows` may be NULL. */
struct sfr_cfi_program {
    const struct sfr_cfi_section *section;
    const struct sfr_cfi_cie *cie;
    struct sfr_cfi_bytes bytes;
    uint64_t end; /* of the function */
};
bool sfr_cfi_follow(struct sfr_cfi_program *program, struct sfr_cfi_row *row, struct sfr_cfi_rows *rows,
                    const char **why);

#endif
