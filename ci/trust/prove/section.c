/* SPDX-License-Identifier: MIT */
/*
 * What CBMC proves about a whole section with one function and one row, whose parts follow each other without
 * a gap, in both byte orders: if sfr_check() accepts it, it can be opened and read as a model, and the encoder
 * makes the same bytes of the model if it keeps the layout. Nothing is left out or replaced. The fields that say
 * how many parts there are and where are fixed, and so are the info byte of the function, FUNC_INFO, and the info
 * word of the row, ROW_INFO, so that all places are constants. All other bytes are any.
 */
#include "any.h"
#include "internal.h"
#include "section_fields.h"
#include "sfr_encode.h"

enum {
    ENTRY = PROFILE == SFR_PROFILE_V1   ? SFR_FDE_SIZE_V1
            : PROFILE == SFR_PROFILE_V3 ? SFR_FDE_INDEX_SIZE_V3
                                        : SFR_FDE_SIZE_V2,
    ATTRIBUTE = PROFILE == SFR_PROFILE_V3 ? SFR_FDE_ATTR_SIZE_V3 : 0
};
enum {
    START = 1 << (FUNC_INFO & 3),
    ROW = START + 1 + (ROW_INFO >> 1 & 15) * (1 << (ROW_INFO >> 5 & 3)),
    FRES = SFR_HEADER_SIZE + ENTRY,
    SIZE = FRES + ATTRIBUTE + ROW
};

static uint8_t in[SIZE], out[SIZE];

static void put(bool big, size_t at, uint32_t value, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        in[at + i] = (uint8_t)(value >> (8 * (big ? width - 1 - i : i)));
}

static void any_section(bool big)
{
    for (size_t i = 0; i < SIZE; i++)
        in[i] = nondet_u8();
    put(big, SFR_AT_MAGIC, SFR_MAGIC, 2);
    put(big, SFR_AT_VERSION, PROFILE == SFR_PROFILE_V1 ? 1 : PROFILE == SFR_PROFILE_V3 ? 3 : 2, 1);
    put(big, SFR_AT_AUXHDR_LEN, 0, 1);
    put(big, SFR_AT_NUM_FDES, 1, 4);
    put(big, SFR_AT_NUM_FRES, 1, 4);
    put(big, SFR_AT_FRE_LEN, ATTRIBUTE + ROW, 4);
    put(big, SFR_AT_FDEOFF, 0, 4);
    put(big, SFR_AT_FREOFF, ENTRY, 4);
    put(big, FRES + ATTRIBUTE + START, ROW_INFO, 1);
    if (PROFILE == SFR_PROFILE_V3) {
        put(big, SFR_HEADER_SIZE + 12, 0, 4); /* sfde_func_start_fre_off */
        put(big, FRES, 1, 2);                 /* sfda_func_num_fres */
        put(big, FRES + 2, FUNC_INFO, 1);
    } else {
        put(big, SFR_HEADER_SIZE + 8, 0, 4);  /* sfde_func_start_fre_off */
        put(big, SFR_HEADER_SIZE + 12, 1, 4); /* sfde_func_num_fres */
        put(big, SFR_HEADER_SIZE + 16, FUNC_INFO, 1);
    }
}

static void same_section(bool big)
{
    const uint64_t addr = nondet_u64();
    struct sfr_section s;
    struct sfr_model m;
    struct sfr_model_fde fdes[1];
    struct sfr_model_fre fres[1];
    size_t size;

    any_section(big);
    if (!sfr_check(in, SIZE, addr, PROFILE, NULL, NULL).accepted)
        return;
    if (big)
        reached("a big-endian section");
    else
        reached("a little-endian section");
    assert(sfr_open(&s, in, SIZE, addr, PROFILE, NULL) == SFR_FAULT_NONE);
    assert(sfr_model_of_section(&s, &m, fdes, fres) == SFR_FAULT_NONE);
    assert(sfr_encode(&m, SFR_LAYOUT_EXACT, out, SIZE, &size, NULL) == SFR_REFUSAL_NONE);
    assert(size == SIZE);
    for (size_t i = 0; i < SIZE; i++)
        assert(out[i] == in[i]);
}

int main(void)
{
    same_section(false);
    same_section(true);
    return 0;
}
