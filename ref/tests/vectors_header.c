/* SPDX-License-Identifier: MIT */
/* Vectors for the preamble, the version, the flags, the ABI, the fixed offsets and the auxiliary
   header. */
#include "vectors_base.h"

/* The bytes are laid out by hand, a field a word. */
/* clang-format off */

/* AArch64: row 4 is sp+32, RA at CFA-24, FP at CFA-32. s390x: words 0 and 23, that is 160 and 344. */
#define A64_ROWS "00 03 00  04 07 20 e8 e0"
#define S390_ROWS "00 03 00  04 07 17 d0 b8"
#define A64_ROWS_DUMP \
    ROW("0.0", "0x0", "sp+0", "same", "same") ROW("0.1", "0x4", "sp+32", "*(cfa-24)", "*(cfa-32)")
#define S390_ROWS_DUMP \
    ROW("0.0", "0x0", "sp+160", "same", "same") ROW("0.1", "0x4", "sp+344", "*(cfa-48)", "*(cfa-72)")

#define A64BE_BASE_V2 V2_FUNC_BE(A64BE_V2, "00000002", "00000008", "00000010", "00 00 0000", A64_ROWS)
#define S390_BASE_V2 V2P_FUNC_BE(S390_V2P, "00000002", "00000008", "00000010", "00 00 0000", S390_ROWS)

