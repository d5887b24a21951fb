/* SPDX-License-Identifier: MIT */
/* Vectors for PC types: functions that are a repeated block, by remainder from version 2 on and by
   mask in version 1. */
#include "vectors_base.h"

/* The bytes are laid out by hand, a field a word. */
/* clang-format off */

/* Rows 0 (sp+8) and 11 (sp+16), as linkers write them for a PLT. Version 2: rows at 0x30 and 0x33;
   version 3: 0x31, 0x34. */
#define PLT_ROWS "00 03 08  0b 03 10"
#define PLT_V2(size, rep) V2_FUNC(AMD64_V2, "02000000", "06000000", size, "10 " rep " 0000", PLT_ROWS)
#define PLT_V2P(size, rep) V2P_FUNC(AMD64_V2P, "02000000", "06000000", size, "10 " rep " 0000", PLT_ROWS)
#define PLT_V3(size, rep) V3_FUNC(AMD64_V3, "02000000", "0b000000", size, "0200 10 00 " rep, PLT_ROWS)
#define PLT_ROWS_DUMP \
    ROW("0.0", "0x0", "sp+8", "*(cfa-8)", "same") ROW("0.1", "0xb", "sp+16", "*(cfa-8)", "same")
#define V2_DUMP(start, size, rep) \
    AMD64_SECTION("2", "sorted", "1", "2", "6") FDE("0", start, size, MASKED(rep, "2")) PLT_ROWS_DUMP
#define V2P_DUMP(start, size, rep) \
    AMD64_SECTION("2", "sorted,pcrel", "1", "2", "6") FDE("0", start, size, MASKED(rep, "2")) PLT_ROWS_DUMP
#define V3_DUMP(start, size, rep) \
    AMD64_SECTION("3", "sorted,pcrel", "1", "2", "11") FDE("0", start, size, MASKED(rep, "2")) PLT_ROWS_DUMP
#define ONE_V2(size, rep) V2_FUNC(AMD64_V2, "01000000", "03000000", size, "10 " rep " 0000", "00 03 08")
#define ONE_V3(size, rep) V3_FUNC(AMD64_V3, "01000000", "08000000", size, "0100 10 00 " rep, "00 03 08")
#define ONE_ROW(at) ROW("0.0", at, "sp+8", "*(cfa-8)", "same")
#define V1_MASK(n, len, rows) V1_FUNC(AMD64_V1, n "000000", len "000000", "20000000", "10", rows)
#define V1_MASK_DUMP(n, len) AMD64_SECTION("1", "sorted", "1", n, len) FDE("0", "0x100", "0x20", MASKED("0", n))

#define ALIGNED_LOOKUPS \
    "0xff>none 0x100>0.0 0x10a>0.0 0x10b>0.1 0x10f>0.1 0x110>0.0 0x11a>0.0 0x11b>0.1 0x130>0.0 0x13f>0.1 0x140>none"
#define ODD_LOOKUPS \
    "0x107>none 0x108>0.0 0x112>0.0 0x113>0.1 0x117>0.1 0x118>0.0 0x122>0.0 0x123>0.1 0x147>0.1 0x148>none"

