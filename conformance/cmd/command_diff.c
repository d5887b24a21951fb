/* SPDX-License-Identifier: MIT */
/* sframe-conform diff: what is new between two results files. A program beside this one tells it. */
#include "reporter.h"

static int diff(const struct sfr_command *self, int argc, char **argv)
{
    struct sfc_given given;
    struct sfc_reporter reporter;
    int first;
    const int early = sfc_given_read(&given, self, argc, argv, &first);
    if (early >= 0)
        return early;
    const char *format = sfc_given(&given, "format");
    if (argc - first != 2)
        return sfc_cmd_misused(self, "name two results files: the older one, then the newer one");
    if (format && !sfc_has_word("text markdown line", format))
        return sfc_cmd_misused(self, "diff: --format takes text, markdown or line");
    sfc_reporter_make(&reporter, "diff");
    return sfc_given_become(&given, &reporter, 2, argv + first);
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
