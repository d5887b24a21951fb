/* SPDX-License-Identifier: MIT */
/* The parser of the canonical dump: single rules, counting lines, and profiles. The corpus has dumps and their bytes;
   its laws break them anywhere, and have the messages. */
#include "parse_support.h"

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

static void test_nothing(void)
{
    struct parsed p = parse("", 0, SFR_PROFILE_AUTO, 0);
    OK(!p.good && p.error.line == 1 && p.error.column == 1, "refused: no text");
    forget(&p);
    const struct sfr_dump_text nothing = { .text = NULL };
    OK(!sfr_parse(&nothing, &p.model, &p.error), "refused: no text at no place");
}

int main(void)
{
    test_rules();
    test_count_lines();
    test_profiles();
    test_nothing();
    return tap_done();
}
