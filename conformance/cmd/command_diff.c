/* SPDX-License-Identifier: MIT */
/* sframe-conform diff: what is new between two results files. */
#include <string.h>

#include "report.h"
#include "report_file.h"

static int diff(const struct sfr_command *self, int argc, char **argv)
{
    struct sfc_report_options o = { .format = NULL };
    struct sfc_error error = { "" };
    struct sfc_buffer text = { 0 };
    int first, status = SFC_STATUS_CONFORMS;
    const int early = sfc_cmd_options(self, argc, argv, sfc_report_take, &o, &first);
    if (early >= 0)
        return early;
    const bool markdown = o.format && strcmp(o.format, "markdown") == 0;
    if (argc - first != 2)
        return sfc_cmd_misused(self, "name two results files: the older one, then the newer one");
    if (o.format && !markdown && strcmp(o.format, "text") != 0)
        return sfc_cmd_misused(self, "diff: --format takes text or markdown");
    struct sfc_results *both = sfc_report_read(argv + first, 2, &error);
    if (!error.text[0] && sfc_report_diff(&text, &both[0], &both[1], markdown))
        status = SFC_STATUS_FAILS;
    const int printed = error.text[0] ? sfc_complain(error.text) : sfc_report_print(&text, &o);
    sfc_buffer_free(&text);
    sfc_report_free(both, 2);
    return printed != SFC_STATUS_CONFORMS ? printed : status;
}

static const struct sfr_option options[] = { SFC_REPORT_OPTIONS("text (default) or markdown"), { 0 } };

const struct sfr_command sfc_cmd_diff = {
    .name = "diff",
    .synopsis = "[OPTION...] OLD NEW",
    .summary = "compare two results files",
    .about = "OLD and NEW are results.jsonl files, which `run --report` writes, or the folders they are in.",
    .options = options,
    .statuses = "0 no regressions, 1 regressions, 4 wrong results file, or output that cannot be written",
    .run = diff,
};
