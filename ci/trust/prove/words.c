/* SPDX-License-Identifier: MIT */
/*
 * What CBMC proves about one row that can be read and has rules, of any function of any section: as a row of
 * a model, with its layout, the encoder does not refuse it, knows its size, and writes the same bytes.
 *
 * One row of each info word of at most MOST_WORDS words, of the size of SIZE_CODE, so that all places are constants.
 * The section ends with the row: alone.c proves that this makes no difference.
 */
#include "any.h"

#include "encode_check.c"
#include "model.c"

enum { LONGEST_ROW = 4 + 1 + 4 * SFR_MAX_WORDS };
enum { START = FRE_TYPE == SFR_FRE_TYPE_ADDR1 ? 1 : FRE_TYPE == SFR_FRE_TYPE_ADDR2 ? 2 : 4 };
/* That is, in a row with rules: three, or three pairs of a flexible FDE, which only version 3 has (reads.c). */
enum { MOST_WORDS = PROFILE == SFR_PROFILE_V3 ? 6 : 3 };

static unsigned counts_seen;

/* The section and the model of it: only what rows depend on. */
static void any_section(const uint8_t *bytes, uint64_t length, struct sfr_section *s, struct sfr_model *m)
{
    struct sfr_section any;

    any.data = bytes;
    any.profile = PROFILE;
    any.big = nondet_bool();
    any.size = any.fre_end = length;
    *s = any;
    take_header(s, m);
}

/* The row as a row of a model, and written. */
static void write_row(struct sfr_model *m, const struct sfr_fde *fde, const struct sfr_model_fre *row,
                      const uint8_t *bytes, uint64_t length)
{
    uint8_t out[LONGEST_ROW];
    struct sfr_model_fde mfde;
    uint64_t size = 0;

    take_fde(fde, &mfde);
    mfde.first_fre = 0;
    m->fres = row;
    m->num_fres = 1;
    struct sfr_encoder e = { .model = m, .exact = true };
    assert(check_words(&e, &mfde, 0, &size) == SFR_REFUSAL_NONE);
    assert(size == length);
    struct sfr_writer w = { .out = out, .cap = sizeof(out), .big = m->big };
    sfr_write_fre(&w, mfde.fre_type, row);
    assert(w.pos == length && !w.full);
    for (size_t i = 0; i < length; i++)
        assert(out[i] == bytes[i]);
}

static void any_row(uint8_t info)
{
    const unsigned count = sfr_bits(info, SFR_FRE_INFO_DATAWORD_COUNT);
    const uint64_t length = START + 1 + count * (1U << SIZE_CODE);
    uint8_t bytes[LONGEST_ROW];
    struct sfr_section s;
    struct sfr_model m;
    struct sfr_fde fde;
    struct sfr_fre_cursor c;
    struct sfr_fre fre;
    struct sfr_model_fre row;
    bool more;

    bytes[START] = info;
    any_section(bytes, length, &s, &m);
    fde.sfde_func_num_fres = 1;
    fde.fre_pos = 0;
    fde.fre_type = FRE_TYPE;
    given(PROFILE == SFR_PROFILE_V3 || fde.fde_type == SFR_FDE_TYPE_DEFAULT);
    sfr_fres(&c, &s, &fde);
    assert(sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && fre.size == length);
    if (take_fre(&s, &fde, &fre, &row) != SFR_FAULT_NONE)
        return;
    counts_seen |= 1U << count;
    write_row(&m, &fde, &row, bytes, length);
}

/* A row with more words has no rules, whatever they are. */
static void any_longer_row(void)
{
    struct sfr_section s;
    struct sfr_fde fde;
    struct sfr_fre fre;
    struct sfr_rules rules;

    s.profile = PROFILE;
    given(PROFILE == SFR_PROFILE_V3 || fde.fde_type == SFR_FDE_TYPE_DEFAULT);
    given(MOST_WORDS < fre.num_words && fre.num_words <= SFR_MAX_WORDS);
    assert(sfr_read_rules(&s, &fde, &fre, &rules) != SFR_FAULT_NONE);
    reached("a row with more words");
}

int main(void)
{
    const unsigned counts = (2U << MOST_WORDS) - (sfr_has_outermost_rows(PROFILE) ? 1 : 2);

    any_longer_row();
    for (unsigned i = 0; i <= (MOST_WORDS << 1 | 1); i++) {
        any_row((uint8_t)(SIZE_CODE << 5 | i));
        any_row((uint8_t)(0x80 | SIZE_CODE << 5 | i));
    }
    if (counts_seen == counts)
        reached("a row of each number of words");
    return 0;
}
