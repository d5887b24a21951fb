/* SPDX-License-Identifier: MIT */
/* Wrong texts for the parser of the canonical dump, with the place of each error and the expected
   text there. */
#ifndef SFR_TESTS_PARSE_ERRORS_H
#define SFR_TESTS_PARSE_ERRORS_H

#include <stdio.h>
#include <string.h>

/* Three texts to put a wrong line into. */
static const char *const plain[] = {
    "sframe-dump 1\n",
    "section version=2 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=2 fres=3 fre-len=11\n",
    "fde 0 start=0x100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=2\n",
    "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0\n",
    "fre 0.1 at=0x4 cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16) mangled=0\n",
    "fde 1 start=0x110 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1\n",
    "fre 1.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=*(cfa-16) mangled=0\n",
};
static const char *const with_layout[] = {
    "sframe-dump 1\n",
    ("section version=2 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=2 fdes=1 fres=1 fre-len=4"
     " fdeoff=0 freoff=20 aux-bytes=00ff tail=0\n"),
    ("fde 0 start=0x100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1 info=0x0 info2=0x0 pad=0x0"
     " off=0\n"),
    "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=*(cfa-16) mangled=0 info=0x5 words=8,-16\n",
};
static const char *const version3[] = {
    "sframe-dump 1\n",
    "section version=3 endian=big abi=aarch64-be flags=none fixed-fp=0 fixed-ra=0 aux=0 fdes=1 fres=1 fre-len=8\n",
    "fde 0 start=0x0 size=0x10 pc=inc fre=addr1 type=flex key=b signal=1 rep=0 fres=1\n",
    "fre 0.0 at=0x0 cfa=*(sp+8) ra=r1 fp=same mangled=0\n",
};

/* Every number as large as it may be, and nothing but the header. */
static const char *const largest[] = {
    "sframe-dump 1\n",
    ("section version=2 endian=little abi=amd64 flags=sorted,frame-pointer,pcrel fixed-fp=127 fixed-ra=-128 aux=0"
     " fdes=1 fres=1 fre-len=4294967295 fdeoff=4294967295 freoff=4294967295 aux-bytes=- tail=18446744073709551615\n"),
    ("fde 0 start=0xffffffffffffffff size=0xffffffff pc=mask fre=addr4 type=default key=a signal=0 rep=255 fres=1"
     " info=0xff info2=0xff pad=0xffff off=4294967295\n"),
    ("fre 0.0 at=0xffffffff cfa=r4294967295+9223372036854775807 ra=*(cfa-9223372036854775808) fp=r4294967295 mangled=1"
     " info=0xdf words=2147483647,-2147483648,0,1,2,3,4,5,6,7,8,9,10,11,12\n"),
};
static const char *const header_only[] = {
    "sframe-dump 1\n",
    "section version=2 endian=little abi=amd64 flags=none fixed-fp=0 fixed-ra=-8 aux=0 fdes=0 fres=0 fre-len=0\n",
};

static const char nat8[] = "a decimal number from 0 to 255";
static const char nat32[] = "a decimal number below 2^32";
static const char hex8[] = "a number from 0x0 to 0xff";
static const char hex32[] = "a hexadecimal number (0x...) below 2^32";
static const char hex64[] = "a hexadecimal number (0x...) below 2^64";
static const char int8[] = "a number from -128 to 127";
static const char rule[] = "none, same, undefined, REG, REG+N, cfa+N, *(REG+N) or *(cfa+N), where REG is sp, fp or rN";
static const char offset[] = "an offset (+0, +N or -N)";
static const char cfa_rule[] = "a CFA rule (REG+N, REG-N, *(REG+N), *(REG-N) or none)";
static const char other_rule[] = "a rule other than none and undefined, as there is a CFA rule";
static const char no_cfa[] = "ra=undefined fp=none, as there is no CFA rule";
static const char its_name[] = "sp or fp, which is the name of this register";
static const char word[] = "a word of the size and count that info= says";
static const char info_word[] = "an info word (0x0 to 0xff) whose size code is not 3";
static const char aux_digits[] = "two hexadecimal digits for each byte that aux= counts";
static const char fde_number[] = "the next number of an fde line, counted from 0";
static const char fre_number[] = "the next number of an fre line, counted from 0";
static const char end_of_text[] = "the end of the text: fdes= and fres= count no more lines";
static const char fres_left[] = "a decimal number, at most what is left of the section's fres=";

