/* SPDX-License-Identifier: MIT */
/* Errors in recipes name the file, the line and what was expected. */
#include "support.h"

#define HEAD "title: t\nclauses: ALL-PRE-01\n"
#define V2 HEAD "for: v2 amd64\n"
#define ACCEPT "expect: accept\n"
#define CHILD HEAD "parent: t/base\n"
#define MAGIC "set: hdr.magic = 0\n"
#define REJECT "expect: reject bad-magic at hdr.magic\n"
#define GOOD V2 "func: +0x100 size=16 standard\nexpect: accept\n"
#define LARGE V2 "func: +0x100 size=16 standard\npcs: +0x100\nonly: lookup\nexpect: accept\n"
#define MOVED V2 "addr: 0x500000\nfunc: +0x100 size=16 standard\nexpect: accept\n"
#define FUNC "func: +0x100 size=0 times=7000\n"
#define FUNCS FUNC FUNC FUNC FUNC FUNC
#define ADDED                                                      \
    "append: 00\ninsert: 00 before fdes\nappend: 00\nappend: 00\n" \
    "append: 00\ninsert: 00 before fdes\nappend: 00\nappend: 00\n"
#define TOO_MUCH "a recipe makes at most 70000 functions, 140000 rows, and 1048576 bytes of gaps"

