/* SPDX-License-Identifier: MIT */
/* Vectors for the two sub-sections: their places, their lengths, and the references to their bytes. */
#include "vectors_base.h"

/* The bytes are laid out by hand, a field a word. */
/* clang-format off */

/* Two functions, 0x100 and 0x110, with the same rows each. Version 1: FDEs at 0x1c and 0x2d, rows
   at 0x3e, size 0x4c. Version 2: 0x1c, 0x30, rows at 0x44, size 0x52. Version 3: entries at 0x1c
   and 0x2c, attributes at 0x3c and 0x48, size 0x54. */
#define V1_TWO AMD64_V1 "02000000 04000000 0e000000 00000000 22000000 " \
    "00010000 10000000 00000000 02000000 00 " "10010000 10000000 07000000 02000000 00 " AMD64_ROWS AMD64_ROWS
#define V2_TWO AMD64_V2 "02000000 04000000 0e000000 00000000 28000000 " \
    "00010000 10000000 00000000 02000000 00 00 0000 " "10010000 10000000 07000000 02000000 00 00 0000 " \
    AMD64_ROWS AMD64_ROWS
#define V3_TWO AMD64_V3 "02000000 04000000 18000000 00000000 20000000 " \
    "e400000000000000 10000000 00000000 " "e400000000000000 10000000 0c000000 " \
    "0200 00 00 00 " AMD64_ROWS "0200 00 00 00 " AMD64_ROWS

#define TWO_ROWS ROW("1.0", "0x0", "sp+8", "*(cfa-8)", "same") ROW("1.1", "0x4", "sp+16", "*(cfa-8)", "*(cfa-16)")
#define TWO_FUNCS FUNC("2") BASE_ROWS FDE("1", "0x110", "0x10", PLAIN("2")) TWO_ROWS
#define TWO_LOOKUPS "0xff>none 0x100>0.0 0x104>0.1 0x10f>0.1 0x110>1.0 0x114>1.1 0x11f>1.1 0x120>none"

