/* SPDX-License-Identifier: MIT */
/* Stack traces of recipes, against frames typed by hand from Appendix A and the ABI chapters. */
#include "support.h"

#define HEAD "title: t\nclauses: ALL-FRE-07\n"
#define FUNC HEAD "for: v3 amd64\nfunc: +0x100 size=16\n  row: 0 entry\n"
#define FIRST "sframe-dump 1\nframe 0 pc=0x400104 sp=0x7000 fp=0x77\n"

static const struct {
    const char *title, *id, *text, *trace;
} right[] = {
    { "CFA from SP, RA in its fixed slot", "v3/amd64-little",
      FUNC "regs: pc=+0x104 sp=0x7000 fp=0x77\nmem: 0x7000=0x1234\nends: no-fde\nexpect: accept\n",
      FIRST "frame 1 pc=0x1234 sp=0x7008 fp=0x77\nend no-fde\n" },
    { "CFA from FP, FP in its slot", "v1/amd64-little",
      HEAD "for: v1 amd64\nfunc: +0x100 size=16\nrow: 0 framed\nregs: pc=+0x104 sp=0x7000 fp=0x77\n"
           "mem: 0x77=0x99 0x7f=0x1234\nends: no-fde\nexpect: accept\n",
      FIRST "frame 1 pc=0x1234 sp=0x87 fp=0x99\nend no-fde\n" },
    { "an outermost row", "v2e2/s390x-big",
      HEAD "for: v2e2 s390x\nfunc: +0x100 size=16\nrow: 0 outermost\nregs: pc=+0x104 sp=0x7000 fp=0x77\n"
           "ends: outermost\nexpect: accept\n",
      FIRST "end outermost\n" },
    { "an outermost function", "v3/amd64-little",
      HEAD "for: v3 amd64\nfunc: +0x100 size=16\nregs: pc=+0x104 sp=0x7000 fp=0x77\nends: outermost\nexpect: accept\n",
      FIRST "end outermost\n" },
    { "no memory", "v3/amd64-little", FUNC "regs: pc=+0x104 sp=0x7000 fp=0x77\nends: bad-read\nexpect: accept\n",
      FIRST "end bad-read\n" },
    { "a word at another address", "v3/amd64-little",
      FUNC "regs: pc=+0x104 sp=0x7000 fp=0x77\nmem: 0x6fff=1 0x7001=2\nends: bad-read\nexpect: accept\n",
      FIRST "end bad-read\n" },
    { "LR without its signature, then the same of a caller", "v2/aarch64-big",
      HEAD "for: v2 aarch64-big\nfunc: +0x100 size=16\nrow: 0 cfa=sp+16 mangled\nregs: pc=+0x104 sp=0x7000 fp=0x77 "
           "r30=0x50000000400108\npac-mask: 0xff000000000000\nends: unsafe policy AMB-089\nexpect: accept\n",
      FIRST "frame 1 pc=0x400108 sp=0x7010 fp=0x77\nend unsafe\n" },
    { "RA and FP in their slots, SP 160 below the CFA", "v2e1/s390x-big",
      HEAD "for: v2e1 s390x\nfunc: +0x100 size=16\nrow: 0 saved\nregs: pc=+0x104 sp=0x7000 fp=0x77\n"
           "mem: 0x70f8=0x99 0x7110=0x1234\nends: no-fde\nexpect: accept\n",
      FIRST "frame 1 pc=0x1234 sp=0x70a0 fp=0x99\nend no-fde\n" },
    { "registers of the topmost frame", "v2e1/s390x-big",
      HEAD "for: v2e1 s390x\nfunc: +0x100 size=16\nrow: 0 cfa=sp+160 ra=r16 fp=r17\nregs: pc=+0x104 sp=0x7000 fp=0x77 "
           "r16=0x1234 r17=0x99\nends: no-fde\nexpect: accept\n",
      FIRST "frame 1 pc=0x1234 sp=0x7000 fp=0x99\nend no-fde\n" },
    { "a register that is not known", "v3/amd64-little",
      HEAD "for: v3 amd64\nfunc: +0x100 size=16 flex\nrow: 0 cfa=r10+0\nregs: pc=+0x104 sp=0x7000 fp=0x77\n"
           "ends: bad-read\nexpect: accept\n",
      FIRST "end bad-read\n" },
    { "a loaded CFA, RA by value and FP loaded from a register", "v3/amd64-little",
      HEAD "for: v3 amd64\nfunc: +0x100 size=16 flex\nrow: 0 cfa=*(fp-8) ra=sp+4 fp=*(r3+8)\n"
           "regs: pc=+0x104 sp=0x7000 fp=0x77 r3=0x10\nmem: 0x6f=0x8000 0x18=0x55\nends: no-fde\nexpect: accept\n",
      FIRST "frame 1 pc=0x7004 sp=0x8000 fp=0x55\nend no-fde\n" },
    { "a return address past its function: three readings", "v3/amd64-little",
      HEAD "for: v3 amd64\nfunc: +0x100 size=16\n  row: 0 entry\nfunc: +0x200 size=16\n  row: 0 saved\n"
           "regs: pc=+0x104 sp=0x7000 fp=0x77\nmem: 0x7000=+0x210 0x7008=0x99 0x7010=0x1234\nends: no-fde\n"
           "open: AMB-100\nexpect: accept\n",
      FIRST "frame 1 pc=0x400210 sp=0x7008 fp=0x77\nend no-fde\n"
            "\n" FIRST "frame 1 pc=0x400210 sp=0x7008 fp=0x77\nframe 2 pc=0x1234 sp=0x7018 fp=0x99\nend no-fde\n"
            "\n" FIRST "frame 1 pc=0x400210 sp=0x7008 fp=0x77\nframe 2 pc=0x1234 sp=0x7018 fp=0x99\nend no-fde\n" },
    { "an interrupted function is looked up at its first byte", "v3/amd64-little",
      HEAD "for: v3 amd64\nfunc: +0x100 size=16 signal\n  row: 0 entry\nfunc: +0x200 size=16\n  row: 0 saved\n"
           "regs: pc=+0x104 sp=0x7000 fp=0x77\nmem: 0x7000=+0x200 0x7008=0x99 0x7010=0x1234\nends: no-fde\n"
           "open: AMB-100\nexpect: accept\n",
      FIRST "frame 1 pc=0x400200 sp=0x7008 fp=0x77\nframe 2 pc=0x1234 sp=0x7018 fp=0x99\nend no-fde\n"
            "\n" FIRST "frame 1 pc=0x400200 sp=0x7008 fp=0x77\nend no-fde\n"
            "\n" FIRST "frame 1 pc=0x400200 sp=0x7008 fp=0x77\nframe 2 pc=0x1234 sp=0x7018 fp=0x99\nend no-fde\n" },
    { "two frames of four", "v3/amd64-little",
      FUNC "regs: pc=+0x104 sp=0x7000 fp=0x77\nmem: 0x7000=+0x104 0x7008=+0x104 0x7010=1\nmax: 2\nends: limit\n"
           "expect: accept\n",
      FIRST "frame 1 pc=0x400104 sp=0x7008 fp=0x77\nend limit\n" },
};

