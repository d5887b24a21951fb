/* SPDX-License-Identifier: MIT */
/*
 * Runs a harness on files, without a fuzzer:
 *
 *     replay_NAME --min N [--every K] [--suffix .sframe] FOLDER...
 *     replay_NAME FILE...
 *     replay_NAME --mutate N [--seed S] [--keep DIR] [--suffix END] FOLDER...
 *
 * Searches folders and their sub-folders. Equal files count once. Fewer than N files, an unreadable
 * file or an empty folder is a failure. With K, runs only the inputs whose checksum is divisible by
 * K, except in folders named `regress`, where files that end in .input are inputs too. Runs each
 * input three times: in memory of exactly its size, with an unreadable page after it, and with one
 * before it. All three must do the same. FUZZ_REPLAY_EVERY in the environment replaces K.
 *
 * With --mutate the files are seeds: runs N inputs that the mutators make of them, each in memory of
 * exactly its size. The number S and the seeds give the same inputs everywhere. The input that runs is
 * in DIR/NAME-S.input, so that it is left there if it ends the program, or takes more than ten CPU
 * seconds. The next run begins with the one that is left.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "chance.h"
#include "distinct.h"
#include "fuzz.h"
#include "mutate.h"
#include "tap.h"

enum { MAX_FILE = 1 << 24, SECONDS = 300, CHANGED_SECONDS = 10 };

static struct {
    uint64_t min, every;
    const char *suffix;
    struct distinct seen;
    size_t files, run, different;
} replay = { .every = 1, .suffix = "" };

/* What --mutate changes. */
static struct {
    uint64_t count, seed;
    const char *keep;
    struct seed {
        uint8_t *data;
        size_t size;
    } * seeds;
    size_t num_seeds;
} changed = { .seed = 1, .keep = "." };

/* The input, for the message when it takes too long. */
static char now_running[4096];

static void on_alarm(int number)
{
    static const char text[] = "Bail out! an input takes too long: ";

    (void)number;
    if (write(1, text, sizeof text - 1) > 0 && write(1, now_running, strlen(now_running)) > 0)
        _exit(write(1, "\n", 1) == 1 ? 1 : 2);
    _exit(1);
}

static void bail_out(const char *what, const char *name)
{
    printf("Bail out! %s: %s\n", what, name);
    fflush(stdout);
    _Exit(1);
}

/* ---- One input ---- */

static uint64_t digest_of_run(const uint8_t *data, size_t size)
{
    fuzz_digest.on = true;
    fuzz_digest.value = 0;
    if (LLVMFuzzerTestOneInput(data, size) != 0)
        bail_out("the harness does not return 0", now_running);
    return fuzz_digest.value;
}

/* Runs with the bytes at the end, or at the start, of memory between unreadable pages. */
static uint64_t digest_in_guards(const uint8_t *data, size_t size, bool at_end)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (size + page - 1) / page * page;
    uint8_t *all = mmap(NULL, room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (all == MAP_FAILED || (room > 0 && mprotect(all + page, room, PROT_READ | PROT_WRITE) != 0))
        bail_out("no memory", "guard pages");
    uint8_t *const at = all + page + (at_end ? room - size : 0);
    if (size > 0)
        memcpy(at, data, size);
    if (room > 0)
        mprotect(all + page, room, PROT_READ);
    const uint64_t digest = digest_of_run(at, size);
    munmap(all, room + 2 * page);
    return digest;
}

static void run_input(const char *path, const uint8_t *data, size_t size)
{
    snprintf(now_running, sizeof now_running, "%s", path);
    alarm(SECONDS);
    const uint64_t exact = digest_of_run(data, size);
    const uint64_t at_end = digest_in_guards(data, size, true), at_start = digest_in_guards(data, size, false);
    alarm(0);
    replay.run++;
    if (exact == at_end && exact == at_start)
        return;
    if (replay.different++ < 10)
        printf("# %s: a second run differs\n", path);
}

/* Reads a file into an allocation of exactly its size, so that a memory checker detects an
   overrun. */
