/* SPDX-License-Identifier: MIT */
/*
 * vectors.h - SFrame sections typed by hand from the manuals, for what the corpus does not ask: the
 * layout of a dump, the order of findings, and places given to the encoder. Every byte stands here or
 * in the test.
 *
 * Places in a section with one function:
 *
 *           start  size   FRE offset  count  info   info2  rep    padding  first FRE
 *   v1      0x1c   0x20   0x24        0x28   0x2c   -      -      -        0x2d
 *   v2      0x1c   0x20   0x24        0x28   0x2c   -      0x2d   0x2e     0x30
 *   v3      0x1c   0x24   0x28        0x2c   0x2e   0x2f   0x30   -        0x31 (attribute at 0x2c)
 *
 * Header: num_fdes 0x08, num_fres 0x0c, fre_len 0x10, fdeoff 0x14, freoff 0x18.
 */
#ifndef SFR_TESTS_VECTORS_H
#define SFR_TESTS_VECTORS_H

#include <stddef.h>
#include <stdint.h>

#include "sfr.h"

/* The bytes are laid out by hand, a field a word. */
/* clang-format off */

/* Bytes 0 to 7: magic, version, flags, ABI, fixed FP, fixed RA, auxiliary length. V2P: version 2
   with flag 0x4. */
#define AMD64_V1  "e2de 01 01 03 00 f8 00 "
#define AMD64_V2  "e2de 02 01 03 00 f8 00 "
#define AMD64_V3  "e2de 03 05 03 00 f8 00 "
#define S390_V2P  "dee2 02 05 04 00 00 00 "

/* One function at 0x100. fres and len are num_fres and fre_len; `info` is the info byte (version 2:
   info, rep_size and padding; version 3: count, info, info2 and rep_size, that is the whole
   attribute). The start field is at 0x1c: with flag 0x4 its value is 0x100 - 0x1c = 0xe4. */
#define V1_FUNC(head, fres, len, size, info, rows) head \
    "01000000 " fres " " len " 00000000 11000000 " "00010000 " size " 00000000 " fres " " info " " rows
#define V2_FUNC(head, fres, len, size, info, rows) head \
    "01000000 " fres " " len " 00000000 14000000 " "00010000 " size " 00000000 " fres " " info " " rows
#define V3_FUNC(head, fres, len, size, attr, rows) head \
    "01000000 " fres " " len " 00000000 10000000 " "e400000000000000 " size " 00000000 " attr " " rows
/* Version 2 with flag 0x4, in big-endian order. */
#define V2P_FUNC_BE(head, fres, len, size, info, rows) head \
    "00000001 " fres " " len " 00000000 00000014 " "000000e4 " size " 00000000 " fres " " info " " rows

/* The section that most patches start from: 16 bytes of code, row 0 sp+8, row 4 sp+16 with FP at
   CFA-16. Sizes 0x34, 0x37 and 0x38; rows of version 1 at 0x2d and 0x30, of version 2 at 0x30 and
   0x33, of version 3 at 0x31 and 0x34. */
#define AMD64_ROWS "00 03 08  04 05 10 f0"
#define V1_BASE  V1_FUNC(AMD64_V1, "02000000", "07000000", "10000000", "00", AMD64_ROWS)
#define V2_BASE  V2_FUNC(AMD64_V2, "02000000", "07000000", "10000000", "00 00 0000", AMD64_ROWS)
#define V3_BASE  V3_FUNC(AMD64_V3, "02000000", "0c000000", "10000000", "0200 00 00 00", AMD64_ROWS)
/* clang-format on */

/* Makes the bytes of a text of hexadecimal digits, in memory that ends where they end; the caller frees
   them. `patches`, which may be NULL, are edits separated by ';':
   "1c:00f0" puts bytes at offset 0x1c. Malformed text ends the program. */
uint8_t *read_vector(const char *hex, const char *patches, size_t *size);

/* Ends the program, because a test itself is wrong. */
_Noreturn void bail(const char *what, const char *text);

#endif
