/* SPDX-License-Identifier: MIT */
/* SFrame FRE: the rows of one function. */
#include "bytes.h"
#include "internal.h"

/* 2.3.3.3 The SFrame FRE Types. */
unsigned sfr_fre_start_width(unsigned fre_type)
{
    switch (fre_type) {
    case SFR_FRE_TYPE_ADDR1: return 1;
    case SFR_FRE_TYPE_ADDR2: return 2;
    case SFR_FRE_TYPE_ADDR4: return 4;
    default: return 0;
    }
}

static uint32_t read_start(struct sfr_bytes *b, unsigned fre_type)
{
    switch (fre_type) {
    case SFR_FRE_TYPE_ADDR1: return sfr_get_u8(b);
    case SFR_FRE_TYPE_ADDR2: return sfr_get_u16(b);
    default: return sfr_get_u32(b);
    }
}

/* 2.4.1 The SFrame FRE Info Word. */
static void read_info(struct sfr_fre *fre, uint8_t info)
{
    static const uint8_t size_of_code[4] = { 1, 2, 4, 0 };
    fre->sfre_info = info;
    fre->base_sp = info & 1;
    fre->num_words = info >> 1 & 0x0f;
    fre->word_size = size_of_code[info >> 5 & 3];
    fre->mangled_ra_p = info >> 7 & 1;
}

static int32_t read_word(struct sfr_bytes *b, unsigned word_size)
{
    switch (word_size) {
    case 1: return sfr_signed8(sfr_get_u8(b));
    case 2: return sfr_signed16(sfr_get_u16(b));
    default: return sfr_signed32(sfr_get_u32(b));
    }
}

void sfr_fres(struct sfr_fre_cursor *c, const struct sfr_section *s, const struct sfr_fde *fde)
{
    *c = (struct sfr_fre_cursor){
        .section = s,
        .pos = fde->fre_pos,
        .count = fde->sfde_func_num_fres,
        .fre_type = fde->fre_type,
    };
}

/* 2.4 SFrame Frame Row Entries: start, info word, then the data words. */
static enum sfr_fault read_fre(struct sfr_bytes *b, unsigned fre_type, struct sfr_fre *fre)
{
    const uint32_t start = read_start(b, fre_type);
    const uint8_t info = sfr_get_u8(b);
    if (b->failed)
        return SFR_FAULT_TRUNCATED_FRE;
    fre->sfre_start_address = start;
    read_info(fre, info);

    const unsigned num_words = fre->num_words, word_size = fre->word_size;
    if (word_size == 0)
        return SFR_FAULT_BAD_WORD_SIZE;
    for (unsigned i = 0; i < num_words && i < SFR_MAX_WORDS; i++)
        fre->words[i] = read_word(b, word_size);
    return b->failed ? SFR_FAULT_TRUNCATED_FRE : SFR_FAULT_NONE;
}

enum sfr_fault sfr_next_fre(struct sfr_fre_cursor *c, struct sfr_fre *fre, bool *more)
{
    const struct sfr_section *s = c->section;

    *more = c->next < c->count;
    if (!*more)
        return SFR_FAULT_NONE;
    *fre = (struct sfr_fre){ .index = c->next, .pos = c->pos };
    if (sfr_fre_start_width(c->fre_type) == 0)
        return SFR_FAULT_BAD_FRE_TYPE;

    struct sfr_bytes b = sfr_bytes_range(s->data, s->size, s->big, c->pos, s->fre_end);
    if (sfr_bytes_left(&b) == 0)
        return SFR_FAULT_FRE_COUNT_OUT_OF_BOUNDS;
    const enum sfr_fault fault = read_fre(&b, c->fre_type, fre);
    if (fault != SFR_FAULT_NONE)
        return fault;
    fre->size = (uint32_t)(b.pos - c->pos);
    c->pos = b.pos;
    c->next++;
    return SFR_FAULT_NONE;
}
