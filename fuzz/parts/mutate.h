/* SPDX-License-Identifier: MIT */
/*
 * mutate.h - changes an input with knowledge of its format, for every engine.
 *
 * The mutators share no code with the reference: a bug there must not hide itself from them. The same
 * seed gives the same bytes on every machine. `out` must not overlap the input.
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

/* Each writes a changed input to out[0..max) and returns its size. 0 if the input has another format
   or too many parts, or `max` is too small. */
typedef size_t fuzz_mutate_fn(const struct fuzz_mutate_input *in, uint8_t *out, size_t max, uint64_t seed);

/* A section: splits it into header, functions and rows. Changes, removes or doubles some of them, or
   takes them from the second section. Joins the parts with the right counts and offsets, or with the
   old ones. */
fuzz_mutate_fn fuzz_mutate;

/* A text of lines: `key: value`, entries and reasons of a list, lines of a dump, comments. A value is
   replaced by another value of its key, a word by the word in the same place of such a value. So many
   results are in the grammar, and all parsers but the first one see them. */
fuzz_mutate_fn fuzz_mutate_text;

/* An ELF file, or a section, which is put into one first or is changed alone. Only the harness `elf`
   is linked with it. */
fuzz_mutate_fn fuzz_mutate_elf;

/* Any input by the mutator of its format, or one byte of it. 0 only for an empty input, or without room. */
fuzz_mutate_fn fuzz_mutate_any;

#endif