static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    uint8_t *data = NULL;

    if (!f)
        return NULL;
    const long end = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    if (end >= 0 && end <= MAX_FILE && fseek(f, 0, SEEK_SET) == 0) {
        *size = (size_t)end;
        data = malloc(*size == 0 ? 1 : *size);
        if (data && fread(data, 1, *size, f) != *size) {
            free(data);
            data = NULL;
        }
    }
    fclose(f);
    return data;
}

/* ---- Changed inputs ---- */

static void add_seed(uint8_t *data, size_t size)
{
    if (size == 0 || size > FUZZ_MAX_INPUT) {
        free(data);
        return;
    }
    changed.seeds = realloc(changed.seeds, (changed.num_seeds + 1) * sizeof changed.seeds[0]);
    if (!changed.seeds)
        bail_out("no memory", "seeds");
    changed.seeds[changed.num_seeds++] = (struct seed){ data, size };
}

static size_t make_changed(uint64_t number, uint8_t out[FUZZ_MAX_INPUT])
{
    /* Neighbours must not make the same choices, one step apart. */
    struct fuzz_chance c = { changed.seed * UINT64_C(0xd1342543de82ef95) + number };
    c.state = fuzz_draw(&c);
    const struct seed *a = &changed.seeds[fuzz_below(&c, (uint32_t)changed.num_seeds)];
    const struct seed *b = &changed.seeds[fuzz_below(&c, (uint32_t)changed.num_seeds)];
    const struct fuzz_mutate_input in = { a->data, b->data, a->size, b->size };
    return fuzz_mutate_any(&in, out, FUZZ_MAX_INPUT, fuzz_draw(&c));
}

static void allow_seconds(time_t seconds)
{
    const struct itimerval limit = { .it_value = { .tv_sec = seconds } };
    setitimer(ITIMER_PROF, &limit, NULL);
}

/* Did the input get past the first parser? */
static bool run_exact(const uint8_t *data, size_t size)
{
    uint8_t *exact = fuzz_alloc(size, 1);

    memcpy(exact, data, size);
    fuzz_parsed = false;
    allow_seconds(CHANGED_SECONDS);
    LLVMFuzzerTestOneInput(exact, size);
    allow_seconds(0);
    free(exact);
    return fuzz_parsed;
}

/* Returns how many get past the first parser. `file` always has the input that runs. */
static uint64_t run_each_changed(int file)
{
    static uint8_t made[FUZZ_MAX_INPUT];
    const ssize_t left = pread(file, made, sizeof made, 0);
    uint64_t parsed = 0;

    if (left > 0)
        run_exact(made, (size_t)left);
    for (uint64_t i = 0; i < changed.count; i++) {
        const size_t size = make_changed(i, made);
        if (ftruncate(file, 0) != 0 || pwrite(file, made, size, 0) != (ssize_t)size) {
            fprintf(stderr, "replay_%s: an input cannot be kept: %s\n", fuzz_property, strerror(errno));
            exit(2);
        }
        parsed += run_exact(made, size);
    }
    return parsed;
}

/* Returns the exit status. */
static int run_all_changed(void)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%s-%" PRIu64 ".input", changed.keep, fuzz_property, changed.seed);
    const int file = changed.num_seeds > 0 ? open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666) : -1;
    if (file < 0) {
        fprintf(stderr, "replay_%s: %s: %s\n", fuzz_property, path,
                changed.num_seeds > 0 ? strerror(errno) : "no seeds");
        return 2;
    }
    const uint64_t parsed = run_each_changed(file);
    close(file);
    unlink(path);
    printf("%s: %" PRIu64 " inputs of %zu seed files, seed %" PRIu64 ": %.1f %% past the parser, %.1f CPU s\n",
           fuzz_property, changed.count, changed.num_seeds, changed.seed,
           100.0 * (double)parsed / (double)changed.count, (double)clock() / CLOCKS_PER_SEC);
    return 0;
}

/* ---- Files ---- */

