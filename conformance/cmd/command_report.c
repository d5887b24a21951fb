/* SPDX-License-Identifier: MIT */
/* sframe-conform report: from results files to what a person or a machine reads. A program beside this one makes it. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <unistd.h>

#include "reporter.h"

enum { OPTION_KNOWN = SFC_OPTION_FORMAT + 1, OPTION_CORPUS, OPTION_SOURCES };

struct options {
    struct sfc_report_options output;
    const char *known, *corpus, *sources;
};

static bool take(void *ctx, int id, char *value)
{
    struct options *o = ctx;
    switch (id) {
    case OPTION_KNOWN: o->known = value; return true;
    case OPTION_CORPUS: o->corpus = value; return true;
    case OPTION_SOURCES: o->sources = value; return true;
    default: return sfc_report_take(&o->output, id, value);
    }
}

/* What is wrong with the options, or NULL. */
static const char *misused(const struct options *o)
{
    const char *format = o->output.format ? o->output.format : "text";
    const bool is_known = strcmp(format, "known") == 0, is_defects = strcmp(format, "defects") == 0;
    const bool is_matrix = strcmp(format, "matrix") == 0;
    if (!is_known && !is_defects && !sfc_has_word("text junit markdown matrix html badge", format))
        return "--format takes known, defects, text, junit, markdown, matrix, html or badge";
    if (o->known && !is_known)
        return "--known FILE needs --format known";
    if (o->sources && !is_matrix)
        return "--sources FILE needs --format matrix";
    if (o->corpus && !is_defects && !is_known && !is_matrix)
        return "--corpus DIR needs --format defects, known or matrix";
    if (is_defects && (!o->output.output || strcmp(o->output.output, "-") == 0))
        return "--format defects writes a folder; name it with -o DIR";
    return NULL;
}

static int report(const struct sfr_command *self, int argc, char **argv)
{
    struct options o = { .known = NULL };
    struct sfc_reporter reporter;
    int first;
    /* `report diff OLD NEW` is `diff OLD NEW`, unless there is a file of that name. */
    if (argc > 1 && strcmp(argv[1], "diff") == 0 && access(argv[1], F_OK) != 0)
        return sfc_cmd_diff.run(&sfc_cmd_diff, argc - 1, argv + 1);
    const int early = sfc_cmd_options(self, argc, argv, take, &o, &first);
    if (early >= 0)
        return early;
    if (first == argc && !o.sources)
        return sfc_cmd_misused(self, "name one or more results files, or the folders they are in");
    const char *wrong = misused(&o);
    if (wrong)
        return sfc_cmd_misused(self, wrong);
    sfc_reporter_make(&reporter, "report");
    sfc_reporter_option(&reporter, "format", o.output.format);
    sfc_reporter_option(&reporter, "output", o.output.output);
    sfc_reporter_option(&reporter, "known", o.known);
    sfc_reporter_option(&reporter, "corpus", o.corpus);
    sfc_reporter_option(&reporter, "sources", o.sources);
    sfc_reporter_files(&reporter, argv + first, (size_t)(argc - first));
    return sfc_reporter_become(&reporter);
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
