/* SPDX-License-Identifier: MIT */
/*
 * What CBMC proves about one row that can be read and has rules, of any function of any section: as a row of
 * a model, with its layout, the encoder does not refuse it, knows its size, and writes the same bytes.
 */
#include "any.h"

#include "encode_check.c"
#include "model.c"

enum { LONGEST_ROW = 4 + 1 + 4 * SFR_MAX_WORDS };

static uint8_t bytes[LONGEST_ROW], out[LONGEST_ROW];

/* The section and the model of it: only what rows depend on. */
static void any_section(struct sfr_section *s, struct sfr_model *m)
{
    struct sfr_section any;

    any.data = bytes;
    any.profile = PROFILE;
    any.big = nondet_bool();
    given(any.fre_end <= LONGEST_ROW);
    any.size = LONGEST_ROW;
    *s = any;
    take_header(s, m);
}

int main(void)
{
    struct sfr_section s;
    struct sfr_model m;
    struct sfr_fde fde;
    struct sfr_fre fre;
    struct sfr_model_fde mfde;
    struct sfr_model_fre row;
    uint64_t size = 0;
    bool more;

    for (size_t i = 0; i < LONGEST_ROW; i++)
        bytes[i] = nondet_u8();
    any_section(&s, &m);
    fde.sfde_func_num_fres = 1;
    fde.fre_pos = 0;
    fde.fre_type = FRE_TYPE;
    struct sfr_fre_cursor c;
    sfr_fres(&c, &s, &fde);
    if (sfr_next_fre(&c, &fre, &more) != SFR_FAULT_NONE || take_fre(&s, &fde, &fre, &row) != SFR_FAULT_NONE)
        return 0;
    reached("a row");
    take_fde(&fde, &mfde);
    mfde.first_fre = 0;
    m.fres = &row;
    m.num_fres = 1;
    struct sfr_encoder e = { .model = &m, .exact = true };
    assert(check_words(&e, &mfde, 0, &size) == SFR_REFUSAL_NONE);
    assert(size == fre.size);
    struct sfr_writer w = { .out = out, .cap = sizeof(out), .big = m.big };
    sfr_write_fre(&w, mfde.fre_type, &row);
    assert(w.pos == fre.size && !w.full);
    for (size_t i = 0; i < LONGEST_ROW; i++)
        assert(i >= fre.size || out[i] == bytes[i]);
    return 0;
}
