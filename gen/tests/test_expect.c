/* SPDX-License-Identifier: MIT */
/* Dumps and look-up rows against text typed by hand, and the doubts of a model. */
#include "expect.h"
#include "support.h"

static const struct recipe_text recipes[] = {
    { "t/amd64.recipe",
      "title: t\nclauses: ALL-PRE-01\nfor: v2 amd64\naddr: 0x401f00\nflags: sorted,frame-pointer\nfunc: +0x100 "
      "size=0x2a\n"
      "row: 0 entry\nrow: 4 saved\nrow: 8 framed\nfunc: +0x200 size=64 mask rep=16\nrow: 0 entry\nrow: 11 saved\n"
      "pcs: +0xff +0x100 +0x104 +0x129 +0x12a 0x402100 +0x20a +0x20b +0x21b +0x240\nexpect: accept\n" },
    { "t/aarch64.recipe",
      "title: t\nclauses: ALL-PRE-01\nfor: v3 aarch64-big\nfunc: +0x100 size=16 addr2 key-b signal\nrow: 0 entry "
      "mangled\n"
      "row: 4 saved mangled\nfunc: +0x110 size=16\nrow: 0 outermost\nfunc: +0x120 size=16\n"
      "pcs: +0x100 +0x10f +0x110 +0x120\nexpect: accept\n" },
    { "t/s390x.recipe",
      "title: t\nclauses: ALL-PRE-01\nfor: v2e2 s390x\nfunc: -0x100 size=16\nrow: 0 entry\nrow: 4 cfa=sp+320 "
      "fp=*(cfa-72)\n"
      "row: 8 cfa=fp+160 ra=r14 fp=r11\npcs: -0x100 -0xf8\nexpect: accept\n" },
    { "t/flex.recipe", "title: t\nclauses: ALL-PRE-01\nfor: v3 amd64\nfunc: +0x100 size=16 flex\nrow: 0 cfa=r10+0\n"
                       "row: 4 cfa=*(fp-8) ra=r3 fp=*(fp+0)\nrow: 8 cfa=sp+16 ra=*(cfa-24) fp=fp\nexpect: accept\n" },
    { "t/fixed.recipe",
      "title: t\nclauses: ALL-HDR-04\nfor: v1 amd64\nfixed-fp: -16\nfunc: +0x100 size=16\nrow: 0 entry\n"
      "expect: accept\n" },
    { "t/mask.recipe",
      "title: t\nclauses: V1-PCT-02\nfor: v1 amd64\nfunc: +0x100 size=32 mask\nrow: 0 entry\nrow: 11 saved\n"
      "pcs: +0x10a +0x10b +0x10c +0x10f +0x11b\nexpect: policy AMB-078 doubt v1-mask\n" },
};

#define R0 "cfa=sp+8 ra=*(cfa-8) fp=same"
#define R1 "cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)"
#define R2 "cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)"

