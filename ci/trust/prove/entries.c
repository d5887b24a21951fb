/* SPDX-License-Identifier: MIT */
/*
 * What CBMC proves about each of up to FUNCTIONS functions in which sfr_check_fde() finds no violation but
 * perhaps in its rows: as a function of a model, with its layout, the encoder does not refuse it, and writes
 * the same bytes: its FDE, and in version 3 its attribute. The section has neither auxiliary header nor gap.
 */
#include "any.h"
#include "check.h"

#include "encode.c"
#include "encode_check.c"
#include "model.c"

enum {
    ENTRY = PROFILE == SFR_PROFILE_V1   ? SFR_FDE_SIZE_V1
            : PROFILE == SFR_PROFILE_V3 ? SFR_FDE_INDEX_SIZE_V3
                                        : SFR_FDE_SIZE_V2
};
enum { FDES_END = SFR_HEADER_SIZE + FUNCTIONS * ENTRY, SIZE = FDES_END + SFR_FDE_ATTR_SIZE_V3 + 1 };

static uint8_t bytes[SIZE], out[SIZE];
static struct sfr_model_fde fdes[FUNCTIONS];
static struct sfr_model_fre fres[1];

enum sfr_fault sfr_check_fres(struct sfr_checker *c, const struct sfr_fde *fde)
{
    (void)c;
    (void)fde;
    return SFR_FAULT_NONE;
}

static struct sfr_section any_opened(void)
{
    struct sfr_section s;

    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = nondet_u8();
    s.data = bytes;
    s.size = s.fre_end = SIZE;
    s.profile = PROFILE;
    s.hdr.sfh_num_fdes = FUNCTIONS;
    s.hdr.sfh_auxhdr_len = 0;
    s.hdr.sfh_fdeoff = 0;
    s.hdr.sfh_freoff = FUNCTIONS * ENTRY;
    s.hdr.sfh_fre_len = SIZE - FDES_END;
    s.hdr_end = s.fde_start = SFR_HEADER_SIZE;
    s.fde_end = s.fre_start = FDES_END;
    s.fde_size = ENTRY;
    given(sfr_profile_has_abi(s.profile, s.hdr.sfh_abi_arch));
    given((s.hdr.sfp_flags & ~sfr_defined_flags(s.profile)) == 0);
    return s;
}

/* Writes [pos, pos + count) and compares it with the section. */
static void same_bytes(const struct sfr_writer *w, uint64_t pos, uint64_t count)
{
    assert(w->pos == pos + count && !w->full);
    for (uint64_t i = 0; i < count; i++)
        assert(out[pos + i] == bytes[pos + i]);
}

int main(void)
{
    const struct sfr_section s = any_opened();
    const uint32_t index = nondet_u32();
    struct sfr_checker c;
    struct sfr_model m;
    struct sfr_fde fde;
    int64_t distance;

    given(index < FUNCTIONS);
    c.s = &s;
    c.report = NULL;
    c.verdict.violations = 0;
    sfr_check_fde(&c, index);
    if (c.verdict.violations != 0)
        return 0;
    assert(sfr_read_fde(&s, index, &fde) == SFR_FAULT_NONE);
    reached("a function");
    take_header(&s, &m);
    take_fde(&fde, &fdes[index]);
    m.fdes = fdes;
    m.fres = fres;
    m.num_fres = fde.sfde_func_num_fres;
    struct sfr_encoder e = { .model = &m, .exact = true };
    assert(sfr_lay_out(&e) == SFR_REFUSAL_NONE);
    assert(check_fde(&e, index, &distance) == SFR_REFUSAL_NONE);
    const uint64_t run = sfr_run_start(&e, &fdes[index], nondet_u64());
    struct sfr_writer w = { .out = out, .cap = SIZE, .pos = e.fde_start + index * e.fde_size, .big = m.big };
    if (PROFILE != SFR_PROFILE_V3) {
        write_fde_v1_v2(&e, &w, index, run);
        same_bytes(&w, fde.pos, ENTRY);
        return 0;
    }
    write_fde_index_v3(&e, &w, index, run);
    same_bytes(&w, fde.pos, ENTRY);
    w.pos = e.fre_start + run;
    write_fde_attribute_v3(&e, &w, &fdes[index]);
    same_bytes(&w, fde.attr_pos, SFR_FDE_ATTR_SIZE_V3);
    return 0;
}