static const struct {
    const char *text, *error;
} wrong[] = {
    { FUNC "regs: pc=+0x104 sp=0x7000\nends: no-fde\nexpect: accept\n", "6: a trace needs pc, sp and fp" },
    { FUNC "regs: pc=+0x104 sp=0x7000 fp=0\nexpect: accept\n",
      "6: expected 'ends:' with one of outermost, no-fde, no-fre, bad-read, unsafe, limit" },
    { FUNC "regs: pc=+0x104 sp=0x7000 rax=0\nends: no-fde\nexpect: accept\n",
      "6: expected pc, sp, fp or r and another DWARF number, each once, got 'rax'" },
    { FUNC "regs: pc=+0x104 sp=0x7000 r7=0\nends: no-fde\nexpect: accept\n",
      "6: expected pc, sp, fp or r and another DWARF number, each once, got 'r7'" },
    { FUNC "regs: pc=+0x104 sp=1 sp=2\nends: no-fde\nexpect: accept\n",
      "6: expected pc, sp, fp or r and another DWARF number, each once, got 'sp'" },
    { FUNC "regs: pc=+0x104 sp\nends: no-fde\nexpect: accept\n",
      "6: expected registers such as pc=+0x104 sp=0x7000 r10=8, got 'sp'" },
    { FUNC "regs: pc=0 sp=0 fp=0\nmem: 0x7000=1 0x7000=2\nends: no-fde\nexpect: accept\n",
      "7: expected words of memory such as 0x7000=+0x204, each once, got '0x7000'" },
    { FUNC "regs: pc=0 sp=0 fp=0\npac-mask: -1\nends: no-fde\nexpect: accept\n",
      "7: expected the bits to clear, got '-1'" },
    { FUNC "regs: pc=0 sp=0 fp=0\nmax: 257\nends: no-fde\nexpect: accept\n", "7: expected 1 to 256 frames, got '257'" },
    { FUNC "regs: pc=0 sp=0 fp=0\nends: lost\nexpect: accept\n",
      "7: expected one of outermost, no-fde, no-fre, bad-read, unsafe, limit, optionally followed by 'policy ID', got "
      "'lost'" },
    { FUNC "regs: pc=0 sp=0 fp=0\nends: no-fde policy AMB-054\nexpect: accept\n",
      "7: no policy 'AMB-054' applies to profile v3; see ref/registers/policies.txt" },
    { FUNC "mem: 0=1\nexpect: accept\n", "6: a trace needs 'regs:'" },
    { FUNC "ends: no-fde\nexpect: accept\n", "6: a trace needs 'regs:'" },
    { FUNC "regs: pc=0 sp=0 fp=0\naddr: 1\nends: no-fde\nexpect: accept\n",
      "7: expected 'addr:' before 'pcs:', 'regs:' and 'mem:', which count from it" },
    { FUNC "regs: pc=+0x104 sp=0x7000 fp=0\nends: no-fde\nexpect: accept\n",
      "7: the trace ends with 'bad-read' at PC 0x400104 (v3 amd64-little)" },
    { FUNC "func: +0x104 size=16\nrow: 0 entry\nregs: pc=+0x105 sp=0x7000 fp=0\nends: no-fde\nclauses: ALL-LKP-01\n"
           "expect: policy AMB-023 doubt func-overlap\n",
      "6: PC 0x400105 lies in this function and in function 0" },
    { HEAD "clauses: V3-FDE-12 V3-FDI-09\nfor: v3 amd64\nfunc: +0 size=16 signal\nregs: pc=+4 sp=0 fp=0\n"
           "ends: no-fre policy AMB-102\nexpect: policy AMB-090 doubt signal-without-fres\n",
      "7: the section already has an open question; expected no second one" },
};

