/* SPDX-License-Identifier: MIT */
/*
 * sfr_encode.h - reference writer of the SFrame stack-trace format.
 *
 * A model describes a section. sfr_encode() writes it, either with the layout
 * that the model gives (exact) or with the one layout that every model has
 * (canonical). Nothing here allocates: the caller owns the arrays and the output
 * buffer.
 */
#ifndef SFR_ENCODE_H
#define SFR_ENCODE_H

#include "sfr.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One row. With has_layout, `sfre_info` and `words` (as many as the info word
   counts) are stored as they are, and they must give the same rules as `rules`. */
struct sfr_model_fre {
    uint32_t start; /* bytes from the function's start */
    struct sfr_rules rules;
    bool has_layout;
    uint8_t sfre_info;
    int32_t words[SFR_MAX_WORDS];
};

/* One function. Its rows are fres[first_fre .. first_fre + num_fres) of the model.
   With has_layout, the info bytes, padding and FRE offset are stored as they are
   (the offset is the profile's: of the first FRE, or of the attribute). */
struct sfr_model_fde {
    uint64_t start; /* address */
    uint32_t size;  /* bytes */
    uint8_t pc_type, fre_type, fde_type;
    bool pauth_key_b, signal_p;
    uint8_t rep_size;
    uint64_t first_fre;
    uint64_t num_fres;
    bool has_layout;
    uint8_t info, info2;
    uint16_t padding2;
    uint32_t fre_off;
};

/* A section. With has_layout, fdeoff, freoff, fre_len and `tail` (zero bytes after
   the FREs) are stored as they are. */
struct sfr_model {
    enum sfr_profile profile; /* not AUTO */
    uint64_t addr;            /* address of the section */
    bool big;
    uint8_t abi, flags, auxhdr_len;
    int8_t fixed_fp, fixed_ra;
    const uint8_t *aux; /* auxhdr_len bytes, or NULL for zeros */
    struct sfr_model_fde *fdes;
    uint64_t num_fdes;
    struct sfr_model_fre *fres;
    uint64_t num_fres;
    bool has_layout;
    uint32_t fdeoff, freoff, fre_len;
    uint64_t tail;
};

/* The function of the model, and the row of it, that was refused; or SFR_NO_INDEX. */
struct sfr_refused_at {
    uint32_t fde, fre;
};

enum sfr_layout {
    SFR_LAYOUT_EXACT,    /* as has_layout gives it; without it, as canonical, but with the functions' own
                              FRE types */
    SFR_LAYOUT_CANONICAL /* smallest widths, tiled, runs in FDE order; fre_type and layout members ignored */
};

/* Writes the section to out[0..cap) and sets *len. If cap is too small it writes nothing
   after cap, sets *len to the size needed and returns SFR_REFUSAL_BUFFER_TOO_SMALL (it
   tests that overlapping runs agree only if there is room). Any other refusal sets *len
   to 0, and out[0..cap) may have been written to. `at` may be NULL. */
enum sfr_refusal sfr_encode(const struct sfr_model *model, enum sfr_layout layout, uint8_t *out, size_t cap,
                            size_t *len, struct sfr_refused_at *at);

/* The words and info word of fre->rules for this ABI, FDE type and profile, in the smallest
   word size that holds them. Sets fre->sfre_info and fre->words unless it refuses. */
enum sfr_refusal sfr_words_of_rules(const struct sfr_model *model, const struct sfr_model_fde *fde,
                                    struct sfr_model_fre *fre);

/* Sorts functions by their distance from the section, then empty functions first, then by
   first_fre, then as they stand; in place and without recursion. A model with counts or a
   first_fre beyond 32 bits, which cannot be encoded, stays as it is. */
void sfr_sort_functions(struct sfr_model *model);

/* The model of a section that sfr_check() accepts, with its layout, but without bytes that belong
   to no part of it, in the caller's arrays fdes[sfh_num_fdes] and fres[sfh_num_fres]. Faults:
   those of sfr_read_fde(), sfr_next_fre() and sfr_read_rules(), and fre-count-mismatch if
   sfh_num_fres does not count the rows. */
enum sfr_fault sfr_model_of_section(const struct sfr_section *s, struct sfr_model *model, struct sfr_model_fde *fdes,
                                    struct sfr_model_fre *fres);

#ifdef __cplusplus
}
#endif
#endif
