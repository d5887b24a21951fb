/* SPDX-License-Identifier: MIT */
/* Wrong recipes of look-ups in a row, and of merges. The corpus has right ones. */
#include "support.h"

#define HEAD "title: t\nclauses: ALL-LKP-01 ALL-FDI-06 ALL-FRE-03 ALL-FRE-04 V3-FDE-12\n"
#define FOR "for: v3 amd64\n"
#define FUNC HEAD FOR "func: +0x100 size=16\n  row: 0 entry\n"
#define OTHER \
    HEAD FOR  \
        "addr: 0x10000\nfunc: +0x100 size=8\n  row: 4 cfa=fp+24\nexpect: policy AMB-072 doubt first-fre-not-at-zero\n"
#define SECOND HEAD FOR "addr: 0x10000\nfunc: +0x100 size=8\n  row: 0 cfa=fp+24\nexpect: accept\n"
#define PARENT HEAD FOR "func: +0x100 size=16\n  row: 0 entry\nfunc: +0x110 size=16\n  row: 0 entry\nexpect: accept\n"
#define DAMAGE HEAD "parent: t/parent\nset: fde[1].info.fretype = 3\n"
#define REJECT "expect: reject bad-fre-type at fde[1].info\n"
static const struct tried_recipe wrong[] = {
    { FUNC "sequence: +0x104\nexpect: accept\n", "6: expected two or more PCs" },
    { FUNC "sequence: +0x104 here\nexpect: accept\n",
      "6: expected '+OFFSET' from the section or an address, perhaps after '2:'" },
    { FUNC "sequence: +0x104 3:+0x104\nexpect: accept\n",
      "6: expected '+OFFSET' from the section or an address, perhaps after '2:'" },
    { FUNC "sequence: +0x104 2:+0x104\nexpect: accept\n",
      "6: expected 'second:' and PCs of both sections, or no PC with '2:'" },
    { FUNC "second: t/second\nsequence: +0x104 +0x108\nexpect: accept\n",
      "6: expected 'second:' and PCs of both sections, or no PC with '2:'" },
    { FUNC "second: t/second\nsequence: 2:+0x104 2:+0x108\nexpect: accept\n",
      "6: expected 'second:' and PCs of both sections, or no PC with '2:'" },
    { FUNC "second: t/second\nexpect: accept\n", "6: expected a 'sequence:' or 'regs:'" },
    { FUNC "second: t/none\nsequence: +0x104 2:+0x104\nexpect: accept\n",
      "6: no accept case 'v3/amd64-little/t/none' with a section" },
    { FUNC "second: t/open\nsequence: +0x104 2:+0x104\nexpect: accept\n",
      "6: no accept case 'v3/amd64-little/t/open' with a section" },
    { FUNC "sequence: +0x104 +0x108\ndamaged: +0x104\nexpect: accept\n",
      "7: 'damaged:' is only for rejects of a section" },
    { FUNC "sequence: +0x104 +0x108\nonly: lookup\nexpect: accept\n", "7: 'only: lookup' needs 'pcs:'" },
    { FUNC "pcs: +0x104\nsequence: +0x104 +0x108\nonly: sequence\nexpect: accept\n", "8: 'only: lookup' needs 'pcs:'" },
    { HEAD FOR "elf: exec\nfunc: +0x100 size=16\n  row: 0 entry\nsequence: +0x104 +0x108\nexpect: accept\n",
      "4: a section in an ELF file is only decoded" },
    { HEAD FOR "func: +0x100 size=16\n  row: 0 entry\nfunc: +0x110 size=16 signal\nsequence: +0x110 +0x100\n"
               "expect: policy AMB-090 doubt signal-without-fres\n",
      NULL },
    { DAMAGE "sequence: +0x110 +0x100\n" REJECT, "5: expected 'damaged:' with the PCs that have no answer" },
    { DAMAGE "damaged: +0x110\n" REJECT, "5: expected a PC that 'sequence:' above asks of the first section" },
    { DAMAGE "sequence: +0x110 +0x100\ndamaged: +0x111\n" REJECT,
      "6: expected a PC that 'sequence:' above asks of the first section" },
    { DAMAGE "second: t/second\nsequence: +0x110 2:+0x104\ndamaged: 2:+0x104\n" REJECT,
      "7: expected a PC that 'sequence:' above asks of the first section" },
    { DAMAGE "sequence: +0x200 +0x100\ndamaged: +0x200\n" REJECT, "6: PC 0x400200 is in no function of the parent" },
    { HEAD "parent: t/parent\nset: fre[1][0].start = 16\nsequence: +0x110 +0x100\ndamaged: +0x110\n"
           "expect: reject fre-start-beyond-function at fre[1][0].start\n",
      "5: 'fre-start-beyond-function' is not of level refuse, so readers may go on" },
    /* Merges with t/second, at 0x10000, and with t/open. */
    { FUNC "merge: t/second policy AMB-001\nexpect: accept\n",
      "6: expected 'AREA/NAME', optionally followed by 'policy SFR-MERGE-FIXED'" },
    { FUNC "merge: t/open\nexpect: accept\n", "6: no accept case 'v3/amd64-little/t/open' with a section" },
    { FUNC "merge: t/second\nsequence: +0x104 +0x108\nexpect: accept\n",
      "6: expected no 'sequence:' or 'regs:' beside it" },
    { FUNC "merge: t/second policy SFR-MERGE-FIXED\nexpect: accept\n", "6: the fixed offsets are the same" },
    { HEAD FOR "fixed-fp: -16\nmerge: t/second\nexpect: accept\n", "5: the fixed offsets differ" },
    { HEAD FOR "flags: none\nmerge: t/second\nexpect: accept\n",
      "5: the sections have other fixed offsets of RA, or other kinds of starts" },
    { HEAD FOR "addr: 0xff00\nfunc: +0x1f8 size=16\n  row: 0 entry\nmerge: t/second\nexpect: accept\n",
      "5: this function overlaps one of the other section" },
    { HEAD FOR "func: +0x7ffffffffffffd00 size=16\n  row: 0 entry\nmerge: t/second\nexpect: accept\n",
      "6: the functions lie too far apart for one section" },
    { HEAD FOR "elf: exec\nfunc: +0x100 size=16\n  row: 0 entry\nmerge: t/second\nexpect: accept\n",
      "7: expected a section with one open question at most, or rejected by its fault" },
    { DAMAGE "multi-fault: two\nsequence: +0x110 +0x100\ndamaged: +0x110\n" REJECT,
      "6: 'sequence:' is only for a reject with one fault of a section" },
};

int main(void)
{
    /* A second section is found in whatever order the recipes come. */
    TRY(wrong, { "t/open.recipe", OTHER }, { "t/parent.recipe", PARENT }, { "t/second.recipe", SECOND });
    return done();
}
