/* SPDX-License-Identifier: MIT */
/* Recorded texts of readelf, objdump and llvm-readobj --sframe, and the dumps to be made of them. What is plain in the
   text of version 2.40 the tests readelf-2.40 and objdump-2.40 read, case by case. */
#include <stdlib.h>

#include "normalise.h"
#include "scratch.h"
#include "tap.h"

static const struct sfc_hidden shows_all = { "", "amd64" };

#define HEADER(flags, fdes, fres)                                                                                  \
    "Contents of the SFrame section .sframe:\n  Header :\n\n    Version: SFRAME_VERSION_1\n    Flags: " flags "\n" \
    "    Num FDEs: " fdes "\n    Num FREs: " fres "\n\n  Function Index :\n"
/* The text of 2.44 and 2.47, which shows the fixed offsets where they are not 0. */
#define LATER(version, flags, fixed, fdes, fres)                                                       \
    "Contents of the SFrame section .sframe:\n  Header :\n\n    Version: SFRAME_VERSION_" version "\n" \
    "    Flags: " flags "\n" fixed "    Num FDEs: " fdes "\n    Num FREs: " fres "\n\n  Function Index :\n"
#define FIXED_RA "    CFA fixed RA offset: -8\n"
#define COLUMNS "    STARTPC         CFA       FP        RA           \n"
#define SECTION(flags, fdes, fres)                                                                          \
    "sframe-dump 1\n"                                                                                       \
    "section version=1 endian=? abi=? flags=" flags " fixed-fp=? fixed-ra=? aux=? fdes=" fdes " fres=" fres \
    " fre-len=?\n"
#define LATER_SECTION(version, flags, fp, ra, fdes, fres)                                                         \
    "sframe-dump 1\n"                                                                                             \
    "section version=" version " endian=? abi=? flags=" flags " fixed-fp=" fp " fixed-ra=" ra " aux=? fdes=" fdes \
    " fres=" fres " fre-len=?\n"
#define FDE(n, start, size, pc, key, fres) \
    "fde " n " start=" start " size=" size " pc=" pc " fre=? type=? key=" key " signal=? rep=? fres=" fres "\n"

