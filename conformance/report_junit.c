/* SPDX-License-Identifier: MIT */
/* JUnit's XML: a test suite for each implementation, a test case for each case. */
#include "markup.h"
#include "report.h"

static void add_attribute(struct sfr_buffer *b, const char *name, const char *value)
{
    sfr_buffer_printf(b, " %s=\"", name);
    sfr_add_xml(b, value);
    sfr_buffer_printf(b, "\"");
}

/* "NAME" of the sheet in front of a word, as one attribute. */
static void add_full_name(struct sfr_buffer *b, const char *attribute, const struct sfr_sheet *sheet, const char *more)
{
    struct sfr_buffer name = { 0 };
    sfr_buffer_printf(&name, "%s %s%s", sheet->implementation, sheet->version, more);
    add_attribute(b, attribute, name.data);
    sfr_buffer_free(&name);
}

/* ---- Kinds -------------------------------------------------------------------------------- */

enum kind { PASSED, SKIPPED, FAILED, BROKEN };

/* A failure is a wrong answer, an error is no answer. What nobody has to act on is skipped. */
static enum kind kind_of(const struct sfr_record *r)
{
    switch (r->standing) {
    case SFR_STANDS_GOOD: return r->outcome == SFR_SKIPPED ? SKIPPED : PASSED;
    case SFR_STANDS_KNOWN:
    case SFR_STANDS_SHOWN:
    case SFR_STANDS_NOT_RUN: return SKIPPED;
    case SFR_STANDS_STALE: return FAILED;
    case SFR_STANDS_UNEXPECTED:
    case SFR_NUM_STANDINGS: break;
    }
    return r->outcome == SFR_WRONG_OUTPUT || r->outcome == SFR_TOO_STRICT || r->outcome == SFR_TOO_LENIENT
                   || r->outcome == SFR_INCONSISTENT
               ? FAILED
               : BROKEN;
}

/* ---- Cases ---------------------------------------------------------------------------------- */

static void add_skipped(struct sfr_buffer *b, const struct sfr_record *r)
{
    struct sfr_buffer message = { 0 };
    if (r->standing == SFR_STANDS_GOOD) {
        sfr_buffer_printf(&message, "%s", r->message ? r->message : "");
    } else if (r->standing == SFR_STANDS_NOT_RUN) {
        sfr_buffer_printf(&message, "not run: the run was interrupted");
    } else {
        sfr_buffer_printf(&message, "%s: ", r->standing == SFR_STANDS_KNOWN ? "known failure" : "gates nothing");
        sfr_add_outcome(&message, r);
        sfr_buffer_printf(&message, "%s%s", r->standing == SFR_STANDS_KNOWN ? ": " : "",
                          r->standing == SFR_STANDS_KNOWN ? r->reason : "");
    }
    sfr_buffer_printf(b, "<skipped");
    add_attribute(b, "message", sfr_buffer_text(&message));
    sfr_buffer_printf(b, "/>");
    sfr_buffer_free(&message);
}

static void add_line(struct sfr_buffer *b, const char *label, const char *text)
{
    if (!text)
        return;
    sfr_buffer_printf(b, "%s", label);
    sfr_add_xml(b, text);
    sfr_buffer_printf(b, "\n");
}

static void add_failed(struct sfr_buffer *b, const struct sfr_record *r, const char *element)
{
    struct sfr_buffer message = { 0 };
    sfr_add_outcome(&message, r);
    if (r->standing == SFR_STANDS_STALE)
        sfr_buffer_printf(&message, ", but line %zu of the known-failure file says %s", r->known_line,
                          r->known ? r->known : "");
    sfr_buffer_printf(b, "<%s", element);
    add_attribute(b, "type", r->standing == SFR_STANDS_STALE ? "stale" : sfr_outcome_name(r->outcome));
    add_attribute(b, "message", message.data);
    sfr_buffer_printf(b, ">");
    add_line(b, "", r->title);
    add_line(b, "clauses:  ", r->clauses);
    add_line(b, "expected: ", r->expected);
    add_line(b, "seen:     ", r->seen);
    add_line(b, "says:     ", r->message);
    add_line(b, "repeat:   ", r->command);
    sfr_buffer_printf(b, "</%s>", element);
    sfr_buffer_free(&message);
}

