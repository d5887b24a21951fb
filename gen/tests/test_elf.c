/* SPDX-License-Identifier: MIT */
/* Sections in ELF files, against bytes typed by hand from the tables of the ELF specification. */
#include "elf_file.h"
#include "support.h"

#define HEAD "title: t\nclauses: ELF-01\n"
#define LINKED HEAD "for: v1 amd64\nelf: exec no-segment\nfunc: +0x100 size=16 standard\nexpect: accept\n"
#define OBJECT                                                                                           \
    HEAD "for: v3 s390x\nelf: object 0x30\nfunc: -0x38 size=16 standard\nfunc: -0x28 size=32 standard\n" \
         "expect: accept\n"
#define CHILD HEAD "parent: t/linked\n"

static const char linked[] =
    "7f454c46020101000000000000000000" /* identification: 64 bits, little endian, version 1 */
    "02003e00010000000000000000000000" /* executable, x86-64, version 1, entry */
    "4000000000000000"
    "f800000000000000" /* where the program and the section headers are */
    "00000000"
    "4000"
    "3800"
    "0100"
    "4000"
    "0300"
    "0200" /* flags; sizes and counts; section of the names */
    "0100000004000000"
    "0000000000000000" /* PT_LOAD, readable, offset */
    "0000400000000000"
    "0000400000000000"
    "e400000000000000"
    "e400000000000000"
    "0010000000000000"
    "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "000000000000"
    "e2de01010300f8000100000002000000070000000000000011000000"
    "0001000010000000000000000200000000"
    "000308"
    "040510f0"
    "00"
    "2e736672616d6500"
    "2e736873747274616200"
    "00" /* the names, and up to a multiple of 8 */
    "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
    "0000000000000000"
    "000000000000"
    "01000000"
    "01000000"
    "0200000000000000" /* .sframe: program bits, loaded */
    "b000400000000000"
    "b000000000000000"
    "3400000000000000"
    "00000000"
    "00000000"
    "0800000000000000"
    "0000000000000000"
    "09000000"
    "03000000"
    "0000000000000000" /* .shstrtab: strings */
    "0000000000000000"
    "e400000000000000"
    "1300000000000000"
    "00000000"
    "00000000"
    "0100000000000000"
    "0000000000000000";

static uint64_t value(const struct gen_case *made, const char *path)
{
    const struct gen_field *field = gen_find_field(&made->section.fields, path);
    OK(field != NULL, "there is a field %s", path);
    return field ? gen_field_value(&made->section, field) : 0;
}

