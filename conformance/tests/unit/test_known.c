/* SPDX-License-Identifier: MIT */
/* The known-failure file: exact both ways, and nothing lost when it is written again. */
#include <stdlib.h>

#include "known_write.h"
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
        { "x\n  b crash\n  a crash\nz\n  b limit\n", ": b has an entry at line" },
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
    IS_TEXT(known.comments, "# above\n\n# it\n", "the comments above them too");
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
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct sfc_known_entry entry = { "x", rows[i].outcomes, rows[i].reason, 1 };
        char detail[32];
        snprintf(detail, sizeof detail, "%s", rows[i].detail ? rows[i].detail : "");
        const struct sfc_result result = { .outcome = rows[i].outcome, .detail = rows[i].detail ? detail : NULL };
        IS_U64(sfc_known_standing(&entry, &plain, &result, SFC_LEVEL_VALIDATE), rows[i].standing,
               "entry `%s`, outcome %s %s", rows[i].outcomes, sfc_outcome_name(rows[i].outcome), detail);
    }
    const struct sfc_result pass = { .outcome = SFC_PASS }, skipped = { .outcome = SFC_SKIPPED },
                            strict = { .outcome = SFC_TOO_STRICT };
    OK(sfc_known_standing(NULL, &plain, &pass, SFC_LEVEL_VALIDATE) == SFC_STANDS_GOOD
           && sfc_known_standing(NULL, &plain, &skipped, SFC_LEVEL_VALIDATE) == SFC_STANDS_GOOD,
       "no entry, no failure");
    OK(sfc_known_standing(NULL, &plain, &strict, SFC_LEVEL_VALIDATE) == SFC_STANDS_UNEXPECTED, "no entry, a failure");
    const struct sfc_case several = { .multi_fault = "two faults" };
    const struct sfc_known_entry entry = { "x", "too-strict", "why", 1 };
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
        const struct sfc_known_entry entry = { "x", rows[i].outcomes, "why", 1 },
                                     *known = rows[i].outcomes ? &entry : NULL;
        const struct sfc_result result = { .outcome = rows[i].outcome };
        const char *name = sfc_outcome_name(rows[i].outcome), *says = rows[i].outcomes ? rows[i].outcomes : "no entry";
        IS_TEXT(sfc_standing_name(sfc_known_standing(known, &strict, &result, SFC_LEVEL_STRICT)),
                sfc_standing_name(rows[i].below), "%s, %s: at the gate", says, name);
        IS_TEXT(sfc_standing_name(sfc_known_standing(known, &strict, &result, SFC_LEVEL_VALIDATE)),
                sfc_standing_name(rows[i].above), "%s, %s: above it", says, name);
    }
}

static const char old_text[] = "# comments\n# stay\n\nonce\n  a crash\nwhen mine\n  b crash|limit\n  g timeout\n"
                               "otherwise\n  c crash\nkept\n  e limit\n"
                               "never\n  f limit\n  i too-lenient\ndropped\n  gone crash\n";

static char *text_of(const char *path)
{
    size_t len = 0;
    return sfc_read_file(path, 1 << 16, &len, NULL);
}

/* a passes now, b still fails so, c fails otherwise, d is new, e was not reached, f is skipped, g was not
   selected, h gates nothing, i is above the gate, j too but crashes, gone is not a case. */
static void test_writing(void)
{
    struct sfc_case cases[] = { { .id = "g" } };
    const struct sfc_corpus corpus = { .cases = cases, .count = 1 };
    const struct sfc_known_case run[] = {
        { .id = "a", .outcome = SFC_PASS },
        { .id = "b", .outcome = SFC_CRASH, .detail = "SIGABRT" },
        { .id = "c", .outcome = SFC_TOO_LENIENT },
        { .id = "d", .outcome = SFC_WRONG_OUTPUT, .detail = "fre.ra", .cause = "x", .title = "fre.ra is 0" },
        { .id = "e", .outcome = SFC_NOT_RUN },
        { .id = "f", .outcome = SFC_SKIPPED },
        { .id = "h", .outcome = SFC_TOO_LENIENT, .has_several_faults = true },
        { .id = "i", .outcome = SFC_TOO_LENIENT, .level = SFC_LEVEL_STRICT },
        { .id = "j", .outcome = SFC_CRASH, .level = SFC_LEVEL_STRICT },
    };
    const char *path = scratch_text("old.known", old_text);
    struct sfc_known known;
    struct sfc_error error = { "" };
    struct sfc_known_source source = { .cases = run, .count = 9, .gate = SFC_LEVEL_VALIDATE, .corpus = &corpus };
    if (!OK(sfc_known_read(&known, path, &error), "the old file is read"))
        return;
    source.old = &known;
    OK(!sfc_known_write(path, false, &source, &error) && strstr(error.text, "exists already; --force"),
       "a file is not replaced unasked");
    OK(sfc_known_write(path, true, &source, &error), "it is if asked (%s)", error.text);
    sfc_known_free(&known);
    char *text = text_of(path);
    IS_TEXT(text ? text : "",
            "# comments\n# stay\n\nkept\n  e limit\n\nunexplained\n  c too-lenient\n  j crash\n\n"
            "unexplained: fre.ra is 0\n  d wrong-output:fre.ra\n\nwhen mine\n  b crash|limit\n  g timeout\n",
            "entries that hold stay, the others are new");
    free(text);

    source.old = NULL;
    OK(sfc_known_write(scratch_path("new.known"), false, &source, &error), "a new file is written");
    OK(sfc_known_read(&known, scratch_path("new.known"), &error) && known.count == 4, "and can be read (%s)",
       error.text);
    sfc_known_free(&known);
}

