/* SPDX-License-Identifier: MIT */
/*
 * Bounded reads of integers in either byte order: the only place where the
 * reader turns an offset into a pointer.
 *
 * A cursor covers bytes [pos, end) of a section; positions are offsets from the
 * section's first byte, and pos <= end always holds. Each read tests that its bytes
 * are there. A read that finds too few sets `failed`, returns 0 and leaves nothing to
 * read. All later reads fail too, so a caller tests `failed` once per structure.
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

/* The bytes [from, to) of a section of `size` bytes; none if the range is not inside it. */
static inline struct sfr_bytes sfr_bytes_range(const uint8_t *base, size_t size, bool big, uint64_t from, uint64_t to)
{
    const bool inside = to <= size && from <= to;
    const struct sfr_bytes b = { base, inside ? (size_t)to : 0, inside ? (size_t)from : 0, big, !inside };
    return b;
}

static inline size_t sfr_bytes_left(const struct sfr_bytes *b)
{
    return b->end - b->pos;
}

/* Are `n` bytes left? If not, the cursor fails. The position itself is compared, so that a prover
   knows its bound afterwards (PROOFS.md). */
static inline bool sfr_bytes_need(struct sfr_bytes *b, size_t n)
{
    if (n <= b->end && b->pos <= b->end - n)
        return true;
    b->failed = true;
    b->pos = b->end;
    return false;
}

static inline uint8_t sfr_get_u8(struct sfr_bytes *b)
{
    if (!sfr_bytes_need(b, 1))
        return 0;
    return b->base[b->pos++];
}

static inline uint16_t sfr_get_u16(struct sfr_bytes *b)
{
    if (!sfr_bytes_need(b, 2))
        return 0;
    const uint8_t *const p = b->base + b->pos;
    b->pos += 2;
    if (b->big)
        return (uint16_t)(p[0] << 8 | p[1]);
    return (uint16_t)(p[1] << 8 | p[0]);
}

static inline uint32_t sfr_get_u32(struct sfr_bytes *b)
{
    if (!sfr_bytes_need(b, 4))
        return 0;
    const uint8_t *const p = b->base + b->pos;
    b->pos += 4;
    if (b->big)
        return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static inline uint64_t sfr_get_u64(struct sfr_bytes *b)
{
    if (!sfr_bytes_need(b, 8))
        return 0;
    const uint64_t first = sfr_get_u32(b), second = sfr_get_u32(b);
    return b->big ? first << 32 | second : second << 32 | first;
}

/* Two's complement, independent of how the compiler converts. */
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