static void replay_file(const char *path, bool always)
{
    size_t size = 0;
    uint8_t *data = read_file(path, &size);

    if (!data) {
        OK(false, "%s can be read", path);
        return;
    }
    const uint64_t sum = distinct_sum(data, size);
    replay.files++;
    if (changed.count > 0) {
        add_seed(data, size);
        return;
    }
    if (distinct_add(&replay.seen, sum) && (always || sum % replay.every == 0))
        run_input(path, data, size);
    free(data);
}

/* ---- Folders ---- */

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool ends_with(const char *path, const char *end)
{
    const size_t len = strlen(path), end_len = strlen(end);
    return len >= end_len && strcmp(path + len - end_len, end) == 0;
}

static void replay_folder(const char *folder, bool always)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_visible, alphasort);

    if (count < 0) {
        OK(false, "%s can be read", folder);
        return;
    }
    for (int i = 0; i < count; i++) {
        char path[4096];
        /* Initialised, because a memory checker may not know that stat() writes it. */
        struct stat st = { 0 };
        const int n = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (n < 0 || (size_t)n >= sizeof path || stat(path, &st) != 0)
            OK(false, "%s/%s can be read", folder, entries[i]->d_name);
        else if (S_ISDIR(st.st_mode))
            replay_folder(path, always || strcmp(entries[i]->d_name, "regress") == 0);
        else if (ends_with(path, replay.suffix) || (always && ends_with(path, ".input")))
            replay_file(path, always);
        free(entries[i]);
    }
    free(entries);
}

static void replay_path(const char *path)
{
    const size_t files = replay.files;
    struct stat st = { 0 };

    if (stat(path, &st) != 0) {
        OK(false, "%s can be read", path);
    } else if (S_ISDIR(st.st_mode)) {
        replay_folder(path, ends_with(path, "regress"));
        OK(replay.files > files, "%s has inputs", path);
    } else {
        replay_file(path, true);
    }
}

static uint64_t number(const char *text, const char *option)
{
    char *end;
    const unsigned long long value = strtoull(text, &end, 10);
    if (end == text || *end || *text == '-' || value == 0) {
        fprintf(stderr, "replay_%s: %s needs a number above 0\n", fuzz_property, option);
        exit(2);
    }
    return value;
}

/* Returns the index of the first file or folder; argc for a mistake. */
static int read_options(int argc, char **argv)
{
    static const struct option options[] = {
        { "min", required_argument, NULL, 'n' },
        { "every", required_argument, NULL, 'e' },
        { "mutate", required_argument, NULL, 'm' },
        { "seed", required_argument, NULL, 's' },
        { "suffix", required_argument, NULL, 'x' },
        { "keep", required_argument, NULL, 'k' },
        { NULL, 0, NULL, 0 },
    };
    const char *every = getenv("FUZZ_REPLAY_EVERY");

    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (c) {
        case 'n': replay.min = number(optarg, "--min"); break;
        case 'e': replay.every = number(optarg, "--every"); break;
        case 'm': changed.count = number(optarg, "--mutate"); break;
        case 's': changed.seed = number(optarg, "--seed"); break;
        case 'x': replay.suffix = optarg; break;
        case 'k': changed.keep = optarg; break;
        default: return argc;
        }
    if (every)
        replay.every = number(every, "FUZZ_REPLAY_EVERY");
    return optind;
}

int main(int argc, char **argv)
{
    int i = read_options(argc, argv);

    if (i >= argc) {
        fprintf(stderr,
                "usage: replay_%s [--min N] [--every K] [--suffix END] FILE-OR-FOLDER...\n"
                "       replay_%s --mutate N [--seed S] [--keep DIR] [--suffix END] SEED-FILE-OR-FOLDER...\n",
                fuzz_property, fuzz_property);
        return 2;
    }
    signal(SIGALRM, on_alarm);
    for (; i < argc; i++)
        replay_path(argv[i]);
    if (changed.count > 0)
        return run_all_changed();
    OK(replay.seen.count >= replay.min && replay.seen.count > 0, "%zu distinct inputs in %zu files, at least %" PRIu64,
       replay.seen.count, replay.files, replay.min);
    OK(replay.run > 0 && replay.different == 0, "%zu inputs run, each three times with the same result", replay.run);
    free(replay.seen.sums);
    return tap_done();
}
