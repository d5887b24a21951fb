/* SPDX-License-Identifier: MIT */
/* JUnit's XML: a test suite for each implementation, a test case for each case. */
#include "junit.h"
#include "report.h"

/* Nobody has to act on a skipped case. */
static enum sfc_junit_result result_of(const struct sfc_record *r)
{
    switch (r->standing) {
    case SFC_STANDS_GOOD: return r->outcome == SFC_SKIPPED ? SFC_JUNIT_SKIPPED : SFC_JUNIT_PASSED;
    case SFC_STANDS_KNOWN:
    case SFC_STANDS_SHOWN:
    case SFC_STANDS_NOT_RUN: return SFC_JUNIT_SKIPPED;
    case SFC_STANDS_STALE: return SFC_JUNIT_FAILED;
    case SFC_STANDS_UNEXPECTED:
    case SFC_NUM_STANDINGS: break;
    }
    return r->outcome == SFC_WRONG_OUTPUT || r->outcome == SFC_TOO_STRICT || r->outcome == SFC_TOO_LENIENT
                   || r->outcome == SFC_INCONSISTENT
               ? SFC_JUNIT_FAILED
               : SFC_JUNIT_ERROR;
}

/* Why a case was skipped or failed. */
static void add_message(struct sfc_buffer *b, const struct sfc_record *r)
{
    if (r->standing == SFC_STANDS_GOOD) {
        sfc_buffer_printf(b, "%s", r->message ? r->message : "");
        return;
    }
    if (r->standing == SFC_STANDS_NOT_RUN) {
        sfc_buffer_printf(b, "not run: the run was interrupted");
        return;
    }
    sfc_buffer_printf(b, "%s",
                      r->standing == SFC_STANDS_KNOWN   ? "known failure: "
                      : r->standing == SFC_STANDS_SHOWN ? "informational: "
                                                        : "");
    sfc_add_outcome(b, r);
    sfc_add_excuse(b, ", ", r);
    if (r->standing == SFC_STANDS_KNOWN)
        sfc_buffer_printf(b, ": %s", r->reason);
    if (r->standing == SFC_STANDS_STALE)
        sfc_buffer_printf(b, ", but line %zu of the known-failure file says %s", r->known_line,
                          r->known ? r->known : "");
}

static void add_line(struct sfc_buffer *b, const char *label, const char *text)
{
    if (text)
        sfc_buffer_printf(b, "%s%s\n", label, text);
}

static void add_text(struct sfc_buffer *b, const struct sfc_record *r)
{
    add_line(b, "", r->title);
    add_line(b, "clauses:  ", r->clauses);
    add_line(b, "expected: ", r->expected);
    add_line(b, "seen:     ", r->seen);
    add_line(b, "output:   ", r->message);
    add_line(b, "reproduce: ", r->command);
}

static void add_case(struct sfc_junit *junit, const char *name, const struct sfc_record *r)
{
    const enum sfc_junit_result result = result_of(r);
    const bool failed = result == SFC_JUNIT_FAILED || result == SFC_JUNIT_ERROR;
    struct sfc_buffer message = { 0 }, text = { 0 };
    if (result != SFC_JUNIT_PASSED)
        add_message(&message, r);
    if (failed)
        add_text(&text, r);
    sfc_junit_add(junit, &(struct sfc_junit_case){
                             .group = name,
                             .area = r->area,
                             .name = r->id,
                             .type = !failed                           ? NULL
                                     : r->standing == SFC_STANDS_STALE ? "stale"
                                                                       : sfc_outcome_name(r->outcome),
                             .message = sfc_buffer_text(&message),
                             .text = text.data,
                             .result = result,
                             .seconds = r->seconds,
                         });
    sfc_buffer_free(&message);
    sfc_buffer_free(&text);
}

/* What is wrong with the whole. */
static void add_trouble(struct sfc_junit *junit, const char *suite, const struct sfc_results *results)
{
    for (size_t i = 0; i < results->num_unmatched; i++) {
        struct sfc_buffer message = { 0 };
        sfc_buffer_printf(&message, "line %zu of the known-failure file: there is no such case",
                          results->unmatched[i].line);
        sfc_junit_add(junit, &(struct sfc_junit_case){ .group = suite,
                                                       .name = results->unmatched[i].id,
                                                       .type = "unmatched",
                                                       .message = message.data,
                                                       .result = SFC_JUNIT_FAILED });
        sfc_buffer_free(&message);
    }
    if (results->broken)
        sfc_junit_add(junit, &(struct sfc_junit_case){ .group = suite,
                                                       .name = "the simplest cases",
                                                       .type = "broken",
                                                       .message = results->broken,
                                                       .result = SFC_JUNIT_ERROR });
    if (results->trouble)
        sfc_junit_add(junit, &(struct sfc_junit_case){ .group = suite,
                                                       .name = sfc_trouble_words(results)->name,
                                                       .type = "trouble",
                                                       .message = results->trouble,
                                                       .result = SFC_JUNIT_ERROR });
    if (!results->has_summary || !results->complete)
        sfc_junit_add(junit, &(struct sfc_junit_case){ .group = suite,
                                                       .name = "complete",
                                                       .type = "incomplete",
                                                       .message = "the results are incomplete",
                                                       .result = SFC_JUNIT_ERROR });
}

/* What `add` says of the results; no property if that is nothing. */
static void add_property(struct sfc_junit *junit, const char *name, const struct sfc_results *results, sfc_say_fn *add)
{
    struct sfc_buffer text = { 0 };
    add(&text, results);
    sfc_junit_property(junit, name, text.data);
    sfc_buffer_free(&text);
}

static void add_suite(struct sfc_junit *junit, const struct sfc_results *results)
{
    struct sfc_buffer name = { 0 };
    sfc_buffer_printf(&name, "%s %s", results->implementation, results->version);
    sfc_junit_property(junit, "runner", results->runner);
    sfc_junit_property(junit, "corpus-sha256", results->corpus_sha256);
    sfc_junit_property(junit, "seed", results->seed);
    sfc_junit_property(junit, "trouble", results->trouble);
    add_property(junit, "verdict", results, sfc_add_conclusion);
    add_property(junit, "declared", results, sfc_add_declared);
    add_property(junit, "not-claimed", results, sfc_add_not_claimed);
    add_property(junit, "right", results, sfc_add_kinds);
    add_property(junit, "rejections", results, sfc_add_rejections);
    add_property(junit, "judged", results, sfc_add_judged);
    sfc_junit_property(junit, "gate", sfc_level_name(results->level));
    add_property(junit, "level", results, sfc_add_levels);
    for (size_t i = 0; i < results->count; i++)
        add_case(junit, name.data, &results->records[i]);
    add_trouble(junit, name.data, results);
    sfc_junit_end_suite(junit, name.data);
    sfc_buffer_free(&name);
}

void sfc_report_junit(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs)
{
    struct sfc_junit junit = { .num_suites = 0 };
    for (size_t i = 0; i < num_runs; i++)
        add_suite(&junit, &runs[i]);
    sfc_junit_end(&junit, out);
}
