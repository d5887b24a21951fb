/* SPDX-License-Identifier: MIT */
/* cfi_bytes.h - a bounded reader of DWARF data. */
#ifndef SFC_CFI_BYTES_H
#define SFC_CFI_BYTES_H

#include "cfi.h"

/* A read past the end gives 0 and sets `bad`. */
struct sfc_cfi_bytes {
    const uint8_t *at, *end;
    bool big, bad;
};

uint64_t sfc_cfi_fixed(struct sfc_cfi_bytes *b, unsigned width);
uint64_t sfc_cfi_uleb(struct sfc_cfi_bytes *b);
int64_t sfc_cfi_sleb(struct sfc_cfi_bytes *b);
/* Skips `len` bytes and returns their place. NULL and `bad` if there are fewer. */
const uint8_t *sfc_cfi_skip(struct sfc_cfi_bytes *b, uint64_t len);

/* Reads a value by the low four bits of a pointer encoding. False if the encoding does not
   exist. */
bool sfc_cfi_encoded(struct sfc_cfi_bytes *b, uint8_t encoding, uint64_t *value);

/* Follows the instructions of `bytes`. *row is the first row, and its start their first
   location. `rows` may be NULL. */
struct sfc_cfi_program {
    const struct sfc_cfi_section *section;
    const struct sfc_cfi_cie *cie;
    struct sfc_cfi_bytes bytes;
    uint64_t end; /* of the function */
};
bool sfc_cfi_follow(struct sfc_cfi_program *program, struct sfc_cfi_row *row, struct sfc_cfi_rows *rows,
                    const char **why);

#endif
