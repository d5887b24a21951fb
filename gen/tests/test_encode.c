/* SPDX-License-Identifier: MIT */
/* Wrong recipes of encodings and refusals. The corpus has right ones. */
#include "support.h"

#define HEAD "title: t\nclauses: ENC-04\n"
#define BASE HEAD "for: v2 amd64\nfunc: +0x100 size=16\n  row: 0 entry\nfunc: +0x200 size=16\n  row: 0 cfa=sp+16\n"
#define CHILD "title: t\nclauses: ENC-02\nparent: t/base\n"

static const struct tried_recipe wrong[] = {
    { BASE "encode: small\nexpect: accept\n",
      "8: expected 'canonical', 'fit' and a width such as addr4, or 'sorted' and the functions by number" },
    { BASE "encode: fit addr3\nexpect: accept\n",
      "8: expected 'canonical', 'fit' and a width such as addr4, or 'sorted' and the functions by number" },
    { BASE "encode: fit addr1\nexpect: accept\n", "8: every function has this width already" },
    { HEAD "clauses: ALL-HDR-07\nfor: v2 amd64\naux: 0001\nencode: canonical\n"
           "expect: policy AMB-044 doubt aux-header-present\n",
      "6: a canonical encoding cannot have this: an auxiliary header with other bytes than zeros" },
    { HEAD "for: v2e1 s390x\nfixed-fp: -16\nfunc: +0x100 size=16\n  row: 0 entry\nopen: AMB-059\nencode: canonical\n"
           "expect: accept\n",
      "8: the section has several meanings" },
    { BASE "encode: sorted 1\nexpect: accept\n", "8: expected each of the 2 functions above once, by number from 0" },
    { BASE "encode: sorted 1 1\nexpect: accept\n", "8: expected each of the 2 functions above once, by number from 0" },
    { BASE "slack: 00\nencode: canonical\nexpect: accept\n",
      "9: a canonical encoding cannot have this: an order of rows, or bytes without a meaning" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16 gap=00 standard\nencode: canonical\nexpect: accept\n",
      "4: a canonical encoding cannot have this: a function with its own bytes, or with rows of another" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16\nrow: 0 entry w2\nencode: canonical\nexpect: accept\n",
      "5: a canonical encoding cannot have this: a row with its own width, info byte or words" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=16 addr2 standard\nencode: canonical\nexpect: accept\n",
      "4: the canonical encoding of these rows needs addr1" },
    { HEAD "for: v2 amd64\nfunc: +0x100 size=0x200 addr1\nrow: 0 entry\nrow: 0x100 entry\nencode: canonical\n"
           "expect: accept\n",
      "4: the canonical encoding of these rows needs addr2" },
    { HEAD "clauses: ALL-HDR-15\nfor: v2 amd64\ntail: 00\nencode: canonical\nexpect: policy AMB-037 doubt zero-tail\n",
      "6: a canonical encoding cannot have this: an order of rows, or bytes without a meaning" },
    { BASE "say: fre 0.0 at=0x1\nexpect: accept\n", "8: a changed dump needs 'expect: refuse NAME'" },
    { BASE "say: fre 0.0\nexpect: accept\n",
      "8: expected a line of the dump with new values, such as 'fre 0.1 cfa=sp+8'" },
    { BASE "say: row 0.0 at=0x1\nexpect: accept\n",
      "8: expected a line of the dump with new values, such as 'fre 0.1 cfa=sp+8'" },
    { BASE "expect: refuse bad-rep-size\n", "8: a reject needs a 'parent:', so that its fault is known" },
};

/* Recipes beside t/base, which has an encoding, and t/plain, which has none. */
static const struct tried_recipe wrong_children[] = {
    { CHILD "say: fre 0.0 at=0x1\nexpect: refuse bad-smell at fre 0.0\n", "5: unknown refusal 'bad-smell'" },
    { CHILD "say: fre 0.0 at=0x1\nexpect: refuse bad-rep-size fre 0.0\n",
      "5: expected 'refuse NAME', or '... at fde N' or '... at fre N.N'" },
    { CHILD "say: fre 0.1 at=0x1\nexpect: refuse bad-rep-size\n", "4: the parent's dump has no line 'fre 0.1'" },
    { CHILD "say: fre 0.0 to=0x1\nexpect: refuse bad-rep-size\n",
      "4: the line 'fre 0.0' of the parent's dump has no key 'to'" },
    { CHILD "say: fre 0.0 at=0x0\nexpect: refuse bad-rep-size\n", "4: the parent's dump already has 'at=0x0'" },
    { CHILD "say: fre 0.0 at=0x1\nexpect: refuse bad-rep-size at fde 2\n", "5: the dump has no line 'fde 2'" },
    { CHILD "expect: refuse bad-rep-size\n",
      "3: expected 'set:', 'cut:', 'append:', 'insert:' or 'say:' with a parent" },
    { CHILD "set: hdr.flags = 0\nsay: fre 0.0 at=0x1\nexpect: refuse bad-rep-size\n",
      "6: a refusal needs a 'parent:' and a 'say:' that changes its dump" },
    { "title: t\nclauses: ENC-02\nparent: t/plain\nsay: fre 0.0 at=0x1\nexpect: refuse bad-rep-size\n",
      "3: the parent has no 'encode: canonical'" },
};

int main(void)
{
    struct gen_corpus corpus;
    const struct recipe_text right[] = {
        { "t/base.recipe", BASE "encode: canonical\nexpect: accept\n" },
        { "t/refused.recipe", CHILD "say: fre 1.0 at=0x1 cfa=fp-4\nsay: section fres=3\n"
                                    "expect: refuse count-mismatch at fre 1.0\n" },
    };
    IS_TEXT(make(right, 2, &corpus), "", "a refusal of two changed lines");
    OK(strstr(gen_case_text(&pool, made_case(&corpus, "v2/amd64-little/t/refused"), GEN_ENCODE),
              "\nrefusal: count-mismatch\nat: fre 1.0\nparent: v2/amd64-little/t/base-encode\n"
              "change: fre 1.0 at=0x1 cfa=fp-4; section fres=3\n"),
       "its case file names both");
    TRY(wrong, );
    TRY(wrong_children, right[0], { "t/plain.recipe", BASE "expect: accept\n" });
    return done();
}
