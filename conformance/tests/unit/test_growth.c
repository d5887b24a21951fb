/* SPDX-License-Identifier: MIT */
/* Which growth of memory is a leak, and how memory is measured. */
#include <stdlib.h>
#include <unistd.h>

#include "growth.h"
#include "tap.h"

static const struct {
    const char *what;
    uint64_t limit;
    uint64_t kib[10]; /* every 250 questions; 0: no more */
    bool exceeds;
    uint64_t bytes;
    size_t questions;
} runs[] = {
    { "nothing is kept", 64, { 100, 100, 100, 100, 100, 100, 100 }, false, 0, 0 },
    { "262 bytes a question", 64, { 100, 164, 228, 292, 356, 420, 484 }, true, 384 * 1024, 1500 },
    { "just the limit", 262, { 100, 164, 228, 292, 356, 420, 484 }, true, 384 * 1024, 1500 },
    { "a higher limit", 263, { 100, 164, 228, 292, 356, 420, 484 }, false, 0, 0 },
    { "no limit", 0, { 100, 164, 228, 292, 356, 420, 484 }, false, 0, 0 },
    { "too few questions", 64, { 100, 164, 228, 292, 356, 420 }, false, 0, 0 },
    { "growth at first", 64, { 100, 500, 900, 1300, 1700, 1700, 1700 }, false, 0, 0 },
    { "growth once", 64, { 100, 100, 100, 9000, 9000, 9000, 9000 }, false, 0, 0 },
    { "growth at the end", 64, { 100, 100, 100, 200, 300, 400, 500 }, false, 0, 0 },
    { "it shrinks", 64, { 900, 800, 700, 600, 500, 400, 300 }, false, 0, 0 },
    { "the first measurements are left out", 64, { 1, 2, 100, 164, 228, 292, 356, 420, 484 }, true, 384 * 1024, 1500 },
};

int main(void)
{
    for (unsigned i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        struct sfc_growth g = { 0 };
        uint64_t bytes = 0;
        size_t questions = 0;
        for (unsigned k = 0; runs[i].kib[k]; k++)
            sfc_growth_add(&g, (struct sfc_footprint){ 7, runs[i].kib[k] * 1024 });
        const bool exceeds = sfc_growth_exceeds(&g, runs[i].limit, &bytes, &questions);
        OK(exceeds == runs[i].exceeds, "%s", runs[i].what);
        OK(bytes == runs[i].bytes && questions == runs[i].questions, "by how much");
    }
    struct sfc_growth g = { 0 };
    uint64_t bytes;
    size_t questions;
    OK(!sfc_growth_exceeds(&g, 64, &bytes, &questions), "no measurement is no leak");
    for (unsigned k = 0; k < 12; k++)
        sfc_growth_add(&g, (struct sfc_footprint){ k < 6 ? 7 : 8, (100 + k) << 20 });
    OK(g.process == 8 && g.count == 6 && !sfc_growth_exceeds(&g, 64, &bytes, &questions),
       "another process begins anew");
    sfc_growth_add(&g, (struct sfc_footprint){ 0, 0 });
    OK(g.count == 0, "unknown memory is not counted");
    for (unsigned k = 0; k < 2 * SFC_GROWTH_POINTS; k++)
        sfc_growth_add(&g, (struct sfc_footprint){ 7, (uint64_t)k << 20 });
    OK(g.count == SFC_GROWTH_POINTS, "there is room for so many measurements");

    enum { SIZE = 8 << 20 };
    const struct sfc_footprint before = sfc_footprint_of(getpid());
    char *block = malloc(SIZE);
    for (size_t i = 0; block && i < SIZE; i += 512)
        ((volatile char *)block)[i] = 1;
    const struct sfc_footprint after = sfc_footprint_of(getpid());
    OK(before.process == getpid() && after.bytes >= before.bytes + SIZE - SIZE / 8
           && after.bytes < before.bytes + 2 * SIZE + SIZE / 2,
       "8 MiB that are written to count as 8 MiB");
    free(block);
    OK(sfc_footprint_of(0).process == 0, "no process has no memory");
    return tap_done();
}
