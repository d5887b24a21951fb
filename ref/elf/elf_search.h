/* SPDX-License-Identifier: MIT */
/* elf_search.h - finds the last of several things with addresses that starts at or below an
   address. */
#ifndef SFR_ELF_SEARCH_H
#define SFR_ELF_SEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* How many of `count` things, sorted by address, start at or below `addr`; the last of them has the
   result - 1 as its index. `first` is the address member (uint64_t) of the first thing, and they
   are `stride` bytes apart. */
static inline size_t sfr_elf_upto(const void *first, size_t count, size_t stride, uint64_t addr)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        uint64_t at;
        memcpy(&at, (const unsigned char *)first + mid * stride, sizeof at);
        if (at <= addr)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

#endif
