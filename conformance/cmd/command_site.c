/* SPDX-License-Identifier: MIT */
/* sframe-conform site: from results files to a folder of pages. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "places.h"
#include "report_file.h"
#include "selection.h"
#include "site.h"

enum { OPTION_KNOWN = SFC_OPTION_OWN };

struct options {
    const char *corpus, *known;
};

static bool take(void *ctx, int id, char *value)
{
    struct options *o = ctx;
    if (id == OPTION_KNOWN)
        o->known = value;
    else
        o->corpus = value;
    return true;
}

/* The lists that came with this program, if they did. */
static char *known_folder(const char *named)
{
    char *path = named ? sfc_copy_string(named) : sfc_format_path(sfc_data_folder(), "known", "");
    if (!named && access(path, F_OK) != 0) {
        free(path);
        return NULL;
    }
    return path;
}

static int write_site(const char *folder, const struct sfc_site_input *input, int stop_fd)
{
    struct sfc_error error = { "" };
    struct sfc_site_sums sums;
    if (!sfc_site_write(folder, input, stop_fd, &sums, &error))
        return sfc_complain(error.text);
    printf("%s/index.html: %zu pages, %.1f MB, of %zu families of cases and %zu defects\n", folder, sums.pages,
           (double)sums.bytes / 1e6, sums.families, sums.defects);
    return SFC_STATUS_CONFORMS;
}

static int make_site(const struct options *o, const char *folder, char *const *paths, size_t count)
{
    struct sfc_error error = { "" };
    struct sfc_stop_pipe stop;
    struct sfc_corpus corpus;
    if (!sfc_stop_catch(&stop))
        return SFC_STATUS_ERROR;
    char *corpus_path = sfc_corpus_path(o->corpus), *known = known_folder(o->known);
    int status = SFC_STATUS_ERROR;
    struct sfc_results *runs = sfc_report_read(paths, count, &error);
    if (error.text[0]) {
        sfc_complain(error.text);
    } else if (!sfc_corpus_load(&corpus, corpus_path, &error)) {
        sfc_complain(error.text);
    } else {
        const struct sfc_site_input input = { runs, count, &corpus, known };
        status = write_site(folder, &input, stop.read_fd);
        sfc_corpus_free(&corpus);
    }
    sfc_report_free(runs, count);
    free(corpus_path);
    free(known);
    return status;
}

static int site(const struct sfr_command *self, int argc, char **argv)
{
    struct options o = { .corpus = NULL };
    int first;
    const int early = sfc_cmd_options(self, argc, argv, take, &o, &first);
    if (early >= 0)
        return early;
    if (argc - first < 2)
        return sfc_cmd_misused(self, "name a folder to write, and one or more results files");
    return make_site(&o, argv[first], argv + first + 1, (size_t)(argc - first - 1));
}

static const struct sfr_option options[] = {
    { "known", "DIR", "known-failure files and their causes.txt (default: those that came\nwith this program)",
      OPTION_KNOWN },
    SFC_CORPUS_OPTION,
    { 0 },
};

const struct sfr_command sfc_cmd_site = {
    .name = "site",
    .synopsis = "[OPTION...] DIR RESULTS...",
    .summary = "make a folder of web pages of results files",
    .about = "Writes DIR/index.html and pages for each implementation, defect, clause and family of cases.\n"
             "DIR is new, empty, or has only an earlier site, which is replaced as a whole. RESULTS are\n"
             "results.jsonl files, or the folders they are in.",
    .options = options,
    .statuses = "0, 4 wrong results file, list or corpus, or output that cannot be written",
    .run = site,
};