/* In line `line` (from 1) of a text, `to` comes in the place of `from`, or of the whole line if that is NULL. A `^`
   marks the place of the error. */
struct error_case {
    const char *title;
    int line;
    const char *from, *to;
    const char *expected;
};

static const struct error_case plain_errors[] = {
    { "another document", 1, "sframe-dump 1", "^sframe-dump", "sframe-dump 1" },
    { "another version of the dump", 1, "1", "1^0", "end of line" },
    { "a space before the text", 1, "sframe-dump", "^ sframe-dump", "sframe-dump 1" },
    { "carriage return", 1, "1", "1^\r", "end of line" },
    { "blank line", 1, "1\n", "1\n^\n", "section version=" },
    { "comment", 2, "section", "^#", "section version=" },
    { "a look-up", 2, "section", "^pc", "section version=" },
    { "version 0", 2, "version=2", "version=^0", "version 1, 2 or 3" },
    { "version 4", 2, "version=2", "version=^4", "version 1, 2 or 3" },
    { "version 22", 2, "version=2", "version=2^2", " endian=" },
    { "two spaces", 2, "version=2", "version=2^ ", " endian=" },
    { "a tab", 2, "version=2", "version=2^\tendian=little", " endian=" },
    { "upper case", 2, "endian=little", "endian=^LITTLE", "little or big" },
    { "an ABI that does not exist", 2, "abi=amd64", "abi=^x86", "aarch64-be, aarch64-le, amd64 or s390x" },
    { "an ABI's number", 2, "abi=amd64", "abi=^3", "aarch64-be, aarch64-le, amd64 or s390x" },
    { "unobservable", 2, "abi=amd64", "abi=^?", "aarch64-be, aarch64-le, amd64 or s390x" },
    { "keys in another order", 2, "version=2 endian=little", "version=2^ abi=amd64", " endian=" },
    { "no flags", 2, "flags=sorted", "flags=^", "none, or sorted, frame-pointer, pcrel in this order" },
    { "flags in another order", 2, "flags=sorted", "flags=pcrel^,sorted", " fixed-fp=" },
    { "a flag twice", 2, "flags=sorted", "flags=sorted^,sorted", " fixed-fp=" },
    { "none and a flag", 2, "flags=sorted", "flags=none^,sorted", " fixed-fp=" },
    { "comma without a flag", 2, "flags=sorted", "flags=sorted^,", " fixed-fp=" },
    { "fixed FP 128", 2, "fixed-fp=0", "fixed-fp=^128", int8 },
    { "fixed FP -129", 2, "fixed-fp=0", "fixed-fp=^-129", int8 },
    { "fixed FP -0", 2, "fixed-fp=0", "fixed-fp=^-0", int8 },
    { "fixed FP +1", 2, "fixed-fp=0", "fixed-fp=^+1", int8 },
    { "fixed RA without a number", 2, "fixed-ra=-8", "fixed-ra=^-", int8 },
    { "fixed RA -08", 2, "fixed-ra=-8", "fixed-ra=^-08", int8 },
    { "256 auxiliary bytes", 2, "aux=0", "aux=^256", nat8 },
    { "2^32 functions", 2, "fdes=2", "fdes=^4294967296", nat32 },
    { "a huge number", 2, "fres=3", "fres=^18446744073709551616", nat32 },
    { "a number past all bounds", 2, "fre-len=11", "fre-len=^99999999999999999999999999999999999999999999999999",
      nat32 },
    { "a leading zero", 2, "fdes=2", "fdes=^02", nat32 },
    { "hexadecimal", 2, "fdes=2", "fdes=0^x2", " fres=" },
    { "a space at the end of a line", 2, "fre-len=11", "fre-len=11^ ", "end of line" },
    { "the section's first line only", 3, "fde", "^section", "fde " },
    { "number of the first function", 3, "0", "^1", fde_number },
    { "number of the second function", 6, "1", "^2", fde_number },
    { "function number with a leading zero", 3, "0", "^00", fde_number },
    { "number without 0x", 3, "start=0x100", "start=^100", hex64 },
    { "upper-case digits", 3, "start=0x100", "start=0xa^F", " size=" },
    { "upper-case digits only", 3, "start=0x100", "start=^0xFF", hex64 },
    { "upper-case X", 3, "start=0x100", "start=^0X10", hex64 },
    { "0x without digits", 3, "start=0x100", "start=^0x", hex64 },
    { "hexadecimal with a leading zero", 3, "start=0x100", "start=^0x0100", hex64 },
    { "an address of 65 bits", 3, "start=0x100", "start=^0x10000000000000000", hex64 },
    { "a size of 33 bits", 3, "size=0x10", "size=^0x100000000", hex32 },
    { "another PC type", 3, "pc=inc", "pc=^step", "inc or mask" },
    { "a longer word", 3, "pc=inc", "pc=inc^l", " fre=" },
    { "another FRE type", 3, "fre=addr1", "fre=^addr3", "addr1, addr2 or addr4" },
    { "flexible in version 2", 3, "type=default", "type=^flex", "default, or in version 3 flex" },
    { "key B on AMD64", 3, "key=a", "key=^b", "a, or for AArch64 b" },
    { "signal frame in version 2", 3, "signal=0", "signal=^1", "0, or in version 3 1" },
    { "block size 256", 3, "rep=0", "rep=^256", "a decimal number from 0 to 255, in version 1 0" },
    { "more rows than the section has", 3, "fres=2", "fres=^4", fres_left },
    { "more rows than the section has left", 6, "fres=1", "fres=^2", fres_left },
    { "a layout key without the others", 3, "fres=2", "fres=2^ info=0x0", "end of line" },
    { "row of another function", 4, "0.0", "^1.0", "the number of the fde line above" },
    { "rows out of sequence", 5, "0.1", "0.^2", fre_number },
    { "a row number with a leading zero", 5, "0.1", "0.^01", fre_number },
    { "no dot", 4, "0.0", "0^", "." },
    { "a row where a function is due", 6, "fde", "^fre", "fde " },
    { "a function where a row is due", 5, "fre", "^fde", "fre " },
    { "a row too many", 7, "mangled=0\n", "mangled=0\n^fre 1.1 at=0x1\n", end_of_text },
    { "an empty line at the end", 7, "mangled=0\n", "mangled=0\n^\n", end_of_text },
    { "a NUL at the end", 7, "mangled=0\n", "mangled=0\n^@", end_of_text },
    { "no newline at the end", 7, "mangled=0\n", "mangled=0^", "end of line" },
    { "a row is missing", 7, NULL, "^", "fre " },
    { "a row start of 33 bits", 4, "at=0x0", "at=^0x100000000", hex32 },
    { "another rule", 4, "cfa=sp+8", "cfa=^esp+8", rule },
    { "no rule", 4, "cfa=sp+8", "cfa=^", rule },
    { "a register without its number", 4, "cfa=sp+8", "cfa=r^+8", "a register number below 2^32" },
    { "sp by its number", 4, "cfa=sp+8", "cfa=^r7+8", its_name },
    { "fp by its number", 4, "cfa=sp+8", "cfa=*(^r6+8)", its_name },
    { "register 2^32", 4, "cfa=sp+8", "cfa=r^4294967296+8", "a register number below 2^32" },
    { "register 01", 4, "cfa=sp+8", "cfa=r^01+8", "a register number below 2^32" },
    { "offset -0", 4, "cfa=sp+8", "cfa=sp^-0", offset },
    { "offset +00", 4, "cfa=sp+8", "cfa=sp^+00", offset },
    { "offset +08", 4, "cfa=sp+8", "cfa=sp^+08", offset },
    { "offset 2^63", 4, "cfa=sp+8", "cfa=sp^+9223372036854775808", offset },
    { "offset below -2^63", 4, "cfa=sp+8", "cfa=sp^-9223372036854775809", offset },
    { "a loaded rule without an offset", 4, "cfa=sp+8", "cfa=*(sp^)", offset },
    { "a rule without its end", 4, "cfa=sp+8", "cfa=*(sp+8^", ")" },
    { "the CFA alone", 4, "ra=*(cfa-8)", "ra=cfa^", offset },
    { "a CFA without an offset", 4, "cfa=sp+8", "cfa=^sp", cfa_rule },
    { "a CFA from the CFA", 4, "cfa=sp+8", "cfa=^cfa+8", cfa_rule },
    { "a CFA loaded from the CFA", 4, "cfa=sp+8", "cfa=^*(cfa+8)", cfa_rule },
    { "an unchanged CFA", 4, "cfa=sp+8", "cfa=^same", cfa_rule },
    { "an undefined CFA", 4, "cfa=sp+8", "cfa=^undefined", cfa_rule },
    { "RA undefined beside a CFA", 4, "ra=*(cfa-8)", "ra=^undefined", other_rule },
    { "no RA beside a CFA", 4, "ra=*(cfa-8)", "ra=^none", other_rule },
    { "no FP beside a CFA", 4, "fp=same", "fp=^none", other_rule },
    { "FP undefined", 4, "fp=same", "fp=^undefined", other_rule },
    { "RA without a CFA", 4, "cfa=sp+8", "cfa=none ra=^same", no_cfa },
    { "FP without a CFA", 4, "cfa=sp+8", "cfa=none ra=undefined fp=^same", no_cfa },
    { "a register with +0", 4, "ra=*(cfa-8)", "ra=^r3+0", "the register without +0" },
    { "fp with +0", 4, "fp=same", "fp=^fp+0", "the register without +0" },
    { "another bit", 4, "mangled=0", "mangled=^2", "0 or 1" },
    { "text after a bit", 4, "mangled=0", "mangled=^01", "0 or 1" },
};

