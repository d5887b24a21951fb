/* SPDX-License-Identifier: MIT */
/*
 * shape.h - what a case's section has or lacks that some readers leave out on purpose.
 *
 * It is read from the bytes of the corpus: flags, number of functions, type of each function. A
 * test compares it with the dumps of all accepted sections.
 */
#ifndef SFC_SHAPE_H
#define SFC_SHAPE_H

#include "case.h"

/* Bits. UNSORTED, NOT_PCREL: the flag is clear; EMPTY: it has no function; FLEXIBLE: it has a flexible one. */
enum { SFC_SHAPE_UNSORTED = 1, SFC_SHAPE_NOT_PCREL = 2, SFC_SHAPE_EMPTY = 4, SFC_SHAPE_FLEXIBLE = 8 };

/* Of the section, or of the second one too if there is one. 0 if the header is not all there, or has another magic or
   an unknown version. Of an encode that of the dump, where only FLEXIBLE counts. */
unsigned sfc_case_shape(const struct sfc_case *c);

/* Of a case with raw sections: where a PC lies in the first or in the second one. In a flexible function; in none, but
   above the start of one. */
bool sfc_pc_in_flexible(const struct sfc_case *c, bool in_second, uint64_t pc);
bool sfc_pc_after_function(const struct sfc_case *c, bool in_second, uint64_t pc);

#endif
