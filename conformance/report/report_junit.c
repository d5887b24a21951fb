/* SPDX-License-Identifier: MIT */
/* JUnit's XML: a test suite for each implementation, a test case for each case. */
#include "markup.h"
#include "report.h"

static void add_attribute(struct sfc_buffer *b, const char *name, const char *value)
{
    sfc_buffer_printf(b, " %s=\"", name);
    sfc_add_xml(b, value);
    sfc_buffer_printf(b, "\"");
}

/* "NAME" of the results in front of a word, as one attribute. */
static void add_full_name(struct sfc_buffer *b, const char *attribute, const struct sfc_results *results,
                          const char *more)
{
    struct sfc_buffer name = { 0 };
    sfc_buffer_printf(&name, "%s %s%s", results->implementation, results->version, more);
    add_attribute(b, attribute, name.data);
    sfc_buffer_free(&name);
}

/* ---- Kinds -------------------------------------------------------------------------------- */

enum kind { PASSED, SKIPPED, FAILED, BROKEN };

/* A failure is a wrong answer, an error is no answer. What nobody has to act on is skipped. */
static enum kind kind_of(const struct sfc_record *r)
{
    switch (r->standing) {
    case SFC_STANDS_GOOD: return r->outcome == SFC_SKIPPED ? SKIPPED : PASSED;
    case SFC_STANDS_KNOWN:
    case SFC_STANDS_SHOWN:
    case SFC_STANDS_NOT_RUN: return SKIPPED;
    case SFC_STANDS_STALE: return FAILED;
    case SFC_STANDS_UNEXPECTED:
    case SFC_NUM_STANDINGS: break;
    }
    return r->outcome == SFC_WRONG_OUTPUT || r->outcome == SFC_TOO_STRICT || r->outcome == SFC_TOO_LENIENT
                   || r->outcome == SFC_INCONSISTENT
               ? FAILED
               : BROKEN;
}

/* ---- Cases ---------------------------------------------------------------------------------- */

static void add_skipped(struct sfc_buffer *b, const struct sfc_record *r)
{
    struct sfc_buffer message = { 0 };
    if (r->standing == SFC_STANDS_GOOD) {
        sfc_buffer_printf(&message, "%s", r->message ? r->message : "");
    } else if (r->standing == SFC_STANDS_NOT_RUN) {
        sfc_buffer_printf(&message, "not run: the run was interrupted");
    } else {
        sfc_buffer_printf(&message, "%s: ", r->standing == SFC_STANDS_KNOWN ? "known failure" : "gates nothing");
        sfc_add_outcome(&message, r);
        sfc_buffer_printf(&message, "%s%s", r->standing == SFC_STANDS_KNOWN ? ": " : "",
                          r->standing == SFC_STANDS_KNOWN ? r->reason : "");
    }
    sfc_buffer_printf(b, "<skipped");
    add_attribute(b, "message", sfc_buffer_text(&message));
    sfc_buffer_printf(b, "/>");
    sfc_buffer_free(&message);
}

static void add_line(struct sfc_buffer *b, const char *label, const char *text)
{
    if (!text)
        return;
    sfc_buffer_printf(b, "%s", label);
    sfc_add_xml(b, text);
    sfc_buffer_printf(b, "\n");
}

static void add_failed(struct sfc_buffer *b, const struct sfc_record *r, const char *element)
{
    struct sfc_buffer message = { 0 };
    sfc_add_outcome(&message, r);
    if (r->standing == SFC_STANDS_STALE)
        sfc_buffer_printf(&message, ", but line %zu of the known-failure file says %s", r->known_line,
                          r->known ? r->known : "");
    sfc_buffer_printf(b, "<%s", element);
    add_attribute(b, "type", r->standing == SFC_STANDS_STALE ? "stale" : sfc_outcome_name(r->outcome));
    add_attribute(b, "message", message.data);
    sfc_buffer_printf(b, ">");
    add_line(b, "", r->title);
    add_line(b, "clauses:  ", r->clauses);
    add_line(b, "expected: ", r->expected);
    add_line(b, "seen:     ", r->seen);
    add_line(b, "says:     ", r->message);
    add_line(b, "repeat:   ", r->command);
    sfc_buffer_printf(b, "</%s>", element);
    sfc_buffer_free(&message);
}