static void test_object(const struct gen_case *made)
{
    static const struct {
        const char *path;
        uint64_t value;
    } fields[] = {
        { "ehdr.type", 1 },          { "ehdr.machine", 22 },        { "ehdr.data", 2 },
        { "ehdr.phnum", 0 },         { "ehdr.shnum", 7 },           { "ehdr.shstrndx", 6 },
        { "shdr[1].size", 0x30 },    { "shdr[1].flags", 6 },        { "shdr[2].type", 0x6ffffff4 },
        { "shdr[2].addr", 0 },       { "shdr[3].type", 4 },         { "shdr[3].link", 4 },
        { "shdr[3].info", 2 },       { "shdr[3].entsize", 24 },     { "shdr[4].type", 2 },
        { "shdr[4].link", 5 },       { "shdr[4].info", 2 },         { "sym[1].section", 1 },
        { "sym[1].info", 3 },        { "fde[0].start", 0 },         { "fde[1].start", 0 },
        { "rela[0][0].offset", 28 }, { "rela[0][1].offset", 44 },   { "rela[0][0].info", 0x100000017 },
        { "rela[0][0].addend", 0 },  { "rela[0][1].addend", 0x10 },
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        IS_U64(value(made, fields[i].path), fields[i].value, "its value");
    IS_U64(gen_find_field(&made->section.fields, "section")->start, value(made, "shdr[2].offset"),
           "the section lies where its header says");
    OK(strstr(made->dump, "\nfde 0 start=0x0 ") && strstr(made->dump, "\nfde 1 start=0x10 "),
       "the dump has the places that relocations give");
}

/* Numbers of sections that the ELF header and the symbol leave to section header 0 and to a table. */
static void test_large_numbers(const struct gen_case *made)
{
    static const struct {
        const char *path;
        uint64_t value;
    } fields[] = {
        { "ehdr.shnum", 0 },     { "ehdr.shstrndx", 0xffff },  { "shdr[0].size", 8 }, { "shdr[0].link", 7 },
        { "shdr[6].type", 18 },  { "shdr[6].link", 4 },        { "shdr[6].size", 8 }, { "shdr[6].entsize", 4 },
        { "sym[0].section", 0 }, { "sym[1].section", 0xffff }, { "shndx[0]", 0 },     { "shndx[1]", 1 },
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        IS_U64(value(made, fields[i].path), fields[i].value, "its value");
}

static const struct {
    const char *text, *error;
} wrong[] = {
    { HEAD "for: v1 amd64\nelf: core\nexpect: accept\n",
      "4: expected 'exec', 'dyn' or 'object BYTES-OF-CODE', got 'core'" },
    { HEAD "for: v1 amd64\nelf: object\nexpect: accept\n",
      "4: expected 'exec', 'dyn' or 'object BYTES-OF-CODE', got 'object'" },
    { HEAD "for: v1 amd64\nelf: exec upside-down\nexpect: accept\n",
      "4: unknown 'upside-down'; expected no-sections, no-segment, no-alloc, comment (of an object), "
      "two, other-name, other-order, "
      "large-numbers, type=N, machine=N, align=N or more=N" },
    { HEAD "for: v1 amd64\nelf: exec align=x\nexpect: accept\n",
      "4: unknown 'align=x'; expected no-sections, no-segment, no-alloc, comment (of an object), "
      "two, other-name, other-order, "
      "large-numbers, type=N, machine=N, align=N or more=N" },
    { HEAD "for: v1 amd64\nfunc: +0 size=1\nelf: exec\nexpect: accept\n",
      "5: expected 'elf:' before the lines that use its address" },
    { HEAD "for: v1 amd64\nelf: exec\naddr: 0x1000\nexpect: accept\n", "5: 'elf:' above already sets the address" },
    { HEAD "for: v1 amd64\nelf: object 0x30\nfunc: -0x40 size=16 standard\nexpect: accept\n",
      "5: the function lies outside the 48 bytes of code, which start 0x38 before the section" },
    { HEAD "for: v3 amd64\nelf: object 0x30\nfunc: +0x7fffffffffffffff size=0\nexpect: accept\n",
      "5: the function lies outside the 48 bytes of code, which start 0x38 before the section" },
    { HEAD "for: v1 amd64\nelf: object 0x30\nfunc: +0 size=16 standard\nexpect: accept\n",
      "5: the function lies outside the 48 bytes of code, which start 0x38 before the section" },
    { HEAD "for: v1 amd64\nelf: exec\nfunc: +0 size=1\nrow: 0 entry\npcs: +0\nexpect: accept\n",
      "4: a section in an ELF file is built, and only decoded" },
    { CHILD "set: ehdr.type = 1\nexpect: error torn\n", "5: unknown error 'torn'; see corpus/README.md" },
    { CHILD "set: ehdr.size = 1\nexpect: error damaged\n", "4: the section has no field 'ehdr.size'" },
    { CHILD "set: ehdr.class = 2\nexpect: error damaged\n", "4: 'ehdr.class' already has this value; nothing changes" },
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
        { "t/object.recipe", OBJECT },
        { "t/cut.recipe", CHILD "cut: 63\nexpect: error damaged\n" },
        { "t/inside.recipe", HEAD "clauses: ALL-PRE-02\nparent: t/linked\nset: hdr.magic = 0\n"
                                  "expect: reject bad-magic at hdr.magic\n" },
        { "t/bare.recipe", HEAD "for: v1 amd64\nfunc: +0x100 size=16 standard\nexpect: accept\n" },
        { "t/large.recipe", HEAD "for: v3 s390x\nelf: object 0x30 large-numbers\nfunc: -0x38 size=16 standard\n"
                                 "expect: accept\n" },
        { "t/also.recipe", HEAD "clauses: ALL-PRE-02\nparent: t/linked\nset: hdr.magic = 0\n"
                                "also: bad-abi at hdr.abi\nalso: bad-version at 0x2-0x3\n"
                                "expect: reject bad-magic at hdr.magic\n" },
    };
    IS_TEXT(make(right, 7, &corpus), "", "right recipes");
    IS_TEXT(hex_of(made_case(&corpus, "v1/amd64-little/t/linked")), linked, "a linked file");
    test_object(made_case(&corpus, "v3/s390x-big/t/object"));
    test_large_numbers(made_case(&corpus, "v3/s390x-big/t/large"));
    const struct gen_case *made = made_case(&corpus, "v1/amd64-little/t/cut");
    OK(strstr(gen_case_text(&pool, made, GEN_DECODE), "addr: 0x4000b0\ncontainer: elf\nfile: cut.elf\nsize: 63\n")
           && strstr(gen_case_text(&pool, made, GEN_DECODE),
                     "expect: reject\nlevel: refuse\nerror: damaged\nparent: v1/amd64-little/t/linked\n"),
       "the case file of a file at fault");
    OK(strstr(gen_case_text(&pool, made_case(&corpus, "v1/amd64-little/t/also"), GEN_DECODE),
              "class: bad-magic\nrange: 0x0-0x2\nalso: bad-abi 0x4-0x5; bad-version 0x2-0x3\n"),
       "other violations count from the section");
    /* The last column is `printf abc | sha256sum`. */
    OK(strstr(gen_index_line(&pool, made, GEN_DECODE, "abc"),
              "\treject\tdamaged\t"
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\trefuse\n"),
       "its line of the index");
    made = made_case(&corpus, "v1/amd64-little/t/inside");
    OK(strstr(gen_case_text(&pool, made, GEN_DECODE), "class: bad-magic\nrange: 0x0-0x2\n")
           && strstr(gen_case_text(&pool, made, GEN_DECODE), "patch: 0xb0 e2de 0000\n"),
       "a range counts from the section, a patch from the file");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct recipe_text three[] = { right[0], right[4], { "t/case.recipe", wrong[i].text } };
        IS_TEXT(make(three, 3, &corpus), gen_textf(&pool, "gen/recipes/t/case.recipe:%s\n", wrong[i].error),
                "wrong recipe %zu", i);
    }
    return done();
}
