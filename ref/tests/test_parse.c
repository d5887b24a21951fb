/* SPDX-License-Identifier: MIT */
/* The parser of the canonical dump: what it accepts, and that no text breaks it. */
#include "parse_support.h"

/* ---- From text to bytes ------------------------------------------------------ */

static const struct {
    const char *title;
    int profile;
    uint64_t addr;
    const char *text, *hex;
} sections[] = {
    { "no functions", V1, 0,
      "sframe-dump 1\n"
      "section version=1 endian=little abi=amd64 flags=none fixed-fp=0 fixed-ra=-8 aux=0 fdes=0 fres=0 fre-len=0\n",
      "e2de0100 0300f800 00000000 00000000 00000000 00000000 00000000" },
    { "version 2", SFR_PROFILE_AUTO, 0x400000,
      "sframe-dump 1\n"
      "section version=2 endian=little abi=amd64 flags=sorted,pcrel fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=2"
      " fre-len=7\n"
      "fde 0 start=0x400100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=2\n"
      "fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0\n"
      "fre 0.1 at=0x4 cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16) mangled=1\n",
      "e2de0205 0300f800 01000000 02000000 07000000 00000000 14000000"
      "e4000000 10000000 00000000 02000000 00 00 0000  00 03 08  04 85 10f0" },
    { "version 2 with layout", V2, 0,
      "sframe-dump 1\n"
      "section version=2 endian=little abi=amd64 flags=none fixed-fp=0 fixed-ra=-8 aux=2 fdes=1 fres=1 fre-len=10"
      " fdeoff=1 freoff=21 aux-bytes=0fa0 tail=1\n"
      "fde 0 start=0xfffffffffffff000 size=0x10 pc=mask fre=addr2 type=default key=a signal=0 rep=16 fres=1 info=0xf1"
      " info2=0x0 pad=0xfffe off=1\n"
      "fre 0.0 at=0x10 cfa=fp-2 ra=*(cfa-8) fp=*(cfa+16) mangled=0 info=0x24 words=-2,16\n",
      "e2de0200 0300f802 01000000 01000000 0a000000 01000000 15000000  0fa0  00"
      "00f0ffff 10000000 01000000 01000000 f1 10 feff  00 1000 24 feff1000 0000 00" },
    { "s390x in version 2 errata 2: register words, and an outermost row", V2E2, 0,
      "sframe-dump 1\n"
      "section version=2 endian=big abi=s390x flags=frame-pointer fixed-fp=0 fixed-ra=0 aux=0 fdes=1 fres=3"
      " fre-len=11\n"
      "fde 0 start=0x0 size=0xffffffff pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=3\n"
      "fre 0.0 at=0x0 cfa=sp+160 ra=r16 fp=same mangled=0\n"
      "fre 0.1 at=0x1 cfa=fp+168 ra=same fp=fp mangled=0\n"
      "fre 0.2 at=0xff cfa=none ra=undefined fp=none mangled=0\n",
      "dee20202 04000000 00000001 00000003 0000000b 00000000 00000014"
      "00000000 ffffffff 00000000 00000003 00 00 0000  00 05 0021  01 06 010017  ff 00" },
    { "version 3: flexible, key B, signal", V3, 0,
      "sframe-dump 1\n"
      "section version=3 endian=little abi=aarch64-le flags=none fixed-fp=0 fixed-ra=0 aux=0 fdes=2 fres=2 fre-len=24\n"
      "fde 0 start=0x0 size=0x10 pc=inc fre=addr4 type=default key=b signal=1 rep=255 fres=1\n"
      "fre 0.0 at=0x10 cfa=sp+0 ra=same fp=same mangled=1\n"
      "fde 1 start=0x10 size=0x10 pc=inc fre=addr1 type=flex key=a signal=0 rep=0 fres=1\n"
      "fre 1.0 at=0x0 cfa=*(r1+8) ra=r30 fp=*(r2-1) mangled=0\n",
      "e2de0300 02000000 02000000 02000000 18000000 00000000 20000000"
      "0000000000000000 10000000 00000000"
      "1000000000000000 10000000 0b000000"
      "0100 a2 00 ff  10000000 83 00"
      "0100 00 01 00  00 0c 0b08 f100 13ff" },
};

