/* SPDX-License-Identifier: MIT */
/* Vectors for the places of functions: start values, their base, their order, ties, gaps, overlaps
   and address arithmetic. */
#include "vectors_base.h"

/* The bytes are laid out by hand, a field a word. */
/* clang-format off */

/* Two functions with one row each (sp+8): s0, s1 are the stored starts, z0, z1 the sizes. Start
   fields: version 1 at 0x1c and 0x2d, version 2 at 0x1c and 0x30, version 3 at 0x1c and 0x2c. */
#define V1_PAIR(head, s0, z0, s1, z1) head "02000000 02000000 06000000 00000000 22000000 " \
    s0 " " z0 " 00000000 01000000 00 " s1 " " z1 " 03000000 01000000 00 " "00 03 08 00 03 08"
#define V2_PAIR(head, s0, z0, s1, z1) head "02000000 02000000 06000000 00000000 28000000 " \
    s0 " " z0 " 00000000 01000000 00 00 0000 " s1 " " z1 " 03000000 01000000 00 00 0000 " "00 03 08 00 03 08"
#define V3_PAIR(head, s0, z0, s1, z1) head "02000000 02000000 10000000 00000000 20000000 " \
    s0 " " z0 " 00000000 " s1 " " z1 " 08000000 " "0100 00 00 00 00 03 08  0100 00 00 00 00 03 08"
/* Three functions of version 2, start fields at 0x1c, 0x30 and 0x44. */
#define V2_TRIPLE(head, s0, z0, s1, z1, s2, z2) head "03000000 03000000 09000000 00000000 3c000000 " \
    s0 " " z0 " 00000000 01000000 00 00 0000 " s1 " " z1 " 03000000 01000000 00 00 0000 " \
    s2 " " z2 " 06000000 01000000 00 00 0000 " "00 03 08 00 03 08 00 03 08"

#define PAIR_DUMP(a0, d0, a1, d1) \
    FDE("0", a0, d0, PLAIN("1")) ROW("0.0", "0x0", "sp+8", "*(cfa-8)", "same") \
    FDE("1", a1, d1, PLAIN("1")) ROW("1.0", "0x0", "sp+8", "*(cfa-8)", "same")
#define TRIPLE_DUMP(a0, d0, a1, d1, a2, d2) PAIR_DUMP(a0, d0, a1, d1) \
    FDE("2", a2, d2, PLAIN("1")) ROW("2.0", "0x0", "sp+8", "*(cfa-8)", "same")
#define V1_SECTION AMD64_SECTION("1", "sorted", "2", "2", "6")
#define V2_SECTION AMD64_SECTION("2", "sorted", "2", "2", "6")
#define V2P_SECTION AMD64_SECTION("2", "sorted,pcrel", "2", "2", "6")
#define V3_SECTION AMD64_SECTION("3", "sorted,pcrel", "2", "2", "16")
#define V2_TRIPLE_SECTION AMD64_SECTION("2", "sorted", "3", "3", "9")

#define GAP_LOOKUPS \
    "0xff>none 0x100>0.0 0x10f>0.0 0x110>none 0x1ff>none 0x200>1.0 0x20f>1.0 0x210>none"

