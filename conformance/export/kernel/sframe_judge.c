/* SPDX-License-Identifier: MIT */
/* Compares an answer with what a case expects, as `sframe-conform run` does. */
#include "sframe_driver.h"
#include "sframe_groups.h"

/* ---- Dumps ------------------------------------------------------------------------------- */

/* Are two dumps the same? A `?` of the second one is any value of the first. If not, *result has the first line that
   differs. */
static int same_dump(const char *expected, const char *seen, struct sframe_result *result)
{
    const char *expected_line = expected, *seen_line = seen;
    for (;;) {
        if (*seen == '?') {
            while (*expected && *expected != ' ' && *expected != '\n')
                expected++;
            seen++;
        }
        if (*expected != *seen || !*seen)
            break;
        if (*seen == '\n') {
            expected_line = expected + 1;
            seen_line = seen + 1;
        }
        expected++;
        seen++;
    }
    result->expected = expected_line;
    result->seen = seen_line;
    return *expected == *seen;
}

/* Where the line "end ..." of a trace starts; its whole length if there is none. */
static size_t end_of_frames(const char *trace)
{
    size_t i = 0;
    for (; trace[i]; i++)
        if (i > 0 && trace[i - 1] == '\n' && trace[i] == 'e')
            break;
    return i;
}

/* ---- Traces whose end is open ------------------------------------------------------------ */

/* The frames must be the expected ones, but a guard may end the trace sooner (`sooner`). Or, where a
   register of a caller is needed, a reader stops (`unsafe`) or goes on. */
static int is_other_end(const struct sframe_case *c, const char *seen)
{
    static const char stopped[] = "end unsafe\n";
    const size_t expected_len = end_of_frames(c->expected), seen_len = end_of_frames(seen);
    const size_t common = seen_len < expected_len ? seen_len : expected_len;
    const int is_guard = sframe_same(c->open_end, "sooner");
    for (size_t i = 0; i < common; i++)
        if (seen[i] != c->expected[i])
            return 0;
    return seen_len <= expected_len ? is_guard || sframe_same(seen + seen_len, stopped)
                                    : !is_guard && sframe_same(c->expected + expected_len, stopped);
}

/* ---- One answer -------------------------------------------------------------------------- */

static void set_wrong(struct sframe_result *result, const char *why)
{
    result->outcome = SFRAME_WRONG;
    result->why = why;
}

static void set_unsafe(struct sframe_result *result, const char *why)
{
    set_wrong(result, why);
    result->unsafe = 1;
}

void sframe_judge_text(const struct sframe_case *c, const char *seen, struct sframe_result *result)
{
    int same = 0;
    for (size_t i = 0; i < c->num_readings && !same; i++)
        same = same_dump(c->readings[i].expected, seen, result);
    if (!same && c->open_end)
        same = is_other_end(c, seen);
    if (!same)
        same = same_dump(c->expected, seen, result);
    if (!same)
        set_wrong(result, "wrong-output");
}

static void judge_accepted(const struct sframe_case *c, const char *seen, struct sframe_result *result)
{
    /* A reader may look at a damaged function only when a PC asks for it. */
    if (c->expect == SFRAME_EXPECT_REJECT && c->op != SFRAME_OP_SEQUENCE)
        set_wrong(result, "too-lenient");
    else if (c->op != SFRAME_OP_DECODE)
        sframe_judge_text(c, seen, result);
}

static void judge(const struct sframe_case *c, int status, const char *seen, struct sframe_result *result)
{
    switch (status) {
    case SFRAME_GOOD: judge_accepted(c, seen, result); break;
    case SFRAME_REFUSED:
        if (c->expect == SFRAME_EXPECT_ACCEPT || (c->expect == SFRAME_EXPECT_POLICY && !c->may_reject))
            set_wrong(result, "too-strict");
        break;
    case SFRAME_NOT_ASKED: result->outcome = SFRAME_SKIPPED; break;
    case SFRAME_NOT_MOVED:
        result->outcome = SFRAME_SKIPPED;
        result->why = "not-moved";
        break;
    case SFRAME_NOT_PLACED: set_unsafe(result, "not-run"); break;
    case SFRAME_FAILED: set_unsafe(result, "failed"); break;
    default: set_unsafe(result, "unknown-status"); break;
    }
}

void sframe_judge_case(const struct sframe_host *host, const struct sframe_case *c, struct sframe_result *result)
{
    static char first[SFRAME_LONGEST_ANSWER + 512], second[SFRAME_LONGEST_ANSWER + 512];
    struct sframe_text a, b;
    *result = (struct sframe_result){ .outcome = SFRAME_RIGHT };
    sframe_text_start(&a, first, sizeof first);
    sframe_text_start(&b, second, sizeof second);
    const int status = sframe_ask(host, c, 1, &a), again = sframe_ask(host, c, 0, &b);
    judge(c, status, first, result);
    if (!result->unsafe && (status != again || (status == SFRAME_GOOD && !sframe_same(first, second)))) {
        *result = (struct sframe_result){ .outcome = SFRAME_RIGHT };
        set_unsafe(result, "state-dependent");
    }
}
