/* SPDX-License-Identifier: MIT */
/* Texts of readelf --sframe 2.40, recorded, and what they say. */
#include "normalise.h"
#include "tests/tap.h"

#define HEADER(flags, fdes, fres) \
    "Contents of the SFrame section .sframe:\n  Header :\n\n    Version: SFRAME_VERSION_1\n    Flags: " flags "\n" \
    "    Num FDEs: " fdes "\n    Num FREs: " fres "\n\n  Function Index :\n"
#define COLUMNS "    STARTPC         CFA       FP        RA           \n"
#define MASKED "    STARTPC[m]      CFA       FP        RA           \n"
#define SECTION(flags, fdes, fres) \
    "sframe-dump 1\n" \
    "section version=1 endian=? abi=? flags=" flags " fixed-fp=? fixed-ra=? aux=? fdes=" fdes " fres=" fres " fre-len=?\n"
#define FDE(n, start, size, pc, key, fres) \
    "fde " n " start=" start " size=" size " pc=" pc " fre=? type=? key=" key " signal=? rep=? fres=" fres "\n"

static const struct {
    const char *title, *text, *dump;
} good[] = {
    { "no functions", HEADER("SFRAME_F_FDE_SORTED", "0", "0"), SECTION("sorted", "0", "0") },
    { "two functions",
      HEADER("NONE", "2", "3")
      "\n    func idx [0]: pc = 0x1100, size = 16 bytes\n" COLUMNS
      "    0000000000001100  sp+8      u         u            \n"
      "    0000000000001104  sp+16     c-16      u            \n"
      "\n    func idx [1]: pc = 0x1110, size = 16 bytes\n" COLUMNS
      "    0000000000001110  fp+8      u         u            \n\n",
      SECTION("none", "2", "3")
      FDE("0", "0x1100", "0x10", "inc", "a", "2")
      "fre 0.0 at=0x0 cfa=sp+8 ra=same fp=same mangled=0\n"
      "fre 0.1 at=0x4 cfa=sp+16 ra=same fp=*(cfa-16) mangled=0\n"
      FDE("1", "0x1110", "0x10", "inc", "a", "1")
      "fre 1.0 at=0x0 cfa=fp+8 ra=same fp=same mangled=0\n" },
    { "a function without rows before another",
      HEADER("SFRAME_F_FRAME_POINTER", "2", "1")
      "\n    func idx [0]: pc = 0x1100, size = 16 bytes\n" COLUMNS
      "\n    func idx [1]: pc = 0x1110, size = 16 bytes\n" COLUMNS
      "    0000000000001110  sp+8      u         u            \n",
      SECTION("frame-pointer", "2", "1") FDE("0", "0x1100", "0x10", "inc", "a", "0")
      FDE("1", "0x1110", "0x10", "inc", "a", "1")
      "fre 1.0 at=0x0 cfa=sp+8 ra=same fp=same mangled=0\n" },
    { "key B, mangled addresses, places of RA and FP",
      HEADER("SFRAME_F_FDE_SORTED", "1", "3")
      "\n    func idx [0]: pc = 0x1100, size = 32 bytes, pauth = B key\n" COLUMNS
      "    0000000000001104  sp+16     u         u[s]         \n"
      "    0000000000001108  sp+16     u         c-8[s]       \n"
      "    000000000000110c  sp+16     c-16      c+8          \n",
      SECTION("sorted", "1", "3") FDE("0", "0x1100", "0x20", "inc", "b", "3")
      "fre 0.0 at=0x4 cfa=sp+16 ra=same fp=same mangled=1\n"
      "fre 0.1 at=0x8 cfa=sp+16 ra=*(cfa-8) fp=same mangled=1\n"
      "fre 0.2 at=0xc cfa=sp+16 ra=*(cfa+8) fp=*(cfa-16) mangled=0\n" },
    { "columns that touch, and negative offsets",
      HEADER("SFRAME_F_FDE_SORTED", "1", "4")
      "\n    func idx [0]: pc = 0x1100, size = 32 bytes\n" COLUMNS
      "    0000000000001100  sp+2147483647u         u            \n"
      "    0000000000001104  sp+-2147483648c-2147483648u            \n"
      "    0000000000001108  sp+2147483647c-2147483648c-2147483648[s]\n"
      "    000000000000110c  sp+-8     c-32768   u            \n",
      SECTION("sorted", "1", "4") FDE("0", "0x1100", "0x20", "inc", "a", "4")
      "fre 0.0 at=0x0 cfa=sp+2147483647 ra=same fp=same mangled=0\n"
      "fre 0.1 at=0x4 cfa=sp-2147483648 ra=same fp=*(cfa-2147483648) mangled=0\n"
      "fre 0.2 at=0x8 cfa=sp+2147483647 ra=*(cfa-2147483648) fp=*(cfa-2147483648) mangled=1\n"
      "fre 0.3 at=0xc cfa=sp-8 ra=same fp=*(cfa-32768) mangled=0\n" },
    { "a masked function shows starts, not addresses",
      HEADER("SFRAME_F_FDE_SORTED", "1", "2")
      "\n    func idx [0]: pc = 0x1100, size = 32 bytes\n" MASKED
      "    0000000000000000  sp+8      u         u            \n"
      "    000000000000000b  sp+16     u         u            \n",
      SECTION("sorted", "1", "2") FDE("0", "0x1100", "0x20", "mask", "a", "2")
      "fre 0.0 at=0x0 cfa=sp+8 ra=same fp=same mangled=0\n"
      "fre 0.1 at=0xb cfa=sp+16 ra=same fp=same mangled=0\n" },
    { "sizes and counts shown as negative stay as shown; addresses wrap",
      HEADER("SFRAME_F_FDE_SORTED", "-1", "-2147483648")
      "\n    func idx [0]: pc = 0xfffffffffffff000, size = -1 bytes\n" COLUMNS
      "    fffffffffffff000  sp+8      u         u            \n"
      "    00000000ffffeffe  sp+8      u         u            \n",
      SECTION("sorted", "-1", "-2147483648") FDE("0", "0xfffffffffffff000", "-1", "inc", "a", "2")
      "fre 0.0 at=0x0 cfa=sp+8 ra=same fp=same mangled=0\n"
      "fre 0.1 at=0xfffffffe cfa=sp+8 ra=same fp=same mangled=0\n" },
};