static const struct error_case layout_errors[] = {
    { "no auxiliary bytes", 2, "aux-bytes=00ff", "aux-bytes=^-", aux_digits },
    { "an auxiliary byte missing", 2, "aux-bytes=00ff", "aux-bytes=00^", aux_digits },
    { "half an auxiliary byte", 2, "aux-bytes=00ff", "aux-bytes=00^f", aux_digits },
    { "a wrong first digit", 2, "aux-bytes=00ff", "aux-bytes=00^g0", aux_digits },
    { "a wrong second digit", 2, "aux-bytes=00ff", "aux-bytes=00^0g", aux_digits },
    { "upper-case auxiliary bytes", 2, "aux-bytes=00ff", "aux-bytes=00^FF", aux_digits },
    { "an auxiliary byte too many", 2, "aux-bytes=00ff", "aux-bytes=00ff^00", " tail=" },
    { "auxiliary bytes of none", 2, "aux=2", "aux=0 fdes=1 fres=1 fre-len=4 fdeoff=0 freoff=20 aux-bytes=^00", "-" },
    { "half the layout keys", 2, "fdeoff=0 freoff=20 aux-bytes=00ff tail=0", "fdeoff=0^", " freoff=" },
    { "an offset of 33 bits", 2, "fdeoff=0", "fdeoff=^4294967296", nat32 },
    { "a tail of 65 bits", 2, "tail=0", "tail=^18446744073709551616", "a decimal number below 2^64" },
    { "a function without layout", 3, "fres=1 info=0x0 info2=0x0 pad=0x0 off=0", "fres=1^", " info=" },
    { "an info byte of 9 bits", 3, "info=0x0", "info=^0x100", hex8 },
    { "padding of 17 bits", 3, "pad=0x0", "pad=^0x10000", "a number from 0x0 to 0xffff" },
    { "a hexadecimal offset", 3, "off=0", "off=0^x0", "end of line" },
    { "a row without layout", 4, "mangled=0 info=0x5 words=8,-16", "mangled=0^", " info=" },
    { "size code 3", 4, "info=0x5", "info=^0x65", info_word },
    { "an info word of 9 bits", 4, "info=0x5", "info=^0x105", info_word },
    { "a word too few", 4, "words=8,-16", "words=8^", "," },
    { "a word too many", 4, "words=8,-16", "words=8,-16^,0", "end of line" },
    { "no words", 4, "words=8,-16", "words=^-", word },
    { "words of none", 4, "info=0x5", "info=0x1 words=^8", "-" },
    { "128 in a byte", 4, "words=8,-16", "words=^128,-16", word },
    { "-129 in a byte", 4, "words=8,-16", "words=8,^-129", word },
    { "32768 in two bytes", 4, "info=0x5", "info=0x25 words=^32768,-16", word },
    { "2^31 in four bytes", 4, "info=0x5", "info=0x45 words=^2147483648,-16", word },
    { "a word with a plus", 4, "words=8,-16", "words=^+8,-16", word },
};

