/* SPDX-License-Identifier: MIT */
/*
 * mutate.h - changes a section with knowledge of the format.
 *
 * It splits the section into header, functions and rows. It changes, removes or doubles some of
 * them, or takes them from a second section. It joins the parts with the right counts and offsets,
 * or with the old ones. It shares no code with the reference: a bug there must not hide itself from
 * the mutator.
 */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes to change, and a second input to take from (size 0: none). */
struct fuzz_mutate_input {
    const uint8_t *data, *other;
    size_t size, other_size;
};

/* Writes a changed input to out[0..max) and returns its size. 0 if the input is not a section,
   or has too many parts, or `max` is too small. The same seed gives the same bytes on every
   machine. `out` must not overlap. */
size_t fuzz_mutate(const struct fuzz_mutate_input *in, uint8_t *out, size_t max, uint64_t seed);

#endif
