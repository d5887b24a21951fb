/* SPDX-License-Identifier: MIT */
/*
 * Bounded reads of integers in either byte order: the only place where the
 * reader turns an offset into a pointer.
 *
 * A cursor covers bytes [pos, end) of a section; positions are offsets from the
 * section's first byte. Each read tests for itself that its bytes are there. One
 * that finds too few sets `failed`, gives 0 and does not move; so do all
 * reads after it, and a caller asks once per structure.
 */
#ifndef SFR_BYTES_H
#define SFR_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sfr_bytes {
    const uint8_t *base;
    size_t end;
    size_t pos;
    bool big;
    bool failed;
};

/* The bytes [from, to) of a section of `size` bytes; nothing if they do not lie in it. */
static inline struct sfr_bytes sfr_bytes_range(const uint8_t *base, size_t size, bool big, uint64_t from, uint64_t to)
{
    struct sfr_bytes b = { base, 0, 0, big, true };
    if (to <= size && from <= to) {
        b.end = (size_t)to;
        b.pos = (size_t)from;
        b.failed = false;
    }
    return b;
}

static inline size_t sfr_bytes_left(const struct sfr_bytes *b)
{
    return b->failed || b->pos > b->end ? 0 : b->end - b->pos;
}

static inline uint8_t sfr_get_u8(struct sfr_bytes *b)
{
    const size_t pos = b->pos;
    if (sfr_bytes_left(b) < 1) {
        b->failed = true;
        return 0;
    }
    b->pos = pos + 1;
    return b->base[pos];
}

static inline uint16_t sfr_get_u16(struct sfr_bytes *b)
{
    const size_t pos = b->pos;
    if (sfr_bytes_left(b) < 2) {
        b->failed = true;
        return 0;
    }
    const unsigned first = b->base[pos], second = b->base[pos + 1];
    b->pos = pos + 2;
    return (uint16_t)(b->big ? first << 8 | second : second << 8 | first);
}

static inline uint32_t sfr_get_u32(struct sfr_bytes *b)
{
    const size_t pos = b->pos;
    if (sfr_bytes_left(b) < 4) {
        b->failed = true;
        return 0;
    }
    const uint32_t b0 = b->base[pos], b1 = b->base[pos + 1], b2 = b->base[pos + 2], b3 = b->base[pos + 3];
    b->pos = pos + 4;
    return b->big ? b0 << 24 | b1 << 16 | b2 << 8 | b3 : b3 << 24 | b2 << 16 | b1 << 8 | b0;
}

static inline uint64_t sfr_get_u64(struct sfr_bytes *b)
{
    if (sfr_bytes_left(b) < 8) {
        b->failed = true;
        return 0;
    }
    const uint64_t first = sfr_get_u32(b), second = sfr_get_u32(b);
    return b->big ? first << 32 | second : second << 32 | first;
}

/* Two's complement, without relying on how the compiler converts. */
static inline int8_t sfr_signed8(uint8_t v)
{
    return (int8_t)(v < 0x80 ? (int)v : (int)v - 0x100);
}

static inline int16_t sfr_signed16(uint16_t v)
{
    return (int16_t)(v < 0x8000 ? (int)v : (int)v - 0x10000);
}

static inline int32_t sfr_signed32(uint32_t v)
{
    return v <= INT32_MAX ? (int32_t)v : -(int32_t)(UINT32_MAX - v) - 1;
}

static inline int64_t sfr_signed64(uint64_t v)
{
    return v <= INT64_MAX ? (int64_t)v : -(int64_t)(UINT64_MAX - v) - 1;
}

#endif
