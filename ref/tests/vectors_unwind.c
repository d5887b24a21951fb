/* SPDX-License-Identifier: MIT */
/* Vectors for stack traces: a section, a stopped program, and the frames that must be found. */
#include "vectors_base.h"

/* The bytes are laid out by hand, a field a word. */
/* clang-format off */

/* One function at 0x100 of one row. */
#define AMD_V1(len, info, row) V1_FUNC(AMD64_V1, "01000000", len "000000", "20000000", info, row)
#define AMD_V2(len, row) V2_FUNC(AMD64_V2, "01000000", len "000000", "10000000", "00 00 0000", row)
#define A64_V2(len, row) V2_FUNC(A64LE_V2, "01000000", len "000000", "10000000", "00 00 0000", row)
#define S390_V2R(len, row) V2P_FUNC_BE(S390_V2P, "00000001", "000000" len, "00000010", "00 00 0000", row)
#define AMD_V3(len, row) V3_FUNC(AMD64_V3, "01000000", len "000000", "10000000", "0100 00 00 00", row)
#define AMD_FLEX(len, row) V3_FUNC(AMD64_V3, "01000000", len "000000", "10000000", "0100 00 01 00", row)
#define S390_V3R(len, type, row) V3_FUNC_BE(S390_V3, "00000001", "000000" len, "00000010", "0001 00 " type " 00", row)

/* Every program is stopped at 0x104 with SP 0x7000 and FP 0x8000, unless the vector says otherwise.
   The caller is at 0x5555, which is in no function: the trace ends there. */
#define HERE .pc = 0x104, .sp = 0x7000, .fp = 0x8000, .max = 8
#define FRAME0 "frame 0 pc=0x104 sp=0x7000 fp=0x8000\n"
#define FRAME1(sp, fp) FRAME0 "frame 1 pc=0x5555 sp=" sp " fp=" fp "\nend no-fde\n"
#define ENDS(why) FRAME0 "end " why "\n"
/* One step from a frame that is not the topmost one: only the next frame, or the reason why there
   is none. */
#define STEP1(sp, fp) FRAME0 "frame 1 pc=0x5555 sp=" sp " fp=" fp "\n"

#define V1 .profile = SFR_PROFILE_V1
#define V2 .profile = SFR_PROFILE_V2
#define E1 .profile = SFR_PROFILE_V2E1
#define E2 .profile = SFR_PROFILE_V2E2
#define V3 .profile = SFR_PROFILE_V3

