/* SPDX-License-Identifier: MIT */
/* Cases made by rule: wrong recipes, and what may follow `from:`. */
#include "support.h"

#define BASE "title: t\nclauses: ALL-HDR-01 ALL-HDR-18\nfor: v1 v3 amd64 aarch64\n"
#define FUNCS "func: +0x100 size=16 standard\nfunc: +0x110 size=16 standard\n"

static const struct tried_recipe wrong[] = {
    { "title: t\nparent: a/base\ntruncations: 5\n", "3: expected 'all', got '5'" },
    { "title: t\nclauses: ALL-HDR-01\nparent: a/base\ntruncations: all\n", "4: cases made by rule need a 'parent:'" },
    { "title: t\nfor: v1 amd64\nmutate: 1\n", "3: cases made by rule need a 'parent:'" },
    { "title: t\nparent: a/base\nmutate: 0\n", "3: expected a seed of at least 1, got '0'" },
    { BASE "abi: amd64\nfunc: +0x100 size=16 standard\nexpect: accept\n",
      "4: expected an ABI with its byte order such as amd64-little" },
    { BASE "from: a/none\nexpect: accept\n", " 'from:' finds no accept or policy case" },
    { BASE "from: a/base\nfunc: +0x200 size=16 entry\nrow: 8 saved\nexpect: accept\n", NULL },
    { BASE "from: a/base\ntransform: upside-down\nexpect: accept\n",
      "5: expected reverse-functions, shuffle-functions SEED, reverse-runs, smallest or widest" },
    { BASE "from: a/base\ntransform: shuffle-functions 0\nexpect: accept\n",
      "5: expected reverse-functions, shuffle-functions SEED, reverse-runs, smallest or widest" },
    { BASE "transform: smallest\nexpect: accept\n", "4: expected a 'from:' above, of functions that share no rows" },
    { BASE "func: +0x100 size=16 standard\npcs: same\nexpect: accept\n", "5: expected a 'from:' above" },
    { BASE "func: +0x100 size=16\nrow: 0 entry times=0\nexpect: accept\n",
      "5: expected times=1 to times=70000, got '0'" },
    { BASE "random: 1\nexpect: accept\n", "4: expected 'SEED functions=N', got '1'" },
    { BASE "random: 0 functions=1\nexpect: accept\n", "4: expected 'SEED functions=N'" },
    { "title: t\nclauses: ALL-HDR-01\nfor: v1 amd64\nabi: aarch64-big\nfrom: a/base\nexpect: accept\n",
      "6: the section has the doubt 'byte-order-mismatch'" },
};

int main(void)
{
    TRY(wrong, { "a/base.recipe", BASE FUNCS "pcs: +0x104 +0x114\nexpect: accept\n" });
    return done();
}
