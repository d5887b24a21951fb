/* SPDX-License-Identifier: MIT */
/* sframe-conform report, diff and site: from results files to what a person or a machine reads. A program beside this
   one makes it. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <unistd.h>

#include "reporter.h"

enum { OPTION_FORMAT = 256, OPTION_KNOWN, OPTION_CORPUS, OPTION_SOURCES, OPTION_LINKERS };
#define REPORT_OPTIONS(formats)                                    \
    { "format", "F", formats, OPTION_FORMAT },                     \
    {                                                              \
        "output", "FILE", "write to FILE instead of printing", 'o' \
    }
#define SOURCES_OPTION                                                                               \
    {                                                                                                \
        "sources", "FILE", "a list of results of other projects: files or addresses", OPTION_SOURCES \
    }

/* ---- report ---------------------------------------------------------------------------------- */

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
    return sfc_given_run(self, argc, argv, misused, "report");
}

static const struct sfr_option options[] = {
    REPORT_OPTIONS("text (default), junit, markdown, matrix, html, badge (SVG),\n"
                   "known (a known-failure file) or defects (a page for each\n"
                   "distinct defect, in the folder of -o)"),
    { "known", "FILE", "with --format known: the file so far, whose reasons stay", OPTION_KNOWN },
    { "corpus", "DIR",
      "with --format defects, known or matrix: the corpus of the runs\n(default: that which they name)",
      OPTION_CORPUS },
    SOURCES_OPTION,
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

/* ---- diff ------------------------------------------------------------------------------------ */

static const char *diff_misused(const struct sfc_given *given, int num_files)
{
    const char *format = sfc_given(given, "format");
    if (num_files != 2)
        return "name two results files: the older one, then the newer one";
    return format && !sfc_has_word("text markdown line", format) ? "diff: --format takes text, markdown or line" : NULL;
}

static int diff(const struct sfr_command *self, int argc, char **argv)
{
    return sfc_given_run(self, argc, argv, diff_misused, "report");
}

static const struct sfr_option diff_options[] = { REPORT_OPTIONS("text (default), markdown or line"), { 0 } };

const struct sfr_command sfc_cmd_diff = {
    .name = "diff",
    .synopsis = "[OPTION...] OLD NEW",
    .summary = "compare two results files",
    .about = "OLD and NEW are results.jsonl files, which `run --report` writes, or the folders they are in.",
    .options = diff_options,
    .statuses = "0 no regressions, 1 regressions, 4 wrong results file, or output that cannot be written",
    .run = diff,
};

/* ---- site ------------------------------------------------------------------------------------ */

static const char *site_misused(const struct sfc_given *given, int num_files)
{
    return num_files < (sfc_given(given, "sources") ? 1 : 2)
               ? "name a folder to write, and one or more results files or --sources FILE"
               : NULL;
}

static int site(const struct sfr_command *self, int argc, char **argv)
{
    return sfc_given_run(self, argc, argv, site_misused, "report");
}

static const struct sfr_option site_options[] = {
    { "known", "DIR", "known-failure files and their causes.txt (default: those that came\nwith this program)",
      OPTION_KNOWN },
    SOURCES_OPTION,
    { "linkers", "FILE", "the levels of linkers, as conformance/producers/corpus-objects.jsonl\nhas them",
      OPTION_LINKERS },
    { "corpus", "PATH", "the corpus, a folder or an archive (default: that of this program)", OPTION_CORPUS },
    { 0 },
};

const struct sfr_command sfc_cmd_site = {
    .name = "site",
    .synopsis = "[OPTION...] DIR [RESULTS...]",
    .summary = "make a folder of web pages of results files",
    .about = "Writes DIR/index.html and pages for each implementation, defect, clause and family of cases.\n"
             "DIR is new, empty, or has only an earlier site, which is replaced as a whole. RESULTS are\n"
             "results.jsonl files, or the folders they are in.",
    .options = site_options,
    .statuses = "0, 4 wrong results file, list, numbers or corpus, or output that cannot be written",
    .run = site,
};
