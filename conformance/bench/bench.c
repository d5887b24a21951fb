/* SPDX-License-Identifier: MIT */
/*
 * Times the reference and another reader on the same bytes, for bench.py.
 *
 * usage: bench compare PROFILE [LIBRARY]
 *        bench once PROFILE check|walk|find FUNCTIONS ROWS
 *        bench write PROFILE FUNCTIONS ROWS
 *
 * `compare` prints lines of four fields with tabs between them: what was measured, nanoseconds of the
 * reference, beside what, and its nanoseconds, or `-`. Each is the best of several rounds, in which the
 * readers take turns. `once` does one thing in measured(), in which callgrind counts, and prints for how
 * many rows or look-ups. `write` writes a section to standard output.
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

enum { NUM_FDES = 250000, NUM_FRES = 1200000, ROUNDS = 5, LOOKUPS_ONCE = 20000 };

static double best_of(bench_fn *act, const struct bench_section *b, double best)
{
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    act(b);
    clock_gettime(CLOCK_MONOTONIC, &to);
    const double t = (double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec);
    return t < best ? t : best;
}

static void compare(const char *what, bench_fn *ours, const char *beside, bench_fn *theirs,
                    const struct bench_section *b, double items)
{
    double a = 1e18, t = 1e18;
    for (int i = 0; i < ROUNDS; i++) {
        a = best_of(ours, b, a);
        t = theirs ? best_of(theirs, b, t) : t;
    }
    printf("%s\t%.1f\t%s\t", what, a / items, theirs ? beside : "-");
    printf(theirs ? "%.1f\n" : "-\n", t / items);
    fflush(stdout);
}

static void compare_all(enum sfr_profile profile, struct bench_library other)
{
    struct bench_section b = bench_section_make(profile, NUM_FDES, NUM_FRES);
    compare("look-up of a random PC", bench_ref_find, other.name, other.find, &b, b.num_lookups);
    bench_chase(&b);
    compare("look-up, beside its reads alone", bench_ref_find, "memory", bench_chase, &b, b.num_lookups);
    if (other.walk || !other.name) {
        compare("walk: decode and rules, per row", bench_ref_walk, other.name, other.walk, &b, NUM_FRES);
        compare("check: decode, rules, findings, per row", bench_ref_check, other.name, other.walk, &b, NUM_FRES);
    }
    if (!other.name) {
        compare("dump to a null sink, per row", bench_ref_dump, NULL, NULL, &b, NUM_FRES);
        free(b.bytes);
        b = bench_section_make(profile, 1, NUM_FRES);
        compare("check of one function, per row", bench_ref_check, NULL, NULL, &b, NUM_FRES);
    }
    free(b.bytes);
}

/* Callgrind counts only in here. */
__attribute__((noinline)) void measured(bench_fn *act, const struct bench_section *b);
void measured(bench_fn *act, const struct bench_section *b)
{
    act(b);
}

static int once(struct bench_section *b, const char *what)
{
    const bool find = strcmp(what, "find") == 0;
    b->num_lookups = LOOKUPS_ONCE;
    measured(find ? bench_ref_find : strcmp(what, "walk") == 0 ? bench_ref_walk : bench_ref_check, b);
    return printf("%" PRIu32 "\n", find ? b->num_lookups : b->num_fres) > 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    enum sfr_profile profile;
    const char *const what = argc > 2 ? argv[1] : "";
    const bool is_once = strcmp(what, "once") == 0 && argc == 6, is_write = strcmp(what, "write") == 0 && argc == 5;

    if (!(is_once || is_write || (strcmp(what, "compare") == 0 && argc <= 4))
        || !sfr_profile_from_name(argv[2], &profile))
        bench_die(
            "usage: bench compare PROFILE [LIBRARY] | once PROFILE WHAT FUNCTIONS ROWS | write PROFILE FUNCTIONS ROWS");
    if (!is_once && !is_write) {
        compare_all(profile, argc == 4 ? bench_load(argv[3]) : (struct bench_library){ NULL, NULL, NULL });
        return 0;
    }
    struct bench_section b = bench_section_make(profile, (uint32_t)strtoul(argv[argc - 2], NULL, 10),
                                                (uint32_t)strtoul(argv[argc - 1], NULL, 10));
    const int status = is_once ? once(&b, argv[3]) : fwrite(b.bytes, b.size, 1, stdout) == 1 ? 0 : 1;
    free(b.bytes);
    return status;
}
