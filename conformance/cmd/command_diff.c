/* SPDX-License-Identifier: MIT */
/* sframe-conform diff: what is new between two results files. A program beside this one tells it. */
#include <string.h>

#include "reporter.h"

static int diff(const struct sfr_command *self, int argc, char **argv)
{
    struct sfc_report_options o = { .format = NULL };
    struct sfc_reporter reporter;
    int first;
    const int early = sfc_cmd_options(self, argc, argv, sfc_report_take, &o, &first);
    if (early >= 0)
        return early;
    if (argc - first != 2)
        return sfc_cmd_misused(self, "name two results files: the older one, then the newer one");
    if (o.format && !sfc_has_word("text markdown line", o.format))
        return sfc_cmd_misused(self, "diff: --format takes text, markdown or line");
    sfc_reporter_make(&reporter, "diff");
    sfc_reporter_option(&reporter, "format", o.format);
    sfc_reporter_option(&reporter, "output", o.output);
    sfc_reporter_files(&reporter, argv + first, 2);
    return sfc_reporter_become(&reporter);
}

static const struct sfr_option options[] = { SFC_REPORT_OPTIONS("text (default), markdown or line"), { 0 } };

const struct sfr_command sfc_cmd_diff = {
    .name = "diff",
    .synopsis = "[OPTION...] OLD NEW",
    .summary = "compare two results files",
    .about = "OLD and NEW are results.jsonl files, which `run --report` writes, or the folders they are in.",
    .options = options,
    .statuses = "0 no regressions, 1 regressions, 4 wrong results file, or output that cannot be written",
    .run = diff,
};
