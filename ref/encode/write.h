/* SPDX-License-Identifier: MIT */
/* The bounded writer of the encoder: no other code stores into the output. */
#ifndef SFR_WRITE_H
#define SFR_WRITE_H

#include "sfr_encode.h"

/* Writes at `pos` and moves it on. Bytes at `cap` and after it are counted, not stored, and set
   `full` for good. A writer with `compare` stores nothing: it sets `differs` if the output has
   other bytes than it is told to write, so that the code that wrote a part can verify it. */
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

/* `count` bytes from `bytes`, or zeros if that is NULL. The work is bounded by `cap`, not by
   `count`. */
void sfr_write_bytes(struct sfr_writer *w, const uint8_t *bytes, uint64_t count);

/* 2.4 SFrame Frame Row Entries: start, info word and data words of a row. */
void sfr_write_fre(struct sfr_writer *w, uint8_t fre_type, const struct sfr_model_fre *row);

#endif
