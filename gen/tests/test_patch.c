/* SPDX-License-Identifier: MIT */
/* Patches that change the length, undoing patches, and what a recipe must explain. The corpus has the other
   patches, and conform-field-map undoes them. */
#include "patch.h"
#include "support.h"

static const char PARENT[] =
    "title: t\nclauses: ALL-PRE-01\nfor: v2 amd64 aarch64-big\nfunc: +0x100 size=16 standard\nexpect: accept\n";
#define CHILD                                                                     \
    "title: t\nclauses: ALL-PRE-02 ALL-PRE-07 ALL-HDR-14 ALL-HDR-15 ALL-FRE-02\n" \
    "for: v2 amd64 aarch64-big\nparent: t/parent\n"

static const struct {
    const char *lines, *id, *patch;
    size_t size, start, end;
} patches[] = {
    { "cut: 0\nexpect: reject truncated-header at section\n", "v2/aarch64-big/t/child",
      "0x0 dee2020101000000000000010000000200000008000000000000001400000100000000100000000000000002000000000003000407"
      "20e8e0 -",
      0, 0, 0 },
    { "insert: 00*4 before fre[0][1]\nexpect: reject bad-magic at fres\n", "v2/amd64-little/t/child", "0x33 - 00000000",
      59, 48, 59 },
    { "insert: 5a before hdr.magic\nset: hdr.magic = 0\nelsewhere: w\nexpect: reject bad-magic at hdr.magic\n",
      "v2/amd64-little/t/child", "0x0 - 5a; 0x1 e2de 0000", 56, 1, 3 },
};

static void test_patches(void)
{
    for (size_t i = 0; i < sizeof patches / sizeof *patches; i++) {
        struct gen_corpus corpus;
        struct gen_bytes undone;
        const char *text = gen_textf(&pool, "%s%s", CHILD, patches[i].lines);
        const struct recipe_text two[] = { { "t/parent.recipe", PARENT }, { "t/child.recipe", text } };
        IS_TEXT(make(two, 2, &corpus), "", "patch %zu is right", i);
        const struct gen_case *made = made_case(&corpus, patches[i].id);
        struct gen_buf text_of_patch = { .pool = &pool };
        gen_add_patch(&text_of_patch, &made->patch);
        IS_TEXT(gen_text(&text_of_patch), patches[i].patch, "patch %zu as text", i);
        IS_U64(made->section.bytes.len, patches[i].size, "patch %zu: size", i);
        IS_U64(made->range.start, patches[i].start, "patch %zu: start of the fault", i);
        IS_U64(made->range.end, patches[i].end, "patch %zu: end of the fault", i);
        OK(gen_undo(&pool, &made->patch, (struct gen_bytes){ made->section.bytes.data, made->section.bytes.len },
                    &undone),
           "patch %zu can be undone", i);
        IS_TEXT(hex(undone.data, undone.len), hex(made->parent->section.bytes.data, made->parent->section.bytes.len),
                "patch %zu: undone, it is the parent", i);
    }
}

#define BYTES(...)                                                                 \
    {                                                                              \
        (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }) \
    }
static const struct {
    struct gen_part part;
    size_t start, end;
    bool within;
} places[] = {
    { { 4, BYTES(1), BYTES(2) }, 4, 5, true },
    { { 4, BYTES(1), BYTES(2) }, 0, 4, false },
    { { 4, BYTES(1), BYTES(2) }, 5, 8, false },
    /* Bytes that stay the same do not count. */
    { { 4, BYTES(1, 0), BYTES(2, 0) }, 4, 5, true },
    { { 4, BYTES(0, 1), BYTES(0, 2) }, 4, 5, false },
    { { 4, { 0 }, BYTES(0xaa, 0xbb) }, 4, 6, true },
    { { 4, { 0 }, BYTES(0xaa, 0xbb) }, 4, 5, false },
    { { 4, BYTES(0xaa, 0xbb), { 0 } }, 0, 4, true },
    { { 4, BYTES(0xaa, 0xbb), { 0 } }, 4, 4, true },
    { { 4, BYTES(0xaa, 0xbb), { 0 } }, 0, 3, false },
    { { 4, BYTES(0xaa, 0xbb), { 0 } }, 5, 6, false },
};

static void test_within(void)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const struct gen_patch patch = { (struct gen_part[]){ { 4, BYTES(1), BYTES(2) }, places[i].part }, 2 };
        const struct gen_patch one = { &patch.list[1], 1 };
        OK(gen_patch_within(&one, places[i].start, places[i].end) == places[i].within, "part %zu lies %sin %zu to %zu",
           i, places[i].within ? "" : "not all ", places[i].start, places[i].end);
        OK(gen_patch_within(&patch, places[i].start, places[i].end)
               == (places[i].within && places[i].start <= 4 && places[i].end > 4),
           "and with another part before it");
    }
}

/* A reject must explain an open parent and a distant fault, and nothing else. */
static const struct {
    const char *lines, *error;
} explained[] = {
    { "parent: t/parent\nset: hdr.magic = 1\nparent-open: why\nexpect: reject bad-magic at hdr.magic\n",
      "4: 'v2/amd64-little/t/parent' is accepted; expected no 'parent-open:'" },
    { "parent: t/open\nset: hdr.magic = 1\nexpect: reject bad-magic at hdr.magic\n",
      "4: 'v2/amd64-little/t/open' touches an open question; expected 'parent-open:' with the reason" },
    { "parent: t/open\nset: hdr.magic = 1\nparent-open: why\nexpect: reject bad-magic at hdr.magic\n", NULL },
    { "parent: t/parent\nset: hdr.magic = 1\nelsewhere: why\nexpect: reject bad-magic at hdr.magic\n",
      "7: the patch of 'v2/amd64-little/t/child' lies in the range of the fault; expected no 'elsewhere:'" },
    { "parent: t/parent\nset: hdr.magic = 1\nexpect: reject bad-magic at hdr.abi\n",
      "6: the patch of 'v2/amd64-little/t/child' lies outside the range of the fault; expected 'elsewhere:' "
      "with the reason" },
    { "parent: t/parent\nset: hdr.magic = 1\nelsewhere: why\nexpect: reject bad-magic at hdr.abi\n", NULL },
};

static void test_explained(void)
{
    const struct recipe_text open = { "t/open.recipe", "title: t\nclauses: ALL-HDR-11\nfor: v2 amd64\nslack: 00\n"
                                                       "func: +0x100 size=16 standard\n"
                                                       "expect: policy AMB-036 doubt fre-bytes-unreferenced\n" };
    for (size_t i = 0; i < sizeof explained / sizeof *explained; i++) {
        struct gen_corpus corpus;
        const char *text = gen_textf(&pool, "title: t\nclauses: ALL-PRE-02\nfor: v2 amd64\n%s", explained[i].lines);
        const struct recipe_text three[] = { { "t/parent.recipe", PARENT }, open, { "t/child.recipe", text } };
        const char *error = make(three, 3, &corpus), *want = explained[i].error;
        IS_TEXT(error, want ? gen_textf(&pool, "gen/recipes/t/child.recipe:%s\n", want) : "", "reason %zu", i);
    }
}

TESTS(test_patches, test_within, test_explained)
