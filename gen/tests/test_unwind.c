/* SPDX-License-Identifier: MIT */
/* Wrong recipes of stack traces, and the file of a case. The corpus has right ones. */
#include "support.h"

#define HEAD "title: t\nclauses: ALL-FRE-07\n"
#define FUNC HEAD "for: v3 amd64\nfunc: +0x100 size=16\n  row: 0 entry\n"
static const struct tried_recipe wrong[] = {
    { FUNC "regs: pc=+0x104 sp=0x7000\nends: no-fde\nexpect: accept\n", "6: a trace needs pc, sp and fp" },
    { FUNC "regs: pc=+0x104 sp=0x7000 fp=0\nexpect: accept\n",
      "6: expected 'ends:' with one of outermost, no-fde, no-fre, bad-read, unsafe, limit" },
    { FUNC "regs: pc=+0x104 sp=0x7000 rax=0\nends: no-fde\nexpect: accept\n",
      "6: expected pc, sp, fp or r and another DWARF number, each once" },
    { FUNC "regs: pc=+0x104 sp=0x7000 r7=0\nends: no-fde\nexpect: accept\n",
      "6: expected pc, sp, fp or r and another DWARF number, each once" },
    { FUNC "regs: pc=+0x104 sp=1 sp=2\nends: no-fde\nexpect: accept\n",
      "6: expected pc, sp, fp or r and another DWARF number, each once" },
    { FUNC "regs: pc=+0x104 sp\nends: no-fde\nexpect: accept\n",
      "6: expected registers such as pc=+0x104 sp=0x7000 r10=8" },
    { FUNC "regs: pc=0 sp=0 fp=0\nmem: 0x7000=1 0x7000=2\nends: no-fde\nexpect: accept\n",
      "7: expected words of memory such as 0x7000=+0x204, each once" },
    { FUNC "regs: pc=0 sp=0 fp=0\npac-mask: -1\nends: no-fde\nexpect: accept\n",
      "7: expected the bits to clear, got '-1'" },
    { FUNC "regs: pc=0 sp=0 fp=0\nmax: 257\nends: no-fde\nexpect: accept\n", "7: expected 1 to 256 frames, got '257'" },
    { FUNC "regs: pc=0 sp=0 fp=0\nends: lost\nexpect: accept\n",
      "7: expected one of outermost, no-fde, no-fre, bad-read, unsafe, limit, optionally followed by 'policy ID'" },
    { FUNC "regs: pc=0 sp=0 fp=0\nends: no-fde policy AMB-054\nexpect: accept\n",
      "7: no policy 'AMB-054' applies to profile v3" },
    { FUNC "mem: 0=1\nexpect: accept\n", "6: a trace needs 'regs:'" },
    { FUNC "ends: no-fde\nexpect: accept\n", "6: a trace needs 'regs:'" },
    { FUNC "regs: pc=0 sp=0 fp=0\naddr: 1\nends: no-fde\nexpect: accept\n",
      "7: expected 'addr:' before 'pcs:', 'regs:' and 'mem:', which count from it" },
    { FUNC "regs: pc=+0x104 sp=0x7000 fp=0\nends: no-fde\nexpect: accept\n",
      "7: the trace ends with 'bad-read' at PC 0x400104" },
    { FUNC "func: +0x104 size=16\nrow: 0 entry\nregs: pc=+0x105 sp=0x7000 fp=0\nends: no-fde\nclauses: ALL-LKP-01\n"
           "expect: policy AMB-023 doubt func-overlap\n",
      "6: PC 0x400105 lies in this function and in function 0" },
    { HEAD "clauses: V3-FDE-12 V3-FDI-09\nfor: v3 amd64\nfunc: +0 size=16 signal\nregs: pc=+4 sp=0 fp=0\n"
           "ends: no-fre policy AMB-102\nexpect: policy AMB-090 doubt signal-without-fres\n",
      "7: the section already has an open question" },
};

int main(void)
{
    struct gen_corpus corpus;
    TRY(wrong, );
    static const struct recipe_text one = {
        "t/case.recipe",
        HEAD "for: v2 aarch64-big\nfunc: +0x100 size=16\nrow: 0 cfa=sp+16 mangled\nregs: pc=+0x104 sp=0x7000 fp=0x77 "
             "r30=0x50000000400108\npac-mask: 0xff000000000000\nends: unsafe policy AMB-089\nexpect: accept\n",
    };
    IS_TEXT(make(&one, 1, &corpus), "", "a right recipe");
    const char *text = gen_case_text(&pool, made_case(&corpus, "v2/aarch64-big/t/case-unwind"), GEN_UNWIND);
    OK(strstr(text, "op: unwind\nregs: pc=0x400104 sp=0x7000 fp=0x77 r30=0x50000000400108\npac-mask: 0xff000000000000\n"
                    "expect: policy\npolicy: AMB-089\norigin: "),
       "the case file describes the program");
    OK(strstr(gen_case_text(&pool, made_case(&corpus, "v2/aarch64-big/t/case"), GEN_DECODE),
              "op: decode\nexpect: accept\norigin: "),
       "the section is no open question");
    return done();
}
