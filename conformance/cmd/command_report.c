/* SPDX-License-Identifier: MIT */
/* sframe-conform report: from results files to what a person or a machine reads. A program beside this one makes it. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <unistd.h>

#include "reporter.h"

enum { OPTION_KNOWN = SFC_OPTION_FORMAT + 1, OPTION_CORPUS, OPTION_SOURCES };

static const char *misused(const struct sfc_given *given, int num_files)
{
    const char *format = sfc_given(given, "format") ? sfc_given(given, "format") : "text";
    const char *output = sfc_given(given, "output");
    const bool is_known = strcmp(format, "known") == 0, is_defects = strcmp(format, "defects") == 0;
    const bool is_matrix = strcmp(format, "matrix") == 0;
    if (num_files == 0 && !sfc_given(given, "sources"))
        return "name one or more results files, or the folders they are in";
    if (!is_known && !is_defects && !sfc_has_word("text junit markdown matrix html badge", format))
        return "--format takes known, defects, text, junit, markdown, matrix, html or badge";
    if (sfc_given(given, "known") && !is_known)
        return "--known FILE needs --format known";
    if (sfc_given(given, "sources") && !is_matrix)
        return "--sources FILE needs --format matrix";
    if (sfc_given(given, "corpus") && !is_defects && !is_known && !is_matrix)
        return "--corpus DIR needs --format defects, known or matrix";
    if (is_defects && (!output || strcmp(output, "-") == 0))
        return "--format defects writes a folder; name it with -o DIR";
    return NULL;
}

static int report(const struct sfr_command *self, int argc, char **argv)
{
    /* `report diff OLD NEW` is `diff OLD NEW`, unless there is a file of that name. */
    if (argc > 1 && strcmp(argv[1], "diff") == 0 && access(argv[1], F_OK) != 0)
        return sfc_cmd_diff.run(&sfc_cmd_diff, argc - 1, argv + 1);
    return sfc_given_run(self, argc, argv, misused, false);
}

static const struct sfr_option options[] = {
    SFC_REPORT_OPTIONS("text (default), junit, markdown, matrix, html, badge (SVG),\n"
                       "known (a known-failure file) or defects (a page for each\n"
                       "distinct defect, in the folder of -o)"),
    { "known", "FILE", "with --format known: the file so far, whose reasons stay", OPTION_KNOWN },
    { "corpus", "DIR",
      "with --format defects, known or matrix: the corpus of the runs\n(default: that which they name)",
      OPTION_CORPUS },
    SFC_SOURCES_OPTION(OPTION_SOURCES),
    { 0 },
};

const struct sfr_command sfc_cmd_report = {
    .name = "report",
    .synopsis = "[OPTION...] [RESULTS...]",
    .summary = "make a report of results files",
    .about = "RESULTS are results.jsonl files, which `run --report` writes, or the folders they are in.",
    .options = options,
    .statuses = "0, 4 wrong results file, or output that cannot be written",
    .run = report,
};