#define ROWS(rows) HEADER("NONE", "1", "1") "\n    func idx [0]: pc = 0x1100, size = 16 bytes\n" COLUMNS rows

static const struct {
    const char *title, *text, *message;
} bad[] = {
    { "nothing", "", "line 0 of the text: not the first line" },
    { "another section", "Contents of the SFrame section .foo:\n", "line 1 of the text: not the first line" },
    { "a cut header", "Contents of the SFrame section .sframe:\n  Header :\n\n    Version: SFRAME_VERSION_1\n",
      "line 4 of the text: not the line of the header" },
    { "version 2", "Contents of the SFrame section .sframe:\n  Header :\n\n    Version: SFRAME_VERSION_2\n",
      "line 4 of the text: only the text for version 1" },
    { "no version", "Contents of the SFrame section .sframe:\n  Header :\n\n    Version: (null)\n",
      "line 4 of the text: only the text for version 1" },
    { "an unknown flag", HEADER("SFRAME_F_NEW", "0", "0"), "line 5 of the text: flags" },
    { "half a flag", HEADER("SFRAME_F_FDE_SORTEDX", "0", "0"), "line 5 of the text: flags" },
    { "a count that is none", HEADER("NONE", "x", "0"), "line 6 of the text: not a number" },
    { "a line of a later release",
      "Contents of the SFrame section .sframe:\n  Header :\n\n    Version: SFRAME_VERSION_1\n    Flags: NONE\n"
      "    CFA fixed RA offset: -8\n",
      "line 6 of the text: not the line of the header" },
    { "a function out of turn", HEADER("NONE", "1", "1") "\n    func idx [1]: pc = 0x1100, size = 16 bytes\n" COLUMNS,
      "line 11 of the text: a function whose turn" },
    { "no columns", HEADER("NONE", "1", "1") "\n    func idx [0]: pc = 0x1100, size = 16 bytes\n",
      "line 11 of the text: no columns" },
    { "other columns", HEADER("NONE", "1", "1") "\n    func idx [0]: pc = 0x1100, size = 16 bytes\n"
      "    STARTPC         CFA       RA           \n",
      "line 12 of the text: not the titles" },
    { "an attribute", HEADER("NONE", "1", "1") "\n    func idx [0]: pc = 0x1100, size = 16 bytes, attr = S\n",
      "line 11 of the text: something behind" },
    { "a size without a number", HEADER("NONE", "1", "1") "\n    func idx [0]: pc = 0x1100, size = bytes\n",
      "line 11 of the text: not pc and size" },
    { "a row without RA", ROWS("    0000000000001100  sp+8      u\n"), "line 13 of the text: not the columns" },
    { "a row with another base", ROWS("    0000000000001100  r7+8      u         u\n"),
      "line 13 of the text: not the columns" },
    { "a fixed RA", ROWS("    0000000000001100  sp+8      u         f\n"), "line 13 of the text: not the columns" },
    { "a row with more", ROWS("    0000000000001100  sp+8      u         u         u\n"),
      "line 13 of the text: not the columns" },
    { "a short address", ROWS("    1100  sp+8      u         u\n"), "line 13 of the text: not a row" },
    { "an offset without digits", ROWS("    0000000000001100  sp+-      u         u\n"),
      "line 13 of the text: not the columns" },
    { "a place without a sign", ROWS("    0000000000001100  sp+8      c8        u\n"),
      "line 13 of the text: not the columns" },
};

