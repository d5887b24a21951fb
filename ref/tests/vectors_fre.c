/* SPDX-License-Identifier: MIT */
/* Vectors for FREs: widths and order of their starts, the info word, word sizes and signs. */
#include "vectors_base.h"

/* The bytes are laid out by hand, a field a word. */
/* clang-format off */

#define R0 ROW("0.0", "0x0", "sp+8", "*(cfa-8)", "same")
#define V2_ROWS(fres, len, rows) V2_FUNC(AMD64_V2, fres, len, "10000000", "00 00 0000", rows)
#define V3_ROWS(fres, len, count, rows) V3_FUNC(AMD64_V3, fres, len, "10000000", count " 00 00 00", rows)

static const struct vector fre_vectors[] = {
    /* ---- Width of the start ---- */
    EACH("1-byte starts to 255", "ALL-FRE-01", "02", "06", "0b", "00010000", "00", "00 03 08  ff 03 10", "2", "6",
         "11", "0x100",
         "addr1", R0 ROW("0.1", "0xff", "sp+16", "*(cfa-8)", "same"),
         "0x100>0.0 0x17f>0.0 0x180>0.0 0x1fe>0.0 0x1ff>0.1 0x200>none")
    EACH("1-byte starts in a large function", "ALL-FRE-01", "02", "06", "0b", "70110100", "00", "00 03 08  ff 03 10",
         "2", "6", "11",
         "0x11170", "addr1", R0 ROW("0.1", "0xff", "sp+16", "*(cfa-8)", "same"),
         "0x1fe>0.0 0x1ff>0.1 0x1126f>0.1 0x11270>none")
    EACH("2-byte starts to 65535", "ALL-FRE-01", "03", "0c", "11", "00000100", "01",
         "0000 03 08  0001 03 10  ffff 03 18", "3", "12", "17", "0x10000", "addr2",
         R0 ROW("0.1", "0x100", "sp+16", "*(cfa-8)", "same") ROW("0.2", "0xffff", "sp+24", "*(cfa-8)", "same"),
         "0x1ff>0.0 0x200>0.1 0x80ff>0.1 0x8100>0.1 0x100fe>0.1 0x100ff>0.2 0x10100>none")
    EACH("2-byte starts in a small function", "ALL-FRE-01", "02", "08", "0d", "10000000", "01",
         "0000 03 08  0400 03 10", "2", "8",
         "13", "0x10", "addr2", R0 ROW("0.1", "0x4", "sp+16", "*(cfa-8)", "same"), "0x103>0.0 0x104>0.1")
    EACH("4-byte starts", "ALL-FRE-01", "02", "0c", "11", "10000100", "02", "00000000 03 08  00000100 03 10", "2",
         "12", "17",
         "0x10010", "addr4", R0 ROW("0.1", "0x10000", "sp+16", "*(cfa-8)", "same"),
         "0x100ff>0.0 0x10100>0.1 0x1010f>0.1")
    ACCEPT("2-byte starts, big-endian (v1)", P_V1, "ALL-FRE-01 ALL-PRE-03",
           V1_FUNC_BE(A64BE_V1, "00000002", "00000008", "00000200", "01", "0000 03 00  0104 03 10"), NULL,
           OTHER_SECTION("1", "big", "aarch64-be", "sorted", "1", "2", "8") FDE("0", "0x100", "0x200",
               WIDTH("addr2", "2"))
           ROW("0.0", "0x0", "sp+0", "same", "same") ROW("0.1", "0x104", "sp+16", "same", "same"),
           "0x203>0.0 0x204>0.1")
    ACCEPT("2-byte starts, big-endian (v2)", P_V2S, "ALL-FRE-01 ALL-PRE-03",
           V2_FUNC_BE(A64BE_V2, "00000002", "00000008", "00000200", "01 00 0000", "0000 03 00  0104 03 10"), NULL,
           OTHER_SECTION("2", "big", "aarch64-be", "sorted", "1", "2", "8") FDE("0", "0x100", "0x200",
               WIDTH("addr2", "2"))
           ROW("0.0", "0x0", "sp+0", "same", "same") ROW("0.1", "0x104", "sp+16", "same", "same"),
           "0x203>0.0 0x204>0.1")
    ACCEPT("4-byte starts, big-endian (v3)", P_V3, "ALL-FRE-01 ALL-PRE-03 V3-FDE-07",
           V3_FUNC_BE(A64BE_V3, "00000002", "00000011", "00020000", "0002 02 00 00", "00000000 03 00  00010108 03 10"),
           NULL,
           OTHER_SECTION("3", "big", "aarch64-be", "sorted,pcrel", "1", "2", "17") FDE("0", "0x100", "0x20000",
               WIDTH("addr4", "2"))
           ROW("0.0", "0x0", "sp+0", "same", "same") ROW("0.1", "0x10108", "sp+16", "same", "same"),
           "0x10207>0.0 0x10208>0.1")
    /* After a run of 3 bytes: starts of 4 bytes at an odd address. */
    ACCEPT("starts at odd addresses", P_V2S, "ALL-FRE-05",
           AMD64_V2 "02000000 03000000 0f000000 00000000 28000000 "
           "00010000 10000000 00000000 01000000 00 00 0000 " "10010000 10000000 03000000 02000000 02 00 0000 "
           "00 03 08  00000000 03 08 04000000 03 10", NULL,
           AMD64_SECTION("2", "sorted", "2", "3", "15") FUNC("1") R0 FDE("1", "0x110", "0x10", WIDTH("addr4", "2"))
           ROW("1.0", "0x0", "sp+8", "*(cfa-8)", "same") ROW("1.1", "0x4", "sp+16", "*(cfa-8)", "same"),
           "0x113>1.0 0x114>1.1")
    ACCEPT("attribute and starts at odd addresses (v3)", P_V3, "ALL-FRE-05 V3-FDE-10 V3-FDE-11",
           AMD64_V3 "02000000 03000000 1a000000 00000000 20000000 "
           "e400000000000000 10000000 00000000 " "e400000000000000 10000000 09000000 "
           "0100 00 00 00 00 05 08 f0  0200 02 00 00 00000000 03 08 04000000 03 10", NULL,
           AMD64_SECTION("3", "sorted,pcrel", "2", "3", "26") FUNC("1") ROW("0.0", "0x0", "sp+8", "*(cfa-8)",
               "*(cfa-16)")
           FDE("1", "0x110", "0x10", WIDTH("addr4", "2")) ROW("1.0", "0x0", "sp+8", "*(cfa-8)", "same")
           ROW("1.1", "0x4", "sp+16", "*(cfa-8)", "same"), "0x100>0.0 0x110>1.0 0x114>1.1")

    /* ---- Order of the starts ---- */
    REJECT("starts 0, 8, 4 (v1)", P_V1, "",
           V1_FUNC(AMD64_V1, "03000000", "09000000", "10000000", "00", "00 03 08  08 03 10  04 03 18"), NULL,
           "fre-not-increasing ALL-FRE-14 0x33-0x34 0.2")
    REJECT("starts 0, 8, 4 (v2)", P_V2S, "", V2_ROWS("03000000", "09000000", "00 03 08  08 03 10  04 03 18"), NULL,
           "fre-not-increasing ALL-FRE-14 0x36-0x37 0.2")
    REJECT("starts 0, 4, 4 (v2)", P_V2S, "", V2_ROWS("03000000", "09000000", "00 03 08  04 03 10  04 03 18"), NULL,
           "fre-not-increasing ALL-FRE-14 0x36-0x37 0.2")
    REJECT("starts 0, 0 (v3)", P_V3, "", V3_ROWS("02000000", "0b000000", "0200", "00 03 08  00 03 10"), NULL,
           "fre-not-increasing ALL-FRE-14 0x34-0x35 0.1")
    REJECT("starts fall, 4 bytes wide (v2)", P_V2S, "",
           V2_FUNC(AMD64_V2, "02000000", "0c000000", "10000000", "02 00 0000", "05000000 03 08  04000000 03 10"), NULL,
           "fre-not-increasing ALL-FRE-14 0x36-0x3a 0.1")
    EACH("last start at size - 1", "ALL-FRE-15", "02", "06", "0b", "10000000", "00", "00 03 08  0f 03 10", "2", "6",
         "11", "0x10", "addr1", R0 ROW("0.1", "0xf", "sp+16", "*(cfa-8)", "same"), "0x10e>0.0 0x10f>0.1 0x110>none")
    DOUBT("last start at size (v1)", P_V1, "ALL-FRE-15",
          V1_FUNC(AMD64_V1, "02000000", "06000000", "10000000", "00", "00 03 08  10 03 10"), NULL,
          "fre-start-at-function-end 0x30-0x31 0.1", AMD64_SECTION("1", "sorted", "1", "2", "6") FUNC("2") R0
          ROW("0.1", "0x10", "sp+16", "*(cfa-8)", "same"), "0x10f>0.0 0x110>none")
    DOUBT("last start at size (v2)", P_V2S, "ALL-FRE-15", V2_ROWS("02000000", "06000000", "00 03 08  10 03 10"), NULL,
          "fre-start-at-function-end 0x33-0x34 0.1", AMD64_SECTION("2", "sorted", "1", "2", "6") FUNC("2") R0
          ROW("0.1", "0x10", "sp+16", "*(cfa-8)", "same"), "0x10f>0.0 0x110>none")
    DOUBT("last start at size (v3, 2 bytes)", P_V3, "ALL-FRE-15",
          V3_FUNC(AMD64_V3, "02000000", "0d000000", "10000000", "0200 01 00 00", "0000 03 08  1000 03 10"), NULL,
          "fre-start-at-function-end 0x35-0x37 0.1",
          AMD64_SECTION("3", "sorted,pcrel", "1", "2", "13") FDE("0", "0x100", "0x10", WIDTH("addr2", "2")) R0
          ROW("0.1", "0x10", "sp+16", "*(cfa-8)", "same"), "0x10f>0.0 0x110>none")
    REJECT("last start beyond size (v1)", P_V1, "",
           V1_FUNC(AMD64_V1, "02000000", "06000000", "10000000", "00", "00 03 08  11 03 10"), NULL,
           "fre-start-beyond-function ALL-FRE-15 0x30-0x31 0.1")
    REJECT("last start beyond size (v2)", P_V2S, "", V2_ROWS("02000000", "06000000", "00 03 08  11 03 10"),
           "33:12 / 33:ff", "fre-start-beyond-function ALL-FRE-15 0x33-0x34 0.1")
    REJECT("last start beyond size (v3)", P_V3, "", V3_ROWS("02000000", "0b000000", "0200", "00 03 08  11 03 10"), NULL,
           "fre-start-beyond-function ALL-FRE-15 0x34-0x35 0.1")
    REJECT("last start beyond size (4 bytes)", P_V2S, "",
           V2_FUNC(AMD64_V2, "02000000", "0c000000", "10000000", "02 00 0000", "00000000 03 08  ffffffff 03 10"), NULL,
           "fre-start-beyond-function ALL-FRE-15 0x36-0x3a 0.1")
    REJECT("a row after an empty function", P_V2S, "",
           V2_FUNC(AMD64_V2, "01000000", "03000000", "00000000", "00 00 0000", "01 03 08"),
           NULL, "fre-start-beyond-function ALL-FRE-15 0x30-0x31 0.0")
    DOUBT("first start not 0 (v1)", P_V1, "ALL-FRE-04", V1_ONE, "2d:04", "first-fre-not-at-zero 0x2d-0x2e 0.0",
          AMD64_SECTION("1", "sorted", "1", "1", "3") FUNC("1") ROW("0.0", "0x4", "sp+8", "*(cfa-8)", "same"),
          "0x100>0.none 0x103>0.none 0x104>0.0 0x10f>0.0")
    DOUBT("first start not 0 (v2)", P_V2S, "ALL-FRE-04", V2_ONE, "30:04", "first-fre-not-at-zero 0x30-0x31 0.0",
          AMD64_SECTION("2", "sorted", "1", "1", "3") FUNC("1") ROW("0.0", "0x4", "sp+8", "*(cfa-8)", "same"),
          "0x100>0.none 0x103>0.none 0x104>0.0 0x10f>0.0")
    DOUBT("first start not 0 (v3)", P_V3, "ALL-FRE-04", V3_ONE, "31:04", "first-fre-not-at-zero 0x31-0x32 0.0",
          AMD64_SECTION("3", "sorted,pcrel", "1", "1", "8") FUNC("1") ROW("0.0", "0x4", "sp+8", "*(cfa-8)", "same"),
          "0x100>0.none 0x103>0.none 0x104>0.0 0x10f>0.0")
    EACH("two rows that say the same", "ALL-FRE-04 ALL-LKP-02", "02", "06", "0b", "10000000", "00",
         "00 03 08  04 03 08", "2", "6",
         "11", "0x10", "addr1", R0 ROW("0.1", "0x4", "sp+8", "*(cfa-8)", "same"), "0x103>0.0 0x104>0.1")

    /* ---- Info word ---- */
    EACH("1-byte words -128 and 127", "ALL-FRE-08 ALL-FRE-16", "01", "04", "09", "10000000", "00", "00 05 7f 80", "1",
         "4", "9", "0x10", "addr1", ROW("0.0", "0x0", "sp+127", "*(cfa-8)", "*(cfa-128)"), "0x100>0.0")
    EACH("2-byte words -32768 and 32767", "ALL-FRE-08 ALL-FRE-16", "01", "06", "0b", "10000000", "00",
         "00 25 ff7f 0080", "1", "6", "11",
         "0x10", "addr1", ROW("0.0", "0x0", "sp+32767", "*(cfa-8)", "*(cfa-32768)"), "0x100>0.0")
    EACH("4-byte words -2^31 and 2^31 - 1", "ALL-FRE-08 ALL-FRE-16", "01", "0a", "0f", "10000000", "00",
         "00 45 ffffff7f 00000080", "1",
         "10", "15", "0x10", "addr1", ROW("0.0", "0x0", "sp+2147483647", "*(cfa-8)", "*(cfa-2147483648)"), "0x100>0.0")
    EACH("2-byte words just outside one byte", "ALL-FRE-16", "01", "06", "0b", "10000000", "00", "00 25 8000 7fff",
         "1", "6", "11", "0x10", "addr1", ROW("0.0", "0x0", "sp+128", "*(cfa-8)", "*(cfa-129)"), "0x100>0.0")
    EACH("words of 1, 2 and 4 bytes in one function", "ALL-FRE-09 ALL-FRE-06", "04", "10", "15", "10000000", "00",
         "00 03 08  01 23 1000  02 43 18000000  03 03 20", "4", "16", "21", "0x10", "addr1",
         R0 ROW("0.1", "0x1", "sp+16", "*(cfa-8)", "same") ROW("0.2", "0x2", "sp+24", "*(cfa-8)", "same")
         ROW("0.3", "0x3", "sp+32", "*(cfa-8)", "same"), "0x100>0.0 0x101>0.1 0x102>0.2 0x103>0.3 0x10f>0.3")
    ACCEPT("1-byte words, big-endian", P_V1, "ALL-FRE-16",
           V1_FUNC_BE(A64BE_V1, "00000001", "00000005", "00000010", "00", "00 07 7f 80 ff"), NULL,
           OTHER_SECTION("1", "big", "aarch64-be", "sorted", "1", "1", "5") FUNC("1")
           ROW("0.0", "0x0", "sp+127", "*(cfa-128)", "*(cfa-1)"), NULL)
    ACCEPT("2-byte words, big-endian", P_V2S, "ALL-FRE-08 ALL-PRE-03 ALL-FRE-16",
           V2_FUNC_BE(A64BE_V2, "00000001", "00000008", "00000010", "00 00 0000", "00 27 0102 8000 fffe"), NULL,
           OTHER_SECTION("2", "big", "aarch64-be", "sorted", "1", "1", "8") FUNC("1")
           ROW("0.0", "0x0", "sp+258", "*(cfa-32768)", "*(cfa-2)"), NULL)
    ACCEPT("4-byte words, big-endian", P_V3, "ALL-FRE-08 ALL-PRE-03 ALL-FRE-16",
           V3_FUNC_BE(A64BE_V3, "00000001", "00000013", "00000010", "0001 00 00 00",
                      "00 47 01020304 80000000 fffffffc"), NULL,
           OTHER_SECTION("3", "big", "aarch64-be", "sorted,pcrel", "1", "1", "19") FUNC("1")
           ROW("0.0", "0x0", "sp+16909060", "*(cfa-2147483648)", "*(cfa-4)"), NULL)
    EACH("base FP", "ALL-FRE-07", "01", "04", "09", "10000000", "00", "00 04 10 f0", "1", "4", "9", "0x10", "addr1",
         ROW("0.0", "0x0", "fp+16", "*(cfa-8)", "*(cfa-16)"), "0x100>0.0")
    EACH("negative, odd and zero CFA offsets", "ALL-FRE-16 ALL-FRE-17", "03", "0a", "0f", "10000000", "00",
         "00 03 f8  01 02 03  02 05 00 00", "3", "10", "15", "0x10", "addr1",
         ROW("0.0", "0x0", "sp-8", "*(cfa-8)", "same") ROW("0.1", "0x1", "fp+3", "*(cfa-8)", "same")
         ROW("0.2", "0x2", "sp+0", "*(cfa-8)", "*(cfa+0)"), "0x102>0.2")
    REJECT("word size code 3 (v1)", P_V1, "", V1_BASE, "31:65 / 31:63 / 31:e5",
           "bad-word-size ALL-FRE-08 0x31-0x32 0.1")
    REJECT("word size code 3 (v2)", P_V2S, "", V2_BASE, "34:65 / 34:63 / 34:e5",
           "bad-word-size ALL-FRE-08 0x34-0x35 0.1")
    REJECT("word size code 3 (v3)", P_V3, "", V3_BASE, "35:65 / 35:63 / 35:e5",
           "bad-word-size ALL-FRE-08 0x35-0x36 0.1")

    /* ---- Mangled RA ---- */
    ACCEPT("mangled RA in LR", P_V1, "ALL-FRE-13", V1_FUNC(A64LE_V1, "01000000", "03000000", "10000000", "00",
           "00 83 00"), NULL, OTHER_SECTION("1", "little", "aarch64-le", "sorted", "1", "1", "3") FUNC("1")
           MANGLED("0.0", "0x0", "sp+0", "same", "same"), NULL)
    ACCEPT("mangled RA on the stack", P_V2S, "ALL-FRE-13",
           V2_FUNC(A64LE_V2, "01000000", "05000000", "10000000", "00 00 0000", "00 87 20 e8 e0"), NULL,
           OTHER_SECTION("2", "little", "aarch64-le", "sorted", "1", "1", "5") FUNC("1")
           MANGLED("0.0", "0x0", "sp+32", "*(cfa-24)", "*(cfa-32)"), NULL)
    ACCEPT("mangled RA, key B", P_V3, "ALL-FRE-13 V3-FDI-04",
           V3_FUNC_BE(A64BE_V3, "00000001", "0000000a", "00000010", "0001 20 00 00", "00 87 20 e8 e0"), NULL,
           OTHER_SECTION("3", "big", "aarch64-be", "sorted,pcrel", "1", "1", "10")
           FDE("0", "0x100", "0x10", "pc=inc fre=addr1 type=default key=b signal=0 rep=0 fres=1")
           MANGLED("0.0", "0x0", "sp+32", "*(cfa-24)", "*(cfa-32)"), NULL)
    DOUBT("mangled RA on AMD64 (v2)", P_V2S, "ALL-FRE-13", V2_ONE, "31:83", "mangled-ra-elsewhere 0x31-0x32 0.0",
          AMD64_SECTION("2", "sorted", "1", "1", "3") FUNC("1") MANGLED("0.0", "0x0", "sp+8", "*(cfa-8)", "same"), NULL)
    DOUBT("mangled RA on AMD64 (v3)", P_V3, "ALL-FRE-13", V3_ONE, "32:83", "mangled-ra-elsewhere 0x32-0x33 0.0",
          AMD64_SECTION("3", "sorted,pcrel", "1", "1", "8") FUNC("1") MANGLED("0.0", "0x0", "sp+8", "*(cfa-8)",
              "same"), NULL)
    DOUBT("mangled RA on s390x", P_E12, "ALL-FRE-13",
          V2P_FUNC_BE(S390_V2P, "00000001", "00000003", "00000010", "00 00 0000", "00 83 00"), NULL,
          "mangled-ra-elsewhere 0x31-0x32 0.0", OTHER_SECTION("2", "big", "s390x", "sorted,pcrel", "1", "1", "3")
          FUNC("1") MANGLED("0.0", "0x0", "sp+160", "same", "same"), NULL)
};
const struct vector_group fre_group = GROUP(fre_vectors);
