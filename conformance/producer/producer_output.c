/* SPDX-License-Identifier: MIT */
/* The end of a run: known failures, JUnit, and the exit status. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "complain.h"
#include "producer_output.h"

int sfc_producer_worst(int a, int b)
{
    static const int order[] = { SFC_STATUS_ERROR, SFC_STATUS_FAILS, SFC_STATUS_STALE, SFC_STATUS_NOTHING };
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return SFC_STATUS_CONFORMS;
}

/* Notes which entries have a test. */
static bool mark_tests(struct sfc_producer_output *o, const struct sfc_producer_tests *t, struct sfc_error *error)
{
    for (size_t i = 0; i < t->count; i++)
        if (!sfc_known_mark(&o->known, t->tests[i].id, error))
            return false;
    return true;
}

static size_t report_stale(const struct sfc_producer_output *o, const struct sfc_producer_tests *t)
{
    size_t stale = 0;
    for (size_t i = 0; i < t->count; i++) {
        if (t->tests[i].standing != SFC_STANDS_STALE)
            continue;
        stale++;
        fprintf(stderr, "%s:%u: stale: %s %s\n", o->known_path, t->tests[i].entry->line, t->tests[i].id,
                sfc_outcome_fails(t->tests[i].outcome) ? "fails in another way" : "passes");
    }
    for (size_t i = 0; i < o->known.count; i++) {
        char *unmatched = sfc_known_unmatched(&o->known.entries[i]);
        if (!unmatched)
            continue;
        stale++;
        fprintf(stderr, "%s:%u: stale: there is no test %s\n", o->known_path, o->known.entries[i].line, unmatched);
        free(unmatched);
    }
    return stale;
}

/* ---- The list that is written ---------------------------------------------------------------- */

/* The reason of an entry that holds, or that there is none. */
static const char *reason_of(const struct sfc_producer_test *test)
{
    const struct sfc_result result = { .outcome = test->outcome, .detail = test->detail };
    return test->entry && sfc_known_allows(test->entry, &result) ? test->entry->reason : sfc_unexplained;
}

static int compare_tests(const void *a, const void *b)
{
    const struct sfc_producer_test *x = *(const struct sfc_producer_test *const *)a,
                                   *y = *(const struct sfc_producer_test *const *)b;
    const int order = strcmp(reason_of(x), reason_of(y));
    return order != 0 ? order : strcmp(x->id, y->id);
}

static void add_list(struct sfc_buffer *b, const struct sfc_producer_output *o, const struct sfc_producer_test **tests,
                     size_t count)
{
    sfc_buffer_printf(b, "%s", o->known.comments && o->known.comments[0] ? o->known.comments : sfc_known_comments);
    for (size_t i = 0; i < count; i++) {
        const char *reason = reason_of(tests[i]);
        if (i == 0 || strcmp(reason, reason_of(tests[i - 1])) != 0)
            sfc_buffer_printf(b, "\n%s\n", reason);
        if (reason != sfc_unexplained)
            sfc_buffer_printf(b, "  %s %s\n", tests[i]->id, tests[i]->entry->outcomes);
        else
            sfc_buffer_printf(b, "  %s %s%s%s\n", tests[i]->id, sfc_outcome_name(tests[i]->outcome),
                              tests[i]->detail ? ":" : "", tests[i]->detail ? tests[i]->detail : "");
    }
}

static bool write_known(const struct sfc_producer_output *o, const struct sfc_producer_tests *t,
                        struct sfc_error *error)
{
    if (!o->force && access(o->write_known, F_OK) == 0)
        return sfc_fail(error,
                        "%s: exists already; --force replaces it and keeps the reasons of entries that still hold",
                        o->write_known);
    const struct sfc_producer_test **tests = sfc_alloc(t->count + 1, sizeof tests[0]);
    struct sfc_buffer text = { 0 };
    size_t count = 0;
    for (size_t i = 0; i < t->count; i++)
        if (sfc_outcome_fails(t->tests[i].outcome))
            tests[count++] = &t->tests[i];
    qsort(tests, count, sizeof tests[0], compare_tests);
    add_list(&text, o, tests, count);
    const bool good = sfc_write_file(o->write_known, text.data, text.len, error);
    sfc_buffer_free(&text);
    free(tests);
    return good;
}

int sfc_producer_finish(struct sfc_producer_output *o, const struct sfc_producer_tests *t, int status)
{
    struct sfc_error error = { "" };
    if (t->standings[SFC_STANDS_UNEXPECTED] > 0)
        status = sfc_producer_worst(status, SFC_STATUS_FAILS);
    if (o->known_path && !mark_tests(o, t, &error))
        status = sfc_complain(error.text);
    else if (o->known_path && report_stale(o, t) > 0)
        status = sfc_producer_worst(status, SFC_STATUS_STALE);
    if (o->write_known && !write_known(o, t, &error))
        status = sfc_complain(error.text);
    if (o->junit) {
        struct sfc_buffer b = { 0 };
        sfc_producer_junit(&b, t);
        if (!sfc_write_file(o->junit, b.data, b.len, &error))
            status = sfc_complain(error.text);
        sfc_buffer_free(&b);
    }
    const bool printed = fflush(stdout) == 0 && !ferror(stdout);
    return printed ? status : sfc_complain("the report could not be printed");
}
