/* SPDX-License-Identifier: MIT */
/* sframe-conform diff: what is new between two results files. A program beside this one tells it. */
#include "reporter.h"

static const char *misused(const struct sfc_given *given, int num_files)
{
    const char *format = sfc_given(given, "format");
    if (num_files != 2)
        return "name two results files: the older one, then the newer one";
    return format && !sfc_has_word("text markdown line", format) ? "diff: --format takes text, markdown or line" : NULL;
}

static int diff(const struct sfr_command *self, int argc, char **argv)
{
    return sfc_given_run(self, argc, argv, misused, false);
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
