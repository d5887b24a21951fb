/* SPDX-License-Identifier: MIT */
/* The bound of look-ups: the same reads as theirs, one after the other, and nothing else. */
#include "chase.h"

#include <stdlib.h>

#include "reader.h"

enum { MOST_READS = 32 };

/* Adds the places that one look-up reads. */
static void add_reads(struct bench_chase *chase, const struct sfr_section *s, uint64_t pc)
{
    uint32_t first = 0, count = s->hdr.sfh_num_fdes;
    struct sfr_fde fde;

    while (count > 0) {
        const uint32_t half = count / 2;
        if (sfr_read_fde(s, first + half, &fde) != SFR_FAULT_NONE)
            bench_die("a function cannot be read");
        chase->offsets[chase->count++] = (uint32_t)fde.pos;
        if (fde.start <= pc) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    if (first == 0 || sfr_read_fde(s, first - 1, &fde) != SFR_FAULT_NONE || pc - fde.start >= fde.sfde_func_size)
        bench_die("a PC is in no function");
    chase->offsets[chase->count++] = (uint32_t)fde.fre_pos;
}

struct bench_chase bench_chase_make(const struct bench_section *b, uint32_t lookups)
{
    struct bench_chase chase = { .offsets = malloc((size_t)lookups * MOST_READS * sizeof(uint32_t)) };
    struct sfr_section s;
    uint32_t random = 1;

    if (!chase.offsets)
        bench_die("out of memory");
    if (sfr_open(&s, b->bytes, b->size, b->addr, b->profile, NULL) != SFR_FAULT_NONE)
        bench_die("the reference cannot open the benchmark's section");
    for (uint32_t i = 0; i < lookups; i++)
        add_reads(&chase, &s, bench_random_pc(&random, b));
    return chase;
}

/* 0, but the compiler does not know it. */
static volatile uint8_t nothing;

void bench_chase_run(const struct bench_chase *chase, const struct bench_section *b)
{
    const uint8_t none = nothing;
    uint8_t last = 0;
    for (size_t i = 0; i < chase->count; i++)
        last = b->bytes[chase->offsets[i] + (last & none)];
    bench_sink += last;
}
