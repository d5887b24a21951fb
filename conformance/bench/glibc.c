/* SPDX-License-Identifier: MIT */
/* Loads glibc's SFrame reader at run time: it is compiled from glibc's source, which is not part of this tree. */
#define _GNU_SOURCE
#include "glibc.h"

#include "glibc/reader.h"
#include "libsframe_load.h"
#include "reader.h"

static struct {
    char version[64];
    struct glibc_section *(*open)(const unsigned char *bytes);
    void (*close)(struct glibc_section *section);
    enum glibc_answer (*find)(struct glibc_section *section, uint64_t distance, struct glibc_row *row);
} lib;

void bench_glibc_load(const char *name)
{
    void *handle = open_library(name, lib.version, sizeof lib.version);
    LOAD(lib.open, "glibc_open", true);
    LOAD(lib.close, "glibc_close", true);
    LOAD(lib.find, "glibc_find", true);
}

void bench_glibc_find(const struct bench_section *b, uint32_t lookups)
{
    struct glibc_section *section = lib.open(b->bytes);
    uint32_t found = 0, random = 1;
    if (!section)
        bench_die("glibc rejects the benchmark's section");
    for (uint32_t i = 0; i < lookups; i++) {
        struct glibc_row row;
        found += lib.find(section, bench_random_pc(&random, b) - b->addr, &row) == GLIBC_ROW;
        bench_sink += (uint64_t)row.cfa;
    }
    if (found != lookups)
        bench_die("glibc did not find every PC");
    lib.close(section);
}