static void add_case(struct sfc_buffer *b, const struct sfc_results *results, const struct sfc_record *r)
{
    struct sfc_buffer area = { 0 };
    sfc_buffer_printf(&area, ".%s", r->area);
    sfc_buffer_printf(b, "<testcase");
    add_attribute(b, "name", r->id);
    add_full_name(b, "classname", results, area.data);
    sfc_buffer_printf(b, " time=\"%.6f\">", r->seconds);
    sfc_buffer_free(&area);
    switch (kind_of(r)) {
    case PASSED: break;
    case SKIPPED: add_skipped(b, r); break;
    case FAILED: add_failed(b, r, "failure"); break;
    case BROKEN: add_failed(b, r, "error"); break;
    }
    sfc_buffer_printf(b, "</testcase>\n");
}

/* A test that is no case: what is wrong with the whole. */
static void add_other(struct sfc_buffer *b, const struct sfc_results *results, const char *name, const char *element,
                      const char *message)
{
    sfc_buffer_printf(b, "<testcase");
    add_attribute(b, "name", name);
    add_full_name(b, "classname", results, "");
    sfc_buffer_printf(b, "><%s", element);
    add_attribute(b, "message", message);
    sfc_buffer_printf(b, "/></testcase>\n");
}

/* ---- Suites --------------------------------------------------------------------------------- */

struct sums {
    size_t kinds[BROKEN + 1], all;
    double seconds;
};

static bool is_incomplete(const struct sfc_results *results)
{
    return !results->has_summary || !results->complete;
}

static void add_up(struct sums *sums, const struct sfc_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        sums->kinds[kind_of(&results->records[i])]++;
        sums->seconds += results->records[i].seconds;
    }
    sums->kinds[FAILED] += results->num_unmatched;
    const size_t others = (size_t)is_incomplete(results) + (results->trouble ? 1 : 0);
    sums->kinds[BROKEN] += others;
    sums->all += results->count + results->num_unmatched + others;
}

static void add_sums(struct sfc_buffer *b, const struct sums *s)
{
    sfc_buffer_printf(b, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.6f\">\n", s->all,
                      s->kinds[FAILED], s->kinds[BROKEN], s->kinds[SKIPPED], s->seconds);
}

static void add_property(struct sfc_buffer *b, const char *name, const char *value)
{
    if (!value)
        return;
    sfc_buffer_printf(b, "<property");
    add_attribute(b, "name", name);
    add_attribute(b, "value", value);
    sfc_buffer_printf(b, "/>\n");
}

static void add_suite(struct sfc_buffer *b, const struct sfc_results *results)
{
    struct sums sums = { { 0 }, 0, 0 };
    add_up(&sums, results);
    sfc_buffer_printf(b, "<testsuite");
    add_full_name(b, "name", results, "");
    add_sums(b, &sums);
    sfc_buffer_printf(b, "<properties>\n");
    add_property(b, "runner", results->runner);
    add_property(b, "corpus-sha256", results->corpus_sha256);
    add_property(b, "seed", results->seed);
    add_property(b, "trouble", results->trouble);
    add_property(b, "verdict", sfc_conclusion(results));
    sfc_buffer_printf(b, "</properties>\n");
    for (size_t i = 0; i < results->count; i++)
        add_case(b, results, &results->records[i]);
    for (size_t i = 0; i < results->num_unmatched; i++) {
        struct sfc_buffer message = { 0 };
        sfc_buffer_printf(&message, "line %zu of the known-failure file: there is no such case",
                          results->unmatched[i].line);
        add_other(b, results, results->unmatched[i].id, "failure", message.data);
        sfc_buffer_free(&message);
    }
    if (results->trouble)
        add_other(b, results, "end", "error", results->trouble);
    if (is_incomplete(results))
        add_other(b, results, "complete", "error", "the results are incomplete");
    sfc_buffer_printf(b, "</testsuite>\n");
}

void sfc_report_junit(struct sfc_buffer *out, const struct sfc_results *files, size_t num_files)
{
    struct sums sums = { { 0 }, 0, 0 };
    for (size_t i = 0; i < num_files; i++)
        add_up(&sums, &files[i]);
    sfc_buffer_printf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"SFrame conformance\"");
    add_sums(out, &sums);
    for (size_t i = 0; i < num_files; i++)
        add_suite(out, &files[i]);
    sfc_buffer_printf(out, "</testsuites>\n");
}
