/* SPDX-License-Identifier: MIT */
/* The end of a run, of whatever asked the questions. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "colour.h"
#include "options.h"
#include "reporter.h"
#include "run_end.h"
#include "run_text.h"

enum { SHOWN_CAUSES = 3 };

/* The reports and the list, which a program beside this one makes. 0: they are written; or an exit status. Without that
   program the results are kept, and the run is what it was. */
static int write_files(const struct sfc_ending *ending, const struct sfc_run *run, char *const results)
{
    struct sfc_reporter reporter;
    int status = 0;
    if (ending->report) {
        sfc_reporter_make(&reporter, "report");
        reporter.kept = ending->report;
        sfc_reporter_option(&reporter, "format", "all");
        sfc_reporter_files(&reporter, &results, 1);
        status = sfc_reporter_run(&reporter);
    }
    if (ending->write_known && status == 0) {
        sfc_reporter_make(&reporter, "report");
        sfc_reporter_option(&reporter, "format", "known");
        sfc_reporter_option(&reporter, "output", ending->write_known);
        sfc_reporter_option(&reporter, "known",
                            run->known                               ? run->known->path
                            : access(ending->write_known, F_OK) == 0 ? ending->write_known
                                                                     : NULL);
        sfc_reporter_option(&reporter, "corpus", ending->corpus);
        sfc_reporter_files(&reporter, &results, 1);
        status = sfc_reporter_run(&reporter);
        /* A list was asked for, and there is none. */
        if (status == SFC_REPORTER_MISSING)
            return SFC_STATUS_ERROR;
    }
    return status == SFC_REPORTER_MISSING ? 0 : status;
}

static void print_text(const struct sfc_ending *ending, const struct sfc_results *results)
{
    struct sfc_buffer text = { 0 };
    if (ending->tap)
        sfc_tap_end(&text, results, ending->num_printed);
    else
        sfc_text_run(&text, results, ending->all ? 0 : SHOWN_CAUSES, sfc_has_colour());
    sfr_print_folded(stdout, sfc_buffer_text(&text));
    sfc_buffer_free(&text);
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
    struct sfc_totals totals;
    if (!sfc_run_totals(run, &totals))
        return sfc_complain("the outcomes do not add up to the number of cases: this is a bug of the runner");
    const bool complete = !run->interrupted;
    const int status =
        complete ? (int)sfc_run_status(&totals, run->num_unmatched, run->num_troubles > 0, run->broken != NULL)
                 : 128 + SIGINT;
    const bool closed = sfc_results_writer_close(writer, complete, status, error);
    const int written = closed ? write_files(ending, run, writer->path) : SFC_STATUS_ERROR;
    if (closed || writer->results.has_summary)
        print_text(ending, &writer->results);
    if (!closed)
        return sfc_complain(error->text);
    if (!sfc_flush_output())
        return SFC_STATUS_ERROR;
    return written != 0 ? written : ending->tap ? end_tap(&writer->results, status) : status;
}
