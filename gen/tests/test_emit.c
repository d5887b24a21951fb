/* SPDX-License-Identifier: MIT */
/* Sections against bytes typed by hand from the format, and the places of their fields. */
#include "field.h"
#include "support.h"

static const struct recipe_text recipes[] = {
    { "t/base.recipe", "title: base\nclauses: ALL-PRE-01\nfor: all\nfunc: +0x100 size=16 standard\nexpect: accept\n" },
    { "t/none.recipe", "title: none\nclauses: ALL-PRE-01\nfor: all\nexpect: accept\n" },
    { "t/two.recipe",
      "title: two\nclauses: ALL-PRE-01\nfor: amd64\nfunc: +0x100 size=16\nrow: 0 entry\nfunc: +0x110 size=16\nrow: 0 "
      "saved\n"
      "order: 1 0\nexpect: accept\n" },
    { "t/mask.recipe",
      "title: mask\nclauses: ALL-PRE-01\nfor: v2 amd64\nfunc: +0x100 size=64 mask rep=16\nrow: 0 entry\nrow: 11 saved\n"
      "expect: accept\n" },
    { "t/wide.recipe",
      "title: wide\nclauses: ALL-PRE-01\nfor: v3 aarch64-big\nflags: sorted\nfunc: +0x100 size=0x200 addr2 key-b "
      "signal\n"
      "row: 0 cfa=sp+512 ra=*(cfa-8) mangled\nexpect: accept\n" },
    { "t/flex.recipe",
      "title: flex\nclauses: ALL-PRE-01\nfor: v3 amd64\nfunc: +0x100 size=16 flex\nrow: 0 cfa=*(fp-8) fp=*(fp+0)\n"
      "row: 4 cfa=r10+0\nrow: 8 cfa=sp+16 ra=*(cfa-24) fp=r32\nrow: 9 outermost\nexpect: accept\n" },
    { "t/registers.recipe",
      "title: registers\nclauses: ALL-PRE-01\nfor: v2e1 s390x\nfunc: +0x100 size=16 addr4\nrow: 0 cfa=sp+160 ra=r14\n"
      "row: 4 cfa=fp+1184 fp=*(cfa-72)\nexpect: accept\n" },
    { "t/layout.recipe",
      "title: layout\nclauses: ALL-HDR-07\nfor: v2 amd64\naux: a1a2a3\nfunc: +0x100 size=16 standard\n"
      "expect: policy AMB-044 doubt aux-header-present\n" },
    { "t/gap.recipe",
      "title: gap\nclauses: V12-FDE-07 ALL-HDR-11\nfor: v1 amd64\nslack: 0000\nfunc: +0x100 size=16 standard gap=5a\n"
      "expect: policy AMB-041 doubt fre-bytes-unreferenced\n" },
    { "t/pad.recipe",
      "title: pad\nclauses: V2-FDE-11\nfor: v2 aarch64-big\nfunc: +0x100 size=16 standard pad=0x1234 info=0x40\n"
      "expect: policy AMB-048 doubt unused-bits-set\n" },
};