static const struct {
    const char *title, *text, *dump;
} good[] = {
    { "no functions", HEADER("SFRAME_F_FDE_SORTED", "0", "0"), SECTION("sorted", "0", "0") },
    { "columns that touch, and negative offsets",
      HEADER("SFRAME_F_FDE_SORTED", "1", "4") "\n    func idx [0]: pc = 0x1100, size = 32 bytes\n" COLUMNS
                                              "    0000000000001100  sp+2147483647u         u            \n"
                                              "    0000000000001104  sp+-2147483648c-2147483648u            \n"
                                              "    0000000000001108  sp+2147483647c-2147483648c-2147483648[s]\n"
                                              "    000000000000110c  sp+-8     c-32768   u            \n",
      SECTION("sorted", "1", "4")
          FDE("0", "0x1100", "0x20", "inc", "a",
              "4") "fre 0.0 at=0x0 cfa=sp+2147483647 ra=same fp=same mangled=0\n"
                   "fre 0.1 at=0x4 cfa=sp-2147483648 ra=same fp=*(cfa-2147483648) mangled=0\n"
                   "fre 0.2 at=0x8 cfa=sp+2147483647 ra=*(cfa-2147483648) fp=*(cfa-2147483648) mangled=1\n"
                   "fre 0.3 at=0xc cfa=sp-8 ra=same fp=*(cfa-32768) mangled=0\n" },
    { "sizes and counts that are printed with a sign have none; addresses wrap",
      HEADER("SFRAME_F_FDE_SORTED", "-1",
             "-2147483648") "\n    func idx [0]: pc = 0xfffffffffffff000, size = -1 bytes\n" COLUMNS
                            "    fffffffffffff000  sp+8      u         u            \n"
                            "    00000000ffffeffe  sp+8      u         u            \n",
      SECTION("sorted", "4294967295", "2147483648")
          FDE("0", "0xfffffffffffff000", "0xffffffff", "inc", "a",
              "2") "fre 0.0 at=0x0 cfa=sp+8 ra=same fp=same mangled=0\n"
                   "fre 0.1 at=0xfffffffe cfa=sp+8 ra=same fp=same mangled=0\n" },
    { "version 2 of 2.44: the fixed RA",
      LATER("2", "SFRAME_F_FDE_SORTED", FIXED_RA, "1",
            "2") "\n    func idx [0]: pc = 0x400100, size = 16 bytes\n" COLUMNS
                 "    0000000000400100  sp+8      u         f            \n"
                 "    0000000000400104  sp+16     c-16      f            \n",
      LATER_SECTION("2", "sorted", "0", "-8", "1", "2") FDE(
          "0", "0x400100", "0x10", "inc", "a", "2") "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0\n"
                                                    "fre 0.1 at=0x4 cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16) mangled=0\n" },
    { "version 2 of 2.47: all flags, both fixed offsets, a row without words, an attribute that it should not have",
      LATER("2", "SFRAME_F_FDE_SORTED,\n           SFRAME_F_FRAME_POINTER,\n           SFRAME_F_FDE_FUNC_START_PCREL",
            "    CFA fixed FP offset: 16\n" FIXED_RA, "1",
            "2") "\n    func idx [0]: pc = 0x400100, size = 16 bytes, attr = \"S\"\n" COLUMNS
                 "    0000000000400100  RA undefined\n"
                 "    0000000000400104  sp+16     c+16      f            \n",
      LATER_SECTION("2", "sorted,frame-pointer,pcrel", "16", "-8", "1",
                    "2") "fde 0 start=0x400100 size=0x10 pc=inc fre=? type=default key=a signal=1 rep=? fres=2\n"
                         "fre 0.0 at=0x0 cfa=none ra=undefined fp=none mangled=0\n"
                         "fre 0.1 at=0x4 cfa=sp+16 ra=*(cfa-8) fp=*(cfa+16) mangled=0\n" },
    { "s390x: registers, and RA after a padding word",
      LATER("2", "NONE", "", "1", "4") "\n    func idx [0]: pc = 0x400100, size = 16 bytes\n" COLUMNS
                                       "    0000000000400100  sp+160    r17       U            \n"
                                       "    0000000000400102  sp+160    r11       r14          \n"
                                       "    0000000000400104  sp+160    r0        r15          \n"
                                       "    0000000000400106  sp+320    c-72      c-48         \n",
      LATER_SECTION("2", "none", "0", "0", "1", "4") FDE(
          "0", "0x400100", "0x10", "inc", "a", "4") "fre 0.0 at=0x0 cfa=sp+160 ra=same fp=r17 mangled=0\n"
                                                    "fre 0.1 at=0x2 cfa=sp+160 ra=r14 fp=fp mangled=0\n"
                                                    "fre 0.2 at=0x4 cfa=sp+160 ra=sp fp=r0 mangled=0\n"
                                                    "fre 0.3 at=0x6 cfa=sp+320 ra=*(cfa-48) fp=*(cfa-72) mangled=0\n" },
    { "objdump, version 3: flexible rows and their places",
      "\nc.elf:     file format elf64-x86-64\n\n" LATER(
          "3", "SFRAME_F_FDE_SORTED,\n           SFRAME_F_FDE_FUNC_START_PCREL", FIXED_RA, "2",
          "6") "\n    func idx [0]: pc = 0x400100, size = 32 bytes, attr = \"SF\"\n" COLUMNS
               "    0000000000400100  sp+8      u         f            \n"
               "    0000000000400104  r10+0     fp+0      r11-8        \n"
               "    000000000040010a  (fp-8)    (fp+0)    U            \n"
               "    0000000000400114  (r10+2147483647)(r12-2147483648)(r13+0)      \n"
               "    0000000000400116  c+8       c-24      fp+0[s]      \n"
               "\n    func idx [1]: pc = 0x400120, size = 32 bytes, pauth = B key\n" COLUMNS
               "    0000000000400120  fp+8      u         f[s]         \n",
      LATER_SECTION("3", "sorted,pcrel", "0", "-8", "2",
                    "6") "fde 0 start=0x400100 size=0x20 pc=inc fre=? type=flex key=a signal=1 rep=? fres=5\n"
                         "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0\n"
                         "fre 0.1 at=0x4 cfa=r10+0 ra=r11-8 fp=fp mangled=0\n"
                         "fre 0.2 at=0xa cfa=*(fp-8) ra=*(cfa-8) fp=*(fp+0) mangled=0\n"
                         "fre 0.3 at=0x14 cfa=*(r10+2147483647) ra=*(r13+0) fp=*(r12-2147483648) mangled=0\n"
                         "fre 0.4 at=0x16 cfa=none ra=fp fp=*(cfa-24) mangled=1\n"
                         "fde 1 start=0x400120 size=0x20 pc=inc fre=? type=default key=b signal=0 rep=? fres=1\n"
                         "fre 1.0 at=0x0 cfa=fp+8 ra=*(cfa-8) fp=same mangled=1\n" },
};