static void test_sections(void)
{
    for (size_t i = 0; i < COUNT(sections); i++) {
        struct parsed p =
            parse(sections[i].text, strlen(sections[i].text), (enum sfr_profile)sections[i].profile, sections[i].addr);
        if (!OK(p.good, "%s", sections[i].title))
            printf("# %zu:%zu: expected %s\n", p.error.line, p.error.column, p.error.expected);
        else
            OK(p.model.addr == sections[i].addr && encodes_to(&p.model, SFR_LAYOUT_EXACT, sections[i].hex),
               "its bytes");
        forget(&p);
    }
}

/* The profile asked for must be one of the text's version; auto takes version 2 as errata 2. */
static void test_profiles(void)
{
    static const char text[] =
        "sframe-dump 1\n"
        "section version=%u endian=little abi=amd64 flags=none fixed-fp=0 fixed-ra=-8 aux=0 fdes=0 fres=0 fre-len=0\n";
    static const int auto_takes[] = { V1, V2E2, V3 };

    for (unsigned version = 1; version <= 3; version++) {
        char buffer[sizeof(text) + 10];
        const int len = snprintf(buffer, sizeof(buffer), text, version);
        for (int profile = SFR_PROFILE_AUTO; profile <= SFR_PROFILE_V3; profile++) {
            const unsigned its_version = profile == V1 ? 1 : profile == V3 ? 3 : 2;
            const bool good = profile == SFR_PROFILE_AUTO || its_version == version;
            const int expected = profile == SFR_PROFILE_AUTO ? auto_takes[version - 1] : profile;
            struct parsed p = parse(buffer, (size_t)len, (enum sfr_profile)profile, 0);
            OK(p.good == good && (!good || p.model.profile == (enum sfr_profile)expected), "version %u as %s", version,
               sfr_profile_name((enum sfr_profile)profile));
            OK(good || (p.error.line == 2 && p.error.column == 17), "if there is an error, it is the version");
            forget(&p);
        }
    }
}

/* ---- One rule ---------------------------------------------------------------- */

static void test_rules(void)
{
    static const struct {
        const char *text;
        unsigned abi;
        struct sfr_rule rule;
    } rules[] = {
        { "none", AMD64, NONE },
        { "same", AMD64, SAME },
        { "undefined", AMD64, UNDEFINED },
        { "sp", AMD64, REG(7, 0) },
        { "fp", AMD64, REG(6, 0) },
        { "sp", AARCH64_BE, REG(31, 0) },
        { "fp", AARCH64_LE, REG(29, 0) },
        { "sp", S390X, REG(15, 0) },
        { "fp", S390X, REG(11, 0) },
        { "r7", S390X, REG(7, 0) },
        { "r0", AMD64, REG(0, 0) },
        { "r4294967295", AMD64, REG(UINT32_MAX, 0) },
        { "sp+8", AMD64, REG(7, 8) },
        { "fp-16", AMD64, REG(6, -16) },
        { "r10+0", AMD64, REG(10, 0) },
        { "cfa+4", AMD64, CFA(4) },
        { "cfa+0", AMD64, CFA(0) },
        { "cfa-4", AMD64, CFA(-4) },
        { "*(cfa-16)", AMD64, MEM_CFA(-16) },
        { "*(cfa+0)", AMD64, MEM_CFA(0) },
        { "*(r10-8)", AMD64, MEM_REG(10, -8) },
        { "*(fp+0)", S390X, MEM_REG(11, 0) },
        { "*(cfa+9223372036854775807)", AMD64, MEM_CFA(INT64_MAX) },
        { "*(r4294967295-9223372036854775808)", AMD64, MEM_REG(UINT32_MAX, INT64_MIN) },
        { "r7", 0, REG(7, 0) },
        { "r0+1", 5, REG(0, 1) },
    };
    static const struct {
        const char *text;
        unsigned abi;
    } no_rules[] = {
        { "", AMD64 },
        { "Same", AMD64 },
        { "samex", AMD64 },
        { " same", AMD64 },
        { "same ", AMD64 },
        { "sp+", AMD64 },
        { "sp8", AMD64 },
        { "sp+8 ", AMD64 },
        { "sp+08", AMD64 },
        { "sp-0", AMD64 },
        { "sp+0x8", AMD64 },
        { "+8", AMD64 },
        { "r", AMD64 },
        { "r7", AMD64 },
        { "r6", AMD64 },
        { "r31", AARCH64_BE },
        { "r29+0", AARCH64_LE },
        { "*(r15+0)", S390X },
        { "r07", S390X },
        { "r-1", AMD64 },
        { "r4294967296", AMD64 },
        { "cfa", AMD64 },
        { "*(cfa)", AMD64 },
        { "*(cfa+8", AMD64 },
        { "*cfa+8", AMD64 },
        { "(cfa+8)", AMD64 },
        { "*(cfa+8))", AMD64 },
        { "*(*(cfa+8)+8)", AMD64 },
        { "*(same)", AMD64 },
        { "*(none)", AMD64 },
        { "sp+8+8", AMD64 },
        { "rsp+8", AMD64 },
        { "?", AMD64 },
        { "*", AMD64 },
        { "*(", AMD64 },
        { "*(cfa+9223372036854775808)", AMD64 },
        { "*(cfa-9223372036854775809)", AMD64 },
        { "sp+8", 0 },
        { "fp", 5 },
    };

    for (size_t i = 0; i < COUNT(rules); i++) {
        struct sfr_rule rule = { SFR_RULE_NONE, 77, 77 };
        const struct sfr_rule *expected = &rules[i].rule;
        const bool good = sfr_parse_rule(rules[i].text, strlen(rules[i].text), rules[i].abi, &rule);
        OK(good && rule.kind == expected->kind && rule.reg == expected->reg && rule.offset == expected->offset,
           "rule %s", rules[i].text);
    }
    for (size_t i = 0; i < COUNT(no_rules); i++) {
        struct sfr_rule rule = { SFR_RULE_NONE, 77, 77 };
        const bool good = sfr_parse_rule(no_rules[i].text, strlen(no_rules[i].text), no_rules[i].abi, &rule);
        OK(!good && rule.reg == 77, "no rule: \"%s\"", no_rules[i].text);
    }
    struct sfr_rule rule;
    OK(!sfr_parse_rule("sp\0", 3, AMD64, &rule) && sfr_parse_rule("sp+8", 2, AMD64, &rule),
       "the length is what counts");
}