/* A space after each group of fields, for the reader. */
static const struct {
    const char *id, *bytes;
} typed[] = {
    { "v1/amd64-little/t/base", "e2de0101 0300f800 01000000 02000000 07000000 00000000 11000000"
                                "00010000 10000000 00000000 02000000 00 000308 040510f0" },
    { "v2/amd64-little/t/base", "e2de0201 0300f800 01000000 02000000 07000000 00000000 14000000"
                                "00010000 10000000 00000000 02000000 00 00 0000 000308 040510f0" },
    { "v2e1/amd64-little/t/base", "e2de0205 0300f800 01000000 02000000 07000000 00000000 14000000"
                                  "e4000000 10000000 00000000 02000000 00 00 0000 000308 040510f0" },
    { "v3/amd64-little/t/base", "e2de0305 0300f800 01000000 02000000 0c000000 00000000 10000000"
                                "e400000000000000 10000000 00000000 0200 00 00 00 000308 040510f0" },
    { "v2/aarch64-big/t/base", "dee20201 01000000 00000001 00000002 00000008 00000000 00000014"
                               "00000100 00000010 00000000 00000002 00 00 0000 000300 040720e8e0" },
    { "v1/aarch64-little/t/base", "e2de0101 02000000 01000000 02000000 08000000 00000000 11000000"
                                  "00010000 10000000 00000000 02000000 00 000300 040720e8e0" },
    { "v2e2/s390x-big/t/base", "dee20205 04000000 00000001 00000002 00000008 00000000 00000014"
                               "000000e4 00000010 00000000 00000002 00 00 0000 000300 040714d0b8" },
    { "v3/s390x-big/t/base", "dee20305 04000000 00000001 00000002 0000000d 00000000 00000010"
                             "00000000000000e4 00000010 00000000 0002 00 00 00 000300 040714d0b8" },
    { "v1/amd64-little/t/none", "e2de0101 0300f800 00000000 00000000 00000000 00000000 00000000" },
    { "v3/s390x-big/t/none", "dee20305 04000000 00000000 00000000 00000000 00000000 00000000" },
    /* Rows of the second function first; PC-relative starts lie 20 apart less the functions' 16. */
    { "v2e1/amd64-little/t/two",
      "e2de0205 0300f800 02000000 02000000 07000000 00000000 28000000"
      "e4000000 10000000 04000000 01000000 00 00 0000 e0000000 10000000 00000000 01000000 00 00 0000 000510f0 000308" },
    { "v3/amd64-little/t/two",
      "e2de0305 0300f800 02000000 02000000 11000000 00000000 20000000"
      "e400000000000000 10000000 09000000 e400000000000000 10000000 00000000 0100 00 00 00 000510f0 0100 00 00 00 "
      "000308" },
    { "v2/amd64-little/t/mask", "e2de0201 0300f800 01000000 02000000 07000000 00000000 14000000"
                                "00010000 40000000 00000000 02000000 10 10 0000 000308 0b0510f0" },
    { "v3/aarch64-big/t/wide", "dee20301 01000000 00000001 00000001 0000000c 00000000 00000010"
                               "0000000000000100 00000200 00000000 0001 a1 00 00 0000 a5 0200 fff8" },
    { "v3/amd64-little/t/flex", "e2de0305 0300f800 01000000 04000000 20000000 00000000 10000000"
                                "e400000000000000 10000000 00000000 0400 00 01 00 000a33f80033 00 0404 5100"
                                "082c 3900 1000 0200 e8ff 0101 0000 0900" },
    { "v2e1/s390x-big/t/registers",
      "dee20205 04000000 00000001 00000002 00000012 00000000 00000014"
      "000000e4 00000010 00000000 00000002 02 00 0000 00000000 05 00 1d 00000004 26 0080 0000 ffb8" },
    { "v2/amd64-little/t/layout", "e2de0201 0300f803 01000000 02000000 07000000 00000000 14000000 a1a2a3"
                                  "00010000 10000000 00000000 02000000 00 00 0000 000308 040510f0" },
    { "v1/amd64-little/t/gap", "e2de0101 0300f800 01000000 02000000 0a000000 00000000 11000000"
                               "00010000 10000000 01000000 02000000 00 5a 000308 040510f0 0000" },
    { "v2/aarch64-big/t/pad", "dee20201 01000000 00000001 00000002 00000008 00000000 00000014"
                              "00000100 00000010 00000000 00000002 40 00 1234 000300 040720e8e0" },
};

static const char *without_spaces(const char *text)
{
    struct gen_buf out = { .pool = &pool };
    for (; *text; text++)
        if (*text != ' ')
            gen_add(&out, text, 1);
    return gen_text(&out);
}

