/* SPDX-License-Identifier: MIT */
/* sframe-conform site: from results files to a folder of pages. A program beside this one writes them. */
#include "reporter.h"
#include "selection.h"

enum { OPTION_KNOWN = SFC_OPTION_OWN, OPTION_SOURCES };

struct options {
    const char *corpus, *known, *sources;
};

static bool take(void *ctx, int id, char *value)
{
    struct options *o = ctx;
    if (id == OPTION_KNOWN)
        o->known = value;
    else if (id == OPTION_SOURCES)
        o->sources = value;
    else
        o->corpus = value;
    return true;
}

static int site(const struct sfr_command *self, int argc, char **argv)
{
    struct options o = { .corpus = NULL };
    struct sfc_reporter reporter;
    int first;
    const int early = sfc_cmd_options(self, argc, argv, take, &o, &first);
    if (early >= 0)
        return early;
    if (argc - first < (o.sources ? 1 : 2))
        return sfc_cmd_misused(self, "name a folder to write, and one or more results files or --sources FILE");
    sfc_reporter_make(&reporter, "site");
    sfc_reporter_option(&reporter, "known", o.known);
    sfc_reporter_option(&reporter, "sources", o.sources);
    sfc_reporter_option(&reporter, "corpus", o.corpus);
    sfc_reporter_files(&reporter, argv + first, (size_t)(argc - first));
    return sfc_reporter_become(&reporter);
}

static const struct sfr_option options[] = {
    { "known", "DIR", "known-failure files and their causes.txt (default: those that came\nwith this program)",
      OPTION_KNOWN },
    SFC_SOURCES_OPTION(OPTION_SOURCES),
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
    .statuses = "0, 4 wrong results file, list or corpus, or output that cannot be written",
    .run = site,
};
