/* SPDX-License-Identifier: MIT */
/* sframe-conform report: from results files to what a person or a machine reads. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case.h"
#include "colour.h"
#include "known_of_results.h"
#include "places.h"
#include "report.h"
#include "report_file.h"

enum { OPTION_KNOWN = SFC_OPTION_FORMAT + 1, OPTION_CORPUS };

static const char known_format[] = "known", defects_format[] = "defects";

struct options {
    struct sfc_report_options output;
    const char *known, *corpus;
};

/* The known-failure file that holds for all these runs. */
static bool add_known(struct sfc_buffer *text, const struct options *o, const struct sfc_results *all, size_t count,
                      struct sfc_error *error)
{
    struct sfc_known old = { 0 };
    struct sfc_known_source source;
    if (o->known && !sfc_known_read(&old, o->known, error))
        return false;
    const bool good = sfc_known_source_take(&source, all, count, error);
    source.old = o->known ? &old : NULL;
    if (good)
        sfc_known_add_list(text, &source);
    sfc_known_source_free(&source);
    sfc_known_free(&old);
    return good;
}

static int refuse_format(void)
{
    struct sfc_buffer text = { 0 };
    sfc_buffer_printf(&text, "--format takes %s, %s, ", known_format, defects_format);
    sfc_report_add_formats(&text);
    sfc_complain(text.data);
    sfc_buffer_free(&text);
    return SFC_STATUS_USAGE;
}

static int make_report(int argc, char **argv, const struct options *o)
{
    const char *format = o->output.format ? o->output.format : "text";
    const bool is_known = strcmp(format, known_format) == 0;
    sfc_report_fn *const make = sfc_report_find(format);
    struct sfc_error error = { "" };
    struct sfc_buffer text = { 0 };
    if (!make && !is_known)
        return refuse_format();
    const size_t count = (size_t)argc;
    struct sfc_results *all = sfc_report_read(argv, count, &error);
    const bool colour = sfc_has_colour() && !o->output.output;
    if (!error.text[0] && is_known)
        add_known(&text, o, all, count, &error);
    else if (!error.text[0] && colour && strcmp(format, "text") == 0)
        sfc_report_text(&text, all, count, 0, true);
    else if (!error.text[0])
        make(&text, all, count);
    const int status = error.text[0] ? sfc_complain(error.text) : sfc_report_print(&text, &o->output);
    sfc_buffer_free(&text);
    sfc_report_free(all, count);
    return status;
}

/* The pages need the whole sections, which the results do not have. */
static int make_defects(int argc, char **argv, const struct options *o)
{
    const size_t count = (size_t)argc;
    struct sfc_error error = { "" };
    struct sfc_corpus corpus;
    char *path = sfc_corpus_path(o->corpus);
    struct sfc_results *all = sfc_report_read(argv, count, &error);
    if (!error.text[0] && sfc_corpus_load(&corpus, path, &error)) {
        sfc_report_defects(o->output.output, all, count, &corpus, &error);
        sfc_corpus_free(&corpus);
    }
    free(path);
    sfc_report_free(all, count);
    return error.text[0] ? sfc_complain(error.text) : SFC_STATUS_CONFORMS;
}

static bool take(void *ctx, int id, char *value)
{
    struct options *o = ctx;
    switch (id) {
    case OPTION_KNOWN: o->known = value; return true;
    case OPTION_CORPUS: o->corpus = value; return true;
    default: return sfc_report_take(&o->output, id, value);
    }
}

static int report(const struct sfr_command *self, int argc, char **argv)
{
    struct options o = { .known = NULL };
    int first;
    /* `report diff OLD NEW` is `diff OLD NEW`, unless there is a file of that name. */
    if (argc > 1 && strcmp(argv[1], "diff") == 0 && access(argv[1], F_OK) != 0)
        return sfc_cmd_diff.run(&sfc_cmd_diff, argc - 1, argv + 1);
    const int early = sfc_cmd_options(self, argc, argv, take, &o, &first);
    if (early >= 0)
        return early;
    if (first == argc)
        return sfc_cmd_misused(self, "name one or more results files, or the folders they are in");
    const char *format = o.output.format ? o.output.format : "text";
    const bool is_defects = strcmp(format, defects_format) == 0;
    if (o.known && strcmp(format, known_format) != 0)
        return sfc_cmd_misused(self, "--known FILE needs --format known");
    if (o.corpus && !is_defects)
        return sfc_cmd_misused(self, "--corpus DIR needs --format defects");
    if (is_defects && (!o.output.output || strcmp(o.output.output, "-") == 0))
        return sfc_cmd_misused(self, "--format defects writes a folder; name it with -o DIR");
    return (is_defects ? make_defects : make_report)(argc - first, argv + first, &o);
}

static const struct sfr_option options[] = {
    SFC_REPORT_OPTIONS("text (default), tap, junit, markdown, matrix, html, known (a\nknown-failure file) or "
                       "defects (a page for each distinct\ndefect, in the folder of -o)"),
    { "known", "FILE", "with --format known: the file so far, whose reasons stay", OPTION_KNOWN },
    { "corpus", "DIR", "with --format defects: the corpus of the runs\n(default: the one that came with this program)",
      OPTION_CORPUS },
    { 0 },
};

const struct sfr_command sfc_cmd_report = {
    .name = "report",
    .synopsis = "[OPTION...] RESULTS...",
    .summary = "make a report of results files",
    .about = "RESULTS are results.jsonl files, which `run --report` writes, or the folders they are in.",
    .options = options,
    .statuses = "0, 4 wrong results file, or output that cannot be written",
    .run = report,
};
