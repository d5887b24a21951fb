/* SPDX-License-Identifier: MIT */
/* Which growth of memory is a leak, and how memory is measured; which time is too long. */
#include <stdlib.h>
#include <unistd.h>

#include "tap.h"
#include "worker.h"

enum { QUESTIONS = 128 };

static const struct {
    const char *what;
    uint64_t limit;
    uint64_t kib[4], files[4]; /* before each part, and at the end */
    uint64_t leaks_kib, leaks_files;
} runs[] = {
    { "nothing is kept", 64, { 100, 100, 100, 100 }, { 5, 5, 5, 5 }, 0, 0 },
    { "64 bytes a question", 64, { 100, 108, 116, 124 }, { 5, 5, 5, 5 }, 24, 0 },
    { "the same, as pages show it", 64, { 100, 108, 112, 120 }, { 5, 5, 5, 5 }, 20, 0 },
    { "32 bytes a question", 64, { 100, 104, 108, 112 }, { 5, 5, 5, 5 }, 0, 0 },
    { "a higher limit", 128, { 100, 108, 116, 124 }, { 5, 5, 5, 5 }, 0, 0 },
    { "a limit near 2^64", UINT64_C(1) << 63, { 100, 108, 116, 124 }, { 5, 5, 5, 5 }, 0, 0 },
    { "no limit", 0, { 100, 500, 900, 1300 }, { 5, 5, 5, 5 }, 0, 0 },
    { "growth at first", 64, { 100, 900, 900, 900 }, { 5, 9, 9, 9 }, 0, 0 },
    { "growth once", 64, { 100, 100, 9000, 9000 }, { 5, 5, 90, 90 }, 0, 0 },
    { "growth at the end", 64, { 100, 100, 500, 900 }, { 5, 5, 6, 7 }, 0, 0 },
    { "it shrinks", 64, { 900, 800, 700, 600 }, { 9, 8, 7, 6 }, 0, 0 },
    { "files alone", 64, { 100, 100, 100, 100 }, { 5, 133, 261, 389 }, 0, 384 },
    { "few files", 64, { 100, 100, 100, 100 }, { 5, 6, 7, 8 }, 0, 3 },
    { "files, without a limit of memory", 0, { 100, 200, 300, 400 }, { 5, 6, 7, 8 }, 0, 3 },
};

int main(void)
{
    struct sfc_footprint points[SFC_LEAK_PARTS + 1];
    for (unsigned i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        for (unsigned k = 0; k < SFC_LEAK_PARTS + 1; k++)
            points[k] = (struct sfc_footprint){ 7, runs[i].kib[k] * 1024, runs[i].files[k] };
        const struct sfc_leak leak = sfc_leak_of(points, QUESTIONS, runs[i].limit);
        OK(leak.bytes == runs[i].leaks_kib * 1024, "%s: memory", runs[i].what);
        OK(leak.descriptors == runs[i].leaks_files, "%s: files", runs[i].what);
        points[2].process = 8;
        const struct sfc_leak other = sfc_leak_of(points, QUESTIONS, runs[i].limit);
        OK(other.bytes == 0 && other.descriptors == 0, "another process in between");
    }
    for (unsigned k = 0; k < SFC_LEAK_PARTS + 1; k++)
        points[k] = (struct sfc_footprint){ 0, (100 + 100 * k) << 10, k };
    const struct sfc_leak unknown = sfc_leak_of(points, QUESTIONS, 64);
    OK(unknown.bytes == 0 && unknown.descriptors == 0, "unknown memory is no leak");

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
    const int spare = dup(1);
    OK(sfc_footprint_of(getpid()).descriptors == after.descriptors + 1, "one more file is open");
    close(spare);

    OK(!sfc_is_slow(0.01, 0.08, 3) && !sfc_is_slow(0.01, 0.24, 3), "8 times as large, up to 24 times as long");
    OK(sfc_is_slow(0.01, 0.25, 3) && sfc_is_slow(0, 0.25, 3), "longer");
    OK(!sfc_is_slow(0.01, 0.25, 4) && !sfc_is_slow(0.01, 99, 0), "another limit, and none");
    OK(!sfc_is_slow(0.0001, 0.01, 3), "a hundredth of a second tells nothing");
    OK(!sfc_is_slow(-1, 0.25, 3) && !sfc_is_slow(0.01, -1, 3), "nor does a time that is not known");
    const double taken = sfc_cpu_seconds_of(getpid());
    for (volatile unsigned i = 0; taken >= 0 && sfc_cpu_seconds_of(getpid()) < taken + 0.01;)
        i = i + 1;
    OK(taken >= 0 && sfc_cpu_seconds_of(0) < 0, "the time of a process, and of none");
    return tap_done();
}
