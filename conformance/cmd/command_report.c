/* SPDX-License-Identifier: MIT */
/* sframe-conform report: from results files to what a person or a machine reads. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"
#include "report_file.h"

static int make_report(int argc, char **argv, const struct sfc_report_options *o)
{
    const char *format = o->format ? o->format : "text";
    sfc_report_fn *const make = sfc_report_find(format);
    struct sfc_error error = { "" };
    struct sfc_buffer text = { 0 };
    if (!make) {
        sfc_buffer_printf(&text, "--format takes ");
        sfc_report_add_formats(&text);
        sfc_complain(text.data);
        sfc_buffer_free(&text);
        return SFC_STATUS_USAGE;
    }
    const size_t count = (size_t)argc;
    struct sfc_results *all = sfc_report_read(argv, count, &error);
    const bool colour = isatty(1) && !getenv("NO_COLOR") && !o->output;
    if (!error.text[0] && colour && strcmp(format, "text") == 0)
        sfc_report_text(&text, all, count, 0, true);
    else if (!error.text[0])
        make(&text, all, count);
    const int status = error.text[0] ? sfc_complain(error.text) : sfc_report_print(&text, o);
    sfc_buffer_free(&text);
    sfc_report_free(all, count);
    return status;
}

static int report(const struct sfc_cmd *self, int argc, char **argv)
{
    struct sfc_report_options o = { .format = NULL };
    int first;
    /* `report diff OLD NEW` is `diff OLD NEW`, unless there is a file of that name. */
    if (argc > 1 && strcmp(argv[1], "diff") == 0 && access(argv[1], F_OK) != 0)
        return sfc_cmd_diff.run(&sfc_cmd_diff, argc - 1, argv + 1);
    const int early = sfc_cmd_options(self, argc, argv, sfc_report_take, &o, &first);
    if (early >= 0)
        return early;
    if (first == argc)
        return sfc_cmd_misused(self, "name one or more results files, or the folders they are in");
    return make_report(argc - first, argv + first, &o);
}

static const struct sfc_option options[] = {
    SFC_REPORT_OPTIONS("text (default), tap, junit, markdown, matrix or html"),
    { 0 },
};

const struct sfc_cmd sfc_cmd_report = {
    .name = "report",
    .synopsis = "[OPTION...] RESULTS...",
    .summary = "make a report of results files",
    .about = "RESULTS are results.jsonl files, which `run --report` writes, or the folders they are in.",
    .options = options,
    .statuses = "0, 4 wrong results file, or output that cannot be written",
    .run = report,
};
