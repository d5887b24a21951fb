/* SPDX-License-Identifier: MIT */
/* Refuses everything that the profile cannot express, in the order of the bytes. */
#include "encode_check.h"
#include "info_bits.h"
#include "internal.h"
#include "write.h"

/* 2.1 SFrame Preamble and 2.2 SFrame Header. */
static enum sfr_refusal check_header(const struct sfr_model *m)
{
    if (m->profile < SFR_PROFILE_V1 || m->profile > SFR_PROFILE_V3)
        return SFR_REFUSAL_BAD_PROFILE;
    if (m->flags & ~sfr_defined_flags(m->profile))
        return SFR_REFUSAL_FLAG_OF_ANOTHER_VERSION;
    if (!sfr_profile_has_abi(m->profile, m->abi))
        return SFR_REFUSAL_ABI_OF_ANOTHER_VERSION;
    if (m->big != sfr_abi_is_big(m->abi))
        return SFR_REFUSAL_BYTE_ORDER_OF_ANOTHER_ABI;
    /* AMD64 has one, of any value; the others have none (AMBIGUITY AMB-058, AMBIGUITY AMB-05A). */
    if ((m->fixed_ra != 0) != (m->abi == SFR_ABI_AMD64_ENDIAN_LITTLE))
        return SFR_REFUSAL_BAD_FIXED_RA;
    if (m->num_fdes > UINT32_MAX)
        return SFR_REFUSAL_TOO_MANY_FDES;
    if (m->num_fres > UINT32_MAX)
        return SFR_REFUSAL_TOO_MANY_FRES;
    if ((m->num_fdes != 0 && !m->fdes) || (m->num_fres != 0 && !m->fres))
        return SFR_REFUSAL_COUNT_MISMATCH;
    return SFR_REFUSAL_NONE;
}

/* ---- 2.3 FDEs -------------------------------------------------------------- */

/* A given layout may set unused bits of the info bytes, but must agree with the function's types
   and bits. Fields that the version does not have must be 0. */
static bool layout_agrees(const struct sfr_encoder *e, const struct sfr_model_fde *fde)
{
    const struct sfr_model *m = e->model;
    const bool v1 = m->profile == SFR_PROFILE_V1, v3 = m->profile == SFR_PROFILE_V3;
    const struct sfr_info_bytes meant = sfr_info_of_types(e, fde);
    const unsigned info_mask = sfr_bit_mask(SFR_FUNC_INFO_FRE_TYPE) | sfr_bit_mask(SFR_FUNC_INFO_FDE_PCTYPE)
                               | (sfr_is_aarch64(m->abi) ? sfr_bit_mask(SFR_FUNC_INFO_PAUTH_KEY) : 0U)
                               | (v3 ? sfr_bit_mask(SFR_FUNC_INFO_SIGNAL_P) : 0U);
    const unsigned info2_mask = v3 ? sfr_bit_mask(SFR_FUNC_INFO2_FDE_TYPE) : 0xffU;

    return ((fde->info ^ meant.info) & info_mask) == 0 && ((fde->info2 ^ meant.info2) & info2_mask) == 0
           && (fde->padding2 == 0 || (!v1 && !v3));
}

/* 2.3.3 The SFrame FDE Info Bytes. */
static enum sfr_refusal check_info(const struct sfr_encoder *e, const struct sfr_model_fde *fde)
{
    const struct sfr_model *m = e->model;
    const bool heeds_layout = sfr_heeds(e, fde->has_layout);

    if (sfr_fre_start_width(sfr_fre_type(e, fde)) == 0)
        return SFR_REFUSAL_BAD_FRE_TYPE;
    if (fde->pc_type != SFR_FDE_PCTYPE_INC && fde->pc_type != SFR_FDE_PCTYPE_MASK)
        return SFR_REFUSAL_BAD_PC_TYPE;
    if (!sfr_profile_has_fde_type(m->profile, fde->fde_type))
        return SFR_REFUSAL_BAD_FDE_TYPE;
    /* Key B of version 1 is written only if a layout gives it (AMBIGUITY AMB-047). */
    if (fde->pauth_key_b && (!sfr_is_aarch64(m->abi) || (m->profile == SFR_PROFILE_V1 && !heeds_layout)))
        return SFR_REFUSAL_PAUTH_KEY;
    if (fde->signal_p && m->profile != SFR_PROFILE_V3)
        return SFR_REFUSAL_SIGNAL_FRAME;
    if (heeds_layout && !layout_agrees(e, fde))
        return SFR_REFUSAL_INFO_CONTRADICTS_FUNCTION;
    return SFR_REFUSAL_NONE;
}

