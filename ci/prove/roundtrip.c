/* SPDX-License-Identifier: MIT */
/*
 * What CBMC proves: every section of LENGTH bytes that the checker accepts can be taken as a model, and of that the encoder
 * makes the same bytes when it keeps the layout. Bytes that nothing refers to are not part of a model: they become 0.
 */
#include <assert.h>

#include "sfr_encode.h"

uint8_t nondet_u8(void);

static uint8_t in[LENGTH], out[LENGTH + 1];
static struct sfr_model_fde fdes[MAX_FDES + 1];
static struct sfr_model_fre fres[MAX_FRES + 1];
static uint64_t run_start[MAX_FDES + 1], run_end[MAX_FDES + 1];

/* Where the rows of function `i` lie, with the attribute of version 3 before them. */
static void take_run(const struct sfr_section *s, uint32_t i)
{
    struct sfr_fde fde;
    struct sfr_fre_cursor c;
    struct sfr_fre fre;
    bool more = true;

    assert(sfr_read_fde(s, i, &fde) == SFR_FAULT_NONE);
    sfr_fres(&c, s, &fde);
    while (more)
        assert(sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE);
    run_start[i] = fde.attr_pos != 0 ? fde.attr_pos : fde.fre_pos;
    run_end[i] = c.pos;
}

static bool is_used(const struct sfr_section *s, uint64_t at)
{
    bool used = at < s->hdr_end || (at >= s->fde_start && at < s->fde_end);

    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++)
        used |= at >= run_start[i] && at < run_end[i];
    return used;
}

int main(void)
{
    struct sfr_section s;
    struct sfr_model model;
    size_t size = 0;

    for (size_t i = 0; i < LENGTH; i++)
        in[i] = nondet_u8();
    if (!sfr_check(in, LENGTH, ADDRESS, PROFILE, NULL, NULL).accepted)
        return 0;
#ifdef REACHED
    assert(false);
#endif
    assert(sfr_open(&s, in, LENGTH, ADDRESS, PROFILE, NULL) == SFR_FAULT_NONE);
    assert(s.hdr.sfh_num_fdes <= MAX_FDES && s.hdr.sfh_num_fres <= MAX_FRES);
    for (uint32_t i = 0; i < s.hdr.sfh_num_fdes; i++)
        take_run(&s, i);
    assert(sfr_model_of_section(&s, &model, fdes, fres) == SFR_FAULT_NONE);
    assert(sfr_encode(&model, SFR_LAYOUT_EXACT, out, sizeof(out), &size, NULL) == SFR_REFUSAL_NONE);
    assert(size == LENGTH);
    for (size_t i = 0; i < LENGTH; i++)
        assert(out[i] == (is_used(&s, i) ? in[i] : 0));
    return 0;
}