/* The list of these cases, written over `old`. */
static char *list_of(const char *old, const struct sfc_known_case *cases, size_t count, bool keeps_others)
{
    struct sfc_known known;
    struct sfc_buffer b = { 0 };
    struct sfc_error error = { "" };
    if (!OK(sfc_known_read(&known, scratch_text("old.known", old), &error), "the old file is read (%s)", error.text))
        return sfc_copy_string("");
    sfc_known_add_list(
        &b,
        &(struct sfc_known_source){
            .old = &known, .cases = cases, .count = count, .gate = SFC_LEVEL_VALIDATE, .keeps_others = keeps_others });
    sfc_known_free(&known);
    return b.data;
}

/* A new entry takes the reason of its cause, if there is one alone. */
static void test_reasons(void)
{
    const struct sfc_known_case cases[] = {
        { .id = "a", .outcome = SFC_CRASH, .detail = "SIGABRT", .cause = "one", .title = "crashes" },
        { .id = "b", .outcome = SFC_CRASH, .detail = "SIGSEGV", .cause = "one", .title = "crashes" },
        { .id = "c", .outcome = SFC_TOO_LENIENT, .cause = "two", .title = "accepts" },
        { .id = "d", .outcome = SFC_TOO_LENIENT, .cause = "two", .title = "accepts" },
        { .id = "e", .outcome = SFC_TOO_LENIENT, .cause = "two", .title = "accepts" },
        { .id = "f", .outcome = SFC_TOO_LENIENT, .cause = "three", .title = "accepts that" },
        { .id = "g", .outcome = SFC_TOO_LENIENT, .cause = "three", .title = "accepts that" },
        { .id = "h", .outcome = SFC_TIMEOUT, .cause = "one", .title = "crashes" },
    };
    char *text = list_of("# c\n\nits\n  a crash|pass\nour\n  c too-lenient\nyour\n  d too-lenient\nunexplained: old\n"
                         "  f too-lenient\n",
                         cases, 8, false);
    IS_TEXT(text,
            "# c\n\nits\n  a crash|pass\n  b crash|pass\n  h timeout\n\nour\n  c too-lenient\n\n"
            "unexplained: accepts\n  e too-lenient\n\nunexplained: accepts that\n  g too-lenient\n\nunexplained: old\n"
            "  f too-lenient\n\nyour\n  d too-lenient\n",
            "the only reason of a cause is taken over; several, or none, are not");
    free(text);
}

/* Several runs: all outcomes of a case, `pass` last. */
static void test_runs(void)
{
    const struct sfc_known_case cases[] = {
        { .id = "a", .outcome = SFC_PASS },
        { .id = "a", .outcome = SFC_CRASH, .detail = "SIGABRT", .cause = "x", .title = "crashes" },
        { .id = "a", .outcome = SFC_CRASH, .detail = "SIGABRT", .cause = "x", .title = "crashes" },
        { .id = "b", .outcome = SFC_TOO_LENIENT, .cause = "y", .title = "accepts" },
        { .id = "b", .outcome = SFC_CRASH, .cause = "z", .title = "crashes" },
        { .id = "c", .outcome = SFC_PASS },
        { .id = "c", .outcome = SFC_SKIPPED },
        { .id = "d", .outcome = SFC_NOT_RUN },
        { .id = "d", .outcome = SFC_LIMIT, .cause = "x", .title = "crashes" },
        { .id = "e", .outcome = SFC_NOT_RUN },
        { .id = "e", .outcome = SFC_NOT_RUN },
    };
    static const char old[] = "its\n  b crash\n  c crash\n  e limit\n  f limit\n";
    char *text = list_of(old, cases, 11, false);
    IS_TEXT(strstr(text, "\nits") ? strstr(text, "\nits") : text,
            "\nits\n  b crash|too-lenient\n  e limit\n\nunexplained: crashes\n  a crash:SIGABRT|pass\n  d limit\n",
            "runs are merged");
    free(text);
    text = list_of(old, cases, 11, true);
    OK(strstr(text, "\n  f limit\n") != NULL, "an entry about a case of no run stays if the runs are a part");
    free(text);
    OK(sfc_known_is_unexplained("unexplained: x") && sfc_known_is_unexplained("unexplained")
           && !sfc_known_is_unexplained("unexplained x") && !sfc_known_is_unexplained("explained"),
       "which reasons excuse nothing");
}

int main(void)
{
    test_reading();
    test_standing();
    test_gate();
    test_writing();
    test_reasons();
    test_runs();
    return tap_done();
}