/* The block size came with version 2. A PCINC function may have one (AMBIGUITY AMB-049); a PCMASK
   function must (AMBIGUITY AMB-079). */
static bool rep_size_is_good(const struct sfr_model *m, const struct sfr_model_fde *fde)
{
    if (m->profile == SFR_PROFILE_V1)
        return fde->rep_size == 0;
    return fde->pc_type != SFR_FDE_PCTYPE_MASK || fde->rep_size != 0;
}

static enum sfr_refusal check_fde(const struct sfr_encoder *e, uint64_t index, int64_t *distance)
{
    const struct sfr_model *m = e->model;
    const struct sfr_model_fde *fde = &m->fdes[index];
    int64_t field;

    if (fde->first_fre > m->num_fres || fde->num_fres > m->num_fres - fde->first_fre)
        return SFR_REFUSAL_COUNT_MISMATCH;
    if (!sfr_start_field(e, index, &field, distance))
        return SFR_REFUSAL_START_OUT_OF_RANGE;
    if (m->profile == SFR_PROFILE_V3 && fde->num_fres > UINT16_MAX)
        return SFR_REFUSAL_TOO_MANY_FRES;
    const enum sfr_refusal refusal = check_info(e, fde);
    if (refusal != SFR_REFUSAL_NONE)
        return refusal;
    return rep_size_is_good(m, fde) ? SFR_REFUSAL_NONE : SFR_REFUSAL_BAD_REP_SIZE;
}

/* ---- 2.4 FREs -------------------------------------------------------------- */

static bool same_rule(const struct sfr_rule *a, const struct sfr_rule *b)
{
    switch (a->kind) {
    case SFR_RULE_NONE:
    case SFR_RULE_SAME:
    case SFR_RULE_UNDEFINED: return a->kind == b->kind;
    case SFR_RULE_CFA:
    case SFR_RULE_MEM_CFA: return a->kind == b->kind && a->offset == b->offset;
    case SFR_RULE_REG:
    case SFR_RULE_MEM_REG:
    default: return a->kind == b->kind && a->reg == b->reg && a->offset == b->offset;
    }
}

static bool same_rules(const struct sfr_rules *a, const struct sfr_rules *b)
{
    return same_rule(&a->cfa, &b->cfa) && same_rule(&a->ra, &b->ra) && same_rule(&a->fp, &b->fp)
           && a->mangled_ra_p == b->mangled_ra_p;
}

/* A row whose info word and words are given: writes it, reads it back and compares the rules. */
static enum sfr_refusal check_given_words(const struct sfr_encoder *e, const struct sfr_model_fde *mfde,
                                          const struct sfr_model_fre *row)
{
    const struct sfr_model *m = e->model;
    uint8_t bytes[4 + 1 + 4 * SFR_MAX_WORDS];
    struct sfr_writer w = { .out = bytes, .cap = sizeof(bytes), .big = m->big };

    sfr_write_fre(&w, mfde->fre_type, row);
    const struct sfr_section s = {
        .data = bytes,
        .size = (size_t)w.pos,
        .profile = m->profile,
        .big = m->big,
        .hdr = {
            .sfh_abi_arch = m->abi,
            .sfh_cfa_fixed_fp_offset = m->fixed_fp,
            .sfh_cfa_fixed_ra_offset = m->fixed_ra,
        },
        .fre_end = w.pos,
    };
    const struct sfr_fde fde = { .sfde_func_num_fres = 1, .fre_type = mfde->fre_type, .fde_type = mfde->fde_type };
    struct sfr_fre_cursor c;
    struct sfr_fre fre;
    struct sfr_rules rules;
    bool more;

    sfr_fres(&c, &s, &fde);
    if (sfr_next_fre(&c, &fre, &more) != SFR_FAULT_NONE)
        return SFR_REFUSAL_WORDS_CONTRADICT_RULES;
    for (unsigned i = 0; i < fre.num_words; i++) {
        if (fre.words[i] != row->words[i])
            return SFR_REFUSAL_OFFSET_OUT_OF_RANGE;
    }
    if (sfr_read_rules(&s, &fde, &fre, &rules) != SFR_FAULT_NONE || !same_rules(&rules, &row->rules))
        return SFR_REFUSAL_WORDS_CONTRADICT_RULES;
    return SFR_REFUSAL_NONE;
}

