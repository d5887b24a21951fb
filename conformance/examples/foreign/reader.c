/* SPDX-License-Identifier: 0BSD */
/* A stand-in for your implementation: a reader that checks only the header. */
#include <stdint.h>

#include "reader.h"

enum { HEADER_SIZE = 28 };

static uint64_t number(const unsigned char *at, unsigned width, bool big)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)at[big ? width - 1 - i : i] << 8 * i;
    return value;
}

bool header_is_sound(const unsigned char *section, size_t size)
{
    static const uint64_t fde_sizes[] = { 0, 17, 20, 16 };
    if (size < HEADER_SIZE)
        return false;
    const bool big = section[0] == 0xde && section[1] == 0xe2;
    const unsigned version = section[2], abi = section[4];
    if ((!big && (section[0] != 0xe2 || section[1] != 0xde)) || version < 1 || version > 3)
        return false;
    if (abi < 1 || abi > 4 || big != (abi == 1 || abi == 4))
        return false;
    const uint64_t header = HEADER_SIZE + (uint64_t)section[7];
    if (header > size)
        return false;
    const uint64_t left = size - header, fdes = number(section + 8, 4, big), fre_len = number(section + 16, 4, big);
    const uint64_t fde_off = number(section + 20, 4, big), fre_off = number(section + 24, 4, big);
    return fde_off + fdes * fde_sizes[version] <= left && fre_off + fre_len <= left;
}
