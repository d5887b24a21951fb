/* SPDX-License-Identifier: MIT */
/* What the benchmarks let the reference do. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "sfr_text.h"

volatile uint64_t bench_sink;

void bench_die(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

void bench_ref_check(const struct bench_section *b)
{
    if (!sfr_check(b->bytes, b->size, b->addr, b->profile, NULL, NULL).accepted)
        bench_die("the reference rejects the benchmark's section");
}

static struct sfr_section ref_open(const struct bench_section *b)
{
    struct sfr_section s;
    if (sfr_open(&s, b->bytes, b->size, b->addr, b->profile, NULL) != SFR_FAULT_NONE)
        bench_die("the reference cannot open the benchmark's section");
    return s;
}

void bench_ref_walk(const struct bench_section *b)
{
    const struct sfr_section s = ref_open(b);
    uint64_t rows = 0;

    for (uint32_t i = 0; i < s.hdr.sfh_num_fdes; i++) {
        struct sfr_fde fde;
        struct sfr_fre_cursor c;
        struct sfr_fre fre;
        struct sfr_rules rules;
        bool more;
        if (sfr_read_fde(&s, i, &fde) != SFR_FAULT_NONE)
            bench_die("a function cannot be read");
        sfr_fres(&c, &s, &fde);
        while (sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more) {
            if (sfr_read_rules(&s, &fde, &fre, &rules) != SFR_FAULT_NONE)
                bench_die("a row has no rules");
            bench_sink += (uint64_t)rules.cfa.offset;
            rows++;
        }
    }
    if (rows != b->num_fres)
        bench_die("rows were lost");
}

uint64_t bench_random_pc(uint32_t *state, const struct bench_section *b)
{
    *state = *state * 1664525u + 1013904223u;
    return b->addr - b->text_size + ((uint64_t)*state * b->text_size >> 32);
}

void bench_ref_find(const struct bench_section *b)
{
    const struct sfr_section s = ref_open(b);
    uint64_t found = 0;
    uint32_t random = 1;
    for (uint32_t i = 0; i < b->num_lookups; i++) {
        struct sfr_hit hit;
        found += sfr_find(&s, bench_random_pc(&random, b), &hit) == SFR_FOUND;
    }
    if (found == 0)
        bench_die("no PC was found");
    bench_sink += found;
}

static bool to_nowhere(void *ctx, const char *text, size_t len)
{
    *(uint64_t *)ctx += len;
    bench_sink += (unsigned char)text[0];
    return true;
}

void bench_ref_dump(const struct bench_section *b)
{
    const struct sfr_section s = ref_open(b);
    uint64_t bytes = 0;
    if (sfr_dump(&s, 0, to_nowhere, &bytes) != SFR_FAULT_NONE)
        bench_die("the dump stopped");
}

/* ---- The reads of look-ups alone ---- */

static struct {
    const uint8_t *of; /* the bytes of the section */
    uint32_t *offsets;
    size_t count;
} chase;

/* Adds the places that one look-up reads. */
static void add_reads(const struct sfr_section *s, uint64_t pc)
{
    uint32_t first = 0, count = s->hdr.sfh_num_fdes;
    struct sfr_fde fde;

    while (count > 0) {
        const uint32_t half = count / 2;
        if (sfr_read_fde(s, first + half, &fde) != SFR_FAULT_NONE)
            bench_die("a function cannot be read");
        chase.offsets[chase.count++] = (uint32_t)fde.pos;
        if (fde.start <= pc) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    if (first == 0 || sfr_read_fde(s, first - 1, &fde) != SFR_FAULT_NONE || pc - fde.start >= fde.sfde_func_size)
        bench_die("a PC is in no function");
    chase.offsets[chase.count++] = (uint32_t)fde.fre_pos;
}

static void find_reads(const struct bench_section *b)
{
    enum { MOST_READS = 32 };
    const struct sfr_section s = ref_open(b);
    uint32_t random = 1;

    free(chase.offsets);
    chase.of = b->bytes;
    chase.count = 0;
    chase.offsets = malloc((size_t)b->num_lookups * MOST_READS * sizeof(uint32_t));
    if (!chase.offsets)
        bench_die("out of memory");
    for (uint32_t i = 0; i < b->num_lookups; i++)
        add_reads(&s, bench_random_pc(&random, b));
}

/* 0, but the compiler does not know it. */
static volatile uint8_t nothing;

void bench_chase(const struct bench_section *b)
{
    const uint8_t none = nothing;
    uint8_t last = 0;

    if (chase.of != b->bytes)
        find_reads(b);
    for (size_t i = 0; i < chase.count; i++)
        last = b->bytes[chase.offsets[i] + (last & none)];
    bench_sink += last;
}
