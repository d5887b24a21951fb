/* SPDX-License-Identifier: MIT */
/* A bounded reader of DWARF data: fixed widths, LEB128, encoded pointers. */
#include "cfi_bytes.h"

uint64_t sfc_cfi_fixed(struct sfc_cfi_bytes *b, unsigned width)
{
    uint64_t value = 0;
    if ((size_t)(b->end - b->at) < width) {
        b->bad = true;
        b->at = b->end;
        return 0;
    }
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)b->at[i] << 8 * (b->big ? width - 1 - i : i);
    b->at += width;
    return value;
}

/* Bits above the 64th are dropped. */
static uint64_t read_leb(struct sfc_cfi_bytes *b, unsigned *bits, uint8_t *last)
{
    uint64_t value = 0;
    *bits = 0;
    do {
        *last = (uint8_t)sfc_cfi_fixed(b, 1);
        if (*bits < 64)
            value |= (uint64_t)(*last & 0x7f) << *bits;
        *bits = *bits < 64 ? *bits + 7 : *bits;
    } while (*last & 0x80);
    return value;
}

uint64_t sfc_cfi_uleb(struct sfc_cfi_bytes *b)
{
    unsigned bits;
    uint8_t last;
    return read_leb(b, &bits, &last);
}

int64_t sfc_cfi_sleb(struct sfc_cfi_bytes *b)
{
    unsigned bits;
    uint8_t last;
    uint64_t value = read_leb(b, &bits, &last);
    if (bits < 64 && (last & 0x40))
        value |= ~UINT64_C(0) << bits;
    return (int64_t)value;
}

const uint8_t *sfc_cfi_skip(struct sfc_cfi_bytes *b, uint64_t len)
{
    const uint8_t *at = b->at;
    if (len > (uint64_t)(b->end - b->at)) {
        b->bad = true;
        b->at = b->end;
        return NULL;
    }
    b->at += len;
    return at;
}

bool sfc_cfi_encoded(struct sfc_cfi_bytes *b, uint8_t encoding, uint64_t *value)
{
    switch (encoding & 0x0f) {
    case 0x0: *value = sfc_cfi_fixed(b, 8); return true;
    case 0x1: *value = sfc_cfi_uleb(b); return true;
    case 0x2: *value = sfc_cfi_fixed(b, 2); return true;
    case 0x3: *value = sfc_cfi_fixed(b, 4); return true;
    case 0x4: *value = sfc_cfi_fixed(b, 8); return true;
    case 0x9: *value = (uint64_t)sfc_cfi_sleb(b); return true;
    case 0xa: *value = (uint64_t)(int64_t)(int16_t)sfc_cfi_fixed(b, 2); return true;
    case 0xb: *value = (uint64_t)(int64_t)(int32_t)sfc_cfi_fixed(b, 4); return true;
    case 0xc: *value = sfc_cfi_fixed(b, 8); return true;
    default: return false;
    }
}
