/* SPDX-License-Identifier: MIT */
/* Patterns: what is compiled and what it matches, and what regcomp() must not be asked about. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "pattern.h"
#include "tap.h"
#include "text.h"

static const char malformed[] = "is not an extended regular expression";
static const char undefined[] = "repeats a repetition, or nothing";
static const char empty[] = "repeats what may be empty";
static const char anchor[] = "repeats an anchor";
static const char no_interval[] = "has a brace that begins no interval of numbers up to 255";
static const char too_much[] = "repeats so much that it has more than 1,000 parts";

static const struct {
    const char *pattern, *hit, *miss;
} good[] = {
    { "^2\\.(4[7-9]|[5-9][0-9])(\\..*)?$", "x\n2.47.1", "2.46" },
    { "[]x]+", "a]", "a" },
    { "[^]x]+y", "ay", "]y" },
    { "[[:digit:]]{2,3}$", "a12", "a1" },
    { "[[.].]]b", "]b", "ab" },
    { "[[=a=]]b", "ab", "bb" },
    { "[a[]{2}", "a[", "a" },
    { "^a{3,}$", "aaaa", "aa" },
    { "^a{2}$", "aa", "aaa" },
    { "^(ab?){0,2}$", "aba", "ababa" },
    { "a\\{1\\+", "a{1+", "a{1" },
    { "(^a|b$)", "cb", "ca" },
    { "^a)$", "a)", "a" },
    { "^(ab?c*|d)+$", "abccda", "b" },
    { "^(a(b*|c?))*$", "aabbac", "ba" },
    { "\\bfoo\\b", "a foo.", "afoo" },
    { "(^|$)(^|$)(^|$)(^|$)(^|$)(^|$)(^|$)(^|$)x|y", "y", "z" },
    { "((((((((((((((((a))))))))))))))))", "a", "b" },
};

static const struct {
    const char *pattern, *why;
} bad[] = {
    { "a++", undefined },
    { "a**", undefined },
    { "a+{2}", undefined },
    { "a{2}{2}", undefined },
    { "*a", undefined },
    { "a|*b", undefined },
    { "(+)", undefined },
    { "(a)\\1", "refers back to a group" },
    { "^*", anchor },
    { "a$?", anchor },
    { "\\b+", anchor },
    { "\\<{2}", anchor },
    { "(^a)*", anchor },
    { "(a|(b|c$))+", anchor },
    { "(^|$|\\b|\\B)*", anchor },
    { "()*", empty },
    { "(a*)*", empty },
    { "(a|b?)+", empty },
    { "(a||b){2}", empty },
    { "(|a)+", empty },
    { "(a|)+", empty },
    { "(a{0,3}b*)?", empty },
    { "((a?)(b*)|c)*", empty },
    { "^^^^^^^^^^^^^^^^^", "has more than 16 anchors" },
    { "((((((((^)^)^)^)^)^)^)^)^^^^^\\`\\'\\>\\B", "has more than 16 anchors" },
    { "a{", no_interval },
    { "a{x}", no_interval },
    { "a{1", no_interval },
    { "a{1,x}", no_interval },
    { "a{,2}", no_interval },
    { "a{256}", no_interval },
    { "a{3,2}", no_interval },
    { "a{99999999999}", no_interval },
    { "(", malformed },
    { "(a))(", malformed },
    { "[", malformed },
    { "[]", malformed },
    { "[^]", malformed },
    { "[[:alpha:", malformed },
    { "[[:alpha]", malformed },
    { "[[:no:]]", malformed },
    { "[b-a]", malformed },
    { "a\\", malformed },
    { "(a{100}){10}", too_much },
    { "((((((((((a+)+)+)+)+)+)+)+)+)+)+", too_much },
    { "(((((((((((((((((a)))))))))))))))))", "has groups in more than 16 others" },
};

static void test_good(void)
{
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        regex_t pattern;
        const char *wrong = sfc_pattern_read(&pattern, good[i].pattern);
        if (!OK(!wrong, "%s is a pattern (%s)", good[i].pattern, wrong ? wrong : "right"))
            continue;
        OK(regexec(&pattern, good[i].hit, 0, NULL, 0) == 0, "it matches what it is to match");
        OK(regexec(&pattern, good[i].miss, 0, NULL, 0) != 0, "and nothing else");
        regfree(&pattern);
    }
}

static void test_bad(void)
{
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        regex_t pattern;
        const char *wrong = sfc_pattern_read(&pattern, bad[i].pattern);
        IS_TEXT(wrong ? wrong : "right", bad[i].why, "%s", bad[i].pattern);
        if (!wrong)
            regfree(&pattern);
    }
}

/* The bound itself: `count` characters, the last of them `times` times. */
static void test_bound(unsigned count, unsigned times, const char *why)
{
    struct sfc_buffer b = { 0 };
    regex_t pattern;
    while (b.len < count)
        sfc_buffer_add(&b, "a", 1);
    sfc_buffer_printf(&b, "{%u}", times);
    const char *wrong = sfc_pattern_read(&pattern, b.data);
    IS_TEXT(wrong ? wrong : "right", why ? why : "right", "%u characters, the last %u times", count, times);
    if (!wrong)
        regfree(&pattern);
    sfc_buffer_free(&b);
}

/* What a NUL stands before is seen as well. */
static void test_nul(void)
{
    static const char text[] = "abc\0def\nghi\0\0end";
    regex_t pattern;
    if (!OK(!sfc_pattern_read(&pattern, "^(def|ghi|end|fgh|xyz)$"), "a pattern of whole lines"))
        return;
    OK(!sfc_pattern_matches(&pattern, text, 3), "the text before the first NUL");
    OK(!sfc_pattern_matches(&pattern, "", 0), "no text");
    OK(sfc_pattern_matches(&pattern, text, 11), "the line behind a NUL");
    OK(sfc_pattern_matches(&pattern, text + 8, 3) && sfc_pattern_matches(&pattern, text + 12, 4), "lines at its end");
    OK(!sfc_pattern_matches(&pattern, "abc\0", 4), "a NUL that is the last byte");
    regmatch_t match[2] = { { 0, 0 }, { 0, 0 } };
    OK(sfc_pattern_find(&pattern, text, sizeof text - 1, match, 2) && match[1].rm_so == 4 && match[1].rm_eo == 7,
       "where it is counts from the beginning");
    regfree(&pattern);
}

int main(void)
{
    test_nul();
    test_good();
    test_bad();
    test_bound(1000, 1, NULL);
    test_bound(1001, 1, too_much);
    test_bound(801, 200, NULL);
    test_bound(801, 201, too_much);
    return tap_done();
}
