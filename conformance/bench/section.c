/* SPDX-License-Identifier: MIT */
/* Large sections for the benchmarks. */
#include <stdbool.h>
#include <stdlib.h>

#include "bench.h"
#include "sfr_encode.h"

enum { FP = 6, SP = 7 };

/* The rows of a function with a frame pointer: entry, push, mov, body, which needs words of two bytes; then again. */
static struct sfr_model_fre row_of(uint32_t number, uint32_t start)
{
    static const struct sfr_rule cfas[] = {
        { SFR_RULE_REG, SP, 8 }, { SFR_RULE_REG, SP, 16 }, { SFR_RULE_REG, FP, 16 }, { SFR_RULE_REG, SP, 400 }
    };
    const struct sfr_rule ra = { SFR_RULE_MEM_CFA, 0, -8 }, same = { SFR_RULE_SAME, 0, 0 },
                          fp = { SFR_RULE_MEM_CFA, 0, -16 };
    return (struct sfr_model_fre){ .start = start,
                                   .rules = { cfas[number % 4], ra, number % 4 == 0 ? same : fp, false } };
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

/* Functions and rows, from 0 on. Returns where the last one ends. */
static uint64_t fill(struct sfr_model *m)
{
    const uint32_t least = (uint32_t)(m->num_fres / m->num_fdes + 1) * 4;
    uint32_t state = 1;
    uint64_t start = 0, rows = 0;
    for (uint64_t i = 0; i < m->num_fdes; i++) {
        const uint64_t upto = m->num_fres * (i + 1) / m->num_fdes;
        const uint32_t size = function_size(&state, least);
        m->fdes[i] = (struct sfr_model_fde){ .start = start, .size = size, .first_fre = rows, .num_fres = upto - rows };
        for (uint32_t row = 0; rows < upto; row++, rows++)
            m->fres[rows] = row_of(row, size / (uint32_t)m->fdes[i].num_fres * row);
        start += size;
    }
    return start;
}

struct bench_section bench_section_make(enum sfr_profile profile, uint32_t num_fdes, uint32_t num_fres)
{
    struct bench_section s = {
        .profile = profile, .addr = 0x70000000, .num_fdes = num_fdes, .num_fres = num_fres, .num_lookups = BENCH_LOOKUPS
    };
    struct sfr_model m = { .profile = profile,
                           .addr = s.addr,
                           .abi = SFR_ABI_AMD64_ENDIAN_LITTLE,
                           .flags = SFR_F_FDE_SORTED,
                           .fixed_ra = -8,
                           .fdes = calloc(num_fdes, sizeof *m.fdes),
                           .fres = calloc(num_fres, sizeof *m.fres),
                           .num_fdes = num_fdes,
                           .num_fres = num_fres };
    const size_t most = SFR_HEADER_SIZE + (size_t)num_fdes * (20 + 5) + (size_t)num_fres * (4 + 5);
    s.bytes = malloc(most);
    if (!m.fdes || !m.fres || !s.bytes)
        bench_die("out of memory");
    if (profile != SFR_PROFILE_V1 && profile != SFR_PROFILE_V2)
        m.flags |= SFR_F_FDE_FUNC_START_PCREL;
    s.text_size = fill(&m);
    for (uint32_t i = 0; i < num_fdes; i++)
        m.fdes[i].start += s.addr - s.text_size;
    if (sfr_encode(&m, SFR_LAYOUT_CANONICAL, s.bytes, most, &s.size, NULL) != SFR_REFUSAL_NONE)
        bench_die("the benchmark's section cannot be written");
    free(m.fdes);
    free(m.fres);
    return s;
}
