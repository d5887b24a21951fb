/* SPDX-License-Identifier: MIT */
/*
 * What CBMC proves: every section of SHORTEST to LONGEST bytes that the checker accepts can be read
 * as a model, and the encoder makes the same bytes of the model if it keeps the layout. Bytes that
 * nothing refers to are not part of a model: they become 0. The section ends where its object ends,
 * at any address.
 *
 * So few bytes have no room for a function, which is also proved, so the proof leaves out the code
 * for functions.
 */
#include "any.h"
#include "check.h"
#include "sfr_encode.h"

static uint8_t object[LONGEST], out[LONGEST + 1];

void sfr_check_fde(struct sfr_checker *c, uint32_t index)
{
    (void)c;
    (void)index;
    assert(!"a section has a function");
}

int main(void)
{
    const uint64_t length = nondet_u64(), addr = nondet_u64();
    const enum sfr_profile profile = PROFILE;
    struct sfr_section s;
    struct sfr_model model;
    size_t size = 0;

    given(length >= SHORTEST && length <= LONGEST);
    for (size_t i = 0; i < LONGEST; i++)
        object[i] = nondet_u8();
    const uint8_t *const in = object + (LONGEST - length);
    if (!sfr_check(in, length, addr, profile, NULL, NULL).accepted)
        return 0;
        /* As reached(), for each length. */
#define R(n) __CPROVER_assert(length != (n), "reached: a section of " #n " bytes");
    REACHED
    assert(length >= SFR_HEADER_SIZE);
    assert(sfr_open(&s, in, length, addr, profile, NULL) == SFR_FAULT_NONE);
    assert(s.hdr.sfh_num_fdes == 0);
    /* This is already asserted, but lets the prover leave out the loops over functions. */
    s.hdr.sfh_num_fdes = 0;
    assert(sfr_model_of_section(&s, &model, NULL, NULL) == SFR_FAULT_NONE);
    assert(sfr_encode(&model, SFR_LAYOUT_EXACT, out, sizeof(out), &size, NULL) == SFR_REFUSAL_NONE);
    assert(size == length);
    for (size_t i = 0; i < LONGEST; i++)
        assert(i >= length || out[i] == (i < s.hdr_end ? in[i] : 0));
    return 0;
}
