/* SPDX-License-Identifier: MIT */
/* Errors in recipes name the file, the line and what was expected. */
#include "support.h"

#define HEAD "title: t\nclauses: ALL-PRE-01\n"
#define GOOD HEAD "for: v2 amd64\nfunc: +0x100 size=16 standard\nexpect: accept\n"
#define LARGE HEAD "for: v2 amd64\nfunc: +0x100 size=16 standard\npcs: +0x100\nonly: lookup\nexpect: accept\n"
#define MOVED HEAD "for: v2 amd64\naddr: 0x500000\nfunc: +0x100 size=16 standard\nexpect: accept\n"
#define FUNC "func: +0x100 size=0 times=7000\n"
#define FUNCS FUNC FUNC FUNC FUNC FUNC
#define ADDED                                                      \
    "append: 00\ninsert: 00 before fdes\nappend: 00\nappend: 00\n" \
    "append: 00\ninsert: 00 before fdes\nappend: 00\nappend: 00\n"
#define TOO_MUCH "a recipe makes at most 70000 functions, 140000 rows, and 1048576 bytes of gaps"

static const struct tried_recipe wrong[] = {
    /* Lines and keys. */
    { "title t\n", "1: expected 'key: value'" },
    { "# a comment\n\ncolour: red\n",
      "3: unknown key 'colour'; expected one of title, clauses, catches, rev, for, "
      "vary, elf, addr, flags, fixed-ra, fixed-fp, aux, num-fres, fdeoff, slack, tail, func, row, order, abi, from, "
      "transform, random, pairs, parent, truncations, mutate, faults, set, cut, append, "
      "insert, pcs, sequence, second, damaged, merge, "
      "only, regs, mem, pac-mask, max, ends, encode, say, expect, also, level, open, parent-open, "
      "elsewhere, multi-fault" },
    { "title:\n", "1: expected a value after 'title:'" },
    { "title: caf\xc3\xa9\n", "1: expected printable ASCII, got byte 0xc3" },
    { "title:\tt\n", "1: expected printable ASCII, got byte 0x09" },
    { "[v2 title: t\n", "1: expected ']' after the targets" },
    { "[v2 x86] title: t\n", "1: unknown target 'x86'; expected all, v1, v2, v2e1, v2e2, v3, amd64, aarch64, "
                             "aarch64-little, aarch64-big, s390x, little, big, and after 'but' those to leave out" },
    { "for: v9\n", "1: unknown target 'v9'; expected all, v1, v2, v2e1, v2e2, v3, amd64, aarch64, aarch64-little, "
                   "aarch64-big, s390x, little, big, and after 'but' those to leave out" },
    { "for: v1\nfor: v2\n", "2: 'for' is given twice" },
    { "[v1] for: v1\n", "1: 'for' cannot be limited to some targets" },
    { "for: v1 s390x\ntitle: t\n", "1: no target of the recipe uses this line (s390x exists from v2e1 on)" },
    { "for: v3\n[v2] title: t\n", "2: no target of the recipe uses this line (s390x exists from v2e1 on)" },
    { HEAD "expect: accept\n", " expected 'for:' with targets, or a 'parent:' that has them" },
    { "vary: n = 1\n", "1: expected 'vary: NAME = VALUE...', NAME of A-Z" },
    { "vary: N 1 2\n", "1: expected 'vary: NAME = VALUE...', NAME of A-Z" },
    { "vary: N = 1\n[v3] vary: M = 2\n", "2: expected the variable N of the 'vary:' above" },
    /* What a case needs. */
    { "clauses: ALL-PRE-01\nfor: v2 amd64\nexpect: accept\n", " expected 'title:' for v2 amd64-little" },
    { HEAD "for: v2 amd64\n", " expected 'expect:' for v2 amd64-little" },
    { "title: t\nfor: v2 amd64\nexpect: accept\n", " expected 'clauses:' with at least one of profile v2" },
    { "title: t\nclauses: V3-FDE-01\nfor: v2 amd64\nexpect: accept\n",
      " expected 'clauses:' with at least one of profile v2" },
    { "title: t\nclauses: ALL-PRE-99\nfor: v2 amd64\nexpect: accept\n",
      "2: unknown clause 'ALL-PRE-99'; see ref/registers/clauses.txt" },
    { HEAD "title: u\nfor: v2 amd64\nexpect: accept\n", "3: 'title' is given twice, first in line 1" },
    { HEAD "for: v2 amd64\ncatches: 13\nexpect: accept\n", "4: expected ids of known bugs such as B13, got '13'" },
    { HEAD "for: v2 amd64\nrev: 0\nexpect: accept\n", "4: expected a revision of at least 1, got '0'" },
    { HEAD "for: v2 amd64\ntail: $N\nexpect: accept\n", "4: '$' is not followed by the variable of 'vary:'" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16 standard\nonly: lookup\nexpect: accept\n",
      "5: 'only: lookup' needs 'pcs:', 'unwind' 'regs:', 'encode' 'encode:', 'sequence' 'sequence:', "
      "'merge' 'merge:', and each allows no other question of an accepted section" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16 standard\npcs: +0x100\nonly: decode\nexpect: accept\n",
      "6: expected 'lookup', 'unwind', 'encode', 'sequence' or 'merge', got 'decode'" },
    /* Building. */
    { HEAD "for: v2 amd64\nflags: sorted,fast\nexpect: accept\n",
      "4: expected 'none' or some of sorted,frame-pointer,pcrel, got 'sorted,fast'" },
    { HEAD "for: v2 amd64\nflags: pcrel\nexpect: accept\n",
      "1: the format forbids this (a flag that the profile does not define); make it from a parent with 'set:'" },
    { HEAD "for: v2 amd64\nfixed-ra: 200\nexpect: accept\n", "4: expected an offset from -128 to 127, got '200'" },
    { HEAD "for: v2 amd64\naux: 0\nexpect: accept\n", "4: expected bytes such as '00aa' or '00*8', got '0'" },
    { HEAD "for: v2 amd64\naux: 00*256\nexpect: accept\n", "4: an auxiliary header has at most 255 bytes, got 256" },
    { HEAD "for: v2 amd64\nrow: 0 entry\nexpect: accept\n", "4: expected a 'func:' above the first 'row:'" },
    { HEAD "for: v2 amd64\nfunc: 0x100 size=16\nexpect: accept\n",
      "4: expected where the function starts, '+N' or '-N' from the section, got '0x100'" },
    { HEAD "for: v2 amd64\nfunc: +0x100 standard\nexpect: accept\n",
      "4: expected 'size=N' after the start of the function" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16 share=0\nexpect: accept\n",
      "4: there is no function 0 above to share rows with" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16\nrow: 0\nexpect: accept\n",
      "5: expected 'entry', 'saved', 'framed', 'outermost' or 'cfa=RULE'" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16\nrow: 0 cfa=rsp+8\nexpect: accept\n",
      "5: expected a rule such as sp+8, r10+0, *(cfa-16), cfa+4, r17 or same, got 'rsp+8'" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16\nrow: 0 cfa=r10+8\nexpect: accept\n",
      "5: the CFA of a default row must be sp+N or fp+N" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16\nrow: 0 cfa=sp+128 w1\nexpect: accept\n",
      "5: a word does not fit 1 bytes" },
    { HEAD "for: v2 aarch64\nfunc: +0x100 size=16\nrow: 0 cfa=sp+8 fp=*(cfa-8)\nexpect: accept\n",
      "5: AArch64 cannot save FP without RA" },
    { HEAD "for: v3 s390x\nfunc: +0x100 size=16\nrow: 0 cfa=sp+164\nexpect: accept\n",
      "5: a CFA offset of s390x must be 160 + 8n" },
    { HEAD "for: v3 amd64\nfunc: +0x100 size=16 flex\nrow: 0 cfa=cfa+8\nexpect: accept\n",
      "5: the CFA of a flexible row needs a register as its base" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16\nrow: 4 entry\nrow: 4 saved\nexpect: accept\n",
      "6: the format forbids this (the starts of rows must increase); make it from a parent with 'set:'" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16\nrow: 17 entry\nexpect: accept\n",
      "5: the format forbids this (a row starts beyond the end of its function); make it from a parent with 'set:'" },
    { HEAD "for: v2 amd64\nfunc: +0x200 size=16\nfunc: +0x100 size=16\nexpect: accept\n",
      "5: the format forbids this (the sorted flag is set, but the functions are not sorted); make it from a parent "
      "with 'set:'" },
    { HEAD "for: v2 amd64\nnum-fres: 2\nfunc: +0x100 size=16\nrow: 0 entry\nexpect: accept\n",
      "1: the format forbids this (num-fres is not the number of rows); make it from a parent with 'set:'" },
    { HEAD "for: v2 amd64\nnum-fres: 3\nfunc: +0x100 size=16 standard\nfunc: +0x110 size=16 share=0\nexpect: accept\n",
      "1: the format forbids this (num-fres is not the number of rows); make it from a parent with 'set:'" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=0x200\nrow: 0x100 entry\nexpect: accept\n",
      "5: the format forbids this (the start does not fit the FRE type); make it from a parent with 'set:'" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16 info=0x01\nexpect: accept\n",
      "4: the format forbids this (info= differs in bits with a meaning); make it from a parent with 'set:'" },
    { HEAD "for: v2e1 amd64\nfunc: +0x100 size=16\nrow: 0 outermost\nexpect: accept\n",
      "5: the format forbids this (outermost rows need errata 2 or version 3); make it from a parent with 'set:'" },
    { HEAD "for: v3 amd64\nfunc: +0x7fffffffffffffef size=17\nexpect: accept\n",
      "5: the section has the doubt 'func-range-wraps' (v3 amd64-little), which the recipe does not expect" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16 standard\nlevel: strict because\nexpect: accept\n",
      "5: expected 'refuse', 'validate' or 'strict', then 'because REASON', got 'strict because'" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16 standard\nlevel: read because it is easy\nexpect: accept\n",
      "5: expected 'refuse', 'validate' or 'strict', then 'because REASON', got 'read because it is easy'" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16 standard\nlevel: strict because of it\nexpect: accept\n",
      "6: 'also:' and 'level:' are only for rejects" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16 standard\nopen: AMB-044\nexpect: accept\n",
      "5: expected AMB-059, AMB-077, AMB-078, AMB-100, SFR-ADDRESS-WRAP, SFR-LAST-ADDRESS or SFR-LOADED-CFA, of "
      "this profile, got 'AMB-044'" },
    { HEAD "for: v1 amd64\nfunc: +0x100 size=16 standard\npcs: +0x104\nopen: AMB-077\nexpect: accept\n",
      "6: expected AMB-059, AMB-077, AMB-078, AMB-100, SFR-ADDRESS-WRAP, SFR-LAST-ADDRESS or SFR-LOADED-CFA, of "
      "this profile, got 'AMB-077'" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16 standard\nopen: AMB-077\nexpect: accept\n",
      "5: nothing depends on AMB-077 (v2 amd64-little)" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16 standard\npcs: +0x104\nopen: AMB-077\nexpect: accept\n",
      "6: nothing depends on AMB-077 (v2 amd64-little)" },
    { HEAD "for: v2 amd64\nfunc: +0x108 size=32 mask rep=16\nrow: 0 entry\nrow: 8 saved\npcs: +0x110\nexpect: accept\n",
      "8: the look-up depends on AMB-077 (v2 amd64-little); expected 'open: AMB-077', or another question" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16\nrow: 0 entry\nfunc: +0x200 size=16\nrow: 0 saved\n"
           "regs: pc=+0x104 sp=0x7000 fp=0x77\nmem: 0x7000=+0x210 0x7008=1 0x7010=1\nends: no-fde\nexpect: accept\n",
      "11: the trace depends on AMB-100 (v2 amd64-little); expected 'open: AMB-100', or another question" },
    { HEAD "for: v3 amd64\nfunc: +0x100 size=0x80000 addr4\nrow: 0 entry times=70000\n"
           "row: 70000 entry times=70000\nrow: 140000 entry\nexpect: accept\n",
      "7: " TOO_MUCH },
    { HEAD "for: v3 amd64\nfunc: +0x100 size=0x80000 addr4\nrow: 0 entry times=70000\n"
           "func: +0x90000 size=0x80000 share=0\nfunc: +0x120000 size=0x80000 share=0\nexpect: accept\n",
      "7: " TOO_MUCH },
    { HEAD "for: v3 amd64\n" FUNCS FUNCS "func: +0x100 size=0\nexpect: accept\n", "14: " TOO_MUCH },
    { HEAD "for: v3 amd64\nfunc: +0x100 size=4 gap=00*1024 times=1000\n"
           "func: +0x4000 size=4 gap=00*1024 times=24\nfunc: +0x5000 size=4 gap=00\nexpect: accept\n",
      "6: " TOO_MUCH },
    { HEAD "for: v2 amd64\nvary: F = none: x:+0x100\nfunc: $F\nexpect: accept\n",
      "5: expected a value after 'func:'; the variable is empty" },
    { HEAD "for: v2 amd64\nvary: F = none: x:+0x100\nfunc: +0x100 size=1 standard\npcs: $F $F\nexpect: accept\n",
      "6: expected a value after 'pcs:'; the variable is empty" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16 gap=00 gap=00\nexpect: accept\n", "4: 'gap=' is given twice" },
    { HEAD "for: v2 amd64\nfunc: +0x80000000 size=16 standard\nexpect: accept\n",
      "4: the start of the function does not fit 32 bits" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16 standard\norder: 0 1\nexpect: accept\n",
      "5: expected each of the 1 functions above once, by number from 0" },
    /* Expectations that the model contradicts. */
    { HEAD "for: v2 amd64\naux: 00\nexpect: accept\n",
      "5: the section has the doubt 'aux-header-present' (v2 amd64-little), which the recipe does not expect" },
    { HEAD "clauses: ALL-HDR-12\nfor: v2 amd64\naux: 00\nexpect: policy AMB-032 doubt fdeoff-not-zero\n",
      "6: the section has the doubt 'aux-header-present' (v2 amd64-little), which the recipe does not expect" },
    { HEAD "clauses: ALL-HDR-07\nfor: v2 amd64\nexpect: policy AMB-044 doubt aux-header-present\n",
      "5: the section does not have the doubt 'aux-header-present' (v2 amd64-little)" },
    { HEAD "for: v2 amd64\naux: 00\nexpect: policy AMB-044 doubt aux-header-present\n",
      "5: 'aux-header-present' breaks no clause of this recipe in v2; expected one of ALL-HDR-07" },
    { HEAD "for: v3 amd64\nexpect: policy AMB-002\n", "4: policy AMB-002 does not apply to profile v3" },
    { HEAD "for: v2 amd64\nexpect: policy AMB-999\n", "4: unknown policy 'AMB-999'; see ref/registers/policies.txt" },
    { HEAD "for: v2 amd64\nexpect: policy AMB-044 doubt bad-magic\n",
      "4: 'bad-magic' is not a doubt of ref/registers/faults.txt" },
    { HEAD "for: v2 amd64\nexpect: maybe\n",
      "4: expected 'accept', 'reject CLASS at FIELD', 'policy ID', 'refuse NAME' or 'error NAME', got "
      "'maybe'" },
    { HEAD "for: v2 amd64\nexpect: reject bad-magic\n", "4: expected 'reject CLASS at FIELD' or '... at FIRST..LAST'" },
    { HEAD "for: v2 amd64\nexpect: reject bad-smell at hdr\n",
      "4: unknown fault class 'bad-smell'; see ref/registers/faults.txt" },
    { HEAD "for: v2 amd64\nexpect: reject zero-tail at hdr\n",
      "4: 'zero-tail' is a doubt; expected a violation, or 'policy'" },
    { HEAD "for: v2 amd64\nexpect: reject bad-magic at hdr.magic\n",
      "4: a reject needs a 'parent:', so that its fault is known" },
    { HEAD "for: v2 amd64\nparent-open: why\nexpect: accept\n",
      "5: 'parent-open:' and 'elsewhere:' are only for rejects of a section" },
    { HEAD "for: v2 amd64\nelsewhere: why\nexpect: accept\n",
      "5: 'parent-open:' and 'elsewhere:' are only for rejects of a section" },
    { HEAD "for: v2 amd64\nmulti-fault: many\nexpect: accept\n", "5: 'multi-fault:' is only for rejects" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16\nrow: 0 entry\nfunc: +0x104 size=16\nrow: 0 entry\npcs: +0x105\n"
           "clauses: ALL-LKP-01\nexpect: policy AMB-023 doubt func-overlap\n",
      "6: PC 0x400105 lies in this function and in function 0" },
};

/* Recipes beside a good one, t/base. */
static const struct tried_recipe wrong_children[] = {
    { HEAD "parent: t/other\nset: hdr.magic = 0\nexpect: reject bad-magic at hdr.magic\n",
      " makes no case: its parent has no case for any target of `for:`" },
    { HEAD "for: v1 amd64\nparent: t/base\nset: hdr.magic = 0\nexpect: reject bad-magic at hdr.magic\n",
      "4: no accept or policy case 'v1/amd64-little/t/base'" },
    { HEAD "parent: t/base of v1\nset: hdr.magic = 0\nexpect: reject bad-magic at hdr.magic\n",
      "3: expected 'AREA/NAME' or 'AREA/NAME as PROFILE', got 't/base of v1'" },
    { HEAD "parent: t/base\nexpect: reject bad-magic at hdr.magic\n",
      "3: expected 'set:', 'cut:', 'append:', 'insert:' or 'say:' with a parent" },
    { HEAD "for: v2 amd64\nset: hdr.magic = 0\nexpect: accept\n", "4: a change needs a 'parent:'" },
    { HEAD "parent: t/base\naux: 00\nset: hdr.magic = 0\nexpect: reject bad-magic at hdr.magic\n",
      "3: a section comes from a parent or is built, not both" },
    { HEAD "parent: t/base\nset: hdr.flags = 1\nexpect: accept\n",
      "5: only a reject has a 'parent:'; build this section, so that its meaning is known" },
    { HEAD "parent: t/base\n" ADDED ADDED "append: 00\nexpect: reject bad-magic at hdr.magic\n",
      "20: a recipe has at most 16 lines 'append:' and 'insert:'" },
    { HEAD "parent: t/base\nset: hdr.colour = 0\nexpect: reject bad-magic at hdr.magic\n",
      "4: the section has no field 'hdr.colour'" },
    { HEAD "parent: t/base\nset: hdr.magic = 0\nalso: bad-magic\nexpect: reject bad-magic at hdr.magic\n",
      "5: expected 'CLASS at FIELD', '... at FIRST..LAST', '... at FIRST..LAST trimmed' or '... at 0xSTART-0xEND'" },
    { HEAD "parent: t/base\nset: hdr.magic = 0\nalso: zero-tail at tail\nexpect: reject bad-magic at hdr.magic\n",
      "5: 'zero-tail' is a doubt; expected a violation, or 'policy'" },
    { HEAD "parent: t/base\nset: hdr.magic = 0\nalso: bad-abi at hdr.colour\nexpect: reject bad-magic at hdr.magic\n",
      "5: the section has no field 'hdr.colour'" },
    { HEAD "parent: t/base\nset: hdr.magic = 0\nalso: bad-abi at 0x36-0x38\nexpect: reject bad-magic at hdr.magic\n",
      "5: the section ends before these bytes" },
    { HEAD "parent: t/base\nset: hdr.magic = 0\nalso: bad-magic at hdr.magic\nexpect: reject bad-magic at hdr.magic\n",
      "5: this is what 'expect:' says already" },
    { HEAD "parent: t/base\nset: hdr = 0\nexpect: reject bad-magic at hdr.magic\n",
      "4: 'hdr' is a group of fields; expected one that holds a number" },
    { HEAD "parent: t/base\nset: hdr.magic = 0x10000\nexpect: reject bad-magic at hdr.magic\n",
      "4: the value does not fit the 16 bits of 'hdr.magic'" },
    { HEAD "parent: t/base\nset: hdr.magic = 0\nexpect: reject bad-magic at fre[0][9].info\n",
      "5: the section has no field 'fre[0][9].info'" },
    { HEAD "parent: t/base\nset: fde[].start = 0\nexpect: reject bad-magic at hdr.magic\n",
      "4: the section has no field 'fde[].start'" },
    { HEAD "parent: t/base\nset: fde[x].start = 0\nexpect: reject bad-magic at hdr.magic\n",
      "4: the section has no field 'fde[x].start'" },
    { HEAD "parent: t/base\nset: fde[4294967296].start = 0\nexpect: reject bad-magic at hdr.magic\n",
      "4: the section has no field 'fde[4294967296].start'" },
    { HEAD "parent: t/base\nset: fre[0][1][2].word[3] = 0\nexpect: reject bad-magic at hdr.magic\n",
      "4: the section has no field 'fre[0][1][2].word[3]'" },
    { HEAD "parent: t/base\nset: fre[0][1].word[2] = 0\nexpect: reject bad-magic at hdr.magic\n",
      "4: the section has no field 'fre[0][1].word[2]'" },
    { HEAD "parent: t/base\nset: fre[0][1].info.count = -9\nexpect: reject bad-magic at hdr.magic\n",
      "4: the value does not fit the 4 bits of 'fre[0][1].info.count'" },
    { HEAD "parent: t/base\nset: hdr.magic = 0xdee2\nexpect: reject bad-magic at hdr.magic\n",
      "4: 'hdr.magic' already has this value; nothing changes" },
    { HEAD "parent: t/base\nset: hdr.flags |= 1\nexpect: reject undefined-flag at hdr.flags\n",
      "4: 'hdr.flags' already has this value; nothing changes" },
    { HEAD "parent: t/base\nset: hdr.magic == 0\nexpect: reject bad-magic at hdr.magic\n",
      "4: expected 'FIELD = NUMBER' (or +=, -=, |=), got 'hdr.magic == 0'" },
    { HEAD "parent: t/base\nset: hdr.magic * 0\nexpect: reject bad-magic at hdr.magic\n",
      "4: expected 'FIELD = NUMBER' (or +=, -=, |=), got 'hdr.magic * 0'" },
    { HEAD "parent: t/base\ncut: 55\nexpect: reject bad-magic at hdr.magic\n", "4: nothing to cut" },
    { HEAD "parent: t/base\ncut: -56\nexpect: reject bad-magic at hdr.magic\n", "4: the section has only 55 bytes" },
    { HEAD "parent: t/base\ncut: past hdr\nexpect: reject bad-magic at hdr.magic\n",
      "4: expected a length, '-N' for N bytes less, 'before FIELD' or 'after FIELD'" },
    { HEAD "parent: t/base\ncut: 28\nexpect: reject bad-magic at fde[0].start\n",
      "5: the section has no field 'fde[0].start'" },
    { HEAD "parent: t/base\nset: hdr.magic = 0\nexpect: reject bad-magic at fde[0]..hdr.magic\n",
      "5: 'hdr.magic' lies before 'fde[0]'" },
    { HEAD "parent: t/base\nset: hdr.magic = 0\nexpect: reject bad-magic at hdr.magic\n",
      "5: 'bad-magic' breaks no clause of this recipe in v2; expected one of ALL-PRE-02" },
    { HEAD "parent: t/large\nset: hdr.magic = 0\nexpect: reject bad-magic at hdr.magic\n",
      "3: 't/large' has only look-ups, so it cannot be a parent" },
    { HEAD "parent: t/moved\nset: hdr.magic = 0\npcs: +0\nexpect: reject bad-magic at hdr.magic\n",
      "3: look-ups and traces of a reject need a parent at 0x400000 and not in an ELF file" },
    { HEAD "parent: t/base\nset: hdr.magic = 0\nregs: pc=+0 sp=0 fp=0\nends: no-fde\nexpect: reject bad-magic at "
           "hdr.magic\n",
      "6: a rejected section gives no trace, which could end" },
};

int main(void)
{
    struct gen_corpus corpus;
    struct recipe_text one[] = { { "t/case.recipe", NULL } };
    struct recipe_text all[] = {
        { "t/case.recipe", NULL }, { "t/base.recipe", GOOD }, { "t/large.recipe", LARGE }, { "t/moved.recipe", MOVED }
    };
    TRY(wrong, one);
    TRY(wrong_children, all);
    const struct recipe_text same[] = {
        { "t/a-1.recipe", GOOD },
        { "t/a.recipe", HEAD "vary: N = 1 2\nfor: v2 amd64\nfunc: +0x100 size=1$N standard\nexpect: accept\n" },
    };
    IS_TEXT(make(same, 2, &corpus),
            "gen/recipes/t/a.recipe:1: duplicate id 'v2/amd64-little/t/a-1', which "
            "gen/recipes/t/a-1.recipe makes too\n",
            "two recipes make the same id");
    const struct recipe_text misnamed = { "t/Case.recipe", GOOD };
    IS_TEXT(make(&misnamed, 1, &corpus),
            "gen/recipes/t/Case.recipe: expected the name AREA/NAME.recipe, of a-z, 0-9, '-' and '.'\n",
            "a file's name");
    const struct recipe_text good = { "t/base.recipe", GOOD };
    IS_TEXT(make(&good, 1, &corpus), "", "a good recipe");
    IS_U64(corpus.num_files, 3, "makes a section, a case and the index");
    const struct recipe_text asked[] = {
        { "t/base.recipe", GOOD },
        { "t/case.recipe", "title: t\nclauses: ALL-PRE-02\nparent: t/base\nset: hdr.magic = 0\npcs: +0\nonly: lookup\n"
                           "regs: pc=+0 sp=0 fp=0\nexpect: reject bad-magic at hdr.magic\n" },
    };
    IS_TEXT(make(asked, 2, &corpus), "", "a reject can be asked for rows and frames");
    IS_U64(corpus.num_files, 6, "with one section for both questions");
    IS_TEXT(corpus.entries[1].id, "v2/amd64-little/t/case-lookup", "one looks up");
    OK(strstr(gen_case_text(&pool, corpus.entries[2].made, GEN_UNWIND),
              "op: unwind\nregs: pc=0x400000 sp=0x0 fp=0x0\nexpect: reject\nlevel: refuse\nclass: bad-magic\n"),
       "the other asks for frames, and expects a reject");
    const struct recipe_text large = { "t/large.recipe", LARGE };
    IS_TEXT(make(&large, 1, &corpus), "", "a recipe of a large section");
    IS_U64(corpus.num_entries, 1, "makes one case");
    IS_TEXT(corpus.entries[0].id, "v2/amd64-little/t/large-lookup", "which looks up");
    IS_U64(corpus.num_files, 3, "with its section and the index");
    return done();
}
