/* SPDX-License-Identifier: MIT */
/*
 * vectors_base.h - the parts of most vectors: sections with one function at 0x100, and the
 * lines of their dumps. Text goes in, text comes out; every byte stands here or in the vector.
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
#ifndef SFR_TESTS_VECTORS_BASE_H
#define SFR_TESTS_VECTORS_BASE_H

#include "vectors.h"

/* The bytes are laid out by hand, a field a word. */
/* clang-format off */

/* Bytes 0 to 7: magic, version, flags, ABI, fixed FP, fixed RA, auxiliary length. V2P: version 2
   with flag 0x4. */
#define AMD64_V1  "e2de 01 01 03 00 f8 00 "
#define AMD64_V2  "e2de 02 01 03 00 f8 00 "
#define AMD64_V2P "e2de 02 05 03 00 f8 00 "
#define AMD64_V3  "e2de 03 05 03 00 f8 00 "
#define A64LE_V1  "e2de 01 01 02 00 00 00 "
#define A64LE_V2  "e2de 02 01 02 00 00 00 "
#define A64LE_V2P "e2de 02 05 02 00 00 00 "
#define A64LE_V3  "e2de 03 05 02 00 00 00 "
#define A64BE_V1  "dee2 01 01 01 00 00 00 "
#define A64BE_V2  "dee2 02 01 01 00 00 00 "
#define A64BE_V2P "dee2 02 05 01 00 00 00 "
#define A64BE_V3  "dee2 03 05 01 00 00 00 "
#define S390_V2   "dee2 02 01 04 00 00 00 "
#define S390_V2P  "dee2 02 05 04 00 00 00 "
#define S390_V3   "dee2 03 05 04 00 00 00 "

/* One function at 0x100. fres and len are num_fres and fre_len; `info` is the info byte (version 2:
   info, rep_size and padding; version 3: count, info, info2 and rep_size, that is the whole
   attribute). The start field is at 0x1c: with flag 0x4 its value is 0x100 - 0x1c = 0xe4. */
#define V1_FUNC(head, fres, len, size, info, rows) head \
    "01000000 " fres " " len " 00000000 11000000 " "00010000 " size " 00000000 " fres " " info " " rows
#define V2_FUNC(head, fres, len, size, info, rows) head \
    "01000000 " fres " " len " 00000000 14000000 " "00010000 " size " 00000000 " fres " " info " " rows
#define V2P_FUNC(head, fres, len, size, info, rows) head \
    "01000000 " fres " " len " 00000000 14000000 " "e4000000 " size " 00000000 " fres " " info " " rows
#define V3_FUNC(head, fres, len, size, attr, rows) head \
    "01000000 " fres " " len " 00000000 10000000 " "e400000000000000 " size " 00000000 " attr " " rows
/* The same in big-endian order. */
#define V1_FUNC_BE(head, fres, len, size, info, rows) head \
    "00000001 " fres " " len " 00000000 00000011 " "00000100 " size " 00000000 " fres " " info " " rows
#define V2_FUNC_BE(head, fres, len, size, info, rows) head \
    "00000001 " fres " " len " 00000000 00000014 " "00000100 " size " 00000000 " fres " " info " " rows
#define V2P_FUNC_BE(head, fres, len, size, info, rows) head \
    "00000001 " fres " " len " 00000000 00000014 " "000000e4 " size " 00000000 " fres " " info " " rows
#define V3_FUNC_BE(head, fres, len, size, attr, rows) head \
    "00000001 " fres " " len " 00000000 00000010 " "00000000000000e4 " size " 00000000 " attr " " rows

/* The section that most patches start from: 16 bytes of code, row 0 sp+8, row 4 sp+16 with FP at
   CFA-16. Sizes 0x34, 0x37, 0x37 and 0x38; rows of version 1 at 0x2d and 0x30, of version 2 at 0x30
   and 0x33, of version 3 at 0x31 and 0x34. */
#define AMD64_ROWS "00 03 08  04 05 10 f0"
#define V1_BASE  V1_FUNC(AMD64_V1, "02000000", "07000000", "10000000", "00", AMD64_ROWS)
#define V2_BASE  V2_FUNC(AMD64_V2, "02000000", "07000000", "10000000", "00 00 0000", AMD64_ROWS)
#define V2P_BASE V2P_FUNC(AMD64_V2P, "02000000", "07000000", "10000000", "00 00 0000", AMD64_ROWS)
#define V3_BASE  V3_FUNC(AMD64_V3, "02000000", "0c000000", "10000000", "0200 00 00 00", AMD64_ROWS)
/* The same with row 0 only. Sizes 0x30, 0x33, 0x34. */
#define V1_ONE   V1_FUNC(AMD64_V1, "01000000", "03000000", "10000000", "00", "00 03 08")
#define V2_ONE   V2_FUNC(AMD64_V2, "01000000", "03000000", "10000000", "00 00 0000", "00 03 08")
#define V3_ONE   V3_FUNC(AMD64_V3, "01000000", "08000000", "10000000", "0100 00 00 00", "00 03 08")

/* Lines of the dump; `more` is the rest of the line. */
#define SECTION(version, endian, abi, flags, more) \
    "section version=" version " endian=" endian " abi=" abi " flags=" flags " " more "\n"