static const struct tried_recipe wrong[] = {
    /* Lines and keys. */
    { "title t\n", "1: expected 'key: value'" },
    { "# a comment\n\ncolour: red\n", "3: unknown key 'colour'" },
    { "title:\n", "1: expected a value after 'title:'" },
    { "title: caf\xc3\xa9\n", "1: expected printable ASCII, got byte 0xc3" },
    { "title:\tt\n", "1: expected printable ASCII, got byte 0x09" },
    { "[v2 title: t\n", "1: expected ']' after the targets" },
    { "[v2 x86] title: t\n", "1: unknown target 'x86'" },
    { "for: v9\n", "1: unknown target 'v9'" },
    { "for: v1\nfor: v2\n", "2: 'for' is given twice" },
    { "[v1] for: v1\n", "1: 'for' cannot be limited to some targets" },
    { "for: v1 s390x\ntitle: t\n", "1: no target of the recipe uses this line" },
    { "for: v3\n[v2] title: t\n", "2: no target of the recipe uses this line" },
    { HEAD "expect: accept\n", " expected 'for:' with targets, or a 'parent:' that has them" },
    { "vary: n = 1\n", "1: expected 'vary: NAME = VALUE...', NAME of A-Z" },
    { "vary: N 1 2\n", "1: expected 'vary: NAME = VALUE...', NAME of A-Z" },
    { "vary: N = 1\n[v3] vary: M = 2\n", "2: expected the variable N of the 'vary:' above" },
    /* What a case needs. */
    { "clauses: ALL-PRE-01\nfor: v2 amd64\n" ACCEPT, " expected 'title:' for v2 amd64-little" },
    { V2, " expected 'expect:' for v2 amd64-little" },
    { "title: t\nfor: v2 amd64\n" ACCEPT, " expected 'clauses:' with at least one of profile v2" },
    { "title: t\nclauses: V3-FDE-01\nfor: v2 amd64\n" ACCEPT, " expected 'clauses:' with at least one of profile v2" },
    { "title: t\nclauses: ALL-PRE-99\nfor: v2 amd64\n" ACCEPT, "2: unknown clause 'ALL-PRE-99'" },
    { HEAD "title: u\nfor: v2 amd64\n" ACCEPT, "3: 'title' is given twice, first in line 1" },
    { V2 "catches: 13\n" ACCEPT, "4: expected ids of known bugs such as B13" },
    { V2 "rev: 0\n" ACCEPT, "4: expected a revision of at least 1, got '0'" },
    { V2 "tail: $N\n" ACCEPT, "4: '$' is not followed by the variable of 'vary:'" },
    { V2 "func: +0x100 size=16 standard\nonly: lookup\n" ACCEPT, "5: 'only: lookup' needs 'pcs:'" },
    { V2 "func: +0x100 size=16 standard\npcs: +0x100\nonly: decode\n" ACCEPT, "6: expected 'lookup'" },
    /* Building. */
    { V2 "flags: sorted,fast\n" ACCEPT, "4: expected 'none' or some of sorted,frame-pointer,pcrel" },
    { V2 "flags: pcrel\n" ACCEPT, "1: the format forbids this (a flag that the profile does not define)" },
    { V2 "fixed-ra: 200\n" ACCEPT, "4: expected an offset from -128 to 127" },
    { V2 "aux: 0\n" ACCEPT, "4: expected bytes such as '00aa' or '00*8'" },
    { V2 "aux: 00*256\n" ACCEPT, "4: an auxiliary header has at most 255 bytes" },
    { V2 "row: 0 entry\n" ACCEPT, "4: expected a 'func:' above the first 'row:'" },
    { V2 "func: 0x100 size=16\n" ACCEPT, "4: expected where the function starts, '+N' or '-N' from the section" },
    { V2 "func: +0x100 standard\n" ACCEPT, "4: expected 'size=N' after the start of the function" },
    { V2 "func: +0x100 size=16 share=0\n" ACCEPT, "4: there is no function 0 above to share rows with" },
    { V2 "func: +0x100 size=16\nrow: 0\n" ACCEPT, "5: expected 'entry', 'saved', 'framed', 'outermost' or 'cfa=RULE'" },
    { V2 "func: +0x100 size=16\nrow: 0 cfa=rsp+8\n" ACCEPT,
      "5: expected a rule such as sp+8, r10+0, *(cfa-16), cfa+4, r17 or same" },
    { V2 "func: +0x100 size=16\nrow: 0 cfa=r10+8\n" ACCEPT, "5: the CFA of a default row must be sp+N or fp+N" },
    { V2 "func: +0x100 size=16\nrow: 0 cfa=sp+128 w1\n" ACCEPT, "5: a word does not fit 1 bytes" },
    { HEAD "for: v2 aarch64\nfunc: +0x100 size=16\nrow: 0 cfa=sp+8 fp=*(cfa-8)\n" ACCEPT,
      "5: AArch64 cannot save FP without RA" },
    { HEAD "for: v3 s390x\nfunc: +0x100 size=16\nrow: 0 cfa=sp+164\n" ACCEPT,
      "5: a CFA offset of s390x must be 160 + 8n" },
    { HEAD "for: v3 amd64\nfunc: +0x100 size=16 flex\nrow: 0 cfa=cfa+8\n" ACCEPT,
      "5: the CFA of a flexible row needs a register as its base" },
    { V2 "func: +0x100 size=16\nrow: 4 entry\nrow: 4 saved\n" ACCEPT,
      "6: the format forbids this (the starts of rows must increase)" },
    { V2 "func: +0x100 size=16\nrow: 17 entry\n" ACCEPT,
      "5: the format forbids this (a row starts beyond the end of its function)" },
    { V2 "func: +0x200 size=16\nfunc: +0x100 size=16\n" ACCEPT,
      "5: the format forbids this (the sorted flag is set, but the functions are not sorted)" },
    { V2 "num-fres: 2\nfunc: +0x100 size=16\nrow: 0 entry\n" ACCEPT,
      "1: the format forbids this (num-fres is not the number of rows)" },
    { V2 "num-fres: 3\nfunc: +0x100 size=16 standard\nfunc: +0x110 size=16 share=0\n" ACCEPT,
      "1: the format forbids this (num-fres is not the number of rows)" },
    { HEAD "for: v3 aarch64\nfunc: +0x100 size=1 entry\nfunc: +0x110 size=1 share=0 key-b\n" ACCEPT,
      "5: the format forbids this (functions share other rows, or another attribute)" },
    { V2 "func: +0x100 size=0\nfunc: +0x110 size=1 share=0 entry\n" ACCEPT,
      "5: the format forbids this (functions share other rows, or another attribute)" },
    { V2 "func: +0x100 size=0\nfunc: +0x110 size=1 mask share=0\n" ACCEPT,
      "5: expected 'share=N' directly after 'size=N'" },
    { V2 "func: +0x100 size=0x200\nrow: 0x100 entry\n" ACCEPT,
      "5: the format forbids this (the start does not fit the FRE type)" },
    { V2 "func: +0x100 size=16 info=0x01\n" ACCEPT,
      "4: the format forbids this (info= differs in bits with a meaning)" },
    { HEAD "for: v2e1 amd64\nfunc: +0x100 size=16\nrow: 0 outermost\n" ACCEPT,
      "5: the format forbids this (outermost rows need errata 2 or version 3)" },
    { HEAD "for: v3 amd64\nfunc: +0x7fffffffffffffef size=17\n" ACCEPT,
      "5: the section has the doubt 'func-range-wraps'" },
    { V2 "func: +0x100 size=16 standard\nlevel: strict because\n" ACCEPT,
      "5: expected 'refuse', 'validate' or 'strict', then 'because REASON'" },
    { V2 "func: +0x100 size=16 standard\nlevel: read because it is easy\n" ACCEPT,
      "5: expected 'refuse', 'validate' or 'strict', then 'because REASON'" },
    { V2 "func: +0x100 size=16 standard\nlevel: strict because of it\n" ACCEPT,
      "6: 'also:' and 'level:' are only for rejects" },
    { V2 "func: +0x100 size=16 standard\nopen: AMB-044\n" ACCEPT,
      "5: expected AMB-059, AMB-077, AMB-078, AMB-100, SFR-ADDRESS-WRAP, SFR-LAST-ADDRESS or SFR-LOADED-CFA" },
    { HEAD "for: v1 amd64\nfunc: +0x100 size=16 standard\npcs: +0x104\nopen: AMB-077\n" ACCEPT,
      "6: expected AMB-059, AMB-077, AMB-078, AMB-100, SFR-ADDRESS-WRAP, SFR-LAST-ADDRESS or SFR-LOADED-CFA" },
    { V2 "func: +0x100 size=16 standard\nopen: AMB-077\n" ACCEPT, "5: nothing depends on AMB-077 (v2 amd64-little)" },
    { V2 "func: +0x100 size=16 standard\npcs: +0x104\nopen: AMB-077\n" ACCEPT,
      "6: nothing depends on AMB-077 (v2 amd64-little)" },
    { V2 "func: +0x108 size=32 mask rep=16\nrow: 0 entry\nrow: 8 saved\npcs: +0x110\n" ACCEPT,
      "8: the look-up depends on AMB-077" },
    { V2 "func: +0x100 size=16\nrow: 0 entry\nfunc: +0x200 size=16\nrow: 0 saved\n"
         "regs: pc=+0x104 sp=0x7000 fp=0x77\nmem: 0x7000=+0x210 0x7008=1 0x7010=1\nends: no-fde\n" ACCEPT,
      "11: the trace depends on AMB-100" },
    { HEAD "for: v3 amd64\nfunc: +0x100 size=0x80000 addr4\nrow: 0 entry times=70000\n"
           "row: 70000 entry times=70000\nrow: 140000 entry\n" ACCEPT,
      "7: " TOO_MUCH },
    { HEAD "for: v3 amd64\nfunc: +0x100 size=0x80000 addr4\nrow: 0 entry times=70000\n"
           "func: +0x90000 size=0x80000 share=0\nfunc: +0x120000 size=0x80000 share=0\n" ACCEPT,
      "7: " TOO_MUCH },
    { HEAD "for: v3 amd64\n" FUNCS FUNCS "func: +0x100 size=0\n" ACCEPT, "14: " TOO_MUCH },
    { HEAD "for: v3 amd64\nfunc: +0x100 size=4 gap=00*1024 times=1000\n"
           "func: +0x4000 size=4 gap=00*1024 times=24\nfunc: +0x5000 size=4 gap=00\n" ACCEPT,
      "6: " TOO_MUCH },
    { V2 "vary: F = none: x:+0x100\nfunc: $F\n" ACCEPT, "5: expected a value after 'func:'" },
    { V2 "vary: F = none: x:+0x100\nfunc: +0x100 size=1 standard\npcs: $F $F\n" ACCEPT,
      "6: expected a value after 'pcs:'" },
    { V2 "func: +0x100 size=16 gap=00 gap=00\n" ACCEPT, "4: 'gap=' is given twice" },
    { V2 "func: +0x80000000 size=16 standard\n" ACCEPT, "4: the start of the function does not fit 32 bits" },
    { V2 "func: +0x100 size=16 standard\norder: 0 1\n" ACCEPT,
      "5: expected each of the 1 functions above once, by number from 0" },
    { V2 "func: +0x100 size=16 standard\norder: 0\nfunc: +0x200 size=16\n" ACCEPT,
      "6: expected all functions above the line that gives their order" },
    { V2 "encode: sorted\nfunc: +0x100 size=16 entry times=6\n" ACCEPT,
      "5: expected all functions above the line that gives their order" },
    /* Expectations that the model contradicts. */
    { V2 "aux: 00\n" ACCEPT, "5: the section has the doubt 'aux-header-present'" },
    { HEAD "clauses: ALL-HDR-12\nfor: v2 amd64\naux: 00\nexpect: policy AMB-032 doubt fdeoff-not-zero\n",
      "6: the section has the doubt 'aux-header-present'" },
    { HEAD "clauses: ALL-HDR-07\nfor: v2 amd64\nexpect: policy AMB-044 doubt aux-header-present\n",
      "5: the section does not have the doubt 'aux-header-present'" },
    { V2 "aux: 00\nexpect: policy AMB-044 doubt aux-header-present\n",
      "5: 'aux-header-present' breaks no clause of this recipe in v2" },
    { HEAD "for: v3 amd64\nexpect: policy AMB-002\n", "4: policy AMB-002 does not apply to profile v3" },
    { V2 "expect: policy AMB-999\n", "4: unknown policy 'AMB-999'" },
    { V2 "expect: policy AMB-044 doubt bad-magic\n", "4: 'bad-magic' is not a doubt of ref/registers/faults.txt" },
    { V2 "expect: maybe\n", "4: expected 'accept'" },
    { V2 "expect: reject bad-magic\n", "4: expected 'reject CLASS at FIELD' or '... at FIRST..LAST'" },
    { V2 "expect: reject bad-smell at hdr\n", "4: unknown fault class 'bad-smell'" },
    { V2 "expect: reject zero-tail at hdr\n", "4: 'zero-tail' is a doubt" },
    { V2 "expect: reject bad-magic at hdr.magic\n", "4: a reject needs a 'parent:', so that its fault is known" },
    { V2 "parent-open: why\n" ACCEPT, "5: 'parent-open:' and 'elsewhere:' are only for rejects of a section" },
    { V2 "elsewhere: why\n" ACCEPT, "5: 'parent-open:' and 'elsewhere:' are only for rejects of a section" },
    { V2 "multi-fault: many\n" ACCEPT, "5: 'multi-fault:' is only for rejects" },
    { V2 "func: +0x100 size=16\nrow: 0 entry\nfunc: +0x104 size=16\nrow: 0 entry\npcs: +0x105\n"
         "clauses: ALL-LKP-01\nexpect: policy AMB-023 doubt func-overlap\n",
      "6: PC 0x400105 lies in this function and in function 0" },
};

