/* SPDX-License-Identifier: MIT */
/* sframe-conform site: from results files to a folder of pages. A program beside this one writes them. */
#include "reporter.h"
#include "selection.h"

static const char *misused(const struct sfc_given *given, int num_files)
{
    return num_files < (sfc_given(given, "sources") ? 1 : 2)
               ? "name a folder to write, and one or more results files or --sources FILE"
               : NULL;
}

static int site(const struct sfr_command *self, int argc, char **argv)
{
    return sfc_given_run(self, argc, argv, misused, false);
}

static const struct sfr_option options[] = {
    { "known", "DIR", "known-failure files and their causes.txt (default: those that came\nwith this program)",
      SFC_OPTION_OWN },
    SFC_SOURCES_OPTION(SFC_OPTION_OWN + 1),
    { "linkers", "FILE", "the levels of linkers, as conformance/producers/corpus-objects.jsonl\nhas them",
      SFC_OPTION_OWN + 2 },
    SFC_CORPUS_OPTION,
    { 0 },
};

const struct sfr_command sfc_cmd_site = {
    .name = "site",
    .synopsis = "[OPTION...] DIR [RESULTS...]",
    .summary = "make a folder of web pages of results files",
    .about = "Writes DIR/index.html and pages for each implementation, defect, clause and family of cases.\n"
             "DIR is new, empty, or has only an earlier site, which is replaced as a whole. RESULTS are\n"
             "results.jsonl files, or the folders they are in.",
    .options = options,
    .statuses = "0, 4 wrong results file, list, numbers or corpus, or output that cannot be written",
    .run = site,
};
