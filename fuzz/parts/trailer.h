/* SPDX-License-Identifier: MIT */
/* trailer.h - the optional end of a harness's input. */
#ifndef FUZZ_TRAILER_H
#define FUZZ_TRAILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* An input is a section, so any .sframe file is an input. A trailer may follow: 8 bytes for the
   section's address, little-endian, a byte for the profile, and 4 bytes that mark a trailer. */
enum { FUZZ_TRAILER_SIZE = 13 };
#define FUZZ_TRAILER_MARK "\xf5\x5a\x66\x75"

static inline void fuzz_trailer_put(uint8_t out[FUZZ_TRAILER_SIZE], uint64_t addr, unsigned profile)
{
    for (unsigned i = 0; i < 8; i++)
        out[i] = (uint8_t)(addr >> 8 * i);
    out[8] = (uint8_t)profile;
    memcpy(out + 9, FUZZ_TRAILER_MARK, 4);
}

/* Takes the trailer off an input: its address, and the byte for the profile. False if there is none. */
static inline bool fuzz_trailer_take(const uint8_t *data, size_t *size, uint64_t *addr, uint8_t *profile)
{
    if (*size < FUZZ_TRAILER_SIZE || memcmp(data + *size - 4, FUZZ_TRAILER_MARK, 4) != 0)
        return false;
    *size -= FUZZ_TRAILER_SIZE;
    *addr = 0;
    for (unsigned i = 0; i < 8; i++)
        *addr |= (uint64_t)data[*size + i] << 8 * i;
    *profile = data[*size + 8];
    return true;
}

#endif
