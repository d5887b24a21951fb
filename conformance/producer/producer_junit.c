/* SPDX-License-Identifier: MIT */
/* The tests as JUnit's XML, as GitLab, Jenkins and GitHub actions read it. It is valid under Ant's schema and under
   that of Jenkins; junit.rng is what both of them allow. Texts may have any bytes in them. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "markup.h"
#include "producer_tests.h"

static void add_attribute(struct sfc_buffer *b, const char *name, const char *value)
{
    sfc_buffer_printf(b, " %s=\"", name);
    sfc_add_xml(b, value);
    sfc_buffer_printf(b, "\"");
}

/* A test is skipped if nobody has to act on it. */
static void add_case(struct sfc_buffer *b, const struct sfc_producer_test *test)
{
    sfc_buffer_printf(b, "<testcase");
    add_attribute(b, "name", test->id);
    sfc_buffer_printf(b, " classname=\"producer\" time=\"0.000000\">");
    if (test->standing == SFC_STANDS_KNOWN) {
        sfc_buffer_printf(b, "<skipped");
        add_attribute(b, "message", test->entry->reason);
        sfc_buffer_printf(b, "></skipped>");
    } else if (test->standing != SFC_STANDS_GOOD) {
        sfc_buffer_printf(b, "<failure");
        add_attribute(b, "type", test->detail ? "wrong-output" : "stale");
        add_attribute(b, "message", test->detail ? test->detail : "stale entry of the known-failure file");
        sfc_buffer_printf(b, ">");
        sfc_add_xml(b, test->message ? test->message : "");
        sfc_buffer_printf(b, "</failure>");
    }
    sfc_buffer_printf(b, "</testcase>\n");
}

/* The schemas ask for the time and the host of a suite. The time is when the document is made, or SOURCE_DATE_EPOCH, so
   that the same document can be made again; the host is nobody's business. */
static void add_place(struct sfc_buffer *b)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    const time_t now = epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    struct tm utc = { 0 };
    char text[sizeof "9999-12-31T23:59:59"] = "";
    if (!gmtime_r(&now, &utc) || strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc) == 0)
        snprintf(text, sizeof text, "1970-01-01T00:00:00");
    add_attribute(b, "timestamp", text);
    add_attribute(b, "hostname", "localhost");
}

void sfc_producer_junit(struct sfc_buffer *out, const struct sfc_producer_tests *t)
{
    const size_t known = t->standings[SFC_STANDS_KNOWN], good = t->standings[SFC_STANDS_GOOD];
    sfc_buffer_printf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                           "<testsuite name=\"sframe-conform producer\" id=\"0\" package=\"sframe-conform\"");
    add_place(out);
    sfc_buffer_printf(out,
                      " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\" time=\"0.000000\">\n"
                      "<properties>\n</properties>\n",
                      t->count, t->count - good - known, known);
    for (size_t i = 0; i < t->count; i++)
        add_case(out, &t->tests[i]);
    sfc_buffer_printf(out, "<system-out/>\n<system-err/>\n</testsuite>\n</testsuites>\n");
}