const struct unwind_vector unwind_vectors[] = {
    /* ---- AMD64 ---- */
    { "AMD64 sp+8", "UNW-01 UNW-03 UNW-04 UNW-06 V2E1-AMD-01 V2E1-AMD-02 ALL-FRE-17 ALL-HDR-05", V3, .bytes = V3_BASE,
      .pc = 0x100, .sp = 0x7000, .fp = 0x8000, .max = 8, .mem = "0x7000=0x5555", .reads = 1,
      .trace = "frame 0 pc=0x100 sp=0x7000 fp=0x8000\nframe 1 pc=0x5555 sp=0x7008 fp=0x8000\nend no-fde\n" },
    { "AMD64 section at an address", "UNW-02 V2E1-AMD-02", V3, .addr = 0x7f0000001000, .bytes = V3_BASE,
      .pc = 0x7f0000001104, .sp = 0x7000, .fp = 0x8000, .max = 8,
      .mem = "0x7008=0x7f0000001100 0x7000=0x9000 0x7010=0x0", .reads = 3,
      .trace = "frame 0 pc=0x7f0000001104 sp=0x7000 fp=0x8000\nframe 1 pc=0x7f0000001100 sp=0x7010 fp=0x9000\n"
               "frame 2 pc=0x0 sp=0x7018 fp=0x9000\nend no-fde\n" },
    { "AMD64 sp+8 (v1)", "ALL-FRE-17 ALL-HDR-05 V12-FRE-18", V1, .bytes = AMD_V1("03", "00", "00 03 08"), HERE,
      .mem = "0x7000=0x5555", .reads = 1, .trace = FRAME1("0x7008", "0x8000") },
    { "AMD64 fp+16", "UNW-03 UNW-05 ALL-FRE-07 V2E1-AMD-01", E1, .bytes = AMD_V2("04", "00 04 10 f0"), HERE,
      .mem = "0x8000=0x9000 0x8008=0x5555", .reads = 2, .trace = FRAME1("0x8010", "0x9000") },
    { "AMD64 sp+16, FP reloaded", "UNW-05 V2E1-AMD-03", E2, .bytes = V2_BASE, HERE,
      .mem = "0x7008=0x5555 0x7000=0x1234", .reads = 2, .trace = FRAME1("0x7010", "0x1234") },
    { "AMD64 fixed FP", "ALL-HDR-04 ALL-HDR-06", E2,
      .bytes = V2_FUNC("e2de 02 01 03 f0 f8 00 ", "01000000", "03000000", "10000000", "00 00 0000", "00 03 08"), HERE,
      .mem = "0x7000=0x5555 0x6ff8=0x1234", .reads = 2, .trace = FRAME1("0x7008", "0x1234") },
    { "AMD64 fixed RA -16", "ALL-HDR-05 ALL-HDR-06 V2E1-AMD-02", V3,
      .bytes = V3_FUNC("e2de 03 05 03 00 f0 00 ", "01000000", "08000000", "10000000", "0100 00 00 00", "00 03 18"),
      HERE, .mem = "0x7008=0x5555 0x7010=0x6666", .reads = 1, .trace = FRAME1("0x7018", "0x8000") },
    { "negative CFA offset", "ALL-FRE-16", E2, .bytes = AMD_V2("03", "00 03 f8"), HERE, .mem = "0x6ff0=0x5555", .reads
        = 1,
      .trace = FRAME1("0x6ff8", "0x8000") },
    { "CFA wraps at 2^64", "UNW-06", V3, .bytes = AMD_V3("08", "00 03 10"), .pc = 0x104, .sp = 0xfffffffffffffff8, .fp
        = 0x8000,
      .max = 8, .mem = "0x0=0x5555", .reads = 1,
      .trace = "frame 0 pc=0x104 sp=0xfffffffffffffff8 fp=0x8000\nframe 1 pc=0x5555 sp=0x8 fp=0x8000\nend no-fde\n" },
    { "CFA below 0", "UNW-06", V3, .bytes = AMD_V3("08", "00 03 f0"), .pc = 0x104, .sp = 0x8, .fp = 0, .max = 8,
      .mem = "0xfffffffffffffff0=0x5555", .reads = 1,
      .trace = "frame 0 pc=0x104 sp=0x8 fp=0x0\nframe 1 pc=0x5555 sp=0xfffffffffffffff8 fp=0x0\nend no-fde\n" },

    /* ---- Ends of a trace ---- */
    { "outermost row (v2)", "V2E2-FRE-12", E2, .bytes = AMD_V2("02", "00 00"), HERE, .reads = 0, .trace =
        ENDS("outermost") },
    { "outermost row (v3)", "V2E2-FRE-12", V3, .bytes = AMD_V3("07", "00 00"), HERE, .reads = 0, .trace =
        ENDS("outermost") },
    { "outermost row, AArch64", "V2E2-FRE-12", E2, .bytes = A64_V2("02", "00 00"), HERE, .regs = "r30=0x5555", .reads =
        0,
      .trace = ENDS("outermost") },
    { "outermost row in a flexible FDE", "FLX-19", V3, .bytes = AMD_FLEX("07", "00 00"), HERE, .reads = 0,
      .trace = ENDS("outermost") },
    { "outermost function", "V3-FDE-12", V3,
      .bytes = V3_FUNC(AMD64_V3, "00000000", "05000000", "10000000", "0000 00 00 00", ""), HERE, .reads = 0,
      .trace = ENDS("outermost") },
    { "signal frame without FREs", "V3-FDE-12 V3-FDI-09", V3,
      .bytes = V3_FUNC(AMD64_V3, "00000000", "05000000", "10000000", "0000 80 00 00", ""), HERE, .mem = "0x7000=0x5555",
      .reads = 0, .trace = ENDS("no-fre") },
    { "signal frame with FREs", "V3-FDI-09", V3,
      .bytes = V3_FUNC(AMD64_V3, "01000000", "08000000", "10000000", "0100 80 00 00", "00 03 08"), HERE,
      .mem = "0x7000=0x5555", .reads = 1, .trace = FRAME1("0x7008", "0x8000") },
    { "PC outside every function", "UNW-02", V3, .bytes = V3_BASE, .pc = 0x110, .sp = 0x7000, .fp = 0x8000, .max = 8,
        .reads = 0,
      .trace = "frame 0 pc=0x110 sp=0x7000 fp=0x8000\nend no-fde\n" },
    { "PC before the first row", "UNW-02", E2, .bytes = AMD_V2("03", "05 03 08"), HERE, .mem = "0x7000=0x5555", .reads
        = 0,
      .trace = ENDS("no-fre") },
    { "RA cannot be read", "UNW-04", V3, .bytes = V3_ONE, HERE, .mem = "0x7008=0x5555", .reads = 1, .trace =
        ENDS("bad-read") },
    { "FP cannot be read", "UNW-05", V3, .bytes = V3_BASE, HERE, .mem = "0x7008=0x5555", .reads = 2, .trace =
        ENDS("bad-read") },
    { "CFA does not move", "UNW-06", E2, .bytes = AMD_V2("03", "00 03 00"), .pc = 0x100, .sp = 0x7000, .fp = 0x8000,
        .max = 3,
      .mem = "0x6ff8=0x100", .reads = 2,
      .trace = "frame 0 pc=0x100 sp=0x7000 fp=0x8000\nframe 1 pc=0x100 sp=0x7000 fp=0x8000\n"
               "frame 2 pc=0x100 sp=0x7000 fp=0x8000\nend limit\n" },
    { "three frames", "UNW-01 UNW-02 V2E2-FRE-12", E2,
      .bytes = AMD64_V2 "03000000 03000000 09000000 00000000 3c000000 "
               "00010000 10000000 00000000 01000000 00 00 0000 " "10010000 20000000 03000000 01000000 00 00 0000 "
               "00020000 10000000 07000000 01000000 00 00 0000 " "00 03 08  00 04 10 f0  00 00", HERE,
      .mem = "0x7000=0x118 0x8008=0x208 0x8000=0x0", .reads = 3,
      .trace = FRAME0 "frame 1 pc=0x118 sp=0x7008 fp=0x8000\nframe 2 pc=0x208 sp=0x8010 fp=0x0\nend outermost\n" },

    /* ---- PC types ---- */
    { "third PLT entry", "UNW-02", E1,
      .bytes = V2_FUNC(AMD64_V2, "02000000", "06000000", "40000000", "10 10 0000", "00 03 08 0b 03 10"), .pc = 0x12b,
      .sp = 0x7000, .fp = 0x8000, .max = 8, .mem = "0x7008=0x5555 0x7000=0x6666", .reads = 1,
      .trace = "frame 0 pc=0x12b sp=0x7000 fp=0x8000\nframe 1 pc=0x5555 sp=0x7010 fp=0x8000\nend no-fde\n" },
    { "mask 8 (v1)", "ALL-FRE-17", V1,
      .bytes = V1_FUNC(AMD64_V1, "02000000", "06000000", "20000000", "10", "00 03 08 08 03 10"), .pc = 0x118, .sp =
      0x7000, .fp = 0x8000, .max = 8, .mem = "0x7008=0x5555 0x7000=0x6666", .reads = 1,
      .trace = "frame 0 pc=0x118 sp=0x7000 fp=0x8000\nframe 1 pc=0x5555 sp=0x7010 fp=0x8000\nend no-fde\n" },

    /* ---- AArch64 ---- */
    { "AArch64 RA in LR", "A64-01 A64-02", E2, .bytes = A64_V2("03", "00 03 20"), HERE, .regs = "r30=0x5555", .reads =
        0,
      .trace = FRAME1("0x7020", "0x8000") },
    { "AArch64 RA in LR, LR unknown", "A64-02", E2, .bytes = A64_V2("03", "00 03 20"), HERE, .reads = 0, .trace =
        ENDS("bad-read") },
    { "AArch64 RA in LR of a caller", "A64-02", E2, .bytes = A64_V2("03", "00 03 20"), HERE, .caller = true,
      .regs = "r30=0x5555", .reads = 0, .trace = ENDS("unsafe") },
    { "AArch64 RA and FP on the stack", "A64-01 A64-02 A64-03", E2, .bytes = A64_V2("05", "00 07 20 e8 e0"), HERE,
      .mem = "0x7008=0x5555 0x7000=0x1234", .reads = 2, .trace = FRAME1("0x7020", "0x1234") },
    { "AArch64 RA and FP on a caller's stack", "A64-02 V12-FRE-18", V2, .bytes = A64_V2("05", "00 06 10 f8 f0"), HERE,
      .caller = true, .mem = "0x8008=0x5555 0x8000=0x1234", .reads = 2, .trace = STEP1("0x8010", "0x1234") },
    { "AArch64 RA on the stack, FP unchanged", "A64-02", E1, .bytes = A64_V2("04", "00 05 20 e8"), HERE, .mem =
        "0x7008=0x5555",
      .reads = 1, .trace = FRAME1("0x7020", "0x8000") },
    { "AArch64 mangled RA on the stack", "ALL-FRE-13", E2, .bytes = A64_V2("04", "00 85 20 e8"), HERE,
      .mem = "0x7008=0xab12000000005555", .pac_mask = 0xffff000000000000, .reads = 1, .trace =
      FRAME1("0x7020", "0x8000") },
    { "AArch64 mangled RA in LR", "ALL-FRE-13", V2, .bytes = A64_V2("03", "00 83 20"), HERE, .regs =
        "r30=0x007b000000005555",
      .pac_mask = 0x007f000000000000, .reads = 0, .trace = FRAME1("0x7020", "0x8000") },
    { "AArch64 RA that is not mangled", "ALL-FRE-13", E2, .bytes = A64_V2("04", "00 05 20 e8"), HERE,
      .mem = "0x7008=0xab12000000005555", .pac_mask = 0xffff000000000000, .reads = 1,
      .trace = FRAME0 "frame 1 pc=0xab12000000005555 sp=0x7020 fp=0x8000\nend no-fde\n" },

    /* ---- s390x ---- */
    { "s390x CFA word 0", "S390-02 S390-11 UNW-06", E1, .bytes = S390_V2R("04", "00 05 00 d0"), HERE, .mem =
        "0x7070=0x5555",
      .reads = 1, .trace = FRAME1("0x7000", "0x8000") },
    { "s390x CFA word 23", "S390-02 S390-03", V3, .bytes = S390_V3R("09", "00", "00 05 17 d0"), HERE, .mem =
        "0x7128=0x5555",
      .reads = 1, .trace = FRAME1("0x70b8", "0x8000") },
    { "s390x RA and FP on the stack", "S390-03 S390-07 S390-11", E2, .bytes = S390_V2R("05", "00 07 17 d0 b8"), HERE,
      .mem = "0x7128=0x5555 0x7110=0x1234", .reads = 2, .trace = FRAME1("0x70b8", "0x1234") },
    { "s390x RA padding", "S390-01 S390-04 S390-05", E1, .bytes = S390_V2R("05", "00 07 17 00 b8"), HERE, .regs =
        "r14=0x5555",
      .mem = "0x7110=0x1234", .reads = 1, .trace = FRAME1("0x70b8", "0x1234") },
    { "s390x RA padding in a caller", "S390-06", E1, .bytes = S390_V2R("05", "00 07 17 00 b8"), HERE, .caller = true,
      .regs = "r14=0x5555", .mem = "0x7110=0x1234", .reads = 1, .trace = ENDS("unsafe") },
    { "s390x leaf", "S390-01 S390-05", V3, .bytes = S390_V3R("08", "00", "00 03 00"), HERE, .regs = "r14=0x5555",
        .reads = 0,
      .trace = FRAME1("0x7000", "0x8000") },
    { "s390x leaf that is a caller", "S390-06", V3, .bytes = S390_V3R("08", "00", "00 03 00"), HERE, .caller = true,
      .regs = "r14=0x5555", .reads = 0, .trace = ENDS("unsafe") },
    { "s390x RA in a register", "S390-08 S390-09", E1, .bytes = S390_V2R("04", "00 05 00 21"), HERE,
      .regs = "r16=0x5555 r14=0x6666", .reads = 0, .trace = FRAME1("0x7000", "0x8000") },
    { "s390x RA in a register of a caller", "S390-09", E2, .bytes = S390_V2R("04", "00 05 00 21"), HERE, .caller = true,
      .regs = "r16=0x5555 r14=0x6666", .reads = 0, .trace = ENDS("unsafe") },
    { "s390x FP in a register", "S390-08", E2, .bytes = S390_V2R("05", "00 07 00 d0 23"), HERE, .regs = "r17=0x1234",
      .mem = "0x7070=0x5555", .reads = 1, .trace = FRAME1("0x7000", "0x1234") },
    { "s390x FP in a register of a caller", "S390-09", E1, .bytes = S390_V2R("05", "00 07 00 d0 23"), HERE, .caller =
        true,
      .regs = "r17=0x1234", .mem = "0x7070=0x5555", .reads = 1, .trace = ENDS("unsafe") },

    /* ---- Flexible FDEs ---- */
    { "loaded CFA and FP", "FLX-06 FLX-14 FLX-18 FLX-20 UNW-07", V3, .bytes = AMD_FLEX("0c", "00 0a 33 f8 00 33 00"),
        HERE,
      .mem = "0x7ff8=0x9000 0x8000=0xa000 0x8ff8=0x5555", .reads = 3, .trace = FRAME1("0x9000", "0xa000") },
    { "loaded CFA and FP of a caller", "FLX-15 FLX-20", V3, .bytes = AMD_FLEX("0c", "00 0a 33 f8 00 33 00"), HERE,
        .caller = true,
      .mem = "0x7ff8=0x9000 0x8000=0xa000 0x8ff8=0x5555", .reads = 3, .trace = STEP1("0x9000", "0xa000") },
    { "loaded CFA cannot be read", "FLX-20", V3, .bytes = AMD_FLEX("09", "00 04 33 f8"), HERE, .mem = "0x8ff8=0x5555",
        .reads = 1,
      .trace = ENDS("bad-read") },
    { "CFA from r10", "FLX-05 FLX-08 FLX-15", V3, .bytes = AMD_FLEX("09", "00 04 51 00"), HERE, .regs = "r10=0x9000",
      .mem = "0x8ff8=0x5555", .reads = 1, .trace = FRAME1("0x9000", "0x8000") },
    { "CFA from r10, r10 unknown", "FLX-15", V3, .bytes = AMD_FLEX("09", "00 04 51 00"), HERE, .mem = "0x8ff8=0x5555",
        .reads = 0,
      .trace = ENDS("bad-read") },
    { "CFA from r10 of a caller", "FLX-15", V3, .bytes = AMD_FLEX("09", "00 04 51 00"), HERE, .caller = true,
      .regs = "r10=0x9000", .mem = "0x8ff8=0x5555", .reads = 0, .trace = ENDS("unsafe") },
    { "RA padded before FP", "FLX-11 FLX-14", V3, .bytes = AMD_FLEX("0c", "00 0a 39 10 00 02 f0"), HERE,
      .mem = "0x7008=0x5555 0x7000=0x1234", .reads = 2, .trace = FRAME1("0x7010", "0x1234") },
    { "no RA words", "FLX-11 FLX-17", V3, .bytes = AMD_FLEX("09", "00 04 39 08"), HERE, .mem = "0x7000=0x5555", .reads
        = 1,
      .trace = FRAME1("0x7008", "0x8000") },
    { "RA at CFA-24", "FLX-14 UNW-07", V3, .bytes = AMD_FLEX("0b", "00 08 39 20 02 e8"), HERE,
      .mem = "0x7008=0x5555 0x7018=0x6666", .reads = 1, .trace = FRAME1("0x7020", "0x8000") },
    { "RA in rbx", "FLX-05 FLX-15", V3, .bytes = AMD_FLEX("0b", "00 08 39 08 19 00"), HERE, .regs = "r3=0x5555",
      .mem = "0x7000=0x6666", .reads = 0, .trace = FRAME1("0x7008", "0x8000") },
    { "RA in rbx of a caller", "FLX-05", V3, .bytes = AMD_FLEX("0b", "00 08 39 08 19 00"), HERE, .caller = true,
      .regs = "r3=0x5555", .mem = "0x7000=0x6666", .reads = 0, .trace = ENDS("unsafe") },
    { "RA at *(rbx+8)", "FLX-05 FLX-06 FLX-14", V3, .bytes = AMD_FLEX("0b", "00 08 39 08 1b 08"), HERE, .regs =
        "r3=0x9000",
      .mem = "0x9008=0x5555", .reads = 1, .trace = FRAME1("0x7008", "0x8000") },
    { "FP by value from r10", "FLX-08 FLX-14", V3, .bytes = AMD_FLEX("0c", "00 0a 39 10 00 51 04"), HERE, .regs =
        "r10=0x1230",
      .mem = "0x7008=0x5555", .reads = 1, .trace = FRAME1("0x7010", "0x1234") },
    { "FP by value from r10 of a caller", "FLX-05", V3, .bytes = AMD_FLEX("0c", "00 0a 39 10 00 51 04"), HERE, .caller
        = true,
      .regs = "r10=0x1230", .mem = "0x7008=0x5555", .reads = 1, .trace = ENDS("unsafe") },
    { "no FP rule", "FLX-17", V3, .bytes = AMD_FLEX("0b", "00 08 39 10 02 f8"), HERE, .mem =
        "0x7008=0x5555 0x7000=0x1234",
      .reads = 1, .trace = FRAME1("0x7010", "0x8000") },
    { "s390x flexible, RA unchanged", "FLX-16 FLX-18 S390-11", V3, .bytes =
        S390_V3R("0c", "01", "00 0a 79 00 00 89 00"), HERE,
      .regs = "r14=0x5555 r17=0x1234", .reads = 0, .trace = FRAME1("0x7000", "0x1234") },
    { "s390x flexible, RA on the stack", "FLX-16 FLX-18 S390-11", V3,
      .bytes = S390_V3R("0d", "01", "00 0c 79 17 02 d0 02 b8"), HERE, .mem = "0x7128=0x5555 0x7110=0x1234", .reads = 2,
      .trace = FRAME1("0x70b8", "0x1234") },
};
const size_t num_unwind_vectors = sizeof unwind_vectors / sizeof unwind_vectors[0];
