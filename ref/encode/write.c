/* SPDX-License-Identifier: MIT */
/* The bounded writer of the encoder, for both byte orders. */
#include <string.h>

#include "info_bits.h"
#include "internal.h"
#include "write.h"

/* Moves on by `count` bytes and returns how many of them have room. */
static size_t take(struct sfr_writer *w, uint64_t count)
{
    const uint64_t room = w->pos < w->cap ? w->cap - w->pos : 0;
    const uint64_t fits = count < room ? count : room;

    if (fits < count)
        w->full = true;
    w->pos += count;
    return (size_t)fits;
}

/* ALL-PRE-03: the target's byte order. */
void sfr_write_uint(struct sfr_writer *w, uint64_t value, unsigned width)
{
    uint8_t bytes[8] = { 0 };

    for (unsigned i = 0; i < width && i < sizeof(bytes); i++) {
        const unsigned place = w->big ? width - 1 - i : i;
        bytes[i] = (uint8_t)(value >> (8 * place));
    }
    sfr_write_bytes(w, bytes, width);
}

void sfr_write_u8(struct sfr_writer *w, uint8_t value)
{
    sfr_write_uint(w, value, 1);
}

void sfr_write_u16(struct sfr_writer *w, uint16_t value)
{
    sfr_write_uint(w, value, 2);
}

void sfr_write_u32(struct sfr_writer *w, uint32_t value)
{
    sfr_write_uint(w, value, 4);
}

void sfr_write_u64(struct sfr_writer *w, uint64_t value)
{
    sfr_write_uint(w, value, 8);
}

void sfr_write_bytes(struct sfr_writer *w, const uint8_t *bytes, uint64_t count)
{
    const uint64_t start = w->pos;
    const size_t fits = take(w, count);

    if (fits == 0)
        return;
    if (w->compare) {
        for (size_t i = 0; i < fits; i++)
            w->differs |= w->out[start + i] != (bytes ? bytes[i] : 0);
    } else if (bytes) {
        memcpy(w->out + start, bytes, fits);
    } else {
        memset(w->out + start, 0, fits);
    }
}

void sfr_write_fre(struct sfr_writer *w, uint8_t fre_type, const struct sfr_model_fre *row)
{
    const unsigned count = sfr_bits(row->sfre_info, SFR_FRE_INFO_DATAWORD_COUNT);
    const unsigned size = sfr_dataword_size(row->sfre_info);

    sfr_write_uint(w, row->start, sfr_fre_start_width(fre_type));
    sfr_write_u8(w, row->sfre_info);
    for (unsigned i = 0; i < count; i++)
        sfr_write_uint(w, (uint32_t)row->words[i], size);
}