/* bits 0: a group. */
static const struct {
    const char *id, *path;
    size_t start, end;
    unsigned shift, bits;
    uint64_t value;
} fields[] = {
    { "v1/amd64-little/t/base", "section", 0, 52, 0, 0, 0 },
    { "v1/amd64-little/t/base", "hdr", 0, 28, 0, 0, 0 },
    { "v1/amd64-little/t/base", "hdr.magic", 0, 2, 0, 16, 0xdee2 },
    { "v1/amd64-little/t/base", "hdr.version", 2, 3, 0, 8, 1 },
    { "v1/amd64-little/t/base", "hdr.flags", 3, 4, 0, 8, 1 },
    { "v1/amd64-little/t/base", "hdr.abi", 4, 5, 0, 8, 3 },
    { "v1/amd64-little/t/base", "hdr.fixed_fp", 5, 6, 0, 8, 0 },
    { "v1/amd64-little/t/base", "hdr.fixed_ra", 6, 7, 0, 8, 0xf8 },
    { "v1/amd64-little/t/base", "hdr.auxhdr_len", 7, 8, 0, 8, 0 },
    { "v1/amd64-little/t/base", "hdr.num_fdes", 8, 12, 0, 32, 1 },
    { "v1/amd64-little/t/base", "hdr.num_fres", 12, 16, 0, 32, 2 },
    { "v1/amd64-little/t/base", "hdr.fre_len", 16, 20, 0, 32, 7 },
    { "v1/amd64-little/t/base", "hdr.fdeoff", 20, 24, 0, 32, 0 },
    { "v1/amd64-little/t/base", "hdr.freoff", 24, 28, 0, 32, 17 },
    { "v1/amd64-little/t/base", "fdes", 28, 45, 0, 0, 0 },
    { "v1/amd64-little/t/base", "fde[0]", 28, 45, 0, 0, 0 },
    { "v1/amd64-little/t/base", "fde[0].start", 28, 32, 0, 32, 0x100 },
    { "v1/amd64-little/t/base", "fde[0].size", 32, 36, 0, 32, 16 },
    { "v1/amd64-little/t/base", "fde[0].fre_off", 36, 40, 0, 32, 0 },
    { "v1/amd64-little/t/base", "fde[0].num_fres", 40, 44, 0, 32, 2 },
    { "v1/amd64-little/t/base", "fde[0].info", 44, 45, 0, 8, 0 },
    { "v1/amd64-little/t/base", "fres", 45, 52, 0, 0, 0 },
    { "v1/amd64-little/t/base", "fre[0][0]", 45, 48, 0, 0, 0 },
    { "v1/amd64-little/t/base", "fre[0][1].start", 48, 49, 0, 8, 4 },
    { "v1/amd64-little/t/base", "fre[0][1].info", 49, 50, 0, 8, 5 },
    { "v1/amd64-little/t/base", "fre[0][1].info.base", 49, 50, 0, 1, 1 },
    { "v1/amd64-little/t/base", "fre[0][1].info.count", 49, 50, 1, 4, 2 },
    { "v1/amd64-little/t/base", "fre[0][1].info.size", 49, 50, 5, 2, 0 },
    { "v1/amd64-little/t/base", "fre[0][1].info.mangled", 49, 50, 7, 1, 0 },
    { "v1/amd64-little/t/base", "fre[0][1].word[0]", 50, 51, 0, 8, 16 },
    { "v1/amd64-little/t/base", "fre[0][1].word[1]", 51, 52, 0, 8, 0xf0 },
    { "v2/aarch64-big/t/pad", "fde[0].rep_size", 45, 46, 0, 8, 0 },
    { "v2/aarch64-big/t/pad", "fde[0].padding2", 46, 48, 0, 16, 0x1234 },
    { "v2/aarch64-big/t/pad", "fde[0].info.unused", 44, 45, 6, 2, 1 },
    { "v2/aarch64-big/t/pad", "fde[0].start", 28, 32, 0, 32, 0x100 },
    { "v2/amd64-little/t/mask", "fde[0].info.pctype", 44, 45, 4, 1, 1 },
    { "v2/amd64-little/t/layout", "aux", 28, 31, 0, 0, 0 },
    { "v2/amd64-little/t/layout", "aux[2]", 30, 31, 0, 8, 0xa3 },
    { "v1/amd64-little/t/gap", "gap[0]", 45, 46, 0, 0, 0 },
    { "v1/amd64-little/t/gap", "gap[0][0]", 45, 46, 0, 8, 0x5a },
    { "v1/amd64-little/t/gap", "slack", 53, 55, 0, 0, 0 },
    { "v1/amd64-little/t/gap", "slack[1]", 54, 55, 0, 8, 0 },
    { "v2e1/amd64-little/t/two", "fde[1].fre_off", 56, 60, 0, 32, 0 },
    { "v2e1/amd64-little/t/two", "fre[0][0]", 72, 75, 0, 0, 0 },
    { "v2e1/amd64-little/t/two", "fre[1][0]", 68, 72, 0, 0, 0 },
    { "v3/aarch64-big/t/wide", "fde[0].start", 28, 36, 0, 64, 0x100 },
    { "v3/aarch64-big/t/wide", "fde[0].data_off", 40, 44, 0, 32, 0 },
    { "v3/aarch64-big/t/wide", "fde[0].fre_off", 40, 44, 0, 32, 0 },
    { "v3/aarch64-big/t/wide", "attr[0]", 44, 49, 0, 0, 0 },
    { "v3/aarch64-big/t/wide", "attr[0].num_fres", 44, 46, 0, 16, 1 },
    { "v3/aarch64-big/t/wide", "fde[0].num_fres", 44, 46, 0, 16, 1 },
    { "v3/aarch64-big/t/wide", "attr[0].info.fretype", 46, 47, 0, 4, 1 },
    { "v3/aarch64-big/t/wide", "attr[0].info.key", 46, 47, 5, 1, 1 },
    { "v3/aarch64-big/t/wide", "attr[0].info.signal", 46, 47, 7, 1, 1 },
    { "v3/aarch64-big/t/wide", "attr[0].info2", 47, 48, 0, 8, 0 },
    { "v3/aarch64-big/t/wide", "attr[0].rep_size", 48, 49, 0, 8, 0 },
    { "v3/aarch64-big/t/wide", "fre[0][0].start", 49, 51, 0, 16, 0 },
    { "v3/aarch64-big/t/wide", "fre[0][0].word[1]", 54, 56, 0, 16, 0xfff8 },
    { "v3/amd64-little/t/flex", "attr[0].info2.type", 47, 48, 0, 5, 1 },
    { "v3/amd64-little/t/flex", "fre[0][0].word[0].reg_p", 51, 52, 0, 1, 1 },
    { "v3/amd64-little/t/flex", "fre[0][0].word[0].deref_p", 51, 52, 1, 1, 1 },
    { "v3/amd64-little/t/flex", "fre[0][0].word[0].regnum", 51, 52, 3, 5, 6 },
    { "v3/amd64-little/t/flex", "fre[0][0].word[3].regnum", 54, 55, 3, 5, 6 },
    { "v3/amd64-little/t/flex", "fre[0][2].word[4].regnum", 70, 72, 3, 13, 32 },
};

