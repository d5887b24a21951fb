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

/* What is no rule, and no choice of targets with the word that is wrong. The corpus has the right ones. */
static const char *const no_rules[] = { "r4294967296", "cfa", "*(cfa)", "*(cfa-16", "*()", "rax", "r+8", "" };
static const char *const no_selects[][2] = {
    { "v1 v4", "v4" }, { "", "nothing" }, { "but v1", "nothing" }, { "v1 but", "v1" }
};

static void test_refused(void)
{
    struct gen_select select;
    struct gen_rule rule;
    const char *bad;
    for (size_t i = 0; i < sizeof no_rules / sizeof *no_rules; i++)
        OK(!gen_parse_rule(no_rules[i], GEN_S390X, &rule), "no rule: '%s'", no_rules[i]);
    for (size_t i = 0; i < sizeof no_selects / sizeof *no_selects; i++) {
        OK(!gen_parse_select(&pool, no_selects[i][0], &select, &bad), "no targets: '%s'", no_selects[i][0]);
        IS_TEXT(bad, no_selects[i][1], "the word is named");
    }
}

TESTS(test_numbers, test_bytes, test_refused)
