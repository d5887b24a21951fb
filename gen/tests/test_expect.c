/* SPDX-License-Identifier: MIT */
/* The doubts of a model. Its dumps and rows are in the corpus, which corpus-is-current makes again. */
#include "support.h"

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
    test_doubts();
    return done();
}