static const struct vector header_vectors[] = {
    /* ---- Preamble and header of every version, ABI and byte order ---- */
    ACCEPT("baseline v1", P_V1 | P_AUTO,
           "ALL-PRE-01 ALL-PRE-02 ALL-HDR-01 ALL-HDR-03 ALL-HDR-05 ALL-HDR-09 ALL-HDR-10 ALL-HDR-11 ALL-HDR-21 "
           "ALL-HDR-22 V1-VER-01 ALL-VER-02 V1-FDE-01 V12-FDE-02 V12-FDE-03 V12-FDE-06 V12-FDE-07 V12-FDE-08 "
           "V12-FDE-09 V1-FDI-01 ALL-FDI-07 V1-PCT-01 ALL-FRE-02 ALL-FRE-03 ALL-FRE-04 ALL-FRE-06 ALL-FRE-17 "
           "V12-FRE-18 ALL-LKP-01 ALL-LKP-02",
           V1_BASE, NULL, V1_BASE_DUMP, BASE_LOOKUPS)
    ACCEPT("baseline v2", P_V2S | P_AUTO,
           "ALL-PRE-06 ALL-HDR-02 V2-VER-01 V2-VER-04 V2-FDE-01 V12-FDE-02 V12-FDE-03 V2E1-FDE-05 V2-FDE-12 V2-FDI-02 "
           "V12-FRE-18 ALL-ABI-05 V2E1-AMD-01 V2E1-AMD-03 V2E1-FRE-11 V2E1-FRE-21 V2E1-FLG-08",
           V2_BASE, NULL, V2_BASE_DUMP, BASE_LOOKUPS)
    ACCEPT("baseline v2 pcrel", P_E12 | P_AUTO, "V2E1-FLG-04 V2E1-FDE-04 V2-VER-04", V2P_BASE, NULL, V2P_BASE_DUMP,
           BASE_LOOKUPS)
    ACCEPT("baseline v3", P_V3 | P_AUTO,
           "V3-VER-01 V3-FDE-01 V3-FDE-02 V3-FDE-03 V3-FDE-04 V3-FDE-05 V3-FDE-07 V3-FDE-08 V3-FDE-09 V3-FDE-10 "
           "V3-HDR-19 V3-FDI-04 V3-FDI-05 V3-PCT-05 V3-FRE-19 ALL-FRE-17",
           V3_BASE, NULL, V3_BASE_DUMP, BASE_LOOKUPS)
    ACCEPT_AT("baseline v2 at an address", P_V2S, 0x400000, "V12-FDE-03 V2E1-FDE-05", V2_BASE, NULL,
              AMD64_SECTION("2", "sorted", "1", "2", "7") FDE("0", "0x400100", "0x10", PLAIN("2")) BASE_ROWS,
              "0x4000ff>none 0x400100>0.0 0x400104>0.1 0x400110>none 0x104>none")
    ACCEPT_AT("baseline v3 at an address", P_V3, 0x7fff00001000, "V3-FDE-03", V3_BASE, NULL,
              AMD64_SECTION("3", "sorted,pcrel", "1", "2", "12") FDE("0", "0x7fff00001100", "0x10", PLAIN("2"))
              BASE_ROWS, "0x7fff00001104>0.1 0x104>none")

    ACCEPT("AArch64 big-endian (v1)", P_V1, "ALL-PRE-03 ALL-PRE-04 ALL-PRE-05 V1-ABI-01 A64-02 ALL-HDR-06",
           V1_FUNC_BE(A64BE_V1, "00000002", "00000008", "00000010", "00", A64_ROWS), NULL,
           OTHER_SECTION("1", "big", "aarch64-be", "sorted", "1", "2", "8") FUNC("2") A64_ROWS_DUMP, BASE_LOOKUPS)
    ACCEPT("AArch64 big-endian (v2)", P_V2S | P_AUTO,
           "ALL-PRE-03 ALL-PRE-04 ALL-PRE-05 ALL-ABI-03 A64-01 A64-02 A64-03", A64BE_BASE_V2, NULL,
           OTHER_SECTION("2", "big", "aarch64-be", "sorted", "1", "2", "8") FUNC("2") A64_ROWS_DUMP, BASE_LOOKUPS)
    ACCEPT("AArch64 big-endian (v3)", P_V3, "ALL-PRE-03 ALL-PRE-04 V3-FDE-02 A64-01 A64-03",
           V3_FUNC_BE(A64BE_V3, "00000002", "0000000d", "00000010", "0002 00 00 00", A64_ROWS), NULL,
           OTHER_SECTION("3", "big", "aarch64-be", "sorted,pcrel", "1", "2", "13") FUNC("2") A64_ROWS_DUMP,
           BASE_LOOKUPS)
    ACCEPT("AArch64 little-endian (v1)", P_V1, "ALL-PRE-03 ALL-PRE-04 V1-ABI-01",
           V1_FUNC(A64LE_V1, "02000000", "08000000", "10000000", "00", A64_ROWS), NULL,
           OTHER_SECTION("1", "little", "aarch64-le", "sorted", "1", "2", "8") FUNC("2") A64_ROWS_DUMP, BASE_LOOKUPS)
    ACCEPT("AArch64 little-endian (v2)", P_V2S, "ALL-PRE-03 ALL-PRE-04 ALL-ABI-03",
           V2_FUNC(A64LE_V2, "02000000", "08000000", "10000000", "00 00 0000", A64_ROWS), NULL,
           OTHER_SECTION("2", "little", "aarch64-le", "sorted", "1", "2", "8") FUNC("2") A64_ROWS_DUMP, BASE_LOOKUPS)
    ACCEPT("AArch64 little-endian (v3)", P_V3, "ALL-PRE-03 ALL-PRE-04",
           V3_FUNC(A64LE_V3, "02000000", "0d000000", "10000000", "0200 00 00 00", A64_ROWS), NULL,
           OTHER_SECTION("3", "little", "aarch64-le", "sorted,pcrel", "1", "2", "13") FUNC("2") A64_ROWS_DUMP,
           BASE_LOOKUPS)
    ACCEPT("s390x (v2)", P_E12 | P_AUTO, "ALL-PRE-03 V2E1-ABI-02 S390-02 S390-03 S390-07 S390-13", S390_BASE_V2, NULL,
           OTHER_SECTION("2", "big", "s390x", "sorted,pcrel", "1", "2", "8") FUNC("2") S390_ROWS_DUMP, BASE_LOOKUPS)
    ACCEPT("s390x (v3)", P_V3, "ALL-PRE-03 V2E1-ABI-02 S390-02 S390-03 S390-07",
           V3_FUNC_BE(S390_V3, "00000002", "0000000d", "00000010", "0002 00 00 00", S390_ROWS), NULL,
           OTHER_SECTION("3", "big", "s390x", "sorted,pcrel", "1", "2", "13") FUNC("2") S390_ROWS_DUMP, BASE_LOOKUPS)

    ACCEPT("header only (v1)", P_V1, "ALL-HDR-20", AMD64_V1 "00*14", NULL, AMD64_SECTION("1", "sorted", "0", "0", "0"),
           "0x0>none 0x100>none")
    ACCEPT("header only (v2)", P_V2S, "ALL-HDR-20", AMD64_V2 "00*14", NULL, AMD64_SECTION("2", "sorted", "0", "0", "0"),
           "0x0>none 0xffffffffffffffff>none")
    ACCEPT("header only (v3)", P_V3, "ALL-HDR-20", S390_V3 "00*14", NULL,
           OTHER_SECTION("3", "big", "s390x", "sorted,pcrel", "0", "0", "0"), "0x0>none")

    /* ---- Not a section ---- */
    REJECT("shorter than the preamble", P_V1 | P_V2S | P_V3 | P_AUTO, "ALL-PRE-01", V2_BASE, "cut 0 / cut 1 / cut 3",
           "truncated-header ALL-PRE-07|ALL-PRE-01 all -")
    REJECT("shorter than the header", P_V1 | P_V2S | P_V3 | P_AUTO, "ALL-PRE-07", V2_BASE, "cut 4 / cut 5 / cut 1b",
           "truncated-header ALL-PRE-07 all -")
    REJECT("wrong magic", P_V1 | P_V2S | P_V3 | P_AUTO, "", V2_BASE, "0:e3 / 1:df / 0:0000 / 0:ffff / 0:e2e2 / 0:dede",
           "bad-magic ALL-PRE-02 0x0-0x2 -")
    REJECT("byte-swapped magic alone (v2)", P_V2S, "ALL-PRE-04", V2_BASE, "0:dee2",
           "byte-order-mismatch ALL-ABI-03 0x4-0x5 -")
    REJECT("byte-swapped magic alone (v1)", P_V1, "ALL-PRE-04", V1_BASE, "0:dee2",
           "byte-order-mismatch ALL-ABI-03 0x4-0x5 -")
    REJECT("byte-swapped magic alone (v3)", P_V3, "ALL-PRE-04", V3_BASE, "0:dee2",
           "byte-order-mismatch ALL-ABI-03 0x4-0x5 -")

    /* ---- Version ---- */
    REJECT("version that does not exist (v1)", P_V1, "", V1_BASE, "2:00 / 2:02 / 2:03 / 2:04 / 2:ff",
           "bad-version V1-VER-01 0x2-0x3 -")
    REJECT("version that does not exist (v2)", P_V2S, "", V2_BASE, "2:00 / 2:03 / 2:04 / 2:ff",
           "bad-version V2-VER-01 0x2-0x3 -")
    REJECT("version that does not exist (v3)", P_V3, "", V3_BASE, "2:00 / 2:04 / 2:80 / 2:ff",
           "bad-version V3-VER-01 0x2-0x3 -")
    REJECT("version that does not exist (auto)", P_AUTO, "", V3_BASE, "2:00 / 2:04 / 2:ff",
           "bad-version V3-VER-01 0x2-0x3 -")
    REJECT("version of another profile (v2)", P_V2S, "V2-VER-01", V2_BASE, "2:01",
           "bad-version ALL-VER-02 0x2-0x3 -")
    REJECT("version of another profile (v3)", P_V3, "V3-VER-01", V3_BASE, "2:01 / 2:02",
           "bad-version ALL-VER-02 0x2-0x3 -")
    /* 20-byte entries end at 0x30, but freoff says 0x2d. */
    REJECT("version 2 over version 1 FDEs", P_V2S | P_AUTO, "ALL-VER-02", V1_BASE, "2:02",
           "subsections-not-tiled ALL-HDR-14 0x18-0x1c -")
    REJECT("version 3 over version 2 FDEs", P_V3 | P_AUTO, "ALL-VER-02", V2_BASE, "2:03",
           "subsections-not-tiled ALL-HDR-14 0x18-0x1c -")

    /* ---- Flags ---- */
    ACCEPT("no flags (v1)", P_V1, "ALL-FLG-01 V12-FLG-02", V1_BASE, "3:00",
           AMD64_SECTION("1", "none", "1", "2", "7") FUNC("2") BASE_ROWS, BASE_LOOKUPS)
    ACCEPT("no flags (v2)", P_V2S, "ALL-FLG-01 V12-FLG-02 V2E1-LKP-03", V2_BASE, "3:00",
           AMD64_SECTION("2", "none", "1", "2", "7") FUNC("2") BASE_ROWS, BASE_LOOKUPS)
    ACCEPT("flag 0x2 (v1)", P_V1, "V12-FLG-02 V1-FLG-06", V1_BASE, "3:02",
           AMD64_SECTION("1", "frame-pointer", "1", "2", "7") FUNC("2") BASE_ROWS, BASE_LOOKUPS)
    ACCEPT("flags 0x3 (v1)", P_V1, "V12-FLG-02 V1-FLG-06", V1_BASE, "3:03",
           AMD64_SECTION("1", "sorted,frame-pointer", "1", "2", "7") FUNC("2") BASE_ROWS, BASE_LOOKUPS)
    ACCEPT("flag 0x2 (v2)", P_V2S, "V12-FLG-02", V2_BASE, "3:02",
           AMD64_SECTION("2", "frame-pointer", "1", "2", "7") FUNC("2") BASE_ROWS, BASE_LOOKUPS)
    ACCEPT("flags 0x3 (v2)", P_V2S, "V12-FLG-02", V2_BASE, "3:03",
           AMD64_SECTION("2", "sorted,frame-pointer", "1", "2", "7") FUNC("2") BASE_ROWS, BASE_LOOKUPS)
    ACCEPT("flag 0x4 (v2 errata)", P_E12, "V2E1-FLG-04", V2P_BASE, "3:04",
           AMD64_SECTION("2", "pcrel", "1", "2", "7") FUNC("2") BASE_ROWS, BASE_LOOKUPS)
    ACCEPT("flags 0x6 (v2 errata)", P_E12, "V2E1-FLG-04 V2E1-FLG-05", V2P_BASE, "3:06",
           AMD64_SECTION("2", "frame-pointer,pcrel", "1", "2", "7") FUNC("2") BASE_ROWS, BASE_LOOKUPS)
    ACCEPT("flags 0x7 (v2 errata)", P_E12, "V2E1-FLG-04 V2E1-FLG-05", V2P_BASE, "3:07",
           AMD64_SECTION("2", "sorted,frame-pointer,pcrel", "1", "2", "7") FUNC("2") BASE_ROWS, BASE_LOOKUPS)
    ACCEPT("flag 0x4 (v3)", P_V3, "V2E1-FLG-04 V3-FDE-03 V2E1-FLG-08", V3_BASE, "3:04",
           AMD64_SECTION("3", "pcrel", "1", "2", "12") FUNC("2") BASE_ROWS, BASE_LOOKUPS)
    ACCEPT("flag 0x1 (v3): start from the section", P_V3, "V2E1-FLG-04 V3-FDE-03", V3_BASE, "3:01",
           AMD64_SECTION("3", "sorted", "1", "2", "12") FDE("0", "0xe4", "0x10", PLAIN("2")) BASE_ROWS,
           "0xe3>none 0xe4>0.0 0xe8>0.1 0xf3>0.1 0xf4>none 0x104>none")
    REJECT("undefined flag (v1)", P_V1, "", V1_BASE,
           "3:04 / 3:05 / 3:06 / 3:07 / 3:08 / 3:10 / 3:20 / 3:40 / 3:80 / 3:ff", "undefined-flag V1-FLG-06 0x3-0x4 -")
    REJECT("undefined flag (v2)", P_V2, "", V2_BASE,
           "3:04 / 3:05 / 3:06 / 3:07 / 3:08 / 3:10 / 3:20 / 3:40 / 3:80 / 3:ff", "undefined-flag V1-FLG-06 0x3-0x4 -")
    REJECT("undefined flag (v2 errata)", P_E12 | P_AUTO, "", V2P_BASE, "3:08 / 3:0d / 3:10 / 3:20 / 3:40 / 3:80 / 3:ff",
           "undefined-flag V2E1-FLG-05 0x3-0x4 -")
    REJECT("undefined flag (v3)", P_V3, "", V3_BASE, "3:08 / 3:10 / 3:20 / 3:40 / 3:80 / 3:0d / 3:f5",
           "undefined-flag V2E1-FLG-05 0x3-0x4 -")
    REJECT("flag 0x2 (v3)", P_V3, "V3-FLG-07", V3_BASE, "3:02 / 3:03 / 3:06 / 3:07",
           "undefined-flag V3-FLG-07 0x3-0x4 -")

    /* ---- ABI ---- */
    REJECT("ABI that does not exist (v1)", P_V1, "ALL-HDR-03", V1_BASE, "4:00 / 4:05 / 4:7f / 4:ff",
           "bad-abi ALL-ABI-04 0x4-0x5 -")
    REJECT("ABI that does not exist (v2)", P_V2S, "ALL-HDR-03", V2_BASE, "4:00 / 4:05 / 4:7f / 4:ff",
           "bad-abi ALL-ABI-04 0x4-0x5 -")
    REJECT("ABI that does not exist (v3)", P_V3, "V2E1-ABI-02", V3_BASE, "4:00 / 4:05 / 4:80 / 4:ff",
           "bad-abi ALL-ABI-04 0x4-0x5 -")
    REJECT("s390x before errata 1 (v1)", P_V1, "V1-ABI-01",
           V1_FUNC_BE("dee2 01 01 04 00 00 00 ", "00000002", "00000008", "00000010", "00", S390_ROWS), NULL,
           "bad-abi V1-ABI-01|ALL-ABI-04 0x4-0x5 -")
    REJECT("s390x before errata 1 (v2)", P_V2, "V1-ABI-01",
           V2_FUNC_BE(S390_V2, "00000002", "00000008", "00000010", "00 00 0000", S390_ROWS), NULL,
           "bad-abi V1-ABI-01|ALL-ABI-04 0x4-0x5 -")
    REJECT("big-endian ABI, little-endian bytes (v1)", P_V1, "", V1_BASE, "4:01",
           "byte-order-mismatch ALL-ABI-03 0x4-0x5 -")
    REJECT("big-endian ABI, little-endian bytes (v2)", P_E12, "", V2P_BASE, "4:01 / 4:04",
           "byte-order-mismatch ALL-ABI-03 0x4-0x5 -")
    REJECT("big-endian ABI, little-endian bytes (v3)", P_V3, "", V3_BASE, "4:01 / 4:04",
           "byte-order-mismatch ALL-ABI-03 0x4-0x5 -")
    REJECT("little-endian ABI, big-endian bytes", P_V2S, "", A64BE_BASE_V2, "4:02 / 4:03",
           "byte-order-mismatch ALL-ABI-03 0x4-0x5 -")

    /* ---- Fixed offsets ---- */
    REJECT("AMD64 without a fixed RA offset (v1)", P_V1, "ALL-HDR-06", V1_BASE, "6:00",
           "bad-fixed-ra ALL-HDR-21 0x6-0x7 -")
    REJECT("AMD64 without a fixed RA offset (v2)", P_V2S, "ALL-HDR-06", V2_BASE, "6:00",
           "bad-fixed-ra ALL-HDR-21 0x6-0x7 -")
    REJECT("AMD64 without a fixed RA offset (v3)", P_V3, "ALL-HDR-06", V3_BASE, "6:00",
           "bad-fixed-ra ALL-HDR-21 0x6-0x7 -")
    REJECT("AArch64 with a fixed RA offset", P_V2S, "ALL-HDR-06", A64BE_BASE_V2, "6:f8 / 6:01 / 6:80",
           "bad-fixed-ra A64-02|ALL-HDR-06 0x6-0x7 -")
    REJECT("s390x with a fixed RA offset", P_E12, "ALL-HDR-06", S390_BASE_V2, "6:d0 / 6:7f",
           "bad-fixed-ra S390-03|ALL-HDR-06 0x6-0x7 -")
    DOUBT("AMD64 fixed RA -16", P_V2S, "ALL-HDR-05 ALL-HDR-22", V2_ONE, "6:f0", "unusual-fixed-ra 0x6-0x7 -",
          SECTION("2", "little", "amd64", "sorted", COUNTS("0", "-16", "0", "1", "1", "3")) FUNC("1")
          ROW("0.0", "0x0", "sp+8", "*(cfa-16)", "same"), "0x100>0.0")
    DOUBT("AMD64 fixed RA -128", P_V1, "ALL-HDR-05 ALL-HDR-22", V1_ONE, "6:80", "unusual-fixed-ra 0x6-0x7 -",
          SECTION("1", "little", "amd64", "sorted", COUNTS("0", "-128", "0", "1", "1", "3")) FUNC("1")
          ROW("0.0", "0x0", "sp+8", "*(cfa-128)", "same"), NULL)
    DOUBT("AMD64 fixed RA 127", P_V3, "ALL-HDR-05 ALL-HDR-22", V3_ONE, "6:7f", "unusual-fixed-ra 0x6-0x7 -",
          SECTION("3", "little", "amd64", "sorted,pcrel", COUNTS("0", "127", "0", "1", "1", "8")) FUNC("1")
          ROW("0.0", "0x0", "sp+8", "*(cfa+127)", "same"), NULL)
    ACCEPT("fixed FP -16", P_V2S, "ALL-HDR-04 ALL-HDR-06", V2_ONE, "5:f0",
          SECTION("2", "little", "amd64", "sorted", COUNTS("-16", "-8", "0", "1", "1", "3")) FUNC("1")
          ROW("0.0", "0x0", "sp+8", "*(cfa-8)", "*(cfa-16)"), NULL)
    ACCEPT("fixed FP -128", P_V1, "ALL-HDR-04 ALL-HDR-22", V1_ONE, "5:80",
          SECTION("1", "little", "amd64", "sorted", COUNTS("-128", "-8", "0", "1", "1", "3")) FUNC("1")
          ROW("0.0", "0x0", "sp+8", "*(cfa-8)", "*(cfa-128)"), NULL)
    ACCEPT("fixed FP 127", P_V3, "ALL-HDR-04 ALL-HDR-22", V3_ONE, "5:7f",
          SECTION("3", "little", "amd64", "sorted,pcrel", COUNTS("127", "-8", "0", "1", "1", "8")) FUNC("1")
          ROW("0.0", "0x0", "sp+8", "*(cfa-8)", "*(cfa+127)"), NULL)
    /* The manuals do not say which of the two counts, so there is no dump to compare. */
    DOUBT("fixed FP and an FP word", P_V2S, "ALL-HDR-04", V2_BASE, "5:f0",
          "both-fp-offsets 0x34-0x35 0.1", NULL, NULL)

    /* ---- Auxiliary header ---- */
    DOUBT("1 auxiliary byte (v1)", P_V1, "ALL-HDR-07 ALL-HDR-08",
          "e2de 01 01 03 00 f8 01  01000000 02000000 07000000 00000000 11000000  aa "
          "00010000 10000000 00000000 02000000 00 " AMD64_ROWS, NULL, "aux-header-present 0x1c-0x1d -",
          SECTION("1", "little", "amd64", "sorted", COUNTS("0", "-8", "1", "1", "2", "7")) FUNC("2") BASE_ROWS,
          BASE_LOOKUPS)
    /* The start field is at 0x20 now: 0x100 - 0x20. */
    DOUBT("4 auxiliary bytes (v2 pcrel)", P_E12, "ALL-HDR-07 ALL-HDR-08 V2E1-FDE-04 V2E1-HDR-23",
          "e2de 02 05 03 00 f8 04  01000000 02000000 07000000 00000000 14000000  01020304 "
          "e0000000 10000000 00000000 02000000 00 00 0000 " AMD64_ROWS, NULL, "aux-header-present 0x1c-0x20 -",
          SECTION("2", "little", "amd64", "sorted,pcrel", COUNTS("0", "-8", "4", "1", "2", "7")) FUNC("2") BASE_ROWS,
          BASE_LOOKUPS)
    /* 28 + 255 = 0x11b is the place of the start field: 0x100 - 0x11b = -0x1b. */
    DOUBT("255 auxiliary bytes (v3)", P_V3, "ALL-HDR-07 ALL-HDR-08 V3-FDE-03",
          "e2de 03 05 03 00 f8 ff  01000000 02000000 0c000000 00000000 10000000  5a*ff "
          "e5ffffffffffffff 10000000 00000000 0200 00 00 00 " AMD64_ROWS, NULL, "aux-header-present 0x1c-0x11b -",
          SECTION("3", "little", "amd64", "sorted,pcrel", COUNTS("0", "-8", "255", "1", "2", "12")) FUNC("2") BASE_ROWS,
          BASE_LOOKUPS)
    DOUBT("4 auxiliary bytes, big-endian", P_V2S, "ALL-HDR-07 ALL-HDR-08",
          "dee2 02 01 01 00 00 04  00000001 00000002 00000008 00000000 00000014  00000000 "
          "00000100 00000010 00000000 00000002 00 00 0000 " A64_ROWS, NULL, "aux-header-present 0x1c-0x20 -",
          SECTION("2", "big", "aarch64-be", "sorted", COUNTS("0", "0", "4", "1", "2", "8")) FUNC("2") A64_ROWS_DUMP,
          BASE_LOOKUPS)
    /* The length shifts everything by 4, and the FREs end after the section. */
    REJECT("auxiliary length without the bytes", P_V2S, "ALL-HDR-07 ALL-HDR-18", V2_BASE, "7:04",
           "fre-table-out-of-bounds ALL-HDR-11|ALL-HDR-18 0x10-0x14 -")
    REJECT("auxiliary header longer than the section", P_V1 | P_AUTO, "ALL-HDR-18", AMD64_V1 "00*14", "7:01 / 7:ff",
           "aux-header-out-of-bounds ALL-HDR-07 0x7-0x8 -")
    REJECT("auxiliary header longer than the section (v2)", P_V2S, "ALL-HDR-18", V2_BASE, "7:1c / 7:ff",
           "aux-header-out-of-bounds ALL-HDR-07 0x7-0x8 -")
    REJECT("auxiliary header longer than the section (v3)", P_V3, "ALL-HDR-18", V3_BASE, "7:1d / 7:ff",
           "aux-header-out-of-bounds ALL-HDR-07 0x7-0x8 -")
};
const struct vector_group header_group = GROUP(header_vectors);
