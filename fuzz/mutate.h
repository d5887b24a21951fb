/* SPDX-License-Identifier: MIT */
/*
 * mutate.h - changes a section as somebody would who knows the format.
 *
 * The section is taken apart into header, functions and rows, one of them is changed, left out, doubled or taken from a
 * second section, and the parts are put together again, with the counts and offsets that go with them or with those
 * that were there. No code is shared with the reference: a bug in it must not keep the mutator from reaching it.
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

/* Writes a changed input to out[0..max) and returns its size. 0 if the input is not a section, or is too large to be
   taken apart, or `max` is too small. The same seed gives the same bytes on every machine. `out` may not overlap. */
size_t fuzz_mutate(const struct fuzz_mutate_input *in, uint8_t *out, size_t max, uint64_t seed);

#endif