#define TEXT(literal) literal, sizeof(literal) - 1

static void test_count_lines(void)
{
    static const struct {
        const char *text;
        size_t len;
        unsigned fdes, fres;
    } texts[] = {
        { TEXT(""), 0, 0 },
        { TEXT("fde "), 1, 0 },
        { "fde ", 3, 0, 0 },
        { TEXT("fre 0\nfre 1\nfde\nfde 0"), 1, 2 },
        { TEXT("x\nfde 0\n fde 1\nfre 0 fre 1\n\n\nfre \n"), 1, 2 },
        { TEXT("\0\nfde \0\nfre"), 1, 0 },
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        size_t fdes = 77, fres = 77;
        sfr_count_lines(texts[i].text, texts[i].len, &fdes, &fres);
        OK(fdes == texts[i].fdes && fres == texts[i].fres, "%u fde and %u fre lines", texts[i].fdes, texts[i].fres);
    }
    size_t fdes = 77, fres = 77;
    sfr_count_lines(NULL, 0, &fdes, &fres);
    OK(fdes == 0 && fres == 0, "no lines at no place");
}

/* ---- Any text ---------------------------------------------------------------- */

enum outcome { REFUSED_BY_PARSER, REFUSED_BY_ENCODER, SAME_TEXT, ANOTHER_TEXT };

/* A text with layout keys that is accepted and can be encoded is the dump of the encoded section. */
static enum outcome outcome_of(const char *text, size_t len)
{
    static uint8_t out[4096];
    static struct text again;
    struct parsed p = parse(text, len, SFR_PROFILE_AUTO, 0);
    enum outcome outcome = REFUSED_BY_PARSER;
    struct sfr_section s;
    size_t size;

