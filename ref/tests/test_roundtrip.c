/* SPDX-License-Identifier: MIT */
/*
 * Decodes every section of the corpus and encodes it again:
 *
 *     test_roundtrip COUNT FOLDER [--every N] [--mutate N LEAST]
 *
 * It searches FOLDER and its subfolders for .sframe files, and checks those that differ, with --every
 * only each Nth; fewer than COUNT that it checks is a failure. It checks each file by every profile, a
 * large one by that of its version, at the next of several addresses. The model and the dump of an
 * accepted section must encode to the same bytes, and its canonical encoding must mean the same. If the
 * encoder writes the model of a rejected section, the result must be accepted. With --mutate it also checks each Nth of
 * these files with any one byte changed; fewer than LEAST such files is a failure.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "distinct.h"
#include "roundtrip.h"
#include "tap.h"

/* Changing every byte of a large file would take long, and show nothing that a small one does not. */
enum { MAX_MUTATED = 512 };
/* 30 of the sections are larger, and have most of the bytes. */
enum { LARGE = 8192 };

static const uint64_t addresses[] = { 0, 0x4020c0, UINT64_MAX - 0xfff };

static const char *failed;
/* Checked, and also checked with changed bytes. */
static unsigned long checked, mutated;
static struct distinct found;

/* The number of profiles and that of addresses have no common divisor, so that each profile meets each address. */
static void check_bytes(const struct bytes *b)
{
    static const int newest[] = { [1] = SFR_PROFILE_V1, [2] = SFR_PROFILE_V2E2, [3] = SFR_PROFILE_V3 };
    static size_t turn;
    const int only = b->len > LARGE && b->data[2] >= 1 && b->data[2] <= 3 ? newest[b->data[2]] : 0;
    for (int p = SFR_PROFILE_V1; p <= SFR_PROFILE_V3; p++) {
        if (only && p != only)
            continue;
        const uint64_t address = addresses[turn++ % (sizeof addresses / sizeof addresses[0])];
        const char *wrong = roundtrip_check(b, (enum sfr_profile)p, address);
        failed = failed ? failed : wrong;
    }
}

/* Damaged sections: every byte in turn with a few other values. */
static void check_mutations(const struct bytes *b)
{
    static const uint8_t values[] = { 0x00, 0x01, 0x02, 0x05, 0x10, 0x20, 0x40, 0x7f, 0x80, 0xff };

    for (size_t i = 0; i < b->len; i++) {
        const uint8_t original = b->data[i];
        for (size_t j = 0; j < sizeof values / sizeof values[0] && !failed; j++) {
            b->data[i] = j % 2 == 0 ? values[j] : original ^ values[j];
            check_bytes(b);
            if (failed)
                printf("# byte 0x%zx as 0x%02x\n", i, b->data[i]);
        }
        b->data[i] = original;
    }
}

/* ---- Files ------------------------------------------------------------------------- */

/* The bytes of a file, in memory of just their size; false if it can't be read or is too large. */
static bool read_file(const char *path, struct bytes *b)
{
    FILE *f = fopen(path, "rb");

    if (!f)
        return false;
    const long size = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    const bool fits = size >= 0 && size <= MAX_FILE && fseek(f, 0, SEEK_SET) == 0;
    b->len = fits ? (size_t)size : 0;
    b->data = roundtrip_alloc(b->len);
    const bool good = fits && fread(b->data, 1, b->len, f) == b->len;
    fclose(f);
    if (!good)
        free(b->data);
    return good;
}

static void check_section(const char *path, const struct bytes *b, bool mutate)
{
    checked++;
    failed = NULL;
    check_bytes(b);
    if (mutate && b->len <= MAX_MUTATED) {
        mutated++;
        check_mutations(b);
    }
    if (!OK(failed == NULL, "%s: there and back", path))
        printf("# %s\n", failed);
}

/* The same bytes are asked the same questions, whatever the file is called. */
static void check_file(const char *path, unsigned long every, unsigned long mutate_each)
{
    struct bytes b;

    if (!read_file(path, &b)) {
        OK(false, "%s is read", path);
        return;
    }
    if (distinct_add(&found, distinct_sum(b.data, b.len)) && (found.count - 1) % every == 0)
        check_section(path, &b, mutate_each > 0 && checked % mutate_each == 0);
    free(b.data);
}

static bool ends_with(const char *name, const char *end)
{
    const size_t n = strlen(name), m = strlen(end);
    return n >= m && strcmp(name + n - m, end) == 0;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void check_folder(const char *folder, unsigned long every, unsigned long mutate_each)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_visible, alphasort);

    if (!OK(count >= 0, "%s can be read", folder))
        return;
    for (int i = 0; i < count; i++) {
        char path[4096];
        struct stat st = { 0 };

        const int n = snprintf(path, sizeof(path), "%s/%s", folder, entries[i]->d_name);
        if (n <= 0 || (size_t)n >= sizeof(path) || stat(path, &st) != 0)
            OK(false, "%s/%s can be read", folder, entries[i]->d_name);
        else if (S_ISDIR(st.st_mode))
            check_folder(path, every, mutate_each);
        else if (ends_with(path, ".sframe"))
            check_file(path, every, mutate_each);
        free(entries[i]);
    }
    free(entries);
}

int main(int argc, char **argv)
{
    unsigned long mutate_each = 0, least = 0, every = 1;
    bool good = argc >= 3;
    for (int i = 3; good && i < argc;) {
        const bool mutates = strcmp(argv[i], "--mutate") == 0;
        good = (mutates || strcmp(argv[i], "--every") == 0) && i + (mutates ? 2 : 1) < argc;
        if (!good)
            break;
        *(mutates ? &mutate_each : &every) = strtoul(argv[i + 1], NULL, 10);
        if (mutates)
            least = strtoul(argv[i + 2], NULL, 10);
        good = every > 0 && (!mutates || (mutate_each > 0 && least > 0));
        i += mutates ? 3 : 2;
    }
    if (!good) {
        fprintf(stderr, "usage: %s COUNT FOLDER [--every N] [--mutate N LEAST]\n", argv[0]);
        return 2;
    }
    const unsigned long count = strtoul(argv[1], NULL, 10);

    check_folder(argv[2], every, mutate_each);
    OK(checked >= count && count > 0, "%lu sections checked of %zu that differ, at least %lu", checked, found.count,
       count);
    if (mutate_each > 0)
        OK(mutated >= least, "%lu of them also with changed bytes, at least %lu", mutated, least);
    OK(roundtrip_done.accepted > 0 && roundtrip_done.canonical > 0 && roundtrip_done.rejected > 0
           && roundtrip_done.changed > 0,
       "accepted %u, of these with gaps that are not zero %u, with a canonical encoding %u, without %u; rejected %u,"
       " rewritten %u, changed %u",
       roundtrip_done.accepted, roundtrip_done.zeroed, roundtrip_done.canonical, roundtrip_done.refused_canonical,
       roundtrip_done.rejected, roundtrip_done.rewritten, roundtrip_done.changed);
    free(found.sums);
    return tap_done();
}