/* The words of one row, and the row's size. */
static enum sfr_refusal check_words(const struct sfr_encoder *e, const struct sfr_model_fde *fde, uint64_t index,
                                    uint64_t *size)
{
    struct sfr_model_fre row;
    enum sfr_refusal refusal = sfr_stored_row(e, fde, index, &row);

    if (refusal != SFR_REFUSAL_NONE)
        return refusal;
    if (row.rules.ra.kind == SFR_RULE_UNDEFINED && !sfr_has_outermost_rows(e->model->profile))
        return SFR_REFUSAL_RA_UNDEFINED;
    *size = sfr_fre_start_width(sfr_fre_type(e, fde)) + 1U
            + (uint64_t)sfr_bits(row.sfre_info, SFR_FRE_INFO_DATAWORD_COUNT) * sfr_dataword_size(row.sfre_info);
    return sfr_heeds(e, row.has_layout) ? check_given_words(e, fde, &row) : SFR_REFUSAL_NONE;
}

/* Rows strictly increase (AMBIGUITY AMB-070); one may start at the function's end
   (AMBIGUITY AMB-071). Increasing rows always fit the canonical FRE type. */
static enum sfr_refusal check_start(const struct sfr_encoder *e, const struct sfr_model_fde *fde, uint64_t index)
{
    const struct sfr_model_fre *row = &e->model->fres[fde->first_fre + index];
    const unsigned width = sfr_fre_start_width(sfr_fre_type(e, fde));

    if (index > 0 && row->start <= row[-1].start)
        return SFR_REFUSAL_FRE_NOT_INCREASING;
    if (row->start > fde->size)
        return SFR_REFUSAL_FRE_START_BEYOND_FUNCTION;
    if (e->exact && width < 4 && row->start >> (8 * width) != 0)
        return SFR_REFUSAL_FRE_START_OUT_OF_RANGE;
    return SFR_REFUSAL_NONE;
}

/* The rows of one function, and the size of its run. */
static enum sfr_refusal check_rows(struct sfr_encoder *e, const struct sfr_model_fde *fde, uint64_t *size)
{
    *size = sfr_attribute_size(e);
    for (uint64_t i = 0; i < fde->num_fres; i++) {
        uint64_t row_size = 0;
        enum sfr_refusal refusal = check_start(e, fde, i);

        if (refusal == SFR_REFUSAL_NONE)
            refusal = check_words(e, fde, i, &row_size);
        if (refusal != SFR_REFUSAL_NONE) {
            e->at.fre = (uint32_t)i;
            return refusal;
        }
        *size += row_size;
    }
    return SFR_REFUSAL_NONE;
}

/* ---- All functions --------------------------------------------------------- */

/* What the check of one function needs of the functions before it. */
struct so_far {
    int64_t distance; /* of the function before */
    uint64_t num_fres;
    uint64_t runs_end; /* the furthest end of a run, from fre_start */
};

static enum sfr_refusal check_function(struct sfr_encoder *e, uint64_t index, struct so_far *before)
{
    const struct sfr_model *m = e->model;
    const struct sfr_model_fde *fde = &m->fdes[index];
    int64_t distance;
    uint64_t size;
    enum sfr_refusal refusal = check_fde(e, index, &distance);

    if (refusal != SFR_REFUSAL_NONE)
        return refusal;
    if ((m->flags & SFR_F_FDE_SORTED) && index > 0 && distance < before->distance)
        return SFR_REFUSAL_NOT_SORTED;
    refusal = check_rows(e, fde, &size);
    if (refusal != SFR_REFUSAL_NONE)
        return refusal;

    const uint64_t end = sfr_run_start(e, fde, before->runs_end) + size;
    if (sfr_heeds(e, m->has_layout) && end > m->fre_len)
        return SFR_REFUSAL_LAYOUT_CONTRADICTION;
    if (end > UINT32_MAX)
        return SFR_REFUSAL_SECTION_TOO_LARGE;
    if (before->runs_end < end)
        before->runs_end = end;
    before->distance = distance;
    before->num_fres += fde->num_fres;
    e->run_bytes += size;
    e->placed_runs |= sfr_heeds(e, fde->has_layout);
    return SFR_REFUSAL_NONE;
}

enum sfr_refusal sfr_check_model(struct sfr_encoder *e)
{
    const struct sfr_model *m = e->model;
    struct so_far so_far = { 0, 0, 0 };
    enum sfr_refusal refusal = check_header(m);

    if (refusal == SFR_REFUSAL_NONE)
        refusal = sfr_lay_out(e);
    if (refusal != SFR_REFUSAL_NONE)
        return refusal;
    for (uint64_t i = 0; i < m->num_fdes; i++) {
        refusal = check_function(e, i, &so_far);
        if (refusal != SFR_REFUSAL_NONE) {
            e->at.fde = (uint32_t)i;
            return refusal;
        }
    }
    e->fre_len = sfr_heeds(e, m->has_layout) ? m->fre_len : so_far.runs_end;
    return so_far.num_fres == m->num_fres ? SFR_REFUSAL_NONE : SFR_REFUSAL_COUNT_MISMATCH;
}
