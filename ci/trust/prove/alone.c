/* SPDX-License-Identifier: MIT */
/*
 * What CBMC proves about one row that sfr_next_fre() reads from the start of some bytes, in FREs that end
 * anywhere after it: if the FREs end with it, the same row is read. Its size is the one that FRE_TYPE and its
 * info word give. So words.c may end the section with the row.
 */
#include "any.h"
#include "info_bits.h"
#include "internal.h"

enum { LONGEST_ROW = 4 + 1 + 4 * SFR_MAX_WORDS };
enum { START = FRE_TYPE == SFR_FRE_TYPE_ADDR1 ? 1 : FRE_TYPE == SFR_FRE_TYPE_ADDR2 ? 2 : 4 };

static uint8_t bytes[LONGEST_ROW];

static enum sfr_fault read_row(const struct sfr_section *s, struct sfr_fre *fre)
{
    struct sfr_fre_cursor c = { .section = s, .pos = 0, .count = 1, .fre_type = FRE_TYPE };
    bool more;

    return sfr_next_fre(&c, fre, &more);
}

int main(void)
{
    struct sfr_section s;
    struct sfr_fre fre, same;

    for (size_t i = 0; i < LONGEST_ROW; i++)
        bytes[i] = nondet_u8();
    s.data = bytes;
    s.size = LONGEST_ROW;
    if (read_row(&s, &fre) != SFR_FAULT_NONE)
        return 0;
    if (fre.num_words == SFR_MAX_WORDS && fre.word_size == 4)
        reached("a row with all words");
    const uint8_t info = bytes[START], count = sfr_bits(info, SFR_FRE_INFO_DATAWORD_COUNT);
    assert(fre.sfre_info == info && sfr_bits(info, SFR_FRE_INFO_DATAWORD_SIZE) != 3);
    assert(fre.size == START + 1 + count * (1U << sfr_bits(info, SFR_FRE_INFO_DATAWORD_SIZE)));
    s.size = s.fre_end = fre.size;
    assert(read_row(&s, &same) == SFR_FAULT_NONE);
    assert(same.size == fre.size && same.sfre_start_address == fre.sfre_start_address);
    assert(same.sfre_info == fre.sfre_info && same.word_size == fre.word_size && same.num_words == fre.num_words);
    assert(same.base_sp == fre.base_sp && same.mangled_ra_p == fre.mangled_ra_p);
    for (unsigned i = 0; i < SFR_MAX_WORDS; i++)
        assert(same.words[i] == fre.words[i]);
    return 0;
}