int main(void)
{
    struct gen_corpus corpus;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        const struct recipe_text one = { "t/case.recipe", right[i].text };
        const char *id = gen_textf(&pool, "%s/t/case-unwind", right[i].id);
        IS_TEXT(make(&one, 1, &corpus), "", "%s: the recipe is right", right[i].title);
        IS_TEXT(made_case(&corpus, id)->trace, right[i].trace, "%s", right[i].title);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct recipe_text one = { "t/case.recipe", wrong[i].text };
        IS_TEXT(make(&one, 1, &corpus), gen_textf(&pool, "gen/recipes/t/case.recipe:%s\n", wrong[i].error),
                "wrong recipe %zu", i);
    }
    const struct recipe_text one = { "t/case.recipe", right[6].text };
    make(&one, 1, &corpus);
    const char *text = gen_case_text(&pool, made_case(&corpus, "v2/aarch64-big/t/case-unwind"), GEN_UNWIND);
    OK(strstr(text, "op: unwind\nregs: pc=0x400104 sp=0x7000 fp=0x77 r30=0x50000000400108\npac-mask: 0xff000000000000\n"
                    "expect: policy\npolicy: AMB-089\norigin: "),
       "the case file describes the program");
    OK(strstr(gen_case_text(&pool, made_case(&corpus, "v2/aarch64-big/t/case"), GEN_DECODE),
              "op: decode\nexpect: accept\norigin: "),
       "the section is no open question");
    return done();
}