static const struct {
    const char *id, *dump, *rows;
} typed[] = {
    { "v2/amd64-little/t/amd64",
      "sframe-dump 1\n"
      "section version=2 endian=little abi=amd64 flags=sorted,frame-pointer fixed-fp=0 fixed-ra=-8 aux=0 fdes=2 "
      "fres=5 fre-len=18\n"
      "fde 0 start=0x402000 size=0x2a pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=3\n"
      "fre 0.0 at=0x0 " R0 " mangled=0\n"
      "fre 0.1 at=0x4 " R1 " mangled=0\n"
      "fre 0.2 at=0x8 " R2 " mangled=0\n"
      "fde 1 start=0x402100 size=0x40 pc=mask fre=addr1 type=default key=a signal=0 rep=16 fres=2\n"
      "fre 1.0 at=0x0 " R0 " mangled=0\n"
      "fre 1.1 at=0xb " R1 " mangled=0\n",
      "sframe-dump 1\n"
      "pc 0x401fff none\n"
      "pc 0x402000 fde=0 fre=0 " R0 "\n"
      "pc 0x402004 fde=0 fre=1 " R1 "\n"
      "pc 0x402029 fde=0 fre=2 " R2 "\n"
      "pc 0x40202a none\n"
      "pc 0x402100 fde=1 fre=0 " R0 "\n"
      "pc 0x40210a fde=1 fre=0 " R0 "\n"
      "pc 0x40210b fde=1 fre=1 " R1 "\n"
      "pc 0x40211b fde=1 fre=1 " R1 "\n"
      "pc 0x402140 none\n" },
    { "v3/aarch64-big/t/aarch64",
      "sframe-dump 1\n"
      "section version=3 endian=big abi=aarch64-be flags=sorted,pcrel fixed-fp=0 fixed-ra=0 aux=0 fdes=3 fres=3 "
      "fre-len=27\n"
      "fde 0 start=0x400100 size=0x10 pc=inc fre=addr2 type=default key=b signal=1 rep=0 fres=2\n"
      "fre 0.0 at=0x0 cfa=sp+0 ra=same fp=same mangled=1\n"
      "fre 0.1 at=0x4 cfa=sp+32 ra=*(cfa-24) fp=*(cfa-32) mangled=1\n"
      "fde 1 start=0x400110 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1\n"
      "fre 1.0 at=0x0 cfa=none ra=undefined fp=none mangled=0\n"
      "fde 2 start=0x400120 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=0\n",
      "sframe-dump 1\n"
      "pc 0x400100 fde=0 fre=0 cfa=sp+0 ra=same fp=same\n"
      "pc 0x40010f fde=0 fre=1 cfa=sp+32 ra=*(cfa-24) fp=*(cfa-32)\n"
      "pc 0x400110 fde=1 fre=0 cfa=none ra=undefined fp=none\n"
      "pc 0x400120 fde=2 fre=none cfa=none ra=undefined fp=none\n" },
    { "v2e2/s390x-big/t/s390x",
      "sframe-dump 1\n"
      "section version=2 endian=big abi=s390x flags=sorted,pcrel fixed-fp=0 fixed-ra=0 aux=0 fdes=1 fres=3 fre-len=13\n"
      "fde 0 start=0x3fff00 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=3\n"
      "fre 0.0 at=0x0 cfa=sp+160 ra=same fp=same mangled=0\n"
      "fre 0.1 at=0x4 cfa=sp+320 ra=same fp=*(cfa-72) mangled=0\n"
      "fre 0.2 at=0x8 cfa=fp+160 ra=r14 fp=fp mangled=0\n",
      "sframe-dump 1\n"
      "pc 0x3fff00 fde=0 fre=0 cfa=sp+160 ra=same fp=same\n"
      "pc 0x3fff08 fde=0 fre=2 cfa=fp+160 ra=r14 fp=fp\n" },
    { "v3/amd64-little/t/flex",
      "sframe-dump 1\n"
      "section version=3 endian=little abi=amd64 flags=sorted,pcrel fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=3 "
      "fre-len=25\n"
      "fde 0 start=0x400100 size=0x10 pc=inc fre=addr1 type=flex key=a signal=0 rep=0 fres=3\n"
      "fre 0.0 at=0x0 cfa=r10+0 ra=*(cfa-8) fp=same mangled=0\n"
      "fre 0.1 at=0x4 cfa=*(fp-8) ra=r3 fp=*(fp+0) mangled=0\n"
      "fre 0.2 at=0x8 cfa=sp+16 ra=*(cfa-24) fp=fp mangled=0\n",
      NULL },
    { "v1/amd64-little/t/fixed",
      "sframe-dump 1\n"
      "section version=1 endian=little abi=amd64 flags=sorted fixed-fp=-16 fixed-ra=-8 aux=0 fdes=1 fres=1 fre-len=3\n"
      "fde 0 start=0x400100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1\n"
      "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=*(cfa-16) mangled=0\n",
      NULL },
    { "v1/amd64-little/t/mask",
      "sframe-dump 1\n"
      "section version=1 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=2 fre-len=7\n"
      "fde 0 start=0x400100 size=0x20 pc=mask fre=addr1 type=default key=a signal=0 rep=0 fres=2\n"
      "fre 0.0 at=0x0 " R0 " mangled=0\n"
      "fre 0.1 at=0xb " R1 " mangled=0\n",
      "sframe-dump 1\n"
      "pc 0x40010a fde=0 fre=0 " R0 "\n"
      "pc 0x40010b fde=0 fre=1 " R1 "\n"
      "pc 0x40010c fde=0 fre=0 " R0 "\n"
      "pc 0x40010f fde=0 fre=1 " R1 "\n"
      "pc 0x40011b fde=0 fre=1 " R1 "\n" },
};

