/* SPDX-License-Identifier: MIT */
/* Shared by all harnesses. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

bool fuzz_parsed;
struct fuzz_digest fuzz_digest;

/* ---- Inputs ---- */

struct fuzz_input fuzz_take(const uint8_t *data, size_t size)
{
    /* By version number; 0 stands for all numbers that no version has. */
    static const enum sfr_profile profiles[4][FUZZ_MAX_PROFILES] = {
        { SFR_PROFILE_AUTO },
        { SFR_PROFILE_V1 },
        { SFR_PROFILE_V2E2, SFR_PROFILE_V2E1, SFR_PROFILE_V2 },
        { SFR_PROFILE_V3 },
    };
    struct fuzz_input in = { .data = data, .size = size, .addr = 0x400000, .num_profiles = 1 };
    uint8_t profile;

    if (fuzz_trailer_take(data, &in.size, &in.addr, &profile)) {
        in.profiles[0] = (enum sfr_profile)(profile % (SFR_PROFILE_V3 + 1));
        return in;
    }
    const unsigned version = size > 2 && data[2] <= 3 ? data[2] : 0;
    memcpy(in.profiles, profiles[version], sizeof in.profiles);
    in.num_profiles = version == 2 ? FUZZ_MAX_PROFILES : 1;
    fuzz_parsed = version > 0;
    return in;
}

const char *fuzz_file(const void *data, size_t size)
{
    static int fd = -1;
    static char path[64];

    if (fd < 0)
        fd = memfd_create("input", MFD_CLOEXEC);
    FUZZ_REQUIRE(fd >= 0 && ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size, 0,
                 "no file in memory");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    return path;
}

/* ---- Failures ---- */

void fuzz_fail(uint64_t offset, const char *file, int line, const char *format, ...)
{
    va_list ap;

    fprintf(stderr, "fuzz_%s: at 0x%" PRIx64 ": ", fuzz_property, offset);
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fprintf(stderr, " (%s:%d)\n", file, line);
    fflush(NULL);
    abort();
}

const char *fuzz_fault_name(enum sfr_fault fault)
{
    const struct sfr_fault_info *info = sfr_fault_info(fault);
    return info ? info->name : "none";
}

/* ---- The digest of a run ---- */

void fuzz_note_bytes(const void *bytes, size_t len)
{
    const uint8_t *p = bytes;

    for (size_t i = 0; fuzz_digest.on && i < len; i++)
        fuzz_digest.value = (fuzz_digest.value ^ p[i]) * UINT64_C(0x100000001b3) + 1;
}

bool fuzz_note_text(void *ctx, const char *text, size_t len)
{
    (void)ctx;
    fuzz_note_bytes(text, len);
    return true;
}

/* ---- Text that grows ---- */

void *fuzz_alloc(size_t count, size_t size)
{
    void *p = calloc(count + (count == 0), size);

    if (!p) {
        fprintf(stderr, "fuzz_%s: no memory for %zu things of %zu bytes\n", fuzz_property, count, size);
        exit(1);
    }
    return p;
}

bool fuzz_add_text(void *text, const char *bytes, size_t len)
{
    struct fuzz_text *t = text;

    if (len >= t->cap - t->len) {
        const size_t cap = 2 * t->cap + len + 256;
        char *larger = realloc(t->data, cap);
        FUZZ_REQUIRE(larger != NULL, 0, "no memory for a text of %zu bytes", cap);
        t->data = larger;
        t->cap = cap;
    }
    memcpy(t->data + t->len, bytes, len);
    t->len += len;
    t->data[t->len] = '\0';
    return true;
}

/* ---- Sections that were made ---- */

struct doubts {
    const struct fuzz_made *made;
    unsigned seen;
};

static void see_doubt(void *ctx, const struct sfr_finding *f)
{
    struct doubts *doubts = ctx;
    const char *name = fuzz_fault_name(f->fault);
    bool expected = f->severity == SFR_SEVERITY_VIOLATION || !doubts->made->doubts; /* the verdict says the first */

    for (size_t i = 0; i < doubts->made->num_doubts; i++)
        if (strcmp(doubts->made->doubts[i], name) == 0) {
            doubts->seen |= 1u << i;
            expected = true;
        }
    FUZZ_REQUIRE(expected, f->start, "the reference finds %s, the generator does not", name);
}

/* Bytes that no row has and bytes that two have are set off against each other (SFR-FRE-USE), and an overlap is
   looked for between neighbours in order. */
static bool may_not_be_seen(const char *doubt)
{
    return strcmp(doubt, "fre-bytes-unreferenced") == 0 || strcmp(doubt, "fre-runs-shared") == 0
           || strcmp(doubt, "func-overlap") == 0;
}

void fuzz_require_accepted(const struct fuzz_made *made, struct sfr_section *s)
{
    struct doubts doubts = { made, 0 };
    const struct sfr_verdict v = sfr_check(made->data, made->size, made->addr, made->profile, see_doubt, &doubts);

    FUZZ_REQUIRE(v.accepted, v.first.start, "rejected: %s", fuzz_fault_name(v.first.fault));
    for (size_t i = 0; i < made->num_doubts; i++)
        FUZZ_REQUIRE((doubts.seen >> i & 1) || may_not_be_seen(made->doubts[i]), 0,
                     "the generator sees %s, the reference does not", made->doubts[i]);
    FUZZ_REQUIRE(sfr_open(s, made->data, made->size, made->addr, made->profile, NULL) == SFR_FAULT_NONE, 0,
                 "accepted, but it cannot be opened");
}

void fuzz_require_text(const char *expected, size_t len, const struct fuzz_text *seen, const char *what)
{
    size_t at = 0;

    while (at < len && at < seen->len && expected[at] == seen->data[at])
        at++;
    FUZZ_REQUIRE(at == len && at == seen->len, at, "%s differ (offset in the text)\n%.*s\n%s", what, (int)len, expected,
                 seen->data);
}

void fuzz_require_dump(const struct sfr_section *s, const char *expected, size_t len)
{
    struct fuzz_text seen = { NULL, 0, 0 };

    sfr_dump(s, 0, fuzz_add_text, &seen);
    fuzz_require_text(expected, len, &seen, "dumps");
    fuzz_note_bytes(seen.data, seen.len);
    free(seen.data);
}

/* ---- Rules ---- */

bool fuzz_same_rule(const struct sfr_rule *a, const struct sfr_rule *b)
{
    return a->kind == b->kind && a->reg == b->reg && a->offset == b->offset;
}

bool fuzz_same_rules(const struct sfr_rules *a, const struct sfr_rules *b)
{
    return fuzz_same_rule(&a->cfa, &b->cfa) && fuzz_same_rule(&a->ra, &b->ra) && fuzz_same_rule(&a->fp, &b->fp)
           && a->mangled_ra_p == b->mangled_ra_p;
}
