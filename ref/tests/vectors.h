/* SPDX-License-Identifier: MIT */
/*
 * vectors.h - SFrame sections typed by hand from the manuals, with the expected result of reading
 * them.
 *
 * No byte comes from an encoder and no expectation from a reader's output: both come from the
 * manuals, so that the tests can contradict the reference.
 */
#ifndef SFR_TESTS_VECTORS_H
#define SFR_TESTS_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfr.h"

/* Profiles of a vector, as in struct sfr_clause_info. */
enum {
    P_AUTO = 1 << SFR_PROFILE_AUTO,
    P_V1 = 1 << SFR_PROFILE_V1,
    P_V2 = 1 << SFR_PROFILE_V2,
    P_E1 = 1 << SFR_PROFILE_V2E1,
    P_E2 = 1 << SFR_PROFILE_V2E2,
    P_V3 = 1 << SFR_PROFILE_V3,
    P_E12 = P_E1 | P_E2,
    P_V2S = P_V2 | P_E1 | P_E2,
    P_V12 = P_V1 | P_V2
};

/* A section is `bytes` with `patches` applied. All numbers are hexadecimal in `bytes` and `patches`.

   bytes    pairs of hex digits, spaces between them as wanted; "aa*ff" is byte aa 0xff times
   patches  NULL, or variants separated by '/', each tried alone and each expected to give the same result.
            A variant is edits separated by ';': "1c:00f0" puts bytes at offset 0x1c, "cut 1b" keeps 0x1b bytes,
            "append 00*8" adds bytes
   reject   NULL if the section is accepted; else the first violation: "FAULT CLAUSE 0xSTART-0xEND WHERE".
            CLAUSE may be alternatives "A|B" where the register names several that fit; the range may be "all";
            WHERE is "-" (no function), "F" (function), "F.R" (row) or "F.*" (function, with or without a row)
   doubts   all doubts of an accepted section, in any order: "FAULT 0xSTART-0xEND WHERE" separated by ','
   dump     the canonical dump without its first line; NULL for a rejected section, and where the texts leave it open
   lookups  "PC>F.R" (row), "PC>F.none" (function without a row for it), "PC>F.outermost", "PC>none" (no function),
            separated by spaces */
struct vector {
    const char *name;
    const char *clauses;
    unsigned profiles;
    uint64_t addr;
    const char *bytes, *patches, *reject, *doubts, *dump, *lookups;
};

struct vector_group {
    const char *name;
    const struct vector *vectors;
    size_t count;
};
extern const struct vector_group *const vector_groups[];
extern const size_t num_vector_groups;

/* One vector under one profile with one variant of its patches, in memory that ends where the
   section ends. */
struct instance {
    const struct vector *vector;
    enum sfr_profile profile;
    uint8_t *data;
    size_t size;
    char name[128];
};
typedef void instance_fn(const struct instance *instance, void *ctx);
void each_instance(instance_fn *fn, void *ctx);

/* Makes the bytes of `hex` with variant `variant` of `patches` (which may be NULL); the caller
   frees them. Returns NULL if there is no such variant. Malformed text ends the program. */
uint8_t *read_vector(const char *hex, const char *patches, unsigned variant, size_t *size);

/* A program stopped somewhere, for stack traces. Numbers are hexadecimal with 0x.

   regs     "r10=0x1000 r30=0x42": registers that the reader may ask for; DWARF numbers in decimal
   mem      "0x1000=0x401004 ...": the 8-byte words that can be read
   trace    the expected rows of the canonical dump
   reads    how many words may be read, at most one for each value that the texts load
   caller   the frame is not the topmost one */
struct unwind_vector {
    const char *name;
    const char *clauses;
    enum sfr_profile profile;
    uint64_t addr;
    const char *bytes;
    uint64_t pc, sp, fp;
    const char *regs, *mem;
    uint64_t pac_mask;
    bool caller;
    size_t max;
    unsigned reads;
    const char *trace;
};
extern const struct unwind_vector unwind_vectors[];
extern const size_t num_unwind_vectors;

/* Ends the program, because a test itself is wrong. */
_Noreturn void bail(const char *what, const char *text);

/* Register numbers by name; an unknown name ends the program. */
enum sfr_fault fault_named(const char *name, size_t len);
enum sfr_clause clause_named(const char *name, size_t len);
/* Is `name` one of the names in `list`, which `separator` divides? */
bool in_list(const char *list, char separator, const char *name);

#endif
