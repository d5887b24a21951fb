/* SPDX-License-Identifier: MIT */
/* What becomes of the bytes and refusals of encoders. */
#include <string.h>

#include "judging.h"

static const struct sfc_config any = { PLAIN("encode") };
static const struct sfc_config canonical = { PLAIN("encode"), .encodes = (char[]){ "canonical" } };

/* Three sections that say the same: rows with words of one byte and of two, and with starts of two. `other` differs. */
static uint8_t narrow[SCRATCH_SECTION_SIZE], wide[SCRATCH_SECTION_SIZE + 1], other[SCRATCH_SECTION_SIZE];
static uint8_t wide_start[SCRATCH_SECTION_SIZE + 1];

static void make_sections(void)
{
    memcpy(narrow, scratch_section, sizeof narrow);
    memcpy(wide, scratch_section, sizeof narrow);
    memcpy(other, scratch_section, sizeof narrow);
    wide[16] = 4; /* bytes of the row area */
    wide[SCRATCH_SECTION_SIZE - 2] = 0x23;
    wide[SCRATCH_SECTION_SIZE] = 0;
    other[SCRATCH_SECTION_SIZE - 1] = 16;
    memcpy(wide_start, scratch_section, sizeof narrow);
    wide_start[16] = 4;
    wide_start[SCRATCH_SECTION_SIZE - 4] = 1; /* the FRE type */
    memmove(wide_start + SCRATCH_SECTION_SIZE - 2, narrow + SCRATCH_SECTION_SIZE - 3, 3);
}

static struct sfc_case encode_case(enum sfc_expect expect)
{
    struct sfc_case c = make_case(expect);
    c.op = SFC_OP_ENCODE;
    c.addr = 0x1000;
    c.result_bytes = narrow;
    c.result_size = sizeof narrow;
    return c;
}

static void test_sections(void)
{
    static const struct row as_canonical[] = {
        { "the canonical bytes", ENCODES(narrow, sizeof narrow), "pass" },
        { "other widths", ENCODES(wide, sizeof wide),
          "wrong-output bytes|48 bytes, at 0x10: 03 00 00 00 00 00 00 00|49 bytes, at 0x10: 04 00 00 00 00 00 00 00|" },
        { "a byte too few", ENCODES(narrow, sizeof narrow - 1),
          "wrong-output bytes|48 bytes, at 0x2f: 08|47 bytes, at 0x2f: the end|" },
        { "nothing at all", ENCODES(NULL, 0),
          "wrong-output bytes|48 bytes, at 0x0: e2 de 01 01 03 00 f8 00|0 bytes, at 0x0: the end|" },
    };
    static const struct row as_any[] = {
        { "the canonical bytes", ENCODES(narrow, sizeof narrow), "pass|||" },
        { "other widths", ENCODES(wide, sizeof wide), "pass|||" },
        { "other widths of starts", ENCODES(wide_start, sizeof wide_start), "pass" },
        { "another CFA", ENCODES(other, sizeof other),
          "wrong-output fre.cfa|fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0|"
          "fre 0.0 at=0x0 cfa=sp+16 ra=*(cfa-8) fp=same mangled=0|" },
        { "what is no section", ENCODES(narrow, 20),
          "wrong-output section|||the bytes are not a valid section: 0x0-0x14: truncated-header" },
        { "nothing at all", ENCODES(NULL, 0),
          "wrong-output section|||the bytes are not a valid section: 0x0-0x0: truncated-header" },
        { "a refusal of what can be encoded", REJECTS, "too-strict" },
    };
    static const struct row as_fit[] = {
        { "other widths of words, where the smallest of starts are asked for", ENCODES(wide, sizeof wide), "pass" },
        { "other widths of starts", ENCODES(wide_start, sizeof wide_start), "wrong-output fde.fre" },
    };
    struct sfc_case c = encode_case(SFC_EXPECT_ACCEPT);
    check_rows(&canonical, &c, as_canonical, COUNT(as_canonical), "canonical");
    check_rows(&any, &c, as_any, COUNT(as_any), "any encoding");
    c.fit = true;
    check_rows(&any, &c, as_fit, COUNT(as_fit), "fit");
}