static const struct error_case count_errors[] = {
    { "as many functions as can be counted", 2, "fdes=0 fres=0 fre-len=0\n", "fdes=4294967295 fres=0 fre-len=0\n^",
      "fde " },
    { "as many rows as can be counted", 2, "fres=0 fre-len=0\n", "fres=4294967295 fre-len=0\n^",
      "as many fre lines as the section's fres= counts" },
};

static const struct error_case version3_errors[] = {
    { "a block of a byte in version 1", 2, "version=3",
      ("version=1 endian=big abi=aarch64-be flags=none fixed-fp=0 fixed-ra=0 aux=0 fdes=1 fres=1 fre-len=8\n"
       "fde 0 start=0x0 size=0x10 pc=mask fre=addr1 type=default key=b signal=0 rep=^1"),
      "a decimal number from 0 to 255, in version 1 0" },
    { "block size in version 1", 2, "version=3",
      ("version=1 endian=big abi=aarch64-be flags=none fixed-fp=0 fixed-ra=0 aux=0 fdes=1 fres=1 fre-len=8\n"
       "fde 0 start=0x0 size=0x10 pc=mask fre=addr1 type=default key=b signal=0 rep=^16"),
      "a decimal number from 0 to 255, in version 1 0" },
    { "key c", 3, "key=b", "key=^c", "a, or for AArch64 b" },
    { "signal 2", 3, "signal=1", "signal=^2", "0, or in version 3 1" },
    { "type 2", 3, "type=flex", "type=^2", "default, or in version 3 flex" },
    { "AArch64 sp by its number", 4, "ra=r1", "ra=^r31", its_name },
    { "AArch64 fp by its number", 4, "fp=same", "fp=^r29", its_name },
    { "rows of the section that no function has", 3, "fres=1\n", "fres=0\n^fre 0.0 at=0x0\n", end_of_text },
    { "fewer rows than the section says", 2, "fres=1 fre-len=8\n",
      "fres=2 fre-len=8\n"
      "fde 0 start=0x0 size=0x10 pc=inc fre=addr1 type=flex key=b signal=1 rep=0 fres=1\n"
      "fre 0.0 at=0x0 cfa=*(sp+8) ra=r1 fp=same mangled=0\n^@",
      "as many fre lines as the section's fres= counts" },
};

/* Builds a text with one line changed, removes the `^` and returns its place. A `@` ends the text:
   it is a NUL if it follows the mark of an error at the end. */
static inline size_t change_line(char *to, size_t cap, const char *const *lines, size_t count,
                                 const struct error_case *c, size_t *len)
{
    size_t n = 0, mark = 0;

    to[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const char *line = lines[i], *from = i + 1 != (size_t)c->line ? NULL : c->from ? strstr(line, c->from) : line;
        if (from) {
            n += (size_t)snprintf(to + n, cap - n, "%.*s%s", (int)(from - line), line, c->to);
            line = from + strlen(c->from ? c->from : line);
        }
        n += (size_t)snprintf(to + n, cap - n, "%s", line);
    }
    while (mark < n && to[mark] != '^')
        mark++;
    memmove(to + mark, to + mark + 1, n - mark);
    *len = n - 1;
    return mark;
}

#endif
