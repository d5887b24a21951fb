/* SPDX-License-Identifier: MIT */
/* Writes a section: header, FDEs and FREs, in the format's order. */
#include "encode_check.h"
#include "internal.h"
#include "write.h"

/* 2.1 SFrame Preamble. */
static void write_preamble(const struct sfr_encoder *e, struct sfr_writer *w)
{
    const enum sfr_profile profile = e->model->profile;

    sfr_write_u16(w, SFR_MAGIC);
    sfr_write_u8(w, profile == SFR_PROFILE_V1 ? 1 : profile == SFR_PROFILE_V3 ? 3 : 2);
    sfr_write_u8(w, e->model->flags);
}

/* 2.2 SFrame Header, after the preamble, and the auxiliary header. */
static void write_header(const struct sfr_encoder *e, struct sfr_writer *w)
{
    const struct sfr_model *m = e->model;

    sfr_write_u8(w, m->abi);
    sfr_write_u8(w, (uint8_t)m->fixed_fp);
    sfr_write_u8(w, (uint8_t)m->fixed_ra);
    sfr_write_u8(w, m->auxhdr_len);
    sfr_write_u32(w, (uint32_t)m->num_fdes);
    sfr_write_u32(w, (uint32_t)m->num_fres);
    sfr_write_u32(w, (uint32_t)e->fre_len);
    sfr_write_u32(w, (uint32_t)e->fdeoff);
    sfr_write_u32(w, (uint32_t)e->freoff);
    sfr_write_bytes(w, m->aux, m->auxhdr_len);
}

/* 1.3 SFrame FDE of version 1; 2.3 of version 2, which appends three bytes. */
static void write_fde_v1_v2(const struct sfr_encoder *e, struct sfr_writer *w, uint64_t index, uint64_t fre_off)
{
    const struct sfr_model_fde *fde = &e->model->fdes[index];
    const struct sfr_info_bytes stored = sfr_stored_info(e, fde);
    int64_t start, distance;

    sfr_start_field(e, index, &start, &distance);
    sfr_write_u32(w, (uint32_t)start);
    sfr_write_u32(w, fde->size);
    sfr_write_u32(w, (uint32_t)fre_off);
    sfr_write_u32(w, (uint32_t)fde->num_fres);
    sfr_write_u8(w, stored.info);
    if (e->model->profile != SFR_PROFILE_V1) {
        sfr_write_u8(w, fde->rep_size);
        sfr_write_u16(w, stored.padding2);
    }
}

/* 2.3.1 The SFrame FDE Index. */
static void write_fde_index_v3(const struct sfr_encoder *e, struct sfr_writer *w, uint64_t index, uint64_t fre_off)
{
    int64_t start, distance;

    sfr_start_field(e, index, &start, &distance);
    sfr_write_u64(w, (uint64_t)start);
    sfr_write_u32(w, e->model->fdes[index].size);
    sfr_write_u32(w, (uint32_t)fre_off);
}

/* 2.3.2 The SFrame FDE Attribute. */
static void write_fde_attribute_v3(const struct sfr_encoder *e, struct sfr_writer *w, const struct sfr_model_fde *fde)
{
    const struct sfr_info_bytes stored = sfr_stored_info(e, fde);

    sfr_write_u16(w, (uint16_t)fde->num_fres);
    sfr_write_u8(w, stored.info);
    sfr_write_u8(w, stored.info2);
    sfr_write_u8(w, fde->rep_size);
}

/* The data of one function: in version 3 its attribute, then its FREs. Leaves w->pos after it. */
static void write_run(const struct sfr_encoder *e, struct sfr_writer *w, uint64_t index)
{
    const struct sfr_model_fde *fde = &e->model->fdes[index];
    const uint8_t fre_type = sfr_fre_type(e, fde);
    struct sfr_model_fre row;

    if (e->model->profile == SFR_PROFILE_V3)
        write_fde_attribute_v3(e, w, fde);
    for (uint64_t i = 0; i < fde->num_fres; i++) {
        sfr_stored_row(e, fde, i, &row);
        sfr_write_fre(w, fre_type, &row);
    }
}

/* Every function's entry and run. A writer that compares verifies the runs: if two overlap, the
   second has overwritten the first, and they must agree about every byte. Stops at the first
   function whose bytes differ. */
static enum sfr_refusal write_functions(struct sfr_encoder *e, struct sfr_writer *w)
{
    const struct sfr_model *m = e->model;
    uint64_t runs_end = 0;

    for (uint64_t i = 0; i < m->num_fdes; i++) {
        const uint64_t start = sfr_run_start(e, &m->fdes[i], runs_end);

        w->pos = e->fre_start + start;
        write_run(e, w, i);
        if (w->pos - e->fre_start > runs_end)
            runs_end = w->pos - e->fre_start;
        w->pos = e->fde_start + i * e->fde_size;
        if (m->profile == SFR_PROFILE_V3)
            write_fde_index_v3(e, w, i, start);
        else
            write_fde_v1_v2(e, w, i, start);
        if (w->differs) {
            e->at.fde = (uint32_t)i;
            return SFR_REFUSAL_LAYOUT_CONTRADICTION;
        }
    }
    return SFR_REFUSAL_NONE;
}

/* The whole section: zeros first, then the parts over them. */
static enum sfr_refusal write_section(struct sfr_encoder *e, struct sfr_writer *w, uint64_t total)
{
    enum sfr_refusal refusal;

    sfr_write_bytes(w, NULL, total);
    w->pos = 0;
    write_preamble(e, w);
    write_header(e, w);
    refusal = write_functions(e, w);
    if (w->full)
        return SFR_REFUSAL_BUFFER_TOO_SMALL;
    if (refusal == SFR_REFUSAL_NONE && e->placed_runs) {
        w->compare = true;
        refusal = write_functions(e, w);
    }
    return refusal;
}

static enum sfr_refusal encode(struct sfr_encoder *e, uint8_t *out, size_t cap, size_t *len)
{
    const struct sfr_model *m = e->model;
    const uint64_t tail = sfr_heeds(e, m->has_layout) ? m->tail : 0;
    enum sfr_refusal refusal = sfr_check_model(e);

    if (refusal != SFR_REFUSAL_NONE)
        return refusal;
    const uint64_t fre_end = e->fre_start + e->fre_len;
    if ((size_t)fre_end != fre_end || tail > SIZE_MAX - (size_t)fre_end)
        return SFR_REFUSAL_SECTION_TOO_LARGE;
    const uint64_t total = fre_end + tail;
    /* SFR-SHARED-RUN-LIMIT */
    if ((e->run_bytes + SFR_SHARED_RUN_LIMIT - 1) / SFR_SHARED_RUN_LIMIT > total)
        return SFR_REFUSAL_LAYOUT_CONTRADICTION;

    struct sfr_writer w = { .out = out, .cap = cap, .big = m->big };
    refusal = write_section(e, &w, total);
    if (refusal == SFR_REFUSAL_NONE || refusal == SFR_REFUSAL_BUFFER_TOO_SMALL)
        *len = (size_t)total;
    return refusal;
}

enum sfr_refusal sfr_encode(const struct sfr_model *model, enum sfr_layout layout, uint8_t *out, size_t cap,
                            size_t *len, struct sfr_refused_at *at)
{
    struct sfr_encoder e = {
        .model = model,
        .exact = layout == SFR_LAYOUT_EXACT,
        .at = { SFR_NO_INDEX, SFR_NO_INDEX },
    };

    *len = 0;
    const enum sfr_refusal refusal = encode(&e, out, cap, len);
    if (at)
        *at = e.at;
    return refusal;
}
