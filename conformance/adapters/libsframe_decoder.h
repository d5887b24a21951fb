/* SPDX-License-Identifier: MIT */
/*
 * libsframe_decoder.h - the decoder of GNU libsframe of any release, loaded at run time.
 *
 * No header of the library is needed. Where the types of its functions differ between releases, a member has one for
 * each; `generation` tells which one the library has.
 */
#ifndef SFC_LIBSFRAME_DECODER_H
#define SFC_LIBSFRAME_DECODER_H

#include "libsframe_load.h"

struct reader;

/* What the offset of a row is for. */
enum libsframe_offset { OFFSET_CFA, OFFSET_FP, OFFSET_RA };

static struct {
    unsigned generation; /* 1: 2.40, 2: 2.41 to 2.45, 3: later; the newest version of the format that it reads */
    struct reader *(*decode)(const char *bytes, size_t size, int *err);
    void (*free)(struct reader **r);
    const char *(*errmsg)(int err);
    unsigned char (*abi)(struct reader *r);
    uint8_t (*version)(struct reader *r); /* NULL in generation 1 */
    uint8_t (*flags)(struct reader *r);   /* since generation 3 */
    int8_t (*fixed_fp)(struct reader *r);
    int8_t (*fixed_ra)(struct reader *r);
    unsigned (*num_functions)(struct reader *r);
    uint32_t (*start_position)(struct reader *r, uint32_t index, int *err);
    int (*function_v1)(struct reader *r, unsigned i, uint32_t *rows, uint32_t *size, int32_t *start,
                       unsigned char *info);
    int (*function_v2)(struct reader *r, unsigned i, uint32_t *rows, uint32_t *size, int32_t *start,
                       unsigned char *info, uint8_t *rep);
    int (*function_v3)(struct reader *r, unsigned i, uint32_t *rows, uint32_t *size, int64_t *start,
                       unsigned char *info, unsigned char *info2, uint8_t *rep);
    int (*row)(struct reader *r, unsigned function, unsigned row, struct row *out);
    int (*find_row_32)(struct reader *r, int32_t pc, struct row *out);
    int (*find_row_64)(struct reader *r, int64_t pc, struct row *out);
    unsigned char (*base)(struct row *row, int *err);
    int32_t (*offset[3])(struct reader *r, struct row *row, int *err);
    int32_t (*offset_v3[3])(struct reader *r, struct row *row, uint32_t type, int *err);
    uint32_t (*word)(struct row *row, int index, int *err);
    bool (*mangled)(struct reader *r, struct row *row, int *err);
    bool (*undefined)(struct reader *r, struct row *row, int *err);
} decoder;

static inline void load_decoder(void *handle)
{
    static const char *const offsets[] = { "sframe_fre_get_cfa_offset", "sframe_fre_get_fp_offset",
                                           "sframe_fre_get_ra_offset" };
    LOAD(decoder.function_v2, "sframe_decoder_get_funcdesc_v2", false);
    LOAD(decoder.function_v3, "sframe_decoder_get_funcdesc_v3", false);
    decoder.generation = decoder.function_v3 ? 3 : decoder.function_v2 ? 2 : 1;
    const bool is_v3 = decoder.generation == 3;
    LOAD(decoder.decode, "sframe_decode", true);
    LOAD(decoder.free, "sframe_decoder_free", true);
    LOAD(decoder.errmsg, "sframe_errmsg", true);
    LOAD(decoder.abi, "sframe_decoder_get_abi_arch", true);
    LOAD(decoder.version, "sframe_decoder_get_version", decoder.generation > 1);
    LOAD(decoder.flags, "sframe_decoder_get_flags", is_v3);
    LOAD(decoder.fixed_fp, "sframe_decoder_get_fixed_fp_offset", true);
    LOAD(decoder.fixed_ra, "sframe_decoder_get_fixed_ra_offset", true);
    LOAD(decoder.num_functions, "sframe_decoder_get_num_fidx", true);
    LOAD(decoder.start_position, "sframe_decoder_get_offsetof_fde_start_addr", is_v3);
    LOAD(decoder.function_v1, "sframe_decoder_get_funcdesc", decoder.generation == 1);
    LOAD(decoder.row, "sframe_decoder_get_fre", true);
    LOAD(decoder.find_row_32, "sframe_find_fre", true);
    LOAD(decoder.find_row_64, "sframe_find_fre", true);
    LOAD(decoder.base, "sframe_fre_get_base_reg_id", true);
    for (unsigned i = 0; i < 3; i++) {
        LOAD(decoder.offset[i], offsets[i], true);
        LOAD(decoder.offset_v3[i], offsets[i], true);
    }
    LOAD(decoder.word, "sframe_get_fre_udata", is_v3);
    LOAD(decoder.mangled, "sframe_fre_get_ra_mangled_p", true);
    LOAD(decoder.undefined, "sframe_fre_get_ra_undefined_p", is_v3);
}

static inline unsigned version_of(struct reader *r)
{
    return decoder.generation == 1 ? 1 : decoder.version(r);
}

/* Function `i`, whose start is as it is stored; an error code of the library, or 0. */
static inline int read_function(struct reader *r, unsigned i, struct function *f)
{
    int32_t start = 0;
    *f = (struct function){ 0 };
    if (decoder.generation == 3 && version_of(r) == 3)
        return decoder.function_v3(r, i, &f->num_rows, &f->size, &f->start, &f->info, &f->info2, &f->rep);
    const int err = decoder.generation == 1
                        ? decoder.function_v1(r, i, &f->num_rows, &f->size, &start, &f->info)
                        : decoder.function_v2(r, i, &f->num_rows, &f->size, &start, &f->info, &f->rep);
    f->start = start;
    return err;
}

/* The same; its start counts from the section. */
static inline int place_function(struct reader *r, unsigned i, struct function *f)
{
    enum { PCREL = 4 };
    int err = read_function(r, i, f);
    if (err == 0 && decoder.generation == 3 && (decoder.flags(r) & PCREL))
        f->start = (int64_t)((uint64_t)f->start + decoder.start_position(r, i, &err));
    return err;
}

static inline int32_t offset_of(struct reader *r, struct row *row, enum libsframe_offset which, bool flex, int *err)
{
    *err = 0;
    return decoder.generation == 3 ? decoder.offset_v3[which](r, row, flex, err) : decoder.offset[which](r, row, err);
}

/* The row at a PC, by its distance from the section; false if there is none. Before generation 3 the interface takes
   32 bits. */
static inline bool find_row(struct reader *r, int64_t distance, struct row *row)
{
    if (decoder.generation == 3)
        return decoder.find_row_64(r, distance, row) == 0;
    return distance >= INT32_MIN && distance <= INT32_MAX && decoder.find_row_32(r, (int32_t)distance, row) == 0;
}

#endif
