/* SPDX-License-Identifier: MIT */
/* check.h - what must hold of some kinds of input. Each ends the program if it does not. */
#ifndef FUZZ_CHECK_H
#define FUZZ_CHECK_H

#include <stddef.h>
#include <stdint.h>

/* Any text is refused with a reason or is a recipe. A valid recipe makes a section that the reference accepts, with
   the recipe's dump; the patch of a change undoes it. */
void fuzz_check_recipe(const char *text, size_t len);

/* An adapter file that can be read has all that its rung needs, its patterns can be matched, and what it declares
   can be adopted by itself and by another. */
void fuzz_check_adapter(const char *text, size_t len);

/* A known-failure file that can be read answers every question about its entries. */
void fuzz_check_known(const char *text, size_t len);

/* `check`, `dump`, `find`, `unwind` and `extract` of sframe-ref end with 0, 1 or 2, with 2 they have a message, and
   what they print is linear in the size of the file. */
void fuzz_check_commands(const uint8_t *data, size_t size);

#endif
