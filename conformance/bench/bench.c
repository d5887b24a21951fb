/* SPDX-License-Identifier: MIT */
/*
 * Compares the speed of the reference and of other readers, on the same bytes in one run.
 *
 * usage: bench SFRAME-REF [PROFILE:READER]...
 *
 * READER is a libsframe (its name has `.so`), the reader of glibc (libsframe-glibc.so, which
 * `ci/real/glibc.sh --build` makes), a llvm-readobj, or a readelf. PROFILE, v1 to v3, is the version of
 * the sections that it gets: v3:peers/sid/bin/readelf. Without a reader the reference is measured alone,
 * with version 1.
 *
 * Read the ratios: times vary with the machine. Each figure is the best of several rounds, in which
 * the readers take turns.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "chase.h"
#include "glibc.h"
#include "gnu.h"
#include "reader.h"

enum { NUM_FDES = 250000, NUM_FRES = 1200000, NUM_LOOKUPS = 1000000, ROUNDS = 5 };
/* A section of about 100 MB. */
enum { LARGE_FDES = 2800000, LARGE_FRES = 13440000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void ref_find(const struct bench_section *b)
{
    bench_ref_find(b, NUM_LOOKUPS);
}

static void gnu_find(const struct bench_section *b)
{
    bench_gnu_find(b, NUM_LOOKUPS);
}

static void glibc_find(const struct bench_section *b)
{
    bench_glibc_find(b, NUM_LOOKUPS);
}

/* ---- Whole programs ---- */

struct run {
    double ns;
    long peak_kib;
};

/* Runs a command, whose output goes to a file. */
static struct run run_command(const char *const argv[], const char *output)
{
    extern char **environ;
    posix_spawn_file_actions_t actions;
    struct rusage usage;
    pid_t pid;
    int status;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY, 0);
    const double start = now();
    if (posix_spawnp(&pid, argv[0], &actions, NULL, (char *const *)(uintptr_t)argv, environ) != 0)
        bench_die(argv[0]);
    if (wait4(pid, &status, 0, &usage) != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        bench_die("a command failed");
    posix_spawn_file_actions_destroy(&actions);
    return (struct run){ now() - start, usage.ru_maxrss };
}

static double best_command(const char *const argv[], long *peak_kib)
{
    double best = 1e18;
    for (int i = 0; i < 3; i++) {
        const struct run r = run_command(argv, "/dev/null");
        if (r.ns < best)
            best = r.ns;
        *peak_kib = r.peak_kib;
    }
    return best;
}

/* ---- The tables ---- */

static double best_of(void (*act)(const struct bench_section *), const struct bench_section *b, double best)
{
    const double start = now();
    act(b);
    const double t = now() - start;
    return t < best ? t : best;
}

static void compare(const char *what, void (*ours)(const struct bench_section *),
                    void (*theirs)(const struct bench_section *), const struct bench_section *b, double items)
{
    double a = 1e18, t = 1e18;
    for (int i = 0; i < ROUNDS; i++) {
        a = best_of(ours, b, a);
        if (theirs)
            t = best_of(theirs, b, t);
    }
    if (theirs)
        printf("%-44s %9.1f ns %9.1f ns %7.2f\n", what, a / items, t / items, t / a);
    else
        printf("%-44s %9.1f ns %12s %7s\n", what, a / items, "-", "-");
}

/* Look-ups beside the time that memory alone needs for them. */
static void compare_chase(const struct bench_section *b)
{
    struct bench_chase chase = bench_chase_make(b, NUM_LOOKUPS);
    double find = 1e18, memory = 1e18;
    for (int i = 0; i < ROUNDS; i++) {
        find = best_of(ref_find, b, find);
        const double start = now();
        bench_chase_run(&chase, b);
        const double t = now() - start;
        memory = t < memory ? t : memory;
    }
    printf("%-44s %9.1f ns %9.1f ns %7.2f  (here the ratio to memory)\n", "look-up, beside its reads alone",
           find / NUM_LOOKUPS, memory / NUM_LOOKUPS, find / memory);
    free(chase.offsets);
}

static struct bench_section make(enum sfr_profile profile, uint32_t num_fdes, uint32_t num_fres)
{
    const struct bench_section b = bench_section_make(profile, num_fdes, num_fres);
    if (!b.bytes)
        bench_die("out of memory");
    return b;
}

/* The reference beside a libsframe that is loaded, or alone. */
static void in_process(enum sfr_profile profile, bool beside)
{
    struct bench_section b = make(profile, NUM_FDES, NUM_FRES);
    printf("%d functions, %d rows, %s, %zu bytes\n\n", NUM_FDES, NUM_FRES, sfr_profile_name(profile), b.size);
    printf("%-44s %12s %12s %7s\n", "", "reference", beside ? "libsframe" : "", "ratio");
    compare("walk: decode and rules, per row", bench_ref_walk, beside ? bench_gnu_walk : NULL, &b, NUM_FRES);
    compare("check (decode, rules, findings), per row", bench_ref_check, beside ? bench_gnu_walk : NULL, &b, NUM_FRES);
    compare("look-up of a random PC", ref_find, beside ? gnu_find : NULL, &b, NUM_LOOKUPS);
    compare_chase(&b);
    compare("dump to a null sink, per row", bench_ref_dump, NULL, &b, NUM_FRES);
    free(b.bytes);
    puts("");
}

static void beside_glibc(enum sfr_profile profile)
{
    struct bench_section b = make(profile, NUM_FDES, NUM_FRES);
    printf("%d functions, %s\n\n%-44s %12s %12s %7s\n", NUM_FDES, sfr_profile_name(profile), "", "reference", "glibc",
           "ratio");
    compare("look-up of a random PC", ref_find, glibc_find, &b, NUM_LOOKUPS);
    free(b.bytes);
    puts("");
}

static void one_function(void)
{
    puts("one function, version 1, cost per row:");
    static const uint32_t rows[] = { 10000, 65535, 1200000 };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char what[64];
        struct bench_section b = make(SFR_PROFILE_V1, 1, rows[i]);
        snprintf(what, sizeof what, "check, %" PRIu32 " rows", rows[i]);
        compare(what, bench_ref_check, NULL, &b, rows[i]);
        free(b.bytes);
    }
}

