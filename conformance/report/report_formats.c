/* SPDX-License-Identifier: MIT */
/* The reports by the names of their formats. */
#include <string.h>

#include "report.h"

bool sfc_report_by_name(const char *format, struct sfc_buffer *out, const struct sfc_results *files, size_t num_files,
                        bool colour)
{
    if (strcmp(format, "text") == 0)
        sfc_report_text(out, files, num_files, 0, colour);
    else if (strcmp(format, "tap") == 0)
        sfc_report_tap(out, files, num_files);
    else if (strcmp(format, "junit") == 0)
        sfc_report_junit(out, files, num_files);
    else if (strcmp(format, "markdown") == 0)
        sfc_report_markdown(out, files, num_files);
    else if (strcmp(format, "matrix") == 0)
        sfc_report_matrix(out, files, num_files);
    else if (strcmp(format, "html") == 0)
        sfc_report_html(out, files, num_files);
    else
        return false;
    return true;
}
