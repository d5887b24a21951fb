/* SPDX-License-Identifier: MIT */
/* libsframe_encoder.h - the library's encoder, and what encoding a dump and merging two sections share. */
#ifndef SFC_LIBSFRAME_ENCODER_H
#define SFC_LIBSFRAME_ENCODER_H

#include "adapter.h"
#include "libsframe_load.h"

struct ctx;

extern struct libsframe {
    int version; /* of the format */
    char release[64];
    size_t info_at; /* in row.rest */
    const char *(*errmsg)(int err);
    struct ctx *(*open_v1)(unsigned char version, unsigned char flags, int abi, int8_t fp, int8_t ra, int *err);
    struct ctx *(*open)(uint8_t version, uint8_t flags, uint8_t abi, int8_t fp, int8_t ra, int *err);
    void (*free)(struct ctx **ctx);
    int (*add_func_v1)(struct ctx *ctx, int32_t start, uint32_t size, unsigned char info, uint32_t rows);
    int (*add_func_v2)(struct ctx *ctx, int32_t start, uint32_t size, unsigned char info, uint8_t rep, uint32_t rows);
    int (*add_func_v3)(struct ctx *ctx, int64_t start, uint32_t size, unsigned char info, unsigned char info2,
                       uint8_t rep, uint32_t rows);
    int (*add_row)(struct ctx *ctx, unsigned func, struct row *row);
    uint32_t (*start_position)(struct ctx *ctx, uint32_t func, int *err);
    char *(*write)(struct ctx *ctx, size_t *size, int *err);
    char *(*write_sorted)(struct ctx *ctx, size_t *size, bool sort, int *err);
} lib;

/* NULL and the library's error, or an empty section. */
struct ctx *libsframe_open(uint8_t version, uint8_t flags, uint8_t abi, int8_t fixed_fp, int8_t fixed_ra, int *err);
/* Adds function number `index`, whose start counts from the section that is written. Returns the library's error, or
   0. */
int libsframe_add_function(struct ctx *ctx, uint32_t index, unsigned flags, const struct function *f);
enum sfa_status libsframe_write(struct ctx *ctx, bool sort, struct sfa_answer *answer);
enum sfa_status libsframe_refuse(struct sfa_answer *answer, const char *what, int err);

/* The op `merge`, by the library's decoder and encoder. */
void libsframe_load_merge(void *handle);
enum sfa_status libsframe_merge(const struct sfa_request *request, struct sfa_answer *answer);

#endif
