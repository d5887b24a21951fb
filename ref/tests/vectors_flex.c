/* SPDX-License-Identifier: MIT */
/* Vectors for version 3: functions without FREs, signal frames without FREs, and flexible FDEs. */
#include "vectors_base.h"

/* The bytes are laid out by hand, a field a word. */
/* clang-format off */

/* One flexible function of one row: attribute at 0x2c, row at 0x31, info word at 0x32, words from
   0x33. len counts the attribute (5 bytes) and the row. */
#define ROW_OF(head, len, row) V3_FUNC(head, "01000000", len "000000", "10000000", "0100 00 01 00", row)
#define ROW_OF_BE(head, len, row) V3_FUNC_BE(head, "00000001", "000000" len, "00000010", "0001 00 01 00", row)
#define FLEX_DUMP(len, cfa, ra, fp) AMD64_SECTION("3", "sorted,pcrel", "1", "1", len) \
    FDE("0", "0x100", "0x10", FLEX("1")) ROW("0.0", "0x0", cfa, ra, fp)
#define S390_DUMP(len, cfa, ra, fp) OTHER_SECTION("3", "big", "s390x", "sorted,pcrel", "1", "1", len) \
    FDE("0", "0x100", "0x10", FLEX("1")) ROW("0.0", "0x0", cfa, ra, fp)
#define AMD64_RULE(name, clauses, len, row, dlen, cfa, ra, fp) \
    ACCEPT(name, P_V3, clauses, ROW_OF(AMD64_V3, len, row), NULL, FLEX_DUMP(dlen, cfa, ra, fp), "0x100>0.0 0x10f>0.0")
#define S390_RULE(name, clauses, len, row, dlen, cfa, ra, fp) \
    ACCEPT(name, P_V3, clauses, ROW_OF_BE(S390_V3, len, row), NULL, S390_DUMP(dlen, cfa, ra, fp), NULL)
#define AMD64_DOUBT(name, clauses, len, row, doubts, dlen, cfa, ra, fp) \
    DOUBT(name, P_V3, clauses, ROW_OF(AMD64_V3, len, row), NULL, doubts, FLEX_DUMP(dlen, cfa, ra, fp), NULL)
#define BAD_COUNT(name, clause, len, row) \
    REJECT(name, P_V3, "", ROW_OF(AMD64_V3, len, row), NULL, "bad-flex-word-count " clause " 0x32-0x33 0.0")

#define EMPTY(attr) V3_FUNC(AMD64_V3, "00000000", "05000000", "10000000", attr, "")
#define EMPTY_DUMP(more) AMD64_SECTION("3", "sorted,pcrel", "1", "0", "5") FDE("0", "0x100", "0x10", more)