static const struct vector pc_type_vectors[] = {
    ACCEPT("blocks of 16 (v2)", P_V2S, "V2-PCT-03 V2-FDE-10 V12-FDE-09", PLT_V2("40000000", "10"), NULL,
           V2_DUMP("0x100", "0x40", "16"), ALIGNED_LOOKUPS)
    ACCEPT("blocks of 16 (v2 pcrel)", P_E12, "V2-PCT-03 V2-PCT-04", PLT_V2P("40000000", "10"), NULL,
           V2P_DUMP("0x100", "0x40", "16"), ALIGNED_LOOKUPS)
    ACCEPT("blocks of 16 (v3)", P_V3, "V2-PCT-03 V2-PCT-04 V2-FDE-10 V3-FDI-04", PLT_V3("40000000", "10"), NULL,
           V3_DUMP("0x100", "0x40", "16"), ALIGNED_LOOKUPS)
    /* The remainder is that of the distance from the function, not of the address. */
    ACCEPT("blocks at an unaligned start (v2)", P_V2S, "V2-PCT-03", PLT_V2("40000000", "10"), "1c:08",
           V2_DUMP("0x108", "0x40", "16"), ODD_LOOKUPS)
    ACCEPT("blocks at an unaligned start (v3)", P_V3, "V2-PCT-03", PLT_V3("40000000", "10"), "1c:ec",
           V3_DUMP("0x108", "0x40", "16"), ODD_LOOKUPS)
    ACCEPT_AT("blocks in an unaligned section", P_V2S, 0x400004, "V2-PCT-03", PLT_V2("40000000", "10"), NULL,
              V2_DUMP("0x400104", "0x40", "16"),
              "0x400104>0.0 0x40010e>0.0 0x40010f>0.1 0x400113>0.1 0x400114>0.0 0x40011f>0.1")
    ACCEPT("blocks before the section (v2)", P_V2S, "V2-PCT-03", PLT_V2("40000000", "10"), "1c:00f0ffff",
           V2_DUMP("0xfffffffffffff000", "0x40", "16"),
           "0xfffffffffffff000>0.0 0xfffffffffffff00a>0.0 0xfffffffffffff00b>0.1 "
           "0xfffffffffffff010>0.0 0xfffffffffffff03f>0.1")
    ACCEPT("blocks of 24 (v2)", P_V2S, "V2-PCT-03", PLT_V2("48000000", "18"), NULL, V2_DUMP("0x100", "0x48", "24"),
           "0x100>0.0 0x10a>0.0 0x10b>0.1 0x117>0.1 0x118>0.0 0x123>0.1 0x12f>0.1 "
           "0x130>0.0 0x13b>0.1 0x147>0.1 0x148>none")
    ACCEPT("blocks of 24 (v3)", P_V3, "V2-PCT-03", PLT_V3("48000000", "18"), NULL, V3_DUMP("0x100", "0x48", "24"),
           "0x10b>0.1 0x117>0.1 0x118>0.0 0x130>0.0 0x147>0.1 0x148>none")
    ACCEPT("blocks of 1 (v2)", P_V2S, "V2-PCT-03", ONE_V2("40000000", "01"), NULL,
           AMD64_SECTION("2", "sorted", "1", "1", "3") FDE("0", "0x100", "0x40", MASKED("1", "1")) ONE_ROW("0x0"),
           "0x100>0.0 0x101>0.0 0x13f>0.0 0x140>none")
    ACCEPT("blocks of 255 (v3)", P_V3, "V2-FDE-10", PLT_V3("ff000000", "ff"), NULL, V3_DUMP("0x100", "0xff", "255"),
           "0x100>0.0 0x10b>0.1 0x1fe>0.1 0x1ff>none")
    ACCEPT("last byte of a block (v2)", P_V2S, "V2-PCT-03", PLT_V2("40000000", "10"), "33:0f",
           AMD64_SECTION("2", "sorted", "1", "2", "6") FDE("0", "0x100", "0x40", MASKED("16", "2")) ONE_ROW("0x0")
           ROW("0.1", "0xf", "sp+16", "*(cfa-8)", "same"), "0x10e>0.0 0x10f>0.1 0x110>0.0 0x13f>0.1")
    REJECT("blocks of 0 (v2)", P_V2S, "", PLT_V2("40000000", "00"), NULL, "bad-rep-size V2-FDE-10 0x2d-0x2e 0")
    REJECT("blocks of 0 (v3)", P_V3, "", PLT_V3("40000000", "00"), NULL, "bad-rep-size V2-FDE-10 0x30-0x31 0")
    DOUBT("row after the block (v2)", P_V2S, "V2-PCT-03", PLT_V2("40000000", "10"), "33:10",
          "pcmask-row-unreachable 0x33-0x34 0.1",
          AMD64_SECTION("2", "sorted", "1", "2", "6") FDE("0", "0x100", "0x40", MASKED("16", "2")) ONE_ROW("0x0")
          ROW("0.1", "0x10", "sp+16", "*(cfa-8)", "same"), "0x100>0.0 0x10f>0.0 0x110>0.0 0x13f>0.0")
    DOUBT("row after the block (v3)", P_V3, "V2-PCT-03", PLT_V3("40000000", "10"), "34:10",
          "pcmask-row-unreachable 0x34-0x35 0.1",
          AMD64_SECTION("3", "sorted,pcrel", "1", "2", "11") FDE("0", "0x100", "0x40", MASKED("16", "2")) ONE_ROW("0x0")
          ROW("0.1", "0x10", "sp+16", "*(cfa-8)", "same"), "0x110>0.0 0x13f>0.0")
    DOUBT("size not a multiple (v2)", P_V2S, "V2-PCT-03", PLT_V2("28000000", "10"), NULL,
          "pcmask-size-not-multiple 0x20-0x24 0",
          V2_DUMP("0x100", "0x28", "16"), "0x120>0.0 0x127>0.0 0x128>none 0x12b>none")
    DOUBT("size not a multiple (v3)", P_V3, "V2-PCT-03", PLT_V3("28000000", "10"), NULL,
          "pcmask-size-not-multiple 0x24-0x28 0", V3_DUMP("0x100", "0x28", "16"), "0x120>0.0 0x127>0.0 0x128>none")
    DOUBT("block larger than the function (v2)", P_V2S, "V2-PCT-03", PLT_V2("10000000", "20"), NULL,
          "pcmask-size-not-multiple 0x20-0x24 0", V2_DUMP("0x100", "0x10", "32"),
          "0x100>0.0 0x10b>0.1 0x10f>0.1 0x110>none")
    DOUBT("no row for the head of each block (v2)", P_V2S, "V2-PCT-03 ALL-FRE-04", ONE_V2("40000000", "10"), "30:04",
          "first-fre-not-at-zero 0x30-0x31 0.0",
          AMD64_SECTION("2", "sorted", "1", "1", "3") FDE("0", "0x100", "0x40", MASKED("16", "1")) ONE_ROW("0x4"),
          "0x100>0.none 0x103>0.none 0x104>0.0 0x10f>0.0 0x110>0.none 0x114>0.0")
    DOUBT("no row for the head of each block (v3)", P_V3, "V2-PCT-03 ALL-FRE-04", ONE_V3("40000000", "10"), "31:04",
          "first-fre-not-at-zero 0x31-0x32 0.0",
          AMD64_SECTION("3", "sorted,pcrel", "1", "1", "8") FDE("0", "0x100", "0x40", MASKED("16", "1")) ONE_ROW("0x4"),
          "0x103>0.none 0x104>0.0 0x110>0.none 0x114>0.0")

    /* ---- Version 1: (PC - start) AND row start >= row start ---- */
    ACCEPT("masks 0 and 8 (v1)", P_V1, "V1-PCT-02 V12-FDE-09 V1-FDI-01", V1_MASK("02", "06", "00 03 08  08 03 10"),
           NULL, V1_MASK_DUMP("2", "6") ONE_ROW("0x0") ROW("0.1", "0x8", "sp+16", "*(cfa-8)", "same"),
           "0x100>0.0 0x107>0.0 0x108>0.1 0x10f>0.1 0x110>0.0 0x117>0.0 0x118>0.1 0x11f>0.1 0x120>none")
    /* Of the offsets in a block only 11 and 15 have all bits of 1011. */
    DOUBT("masks 0 and 11 (v1)", P_V1, "V1-PCT-02", V1_MASK("02", "06", "00 03 08  0b 03 10"), NULL,
          "v1-mask 0x30-0x31 0.1", V1_MASK_DUMP("2", "6") ONE_ROW("0x0") ROW("0.1", "0xb", "sp+16", "*(cfa-8)", "same"),
          "0x100>0.0 0x10a>0.0 0x10b>0.1 0x10c>0.0 0x10e>0.0 0x10f>0.1 0x110>0.0 0x11b>0.1 0x11c>0.0 0x11f>0.1")
    DOUBT("mask 11 alone (v1)", P_V1, "V1-PCT-02", V1_MASK("01", "03", "0b 03 08"), NULL,
          "v1-mask 0x2d-0x2e 0.0, first-fre-not-at-zero 0x2d-0x2e 0.0", V1_MASK_DUMP("1", "3") ONE_ROW("0xb"),
          "0x100>0.none 0x10a>0.none 0x10b>0.0 0x10c>0.none 0x10f>0.0")
};
const struct vector_group pc_type_group = GROUP(pc_type_vectors);