static const struct vector layout_vectors[] = {
    ACCEPT("two functions (v1)", P_V1, "V12-FDE-02 V12-FDE-07 ALL-HDR-09 ALL-HDR-10 ALL-HDR-14 ALL-HDR-17 ALL-FRE-05",
           V1_TWO, NULL, AMD64_SECTION("1", "sorted", "2", "4", "14") TWO_FUNCS, TWO_LOOKUPS)
    ACCEPT("two functions (v2)", P_V2S, "V12-FDE-02 V12-FDE-07 ALL-HDR-09 ALL-HDR-10 ALL-HDR-14 ALL-HDR-17", V2_TWO,
           NULL, AMD64_SECTION("2", "sorted", "2", "4", "14") TWO_FUNCS, TWO_LOOKUPS)
    ACCEPT("two functions (v3)", P_V3, "V3-FDE-01 V3-FDE-05 V3-FDE-07 V3-HDR-19 ALL-HDR-10 ALL-FLG-01", V3_TWO, NULL,
           AMD64_SECTION("3", "sorted,pcrel", "2", "4", "24") TWO_FUNCS, TWO_LOOKUPS)

    /* ---- fdeoff, freoff, fre_len, num_fdes ---- */
    DOUBT("4 bytes before the FDEs (v2)", P_V2S, "ALL-HDR-12 ALL-HDR-13 ALL-HDR-14",
          AMD64_V2 "01000000 02000000 07000000 04000000 18000000  00000000 "
          "00010000 10000000 00000000 02000000 00 00 0000 " AMD64_ROWS, NULL, "fdeoff-not-zero 0x14-0x18 -",
          V2_BASE_DUMP, BASE_LOOKUPS)
    /* The start field is at 0x20: 0x100 - 0x20 = 0xe0. */
    DOUBT("4 bytes before the FDEs (v2 pcrel)", P_E12, "ALL-HDR-12 V2E1-FDE-04",
          AMD64_V2P "01000000 02000000 07000000 04000000 18000000  00000000 "
          "e0000000 10000000 00000000 02000000 00 00 0000 " AMD64_ROWS, NULL, "fdeoff-not-zero 0x14-0x18 -",
          V2P_BASE_DUMP, BASE_LOOKUPS)
    DOUBT("8 bytes before the FDEs (v3)", P_V3, "ALL-HDR-12 V3-FDE-03",
          AMD64_V3 "01000000 02000000 0c000000 08000000 18000000  00*8 "
          "dc00000000000000 10000000 00000000 0200 00 00 00 " AMD64_ROWS, NULL, "fdeoff-not-zero 0x14-0x18 -",
          V3_BASE_DUMP, BASE_LOOKUPS)
    REJECT("hole between the sub-sections (v1)", P_V1, "V12-FDE-07",
           AMD64_V1 "01000000 02000000 07000000 00000000 15000000 "
           "00010000 10000000 00000000 02000000 00  00000000 " AMD64_ROWS, NULL,
           "subsections-not-tiled ALL-HDR-14 0x18-0x1c -")
    REJECT("hole between the sub-sections (v2)", P_V2S, "V12-FDE-07",
           AMD64_V2 "01000000 02000000 07000000 00000000 18000000 "
           "00010000 10000000 00000000 02000000 00 00 0000  00000000 " AMD64_ROWS, NULL,
           "subsections-not-tiled ALL-HDR-14 0x18-0x1c -")
    REJECT("hole between the sub-sections (v3)", P_V3, "V3-FDE-05",
           AMD64_V3 "01000000 02000000 0c000000 00000000 14000000 "
           "e400000000000000 10000000 00000000  00000000 0200 00 00 00 " AMD64_ROWS, NULL,
           "subsections-not-tiled ALL-HDR-14 0x18-0x1c -")
    REJECT("sub-sections overlap (v2)", P_V2S, "", V2_BASE, "18:13 / 18:00",
           "subsections-not-tiled ALL-HDR-14 0x18-0x1c -")
    REJECT("sub-sections overlap (v3)", P_V3, "", V3_BASE, "18:0f / 18:00",
           "subsections-not-tiled ALL-HDR-14 0x18-0x1c -")
    REJECT("FREs before the FDEs", P_V2S, "",
           AMD64_V2 "01000000 02000000 07000000 07000000 00000000 " AMD64_ROWS
           "00010000 10000000 00000000 02000000 00 00 0000", NULL, "subsections-not-tiled ALL-HDR-14 0x18-0x1c -")
    REJECT("freoff outside (v1)", P_V1, "ALL-HDR-18", V1_BASE, "18:1900 / 18:0010 / 18:ffffffff",
           "fre-table-out-of-bounds ALL-HDR-13|ALL-HDR-18 0x18-0x1c -")
    REJECT("freoff outside (v2)", P_V2S, "ALL-HDR-18", V2_BASE, "18:1c00 / 18:0010 / 18:ffffffff / 18:00000080",
           "fre-table-out-of-bounds ALL-HDR-13|ALL-HDR-18 0x18-0x1c -")
    REJECT("freoff outside (v3)", P_V3, "ALL-HDR-18", V3_BASE, "18:1d00 / 18:0010 / 18:ffffffff",
           "fre-table-out-of-bounds ALL-HDR-13|ALL-HDR-18 0x18-0x1c -")
    REJECT("fdeoff outside (v1)", P_V1, "", V1_BASE, "14:19 / 14:fcffffff",
           "fde-table-out-of-bounds ALL-HDR-12|ALL-HDR-18 0x14-0x18 -")
    REJECT("fdeoff outside (v2)", P_V2S, "", V2_BASE, "14:1c / 14:64 / 14:fcffffff",
           "fde-table-out-of-bounds ALL-HDR-12|ALL-HDR-18 0x14-0x18 -")
    REJECT("fdeoff outside (v3)", P_V3, "", V3_BASE, "14:1d / 14:fcffffff / 14:00000080",
           "fde-table-out-of-bounds ALL-HDR-12|ALL-HDR-18 0x14-0x18 -")
    REJECT("fre_len beyond the section (v1)", P_V1, "ALL-HDR-18", V1_BASE, "10:08 / 10:ffffffff / 10:f9ffffff",
           "fre-table-out-of-bounds ALL-HDR-11|ALL-HDR-18 0x10-0x14 -")
    REJECT("fre_len beyond the section (v2)", P_V2S, "ALL-HDR-18", V2_BASE, "10:08 / 10:ffffffff / 10:d0ffffff",
           "fre-table-out-of-bounds ALL-HDR-11|ALL-HDR-18 0x10-0x14 -")
    REJECT("fre_len beyond the section (v3)", P_V3, "ALL-HDR-18", V3_BASE, "10:0d / 10:ffffffff",
           "fre-table-out-of-bounds ALL-HDR-11|ALL-HDR-18|V3-HDR-19 0x10-0x14 -")
    REJECT("fewer FDEs than laid out (v1)", P_V1, "", V1_TWO, "8:01 / 8:00",
           "subsections-not-tiled ALL-HDR-14 0x18-0x1c -")
    REJECT("fewer FDEs than laid out (v2)", P_V2S, "", V2_TWO, "8:01 / 8:00",
           "subsections-not-tiled ALL-HDR-14 0x18-0x1c -")
    REJECT("fewer FDEs than laid out (v3)", P_V3, "", V3_TWO, "8:01 / 8:00",
           "subsections-not-tiled ALL-HDR-14 0x18-0x1c -")
    REJECT("more FDEs than fit (v1)", P_V1, "ALL-HDR-09", V1_TWO, "8:03 / 8:00000010 / 8:ffffffff",
           "fde-table-out-of-bounds ALL-HDR-16 0x8-0xc -")
    REJECT("more FDEs than fit (v2)", P_V2S, "ALL-HDR-09", V2_TWO, "8:03 / 8:00000010 / 8:ffffffff / 8:cdcccc0c",
           "fde-table-out-of-bounds ALL-HDR-16 0x8-0xc -")
    REJECT("more FDEs than fit (v3)", P_V3, "ALL-HDR-09", V3_TWO, "8:04 / 8:00000010 / 8:ffffffff / 8:02000010",
           "fde-table-out-of-bounds ALL-HDR-16 0x8-0xc -")
    /* 28 + 3 * 16 = 76 bytes of 84: inside the section, but over the FREs. */
    REJECT("more FDEs than laid out (v3)", P_V3, "ALL-HDR-16", V3_TWO, "8:03",
           "subsections-not-tiled ALL-HDR-14 0x18-0x1c -")
    REJECT("cut inside the FDE (v2)", P_V2S, "ALL-HDR-18", V2_BASE, "cut 1c / cut 25 / cut 2f",
           "fde-table-out-of-bounds ALL-HDR-16|ALL-HDR-18 0x8-0xc -")
    REJECT("cut inside the FREs (v2)", P_V2S, "ALL-HDR-18", V2_BASE, "cut 30 / cut 31 / cut 36",
           "fre-table-out-of-bounds ALL-HDR-11|ALL-HDR-18 0x10-0x14 -")
    REJECT("cut inside the FREs (v3)", P_V3, "V3-HDR-19", V3_BASE, "cut 2c / cut 30 / cut 37",
           "fre-table-out-of-bounds ALL-HDR-11|ALL-HDR-18|V3-HDR-19 0x10-0x14 -")

    /* ---- fre_len and the size of the functions ---- */
    REJECT("fre_len one short (v1)", P_V1, "ALL-HDR-11", V1_BASE, "10:06",
           "truncated-fre ALL-FRE-02|ALL-HDR-18 0x30-0x33 0.1")
    REJECT("fre_len one short (v2)", P_V2S, "ALL-HDR-11", V2_BASE, "10:06",
           "truncated-fre ALL-FRE-02|ALL-HDR-18 0x33-0x36 0.1")
    REJECT("fre_len one short (v3)", P_V3, "V3-HDR-19", V3_BASE, "10:0b",
           "truncated-fre ALL-FRE-02|ALL-HDR-18 0x34-0x37 0.1")
    REJECT("FRE cut after its start", P_V2S, "ALL-FRE-02", V2_BASE, "10:04; cut 34",
           "truncated-fre ALL-FRE-02|ALL-HDR-18 0x33-0x34 0.1")
    REJECT("FRE cut after its info word", P_V2S, "ALL-FRE-02", V2_BASE, "10:05; cut 35",
           "truncated-fre ALL-FRE-02|ALL-HDR-18 0x33-0x35 0.1")
    REJECT("FRE start cut (4 bytes wide)", P_V2S, "ALL-FRE-01", V2_ONE, "2c:02",
           "truncated-fre ALL-FRE-02|ALL-FRE-01|ALL-HDR-18 0x30-0x33 0.0")
    REJECT("FRE start cut (2 bytes wide, v3)", P_V3, "ALL-FRE-01", V3_ONE, "2e:01; 10:06; cut 32",
           "truncated-fre ALL-FRE-02|ALL-FRE-01|ALL-HDR-18 0x31-0x32 0.0")
    REJECT("no room for any FRE (v1)", P_V1, "V12-FDE-08", V1_BASE, "10:00 / 10:00; cut 2d",
           "fre-count-out-of-bounds V12-FDE-08|ALL-HDR-18 0x28-0x2c 0.*")
    REJECT("no room for any FRE (v2)", P_V2S, "V12-FDE-08", V2_BASE, "10:00 / 10:03 / 10:00; cut 30",
           "fre-count-out-of-bounds V12-FDE-08|ALL-HDR-18 0x28-0x2c 0.*")
    REJECT("no room for any FRE (v3)", P_V3, "V3-FDE-08", V3_BASE, "10:05 / 10:08",
           "fre-count-out-of-bounds V3-FDE-08|ALL-HDR-18 0x2c-0x2e 0.*")
    REJECT("one FRE more than there are (v2)", P_V2S, "V12-FDE-08", V2_BASE, "28:03; c:03 / 28:ffffffff",
           "fre-count-out-of-bounds V12-FDE-08|ALL-HDR-18 0x28-0x2c 0.*")
    REJECT("one FRE more than there are (v3)", P_V3, "V3-FDE-08", V3_BASE, "2c:03; c:03 / 2c:ffff",
           "fre-count-out-of-bounds V3-FDE-08|ALL-HDR-18 0x2c-0x2e 0.*")
    REJECT("second function's FREs missing", P_V2S, "V12-FDE-07", V2_TWO, "38:0e",
           "fre-count-out-of-bounds V12-FDE-08|ALL-HDR-18 0x3c-0x40 1.*")
    REJECT("FRE offset outside (v1)", P_V1, "ALL-HDR-18 ALL-FRE-20", V1_BASE, "24:08 / 24:40 / 24:ffffffff",
           "fre-offset-out-of-bounds V12-FDE-07 0x24-0x28 0")
    REJECT("FRE offset outside (v2)", P_V2S, "ALL-HDR-18 ALL-FRE-20", V2_BASE,
           "24:08 / 24:40 / 24:ffffffff / 24:d0ffffff", "fre-offset-out-of-bounds V12-FDE-07 0x24-0x28 0")
    REJECT("FRE offset outside, function without FREs", P_V2S, "", V2_TWO, "38:0f; 3c:00; c:02",
           "fre-offset-out-of-bounds V12-FDE-07 0x38-0x3c 1")
    REJECT("data offset outside (v3)", P_V3, "ALL-HDR-18 ALL-FRE-20", V3_BASE,
           "28:0d / 28:40 / 28:ffffffff / 28:fbffffff", "fre-offset-out-of-bounds V3-FDE-05 0x28-0x2c 0")
    REJECT("attribute does not fit (v3)", P_V3, "V3-FDE-05", V3_BASE, "28:08 / 28:0c",
           "attribute-out-of-bounds V3-FDE-07 0x28-0x2c 0")
    REJECT("no room for the attribute (v3)", P_V3, "V3-HDR-19", V3_BASE, "10:04 / 10:00",
           "attribute-out-of-bounds V3-FDE-07 0x28-0x2c 0")

    /* ---- Behind and between the FREs ---- */
    DOUBT("slack inside the FRE sub-section (v2)", P_V2S, "ALL-HDR-11", V2_BASE, "10:08; append 00",
          "fre-bytes-unreferenced 0x30-0x38 -", AMD64_SECTION("2", "sorted", "1", "2", "8") FUNC("2") BASE_ROWS,
          BASE_LOOKUPS)
    DOUBT("slack inside the FRE sub-section (v3)", P_V3, "ALL-HDR-11", V3_BASE, "10:0d; append aa",
          "fre-bytes-unreferenced 0x2c-0x39 -", AMD64_SECTION("3", "sorted,pcrel", "1", "2", "13") FUNC("2") BASE_ROWS,
          BASE_LOOKUPS)
    DOUBT("unused bytes before the run (v2)", P_V2S, "V12-FDE-07 ALL-FRE-20",
          V2_FUNC(AMD64_V2, "02000000", "0a000000", "10000000", "00 00 0000", "aabbcc " AMD64_ROWS), "24:03",
          "fre-bytes-unreferenced 0x30-0x3a -", AMD64_SECTION("2", "sorted", "1", "2", "10") FUNC("2") BASE_ROWS,
          BASE_LOOKUPS)
    DOUBT("unused bytes before the attribute (v3)", P_V3, "V3-FDE-05 V3-FDE-11",
          V3_FUNC(AMD64_V3, "02000000", "0f000000", "10000000", "aabbcc 0200 00 00 00", AMD64_ROWS), "28:03",
          "fre-bytes-unreferenced 0x2c-0x3b -", AMD64_SECTION("3", "sorted,pcrel", "1", "2", "15") FUNC("2") BASE_ROWS,
          BASE_LOOKUPS)
    DOUBT("FRE bytes without functions", P_V2S, "ALL-HDR-11", AMD64_V2
          "00000000 00000000 02000000 00000000 00000000 0000", NULL,
          "fre-bytes-unreferenced 0x1c-0x1e -", AMD64_SECTION("2", "sorted", "0", "0", "2"), "0x0>none")
    DOUBT("zero tail (v1)", P_V1, "ALL-HDR-15", V1_BASE, "append 00*8", "zero-tail 0x34-0x3c -", V1_BASE_DUMP,
          BASE_LOOKUPS)
    DOUBT("zero tail (v2)", P_V2S, "ALL-HDR-15", V2_BASE, "append 00*38", "zero-tail 0x37-0x6f -", V2_BASE_DUMP,
          BASE_LOOKUPS)
    DOUBT("zero tail, big-endian", P_V2S, "ALL-HDR-15",
          V2_FUNC_BE(A64BE_V2, "00000001", "00000003", "00000010", "00 00 0000", "00 03 00"), "append 00*8",
          "zero-tail 0x33-0x3b -", OTHER_SECTION("2", "big", "aarch64-be", "sorted", "1", "1", "3") FUNC("1")
          ROW("0.0", "0x0", "sp+0", "same", "same"), "0x100>0.0")
    DOUBT("zero tail (v3)", P_V3, "ALL-HDR-15", V3_BASE, "append 00", "zero-tail 0x38-0x39 -", V3_BASE_DUMP,
          BASE_LOOKUPS)
    REJECT("tail that is not zero (v2)", P_V2S, "", V2_BASE, "append aa*8 / append 0100000000000001",
           "tail-not-zero ALL-HDR-15 0x37-0x3f -")
    REJECT("tail with a non-zero byte inside (v2)", P_V2S, "", V2_BASE, "append 0000aa00bb00 / append 0000010001000000",
           "tail-not-zero ALL-HDR-15 0x39-0x3c -")
    REJECT("tail that is not zero (v3)", P_V3, "", V3_BASE, "append 0000000001", "tail-not-zero ALL-HDR-15 0x3c-0x3d -")

    /* ---- num_fres ---- */
    REJECT("num_fres is not the sum (v1)", P_V1, "ALL-HDR-10", V1_BASE, "c:00 / c:01 / c:03 / c:02000001",
           "fre-count-mismatch ALL-HDR-17 0xc-0x10 -")
    REJECT("num_fres is not the sum (v2)", P_V2S, "ALL-HDR-10", V2_BASE, "c:00 / c:01 / c:03 / c:ffffffff",
           "fre-count-mismatch ALL-HDR-17 0xc-0x10 -")
    REJECT("num_fres is not the sum (v3)", P_V3, "ALL-HDR-10", V3_BASE, "c:00 / c:01 / c:03 / c:07",
           "fre-count-mismatch ALL-HDR-17 0xc-0x10 -")
    REJECT("FREs announced without functions", P_V2S, "ALL-HDR-10", AMD64_V2 "00*14", "c:01",
           "fre-count-mismatch ALL-HDR-17 0xc-0x10 -")

    /* ---- Which bytes belong to which function ---- */
    DOUBT("two functions share a run (v2)", P_V2S, "V12-FDE-07 ALL-FRE-20",
          AMD64_V2 "02000000 04000000 07000000 00000000 28000000 "
          "00010000 10000000 00000000 02000000 00 00 0000 " "10010000 10000000 00000000 02000000 00 00 0000 "
          AMD64_ROWS, NULL,
          "fre-runs-shared 0x44-0x4b -", AMD64_SECTION("2", "sorted", "2", "4", "7") TWO_FUNCS, TWO_LOOKUPS)
    DOUBT("two functions share an attribute (v3)", P_V3, "V3-FDE-05 ALL-FRE-20",
          AMD64_V3 "02000000 04000000 0c000000 00000000 20000000 "
          "e400000000000000 10000000 00000000 " "e400000000000000 10000000 00000000 " "0200 00 00 00 " AMD64_ROWS, NULL,
          "fre-runs-shared 0x3c-0x48 -", AMD64_SECTION("3", "sorted,pcrel", "2", "4", "12") TWO_FUNCS, TWO_LOOKUPS)
    REJECT("shared run counted once", P_V2S, "V12-FDE-07",
           AMD64_V2 "02000000 02000000 07000000 00000000 28000000 "
           "00010000 10000000 00000000 02000000 00 00 0000 " "10010000 10000000 00000000 02000000 00 00 0000 "
           AMD64_ROWS, NULL, "fre-count-mismatch ALL-HDR-17 0xc-0x10 -")
    ACCEPT("runs in another order than functions (v2)", P_V2S, "V12-FDE-07",
           AMD64_V2 "02000000 03000000 0a000000 00000000 28000000 "
           "00010000 10000000 03000000 02000000 00 00 0000 " "10010000 10000000 00000000 01000000 00 00 0000 "
           "00 03 18 " AMD64_ROWS, NULL,
           AMD64_SECTION("2", "sorted", "2", "3", "10") FUNC("2") BASE_ROWS FDE("1", "0x110", "0x10", PLAIN("1"))
           ROW("1.0", "0x0", "sp+24", "*(cfa-8)", "same"), "0x100>0.0 0x104>0.1 0x110>1.0")
    ACCEPT("runs in another order than functions (v3)", P_V3, "V3-FDE-05 V3-FDE-11",
           AMD64_V3 "02000000 03000000 14000000 00000000 20000000 "
           "e400000000000000 10000000 08000000 " "e400000000000000 10000000 00000000 "
           "0100 00 00 00 00 03 18 " "0200 00 00 00 " AMD64_ROWS, NULL,
           AMD64_SECTION("3", "sorted,pcrel", "2", "3", "20") FUNC("2") BASE_ROWS FDE("1", "0x110", "0x10", PLAIN("1"))
           ROW("1.0", "0x0", "sp+24", "*(cfa-8)", "same"), "0x100>0.0 0x104>0.1 0x110>1.0")
    DOUBT("function without FREs (v1)", P_V1, "V12-FDE-08",
          AMD64_V1 "02000000 02000000 07000000 00000000 22000000 "
          "00010000 10000000 00000000 02000000 00 " "10010000 10000000 07000000 00000000 00 " AMD64_ROWS, NULL,
          "func-without-fres 0x39-0x3d 1", AMD64_SECTION("1", "sorted", "2", "2", "7") FUNC("2") BASE_ROWS
          FDE("1", "0x110", "0x10", PLAIN("0")), "0x104>0.1 0x110>1.none 0x11f>1.none 0x120>none")
    DOUBT("function without FREs (v2)", P_V2S, "V12-FDE-08",
          AMD64_V2 "02000000 02000000 07000000 00000000 28000000 "
          "00010000 10000000 00000000 02000000 00 00 0000 " "10010000 10000000 05000000 00000000 00 00 0000 "
          AMD64_ROWS, "38:07 / 38:00 / 38:03", "func-without-fres 0x3c-0x40 1",
          AMD64_SECTION("2", "sorted", "2", "2", "7") FUNC("2") BASE_ROWS FDE("1", "0x110", "0x10", PLAIN("0")),
          "0x104>0.1 0x110>1.none 0x120>none")
};
const struct vector_group layout_group = GROUP(layout_vectors);