static const struct vector start_vectors[] = {
    /* ---- The base of the start ---- */
    ACCEPT_AT("negative start (v1)", P_V1, 0x10000, "V12-FDE-03", V1_BASE, "1c:00f0ffff",
              AMD64_SECTION("1", "sorted", "1", "2", "7") FDE("0", "0xf000", "0x10", PLAIN("2")) BASE_ROWS,
              "0xefff>none 0xf000>0.0 0xf004>0.1 0xf010>none")
    ACCEPT("negative start, section at 0 (v2)", P_V2S, "V12-FDE-03 V2E1-FDE-05", V2_BASE, "1c:00f0ffff",
           AMD64_SECTION("2", "sorted", "1", "2", "7") FDE("0", "0xfffffffffffff000", "0x10", PLAIN("2")) BASE_ROWS,
           "0xfffffffffffff000>0.0 0xfffffffffffff004>0.1 0xfffffffffffff010>none 0xf000>none")
    ACCEPT("flag 0x4 clear (v2 errata)", P_E12, "V2E1-FDE-05 V2E1-FLG-04", V2_BASE, NULL, V2_BASE_DUMP,
           "0x104>0.1 0x11c>none 0x120>none")
    ACCEPT("two functions by their own fields (v2)", P_E12, "V2E1-FDE-04",
           V2_PAIR(AMD64_V2P, "e4000000", "10000000", "e0000000", "10000000"), NULL,
           V2P_SECTION PAIR_DUMP("0x100", "0x10", "0x110", "0x10"), "0x100>0.0 0x110>1.0 0x11f>1.0 0x120>none")
    ACCEPT("two functions by their own fields (v3)", P_V3, "V3-FDE-03",
           V3_PAIR(AMD64_V3, "e400000000000000", "10000000", "e400000000000000", "10000000"), NULL,
           V3_SECTION PAIR_DUMP("0x100", "0x10", "0x110", "0x10"), "0x100>0.0 0x110>1.0 0x11f>1.0 0x120>none")
    ACCEPT("lowest and highest 32-bit start", P_V2S, "V12-FDE-03",
           V2_PAIR(AMD64_V2, "00000080", "10000000", "f0ffff7f", "10000000"), NULL,
           V2_SECTION PAIR_DUMP("0xffffffff80000000", "0x10", "0x7ffffff0", "0x10"),
           "0xffffffff7fffffff>none 0xffffffff80000000>0.0 0x7fffffef>none 0x7fffffff>1.0 0x80000000>none")
    ACCEPT_AT("lowest and highest 32-bit start, section at 4 GiB", P_V1, 0x100000000, "V12-FDE-03",
              V1_PAIR(AMD64_V1, "00000080", "10000000", "f0ffff7f", "10000000"), NULL,
              V1_SECTION PAIR_DUMP("0x80000000", "0x10", "0x17ffffff0", "0x10"),
              "0x80000000>0.0 0x8000000f>0.0 0x80000010>none 0x17fffffff>1.0 0x180000000>none")
    /* -2^31 + 0x1c and 2^31 - 1 + 0x30. */
    ACCEPT("lowest and highest 32-bit start (v2 pcrel)", P_E12, "V2E1-FDE-04",
           V2_PAIR(AMD64_V2P, "00000080", "10000000", "ffffff7f", "10000000"), NULL,
           V2P_SECTION PAIR_DUMP("0xffffffff8000001c", "0x10", "0x8000002f", "0x10"),
           "0xffffffff8000001c>0.0 0x8000002e>none 0x8000002f>1.0 0x8000003f>none")
    ACCEPT("start of 47 bits", P_V3, "V3-FDE-02", V3_BASE, "1c:a09a785634120000",
           AMD64_SECTION("3", "sorted,pcrel", "1", "2", "12") FDE("0", "0x123456789abc", "0x10", PLAIN("2")) BASE_ROWS,
           "0x123456789abb>none 0x123456789abc>0.0 0x123456789ac0>0.1 0x56789abc>none")
    ACCEPT_AT("negative start of 47 bits", P_V3, 0x7f0000000000, "V3-FDE-02", V3_BASE, "1c:286587a9cbedffff",
              AMD64_SECTION("3", "sorted,pcrel", "1", "2", "12") FDE("0", "0x6ccba9876544", "0x10", PLAIN("2"))
              BASE_ROWS, "0x6ccba9876544>0.0 0x6ccba9876548>0.1")
    ACCEPT("negative start of 47 bits, big-endian", P_V3, "V3-FDE-02 ALL-PRE-03",
           V3_FUNC_BE(A64BE_V3, "00000001", "00000008", "00000010", "0001 00 00 00", "00 03 00"), "1c:ffffedcba9876528",
           OTHER_SECTION("3", "big", "aarch64-be", "sorted,pcrel", "1", "1", "8")
           FDE("0", "0xffffedcba9876544", "0x10", PLAIN("1")) ROW("0.0", "0x0", "sp+0", "same", "same"),
           "0xffffedcba9876544>0.0 0xffffedcba9876554>none")

    /* ---- 64-bit arithmetic ---- */
    ACCEPT("a PC 4 GiB away (v1)", P_V1, "ALL-LKP-01", V1_BASE, NULL, V1_BASE_DUMP, "0x104>0.1 0x100000104>none")
    ACCEPT("a PC 4 GiB away (v2 pcrel)", P_E12, "ALL-LKP-01", V2P_BASE, NULL, V2P_BASE_DUMP,
           "0x104>0.1 0x100000104>none 0xffffffff00000104>none")
    ACCEPT("a PC 4 GiB away (v3)", P_V3, "ALL-LKP-01 V3-FDE-02", V3_BASE, NULL, V3_BASE_DUMP,
           "0x104>0.1 0x100000104>none 0x200000104>none")
    ACCEPT("end beyond 2^31 (v1)", P_V1, "V12-FDE-06", V1_BASE, "1c:f8ffff7f",
           AMD64_SECTION("1", "sorted", "1", "2", "7") FDE("0", "0x7ffffff8", "0x10", PLAIN("2")) BASE_ROWS,
           "0x7ffffff8>0.0 0x7fffffff>0.1 0x80000000>0.1 0x80000007>0.1 0x80000008>none")
    ACCEPT("end beyond 2^31 (v2 pcrel)", P_E12, "V12-FDE-06", V2P_BASE, "1c:dcffff7f",
           AMD64_SECTION("2", "sorted,pcrel", "1", "2", "7") FDE("0", "0x7ffffff8", "0x10", PLAIN("2")) BASE_ROWS,
           "0x7ffffff8>0.0 0x80000007>0.1 0x80000008>none")
    ACCEPT_AT("section across 2^32", P_V3, 0xfffffff0, "V3-FDE-04", V3_BASE, NULL,
              AMD64_SECTION("3", "sorted,pcrel", "1", "2", "12") FDE("0", "0x1000000f0", "0x10", PLAIN("2")) BASE_ROWS,
              "0x1000000f4>0.1 0xf4>none")
    ACCEPT_AT("address wraps to 0", P_V3, 0xffffffffffffff00, "V3-FDE-03", V3_BASE, NULL,
              AMD64_SECTION("3", "sorted,pcrel", "1", "2", "12") FDE("0", "0x0", "0x10", PLAIN("2")) BASE_ROWS,
              "0x0>0.0 0x4>0.1 0xf>0.1 0x10>none 0xffffffffffffffff>none")
    ACCEPT_AT("function at the end of the address space", P_V2S, 0xfffffffffffffef8, "ALL-LKP-01", V2_BASE, NULL,
              AMD64_SECTION("2", "sorted", "1", "2", "7") FDE("0", "0xfffffffffffffff8", "0x10", PLAIN("2")) BASE_ROWS,
              "0xfffffffffffffff8>0.0 0xffffffffffffffff>0.1 0x0>none 0x7>none")
    ACCEPT_AT("order by distance, not by address", P_V2S, 0x100, "ALL-FLG-01",
              V2_PAIR(AMD64_V2, "00feffff", "10000000", "00010000", "10000000"), NULL,
              V2_SECTION PAIR_DUMP("0xffffffffffffff00", "0x10", "0x200", "0x10"),
              "0xffffffffffffff00>0.0 0xffffffffffffff0f>0.0 0x0>none 0x200>1.0 0x210>none")
    ACCEPT("range that ends at 2^63 - 1 (v3)", P_V3, "V3-FDE-02", V3_BASE, "1c:d3ffffffffffff7f",
           AMD64_SECTION("3", "sorted,pcrel", "1", "2", "12") FDE("0", "0x7fffffffffffffef", "0x10", PLAIN("2"))
           BASE_ROWS, "0x7fffffffffffffef>0.0 0x7ffffffffffffffe>0.1 0x7fffffffffffffff>none")
    ACCEPT("lowest 64-bit start (v3)", P_V3, "V3-FDE-02", V3_BASE, "3:01; 1c:0000000000000080",
           AMD64_SECTION("3", "sorted", "1", "2", "12") FDE("0", "0x8000000000000000", "0x10", PLAIN("2")) BASE_ROWS,
           "0x7fffffffffffffff>none 0x8000000000000000>0.0 0x8000000000000004>0.1")
    REJECT("distance beyond 63 bits (v3)", P_V3, "", V3_BASE, "1c:ffffffffffffff7f / 1c:e4ffffffffffff7f",
           "func-range-wraps V3-FDE-02 0x1c-0x24 0")
    REJECT("range end beyond 63 bits (v3)", P_V3, "", V3_BASE, "3:01; 1c:f8ffffffffffff7f / 3:01; 1c:f0ffffffffffff7f",
           "func-range-wraps V3-FDE-02 0x1c-0x24 0")

    /* ---- Order ---- */
    ACCEPT("gap (v1)", P_V1, "ALL-LKP-01 ALL-FLG-01",
           V1_PAIR(AMD64_V1, "00010000", "10000000", "00020000", "10000000"), NULL,
           V1_SECTION PAIR_DUMP("0x100", "0x10", "0x200", "0x10"), GAP_LOOKUPS)
    ACCEPT("gap (v2)", P_V2S, "ALL-LKP-01 ALL-FLG-01",
           V2_PAIR(AMD64_V2, "00010000", "10000000", "00020000", "10000000"), NULL,
           V2_SECTION PAIR_DUMP("0x100", "0x10", "0x200", "0x10"), GAP_LOOKUPS)
    ACCEPT("gap (v3)", P_V3, "ALL-LKP-01 V3-FDE-06",
           V3_PAIR(AMD64_V3, "e400000000000000", "10000000", "d401000000000000", "10000000"), NULL,
           V3_SECTION PAIR_DUMP("0x100", "0x10", "0x200", "0x10"), GAP_LOOKUPS)
    REJECT("sorted flag over falling functions (v1)", P_V1, "V1-FDE-13",
           V1_PAIR(AMD64_V1, "00020000", "10000000", "00010000", "10000000"), NULL, "not-sorted ALL-FLG-01 0x2d-0x31 1")
    REJECT("sorted flag over falling functions (v2)", P_V2S, "V1-FDE-13 V2E1-FDE-14",
           V2_PAIR(AMD64_V2, "00020000", "10000000", "00010000", "10000000"), NULL,
           "not-sorted ALL-FLG-01|V2E1-FDE-14|V3-FDE-06 0x30-0x34 1")
    REJECT("sorted flag over falling functions (v2 pcrel)", P_E12, "V2E1-FDE-14",
           V2_PAIR(AMD64_V2P, "e4010000", "10000000", "d0000000", "10000000"), NULL,
           "not-sorted ALL-FLG-01|V2E1-FDE-14|V3-FDE-06 0x30-0x34 1")
    REJECT("sorted flag over falling functions (v3)", P_V3, "V3-FDE-06",
           V3_PAIR(AMD64_V3, "e401000000000000", "10000000", "d400000000000000", "10000000"), NULL,
           "not-sorted ALL-FLG-01|V2E1-FDE-14|V3-FDE-06 0x2c-0x34 1")
    REJECT("sorted flag, the last of three too low", P_V2S, "V2E1-FDE-14",
           V2_TRIPLE(AMD64_V2, "00010000", "10000000", "00030000", "10000000", "00020000", "10000000"), NULL,
           "not-sorted ALL-FLG-01|V2E1-FDE-14|V3-FDE-06 0x44-0x48 2")
    ACCEPT("no flag, falling functions (v1)", P_V1, "ALL-FLG-01 V1-FDE-13",
           V1_PAIR(AMD64_V1, "00020000", "10000000", "00010000", "10000000"), "3:00",
           AMD64_SECTION("1", "none", "2", "2", "6") PAIR_DUMP("0x200", "0x10", "0x100", "0x10"),
           "0x100>1.0 0x10f>1.0 0x110>none 0x200>0.0 0x210>none")
    ACCEPT("no flag, falling functions (v2)", P_V2S, "V2E1-LKP-03 V1-FDE-13 V2E1-FDE-14",
           V2_PAIR(AMD64_V2, "00020000", "10000000", "00010000", "10000000"), "3:00",
           AMD64_SECTION("2", "none", "2", "2", "6") PAIR_DUMP("0x200", "0x10", "0x100", "0x10"),
           "0x100>1.0 0x10f>1.0 0x110>none 0x200>0.0 0x210>none")
    ACCEPT("no flag, falling functions (v3)", P_V3, "V2E1-LKP-03 V3-FDE-06",
           V3_PAIR(AMD64_V3, "e401000000000000", "10000000", "d400000000000000", "10000000"), "3:04",
           AMD64_SECTION("3", "pcrel", "2", "2", "16") PAIR_DUMP("0x200", "0x10", "0x100", "0x10"),
           "0x100>1.0 0x10f>1.0 0x110>none 0x200>0.0 0x210>none")
    /* The later start field has a larger offset, so it stores less for a higher address. */
    ACCEPT("addresses rise while stored starts fall (v2 pcrel)", P_E12, "V2E1-FDE-14",
           V2_PAIR(AMD64_V2P, "e4000000", "08000000", "d8000000", "08000000"), NULL,
           V2P_SECTION PAIR_DUMP("0x100", "0x8", "0x108", "0x8"), "0x100>0.0 0x107>0.0 0x108>1.0 0x110>none")
    ACCEPT("addresses rise while stored starts fall (v3)", P_V3, "V3-FDE-06",
           V3_PAIR(AMD64_V3, "e400000000000000", "08000000", "dc00000000000000", "08000000"), NULL,
           V3_SECTION PAIR_DUMP("0x100", "0x8", "0x108", "0x8"), "0x100>0.0 0x107>0.0 0x108>1.0 0x110>none")

    /* ---- Ties and overlaps ---- */
    ACCEPT("empty function before another (v1)", P_V1, "V12-FDE-06",
           V1_PAIR(AMD64_V1, "00010000", "00000000", "00010000", "10000000"),
           NULL, V1_SECTION PAIR_DUMP("0x100", "0x0", "0x100", "0x10"), "0x100>1.0 0x10f>1.0 0x110>none")
    ACCEPT("empty function before another (v3)", P_V3, "V3-FDE-04",
           V3_PAIR(AMD64_V3, "e400000000000000", "00000000", "d400000000000000", "10000000"), NULL,
           V3_SECTION PAIR_DUMP("0x100", "0x0", "0x100", "0x10"), "0x100>1.0 0x10f>1.0 0x110>none")
    ACCEPT("empty function after another at its start", P_V2S, "V12-FDE-06",
           V2_PAIR(AMD64_V2, "00010000", "10000000", "00010000", "00000000"), NULL,
           V2_SECTION PAIR_DUMP("0x100", "0x10", "0x100", "0x0"), "0x100>0.0 0x10f>0.0 0x110>none")
    ACCEPT("empty function inside another", P_V2S, "ALL-LKP-01 V12-FDE-06",
           V2_TRIPLE(AMD64_V2, "00010000", "20000000", "10010000", "00000000", "20010000", "10000000"), NULL,
           V2_TRIPLE_SECTION TRIPLE_DUMP("0x100", "0x20", "0x110", "0x0", "0x120", "0x10"),
           "0x10f>0.0 0x110>0.0 0x11f>0.0 0x120>2.0 0x130>none")
    ACCEPT("empty function between two", P_V2S, "ALL-LKP-01 V12-FDE-06",
           V2_TRIPLE(AMD64_V2, "00010000", "20000000", "20010000", "00000000", "20010000", "10000000"), NULL,
           V2_TRIPLE_SECTION TRIPLE_DUMP("0x100", "0x20", "0x120", "0x0", "0x120", "0x10"),
           "0x11f>0.0 0x120>2.0 0x12f>2.0 0x130>none")
    DOUBT("equal functions", P_V2S, "ALL-LKP-01", V2_PAIR(AMD64_V2, "00010000", "10000000", "00010000", "10000000"),
          NULL, "func-overlap 0x30-0x34 1", V2_SECTION PAIR_DUMP("0x100", "0x10", "0x100", "0x10"), NULL)
    DOUBT("nested functions", P_V2S, "ALL-LKP-01",
          V2_TRIPLE(AMD64_V2, "00010000", "00010000", "40010000", "10000000", "60010000", "10000000"), NULL,
          "func-overlap 0x30-0x34 1, func-overlap 0x44-0x48 2",
          V2_TRIPLE_SECTION TRIPLE_DUMP("0x100", "0x100", "0x140", "0x10", "0x160", "0x10"), NULL)
    DOUBT("one byte of overlap (v1)", P_V1, "ALL-LKP-01",
          V1_PAIR(AMD64_V1, "00010000", "11000000", "10010000", "10000000"), NULL,
          "func-overlap 0x2d-0x31 1", V1_SECTION PAIR_DUMP("0x100", "0x11", "0x110", "0x10"), NULL)
    DOUBT("overlap (v3)", P_V3, "ALL-LKP-01",
          V3_PAIR(AMD64_V3, "e400000000000000", "18000000", "e400000000000000", "10000000"), NULL,
          "func-overlap 0x2c-0x34 1", V3_SECTION PAIR_DUMP("0x100", "0x18", "0x110", "0x10"), NULL)
};
const struct vector_group start_group = GROUP(start_vectors);
