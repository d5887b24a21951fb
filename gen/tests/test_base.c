/* SPDX-License-Identifier: MIT */
/* Numbers, bytes, words, rules and targets as recipes write them. */
#include "model.h"
#include "support.h"

static const struct {
    const char *text;
    bool good;
    bool negative;
    uint64_t magnitude;
} numbers[] = {
    { "0", true, false, 0 },
    { "12", true, false, 12 },
    { "-8", true, true, 8 },
    { "+0x104", true, false, 0x104 },
    { "0xffffffffffffffff", true, false, UINT64_MAX },
    { "18446744073709551615", true, false, UINT64_MAX },
    { "18446744073709551616", false, false, 0 },
    { "0x10000000000000000", false, false, 0 },
    { "", false, false, 0 },
    { "-", false, false, 0 },
    { "0x", false, false, 0 },
    { "0xG", false, false, 0 },
    { "--1", false, false, 0 },
};

static void test_numbers(void)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct gen_number number = { false, 0 };
        const bool good = gen_parse_number(numbers[i].text, &number);
        OK(good == numbers[i].good && number.negative == numbers[i].negative
               && number.magnitude == numbers[i].magnitude,
           "number '%s'", numbers[i].text);
    }
    int64_t value = 0;
    OK(gen_parse_int("-9223372036854775808", INT64_MIN, INT64_MAX, &value) && value == INT64_MIN, "least number");
    OK(!gen_parse_int("9223372036854775808", INT64_MIN, INT64_MAX, &value), "one above the greatest number");
    OK(!gen_parse_int("128", -128, 127, &value) && !gen_parse_int("-129", -128, 127, &value), "outside of a range");
    uint64_t bits = 0;
    OK(gen_number_bits((struct gen_number){ true, 1 }, &bits) && bits == UINT64_MAX, "bits of -1");
    OK(!gen_number_bits((struct gen_number){ true, ((uint64_t)1 << 63) + 1 }, &bits), "bits of less than -2^63");
}

static const struct {
    const char *text, *bytes;
} runs[] = {
    { "00aa", "00aa" }, { "0a*3", "0a0a0a" }, { "0102*2", "01020102" }, { "", NULL },    { "0", NULL },
    { "0g", NULL },     { "00*0", NULL },     { "00*65537", NULL },     { "00*", NULL }, { "00 ", NULL },
};

static void test_bytes(void)
{
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct gen_bytes bytes;
        const bool good = gen_parse_bytes(&pool, runs[i].text, &bytes);
        if (runs[i].bytes && good)
            IS_TEXT(hex(bytes.data, bytes.len), runs[i].bytes, "bytes '%s'", runs[i].text);
        else
            OK(good == (runs[i].bytes != NULL), "bytes '%s'", runs[i].text);
    }
}

/* Rules, and their text in a dump as RA or FP, and as CFA. NULL: not a rule. */
static const struct {
    enum gen_abi abi;
    const char *text, *plain, *cfa;
} rules[] = {
    { GEN_AMD64, "sp+8", "sp+8", "sp+8" },
    { GEN_AMD64, "r7+8", "sp+8", "sp+8" },
    { GEN_AMD64, "r6", "fp", "fp+0" },
    { GEN_AMD64, "r10+0", "r10", "r10+0" },
    { GEN_AMD64, "*(cfa-16)", "*(cfa-16)", "*(cfa-16)" },
    { GEN_AMD64, "*(fp+0)", "*(fp+0)", "*(fp+0)" },
    { GEN_AMD64, "cfa+4", "cfa+4", "cfa+4" },
    { GEN_AMD64, "same", "same", "same" },
    { GEN_AARCH64_BIG, "r31+16", "sp+16", "sp+16" },
    { GEN_AARCH64_BIG, "r7+16", "r7+16", "r7+16" },
    { GEN_S390X, "r11", "fp", "fp+0" },
    { GEN_S390X, "*(r15-8)", "*(sp-8)", "*(sp-8)" },
    { GEN_S390X, "r4294967295", "r4294967295", "r4294967295+0" },
    { GEN_S390X, "r4294967296", NULL, NULL },
    { GEN_AMD64, "cfa", NULL, NULL },
    { GEN_AMD64, "*(cfa)", NULL, NULL },
    { GEN_AMD64, "*(cfa-16", NULL, NULL },
    { GEN_AMD64, "*()", NULL, NULL },
    { GEN_AMD64, "rax", NULL, NULL },
    { GEN_AMD64, "r+8", NULL, NULL },
    { GEN_AMD64, "", NULL, NULL },
};

static void test_rules(void)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        struct gen_rule rule;
        const bool good = gen_parse_rule(rules[i].text, rules[i].abi, &rule);
        if (!good || !rules[i].plain) {
            OK(good == (rules[i].plain != NULL), "rule '%s'", rules[i].text);
            continue;
        }
        IS_TEXT(gen_rule_text(&pool, &rule, rules[i].abi, false), rules[i].plain, "rule '%s'", rules[i].text);
        IS_TEXT(gen_rule_text(&pool, &rule, rules[i].abi, true), rules[i].cfa, "rule '%s' of a CFA", rules[i].text);
    }
}

/* `chosen`: the ABIs of each profile. */
static const struct {
    const char *text;
    unsigned chosen[GEN_NUM_PROFILES];
} selects[] = {
    { "all", { 0xf, 0xf, 0xf, 0xf, 0xf } },
    { "v1", { 0xf, 0, 0, 0, 0 } },
    { "v2e1 v3", { 0, 0, 0xf, 0, 0xf } },
    { "amd64", { 1, 1, 1, 1, 1 } },
    { "aarch64", { 6, 6, 6, 6, 6 } },
    { "big", { 0xc, 0xc, 0xc, 0xc, 0xc } },
    { "v2 little s390x", { 0, 0xb, 0, 0, 0 } },
    { "all but v2e1 aarch64", { 0xf, 0xf, 0x9, 0xf, 0xf } },
    { "all but v2e1 aarch64 but v2 v3 aarch64-big", { 0xf, 0xb, 0x9, 0xf, 0xb } },
    { "v1 v2 but v2", { 0xf, 0, 0, 0, 0 } },
    { "v1 little but amd64", { 2, 0, 0, 0, 0 } },
};
static const char *const no_selects[][2] = {
    { "v1 v4", "v4" }, { "", "nothing" }, { "but v1", "nothing" }, { "v1 but", "v1" }
};

static void test_selects(void)
{
    struct gen_select select;
    const char *bad;
    for (size_t i = 0; i < sizeof selects / sizeof *selects; i++) {
        OK(gen_parse_select(&pool, selects[i].text, &select, &bad), "targets '%s'", selects[i].text);
        for (unsigned p = 0; p < GEN_NUM_PROFILES; p++) {
            unsigned chosen = 0;
            for (unsigned a = 0; a < GEN_NUM_ABIS; a++)
                chosen |= (unsigned)gen_selects(select, (struct gen_target){ (enum gen_profile)p, (enum gen_abi)a })
                          << a;
            IS_U64(chosen, selects[i].chosen[p], "those of %s", gen_profiles[p].name);
        }
    }
    for (size_t i = 0; i < sizeof no_selects / sizeof *no_selects; i++) {
        OK(!gen_parse_select(&pool, no_selects[i][0], &select, &bad), "no targets: '%s'", no_selects[i][0]);
        IS_TEXT(bad, no_selects[i][1], "the word is named");
    }
}

int main(void)
{
    test_numbers();
    test_bytes();
    test_rules();
    test_selects();
    return done();
}