static const struct vector flex_vectors[] = {
    /* ---- Functions without FREs ---- */
    ACCEPT("outermost function", P_V3, "V3-FDE-12 V3-HDR-19", EMPTY("0000 00 00 00"), NULL, EMPTY_DUMP(PLAIN("0")),
           "0xff>none 0x100>0.outermost 0x10f>0.outermost 0x110>none")
    ACCEPT("outermost function, s390x", P_V3, "V3-FDE-12",
           V3_FUNC_BE(S390_V3, "00000000", "00000005", "00000010", "0000 00 00 00", ""), NULL,
           OTHER_SECTION("3", "big", "s390x", "sorted,pcrel", "1", "0", "5") FUNC("0"), "0x100>0.outermost")
    DOUBT("signal frame without FREs", P_V3, "V3-FDE-12 V3-FDI-09", EMPTY("0000 80 00 00"), NULL,
          "signal-without-fres 0x2c-0x2e 0",
          EMPTY_DUMP("pc=inc fre=addr1 type=default key=a signal=1 rep=0 fres=0"), "0x100>0.none 0x110>none")
    DOUBT("flexible FDE without FREs", P_V3, "V3-FDE-12", EMPTY("0000 00 01 00"), NULL, "flex-without-fres 0x2c-0x2e 0",
          EMPTY_DUMP(FLEX("0")), "0x100>0.none 0x110>none")

    /* ---- Rules ---- */
    AMD64_RULE("CFA r10+0", "FLX-01 FLX-09", "09", "00 04 51 00", "9", "r10+0", "*(cfa-8)", "same")
    AMD64_RULE("CFA *(fp-8)", "FLX-06 FLX-03", "09", "00 04 33 f8", "9", "*(fp-8)", "*(cfa-8)", "same")
    AMD64_RULE("CFA sp+8", "FLX-11", "09", "00 04 39 08", "9", "sp+8", "*(cfa-8)", "same")
    AMD64_RULE("CFA, padding, FP", "FLX-10 FLX-11", "0c", "00 0a 39 10 00 02 f0", "12", "sp+16", "*(cfa-8)",
               "*(cfa-16)")
    AMD64_RULE("CFA, RA, FP", "FLX-01", "0d", "00 0c 39 10 02 f8 02 f0", "13", "sp+16", "*(cfa-8)", "*(cfa-16)")
    AMD64_RULE("CFA, RA", "FLX-01", "0b", "00 08 39 20 02 e8", "11", "sp+32", "*(cfa-24)", "same")
    AMD64_RULE("RA *(cfa+0)", "FLX-06", "0b", "00 08 39 08 02 00", "11", "sp+8", "*(cfa+0)", "same")
    AMD64_RULE("RA in a register", "FLX-05", "0b", "00 08 39 08 19 00", "11", "sp+8", "r3", "same")
    AMD64_RULE("RA register and offset", "FLX-05 FLX-08", "0b", "00 08 39 08 19 fc", "11", "sp+8", "r3-4", "same")
    AMD64_RULE("RA *(r3+8)", "FLX-05 FLX-06", "0b", "00 08 39 08 1b 08", "11", "sp+8", "*(r3+8)", "same")
    AMD64_RULE("CFA *(fp-8), FP *(fp+0)", "FLX-05 FLX-06", "0c", "00 0a 33 f8 00 33 00", "12", "*(fp-8)", "*(cfa-8)",
               "*(fp+0)")
    AMD64_RULE("FP register and offset", "FLX-08", "0c", "00 0a 39 10 00 51 7f", "12", "sp+16", "*(cfa-8)", "r10+127")
    AMD64_RULE("FP in a register", "FLX-08", "0d", "00 0c 39 10 02 f8 51 00", "13", "sp+16", "*(cfa-8)", "r10")
    AMD64_RULE("control word above 127", "FLX-02 FLX-04", "09", "00 04 f9 80", "9", "r31-128", "*(cfa-8)", "same")
    AMD64_RULE("2-byte words", "FLX-02 FLX-03 FLX-04", "0b", "00 24 0101 f8ff", "11", "r32-8", "*(cfa-8)", "same")
    AMD64_RULE("4-byte words, register 127", "FLX-02 FLX-04", "0f", "00 44 f9030000 90eefeff", "15", "r127-70000",
               "*(cfa-8)", "same")
    AMD64_RULE("2-byte words, six", "FLX-04", "13", "00 2c 3900 0001 0200 00ff 0200 f0ff", "19", "sp+256",
               "*(cfa-256)", "*(cfa-16)")
    AMD64_RULE("flexible outermost row", "FLX-19 V2E2-FRE-12", "07", "00 00", "7", "none", "undefined", "none")
    ACCEPT("flexible signal frame", P_V3, "V3-FDI-09 V3-FDI-05", ROW_OF(AMD64_V3, "09", "00 04 33 f8"), "2e:80",
           AMD64_SECTION("3", "sorted,pcrel", "1", "1", "9")
           FDE("0", "0x100", "0x10", "pc=inc fre=addr1 type=flex key=a signal=1 rep=0 fres=1")
           ROW("0.0", "0x0", "*(fp-8)", "*(cfa-8)", "same"), NULL)
    S390_RULE("s390x CFA, padding, FP in a register", "FLX-16", "0c", "00 0a 79 00 00 89 00", "12", "sp+160", "same",
              "r17")
    S390_RULE("s390x RA and FP in registers", "FLX-16 S390-12", "0d", "00 0c 79 00 81 00 89 00", "13", "sp+160", "r16",
              "r17")
    S390_RULE("s390x scaled CFA", "FLX-16 S390-02", "09", "00 04 59 17", "9", "fp+344", "same", "same")
    S390_RULE("s390x loaded CFA", "FLX-06 S390-02", "09", "00 04 7b 01", "9", "*(sp+168)", "same", "same")
    S390_RULE("s390x 2-byte words", "FLX-04 ALL-PRE-03", "0f", "00 28 0079 0001 0002 ffd0", "15", "sp+168",
              "*(cfa-48)", "same")
    ACCEPT("AArch64 flexible FDE", P_V3, "FLX-01 V3-FDI-05", ROW_OF(A64LE_V3, "0d", "00 0c f9 10 02 f8 02 f0"), NULL,
          OTHER_SECTION("3", "little", "aarch64-le", "sorted,pcrel", "1", "1", "13")
          FDE("0", "0x100", "0x10", FLEX("1")) ROW("0.0", "0x0", "sp+16", "*(cfa-8)", "*(cfa-16)"), NULL)
    ACCEPT("AArch64 flexible FDE, no RA rule", P_V3, "FLX-11", ROW_OF(A64LE_V3, "09", "00 04 e9 10"), NULL,
          OTHER_SECTION("3", "little", "aarch64-le", "sorted,pcrel", "1", "1", "9")
          FDE("0", "0x100", "0x10", FLEX("1")) ROW("0.0", "0x0", "fp+16", "same", "same"), NULL)
    ACCEPT("flexible and default FDE", P_V3, "V3-FDI-05",
           AMD64_V3 "02000000 03000000 15000000 00000000 20000000 "
           "e400000000000000 10000000 00000000 " "e400000000000000 10000000 09000000 "
           "0100 00 01 00 00 04 33 f8  0200 00 00 00 " AMD64_ROWS, NULL,
           AMD64_SECTION("3", "sorted,pcrel", "2", "3", "21") FDE("0", "0x100", "0x10", FLEX("1"))
           ROW("0.0", "0x0", "*(fp-8)", "*(cfa-8)", "same") FDE("1", "0x110", "0x10", PLAIN("2"))
           ROW("1.0", "0x0", "sp+8", "*(cfa-8)", "same") ROW("1.1", "0x4", "sp+16", "*(cfa-8)", "*(cfa-16)"),
           "0x100>0.0 0x114>1.1")
    ACCEPT("flexible FDE in blocks", P_V3, "V3-FDI-05 V2-PCT-03",
           V3_FUNC(AMD64_V3, "02000000", "0d000000", "40000000", "0200 10 01 10", "00 04 39 08  08 04 39 10"), NULL,
           AMD64_SECTION("3", "sorted,pcrel", "1", "2", "13")
           FDE("0", "0x100", "0x40", "pc=mask fre=addr1 type=flex key=a signal=0 rep=16 fres=2")
           ROW("0.0", "0x0", "sp+8", "*(cfa-8)", "same") ROW("0.1", "0x8", "sp+16", "*(cfa-8)", "same"),
           "0x100>0.0 0x108>0.1 0x110>0.0 0x118>0.1 0x13f>0.1")

    /* ---- Doubtful ---- */
    AMD64_DOUBT("lone padding", "FLX-10", "0a", "00 06 39 08 00", "flex-trailing-padding 0x35-0x36 0.0", "10", "sp+8",
                "*(cfa-8)", "same")
    AMD64_DOUBT("padding twice", "FLX-11", "0b", "00 08 39 08 00 00", "flex-trailing-padding 0x36-0x37 0.0", "11",
                "sp+8", "*(cfa-8)", "same")
    AMD64_DOUBT("padding for FP", "FLX-11", "0c", "00 0a 39 10 02 e8 00", "flex-trailing-padding 0x37-0x38 0.0", "12",
                "sp+16", "*(cfa-24)", "same")
    AMD64_DOUBT("unused bit of the CFA control word", "FLX-07", "09", "00 04 3d 08", "flex-unused-bit 0x33-0x34 0.0",
                "9", "sp+8", "*(cfa-8)", "same")
    AMD64_DOUBT("RA control word with the unused bit alone", "FLX-07 FLX-11", "0b", "00 08 39 08 04 00",
                "flex-unused-bit 0x35-0x36 0.0", "11", "sp+8", "cfa+0", "same")
    AMD64_DOUBT("register without reg_p, loaded", "FLX-08", "0b", "00 08 39 08 2a f8",
                "flex-register-ignored 0x35-0x36 0.0", "11", "sp+8", "*(cfa-8)", "same")
    AMD64_DOUBT("register without reg_p, by value", "FLX-08", "0b", "00 08 39 08 08 04",
                "flex-register-ignored 0x35-0x36 0.0", "11", "sp+8", "cfa+4", "same")
    AMD64_DOUBT("register without reg_p for FP", "FLX-08 FLX-10", "11", "00 2a 3900 0800 0000 1a01 f0ff",
                "flex-register-ignored 0x39-0x3b 0.0", "17", "sp+8", "*(cfa-8)", "*(cfa-16)")
    AMD64_RULE("register 128", "FLX-08", "0b", "00 24 0104 0800", "11",
                "r128+8", "*(cfa-8)", "same")
    AMD64_RULE("register 5000", "FLX-02 FLX-04", "0f", "00 44 419c0000 90eefeff", "15",
               "r5000-70000", "*(cfa-8)", "same")
    AMD64_RULE("largest register", "FLX-02 FLX-08", "0f", "00 44 fbffffff 00000080", "15",
               "*(r536870911-2147483648)", "*(cfa-8)", "same")
    DOUBT("s390x CFA offset beyond 32 bits", P_V3, "S390-02 FLX-04",
          ROW_OF_BE(S390_V3, "0f", "00 44 00000079 7fffffff"), NULL,
          "cfa-offset-wide 0x37-0x3b 0.0", S390_DUMP("15", "sp+17179869336", "same", "same"), NULL)
    AMD64_DOUBT("base-register bit", "ALL-FRE-07", "09", "00 05 33 f8", "flex-base-bit 0x32-0x33 0.0", "9", "*(fp-8)",
                "*(cfa-8)", "same")

    /* ---- Words that cannot be split ---- */
    BAD_COUNT("flexible, 1 word", "FLX-09", "08", "00 02 39")
    BAD_COUNT("flexible, 3 words, RA without offset", "FLX-01", "0a", "00 06 39 08 02")
    BAD_COUNT("flexible, 4 words, FP without offset", "FLX-01", "0b", "00 08 39 08 00 02")
    BAD_COUNT("flexible, 5 words, FP without offset", "FLX-01", "0c", "00 0a 39 10 02 f8 02")
    BAD_COUNT("flexible, 6 words, one too many", "FLX-01", "0d", "00 0c 39 10 00 02 f0 00")
    BAD_COUNT("flexible, 7 words", "FLX-01", "0e", "00 0e 39 10 02 f8 02 f0 00")
    BAD_COUNT("flexible, 15 words", "FLX-01", "16", "00 1e 39 10 02 f8 02 f0 00 00 00 00 00 00 00 00 00")
    REJECT("flexible CFA without register", P_V3, "FLX-09", ROW_OF(AMD64_V3, "09", "00 04 39 08"),
           "33:02 / 33:00 / 33:38 / 33:04", "bad-flex-cfa FLX-13 0x33-0x34 0.0")
    REJECT("flexible CFA without register, 4-byte words", P_V3, "", ROW_OF(AMD64_V3, "0f", "00 44 3a000000 08000000"),
           NULL, "bad-flex-cfa FLX-13 0x33-0x37 0.0")
};
const struct vector_group flex_group = GROUP(flex_vectors);