int main(void)
{
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct sfr_buffer dump = { 0 };
        struct sfr_error error = { "" };
        OK(sfr_normalise_readelf(SFR_OP_DECODE, good[i].text, strlen(good[i].text), &dump, &error),
           "%s is understood (%s)", good[i].title, error.text);
        IS_TEXT(sfr_buffer_text(&dump), good[i].dump, "%s", good[i].title);
        OK(sfr_dump_check(sfr_buffer_text(&dump), dump.len, SFR_OP_DECODE, &error),
           "%s gives a dump (%s)", good[i].title, error.text);
        sfr_buffer_free(&dump);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct sfr_buffer dump = { 0 };
        struct sfr_error error = { "" };
        OK(!sfr_normalise_readelf(SFR_OP_DECODE, bad[i].text, strlen(bad[i].text), &dump, &error),
           "%s is not understood", bad[i].title);
        OK(strncmp(error.text, bad[i].message, strlen(bad[i].message)) == 0, "said of it: %s", error.text);
        sfr_buffer_free(&dump);
    }
    /* Cut inside of a line, a text is never understood. */
    const char *whole = good[4].text;
    size_t understood = 0, wrong = 0;
    for (size_t len = 0; len <= strlen(whole); len++) {
        struct sfr_buffer dump = { 0 };
        if (sfr_normalise_readelf(SFR_OP_DECODE, whole, len, &dump, NULL)) {
            understood++;
            wrong += whole[len - 1] != '\n';
        }
        sfr_buffer_free(&dump);
    }
    OK(understood > 0 && wrong == 0, "a text that is cut inside of a line is not understood");
    const struct sfr_normaliser *n = sfr_normaliser_find("readelf");
    OK(n && strcmp(n->ops, "decode") == 0 && !sfr_normaliser_find("other"), "normalisers are found by name");
    return tap_done();
}