/* A section for each doubt; its recipe does not expect it and is refused. */
static const struct {
    const char *target, *lines, *doubt;
} doubts[] = {
    { "v2 amd64", "fixed-ra: -16\n", "unusual-fixed-ra" },
    { "v2 amd64", "aux: 00\n", "aux-header-present" },
    { "v2 amd64", "fdeoff: 4\n", "fdeoff-not-zero" },
    { "v2 amd64", "tail: 00\n", "zero-tail" },
    { "v2 amd64", "slack: 00\n", "fre-bytes-unreferenced" },
    { "v2 amd64", "func: +0 size=8 standard gap=00\n", "fre-bytes-unreferenced" },
    { "v2 amd64", "func: +0 size=8 standard\nfunc: +8 size=8 share=0\n", "fre-runs-shared" },
    { "v2 amd64", "func: +0 size=8 standard\nfunc: +7 size=8 standard\n", "func-overlap" },
    { "v2 amd64", "func: +0 size=8 standard info=0x40\n", "unused-bits-set" },
    { "v1 amd64", "func: +0 size=8 standard info=0x80\n", "unused-bits-set" },
    { "v3 amd64", "func: +0 size=8 standard info2=0x20\n", "unused-bits-set" },
    { "v2 amd64", "func: +0 size=8 standard pad=1\n", "unused-bits-set" },
    { "v2 amd64", "func: +0 size=8 standard key-b\n", "unused-bits-set" },
    { "v1 aarch64-little", "func: +0 size=8 standard key-b\n", "v1-pauth-key" },
    { "v2 amd64", "func: +0 size=8\n", "func-without-fres" },
    { "v3 amd64", "func: +0 size=8 signal\n", "signal-without-fres" },
    { "v3 amd64", "func: +0 size=8 flex\n", "flex-without-fres" },
    { "v2 amd64", "func: +0 size=9 mask rep=8\nrow: 0 entry\n", "pcmask-size-not-multiple" },
    { "v2 amd64", "func: +0 size=16 mask rep=8\nrow: 0 entry\nrow: 8 saved\n", "pcmask-row-unreachable" },
    { "v1 amd64", "func: +0 size=16 mask\nrow: 0 entry\nrow: 3 saved\n", "v1-mask" },
    { "v2 amd64", "func: +0 size=8\nrow: 1 entry\n", "first-fre-not-at-zero" },
    { "v2 amd64", "func: +0 size=8\nrow: 0 entry\nrow: 8 saved\n", "fre-start-at-function-end" },
    { "v2 amd64", "func: +0 size=8\nrow: 0 cfa=sp+8 words=8,-8,0\n", "extra-words" },
    { "v3 s390x", "func: +0 size=8\nrow: 0 entry mangled\n", "mangled-ra-elsewhere" },
    { "v2 aarch64-big", "func: +0 size=8\nrow: 0 cfa=sp+8 ra=*(cfa+0)\n", "ra-word-zero" },
    { "v3 s390x", "func: +0 size=8\nrow: 0 cfa=sp+160 ra=same\n", "redundant-ra-padding" },
    { "v3 s390x", "func: +0 size=8\nrow: 0 cfa=sp+2147483648\n", "cfa-offset-wide" },
    { "v2e1 s390x", "func: +0 size=8\nrow: 0 cfa=sp+160 ra=r32\n", "register-word-unknown" },
    { "v3 s390x", "func: +0 size=8\nrow: 0 cfa=sp+160 ra=*(cfa-47)\n", "odd-slot-v3" },
    { "v3 amd64", "flags: sorted\nfunc: +0x7ffffffffffffff8 size=16\n", "func-range-wraps" },
    { "v3 amd64", "func: -0x8000000000000000 size=16\n", "func-range-wraps" },
    { "v3 amd64", "func: +0 size=8 flex\nrow: 0 cfa=sp+8 info=5\n", "flex-base-bit" },
    { "v3 amd64", "func: +0 size=8 flex\nrow: 0 cfa=sp+8 words=0x39,8,0\n", "flex-trailing-padding" },
    { "v3 amd64", "func: +0 size=8 flex\nrow: 0 cfa=sp+8 words=0x3d,8\n", "flex-unused-bit" },
    { "v3 amd64", "func: +0 size=8 flex\nrow: 0 cfa=sp+8 ra=*(cfa-8) words=0x39,8,10,-8\n", "flex-register-ignored" },
};

static void test_doubts(void)
{
    for (size_t i = 0; i < sizeof doubts / sizeof *doubts; i++) {
        struct gen_corpus corpus;
        const struct recipe_text one = { "t/d.recipe",
                                         gen_textf(&pool, "title: t\nclauses: ALL-PRE-01\nfor: %s\n%sexpect: accept\n",
                                                   doubts[i].target, doubts[i].lines) };
        const char *errors = make(&one, 1, &corpus);
        OK(strstr(errors, gen_textf(&pool, "the section has the doubt '%s'", doubts[i].doubt)) != NULL, "%s: %s",
           doubts[i].target, doubts[i].doubt);
    }
}

int main(void)
{
    struct gen_corpus corpus;
    IS_TEXT(make(recipes, sizeof recipes / sizeof *recipes, &corpus), "", "recipes are right");
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        const struct gen_case *made = made_case(&corpus, typed[i].id);
        IS_TEXT(made->dump, typed[i].dump, "dump of %s", typed[i].id);
        if (typed[i].rows)
            IS_TEXT(made->rows, typed[i].rows, "look-ups of %s", typed[i].id);
        OK((made->rows != NULL) == (typed[i].rows != NULL), "%s has look-ups or not", typed[i].id);
    }
    test_doubts();
    return done();
}
