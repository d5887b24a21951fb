/* SPDX-License-Identifier: MIT */
/* Vectors for the info bytes, rep_size and padding of FDEs, and for function sizes. */
#include "vectors_base.h"

/* The bytes are laid out by hand, a field a word. */
/* clang-format off */

#define INFO_DUMP(version, flags, len, more) \
    AMD64_SECTION(version, flags, "1", "2", len) FDE("0", "0x100", "0x10", more) BASE_ROWS
#define ONE_ROW ROW("0.0", "0x0", "sp+8", "*(cfa-8)", "same")
/* The only row of an AArch64 function: CFA = sp+0, RA and FP still in their registers. */
#define A64_ROW ROW("0.0", "0x0", "sp+0", "same", "same")
#define KEY_B(fres) "pc=inc fre=addr1 type=default key=b signal=0 rep=0 fres=" fres

static const struct vector fde_vectors[] = {
    /* ---- Unused bits ---- */
    DOUBT("info bits 6 and 7 (v1)", P_V1, "V1-FDI-01", V1_BASE, "2c:40 / 2c:80 / 2c:c0", "unused-bits-set 0x2c-0x2d 0",
          V1_BASE_DUMP, BASE_LOOKUPS)
    DOUBT("info bits 6 and 7 (v2)", P_V2S, "V2-FDI-02", V2_BASE, "2c:40 / 2c:80 / 2c:c0", "unused-bits-set 0x2c-0x2d 0",
          V2_BASE_DUMP, BASE_LOOKUPS)
    DOUBT("info bit 6 (v3)", P_V3, "V3-FDI-04", V3_BASE, "2e:40", "unused-bits-set 0x2e-0x2f 0", V3_BASE_DUMP,
          BASE_LOOKUPS)
    DOUBT("second info byte, bits 5 to 7 (v3)", P_V3, "V3-FDI-05", V3_BASE, "2f:20 / 2f:40 / 2f:80 / 2f:e0",
          "unused-bits-set 0x2f-0x30 0", V3_BASE_DUMP, BASE_LOOKUPS)
    DOUBT("padding (v2)", P_V2S, "V2-FDE-11", V2_BASE, "2e:ffff / 2e:0100 / 2e:0001", "unused-bits-set 0x2e-0x30 0",
          V2_BASE_DUMP, BASE_LOOKUPS)

    /* ---- Pointer-authentication key ---- */
    DOUBT("key bit on AMD64 (v2)", P_V2S, "V2-FDI-02", V2_BASE, "2c:20", "unused-bits-set 0x2c-0x2d 0", V2_BASE_DUMP,
          NULL)
    DOUBT("key bit on AMD64 (v3)", P_V3, "V2E1-FDI-03", V3_BASE, "2e:20", "unused-bits-set 0x2e-0x2f 0", V3_BASE_DUMP,
          NULL)
    DOUBT("key bit on s390x (v2)", P_E12, "V2E1-FDI-03",
          V2P_FUNC_BE(S390_V2P, "00000001", "00000003", "00000010", "20 00 0000", "00 03 00"), NULL,
          "unused-bits-set 0x2c-0x2d 0", OTHER_SECTION("2", "big", "s390x", "sorted,pcrel", "1", "1", "3") FUNC("1")
          ROW("0.0", "0x0", "sp+160", "same", "same"), NULL)
    DOUBT("key B (v1)", P_V1, "V1-FDI-01", V1_FUNC(A64LE_V1, "01000000", "03000000", "10000000", "20", "00 03 00"),
          NULL, "v1-pauth-key 0x2c-0x2d 0", OTHER_SECTION("1", "little", "aarch64-le", "sorted", "1", "1", "3")
          FDE("0", "0x100", "0x10", KEY_B("1")) A64_ROW, NULL)
    ACCEPT("key B (v2)", P_V2S, "V2-FDI-02",
           V2_FUNC(A64LE_V2, "01000000", "03000000", "10000000", "20 00 0000", "00 03 00"), NULL,
           OTHER_SECTION("2", "little", "aarch64-le", "sorted", "1", "1", "3") FDE("0", "0x100", "0x10", KEY_B("1"))
           A64_ROW, NULL)
    ACCEPT("key B (v2 big-endian)", P_V2S, "V2-FDI-02",
           V2_FUNC_BE(A64BE_V2, "00000001", "00000003", "00000010", "20 00 0000", "00 03 00"), NULL,
           OTHER_SECTION("2", "big", "aarch64-be", "sorted", "1", "1", "3") FDE("0", "0x100", "0x10", KEY_B("1"))
           A64_ROW, NULL)
    ACCEPT("key B (v3)", P_V3, "V3-FDI-04 V2E1-FDI-03",
           V3_FUNC(A64LE_V3, "01000000", "08000000", "10000000", "0100 20 00 00", "00 03 00"), NULL,
           OTHER_SECTION("3", "little", "aarch64-le", "sorted,pcrel", "1", "1", "8") FDE("0", "0x100", "0x10",
               KEY_B("1"))
           A64_ROW, NULL)

    /* ---- FRE types, FDE types, signal frames, block size ---- */
    REJECT("FRE type (v1)", P_V1, "", V1_BASE, "2c:03 / 2c:04 / 2c:08 / 2c:0f", "bad-fre-type ALL-FDI-06 0x2c-0x2d 0")
    REJECT("FRE type (v2)", P_V2S, "", V2_BASE, "2c:03 / 2c:04 / 2c:08 / 2c:0f", "bad-fre-type ALL-FDI-06 0x2c-0x2d 0")
    REJECT("FRE type (v3)", P_V3, "", V3_BASE, "2e:03 / 2e:04 / 2e:08 / 2e:0f", "bad-fre-type ALL-FDI-06 0x2e-0x2f 0")
    REJECT("FRE type of a function without FREs", P_V2S, "",
           V2_FUNC(AMD64_V2, "00000000", "00000000", "00000000", "03 00 0000", ""),
           NULL, "bad-fre-type ALL-FDI-06 0x2c-0x2d 0")
    REJECT("FDE type (v3)", P_V3, "", V3_BASE, "2f:02 / 2f:03 / 2f:10 / 2f:1f", "bad-fde-type V3-FDI-08 0x2f-0x30 0")
    ACCEPT("signal frame (v3)", P_V3, "V3-FDI-04 V3-FDI-09", V3_BASE, "2e:80",
           INFO_DUMP("3", "sorted,pcrel", "12", "pc=inc fre=addr1 type=default key=a signal=1 rep=0 fres=2"),
           BASE_LOOKUPS)
    ACCEPT("block size without mask (v2)", P_V2S, "V2-FDE-10", V2_BASE, "2d:10",
           INFO_DUMP("2", "sorted", "7", "pc=inc fre=addr1 type=default key=a signal=0 rep=16 fres=2"), BASE_LOOKUPS)
    ACCEPT("block size without mask (v3)", P_V3, "V2-FDE-10", V3_BASE, "30:ff",
           INFO_DUMP("3", "sorted,pcrel", "12", "pc=inc fre=addr1 type=default key=a signal=0 rep=255 fres=2"),
           BASE_LOOKUPS)

    /* ---- Function sizes ---- */
    EACH("size 0", "ALL-LKP-01", "01", "03", "08", "00000000", "00", "00 03 08", "1", "3", "8", "0x0", "addr1", ONE_ROW,
         "0xff>none 0x100>none 0x101>none")
    EACH("size 1", "ALL-LKP-01", "01", "03", "08", "01000000", "00", "00 03 08", "1", "3", "8", "0x1", "addr1", ONE_ROW,
         "0xff>none 0x100>0.0 0x101>none")
    EACH("size 0xffffffff", "ALL-LKP-01", "02", "0d", "12", "ffffffff", "02", "00000000 03 08  feffffff 05 10 f0", "2",
         "13", "18", "0xffffffff", "addr4",
         ROW("0.0", "0x0", "sp+8", "*(cfa-8)", "same") ROW("0.1", "0xfffffffe", "sp+16", "*(cfa-8)", "*(cfa-16)"),
         "0xff>none 0x100>0.0 0x7fffffff>0.0 0x80000000>0.0 0x1000000fd>0.0 0x1000000fe>0.1 0x1000000ff>none")
    ACCEPT("size 0 without FREs", P_V2S, "V12-FDE-06",
           V2_FUNC(AMD64_V2, "00000000", "00000000", "00000000", "00 00 0000", ""),
           NULL, AMD64_SECTION("2", "sorted", "1", "0", "0") FDE("0", "0x100", "0x0", PLAIN("0")), "0x100>none")
};
const struct vector_group fde_group = GROUP(fde_vectors);
