/* SPDX-License-Identifier: MIT */
/* The end of a run, of whatever asked the questions. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "options.h"
#include "reporter.h"
#include "run_end.h"
#include "run_text.h"
#include "work_folder.h"

/* Makes something of the results, by a program beside this one. */
static int make(const char *format, const char *output, const char *known, const struct sfc_ending *ending,
                char *const results)
{
    struct sfc_reporter reporter;
    sfc_reporter_make(&reporter, "report", "report");
    reporter.kept = ending->report;
    sfc_reporter_option(&reporter, "kept", ending->report ? ending->report : "");
    sfc_reporter_option(&reporter, "format", format);
    sfc_reporter_option(&reporter, "output", output);
    sfc_reporter_option(&reporter, "known", known);
    sfc_reporter_option(&reporter, "corpus", ending->corpus);
    sfc_reporter_files(&reporter, &results, 1);
    return sfc_reporter_run(&reporter);
}

/* The reports and the list. 0: they are written; or an exit status. Without that program the results are kept, and the
   run is what it was; but a list that was asked for is missing. */
static int write_files(const struct sfc_ending *ending, const struct sfc_run *run, char *const results)
{
    const char *list = ending->write_known;
    const char *known = run->known ? run->known->path : list && access(list, F_OK) == 0 ? list : NULL;
    int status = ending->report ? make("all", NULL, NULL, ending, results) : 0;
    if (list && status == 0)
        status = make("known", list, known, ending, results);
    return status != SFC_REPORTER_MISSING ? status : list ? SFC_STATUS_ERROR : 0;
}

static void print_text(const struct sfc_ending *ending, const struct sfc_results *results)
{
    struct sfc_buffer text = { 0 };
    if (ending->tap)
        sfc_tap_end(&text, results, ending->num_printed);
    else
        sfc_text_run(&text, results, sfc_has_colour());
    sfr_print_folded(stdout, sfc_buffer_text(&text));
    sfc_buffer_free(&text);
}

/* The files, and the text; where that of all cannot be made, the short one. */
static int make_all(const struct sfc_ending *ending, const struct sfc_run *run, const struct sfc_results_writer *writer,
                    bool is_good, struct sfc_error *error)
{
    const bool shows_all = ending->all && !ending->tap;
    char *folder = NULL, *file = writer->path;
    int status = 0;
    bool is_shown = false;
    /* Of results that nobody wants. */
    if (is_good && !file && (ending->write_known || shows_all)) {
        folder = sfc_work_folder_make(error);
        file = folder ? sfc_format("%s/results.jsonl", folder) : NULL;
        if (!file || !sfc_results_write(writer, file, error))
            status = sfc_complain(error->text);
    }
    if (is_good && status == 0) {
        status = write_files(ending, run, file);
        is_shown = shows_all && status == 0 && make("text", NULL, NULL, ending, file) == 0;
    }
    if (!is_shown && writer->results.has_summary)
        print_text(ending, &writer->results);
    if (folder)
        free(file);
    sfc_work_folder_remove(folder);
    return status;
}

/* A harness reads the lines `not ok`, and takes another status for an error of the program; what it shows of a failure
   is stderr. */
static int end_tap(const struct sfc_results *results, int status)
{
    struct sfc_buffer text = { 0 };
    if (status != SFC_STATUS_FAILS && status != SFC_STATUS_STALE && status != SFC_STATUS_BAD_END)
        return status;
    sfc_tap_causes(&text, results);
    if (!isatty(1))
        fputs(sfc_buffer_text(&text), stderr);
    sfc_buffer_free(&text);
    return 0;
}

int sfc_end_run(const struct sfc_ending *ending, const struct sfc_run *run, struct sfc_results_writer *writer,
                struct sfc_error *error)
{
    const bool closed = sfc_results_writer_close(writer, error);
    const int status = writer->results.status;
    const int written = make_all(ending, run, writer, closed, error);
    if (!closed)
        return sfc_complain(error->text);
    if (!sfc_flush_output())
        return SFC_STATUS_ERROR;
    return written != 0 ? written : ending->tap ? end_tap(&writer->results, status) : status;
}
