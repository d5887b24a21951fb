/* SPDX-License-Identifier: MIT */
/* Vectors for the meaning and the number of words in default FDEs on AMD64, AArch64 and s390x. */
#include "vectors_base.h"

/* The bytes are laid out by hand, a field a word. */
/* clang-format off */

/* One function of one row. Version 2: info word at 0x31, words from 0x32; version 3: 0x32 and 0x33. */
#define AMD_V1(len, row) V1_FUNC(AMD64_V1, "01000000", len "000000", "10000000", "00", row)
#define AMD_V2(len, row) V2_FUNC(AMD64_V2, "01000000", len "000000", "10000000", "00 00 0000", row)
#define AMD_V3(len, row) V3_FUNC(AMD64_V3, "01000000", len "000000", "10000000", "0100 00 00 00", row)
#define A64_V1(len, row) V1_FUNC(A64LE_V1, "01000000", len "000000", "10000000", "00", row)
#define A64_V2(len, row) V2_FUNC(A64LE_V2, "01000000", len "000000", "10000000", "00 00 0000", row)
#define A64_V3(len, row) V3_FUNC(A64LE_V3, "01000000", len "000000", "10000000", "0100 00 00 00", row)
#define S390_2(n, len, rows) V2P_FUNC_BE(S390_V2P, "000000" n, "000000" len, "00000010", "00 00 0000", rows)
#define S390_3(n, len, rows) V3_FUNC_BE(S390_V3, "000000" n, "000000" len, "00000010", "00" n " 00 00 00", rows)

#define A64_DUMP(version, flags, len, cfa, ra, fp) \
    OTHER_SECTION(version, "little", "aarch64-le", flags, "1", "1", len) FUNC("1") ROW("0.0", "0x0", cfa, ra, fp)
#define S390_SECTION2(n, len) OTHER_SECTION("2", "big", "s390x", "sorted,pcrel", "1", n, len) FUNC(n)
#define S390_SECTION3(n, len) OTHER_SECTION("3", "big", "s390x", "sorted,pcrel", "1", n, len) FUNC(n)

#define SIX_WORDS "08 f0 e8 e0 d8 d0"
#define FIFTEEN_WORDS "08 f0 e8 e0 d8 d0 c8 c0 b8 b0 a8 a0 98 90 88"

#define CFA_ROWS "00 03 00  01 03 01  02 03 7f  03 03 ec  04 03 80  05 02 17"
#define CFA_ROWS_DUMP \
    ROW("0.0", "0x0", "sp+160", "same", "same") ROW("0.1", "0x1", "sp+168", "same", "same") \
    ROW("0.2", "0x2", "sp+1176", "same", "same") ROW("0.3", "0x3", "sp+0", "same", "same") \
    ROW("0.4", "0x4", "sp-864", "same", "same") ROW("0.5", "0x5", "fp+344", "same", "same")
#define WIDE_ROWS "00 23 7fff  01 23 8000  02 43 0fffffeb  03 43 efffffec"
#define WIDE_ROWS_DUMP \
    ROW("0.0", "0x0", "sp+262296", "same", "same") ROW("0.1", "0x1", "sp-261984", "same", "same") \
    ROW("0.2", "0x2", "sp+2147483640", "same", "same") ROW("0.3", "0x3", "sp-2147483648", "same", "same")

