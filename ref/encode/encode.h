/* SPDX-License-Identifier: MIT */
/* What the files of the encoder share and nobody else sees. */
#ifndef SFR_REF_ENCODE_H
#define SFR_REF_ENCODE_H

#include "sfr_encode.h"
#include "write.h"

/* One encoding. sfr_encode() sets `model` and `exact`, sfr_lay_out() where the sub-sections
   lie, and sfr_check_model() the rest; after that every field that is written is known to
   hold its value. */
struct sfr_encoder {
    const struct sfr_model *model;
    bool exact; /* SFR_LAYOUT_EXACT: heed has_layout */
    struct sfr_refused_at at;

    uint32_t fde_size; /* 17, 20 or 16 */
    uint64_t fdeoff, freoff;
    uint64_t fde_start, fre_start;
    uint64_t fre_len;
    uint64_t run_bytes; /* of all runs, however often they share bytes */
    bool placed_runs;   /* some FRE offset is the model's, so that runs may overlap */
};

/* Whether what a row, function or section says about its layout counts. */
static inline bool sfr_heeds(const struct sfr_encoder *e, bool has_layout)
{
    return e->exact && has_layout;
}

/* ---- layout.c: what the stored fields hold ------------------------------- */

bool sfr_has_fde_type(enum sfr_profile profile, unsigned fde_type);

/* Places the sub-sections; the FRE sub-section without its length. */
enum sfr_refusal sfr_lay_out(struct sfr_encoder *e);

/* The start field of a function and its distance from the section; false if one of them does not fit. */
bool sfr_start_field(const struct sfr_encoder *e, uint64_t index, int64_t *field, int64_t *distance);

/* The functions below rely on the function's rows being rows of the model. */
uint8_t sfr_fre_type(const struct sfr_encoder *e, const struct sfr_model_fde *fde);

struct sfr_info_bytes {
    uint8_t info, info2;
    uint16_t padding2;
};
/* What the types and bits of a function ask for, and what is stored. */
struct sfr_info_bytes sfr_info_of_types(const struct sfr_encoder *e, const struct sfr_model_fde *fde);
struct sfr_info_bytes sfr_stored_info(const struct sfr_encoder *e, const struct sfr_model_fde *fde);

/* Copies row `row` of a function, with its info word and words as they are stored. */
enum sfr_refusal sfr_stored_row(const struct sfr_encoder *e, const struct sfr_model_fde *fde, uint64_t row,
                                struct sfr_model_fre *out);

/* Bytes of a function's run before its first FRE. */
unsigned sfr_attribute_size(const struct sfr_encoder *e);
/* Where a function's run starts, from fre_start, if the runs before it end at `behind`. */
uint64_t sfr_run_start(const struct sfr_encoder *e, const struct sfr_model_fde *fde, uint64_t behind);

/* ---- encode_check.c ------------------------------------------------------ */

/* Whether the profile can express the model; on a refusal e->at says where. */
enum sfr_refusal sfr_check_model(struct sfr_encoder *e);

/* ---- encode.c ------------------------------------------------------------ */

/* 2.4.1 The SFrame FRE Info Word: how many words of how many bytes (0 for the size code 3). */
unsigned sfr_info_word_count(uint8_t sfre_info);
unsigned sfr_info_word_size(uint8_t sfre_info);

/* 2.4 SFrame Frame Row Entries. */
void sfr_write_fre(struct sfr_writer *w, uint8_t fre_type, const struct sfr_model_fre *row);

#endif