static void temporary(char *path, size_t size)
{
    const char *dir = getenv("TMPDIR");
    snprintf(path, size, "%s/sframe-bench-XXXXXX", dir && *dir ? dir : "/tmp");
    const int fd = mkstemp(path);
    if (fd < 0)
        bench_die("cannot make a temporary file");
    close(fd);
}

/* Writes a section to a file, in a child process: a program inherits the peak memory of its
   parent. */
static void write_section(const char *path, enum sfr_profile profile, uint32_t num_fdes, uint32_t num_fres, bool elf)
{
    const pid_t pid = fork();
    int status;
    if (pid == 0) {
        const struct bench_section b = make(profile, num_fdes, num_fres);
        FILE *const f = elf ? NULL : fopen(path, "wb");
        const bool good =
            elf ? bench_section_write_elf(&b, path) == 0 : f && fwrite(b.bytes, b.size, 1, f) == 1 && fclose(f) == 0;
        _exit(good ? 0 : 1);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
        bench_die("cannot write a section");
}

/* How many bytes a command prints: one that reads nothing is fast. */
static off_t printed(const char *const argv[])
{
    char path[4096];
    struct stat st;
    temporary(path, sizeof path);
    run_command(argv, path);
    if (stat(path, &st) != 0)
        bench_die("the output of a command is gone");
    unlink(path);
    return st.st_size;
}

/* The text of sframe-ref beside that of another program. */
static void text(const char *sframe_ref, enum sfr_profile profile, const char *reader)
{
    char path[4096];
    long peak;
    temporary(path, sizeof path);
    write_section(path, profile, NUM_FDES, NUM_FRES, true);
    const char *const ours[] = { sframe_ref, "dump", "--profile", sfr_profile_name(profile), path, NULL };
    const char *const theirs[] = { reader, strstr(reader, "llvm-") ? "--sframe=.sframe" : "--sframe", path, NULL };
    if (printed(theirs) < (off_t)NUM_FRES * 10)
        bench_die("the other program did not print all rows");
    const double a = best_command(ours, &peak);
    printf("whole programs, %s, text to a null device:\n%-44s %9.3f s %9ld KiB\n", sfr_profile_name(profile),
           "sframe-ref dump", a / 1e9, peak);
    const double t = best_command(theirs, &peak);
    printf("%-44s %9.3f s %9ld KiB   ratio %.2f\n\n", reader, t / 1e9, peak, t / a);
    unlink(path);
}

static void large_check(const char *sframe_ref)
{
    char path[4096];
    struct stat st;
    long peak, least;
    temporary(path, sizeof path);
    write_section(path, SFR_PROFILE_V1, LARGE_FDES, LARGE_FRES, false);
    if (stat(path, &st) != 0)
        bench_die("the large section is gone");
    const double t =
        best_command((const char *const[]){ sframe_ref, "check", "--addr", "0x70000000", path, NULL }, &peak);
    best_command((const char *const[]){ sframe_ref, "--version", NULL }, &least);
    const long file = (long)(st.st_size / 1024);
    printf("%-44s %9.3f s %9ld KiB\n", "sframe-ref check, raw section", t / 1e9, peak);
    printf("    the file is %ld KiB, sframe-ref by itself %ld KiB, %ld KiB are left\n\n", file, least,
           peak - file - least);
    unlink(path);
}

/* Divides PROFILE:READER. */
static const char *reader_of(const char *argument, enum sfr_profile *profile)
{
    char name[8];
    const char *const colon = strchr(argument, ':');
    if (!colon || (size_t)(colon - argument) >= sizeof name)
        bench_die("a reader is PROFILE:READER");
    snprintf(name, sizeof name, "%.*s", (int)(colon - argument), argument);
    if (!sfr_profile_from_name(name, profile))
        bench_die("a reader is PROFILE:READER");
    return colon + 1;
}

int main(int argc, char **argv)
{
    enum sfr_profile profile;
    bool any = false;
    if (argc < 2) {
        fprintf(stderr, "usage: bench SFRAME-REF [PROFILE:READER]...\n");
        return 2;
    }
    /* The programs run first, while this process is small. */
    large_check(argv[1]);
    for (int i = 2; i < argc; i++) {
        const char *const reader = reader_of(argv[i], &profile);
        if (!strstr(reader, ".so"))
            text(argv[1], profile, reader);
    }
    for (int i = 2; i < argc; i++) {
        const char *const reader = reader_of(argv[i], &profile);
        if (strstr(reader, "libsframe-glibc.so")) {
            bench_glibc_load(reader);
            beside_glibc(profile);
        } else if (strstr(reader, ".so")) {
            bench_gnu_load(reader);
            printf("libsframe %s: ", bench_gnu_version());
            in_process(profile, true);
            any = true;
        }
    }
    if (!any)
        in_process(SFR_PROFILE_V1, false);
    one_function();
    return 0;
}
