/* SPDX-License-Identifier: MIT */
/* Patterns: which are right, what they match, and how long they may be. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "pattern.h"
#include "tap.h"

static const struct {
    const char *pattern, *hit, *miss;
} good[] = {
    { "^2\\.(4[7-9]|[5-9][0-9])(\\..*)?$", "x\n2.47.1", "2.46" },
    { "[]x]+", "a]", "a" },
    { "[^]x]+y", "ay", "]y" },
    { "[[:digit:]]{2,3}$", "a12", "a1" },
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

static const char *const bad[] = {
    "(", "(a))(", "[", "[]", "[^]", "[[:alpha:", "[[:alpha]", "[[:no:]]", "[b-a]", "a\\"
};

static void test_good(void)
{
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        regex_t pattern;
        const char *wrong = sfc_pattern_read(&pattern, good[i].pattern);
        if (!OK(!wrong, "%s is a pattern (%s)", good[i].pattern, wrong ? wrong : "right"))
            continue;
        OK(regexec(&pattern, good[i].hit, 0, NULL, 0) == 0, "%s matches its text", good[i].pattern);
        OK(regexec(&pattern, good[i].miss, 0, NULL, 0) != 0, "%s does not match the other text", good[i].pattern);
        regfree(&pattern);
    }
}

static void is_wrong(const char *text, const char *why)
{
    regex_t pattern;
    const char *wrong = sfc_pattern_read(&pattern, text);
    IS_TEXT(wrong ? wrong : "right", why, "%.20s, of %zu bytes", text, strlen(text));
    if (!wrong)
        regfree(&pattern);
}

static void test_bad(void)
{
    char text[502];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        is_wrong(bad[i], "is not an extended regular expression");
    memset(text, 'a', sizeof text);
    text[501] = '\0';
    is_wrong(text, "is longer than 500 bytes");
    text[500] = '\0';
    is_wrong(text, "right");
}

/* A NUL hides nothing of the text after it. */
static void test_nul(void)
{
    static const char text[] = "abc\0def\nghi\0\0end";
    regex_t pattern;
    if (!OK(!sfc_pattern_read(&pattern, "^(def|ghi|end|fgh|xyz)$"), "a pattern of whole lines"))
        return;
    OK(!sfc_pattern_matches(&pattern, text, 3), "the text before the first NUL");
    OK(!sfc_pattern_matches(&pattern, "", 0), "no text");
    OK(sfc_pattern_matches(&pattern, text, 11), "the line after a NUL");
    OK(sfc_pattern_matches(&pattern, text + 8, 3) && sfc_pattern_matches(&pattern, text + 12, 4), "lines at its end");
    OK(!sfc_pattern_matches(&pattern, "abc\0", 4), "a NUL that is the last byte");
    regmatch_t match[2] = { { 0, 0 }, { 0, 0 } };
    OK(sfc_pattern_find(&pattern, text, sizeof text - 1, match, 2) && match[1].rm_so == 4 && match[1].rm_eo == 7,
       "where it is counts from the beginning");
    regfree(&pattern);
}

TESTS(test_nul, test_good, test_bad)