static const struct {
    const char *id, *path;
} absent[] = {
    { "v1/amd64-little/t/base", "hdr.size" },
    { "v1/amd64-little/t/base", "fde[1].start" },
    { "v1/amd64-little/t/base", "fde[0].rep_size" },
    { "v1/amd64-little/t/base", "fde[0].data_off" },
    { "v1/amd64-little/t/base", "fde[].start" },
    { "v1/amd64-little/t/base", "fde[x].start" },
    { "v1/amd64-little/t/base", "fde[4294967296].start" },
    { "v1/amd64-little/t/base", "fre[0][1][2].word[3]" },
    { "v1/amd64-little/t/base", "fre[0][1].word[2]" },
    { "v1/amd64-little/t/base", "aux" },
    { "v1/amd64-little/t/base", "tail[0]" },
    { "v1/amd64-little/t/base", "" },
};

int main(void)
{
    struct gen_corpus corpus;
    IS_TEXT(make(recipes, sizeof recipes / sizeof *recipes, &corpus), "", "recipes are right");
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++)
        IS_TEXT(hex_of(made_case(&corpus, typed[i].id)), without_spaces(typed[i].bytes), "bytes of %s", typed[i].id);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const struct gen_section *section = &made_case(&corpus, fields[i].id)->section;
        const struct gen_field *field = gen_find_field(&section->fields, fields[i].path);
        const bool here = field && field->start == fields[i].start && field->end == fields[i].end
                          && field->shift == fields[i].shift && field->bits == fields[i].bits;
        OK(here, "%s: %s lies at %zu", fields[i].id, fields[i].path, fields[i].start);
        if (here && field->kind != GEN_GROUP)
            IS_U64(gen_field_value(section, field), fields[i].value, "%s: value of %s", fields[i].id, fields[i].path);
    }
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        OK(!gen_find_field(&made_case(&corpus, absent[i].id)->section.fields, absent[i].path), "%s has no '%s'",
           absent[i].id, absent[i].path);
    return done();
}
