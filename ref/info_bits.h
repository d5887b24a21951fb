/* SPDX-License-Identifier: MIT */
/*
 * The bits of the info bytes, by the manual's names. A field is its highest and its lowest bit, so
 * that one name serves to read it, to write it and to mask it: sfr_bits(info,
 * SFR_FUNC_INFO_FRE_TYPE).
 */
#ifndef SFR_INFO_BITS_H
#define SFR_INFO_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* 2.3.3 The SFrame FDE Info Bytes, the first (version 2: 2.3.1; version 1: 1.3.1). */
#define SFR_FUNC_INFO_FRE_TYPE 3, 0
#define SFR_FUNC_INFO_FDE_PCTYPE 4, 4
#define SFR_FUNC_INFO_PAUTH_KEY 5, 5 /* AArch64 */
#define SFR_FUNC_INFO_UNUSED 6, 6
#define SFR_FUNC_INFO_SIGNAL_P 7, 7 /* version 3; unused before */

/* 2.3.3 The SFrame FDE Info Bytes, the second, which only version 3 has. */
#define SFR_FUNC_INFO2_FDE_TYPE 4, 0
#define SFR_FUNC_INFO2_UNUSED 7, 5

/* 2.4.1 The SFrame FRE Info Word. */
#define SFR_FRE_INFO_CFA_BASE_REG_ID 0, 0
#define SFR_FRE_INFO_DATAWORD_COUNT 4, 1
#define SFR_FRE_INFO_DATAWORD_SIZE 6, 5
#define SFR_FRE_INFO_MANGLED_RA_P 7, 7

static inline uint8_t sfr_bits(uint8_t info, unsigned high, unsigned low)
{
    return (uint8_t)((unsigned)info >> low & ((2U << (high - low)) - 1));
}

/* An info byte in which a field is `value` and all else 0. */
static inline uint8_t sfr_to_bits(unsigned value, unsigned high, unsigned low)
{
    return (uint8_t)((value & ((2U << (high - low)) - 1)) << low);
}

static inline uint8_t sfr_bit_mask(unsigned high, unsigned low)
{
    return sfr_to_bits(0xff, high, low);
}

static inline bool sfr_any_bits(uint8_t info, unsigned high, unsigned low)
{
    return (info & sfr_bit_mask(high, low)) != 0;
}

/* 2.4.1 The SFrame FRE Info Word: bytes of a data word; 0 for the invalid size code 3. */
static inline uint8_t sfr_dataword_size(uint8_t sfre_info)
{
    static const uint8_t size_of_code[4] = { 1, 2, 4, 0 };
    return size_of_code[sfr_bits(sfre_info, SFR_FRE_INFO_DATAWORD_SIZE)];
}

#endif