/* Recipes beside a good one, t/base. */
static const struct tried_recipe wrong_children[] = {
    { HEAD "parent: t/other\nset: hdr.magic = 0\n" REJECT,
      " makes no case: its parent has no case for any target of `for:`" },
    { HEAD "for: v1 amd64\nparent: t/base\nset: hdr.magic = 0\n" REJECT,
      "4: no accept or policy case 'v1/amd64-little/t/base'" },
    { HEAD "parent: t/base of v1\nset: hdr.magic = 0\n" REJECT, "3: expected 'AREA/NAME' or 'AREA/NAME as PROFILE'" },
    { CHILD REJECT, "3: expected 'set:', 'cut:', 'append:', 'insert:' or 'say:' with a parent" },
    { V2 "set: hdr.magic = 0\n" ACCEPT, "4: a change needs a 'parent:'" },
    { CHILD "aux: 00\nset: hdr.magic = 0\n" REJECT, "3: a section comes from a parent or is built, not both" },
    { CHILD "set: hdr.flags = 1\n" ACCEPT, "5: only a reject has a 'parent:'" },
    { CHILD ADDED ADDED "append: 00\n" REJECT, "20: a recipe has at most 16 lines 'append:' and 'insert:'" },
    { CHILD "set: hdr.colour = 0\n" REJECT, "4: the section has no field 'hdr.colour'" },
    { CHILD MAGIC "also: bad-magic\n" REJECT,
      "5: expected 'CLASS at FIELD', '... at FIRST..LAST', '... at FIRST..LAST trimmed' or '... at 0xSTART-0xEND'" },
    { CHILD MAGIC "also: zero-tail at tail\n" REJECT, "5: 'zero-tail' is a doubt" },
    { CHILD MAGIC "also: bad-abi at hdr.colour\n" REJECT, "5: the section has no field 'hdr.colour'" },
    { CHILD MAGIC "also: bad-abi at 0x36-0x38\n" REJECT, "5: the section ends before these bytes" },
    { CHILD MAGIC "also: bad-magic at hdr.magic\n" REJECT, "5: this is what 'expect:' says already" },
    { CHILD "set: hdr = 0\n" REJECT, "4: 'hdr' is a group of fields" },
    { CHILD "set: hdr.magic = 0x10000\n" REJECT, "4: the value does not fit the 16 bits of 'hdr.magic'" },
    { CHILD MAGIC "expect: reject bad-magic at fre[0][9].info\n", "5: the section has no field 'fre[0][9].info'" },
    { CHILD "set: fde[].start = 0\n" REJECT, "4: the section has no field 'fde[].start'" },
    { CHILD "set: fde[x].start = 0\n" REJECT, "4: the section has no field 'fde[x].start'" },
    { CHILD "set: fde[4294967296].start = 0\n" REJECT, "4: the section has no field 'fde[4294967296].start'" },
    { CHILD "set: fre[0][1][2].word[3] = 0\n" REJECT, "4: the section has no field 'fre[0][1][2].word[3]'" },
    { CHILD "set: fre[0][1].word[2] = 0\n" REJECT, "4: the section has no field 'fre[0][1].word[2]'" },
    { CHILD "set: fre[0][1].info.count = -9\n" REJECT,
      "4: the value does not fit the 4 bits of 'fre[0][1].info.count'" },
    { CHILD "set: hdr.magic = 0xdee2\n" REJECT, "4: 'hdr.magic' already has this value" },
    { CHILD "set: hdr.flags |= 1\nexpect: reject undefined-flag at hdr.flags\n",
      "4: 'hdr.flags' already has this value" },
    { CHILD "set: hdr.magic == 0\n" REJECT, "4: expected 'FIELD = NUMBER' (or +=, -=, |=)" },
    { CHILD "set: hdr.magic * 0\n" REJECT, "4: expected 'FIELD = NUMBER' (or +=, -=, |=)" },
    { CHILD "cut: 55\n" REJECT, "4: nothing to cut" },
    { CHILD "cut: -56\n" REJECT, "4: the section has only 55 bytes" },
    { CHILD "cut: past hdr\n" REJECT, "4: expected a length, '-N' for N bytes less, 'before FIELD' or 'after FIELD'" },
    { CHILD "cut: 28\nexpect: reject bad-magic at fde[0].start\n", "5: the section has no field 'fde[0].start'" },
    { CHILD MAGIC "expect: reject bad-magic at fde[0]..hdr.magic\n", "5: 'hdr.magic' lies before 'fde[0]'" },
    { CHILD MAGIC REJECT, "5: 'bad-magic' breaks no clause of this recipe in v2" },
    { HEAD "parent: t/large\nset: hdr.magic = 0\n" REJECT, "3: 't/large' has only look-ups, so it cannot be a parent" },
    { HEAD "parent: t/moved\nset: hdr.magic = 0\npcs: +0\n" REJECT,
      "3: look-ups and traces of a reject need a parent at 0x400000 and not in an ELF file" },
    { CHILD MAGIC "regs: pc=+0 sp=0 fp=0\nends: no-fde\n" REJECT,
      "6: a rejected section gives no trace, which could end" },
};

int main(void)
{
    struct gen_corpus corpus;
    TRY(wrong, );
    TRY(wrong_children, { "t/base.recipe", GOOD }, { "t/large.recipe", LARGE }, { "t/moved.recipe", MOVED });
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
    return done();
}
