/* SPDX-License-Identifier: MIT */
/*
 * Runs a harness on files, without a fuzzer:
 *
 *     replay_NAME --min N [--every K] [--suffix .sframe] FOLDER...
 *     replay_NAME FILE...
 *     replay_NAME --mutate N [--first N] [--seed S] [--most N] [--keep DIR] [--suffix END] FOLDER...
 *
 * Searches folders and their sub-folders. Equal files count once. Fewer than N files, an unreadable
 * file or an empty folder is a failure. With K, runs only the inputs whose checksum is divisible by
 * K, except in folders named `regress`, where files that end in .input are inputs too. Runs each
 * input three times: in memory of exactly its size, with an unreadable page after it, and with one
 * before it. All three must do the same. FUZZ_REPLAY_EVERY in the environment replaces K.
 *
 * With --mutate the files are seeds: see try.h.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "distinct.h"
#include "fuzz.h"
#include "tap.h"
#include "try.h"

enum { MAX_FILE = 1 << 24, SECONDS = 300 };

static struct {
    uint64_t min, every;
    const char *suffix;
    struct distinct seen;
    size_t files, run, different;
    struct fuzz_try try;
} replay = { .every = 1, .suffix = "", .try = { .seed = 1, .most = 20, .keep = "." } };

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
    if (replay.try.count > 0) {
        fuzz_try_add(&replay.try, data, size);
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

static uint64_t number(const char *text, const char *option, bool may_be_zero)
{
    char *end;
    const unsigned long long value = strtoull(text ? text : "", &end, 10);
    if (!text || end == text || *end || *text == '-' || (value == 0 && !may_be_zero)) {
        fprintf(stderr, "replay_%s: %s needs a number%s\n", fuzz_property, option, may_be_zero ? "" : " above 0");
        exit(2);
    }
    return value;
}

/* Returns the index of the first file or folder; argc for a mistake. */
static int read_options(int argc, char **argv)
{
    const struct {
        const char *name;
        uint64_t *value;
    } numbers[] = {
        { "--min", &replay.min },         { "--every", &replay.every },   { "--mutate", &replay.try.count },
        { "--first", &replay.try.first }, { "--seed", &replay.try.seed }, { "--most", &replay.try.most },
    };
    const char *every = getenv("FUZZ_REPLAY_EVERY");
    int i = 1;

    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        size_t k = 0;
        while (k < sizeof numbers / sizeof numbers[0] && strcmp(numbers[k].name, argv[i]) != 0)
            k++;
        if (k < sizeof numbers / sizeof numbers[0])
            *numbers[k].value = number(argv[i + 1], argv[i], k == 3 || k == 4);
        else if (strcmp(argv[i], "--suffix") == 0 && argv[i + 1])
            replay.suffix = argv[i + 1];
        else if (strcmp(argv[i], "--keep") == 0 && argv[i + 1])
            replay.try.keep = argv[i + 1];
        else
            return argc;
    }
    if (every)
        replay.every = number(every, "FUZZ_REPLAY_EVERY", false);
    return i;
}

int main(int argc, char **argv)
{
    int i = read_options(argc, argv);

    if (i >= argc) {
        fprintf(stderr,
                "usage: replay_%s [--min N] [--every K] [--suffix END] FILE-OR-FOLDER...\n"
                "       replay_%s --mutate N [--first N] [--seed S] [--most N] [--keep DIR] SEED-FILE-OR-FOLDER...\n",
                fuzz_property, fuzz_property);
        return 2;
    }
    signal(SIGALRM, on_alarm);
    for (; i < argc; i++)
        replay_path(argv[i]);
    if (replay.try.count > 0)
        return fuzz_try_all(&replay.try);
    OK(replay.seen.count >= replay.min && replay.seen.count > 0, "%zu distinct inputs in %zu files, at least %" PRIu64,
       replay.seen.count, replay.files, replay.min);
    OK(replay.run > 0 && replay.different == 0, "%zu inputs run, each three times with the same result", replay.run);
    free(replay.seen.sums);
    return tap_done();
}
