/* SPDX-License-Identifier: MIT */
/* JUnit's XML. An element states its sums before its cases, so the cases are kept until a suite
   ends. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "markup.h"
#include "producer_junit.h"

static void add_attribute(struct sfc_buffer *b, const char *name, const char *value)
{
    if (!value)
        return;
    sfc_buffer_printf(b, " %s=\"", name);
    sfc_add_xml(b, value);
    sfc_buffer_printf(b, "\"");
}

static void append(struct sfc_buffer *out, struct sfc_buffer *b)
{
    sfc_buffer_add(out, sfc_buffer_text(b), b->len);
    sfc_buffer_free(b);
}

void sfc_junit_property(struct sfc_junit *junit, const char *name, const char *value)
{
    if (!value)
        return;
    sfc_buffer_printf(&junit->properties, "<property");
    add_attribute(&junit->properties, "name", name);
    add_attribute(&junit->properties, "value", value);
    sfc_buffer_printf(&junit->properties, "/>\n");
}

/* Adds a text without its dots. */
static void add_undotted(struct sfc_buffer *b, const char *text)
{
    for (const char *c = text; *c; c++)
        sfc_buffer_add(b, *c == '.' ? "_" : c, 1);
}

/* group.area: the only dot is that between them. */
static void add_classname(struct sfc_buffer *b, const struct sfc_junit_case *test)
{
    struct sfc_buffer classname = { 0 };
    add_undotted(&classname, test->group);
    if (test->area) {
        sfc_buffer_add(&classname, ".", 1);
        add_undotted(&classname, test->area);
    }
    add_attribute(b, "classname", classname.data);
    sfc_buffer_free(&classname);
}

void sfc_junit_add(struct sfc_junit *junit, const struct sfc_junit_case *test)
{
    static const char *const elements[] = { NULL, "skipped", "failure", "error" };
    const char *element = elements[test->result];
    struct sfc_buffer *b = &junit->cases;
    sfc_buffer_printf(b, "<testcase");
    add_attribute(b, "name", test->name);
    add_classname(b, test);
    sfc_buffer_printf(b, " time=\"%.6f\">", test->seconds);
    if (element) {
        sfc_buffer_printf(b, "<%s", element);
        add_attribute(b, "type", test->type);
        add_attribute(b, "message", test->message);
        sfc_buffer_printf(b, ">");
        sfc_add_xml(b, test->text ? test->text : "");
        sfc_buffer_printf(b, "</%s>", element);
    }
    sfc_buffer_printf(b, "</testcase>\n");
    junit->suite.results[test->result]++;
    junit->suite.seconds += test->seconds;
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

static void add_counts(struct sfc_buffer *b, const struct sfc_junit_counts *counts)
{
    size_t tests = 0;
    for (unsigned i = 0; i < SFC_NUM_JUNIT_RESULTS; i++)
        tests += counts->results[i];
    sfc_buffer_printf(b, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.6f\"", tests,
                      counts->results[SFC_JUNIT_FAILED], counts->results[SFC_JUNIT_ERROR],
                      counts->results[SFC_JUNIT_SKIPPED], counts->seconds);
}

void sfc_junit_end_suite(struct sfc_junit *junit, const char *name)
{
    struct sfc_buffer *b = &junit->suites;
    sfc_buffer_printf(b, "<testsuite");
    add_attribute(b, "name", name);
    sfc_buffer_printf(b, " id=\"%zu\"", junit->num_suites++);
    add_attribute(b, "package", "sframe-conform");
    add_place(b);
    add_counts(b, &junit->suite);
    sfc_buffer_printf(b, ">\n<properties>\n");
    append(b, &junit->properties);
    sfc_buffer_printf(b, "</properties>\n");
    append(b, &junit->cases);
    sfc_buffer_printf(b, "<system-out/>\n<system-err/>\n</testsuite>\n");
    junit->suite = (struct sfc_junit_counts){ .seconds = 0 };
}

void sfc_junit_end(struct sfc_junit *junit, struct sfc_buffer *out)
{
    sfc_buffer_printf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    append(out, &junit->suites);
    sfc_buffer_printf(out, "</testsuites>\n");
    *junit = (struct sfc_junit){ .num_suites = 0 };
}
