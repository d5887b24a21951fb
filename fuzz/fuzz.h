/* SPDX-License-Identifier: MIT */
/*
 * fuzz.h - shared by all harnesses: reading an input, failing a property, and comparing two runs of
 * an input.
 *
 * A harness is one file with the function LLVMFuzzerTestOneInput(), which keeps no state between
 * inputs. A violated property ends the program with a message, which names the property and a byte
 * offset.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include "pcs.h"
#include "sfr_text.h"
#include "trailer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The name of the harness, for messages. Each harness defines it. */
extern const char fuzz_property[];

/* ---- Inputs ---- */

/* Larger inputs are ignored: they would not find bugs sooner. */
enum { FUZZ_MAX_INPUT = 1 << 16, FUZZ_MAX_PROFILES = 3 };

/* A section, its address, and the profiles to judge it by. A trailer names one profile. Without
   a trailer they are all profiles of the version number, or AUTO if there is none. */
struct fuzz_input {
    const uint8_t *data;
    size_t size;
    uint64_t addr;
    enum sfr_profile profiles[FUZZ_MAX_PROFILES];
    size_t num_profiles;
};
struct fuzz_input fuzz_take(const uint8_t *data, size_t size);

/* A harness sets this if the input got past the first parser of its kind: replay.c counts those. */
extern bool fuzz_parsed;

/* The bytes as a file that can be opened by its name. */
const char *fuzz_file(const void *data, size_t size);

/* ---- Failures ---- */

#define FUZZ_REQUIRE(condition, offset, ...)                                \
    do {                                                                    \
        if (!(condition))                                                   \
            fuzz_fail((uint64_t)(offset), __FILE__, __LINE__, __VA_ARGS__); \
    } while (0)
__attribute__((format(printf, 4, 5), noreturn)) void fuzz_fail(uint64_t offset, const char *file, int line,
                                                               const char *format, ...);

/* The name of a fault, or "none". */
const char *fuzz_fault_name(enum sfr_fault fault);

/* ---- The digest of a run ---- */

/* The replay driver sets `on` and compares the digests of two runs; a fuzzer does not pay for it. */
struct fuzz_digest {
    bool on;
    uint64_t value;
};
extern struct fuzz_digest fuzz_digest;
void fuzz_note_bytes(const void *bytes, size_t len);
static inline void fuzz_note(uint64_t value)
{
    if (fuzz_digest.on)
        fuzz_note_bytes(&value, sizeof value);
}
/* An sfr_text_fn that notes the text and keeps nothing. */
bool fuzz_note_text(void *ctx, const char *text, size_t len);

/* ---- Text that grows ---- */

/* An sfr_text_fn whose ctx is a struct fuzz_text. `data` ends with a NUL once something was added. */
struct fuzz_text {
    char *data;
    size_t len, cap;
};
bool fuzz_add_text(void *text, const char *bytes, size_t len);

/* Memory of `count` things; the program ends if there is none. */
void *fuzz_alloc(size_t count, size_t size);

/* ---- Sections that were made ---- */

/* A valid section, with the names of its doubts as its maker knows them; NULL: they are not known. */
struct fuzz_made {
    const uint8_t *data;
    size_t size;
    uint64_t addr;
    enum sfr_profile profile;
    const char *const *doubts;
    size_t num_doubts;
};
/* Requires that the reference accepts it with these doubts, and opens it. */
void fuzz_require_accepted(const struct fuzz_made *made, struct sfr_section *s);
/* Requires that the section has this dump. */
void fuzz_require_dump(const struct sfr_section *s, const char *expected, size_t len);
/* Requires that two texts are equal; `what` names them. */
void fuzz_require_text(const char *expected, size_t len, const struct fuzz_text *seen, const char *what);

/* ---- Rules ---- */

bool fuzz_same_rule(const struct sfr_rule *a, const struct sfr_rule *b);
bool fuzz_same_rules(const struct sfr_rules *a, const struct sfr_rules *b);

#endif
