/* SPDX-License-Identifier: MIT */
/* JUnit's XML. An element states its sums before its cases, so the cases are kept until a suite
   ends. */
#include "junit.h"
#include "markup.h"

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

void sfc_junit_add(struct sfc_junit *junit, const struct sfc_junit_case *test)
{
    static const char *const elements[] = { NULL, "skipped", "failure", "error" };
    const char *element = elements[test->result];
    struct sfc_buffer *b = &junit->cases;
    sfc_buffer_printf(b, "<testcase");
    add_attribute(b, "name", test->name);
    add_attribute(b, "classname", test->classname);
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

/* The attributes that every element with cases has, and the end of its tag. */
static void add_counts(struct sfc_buffer *b, const char *name, const struct sfc_junit_counts *counts)
{
    size_t tests = 0;
    for (unsigned i = 0; i < SFC_NUM_JUNIT_RESULTS; i++)
        tests += counts->results[i];
    add_attribute(b, "name", name);
    sfc_buffer_printf(b, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.6f\">\n", tests,
                      counts->results[SFC_JUNIT_FAILED], counts->results[SFC_JUNIT_ERROR],
                      counts->results[SFC_JUNIT_SKIPPED], counts->seconds);
}

void sfc_junit_end_suite(struct sfc_junit *junit, const char *name)
{
    sfc_buffer_printf(&junit->suites, "<testsuite");
    add_counts(&junit->suites, name, &junit->suite);
    if (junit->properties.len > 0) {
        sfc_buffer_printf(&junit->suites, "<properties>\n");
        append(&junit->suites, &junit->properties);
        sfc_buffer_printf(&junit->suites, "</properties>\n");
    }
    append(&junit->suites, &junit->cases);
    sfc_buffer_printf(&junit->suites, "</testsuite>\n");
    for (unsigned i = 0; i < SFC_NUM_JUNIT_RESULTS; i++)
        junit->all.results[i] += junit->suite.results[i];
    junit->all.seconds += junit->suite.seconds;
    junit->suite = (struct sfc_junit_counts){ .seconds = 0 };
}

void sfc_junit_end(struct sfc_junit *junit, const char *name, struct sfc_buffer *out)
{
    sfc_buffer_printf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
    add_counts(out, name, &junit->all);
    append(out, &junit->suites);
    sfc_buffer_printf(out, "</testsuites>\n");
    *junit = (struct sfc_junit){ .all.seconds = 0 };
}