#define FUNC HEADER("NONE", "1", "1") "\n    func idx [0]: "
#define ROWS(rows) FUNC "pc = 0x1100, size = 16 bytes\n" COLUMNS rows

static const struct {
    const char *title, *text, *message; /* its line, and how it starts */
} bad[] = {
    { "nothing", "", "0: not the first line" },
    { "another section", "Contents of the SFrame section .foo:\n", "1: not the first line" },
    { "a cut header", "Contents of the SFrame section .sframe:\n  Header :\n\n    Version: SFRAME_VERSION_1\n",
      "4: not the expected line of the header" },
    { "version 4", "Contents of the SFrame section .sframe:\n  Header :\n\n    Version: SFRAME_VERSION_4\n",
      "4: an unknown version" },
    { "no version", "Contents of the SFrame section .sframe:\n  Header :\n\n    Version: (null)\n",
      "4: an unknown version" },
    { "an unknown flag", HEADER("SFRAME_F_NEW", "0", "0"), "5: an unknown flag" },
    { "a count that is not a number", HEADER("NONE", "x", "0"), "6: not a number" },
    { "a line of a later release",
      "Contents of the SFrame section .sframe:\n  Header :\n\n    Version: SFRAME_VERSION_1\n    Flags: NONE\n"
      "    Num bytes: 8\n",
      "6: not the expected line of the header" },
    { "a fixed offset that is not a number", LATER("2", "NONE", "    CFA fixed RA offset: x\n", "0", "0"),
      "6: not a number" },
    { "a flag that is not on the next line", LATER("2", "SFRAME_F_FDE_SORTED,", "", "0", "0"), "6: an unknown flag" },
    { "a function out of turn", HEADER("NONE", "1", "1") "\n    func idx [1]: pc = 0x1100, size = 16 bytes\n" COLUMNS,
      "11: not the next function" },
    { "no columns", FUNC "pc = 0x1100, size = 16 bytes\n", "11: no columns" },
    { "other columns",
      FUNC "pc = 0x1100, size = 16 bytes\n"
           "    STARTPC         CFA       RA           \n",
      "12: not the titles" },
    { "an attribute", FUNC "pc = 0x1100, size = 16 bytes, attr = \"X\"\n", "11: text after" },
    { "a size without a number", FUNC "pc = 0x1100, size = bytes\n", "11: not the size" },
    { "a size of more than 32 bits", FUNC "pc = 0x1100, size = 4294967296 bytes\n", "11: not the size" },
    { "a negative size of more than 32 bits", FUNC "pc = 0x1100, size = -2147483649 bytes\n", "11: not the size" },
    { "a pc without a number", FUNC "pc = 0x, size = 1 bytes\n", "11: not the pc" },
    { "a row without RA", ROWS("    0000000000001100  sp+8      u\n"), "13: not the columns" },
    { "RA undefined and more", ROWS("    0000000000001100  RA undefined  sp+8\n"), "13: not the columns" },
    { "a parenthesis without its end", ROWS("    0000000000001100  (sp+8      u         u\n"), "13: not the columns" },
    { "a fixed RA of a section without", ROWS("    0000000000001100  sp+8      u         f\n"), "13: not the columns" },
    { "a row with more", ROWS("    0000000000001100  sp+8      u         u         u\n"), "13: not the columns" },
    { "a short address", ROWS("    1100  sp+8      u         u\n"), "13: not a row" },
    { "an offset without digits", ROWS("    0000000000001100  sp+-      u         u\n"), "13: not the columns" },
    { "a place without a sign", ROWS("    0000000000001100  sp+8      c8        u\n"), "13: not the columns" },
};

