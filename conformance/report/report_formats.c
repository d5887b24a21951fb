/* SPDX-License-Identifier: MIT */
/* The reports by the names of their formats. */
#include <string.h>

#include "report.h"

static void report_plain_text(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs)
{
    sfc_report_text(out, runs, num_runs, 0, false);
}

static const struct {
    const char *name;
    sfc_report_fn *report;
} formats[] = {
    { "text", report_plain_text },       { "tap", sfc_report_tap },       { "junit", sfc_report_junit },
    { "markdown", sfc_report_markdown }, { "matrix", sfc_report_matrix }, { "html", sfc_report_html },
};
enum { NUM_FORMATS = sizeof formats / sizeof formats[0] };

sfc_report_fn *sfc_report_find(const char *format)
{
    for (size_t i = 0; i < NUM_FORMATS; i++)
        if (strcmp(formats[i].name, format) == 0)
            return formats[i].report;
    return NULL;
}

void sfc_report_add_formats(struct sfc_buffer *out)
{
    for (size_t i = 0; i < NUM_FORMATS; i++)
        sfc_buffer_printf(out, "%s%s", i == 0 ? "" : i + 1 < NUM_FORMATS ? ", " : " or ", formats[i].name);
}
