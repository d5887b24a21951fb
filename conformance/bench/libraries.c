/* SPDX-License-Identifier: MIT */
/* Other readers, loaded at run time. No header of libsframe is needed: the functions' types differ between
   releases, as conformance/adapters/libsframe.c says. glibc's reader is compiled from glibc's source, which is
   not part of this tree. */
#define _GNU_SOURCE
#include "bench.h"
#include "glibc/reader.h"
#include "libsframe_load.h"

/* ---- GNU libsframe ---- */

struct ctx;
/* A row is 20 bytes, or 32 from libsframe.so.3 on. */
struct row {
    uint32_t words[8];
};

static char version[64];

static struct {
    struct ctx *(*decode)(const char *buf, size_t size, int *err);
    void (*free)(struct ctx **ctx);
    int (*get_func_v1)(struct ctx *ctx, unsigned i, uint32_t *rows, uint32_t *size, int32_t *start,
                       unsigned char *info);
    int (*get_func_v2)(struct ctx *ctx, unsigned i, uint32_t *rows, uint32_t *size, int32_t *start, unsigned char *info,
                       uint8_t *rep);
    int (*get_func_v3)(struct ctx *ctx, unsigned i, uint32_t *rows, uint32_t *size, int64_t *start, unsigned char *info,
                       unsigned char *info2, uint8_t *rep);
    int (*get_row)(struct ctx *ctx, unsigned func, unsigned row, struct row *out);
    int (*find_row_32)(struct ctx *ctx, int32_t pc, struct row *out);
    int (*find_row_64)(struct ctx *ctx, int64_t pc, struct row *out);
    int32_t (*get_offset[3])(struct ctx *ctx, struct row *row, int *err);
    int32_t (*get_offset_v3[3])(struct ctx *ctx, struct row *row, uint32_t type, int *err);
} lib;

static void load_gnu(const char *name)
{
    static const char *const offsets[] = {
        "sframe_fre_get_cfa_offset",
        "sframe_fre_get_fp_offset",
        "sframe_fre_get_ra_offset",
    };
    void *handle = open_library(name, version, sizeof version);
    LOAD(lib.decode, "sframe_decode", true);
    LOAD(lib.free, "sframe_decoder_free", true);
    LOAD(lib.get_func_v1, "sframe_decoder_get_funcdesc", false);
    LOAD(lib.get_func_v2, "sframe_decoder_get_funcdesc_v2", false);
    LOAD(lib.get_func_v3, "sframe_decoder_get_funcdesc_v3", false);
    LOAD(lib.get_row, "sframe_decoder_get_fre", true);
    LOAD(lib.find_row_32, "sframe_find_fre", true);
    LOAD(lib.find_row_64, "sframe_find_fre", true);
    for (unsigned i = 0; i < 3; i++) {
        LOAD(lib.get_offset[i], offsets[i], true);
        LOAD(lib.get_offset_v3[i], offsets[i], true);
    }
}

static struct ctx *gnu_open(const struct bench_section *b)
{
    int error = 0;
    struct ctx *const ctx = lib.decode((const char *)b->bytes, b->size, &error);
    if (!ctx)
        bench_die("libsframe rejects the benchmark's section");
    return ctx;
}

/* The number of rows of function `i`. */
static uint32_t rows_of(struct ctx *ctx, const struct bench_section *b, unsigned i)
{
    uint32_t rows = 0, size;
    int32_t start_32;
    int64_t start;
    unsigned char info, info2;
    uint8_t rep;
    int err = -1;
    if (b->profile == SFR_PROFILE_V1 && lib.get_func_v1)
        err = lib.get_func_v1(ctx, i, &rows, &size, &start_32, &info);
    else if (b->profile == SFR_PROFILE_V3 && lib.get_func_v3)
        err = lib.get_func_v3(ctx, i, &rows, &size, &start, &info, &info2, &rep);
    else if (b->profile != SFR_PROFILE_V3 && lib.get_func_v2)
        err = lib.get_func_v2(ctx, i, &rows, &size, &start_32, &info, &rep);
    if (err != 0)
        bench_die("libsframe cannot read a function");
    return rows;
}

static void gnu_walk(const struct bench_section *b)
{
    struct ctx *ctx = gnu_open(b);
    uint64_t rows = 0;
    for (unsigned i = 0; i < b->num_fdes; i++) {
        const uint32_t num_rows = rows_of(ctx, b, i);
        for (unsigned k = 0; k < num_rows; k++) {
            struct row row;
            int error = 0;
            if (lib.get_row(ctx, i, k, &row) != 0)
                bench_die("libsframe cannot read a row");
            for (unsigned which = 0; which < 3; which++)
                bench_sink += (uint64_t)(lib.get_func_v3 ? lib.get_offset_v3[which](ctx, &row, 0, &error)
                                                         : lib.get_offset[which](ctx, &row, &error));
            rows++;
        }
    }
    if (rows != b->num_fres)
        bench_die("libsframe lost rows");
    lib.free(&ctx);
}

static void gnu_find(const struct bench_section *b)
{
    struct ctx *ctx = gnu_open(b);
    uint32_t found = 0, random = 1;
    for (uint32_t i = 0; i < b->num_lookups; i++) {
        const int64_t pc = (int64_t)(bench_random_pc(&random, b) - b->addr);
        struct row row;
        found += (lib.get_func_v3 ? lib.find_row_64(ctx, pc, &row) : lib.find_row_32(ctx, (int32_t)pc, &row)) == 0;
    }
    if (found != b->num_lookups)
        bench_die("libsframe did not find every PC");
    lib.free(&ctx);
}

/* ---- glibc ---- */

static struct {
    struct glibc_section *(*open)(const unsigned char *bytes);
    void (*close)(struct glibc_section *section);
    enum glibc_answer (*find)(struct glibc_section *section, uint64_t distance, struct glibc_row *row);
} glibc;

static void load_glibc(const char *name)
{
    void *handle = open_library(name, version, sizeof version);
    LOAD(glibc.open, "glibc_open", true);
    LOAD(glibc.close, "glibc_close", true);
    LOAD(glibc.find, "glibc_find", true);
}

static void find_by_glibc(const struct bench_section *b)
{
    struct glibc_section *section = glibc.open(b->bytes);
    uint32_t found = 0, random = 1;
    if (!section)
        bench_die("glibc rejects the benchmark's section");
    for (uint32_t i = 0; i < b->num_lookups; i++) {
        struct glibc_row row;
        found += glibc.find(section, bench_random_pc(&random, b) - b->addr, &row) == GLIBC_ROW;
        bench_sink += (uint64_t)row.cfa;
    }
    if (found != b->num_lookups)
        bench_die("glibc did not find every PC");
    glibc.close(section);
}

struct bench_library bench_load(const char *path)
{
    static char name[96];
    const bool is_glibc = strstr(path, "libsframe-glibc.so");

    if (is_glibc)
        load_glibc(path);
    else
        load_gnu(path);
    snprintf(name, sizeof name, "%s %s", is_glibc ? "glibc" : "libsframe", version);
    return (struct bench_library){ name, is_glibc ? NULL : gnu_walk, is_glibc ? find_by_glibc : gnu_find };
}