/* An empty function may stand before or after another one that starts at the same place, also after sorting. */
static void test_ties(void)
{
    static const char body[] =
        "sframe-dump 1\n"
        "section version=1 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=2 fres=2 fre-len=6\n"
        "fde 0 start=0x1100 size=0x0 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1\n"
        "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0\n"
        "fde 1 start=0x1100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1\n"
        "fre 1.0 at=0x0 cfa=sp+16 ra=*(cfa-8) fp=same mangled=0\n";
    static const uint8_t empty_first[] = {
        0xe2, 0xde, 1, 1, 3,  0,  0xf8, 0, 2, 0, 0, 0, 2, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 34, 0, 0, 0, /* header */
        0,    1,    0, 0, 0,  0,  0,    0, 0, 0, 0, 0, 1, 0, 0, 0, 0,                                   /* fde 0 */
        0,    1,    0, 0, 16, 0,  0,    0, 3, 0, 0, 0, 1, 0, 0, 0, 0,                                   /* fde 1 */
        0,    3,    8, 0, 3,  16,                                                                       /* rows */
    };
    /* The same with two bytes for the start of the empty function's row. */
    static const uint8_t wide_last[] = {
        0xe2, 0xde, 1,  1, 3,  0, 0xf8, 0, 2, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 34, 0, 0, 0, /* header */
        0,    1,    0,  0, 16, 0, 0,    0, 0, 0, 0, 0, 1, 0, 0, 0, 0,                                   /* fde 0 */
        0,    1,    0,  0, 0,  0, 0,    0, 3, 0, 0, 0, 1, 0, 0, 0, 1,                                   /* fde 1 */
        0,    3,    16, 0, 0,  3, 8,                                                                    /* rows */
    };
    static uint8_t empty_last[sizeof empty_first], another[sizeof empty_first];
    static const struct row sorted[] = {
        { "after another one with its start", ENCODES(empty_last, sizeof empty_last), "pass" },
        { "with starts of any width", ENCODES(wide_last, sizeof wide_last), "pass" },
        { "but not with another row", ENCODES(another, sizeof another), "wrong-output fre.cfa" },
    };
    static const struct row fit[] = {
        { "also where it chooses the smallest widths of starts", ENCODES(empty_last, sizeof empty_last), "pass" },
        { "sorting does not excuse others", ENCODES(wide_last, sizeof wide_last), "wrong-output fde.fre" },
    };
    memcpy(empty_last, empty_first, sizeof empty_last);
    memcpy(empty_last + 28, empty_first + 45, 17);
    memcpy(empty_last + 45, empty_first + 28, 17);
    memcpy(another, empty_last, sizeof another);
    another[sizeof another - 1] = 24;
    struct sfc_case c = encode_case(SFC_EXPECT_ACCEPT);
    c.body = body;
    c.sort = true;
    c.result_bytes = empty_first;
    c.result_size = sizeof empty_first;
    check_rows(&any, &c, sorted, COUNT(sorted), "an empty function");
    check_row(&canonical, &c,
              &(struct row){ "comes first", ENCODES(empty_last, sizeof empty_last), "wrong-output bytes" },
              "in a canonical encoding");
    c.fit = true;
    check_rows(&any, &c, fit, COUNT(fit), "an empty function");
}

/* It is open whether the section is right: not to write it is right, to write another is wrong. */
static void test_open_sections(void)
{
    static const struct row rows[] = {
        { "refused, for any reason", NAMES("bad-rep-size", 0, 0), "pass" },
        { "bytes with its meaning", ENCODES(wide, sizeof wide), "pass" },
        { "bytes with another meaning", ENCODES(other, sizeof other), "wrong-output fre.cfa" },
    };
    const struct sfc_case c = encode_case(SFC_EXPECT_POLICY);
    check_rows(&any, &c, rows, COUNT(rows), "an open section");
    check_row(&canonical, &c, &(struct row){ "not those bytes", ENCODES(wide, sizeof wide), "wrong-output bytes" },
              "the canonical bytes of an open section");
}

static void test_refusals(void)
{
#define REFUSES(name, has, where)                                                        \
    {                                                                                    \
        .reply = SFC_REPLY_REJECT, .fault = (name), .has_place = (has), .place = (where) \
    }
    static const struct row rows[] = {
        { "without a reason", REJECTS, "pass||" },
        { "for the right reason", REFUSES("fre-not-increasing", false, NULL), "pass||" },
        { "at the right place", REFUSES("fre-not-increasing", true, "fre 0.1"), "pass||" },
        { "for another reason", REFUSES("fre-start-out-of-range", true, "fre 0.1"),
          "wrong-output refusal|fre-not-increasing at fre 0.1|fre-start-out-of-range at fre 0.1" },
        { "at another place", REFUSES("fre-not-increasing", true, "fre 0.0"),
          "wrong-output at|fre-not-increasing at fre 0.1|fre-not-increasing at fre 0.0" },
        { "at no place", REFUSES("fre-not-increasing", true, NULL),
          "wrong-output at|fre-not-increasing at fre 0.1|fre-not-increasing" },
        { "wrong in both", REFUSES("not-sorted", true, "fde 0"),
          "wrong-output refusal,at|fre-not-increasing at fre 0.1|not-sorted at fde 0" },
        { "and writes bytes for what cannot be encoded", ENCODES(narrow, sizeof narrow), "too-lenient" },
    };
    struct sfc_case c = encode_case(SFC_EXPECT_REJECT);
    c.fault_class = NULL;
    c.refusal = "fre-not-increasing";
    c.at = "fre 0.1";
    for (size_t i = 0; i < COUNT(rows); i++) {
        check_row(&any, &c, &rows[i], "refuses");
        struct sfc_result r = judge(&any, &c, &rows[i].said);
        const bool passes = r.outcome == SFC_PASS;
        OK(r.judged_class == (passes && rows[i].said.fault) && r.judged_range == (passes && rows[i].said.has_place),
           "the reason and the place were judged if they are right");
        sfc_result_free(&r);
    }
}

TESTS(make_sections, test_sections, test_ties, test_open_sections, test_refusals)