static void add_case(struct sfr_buffer *b, const struct sfr_sheet *sheet, const struct sfr_record *r)
{
    struct sfr_buffer area = { 0 };
    sfr_buffer_printf(&area, ".%s", r->area);
    sfr_buffer_printf(b, "<testcase");
    add_attribute(b, "name", r->id);
    add_full_name(b, "classname", sheet, area.data);
    sfr_buffer_printf(b, " time=\"%.6f\">", r->seconds);
    sfr_buffer_free(&area);
    switch (kind_of(r)) {
    case PASSED: break;
    case SKIPPED: add_skipped(b, r); break;
    case FAILED: add_failed(b, r, "failure"); break;
    case BROKEN: add_failed(b, r, "error"); break;
    }
    sfr_buffer_printf(b, "</testcase>\n");
}

/* A test that is no case: what is wrong with the whole. */
static void add_other(struct sfr_buffer *b, const struct sfr_sheet *sheet, const char *name, const char *element,
                      const char *message)
{
    sfr_buffer_printf(b, "<testcase");
    add_attribute(b, "name", name);
    add_full_name(b, "classname", sheet, "");
    sfr_buffer_printf(b, "><%s", element);
    add_attribute(b, "message", message);
    sfr_buffer_printf(b, "/></testcase>\n");
}

/* ---- Suites --------------------------------------------------------------------------------- */

struct sums {
    size_t kinds[BROKEN + 1], all;
    double seconds;
};

static bool is_incomplete(const struct sfr_sheet *sheet)
{
    return !sheet->has_summary || !sheet->complete;
}

static void add_up(struct sums *sums, const struct sfr_sheet *sheet)
{
    for (size_t i = 0; i < sheet->count; i++) {
        sums->kinds[kind_of(&sheet->records[i])]++;
        sums->seconds += sheet->records[i].seconds;
    }
    sums->kinds[FAILED] += sheet->num_unmatched;
    const size_t others = (size_t)is_incomplete(sheet) + (sheet->trouble ? 1 : 0);
    sums->kinds[BROKEN] += others;
    sums->all += sheet->count + sheet->num_unmatched + others;
}

static void add_sums(struct sfr_buffer *b, const struct sums *s)
{
    sfr_buffer_printf(b, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.6f\">\n", s->all,
                      s->kinds[FAILED], s->kinds[BROKEN], s->kinds[SKIPPED], s->seconds);
}

static void add_property(struct sfr_buffer *b, const char *name, const char *value)
{
    if (!value)
        return;
    sfr_buffer_printf(b, "<property");
    add_attribute(b, "name", name);
    add_attribute(b, "value", value);
    sfr_buffer_printf(b, "/>\n");
}

static void add_suite(struct sfr_buffer *b, const struct sfr_sheet *sheet)
{
    struct sums sums = { { 0 }, 0, 0 };
    add_up(&sums, sheet);
    sfr_buffer_printf(b, "<testsuite");
    add_full_name(b, "name", sheet, "");
    add_sums(b, &sums);
    sfr_buffer_printf(b, "<properties>\n");
    add_property(b, "runner", sheet->runner);
    add_property(b, "corpus-sha256", sheet->corpus_sha256);
    add_property(b, "seed", sheet->seed);
    add_property(b, "trouble", sheet->trouble);
    add_property(b, "verdict", sfr_verdict(sheet));
    sfr_buffer_printf(b, "</properties>\n");
    for (size_t i = 0; i < sheet->count; i++)
        add_case(b, sheet, &sheet->records[i]);
    for (size_t i = 0; i < sheet->num_unmatched; i++) {
        struct sfr_buffer message = { 0 };
        sfr_buffer_printf(&message, "line %zu of the known-failure file: there is no such case",
                          sheet->unmatched[i].line);
        add_other(b, sheet, sheet->unmatched[i].id, "failure", message.data);
        sfr_buffer_free(&message);
    }
    if (sheet->trouble)
        add_other(b, sheet, "end", "error", sheet->trouble);
    if (is_incomplete(sheet))
        add_other(b, sheet, "complete", "error", "the results are incomplete");
    sfr_buffer_printf(b, "</testsuite>\n");
}

void sfr_report_junit(struct sfr_buffer *out, const struct sfr_sheet *sheets, size_t num_sheets)
{
    struct sums sums = { { 0 }, 0, 0 };
    for (size_t i = 0; i < num_sheets; i++)
        add_up(&sums, &sheets[i]);
    sfr_buffer_printf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"SFrame conformance\"");
    add_sums(out, &sums);
    for (size_t i = 0; i < num_sheets; i++)
        add_suite(out, &sheets[i]);
    sfr_buffer_printf(out, "</testsuites>\n");
}
