/* SPDX-License-Identifier: MIT */
/* Sections in ELF files: the files of cases, and wrong recipes. The bytes are in the corpus. */
#include "support.h"

#define HEAD "title: t\nclauses: ELF-01\n"
#define LINKED HEAD "for: v1 amd64\nelf: exec no-segment\nfunc: +0x100 size=16 standard\nexpect: accept\n"
#define CHILD HEAD "parent: t/linked\n"

static const struct tried_recipe wrong[] = {
    { HEAD "for: v1 amd64\nelf: core\nexpect: accept\n", "4: expected 'exec', 'dyn' or 'object BYTES-OF-CODE'" },
    { HEAD "for: v1 amd64\nelf: object\nexpect: accept\n", "4: expected 'exec', 'dyn' or 'object BYTES-OF-CODE'" },
    { HEAD "for: v1 amd64\nelf: exec upside-down\nexpect: accept\n", "4: unknown 'upside-down'" },
    { HEAD "for: v1 amd64\nelf: exec align=x\nexpect: accept\n", "4: unknown 'align=x'" },
    { HEAD "for: v1 amd64\nfunc: +0 size=1\nelf: exec\nexpect: accept\n",
      "5: expected 'elf:' before the lines that use its address" },
    { HEAD "for: v1 amd64\nelf: exec\naddr: 0x1000\nexpect: accept\n", "5: 'elf:' above already sets the address" },
    { HEAD "for: v1 amd64\nelf: object 0x30\nfunc: -0x40 size=16 standard\nexpect: accept\n",
      "5: the function lies outside the 48 bytes of code, which start 0x38 before the section" },
    { HEAD "for: v3 amd64\nelf: object 0x30\nfunc: +0x7fffffffffffffff size=0\nexpect: accept\n",
      "5: the function lies outside the 48 bytes of code, which start 0x38 before the section" },
    { HEAD "for: v1 amd64\nelf: object 0x30\nfunc: +0 size=16 standard\nexpect: accept\n",
      "5: the function lies outside the 48 bytes of code, which start 0x38 before the section" },
    { HEAD "for: v1 amd64\nelf: object 0x30 shape=1\nfunc: +0x31 size=16 standard\nexpect: accept\n",
      "5: the function lies outside the 48 bytes of code" },
    { HEAD "for: v1 amd64\nelf: exec shape=1 code=0x30\nfunc: -1 size=16 standard\nexpect: accept\n",
      "5: the function lies outside the 48 bytes of code" },
    { HEAD "for: v1 amd64\nelf: exec\nfunc: +0 size=1\nrow: 0 entry\npcs: +0\nexpect: accept\n",
      "4: a section in an ELF file is built, and only decoded" },
    { HEAD "for: v1 amd64\nelf: object 0x30 high-address\nexpect: accept\n", "4: an object has no address" },
    { CHILD "set: ehdr.type = 1\nexpect: error torn\n", "5: unknown error 'torn'; see corpus/README.md" },
    { CHILD "set: ehdr.size = 1\nexpect: error damaged\n", "4: the section has no field 'ehdr.size'" },
    { CHILD "set: ehdr.class = 2\nexpect: error damaged\n", "4: 'ehdr.class' already has this value" },
    { HEAD "for: v1 amd64\nelf: exec\nexpect: error damaged\n",
      "5: a reject needs a 'parent:', so that its fault is known" },
    { HEAD "parent: t/bare\nset: hdr.magic = 1\nexpect: error damaged\n", "5: the parent is not an ELF file" },
    { HEAD "for: v1 amd64\nelf: exec\nexpect: policy AMB-113 because several\n",
      "5: expected 'policy ID', 'policy ID doubt CLASS' or 'policy ID error NAME'" },
};

int main(void)
{
    struct gen_corpus corpus;
    const struct recipe_text right[] = {
        { "t/linked.recipe", LINKED },
        { "t/bare.recipe", HEAD "for: v1 amd64\nfunc: +0x100 size=16 standard\nexpect: accept\n" },
        { "t/also.recipe", HEAD "clauses: ALL-PRE-02\nparent: t/linked\nset: hdr.magic = 0\n"
                                "also: bad-abi at hdr.abi\nalso: bad-version at 0x2-0x3\n"
                                "expect: reject bad-magic at hdr.magic\n" },
        { "t/changed.recipe", LINKED "set: ehdr.flags = 7\n" },
    };
    IS_TEXT(make(right, 4, &corpus), "", "right recipes");
    const struct gen_section *changed = &made_case(&corpus, "v1/amd64-little/t/changed")->section;
    OK(gen_field_value(changed, gen_find_field(&changed->fields, "ehdr.flags")) == 7,
       "a file that is built is changed");
    OK(strstr(gen_case_text(&pool, made_case(&corpus, "v1/amd64-little/t/also"), GEN_DECODE),
              "class: bad-magic\nrange: 0x0-0x2\nalso: bad-abi 0x4-0x5; bad-version 0x2-0x3\n"),
       "other violations count from the section");
    TRY(wrong, right[0], right[1]);
    return done();
}