    if (p.good && sfr_encode(&p.model, SFR_LAYOUT_EXACT, out, sizeof(out), &size, NULL) != SFR_REFUSAL_NONE) {
        outcome = REFUSED_BY_ENCODER;
    } else if (p.good) {
        clear_text(&again);
        outcome = ANOTHER_TEXT;
        if (sfr_check(out, size, 0, p.model.profile, NULL, NULL).accepted
            && sfr_open(&s, out, size, 0, p.model.profile, NULL) == SFR_FAULT_NONE
            && sfr_dump(&s, SFR_DUMP_LAYOUT, gather, &again) == SFR_FAULT_NONE && again.len == len
            && memcmp(again.data, text, len) == 0)
            outcome = SAME_TEXT;
    }
    forget(&p);
    return outcome;
}

static const char *const dumps[] = {
    "sframe-dump 1\n"
    "section version=2 endian=little abi=amd64 flags=none fixed-fp=0 fixed-ra=-8 aux=2 fdes=1 fres=2 fre-len=14"
    " fdeoff=1 freoff=21 aux-bytes=0fa0 tail=1\n"
    "fde 0 start=0x100 size=0x10 pc=mask fre=addr2 type=default key=a signal=0 rep=16 fres=2 info=0xf1 info2=0x0"
    " pad=0xfffe off=1\n"
    "fre 0.0 at=0xf cfa=fp-2 ra=*(cfa-8) fp=*(cfa+16) mangled=0 info=0x24 words=-2,16\n"
    "fre 0.1 at=0x10 cfa=sp+2 ra=*(cfa-8) fp=same mangled=1 info=0x83 words=2\n",
    "sframe-dump 1\n"
    "section version=3 endian=big abi=s390x flags=sorted,pcrel fixed-fp=0 fixed-ra=0 aux=0 fdes=2 fres=3 fre-len=26"
    " fdeoff=0 freoff=32 aux-bytes=- tail=0\n"
    "fde 0 start=0x0 size=0x10 pc=inc fre=addr1 type=flex key=a signal=1 rep=0 fres=1 info=0x80 info2=0x1 pad=0x0"
    " off=0\n"
    "fre 0.0 at=0x0 cfa=*(r1+168) ra=r16 fp=*(fp-1) mangled=0 info=0xc words=11,1,-127,0,91,-1\n"
    "fde 1 start=0x10 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=1 fres=2 info=0x0 info2=0x0 pad=0x0"
    " off=13\n"
    "fre 1.0 at=0x0 cfa=sp+160 ra=same fp=*(cfa-72) mangled=0 info=0x7 words=0,0,-72\n"
    "fre 1.1 at=0x4 cfa=none ra=undefined fp=none mangled=0 info=0x0 words=-\n",
};

/* Cuts, changes, drops and doubles every byte in turn. */
static void test_any_text(void)
{
    static const char others[] = { '\0', '\n', ' ', '0', '1', '2', '8', '9',
                                   'a',  'b',  'F', '-', '+', ',', '.', (char)0xff };

    for (size_t d = 0; d < COUNT(dumps); d++) {
        const size_t len = strlen(dumps[d]);
        unsigned seen[4] = { 0 };
        bool all_prefixes_refused = true;
        static char text[2048];

        IS_U64(outcome_of(dumps[d], len), SAME_TEXT, "a dump comes back");
        for (size_t i = 0; i < len; i++) {
            all_prefixes_refused &= outcome_of(dumps[d], i) == REFUSED_BY_PARSER;
            memcpy(text, dumps[d], len);
            for (size_t j = 0; j < COUNT(others); j++) {
                text[i] = others[j];
                seen[outcome_of(text, len)]++;
            }
            memcpy(text + i, dumps[d] + i + 1, len - i - 1);
            seen[outcome_of(text, len - 1)]++;
            memcpy(text + i, dumps[d] + i, 1);
            memcpy(text + i + 1, dumps[d] + i, len - i);
            seen[outcome_of(text, len + 1)]++;
        }
        OK(all_prefixes_refused, "no part of it is a dump");
        IS_U64(seen[ANOTHER_TEXT], 0, "no other text means the same");
        OK(seen[REFUSED_BY_PARSER] > 0 && seen[REFUSED_BY_ENCODER] > 0 && seen[SAME_TEXT] > 0,
           "%u texts refused by the parser, %u by the encoder, %u taken", seen[REFUSED_BY_PARSER],
           seen[REFUSED_BY_ENCODER], seen[SAME_TEXT]);
    }
}

int main(void)
{
    test_rules();
    test_count_lines();
    test_any_text();
    test_sections();
    test_profiles();
    return tap_done();
}
