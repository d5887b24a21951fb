/* SPDX-License-Identifier: MIT */
/* The layout of a section that is being encoded: its places, and what its stored fields hold. */
#ifndef SFR_LAYOUT_H
#define SFR_LAYOUT_H

#include "sfr_encode.h"

/* One encoding. sfr_encode() sets `model` and `exact`, sfr_lay_out() the places of the
   sub-sections, and sfr_check_model() the rest. After that every value fits the field that it is
   written to. */
struct sfr_encoder {
    const struct sfr_model *model;
    bool exact; /* SFR_LAYOUT_EXACT: heed has_layout */
    struct sfr_refused_at at;

    uint32_t fde_size; /* 17, 20 or 16 */
    uint64_t fdeoff, freoff;
    uint64_t fde_start, fre_start;
    uint64_t fre_len;
    uint64_t run_bytes; /* of all runs; bytes that runs share count once for each */
    bool placed_runs;   /* the model gives some FRE offset, so runs may overlap */
};

/* Does the encoder use the layout that a row, function or section gives? */
static inline bool sfr_heeds(const struct sfr_encoder *e, bool has_layout)
{
    return e->exact && has_layout;
}

/* Places the sub-sections; the FRE sub-section without its length. */
enum sfr_refusal sfr_lay_out(struct sfr_encoder *e);

/* The start field of a function and its distance from the section; false if one of them does not
   fit. */
bool sfr_start_field(const struct sfr_encoder *e, uint64_t index, int64_t *field, int64_t *distance);

/* For the functions below the function's rows must be rows of the model. */
uint8_t sfr_fre_type(const struct sfr_encoder *e, const struct sfr_model_fde *fde);

struct sfr_info_bytes {
    uint8_t info, info2;
    uint16_t padding2;
};
/* The info bytes of a function's types and bits, and the ones that are stored. */
struct sfr_info_bytes sfr_info_of_types(const struct sfr_encoder *e, const struct sfr_model_fde *fde);
struct sfr_info_bytes sfr_stored_info(const struct sfr_encoder *e, const struct sfr_model_fde *fde);

/* Copies row `row` of a function, with the info word and words that are stored. */
enum sfr_refusal sfr_stored_row(const struct sfr_encoder *e, const struct sfr_model_fde *fde, uint64_t row,
                                struct sfr_model_fre *out);

/* Bytes of a function's run before its first FRE. */
unsigned sfr_attribute_size(const struct sfr_encoder *e);
/* Where a function's run starts, from fre_start, if the runs before it end at `runs_end`. */
uint64_t sfr_run_start(const struct sfr_encoder *e, const struct sfr_model_fde *fde, uint64_t runs_end);

#endif
