/* SPDX-License-Identifier: MIT */
/*
 * Compares the speed of the reference, the system's libsframe and readelf, on the same bytes in one
 * run.
 *
 * usage: bench SFRAME-REF [READELF]
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
#include "reader.h"
#ifdef HAVE_LIBSFRAME
#include <sframe-api.h>
#endif

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

/* ---- The system's libsframe ---- */

#ifdef HAVE_LIBSFRAME
static sframe_decoder_ctx *gnu_open(const struct bench_section *b)
{
    int error = 0;
    sframe_decoder_ctx *ctx = sframe_decode((const char *)b->bytes, b->size, &error);
    if (!ctx)
        bench_die("libsframe rejects the benchmark's section");
    return ctx;
}

static void gnu_walk(const struct bench_section *b)
{
    sframe_decoder_ctx *ctx = gnu_open(b);
    uint64_t rows = 0;
    for (unsigned i = 0; i < b->num_fdes; i++) {
        uint32_t num_fres, size;
        int32_t start;
        unsigned char info;
        if (sframe_decoder_get_funcdesc(ctx, i, &num_fres, &size, &start, &info) != 0)
            bench_die("libsframe cannot read a function");
        for (unsigned k = 0; k < num_fres; k++) {
            sframe_frame_row_entry fre;
            int error = 0;
            if (sframe_decoder_get_fre(ctx, i, k, &fre) != 0)
                bench_die("libsframe cannot read a row");
            bench_sink += (uint64_t)sframe_fre_get_cfa_offset(ctx, &fre, &error);
            bench_sink += (uint64_t)sframe_fre_get_ra_offset(ctx, &fre, &error);
            bench_sink += (uint64_t)sframe_fre_get_fp_offset(ctx, &fre, &error);
            rows++;
        }
    }
    if (rows != b->num_fres)
        bench_die("libsframe lost rows");
    sframe_decoder_free(&ctx);
}

static void gnu_find(const struct bench_section *b)
{
    sframe_decoder_ctx *ctx = gnu_open(b);
    uint64_t found = 0;
    uint32_t random = 1;
    for (uint32_t i = 0; i < NUM_LOOKUPS; i++) {
        sframe_frame_row_entry fre;
        found += sframe_find_fre(ctx, (int32_t)(int64_t)(bench_random_pc(&random, b) - b->addr), &fre) == 0;
    }
    if (found == 0)
        bench_die("libsframe found no PC");
    bench_sink += found;
    sframe_decoder_free(&ctx);
}
#endif

/* ---- Whole programs ---- */

struct run {
    double ns;
    long peak_kib;
};

/* Runs a command and discards its output. */
static struct run run_command(const char *const argv[])
{
    extern char **environ;
    posix_spawn_file_actions_t actions;
    struct rusage usage;
    pid_t pid;
    int status;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
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
        const struct run r = run_command(argv);
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

static struct bench_section make(uint32_t num_fdes, uint32_t num_fres)
{
    const struct bench_section b = bench_section_make(SFR_PROFILE_V1, num_fdes, num_fres);
    if (!b.bytes)
        bench_die("out of memory");
    return b;
}

static void in_process(void)
{
    struct bench_section b = make(NUM_FDES, NUM_FRES);
    void (*walk)(const struct bench_section *) = NULL, (*find)(const struct bench_section *) = NULL;
#ifdef HAVE_LIBSFRAME
    walk = gnu_walk;
    find = gnu_find;
#endif
    printf("%d functions, %d rows, version 1, %zu bytes\n\n", NUM_FDES, NUM_FRES, b.size);
    printf("%-44s %12s %12s %7s\n", "", "reference", "libsframe", "ratio");
    compare("walk: decode and rules, per row", bench_ref_walk, walk, &b, NUM_FRES);
    compare("walk: check (decode, rules, findings), per row", bench_ref_check, walk, &b, NUM_FRES);
    compare("look-up of a random PC", ref_find, find, &b, NUM_LOOKUPS);
    compare_chase(&b);
    compare("dump to a null sink, per row", bench_ref_dump, NULL, &b, NUM_FRES);
    free(b.bytes);

    puts("\none function, cost per row:");
    static const uint32_t rows[] = { 10000, 65535, 1200000 };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char what[64];
        b = make(1, rows[i]);
        snprintf(what, sizeof what, "walk: check, %" PRIu32 " rows", rows[i]);
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
static void write_section(const char *path, uint32_t num_fdes, uint32_t num_fres, bool elf)
{
    const pid_t pid = fork();
    int status;
    if (pid == 0) {
        const struct bench_section b = make(num_fdes, num_fres);
        FILE *const f = elf ? NULL : fopen(path, "wb");
        const bool good =
            elf ? bench_section_write_elf(&b, path) == 0 : f && fwrite(b.bytes, b.size, 1, f) == 1 && fclose(f) == 0;
        _exit(good ? 0 : 1);
    }
    if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
        bench_die("cannot write a section");
}

static void programs(const char *sframe_ref, const char *readelf)
{
    char path[4096];
    struct stat st;
    long peak, least;

    temporary(path, sizeof path);
    write_section(path, NUM_FDES, NUM_FRES, true);
    puts("whole programs, text to a null device:");
    const double ours = best_command((const char *const[]){ sframe_ref, "dump", path, NULL }, &peak);
    printf("%-44s %9.3f s %9ld KiB\n", "sframe-ref dump", ours / 1e9, peak);
    if (readelf) {
        const double theirs = best_command((const char *const[]){ readelf, "--sframe", path, NULL }, &peak);
        printf("%-44s %9.3f s %9ld KiB   ratio %.2f\n", "readelf --sframe", theirs / 1e9, peak, theirs / ours);
    }

    write_section(path, LARGE_FDES, LARGE_FRES, false);
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

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: bench SFRAME-REF [READELF]\n");
        return 2;
    }
    /* The programs run first, while this process is small. */
    programs(argv[1], argc > 2 ? argv[2] : NULL);
    in_process();
    return 0;
}