static void test_texts(void)
{
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct sfc_buffer dump = { 0 };
        struct sfc_error error = { "" };
        OK(sfc_normalise_readelf(SFC_OP_DECODE, &shows_all, good[i].text, strlen(good[i].text), &dump, &error),
           "%s is read (%s)", good[i].title, error.text);
        IS_TEXT(sfc_buffer_text(&dump), good[i].dump, "%s", good[i].title);
        OK(sfc_dump_check(sfc_buffer_text(&dump), dump.len, SFC_OP_DECODE, &error), "%s gives a dump (%s)",
           good[i].title, error.text);
        sfc_buffer_free(&dump);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct sfc_buffer dump = { 0 };
        struct sfc_error error = { "" };
        OK(!sfc_normalise_readelf(SFC_OP_DECODE, &shows_all, bad[i].text, strlen(bad[i].text), &dump, &error),
           "%s is an error", bad[i].title);
        const int digits = (int)strcspn(bad[i].message, ":");
        char *message = sfc_format("line %.*s of the text%s", digits, bad[i].message, bad[i].message + digits);
        OK(strncmp(error.text, message, strlen(message)) == 0, "its message: %s", error.text);
        free(message);
        sfc_buffer_free(&dump);
    }
}

/* What the adapter file says that the tool cannot show is `?` where the text has a word for several values. */
static void test_hidden(void)
{
    static const struct {
        const char *title, *keys, *abi, *text, *seen;
    } rows[] = {
        { "the RA of AMD64 by 2.40", "fre.ra@amd64", "amd64", ROWS("    0000000000001100  sp+8      u         u\n"),
          " cfa=sp+8 ra=? fp=same mangled=0\n" },
        { "which may be mangled", "fre.ra@amd64", "amd64", ROWS("    0000000000001100  sp+8      u         u[s]\n"),
          " cfa=sp+8 ra=? fp=same mangled=1\n" },
        { "that of another ABI", "fre.ra@amd64", "aarch64", ROWS("    0000000000001100  sp+8      u         u\n"),
          " cfa=sp+8 ra=same fp=same mangled=0\n" },
        { "a place is taken at its word", "fre.ra@amd64", "amd64",
          ROWS("    0000000000001100  sp+8      u         c-16\n"), " cfa=sp+8 ra=*(cfa-16) fp=same mangled=0\n" },
        { "a later release shows the fixed offset", "fre.ra@amd64", "amd64",
          LATER("2", "NONE", FIXED_RA, "1", "1") "\n    func idx [0]: pc = 0x1100, size = 16 bytes\n" COLUMNS
                                                 "    0000000000001100  sp+8      u         u\n",
          " cfa=sp+8 ra=same fp=same mangled=0\n" },
        { "the last of several flags", "section.flags", "amd64", HEADER("SFRAME_F_FRAME_POINTER", "0", "0"),
          " flags=? " },
        { "the first flag", "section.flags", "amd64", HEADER("SFRAME_F_FDE_SORTED", "0", "0"), " flags=sorted " },
        { "no flag", "section.flags", "amd64", HEADER("NONE", "0", "0"), " flags=none " },
        { "flags of a release that shows them all", "", "amd64", HEADER("SFRAME_F_FRAME_POINTER", "0", "0"),
          " flags=frame-pointer " },
        { "a mangled RA without a place", "fre.mangled", "amd64", ROWS("    0000000000001100  RA undefined\n"),
          " cfa=none ra=undefined fp=none mangled=?\n" },
        { "and with one", "fre.mangled", "amd64", ROWS("    0000000000001100  sp+8      u         u\n"),
          " fp=same mangled=0\n" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct sfc_hidden hidden = { rows[i].keys, rows[i].abi };
        struct sfc_buffer dump = { 0 };
        OK(sfc_normalise_readelf(SFC_OP_DECODE, &hidden, rows[i].text, strlen(rows[i].text), &dump, NULL)
               && strstr(sfc_buffer_text(&dump), rows[i].seen),
           "%s: %s", rows[i].title, rows[i].seen);
        sfc_buffer_free(&dump);
    }
}

static const char llvm_header[] =
    "\nFile: case.elf\nFormat: elf64-x86-64\nArch: x86_64\nAddressSize: 64bit\nLoadName: <Not found>\n"
    "SFrame section '.sframe' {\n  Header {\n    Magic: 0xDEE2\n    Version: V2 (0x2)\n    Flags [ (0x5)\n"
    "      FDEFuncStartPCRel (0x4)\n      FDESorted (0x1)\n    ]\n    ABI: AMD64EndianLittle (0x3)\n"
    "    CFA fixed FP offset (unused): 0\n    CFA fixed RA offset: -8\n    Auxiliary header length: 2\n"
    "    Num FDEs: 2\n    Num FREs: 3\n    FRE subsection length: 14\n    FDE subsection offset: 0\n"
    "    FRE subsection offset: 40\n    Auxiliary header: [0x1, 0x2]\n  }\n  Function Index [\n";
static const char llvm_functions[] =
    "    FuncDescEntry [0] {\n      PC: 0x40010A\n      Size: 0x10\n      Start FRE Offset: 0x0\n      Num FREs: 3\n"
    "      Info {\n        FRE Type: Addr1 (0x0)\n        FDE Type: PCInc (0x0)\n        Raw: 0x0\n      }\n"
    "      Repetitive block size (unused): 0x0\n      Padding2: 0x0\n      FREs [\n"
    "        Frame Row Entry {\n          Start Address: 0x40010A\n          Return Address Signed: No\n"
    "          Offset Size: B1 (0x0)\n          Base Register: SP (0x1)\n          CFA Offset: -8\n"
    "          RA Offset: -8\n        }\n"
    "        Frame Row Entry {\n          Start Address: 0x40010E\n          Return Address Signed: Yes\n"
    "          Offset Size: B2 (0x1)\n          Base Register: FP (0x0)\n          CFA Offset: 16\n"
    "          RA Offset: 8\n          FP Offset: -16\n          Extra Offsets: [1, 2]\n        }\n"
    "        Frame Row Entry {\n          Start Address: 0x400110\n          Return Address Signed: No\n"
    "          Offset Size: B1 (0x0)\n          Base Register: SP (0x1)\n        }\n"
    "      ]\n    }\n"
    "    FuncDescEntry [1] {\n      PC: 0x400200\n      Size: 0xFFFFFFFF\n      Start FRE Offset: 0x0\n"
    "      Num FREs: 1\n"
    "      Info {\n        FRE Type: Addr4 (0x2)\n        FDE Type: PCMask (0x1)\n        Raw: 0x12\n      }\n"
    "      Repetitive block size: 0x18\n      Padding2: 0x0\n      FREs [\n"
    "        Frame Row Entry {\n          Start Address: 0x7\n          Return Address Signed: No\n"
    "          Offset Size: B1 (0x0)\n          Base Register: SP (0x1)\n          RA Offset: -8\n        }\n"
    "      ]\n    }\n";
static const char llvm_end[] = "  ]\n}\n";
static const char llvm_dump[] =
    "sframe-dump 1\n"
    "section version=2 endian=? abi=amd64 flags=sorted,pcrel fixed-fp=0 fixed-ra=-8 aux=2 fdes=2 fres=3 fre-len=14\n"
    "fde 0 start=0x40010a size=0x10 pc=inc fre=addr1 type=? key=a signal=? rep=0 fres=3\n"
    "fre 0.0 at=0x0 cfa=sp-8 ra=*(cfa-8) fp=same mangled=0\n"
    "fre 0.1 at=0x4 cfa=fp+16 ra=*(cfa+8) fp=*(cfa-16) mangled=1\n"
    "fre 0.2 at=0x6 cfa=none ra=undefined fp=none mangled=0\n"
    "fde 1 start=0x400200 size=0xffffffff pc=mask fre=addr4 type=? key=a signal=? rep=24 fres=1\n"
    "fre 1.0 at=0x7 cfa=none ra=*(cfa-8) fp=same mangled=0\n";

static bool read_llvm(const char *text, size_t len, struct sfc_buffer *dump, struct sfc_error *error)
{
    sfc_buffer_clear(dump);
    return sfc_normalise_llvm(SFC_OP_DECODE, &shows_all, text, len, dump, error);
}

static void test_llvm(void)
{
    static const struct {
        const char *from, *to, *seen;
    } changes[] = {
        { "ABI: AMD64EndianLittle (0x3)", "ABI: 0x4", " abi=0x4 " },
        { "[ (0x5)\n      FDEFuncStartPCRel (0x4)\n", "[ (0x1)\n", " flags=sorted " },
        { "[ (0x5)", "[ (0x85)", " flags=sorted,pcrel,0x80 " },
        { "CFA fixed RA offset:", "CFA fixed RA offset (unused):", " fixed-ra=-8 " },
        { "ABI: AMD64EndianLittle (0x3)", "ABI: AArch64EndianBig (0x1)", NULL },
        { "Version: V2 (0x2)", "Version: V4 (0x4)", NULL },
        { "FDESorted (0x1)", "FDENew (0x1)", NULL },
        { "Num FDEs: 2", "Num FDEs: x", NULL },
        { "Num FDEs: 2", "Num FDs: 2", NULL },
        { "FuncDescEntry [1]", "FuncDescEntry [2]", NULL },
        { "FRE Type: Addr4 (0x2)", "FRE Type: 0xf", NULL },
        { "Repetitive block size: 0x18", "Repetitive block size (unused): 0x18", NULL },
        { "PC: 0x40010A\n",
          "PC {\n        Relocation: R_X86_64_PC32\n        Symbol Name: .text\n"
          "        Start Address: 0x40010A\n      }\n",
          "fde 0 start=0x40010a size=0x10 pc=inc" },
        { "PC: 0x40010A\n", "PC {\n        Relocation: R_X86_64_PC32\n        Start Address: 0x40010A\n      }\n",
          NULL },
        { "PC: 0x40010A\n", "PC {\n      }\n", NULL },
        { "Signed: Yes", "Signed: Maybe", NULL },
        { "Base Register: FP (0x0)", "Base Register: r7", NULL },
        { "FP Offset: -16", "FP Offset: far", NULL },
        { "FP Offset: -16", "BP Offset: -16", NULL },
        { "Extra Offsets: [1, 2]", "Other Offsets: [1]", NULL },
        { "Start Address: 0x7", "Start Address: 7", NULL },
    };
    struct sfc_buffer whole = { 0 }, dump = { 0 };
    struct sfc_error error = { "" };
    sfc_buffer_printf(&whole, "%s%s%s", llvm_header, llvm_functions, llvm_end);
    OK(read_llvm(whole.data, whole.len, &dump, &error), "the text of llvm-readobj is read (%s)", error.text);
    IS_TEXT(sfc_buffer_text(&dump), llvm_dump, "as this dump");
    OK(sfc_dump_check(dump.data, dump.len, SFC_OP_DECODE, &error), "which is valid (%s)", error.text);
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char *changed = scratch_replace(whole.data, changes[i].from, changes[i].to);
        const bool read = read_llvm(changed, strlen(changed), &dump, &error);
        if (changes[i].seen)
            OK(read && strstr(dump.data, changes[i].seen), "change %zu shows `%s`", i, changes[i].seen);
        else
            OK(!read && strncmp(error.text, "line ", 5) == 0, "change %zu is an error: %s", i, error.text);
        free(changed);
    }
    char *changed = scratch_replace(whole.data, "PCInc (0x0)\n", "PCInc (0x0)\n        PAuth Key: B (0x1)\n");
    OK(!read_llvm(changed, strlen(changed), &dump, &error), "only AArch64 has keys");
    free(changed);
    size_t num_read = 0;
    for (size_t len = 0; len < whole.len - 1; len++)
        num_read += read_llvm(whole.data, len, &dump, NULL);
    IS_U64(num_read, 0, "a text that is cut is an error");
    sfc_buffer_printf(&whole, "}\n");
    OK(!read_llvm(whole.data, whole.len, &dump, &error), "nor is one with more text after it: %s", error.text);
    OK(!sfc_normalise_llvm(SFC_OP_LOOKUP, &shows_all, "", 0, &dump, &error), "it has no look-ups");
    sfc_buffer_free(&whole);
    sfc_buffer_free(&dump);
}

static void test_cuts(void)
{
    const char *whole = good[4].text;
    size_t read = 0, wrong = 0;
    for (size_t len = 0; len <= strlen(whole); len++) {
        struct sfc_buffer dump = { 0 };
        if (sfc_normalise_readelf(SFC_OP_DECODE, &shows_all, whole, len, &dump, NULL)) {
            read++;
            wrong += whole[len - 1] != '\n';
        }
        sfc_buffer_free(&dump);
    }
    OK(read > 0 && wrong == 0, "a text that is cut inside a line is an error");
}

TESTS(test_texts, test_hidden, test_cuts, test_llvm)
