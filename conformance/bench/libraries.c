/* SPDX-License-Identifier: MIT */
/* Other readers, loaded at run time. glibc's reader is compiled from glibc's source, which is
   not part of this tree. */
#define _GNU_SOURCE
#include "bench.h"
#include "glibc/reader.h"
#include "libsframe_decoder.h"

/* ---- GNU libsframe ---- */

static char version[64];

static struct reader *gnu_open(const struct bench_section *b)
{
    int error = 0;
    struct reader *const ctx = decoder.decode((const char *)b->bytes, b->size, &error);
    if (!ctx)
        bench_die("libsframe rejects the benchmark's section");
    return ctx;
}

static void gnu_walk(const struct bench_section *b)
{
    struct reader *ctx = gnu_open(b);
    uint64_t rows = 0;
    for (unsigned i = 0; i < b->num_fdes; i++) {
        struct function f;
        if (read_function(ctx, i, &f) != 0)
            bench_die("libsframe cannot read a function");
        for (unsigned k = 0; k < f.num_rows; k++) {
            struct row row;
            int error = 0;
            if (decoder.row(ctx, i, k, &row) != 0)
                bench_die("libsframe cannot read a row");
            for (unsigned which = 0; which < 3; which++)
                bench_sink += (uint64_t)offset_of(ctx, &row, which, false, &error);
            rows++;
        }
    }
    if (rows != b->num_fres)
        bench_die("libsframe lost rows");
    decoder.free(&ctx);
}

static void gnu_find(const struct bench_section *b)
{
    struct reader *ctx = gnu_open(b);
    uint32_t found = 0, random = 1;
    for (uint32_t i = 0; i < b->num_lookups; i++) {
        struct row row;
        found += find_row(ctx, (int64_t)(bench_random_pc(&random, b) - b->addr), &row);
    }
    if (found != b->num_lookups)
        bench_die("libsframe did not find every PC");
    decoder.free(&ctx);
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
        load_decoder(open_library(path, version, sizeof version));
    snprintf(name, sizeof name, "%s %s", is_glibc ? "glibc" : "libsframe", version);
    return (struct bench_library){ name, is_glibc ? NULL : gnu_walk, is_glibc ? find_by_glibc : gnu_find };
}