static const struct vector abi_vectors[] = {
    /* ---- AMD64 ---- */
    ACCEPT("AMD64, one and two words (v1)", P_V1, "V2E1-AMD-04 V12-FRE-18 ALL-HDR-06", V1_BASE, NULL, V1_BASE_DUMP,
           NULL)
    ACCEPT("AMD64, one and two words (v2)", P_V2S, "V2E1-AMD-01 V2E1-AMD-03 V2E1-AMD-04", V2_BASE, NULL, V2_BASE_DUMP,
           NULL)
    ACCEPT("AMD64, one and two words (v3)", P_V3, "V2E1-AMD-01 V2E1-AMD-03 V2E1-AMD-04", V3_BASE, NULL, V3_BASE_DUMP,
           NULL)
    DOUBT("AMD64, three words (v1)", P_V1, "V1-FRE-10 V2E1-AMD-04", AMD_V1("05", "00 07 10 f0 e8"), NULL,
          "extra-words 0x2e-0x2f 0.0", AMD64_SECTION("1", "sorted", "1", "1", "5") FUNC("1")
          ROW("0.0", "0x0", "sp+16", "*(cfa-8)", "*(cfa-16)"), NULL)
    DOUBT("AMD64, three words (v2)", P_V2, "V1-FRE-10 V2E1-AMD-04", AMD_V2("05", "00 07 10 f0 e8"), NULL,
          "extra-words 0x31-0x32 0.0", AMD64_SECTION("2", "sorted", "1", "1", "5") FUNC("1")
          ROW("0.0", "0x0", "sp+16", "*(cfa-8)", "*(cfa-16)"), NULL)
    DOUBT("AMD64, three words (v2 errata)", P_E12, "V2E1-AMD-04", AMD_V2("05", "00 07 10 f0 e8"), NULL,
          "extra-words 0x31-0x32 0.0", AMD64_SECTION("2", "sorted", "1", "1", "5") FUNC("1")
          ROW("0.0", "0x0", "sp+16", "*(cfa-8)", "*(cfa-16)"), NULL)
    DOUBT("AMD64, three words (v3)", P_V3, "V2E1-AMD-04", AMD_V3("0a", "00 07 10 f0 e8"), NULL,
          "extra-words 0x32-0x33 0.0", AMD64_SECTION("3", "sorted,pcrel", "1", "1", "10") FUNC("1")
          ROW("0.0", "0x0", "sp+16", "*(cfa-8)", "*(cfa-16)"), NULL)
    REJECT("AMD64, four words (v1)", P_V1, "", AMD_V1("06", "00 09 10 f0 e8 e0"), NULL,
           "bad-word-count V1-FRE-10|V2E1-AMD-04 0x2e-0x2f 0.0")
    REJECT("AMD64, four words (v2)", P_V2, "", AMD_V2("06", "00 09 10 f0 e8 e0"), NULL,
           "bad-word-count V1-FRE-10|V2E1-AMD-04 0x31-0x32 0.0")
    REJECT("AMD64, four words (v2 errata)", P_E12, "V2E1-FRE-11", AMD_V2("06", "00 09 10 f0 e8 e0"), NULL,
           "bad-word-count V2E1-AMD-04 0x31-0x32 0.0")
    REJECT("AMD64, six words (v3)", P_V3, "V2E1-FRE-11", AMD_V3("0d", "00 0d " SIX_WORDS), NULL,
           "bad-word-count V2E1-AMD-04 0x32-0x33 0.0")
    REJECT("AMD64, fifteen words (v1)", P_V1, "", AMD_V1("11", "00 1f " FIFTEEN_WORDS), NULL,
           "bad-word-count V1-FRE-10|V2E1-AMD-04 0x2e-0x2f 0.0")
    REJECT("AMD64, fifteen words (v2)", P_V2S, "", AMD_V2("11", "00 1f " FIFTEEN_WORDS), NULL,
           "bad-word-count V1-FRE-10|V2E1-AMD-04 0x31-0x32 0.0")
    REJECT("AMD64, fifteen words (v3)", P_V3, "", AMD_V3("16", "00 1f " FIFTEEN_WORDS), NULL,
           "bad-word-count V2E1-AMD-04 0x32-0x33 0.0")

    /* ---- AArch64 ---- */
    ACCEPT("AArch64, one word (v2)", P_V2S, "A64-02", A64_V2("03", "00 03 20"), NULL,
           A64_DUMP("2", "sorted", "3", "sp+32", "same", "same"), NULL)
    ACCEPT("AArch64, one word (v3)", P_V3, "A64-01 A64-02 A64-04", A64_V3("08", "00 03 20"), NULL,
           A64_DUMP("3", "sorted,pcrel", "8", "sp+32", "same", "same"), NULL)
    ACCEPT("AArch64, one word (v1)", P_V1, "A64-02 V12-FRE-18", A64_V1("03", "00 02 20"), NULL,
           A64_DUMP("1", "sorted", "3", "fp+32", "same", "same"), NULL)
    ACCEPT("AArch64, two words (v1)", P_V1, "A64-02 V12-FRE-18", A64_V1("04", "00 05 10 f8"), NULL,
           A64_DUMP("1", "sorted", "4", "sp+16", "*(cfa-8)", "same"), NULL)
    ACCEPT("AArch64, two words (v2)", P_V2S, "A64-02", A64_V2("04", "00 05 10 f8"), NULL,
           A64_DUMP("2", "sorted", "4", "sp+16", "*(cfa-8)", "same"), NULL)
    ACCEPT("AArch64, two words (v3)", P_V3, "A64-01 A64-02 A64-04", A64_V3("09", "00 05 10 f8"), NULL,
           A64_DUMP("3", "sorted,pcrel", "9", "sp+16", "*(cfa-8)", "same"), NULL)
    ACCEPT("AArch64, three words (v1)", P_V1, "V1-FRE-10 V12-FRE-18", A64_V1("05", "00 06 10 f8 f0"), NULL,
           A64_DUMP("1", "sorted", "5", "fp+16", "*(cfa-8)", "*(cfa-16)"), NULL)
    ACCEPT("AArch64, three words (v2)", P_V2S, "A64-01 A64-02 A64-03 A64-04", A64_V2("05", "00 06 10 f8 f0"), NULL,
           A64_DUMP("2", "sorted", "5", "fp+16", "*(cfa-8)", "*(cfa-16)"), NULL)
    ACCEPT("AArch64, three words (v3)", P_V3, "A64-01 A64-02 A64-03 A64-04", A64_V3("0a", "00 06 10 f8 f0"), NULL,
           A64_DUMP("3", "sorted,pcrel", "10", "fp+16", "*(cfa-8)", "*(cfa-16)"), NULL)
    REJECT("AArch64, four words (v1)", P_V1, "", A64_V1("06", "00 09 10 f8 f0 e8"), NULL,
           "bad-word-count V1-FRE-10 0x2e-0x2f 0.0")
    REJECT("AArch64, four words (v2)", P_V2, "", A64_V2("06", "00 09 10 f8 f0 e8"), NULL,
           "bad-word-count V1-FRE-10 0x31-0x32 0.0")
    REJECT("AArch64, four words (v2 errata)", P_E12, "", A64_V2("06", "00 09 10 f8 f0 e8"), NULL,
           "bad-word-count A64-04 0x31-0x32 0.0")
    REJECT("AArch64, fifteen words (v3)", P_V3, "", A64_V3("16", "00 1f " FIFTEEN_WORDS), NULL,
           "bad-word-count A64-04 0x32-0x33 0.0")
    DOUBT("AArch64, RA word 0", P_V2S, "A64-02", A64_V2("04", "00 05 10 00"), NULL, "ra-word-zero 0x33-0x34 0.0",
          A64_DUMP("2", "sorted", "4", "sp+16", "*(cfa+0)", "same"), NULL)
    DOUBT("AArch64, RA word 0 before an FP word (v1)", P_V1, "A64-02", A64_V1("05", "00 07 10 00 f0"), NULL,
          "ra-word-zero 0x30-0x31 0.0", A64_DUMP("1", "sorted", "5", "sp+16", "*(cfa+0)", "*(cfa-16)"), NULL)
    DOUBT("AArch64, RA word 0 of 2 bytes (v3)", P_V3, "A64-02", A64_V3("0b", "00 25 1000 0000"), NULL,
          "ra-word-zero 0x35-0x37 0.0", A64_DUMP("3", "sorted,pcrel", "11", "sp+16", "*(cfa+0)", "same"), NULL)

    /* ---- s390x ---- */
    ACCEPT("s390x CFA words (v2)", P_E12, "S390-02 S390-13 S390-10", S390_2("06", "12", CFA_ROWS), NULL,
           S390_SECTION2("6", "18") CFA_ROWS_DUMP, NULL)
    ACCEPT("s390x CFA words (v3)", P_V3, "S390-02 S390-13 S390-10", S390_3("06", "17", CFA_ROWS), NULL,
           S390_SECTION3("6", "23") CFA_ROWS_DUMP, NULL)
    ACCEPT("s390x CFA words of 2 and 4 bytes (v2)", P_E12, "S390-02", S390_2("04", "14", WIDE_ROWS), NULL,
           S390_SECTION2("4", "20") WIDE_ROWS_DUMP, NULL)
    ACCEPT("s390x CFA words of 2 and 4 bytes (v3)", P_V3, "S390-02", S390_3("04", "19", WIDE_ROWS), NULL,
           S390_SECTION3("4", "25") WIDE_ROWS_DUMP, NULL)
    DOUBT("s390x CFA offset beyond 32 bits (v2)", P_E12, "S390-02", S390_2("01", "06", "00 43 7fffffff"), NULL,
          "cfa-offset-wide 0x32-0x36 0.0", S390_SECTION2("1", "6") ROW("0.0", "0x0", "sp+17179869336", "same", "same"),
          NULL)
    DOUBT("s390x CFA offset just beyond 32 bits (v3)", P_V3, "S390-02",
          S390_3("02", "11", "00 43 0fffffec  01 43 efffffeb"), NULL,
          "cfa-offset-wide 0x33-0x37 0.0, cfa-offset-wide 0x39-0x3d 0.1", S390_SECTION3("2", "17")
          ROW("0.0", "0x0", "sp+2147483648", "same", "same") ROW("0.1", "0x1", "sp-2147483656", "same", "same"), NULL)
    ACCEPT("s390x, two and three words (v2)", P_E12, "S390-03 S390-07 S390-10",
           S390_2("03", "0e", "00 05 17 d0  04 07 17 d0 b8  08 07 17 20 10"), NULL, S390_SECTION2("3", "14")
           ROW("0.0", "0x0", "sp+344", "*(cfa-48)", "same") ROW("0.1", "0x4", "sp+344", "*(cfa-48)", "*(cfa-72)")
           ROW("0.2", "0x8", "sp+344", "*(cfa+32)", "*(cfa+16)"), NULL)
    ACCEPT("s390x, two and three words (v3)", P_V3, "S390-03 S390-07 S390-10",
           S390_3("02", "0e", "00 05 17 d0  04 07 17 d0 b8"), NULL, S390_SECTION3("2", "14")
           ROW("0.0", "0x0", "sp+344", "*(cfa-48)", "same") ROW("0.1", "0x4", "sp+344", "*(cfa-48)", "*(cfa-72)"), NULL)
    REJECT("s390x, four words (v2)", P_E12, "", S390_2("01", "06", "00 09 17 d0 b8 b0"), NULL,
           "bad-word-count S390-10 0x31-0x32 0.0")
    REJECT("s390x, fifteen words (v3)", P_V3, "", S390_3("01", "16", "00 1f " FIFTEEN_WORDS), NULL,
           "bad-word-count S390-10 0x32-0x33 0.0")
    ACCEPT("s390x RA padding (v2)", P_E12, "S390-04", S390_2("01", "05", "00 07 17 00 b8"), NULL,
           S390_SECTION2("1", "5") ROW("0.0", "0x0", "sp+344", "same", "*(cfa-72)"), NULL)
    ACCEPT("s390x RA padding (v3)", P_V3, "S390-04 S390-13", S390_3("01", "0a", "00 07 17 00 b8"), NULL,
           S390_SECTION3("1", "10") ROW("0.0", "0x0", "sp+344", "same", "*(cfa-72)"), NULL)
    DOUBT("s390x RA padding without FP (v2)", P_E12, "S390-04", S390_2("01", "04", "00 05 17 00"), NULL,
          "redundant-ra-padding 0x33-0x34 0.0", S390_SECTION2("1", "4") ROW("0.0", "0x0", "sp+344", "same", "same"),
          NULL)
    DOUBT("s390x RA padding without FP (v3, 2 bytes)", P_V3, "S390-04", S390_3("01", "0b", "00 25 0017 0000"), NULL,
          "redundant-ra-padding 0x35-0x37 0.0", S390_SECTION3("1", "11") ROW("0.0", "0x0", "sp+344", "same", "same"),
          NULL)
    /* Words 1, 29, 33 and 63 for RA; 1, 23 and 35 for FP. Register 11 is FP itself. */
    ACCEPT("s390x register words (v2)", P_E12, "S390-08",
           S390_2("07", "1f",
                  "00 05 00 01  01 05 00 1d  02 05 00 21  03 05 00 3f  04 07 00 d0 01  05 07 00 d0 17  06 07 00 d0 23"),
           NULL, S390_SECTION2("7", "31")
           ROW("0.0", "0x0", "sp+160", "r0", "same") ROW("0.1", "0x1", "sp+160", "r14", "same")
           ROW("0.2", "0x2", "sp+160", "r16", "same") ROW("0.3", "0x3", "sp+160", "r31", "same")
           ROW("0.4", "0x4", "sp+160", "*(cfa-48)", "r0") ROW("0.5", "0x5", "sp+160", "*(cfa-48)", "fp")
           ROW("0.6", "0x6", "sp+160", "*(cfa-48)", "r17"), NULL)
    REJECT("s390x negative register word for RA", P_E12, "", S390_2("01", "04", "00 05 00 d1"), "33:ff / 33:81",
           "bad-register-word S390-08 0x33-0x34 0.0")
    REJECT("s390x negative register word for FP", P_E12, "", S390_2("01", "08", "00 27 0000 ffd0 ffff"), NULL,
           "bad-register-word S390-08 0x36-0x38 0.0")
    DOUBT("s390x register words above 31 (v2)", P_E12, "S390-08",
          S390_2("02", "0c", "00 05 00 41  01 27 0000 ffd0 7fff"), NULL,
          "register-word-unknown 0x33-0x34 0.0, register-word-unknown 0x3a-0x3c 0.1", S390_SECTION2("2", "12")
          ROW("0.0", "0x0", "sp+160", "r32", "same") ROW("0.1", "0x1", "sp+160", "*(cfa-48)", "r16383"), NULL)
    DOUBT("s390x odd words (v3)", P_V3, "S390-12", S390_3("02", "0e", "00 05 00 21  04 07 00 d1 b7"), NULL,
          "odd-slot-v3 0x34-0x35 0.0, odd-slot-v3 0x38-0x39 0.1, odd-slot-v3 0x39-0x3a 0.1", S390_SECTION3("2", "14")
          ROW("0.0", "0x0", "sp+160", "*(cfa+33)", "same") ROW("0.1", "0x4", "sp+160", "*(cfa-47)", "*(cfa-73)"), NULL)

    /* ---- Rows without words ---- */
    REJECT("row without words (v1)", P_V1, "", AMD_V1("02", "00 00"), NULL, "zero-word-count ALL-FRE-17 0x2e-0x2f 0.0")
    REJECT("row without words (v2)", P_V2 | P_E1, "", AMD_V2("02", "00 00"), "31:01 / 31:80",
           "zero-word-count ALL-FRE-17 0x31-0x32 0.0")
    REJECT("AArch64 row without words (v2)", P_V2 | P_E1, "", A64_V2("02", "00 00"), NULL,
           "zero-word-count ALL-FRE-17 0x31-0x32 0.0")
    REJECT("s390x row without words (v2 errata 1)", P_E1, "", S390_2("01", "02", "00 00"), NULL,
           "zero-word-count ALL-FRE-17 0x31-0x32 0.0")
    ACCEPT("outermost rows (v2)", P_E2 | P_AUTO, "V2E2-FRE-12 V2-VER-04",
           V2_FUNC(AMD64_V2, "03000000", "08000000", "10000000", "00 00 0000", "00 03 08  04 00  08 03 10"), NULL,
           AMD64_SECTION("2", "sorted", "1", "3", "8") FUNC("3") ROW("0.0", "0x0", "sp+8", "*(cfa-8)", "same")
           OUTERMOST("0.1", "0x4") ROW("0.2", "0x8", "sp+16", "*(cfa-8)", "same"),
           "0x103>0.0 0x104>0.1 0x107>0.1 0x108>0.2")
    ACCEPT("outermost rows (v3)", P_V3, "V2E2-FRE-12",
           V3_FUNC(AMD64_V3, "03000000", "0d000000", "10000000", "0300 00 00 00", "00 03 08  04 00  08 03 10"), NULL,
           AMD64_SECTION("3", "sorted,pcrel", "1", "3", "13") FUNC("3") ROW("0.0", "0x0", "sp+8", "*(cfa-8)", "same")
           OUTERMOST("0.1", "0x4") ROW("0.2", "0x8", "sp+16", "*(cfa-8)", "same"),
           "0x103>0.0 0x104>0.1 0x107>0.1 0x108>0.2")
    ACCEPT("outermost row, AArch64", P_E2, "V2E2-FRE-12", A64_V2("02", "00 00"), NULL,
           A64_DUMP("2", "sorted", "2", "none", "undefined", "none"), "0x100>0.0")
    ACCEPT("outermost row, s390x", P_E2, "V2E2-FRE-12", S390_2("01", "02", "00 00"), NULL,
           S390_SECTION2("1", "2") OUTERMOST("0.0", "0x0"), "0x100>0.0")
    ACCEPT("outermost row, s390x (v3)", P_V3, "V2E2-FRE-12", S390_3("01", "07", "00 00"), NULL,
           S390_SECTION3("1", "7") OUTERMOST("0.0", "0x0"), "0x100>0.0")
    ACCEPT("outermost row with other bits (v2)", P_E2, "V2E2-FRE-12", AMD_V2("02", "00 00"),
          "31:01 / 31:20 / 31:40 / 31:41",
          AMD64_SECTION("2", "sorted", "1", "1", "2") FUNC("1")
          OUTERMOST("0.0", "0x0"), "0x100>0.0")
    ACCEPT("outermost row with other bits (v3)", P_V3, "V2E2-FRE-12", AMD_V3("07", "00 00"),
          "32:01 / 32:20 / 32:40 / 32:41",
          AMD64_SECTION("3", "sorted,pcrel", "1", "1", "7") FUNC("1")
          OUTERMOST("0.0", "0x0"), NULL)
    ACCEPT("outermost row, mangled", P_E2, "V2E2-FRE-12", A64_V2("02", "00 80"), NULL,
          OTHER_SECTION("2", "little", "aarch64-le", "sorted", "1", "1", "2") FUNC("1")
          MANGLED("0.0", "0x0", "none", "undefined", "none"), NULL)
    REJECT("outermost row with word size code 3 (v2)", P_E2, "V2E2-FRE-12", AMD_V2("02", "00 00"), "31:60 / 31:e1",
           "bad-word-size ALL-FRE-08 0x31-0x32 0.0")
    REJECT("outermost row with word size code 3 (v3)", P_V3, "V2E2-FRE-12", AMD_V3("07", "00 00"), "32:60 / 32:e1",
           "bad-word-size ALL-FRE-08 0x32-0x33 0.0")
};
const struct vector_group abi_group = GROUP(abi_vectors);
