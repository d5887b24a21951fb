/* SPDX-License-Identifier: MIT */
/*
 * Does one thing to a large section, for steps.py, which counts the instructions of measured().
 *
 * usage: steps PROFILE check|walk|find FUNCTIONS ROWS
 *
 * Prints for how many rows or look-ups it was done.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

enum { NUM_LOOKUPS = 20000 };

/* Callgrind counts only in here. */
__attribute__((noinline)) void measured(const char *what, const struct bench_section *b);
void measured(const char *what, const struct bench_section *b)
{
    if (strcmp(what, "check") == 0)
        bench_ref_check(b);
    else if (strcmp(what, "walk") == 0)
        bench_ref_walk(b);
    else
        bench_ref_find(b, NUM_LOOKUPS);
}

int main(int argc, char **argv)
{
    enum sfr_profile profile;
    if (argc != 5 || !sfr_profile_from_name(argv[1], &profile)) {
        fprintf(stderr, "usage: steps PROFILE check|walk|find FUNCTIONS ROWS\n");
        return 2;
    }
    const struct bench_section b =
        bench_section_make(profile, (uint32_t)strtoul(argv[3], NULL, 10), (uint32_t)strtoul(argv[4], NULL, 10));
    if (!b.bytes) {
        fprintf(stderr, "steps: out of memory\n");
        return 1;
    }
    measured(argv[2], &b);
    printf("%" PRIu32 "\n", strcmp(argv[2], "find") == 0 ? (uint32_t)NUM_LOOKUPS : b.num_fres);
    free(b.bytes);
    return 0;
}
