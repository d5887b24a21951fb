/* SPDX-License-Identifier: MIT */
/* Large sections for the benchmarks. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

/* One function with its rows. */
struct function {
    uint64_t start; /* from the first function */
    uint32_t size, fre_off, num_rows;
    uint8_t info; /* the type of its FREs; their starts have 1 << info bytes */
};

static uint8_t *put(uint8_t *p, uint32_t v, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        *p++ = (uint8_t)(v >> 8 * i);
    return p;
}

static uint8_t *put32(uint8_t *p, uint32_t v)
{
    return put(p, v, 4);
}

/* The rows of a function with a frame pointer: entry, push, mov, body, return; then again. */
static uint8_t *put_row(uint8_t *p, uint32_t row, uint32_t start, unsigned width)
{
    p = put(p, start, width);
    switch (row % 4) {
    case 0: *p++ = 0x03, *p++ = 8; break;               /* sp+8 */
    case 1: *p++ = 0x05, *p++ = 16, *p++ = 0xf0; break; /* sp+16, FP at cfa-16 */
    case 2: *p++ = 0x04, *p++ = 16, *p++ = 0xf0; break; /* fp+16, FP at cfa-16 */
    default: /* sp+400, two bytes wide */ *p++ = 0x25, *p++ = 0x90, *p++ = 0x01, *p++ = 0xf0, *p++ = 0xff; break;
    }
    return p;
}

/* Functions are as uneven as in programs: most are short, one in 64 has up to 17 kB. */
static uint32_t function_size(uint32_t *state, uint32_t least)
{
    *state = *state * 1664525u + 1013904223u;
    const uint32_t r = *state >> 8;
    const uint32_t blocks = r % 64 == 0 ? 64 + r / 64 % 1024 : r % 8 == 0 ? 8 + r / 8 % 64 : 2 + r / 8 % 6;
    const uint32_t needed = (least + 15) / 16;
    return 16 * (blocks > needed ? blocks : needed);
}

/* The FDE of a function; in version 3 its index entry. `at` is the offset of the FDE in the section. */
static uint8_t *put_fde(const struct bench_section *s, uint8_t *p, size_t at, const struct function *f)
{
    const bool pcrel = s->flags & SFR_F_FDE_FUNC_START_PCREL;
    const uint64_t distance = f->start - s->text_size - (pcrel ? at : 0);
    p = put32(p, (uint32_t)distance);
    if (s->profile == SFR_PROFILE_V3)
        p = put32(p, (uint32_t)(distance >> 32));
    p = put32(p, f->size);
    p = put32(p, f->fre_off);
    if (s->profile == SFR_PROFILE_V3)
        return p;
    p = put32(p, f->num_rows);
    *p++ = f->info;
    return s->profile == SFR_PROFILE_V1 ? p : put(p, 0, 3);
}

/* The rows of a function; in version 3 its attribute is before them. */
static uint8_t *put_rows(const struct bench_section *s, uint8_t *p, const struct function *f)
{
    if (s->profile == SFR_PROFILE_V3) {
        p = put(p, f->num_rows, 2);
        p = put(p, f->info, 3);
    }
    for (uint32_t row = 0; row < f->num_rows; row++)
        p = put_row(p, row, f->size / f->num_rows * row, 1U << f->info);
    return p;
}

static void put_header(const struct bench_section *s, size_t fde_size)
{
    const uint8_t version = s->profile == SFR_PROFILE_V1 ? 1 : s->profile == SFR_PROFILE_V3 ? 3 : 2;
    const uint8_t head[8] = { 0xe2, 0xde, version, s->flags, SFR_ABI_AMD64_ENDIAN_LITTLE, 0, 0xf8, 0 };
    const size_t fdes = s->num_fdes * fde_size;
    memcpy(s->bytes, head, sizeof head);
    uint8_t *p = put32(s->bytes + sizeof head, s->num_fdes);
    p = put32(p, s->num_fres);
    p = put32(p, (uint32_t)(s->size - SFR_HEADER_SIZE - fdes));
    p = put32(p, 0);
    put32(p, (uint32_t)fdes);
}

struct bench_section bench_section_make(enum sfr_profile profile, uint32_t num_fdes, uint32_t num_fres)
{
    struct bench_section s = {
        .profile = profile, .addr = 0x70000000, .num_fdes = num_fdes, .num_fres = num_fres, .num_lookups = BENCH_LOOKUPS
    };
    const uint32_t least = (num_fres / num_fdes + 1) * 4;
    const size_t fde_size = profile == SFR_PROFILE_V1 ? 17 : profile == SFR_PROFILE_V3 ? 16 : 20;
    const size_t fres_at = SFR_HEADER_SIZE + num_fdes * fde_size;
    uint32_t state = 1, sizes = 1;
    s.bytes = malloc(fres_at + (size_t)num_fdes * 5 + (size_t)num_fres * (4 + 5));
    if (!s.bytes)
        bench_die("out of memory");

    s.flags = SFR_F_FDE_SORTED;
    if (profile != SFR_PROFILE_V1 && profile != SFR_PROFILE_V2)
        s.flags |= SFR_F_FDE_FUNC_START_PCREL;
    for (uint32_t i = 0; i < num_fdes; i++)
        s.text_size += function_size(&sizes, least);
    uint8_t *fde = s.bytes + SFR_HEADER_SIZE, *const fres = s.bytes + fres_at, *fre = fres;
    uint64_t done = 0, start = 0;
    for (uint32_t i = 0; i < num_fdes; i++) {
        const uint64_t upto = (uint64_t)num_fres * (i + 1) / num_fdes;
        const uint32_t size = function_size(&state, least);
        const struct function f = { .start = start,
                                    .size = size,
                                    .fre_off = (uint32_t)(fre - fres),
                                    .num_rows = (uint32_t)(upto - done),
                                    .info = size < 256     ? 0
                                            : size < 65536 ? 1
                                                           : 2 };
        fde = put_fde(&s, fde, (size_t)(fde - s.bytes), &f);
        fre = put_rows(&s, fre, &f);
        done = upto;
        start += size;
    }
    s.size = (size_t)(fre - s.bytes);
    put_header(&s, fde_size);
    return s;
}
