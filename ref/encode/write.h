/* SPDX-License-Identifier: MIT */
/* The bounded byte writer of the encoder: the one place that stores into the output. */
#ifndef SFR_REF_WRITE_H
#define SFR_REF_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes at `pos` and moves it on. What lies at or behind `cap` is counted, not
   stored, and sets `full`, which stays set. A writer with `compare` stores
   nothing: it sets `differs` where the output holds other bytes than it was
   told to write, so that the same code that wrote a part can verify it. */
struct sfr_writer {
    uint8_t *out;
    uint64_t cap;
    uint64_t pos;
    bool big;
    bool compare;
    bool full;
    bool differs;
};

void sfr_write_u8(struct sfr_writer *w, uint8_t value);
void sfr_write_u16(struct sfr_writer *w, uint16_t value);
void sfr_write_u32(struct sfr_writer *w, uint32_t value);
void sfr_write_u64(struct sfr_writer *w, uint64_t value);

/* The low `width` bytes of a value: 1, 2, 4 or 8 of them. */
void sfr_write_uint(struct sfr_writer *w, uint64_t value, unsigned width);

/* `count` bytes from `bytes`, or zeros if that is NULL; the work done is bounded by `cap`, not by `count`. */
void sfr_write_bytes(struct sfr_writer *w, const uint8_t *bytes, uint64_t count);

#endif
