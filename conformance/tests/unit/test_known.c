/* SPDX-License-Identifier: MIT */
/* The known-failure file: patterns, and that they are exact both ways. */
#include <stdio.h>
#include <stdlib.h>

#include "known.h"
#include "scratch.h"
#include "tap.h"

static void test_reading(void)
{
    static const struct {
        const char *text, *message;
    } bad[] = {
        { "why\n  a\n", ":2: expected `ID OUTCOME`" },
        { "# c\n\nwhy\n", ":3: expected an entry" },
        { "why\n\nmore\n  a crash\n", ":2: expected an entry" },
        { "  a crash\n", ":1: expected a reason" },
        { "why\n   a crash\n", ":2: expected an entry after two spaces" },
        { "why\n  a  crash\n", ":2: the second word is not a failing outcome" },
        { "why\n  a crash \n", ":2: the second word is not a failing outcome" },
        { "why\n  a crash why\n", ":2: the second word is not a failing outcome" },
        { "why\n  a \n", ":2: the second word is not a failing outcome" },
        { "why\n  a pass\n", ":2: the second word is not a failing outcome" },
        { "why\n  a pass|crash\n", ":2: the second word is not a failing outcome" },
        { "why\n  a crash|pass:x\n", ":2: the second word is not a failing outcome" },
        { "why\n  a too-lenient|pass\n", ":2: `pass` needs `crash` or `state-dependent` beside it" },
        { "why\n  a timeout|wrong-output:crash|pass\n", ":2: `pass` needs `crash`" },
        { "why\n  a crash|skipped\n", ":2: the second word" },
        { "why\n  a skipped\n", ":2: the second word" },
        { "why\n  a boom\n", ":2: the second word" },
        { "why\n  a crash:\n", ":2: the second word" },
        { "why\n  a crash|\n", ":2: the second word" },
        { "x\n  b crash\n  a crash\nz\n  b limit\n", ":5: b has an entry at line 2 too" },
        { "x\n  a/{b} crash\n", ":2: a group has two alternatives" },
        { "x\n  a\x1b[31m crash\n", ":2: has the control byte 0x1b" },
        { "x\ty\n  a crash\n", ":1: has the control byte 0x09" },
        { "x\n  a crash\r\n", ":2: has the control byte 0x0d" },
        { "x\n\xc2\x9b"
          "31m\n  a crash\n",
          ":2: has the control byte 0x9b" },
        { "x\n\x9b\n  a crash\n", ":2: is not UTF-8" },
        { "include: none.known\n", "none.known: cannot be opened" },
        { "include: bad.known\n", "bad.known:1: expected an entry" },
        { "include: \n", "bad.known:1: expected an entry" },
        { "#\t\ninclude: good.known\n", "bad.known:1: has the control byte 0x09" },
    };
    struct sfc_known known;
    struct sfc_error error = { "" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        OK(!sfc_known_read(&known, scratch_text("bad.known", bad[i].text), &error)
               && strstr(error.text, bad[i].message),
           "%s", error.text);

    const char *path = scratch_text("good.known", "# above\n\n# it\n\nfor a\nreason\n  b/2 crash:SIGABRT|limit\n"
                                                  "# between\n\nB20: why\n  a/1 wrong-output:fre.ra\n");
    if (!OK(sfc_known_read(&known, path, &error), "a right file is read (%s)", error.text))
        return;
    IS_U64(known.count, 2, "all entries are there");
    sfc_known_free(&known);
    OK(sfc_known_read(&known, scratch_text("same.known", "# 2\n\ninclude: good.known\n"), &error),
       "and for another (%s)", error.text);
    IS_TEXT(known.path, path, "whose list it is");
    const struct sfc_known_entry *a = sfc_known_find(&known, "a/1"), *b = sfc_known_find(&known, "b/2");
    OK(a && b && !sfc_known_find(&known, "a") && !sfc_known_find(NULL, "a/1"), "entries are found by their whole id");
    IS_TEXT(a ? a->reason : "", "B20: why", "a reason");
    IS_TEXT(b ? b->reason : "", "for a reason", "another");
    IS_U64(b ? b->line : 0, 7, "and its line");
    sfc_known_free(&known);
}

static void test_standing(void)
{
    const struct sfc_case plain = { .id = "x" };
    static const struct {
        const char *outcomes, *reason;
        enum sfc_outcome outcome;
        const char *detail;
        enum sfc_standing standing;
    } rows[] = {
        { "crash", "why", SFC_CRASH, "SIGABRT", SFC_STANDS_KNOWN },
        { "crash:SIGABRT", "why", SFC_CRASH, "SIGABRT", SFC_STANDS_KNOWN },
        { "crash:SIGABRT", "why", SFC_CRASH, "SIGSEGV", SFC_STANDS_STALE },
        { "crash:SIG", "why", SFC_CRASH, "SIGSEGV", SFC_STANDS_STALE },
        { "crash", "why", SFC_TIMEOUT, NULL, SFC_STANDS_STALE },
        { "crash", "why", SFC_PASS, NULL, SFC_STANDS_STALE },
        { "crash", "why", SFC_SKIPPED, NULL, SFC_STANDS_STALE },
        { "crash", "why", SFC_NOT_RUN, NULL, SFC_STANDS_NOT_RUN },
        { "crash|wrong-output:fre.ra", "why", SFC_WRONG_OUTPUT, "fre.ra", SFC_STANDS_KNOWN },
        { "crash|wrong-output:fre.ra", "why", SFC_WRONG_OUTPUT, "fre.cfa,fre.ra", SFC_STANDS_STALE },
        { "crash|wrong-output", "why", SFC_WRONG_OUTPUT, "fre.cfa,fre.ra", SFC_STANDS_KNOWN },
        { "wrong-output:fre.ra", "why", SFC_WRONG_OUTPUT, NULL, SFC_STANDS_STALE },
        { "crash|pass", "why", SFC_PASS, NULL, SFC_STANDS_STALE },
        { "crash|pass", "why", SFC_CRASH, "SIGSEGV", SFC_STANDS_KNOWN },
        { "crash|pass|too-lenient", "why", SFC_TOO_LENIENT, NULL, SFC_STANDS_KNOWN },
        { "crash|pass", "why", SFC_SKIPPED, NULL, SFC_STANDS_STALE },
        { "crash", "unexplained", SFC_CRASH, "SIGABRT", SFC_STANDS_UNEXPECTED },
        { "crash", "unexplained: crashes on x", SFC_CRASH, "SIGABRT", SFC_STANDS_UNEXPECTED },
        { "crash", "unexplained x", SFC_CRASH, "SIGABRT", SFC_STANDS_KNOWN },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct sfc_known_entry entry = { .id = "x", .outcomes = rows[i].outcomes, .reason = rows[i].reason };
        char detail[32];
        snprintf(detail, sizeof detail, "%s", rows[i].detail ? rows[i].detail : "");
        const struct sfc_result result = { .outcome = rows[i].outcome, .detail = rows[i].detail ? detail : NULL };
        IS_U64(sfc_known_standing(&entry, &plain, &result, SFC_LEVEL_VALIDATE), rows[i].standing,
               "entry `%s`, outcome %s %s", rows[i].outcomes, sfc_outcome_names[rows[i].outcome], detail);
    }
    const struct sfc_result pass = { .outcome = SFC_PASS }, skipped = { .outcome = SFC_SKIPPED },
                            strict = { .outcome = SFC_TOO_STRICT };
    OK(sfc_known_standing(NULL, &plain, &pass, SFC_LEVEL_VALIDATE) == SFC_STANDS_GOOD
           && sfc_known_standing(NULL, &plain, &skipped, SFC_LEVEL_VALIDATE) == SFC_STANDS_GOOD,
       "no entry, no failure");
    OK(sfc_known_standing(NULL, &plain, &strict, SFC_LEVEL_VALIDATE) == SFC_STANDS_UNEXPECTED, "no entry, a failure");
    const struct sfc_case several = { .multi_fault = "two faults" };
    const struct sfc_known_entry entry = { .id = "x", .outcomes = "too-strict", .reason = "why" };
    OK(sfc_known_standing(NULL, &several, &strict, SFC_LEVEL_VALIDATE) == SFC_STANDS_SHOWN,
       "no entry, a failure of a case that gates nothing");
    OK(sfc_known_standing(NULL, &several, &pass, SFC_LEVEL_VALIDATE) == SFC_STANDS_GOOD, "such a case may pass");
    const struct sfc_result crash = { .outcome = SFC_CRASH };
    OK(sfc_known_standing(NULL, &several, &crash, SFC_LEVEL_VALIDATE) == SFC_STANDS_UNEXPECTED, "but not crash");
    OK(sfc_known_standing(&entry, &several, &strict, SFC_LEVEL_VALIDATE) == SFC_STANDS_KNOWN
           && sfc_known_standing(&entry, &several, &pass, SFC_LEVEL_VALIDATE) == SFC_STANDS_STALE,
       "its entry is exact too");
}

/* Above the gate a wrong answer is shown, and an entry says nothing, except of what breaks every
   level. */
static void test_gate(void)
{
    const struct sfc_case strict = { .id = "x", .level = SFC_LEVEL_STRICT };
    static const struct {
        const char *outcomes;
        enum sfc_outcome outcome;
        enum sfc_standing below, above; /* with the gate at strict, and at validate */
    } rows[] = {
        { NULL, SFC_PASS, SFC_STANDS_GOOD, SFC_STANDS_GOOD },
        { NULL, SFC_TOO_LENIENT, SFC_STANDS_UNEXPECTED, SFC_STANDS_SHOWN },
        { NULL, SFC_PROTOCOL, SFC_STANDS_UNEXPECTED, SFC_STANDS_SHOWN },
        { NULL, SFC_CRASH, SFC_STANDS_UNEXPECTED, SFC_STANDS_UNEXPECTED },
        { NULL, SFC_STATE_DEPENDENT, SFC_STANDS_UNEXPECTED, SFC_STANDS_UNEXPECTED },
        { "too-lenient", SFC_TOO_LENIENT, SFC_STANDS_KNOWN, SFC_STANDS_SHOWN },
        { "too-lenient", SFC_PASS, SFC_STANDS_STALE, SFC_STANDS_GOOD },
        { "too-lenient", SFC_WRONG_OUTPUT, SFC_STANDS_STALE, SFC_STANDS_SHOWN },
        { "too-lenient", SFC_CRASH, SFC_STANDS_STALE, SFC_STANDS_UNEXPECTED },
        { "too-lenient|crash:SIGSEGV", SFC_TOO_LENIENT, SFC_STANDS_KNOWN, SFC_STANDS_KNOWN },
        { "timeout", SFC_TIMEOUT, SFC_STANDS_KNOWN, SFC_STANDS_KNOWN },
        { "timeout", SFC_PASS, SFC_STANDS_STALE, SFC_STANDS_STALE },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct sfc_known_entry entry = { .id = "x", .outcomes = rows[i].outcomes, .reason = "why" },
                                     *known = rows[i].outcomes ? &entry : NULL;
        const struct sfc_result result = { .outcome = rows[i].outcome };
        const char *name = sfc_outcome_names[rows[i].outcome], *says = rows[i].outcomes ? rows[i].outcomes : "no entry";
        IS_TEXT(sfc_standing_names[sfc_known_standing(known, &strict, &result, SFC_LEVEL_STRICT)],
                sfc_standing_names[rows[i].below], "%s, %s: at the gate", says, name);
        IS_TEXT(sfc_standing_names[sfc_known_standing(known, &strict, &result, SFC_LEVEL_VALIDATE)],
                sfc_standing_names[rows[i].above], "%s, %s: above it", says, name);
    }
}

/* ---- Patterns ------------------------------------------------------------------------------ */

static void test_matching(void)
{
    static const struct {
        const char *pattern, *id;
        bool matches;
    } rows[] = {
        { "v1/a-b/x/y-0", "v1/a-b/x/y-0", true },
        { "v1/a-b/x/y-0", "v1/a-b/x/y-00", false },
        { "v1/a-b/x/y-0", "v1/a-b/x/y", false },
        { "*/a-b/x/y", "v1/a-b/x/y", true },
        { "*/a-b/x/y", "v1/q/a-b/x/y", false },
        { "*/a-b/x/y", "/a-b/x/y", false },
        { "v1/*/x/y", "v1/a-b/x/y", true },
        { "v1/*/x", "v1/a-b/x/y", false },
        { "v1/*/x/y", "v1/a-b/x", false },
        { "v1/a-*/x/y", "v1/a-b/x/y", true },
        { "v1/*-b/x/y", "v1/a-b/x/y", true },
        { "v1/*-b/x/y", "v1/a-c/x/y", false },
        { "u-*", "u-255", true },
        { "u-*", "u-", false },
        { "u-*", "u-a-b", false },
        { "u-*-b", "u-a-b", true },
        { "u-*-b", "u-b", false },
        { "u-*-b", "u--b", false },
        { "u-{0,5}", "u-5", true },
        { "u-{0,5}", "u-55", false },
        { "u-{0,5}", "u-0,5", false },
        { "u-{0,5}-x", "u-0-x", true },
        { "u-{0,a-b}-x", "u-a-b-x", true },
        { "u-{0,a-*}", "u-a-b", true },
        { "u-{0,a-*}", "u-a-b-c", false },
        { "{a-*,b}/x", "a-q/x", true },
        { "{a-*,b}/x", "b/x", true },
        { "{a-*,b}/x", "a/x", false },
        { "p-{-0x1,0x1}", "p--0x1", true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t used = 0;
        const char *wrong = sfc_known_pattern_wrong(rows[i].pattern);
        OK(!wrong && sfc_known_pattern_matches(rows[i].pattern, rows[i].id, &used) == rows[i].matches, "%s %s %s%s",
           rows[i].pattern, rows[i].matches ? "matches" : "does not match", rows[i].id, wrong ? wrong : "");
    }
}

static void test_wrong_patterns(void)
{
    static const struct {
        const char *pattern, *message;
    } rows[] = {
        { "a/**", "one `*` is allowed" },
        { "a/*-*", "one `*` is allowed" },
        { "a/{b,*-*}", "one `*` is allowed" },
        { "a/b*", "`*` stands for a whole word" },
        { "a/*b", "`*` stands for a whole word" },
        { "a/{b,c*}", "`*` stands for a whole word" },
        { "a/{b,c", "has no end in its part" },
        { "a/{b/c,d}", "has no end in its part" },
        { "a/b,c", "a part has one group" },
        { "a/b}", "a part has one group" },
        { "a/{b,c}-{d,e}", "a part has one group" },
        { "a/{b,c}-*", "a part has one group" },
        { "a/*-{b,c}", "a part has one group" },
        { "a/x{b,c}", "a group stands for whole words" },
        { "a/{b,c}x", "a group stands for whole words" },
        { "a/{b,{c}", "a group has no group in it" },
        { "a/{b}", "two alternatives" },
        { "a/{}", "an alternative is empty" },
        { "a/{b,}", "an alternative is empty" },
        { "a/{,b}", "an alternative is empty" },
        { "a/\xc3\xa9", "odd characters" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *wrong = sfc_known_pattern_wrong(rows[i].pattern);
        OK(wrong && strstr(wrong, rows[i].message), "%s: %s", rows[i].pattern, wrong ? wrong : "is taken");
    }
    char most[400] = "", *end = most;
    for (unsigned i = 0; i < 65; i++)
        end += sprintf(end, "%c%u", i == 0 ? '{' : ',', i);
    strcpy(end, "}");
    const char *wrong = sfc_known_pattern_wrong(most);
    OK(wrong && strstr(wrong, "at most 64"), "65 alternatives are too many");
    strcpy(strrchr(most, ','), "}");
    char *unused = sfc_known_pattern_unused(most, UINT64_MAX >> 1);
    OK(!sfc_known_pattern_wrong(most), "64 are not");
    IS_TEXT(unused ? unused : "", "63", "the last of 64 is told apart");
    free(unused);
}

static bool mark(struct sfc_known *known, const char *const *ids, struct sfc_error *error)
{
    for (; *ids; ids++)
        if (!sfc_known_mark(known, *ids, error))
            return false;
    return true;
}

/* An entry, and each alternative, has a case, and no case has two. */
static void test_exactness(void)
{
    static const char text[] =
        "why\n  {v1,v2}/*/u-{0,5,7} crash\n  v1/a/{w,z} limit\n  v1/*/{w,x} crash\n  */b/s-* crash\n"
        "  gone crash\n  v3/{a,b}/t limit\n";
    static const char *const ids[] = {
        "v1/a/u-0", "v1/b/u-5", "v1/b/w", "v1/b/x", "v1/b/s-1", "v3/a/t", "v3/b/t", NULL
    };
    struct sfc_known known;
    struct sfc_error error = { "" };
    if (!OK(sfc_known_read(&known, scratch_text("patterns.known", text), &error), "patterns are read (%s)", error.text))
        return;
    static const struct {
        const char *id;
        unsigned line;
    } found[] = { { "v2/x-y/u-7", 2 }, { "v1/a/z", 3 }, { "v1/b/w", 4 },
                  { "v9/b/s-77", 5 },  { "gone", 6 },   { "v1/a/u-6", 0 } };
    for (size_t i = 0; i < sizeof found / sizeof found[0]; i++) {
        const struct sfc_known_entry *entry = sfc_known_find(&known, found[i].id);
        IS_U64(entry ? entry->line : 0, found[i].line, "the entry of %s", found[i].id);
    }
    OK(mark(&known, ids, &error), "no case has two entries (%s)", error.text);
    static const char *const unmatched[] = { NULL, NULL, "v2/*/u-7", "v1/a/{w,z}", NULL, NULL, "gone", NULL };
    for (size_t i = 0; i < known.count; i++) {
        char *rest = sfc_known_unmatched(&known.entries[i]);
        const char *wanted = unmatched[known.entries[i].line];
        OK(wanted ? rest && strcmp(rest, wanted) == 0 : !rest, "line %u: no case has %s", known.entries[i].line,
           rest ? rest : "nothing of it");
        free(rest);
    }
    OK(!sfc_known_mark(&known, "v1/a/w", &error)
           && strstr(error.text, "patterns.known:4: v1/a/w has an entry at line 3 too"),
       "%s", error.text);
    sfc_known_free(&known);
}

static void test_many(void)
{
    struct sfc_buffer text = { 0 };
    struct sfc_known known;
    struct sfc_error error = { "" };
    sfc_buffer_printf(&text, "why\n");
    for (unsigned i = 0; i < 257; i++)
        sfc_buffer_printf(&text, "  a/{x,w%u} crash\n", i);
    OK(!sfc_known_read(&known, scratch_text("large.known", text.data), &error)
           && strstr(error.text, "more than 256 entries"),
       "%s", error.text);
    sfc_buffer_free(&text);
}

TESTS(test_reading, test_standing, test_gate, test_matching, test_wrong_patterns, test_exactness, test_many)
