/* SPDX-License-Identifier: MIT */
/*
 * SFrame FRE: reads the rows of one function ("row" and "FRE" are the same thing). It is a header
 * so that the compiler inlines it into the walks over a whole section; all others call
 * sfr_next_fre().
 */
#ifndef SFR_FRE_WALK_H
#define SFR_FRE_WALK_H

#include <string.h>

#include "bytes.h"
#include "info_bits.h"
#include "internal.h"

static inline uint32_t sfr_fre_start(struct sfr_bytes *b, unsigned fre_type)
{
    switch (fre_type) {
    case SFR_FRE_TYPE_ADDR1: return sfr_get_u8(b);
    case SFR_FRE_TYPE_ADDR2: return sfr_get_u16(b);
    default: return sfr_get_u32(b);
    }
}

/* 2.4.1 The SFrame FRE Info Word. */
static inline void sfr_fre_info(struct sfr_fre *fre, uint8_t info)
{
    fre->sfre_info = info;
    fre->base_sp = sfr_any_bits(info, SFR_FRE_INFO_CFA_BASE_REG_ID);
    fre->num_words = sfr_bits(info, SFR_FRE_INFO_DATAWORD_COUNT);
    fre->word_size = sfr_dataword_size(info);
    fre->mangled_ra_p = sfr_any_bits(info, SFR_FRE_INFO_MANGLED_RA_P);
}

/* The data words, sign-extended. Each read tests that the word is there. */
static inline void sfr_fre_words(struct sfr_bytes *b, unsigned word_size, unsigned count, int32_t words[SFR_MAX_WORDS])
{
    const unsigned n = count < SFR_MAX_WORDS ? count : SFR_MAX_WORDS;

    switch (word_size) {
    case 1:
        for (unsigned i = 0; i < n; i++)
            words[i] = sfr_signed8(sfr_get_u8(b));
        break;
    case 2:
        for (unsigned i = 0; i < n; i++)
            words[i] = sfr_signed16(sfr_get_u16(b));
        break;
    default:
        for (unsigned i = 0; i < n; i++)
            words[i] = sfr_signed32(sfr_get_u32(b));
        break;
    }
}

/* 2.4 SFrame Frame Row Entries: start, info word, then the data words. A failed read returns 0, and
   an info word of 0 has no data words. */
static inline enum sfr_fault sfr_fre_all(struct sfr_bytes *b, unsigned fre_type, struct sfr_fre *fre)
{
    fre->sfre_start_address = sfr_fre_start(b, fre_type);
    sfr_fre_info(fre, sfr_get_u8(b));

    const unsigned num_words = fre->num_words, word_size = fre->word_size;
    if (word_size == 0)
        return SFR_FAULT_BAD_WORD_SIZE;
    sfr_fre_words(b, word_size, num_words, fre->words);
    return b->failed ? SFR_FAULT_TRUNCATED_FRE : SFR_FAULT_NONE;
}

/* A row that cannot be read at all. */
static inline enum sfr_fault sfr_fre_missing(struct sfr_fre *fre, enum sfr_fault fault)
{
    fre->sfre_start_address = 0;
    sfr_fre_info(fre, 0);
    return fault;
}

/* The bytes from `pos` to the end of the sub-section. Only reading a function's rows shows where
   they end. */
static inline struct sfr_bytes sfr_fre_bytes(const struct sfr_section *s, uint64_t pos)
{
    return sfr_bytes_range(s->data, s->size, s->big, pos, s->fre_end);
}

/* Reads row `index` of a function; `b` stands at its first byte. */
static inline enum sfr_fault sfr_walk_fre(struct sfr_bytes *b, unsigned fre_type, uint32_t index, struct sfr_fre *fre)
{
    const size_t pos = b->pos;

    fre->index = index;
    fre->pos = pos;
    fre->size = 0;
    memset(fre->words, 0, sizeof(fre->words));
    if (fre_type > SFR_FRE_TYPE_ADDR4)
        return sfr_fre_missing(fre, SFR_FAULT_BAD_FRE_TYPE);
    if (sfr_bytes_left(b) == 0)
        return sfr_fre_missing(fre, SFR_FAULT_FRE_COUNT_OUT_OF_BOUNDS);
    const enum sfr_fault fault = sfr_fre_all(b, fre_type, fre);
    if (fault == SFR_FAULT_NONE)
        fre->size = (uint32_t)(b->pos - pos);
    return fault;
}

#endif