#define COUNTS(fixed_fp, fixed_ra, aux, fdes, fres, len) \
    "fixed-fp=" fixed_fp " fixed-ra=" fixed_ra " aux=" aux " fdes=" fdes " fres=" fres " fre-len=" len
#define AMD64_SECTION(version, flags, fdes, fres, len) \
    SECTION(version, "little", "amd64", flags, COUNTS("0", "-8", "0", fdes, fres, len))
#define OTHER_SECTION(version, endian, abi, flags, fdes, fres, len) \
    SECTION(version, endian, abi, flags, COUNTS("0", "0", "0", fdes, fres, len))
#define FDE(index, start, size, more) "fde " index " start=" start " size=" size " " more "\n"
#define PLAIN(fres) "pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=" fres
#define WIDTH(fre, fres) "pc=inc fre=" fre " type=default key=a signal=0 rep=0 fres=" fres
#define FLEX(fres) "pc=inc fre=addr1 type=flex key=a signal=0 rep=0 fres=" fres
#define MASKED(rep, fres) "pc=mask fre=addr1 type=default key=a signal=0 rep=" rep " fres=" fres
#define ROW(id, at, cfa, ra, fp) "fre " id " at=" at " cfa=" cfa " ra=" ra " fp=" fp " mangled=0\n"
#define MANGLED(id, at, cfa, ra, fp) "fre " id " at=" at " cfa=" cfa " ra=" ra " fp=" fp " mangled=1\n"
#define OUTERMOST(id, at) ROW(id, at, "none", "undefined", "none")

#define FUNC(fres) FDE("0", "0x100", "0x10", PLAIN(fres))
#define BASE_ROWS ROW("0.0", "0x0", "sp+8", "*(cfa-8)", "same") ROW("0.1", "0x4", "sp+16", "*(cfa-8)", "*(cfa-16)")
#define V1_BASE_DUMP  AMD64_SECTION("1", "sorted", "1", "2", "7") FUNC("2") BASE_ROWS
#define V2_BASE_DUMP  AMD64_SECTION("2", "sorted", "1", "2", "7") FUNC("2") BASE_ROWS
#define V2P_BASE_DUMP AMD64_SECTION("2", "sorted,pcrel", "1", "2", "7") FUNC("2") BASE_ROWS
#define V3_BASE_DUMP  AMD64_SECTION("3", "sorted,pcrel", "1", "2", "12") FUNC("2") BASE_ROWS
#define BASE_LOOKUPS "0x100>0.0 0x103>0.0 0x104>0.1 0x10f>0.1 0x110>none 0xff>none"

/* Members of a vector, for tables: one that is accepted without a doubt, with doubts, and one that
   is rejected. */
#define ACCEPT(name, profiles, clauses, bytes, patches, dump, lookups) \
    { name, clauses, profiles, 0, bytes, patches, NULL, NULL, dump, lookups },
#define ACCEPT_AT(name, profiles, addr, clauses, bytes, patches, dump, lookups) \
    { name, clauses, profiles, addr, bytes, patches, NULL, NULL, dump, lookups },
#define DOUBT(name, profiles, clauses, bytes, patches, doubts, dump, lookups) \
    { name, clauses, profiles, 0, bytes, patches, NULL, doubts, dump, lookups },
#define REJECT(name, profiles, clauses, bytes, patches, finding) \
    { name, clauses, profiles, 0, bytes, patches, finding, NULL, NULL, NULL },

/* One AMD64 function in all versions: rows that mean the same everywhere. n and len count rows and
   bytes of rows in two hex digits, dn and dlen in decimal (dlen3 = dlen + 5: version 3 has its
   attribute there); fre is the info byte. */
#define EACH(name, clauses, n, len, len3, size, fre, rows, dn, dlen, dlen3, dsize, dfre, drows, lookups) \
    ACCEPT(name " (v1)", P_V1, clauses, V1_FUNC(AMD64_V1, n "000000", len "000000", size, fre, rows), NULL, \
           AMD64_SECTION("1", "sorted", "1", dn, dlen) FDE("0", "0x100", dsize, WIDTH(dfre, dn)) drows, lookups) \
    ACCEPT(name " (v2)", P_V2S, clauses, \
           V2_FUNC(AMD64_V2, n "000000", len "000000", size, fre " 00 0000", rows), NULL, \
           AMD64_SECTION("2", "sorted", "1", dn, dlen) FDE("0", "0x100", dsize, WIDTH(dfre, dn)) drows, lookups) \
    ACCEPT(name " (v2 pcrel)", P_E12, clauses, \
           V2P_FUNC(AMD64_V2P, n "000000", len "000000", size, fre " 00 0000", rows), NULL, \
           AMD64_SECTION("2", "sorted,pcrel", "1", dn, dlen) FDE("0", "0x100", dsize, WIDTH(dfre, dn)) drows, lookups) \
    ACCEPT(name " (v3)", P_V3, clauses, \
           V3_FUNC(AMD64_V3, n "000000", len3 "000000", size, n "00 " fre " 00 00", rows), \
           NULL, AMD64_SECTION("3", "sorted,pcrel", "1", dn, dlen3) FDE("0", "0x100", dsize, WIDTH(dfre, dn)) \
           drows, lookups)

#define GROUP(array) { #array, array, sizeof array / sizeof array[0] }

extern const struct vector_group header_group, layout_group, fde_group, start_group, fre_group, abi_group,
    pc_type_group, flex_group;
#endif
