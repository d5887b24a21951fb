/* SPDX-License-Identifier: MIT */
/* run and check-adapter: from the command line to the reports. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "check_adapter.h"
#include "child.h"
#include "command_run.h"
#include "markup.h"
#include "pattern.h"
#include "places.h"
#include "probe.h"
#include "process.h"
#include "progress.h"
#include "releases.h"
#include "report.h"
#include "results_writer.h"

enum { SHOWN_FAILURES = 20 };

/* What the reports need while and after cases run. */
struct output {
    const struct sfc_options *options;
    const struct sfc_run *run;
    const struct sfc_stop_pipe *stop;
    struct sfc_results_writer results;
    struct sfc_error error;
    bool failed, shows_progress;
    double start;             /* when the first case was asked about */
    size_t *record_of;        /* of each case of the run, counted from 1; 0: there is none yet */
    size_t next, num_printed; /* TAP: the case whose turn it is, and how many lines there are */
};

static void print_buffer(struct sfc_buffer *b)
{
    fwrite(sfc_buffer_text(b), 1, b->len, stdout);
    sfc_buffer_free(b);
}

/* The cases in their order, as far as they have results. What was not run has no line: the run bails out. */
static void print_tap(struct output *out)
{
    for (; out->next < out->run->count && out->record_of[out->next] > 0; out->next++) {
        const struct sfc_record *record = &out->results.results.records[out->record_of[out->next] - 1];
        struct sfc_buffer line = { 0 };
        if (record->outcome != SFC_NOT_RUN)
            sfc_report_tap_case(&line, record, ++out->num_printed, NULL);
        print_buffer(&line);
    }
}

static void on_done(void *ctx, size_t index)
{
    struct output *out = ctx;
    if (out->failed)
        return;
    out->failed = !sfc_results_writer_add(&out->results, out->run, index, &out->error);
    /* Results that nobody keeps are not worth the time. */
    if (out->failed && write(out->stop->write_fd, "", 1) < 0)
        return;
    out->record_of[index] = out->results.results.count;
    if (out->options->tap)
        print_tap(out);
}

static void on_progress(void *ctx, size_t done)
{
    const struct output *out = ctx;
    struct winsize size = { .ws_col = 0 };
    if (!out->shows_progress)
        return;
    ioctl(2, TIOCGWINSZ, &size);
    char *line =
        sfc_progress_line(done, out->run->count, sfc_now() - out->start, size.ws_col > 1 ? size.ws_col - 1u : 79);
    fprintf(stderr, "\r%s\033[K", line);
    free(line);
}

/* Beside the results, under a name that everybody recognises. */
static bool write_reports(const struct output *out, struct sfc_error *error)
{
    static const struct {
        const char *format, *name;
    } reports[] = {
        { "html", "report.html" },
        { "markdown", "report.md" },
        { "junit", "junit.xml" },
    };
    bool good = true;
    for (unsigned i = 0; out->options->report && good && i < sizeof reports / sizeof reports[0]; i++) {
        struct sfc_buffer text = { 0 };
        char *path = sfc_format_path(out->options->report, reports[i].name, "");
        sfc_report_by_name(reports[i].format, &text, &out->results.results, 1, false);
        good = sfc_write_file(path, text.data, text.len, error);
        sfc_buffer_free(&text);
        free(path);
    }
    return good;
}

/* ---- The known-failure file that is written ------------------------------------------- */

/* What is said after a run of half an hour had better be said before it. The entries of a file that is to be replaced
   go to *replaced: they count as old ones, if no other file was given. */
static bool check_target(const struct sfc_options *o, struct sfc_known *replaced, struct sfc_error *error)
{
    const char *path = o->write_known;
    if (access(path, F_OK) == 0) {
        if (!o->force)
            return sfc_fail(
                error, "%s: exists already; --force replaces it, keeping the reasons of entries that still hold", path);
        return (o->known || sfc_known_read(replaced, path, error))
               && (access(path, W_OK) == 0 || sfc_fail(error, "%s: cannot be written: %s", path, strerror(errno)));
    }
    const char *slash = strrchr(path, '/');
    char *folder = slash ? sfc_copy_text(path, (size_t)(slash - path) + 1) : sfc_copy_text(".", 1);
    const bool good = access(folder, W_OK | X_OK) == 0
                      || sfc_fail(error, "%s: cannot be written: %s: %s", path, folder, strerror(errno));
    free(folder);
    return good;
}

static bool write_known(const struct sfc_options *o, const struct sfc_run *run, const struct sfc_known *replaced,
                        struct sfc_error *error)
{
    const struct sfc_known *old = run->known ? run->known : replaced->path ? replaced : NULL;
    struct sfc_known_case *cases = sfc_alloc(run->count, sizeof cases[0]);
    for (size_t i = 0; i < run->count; i++)
        cases[i] = (struct sfc_known_case){ run->cases[i], &run->results[i] };
    const bool good = sfc_known_write(o->write_known, o->force, old, run->corpus, cases, run->count, error);
    free(cases);
    return good;
}

/* ---- The run ------------------------------------------------------------------------------ */

static void print_report(struct output *out)
{
    struct sfc_buffer text = { 0 };
    if (out->options->tap)
        sfc_report_tap_end(&text, &out->results.results, out->num_printed);
    else
        sfc_report_text(&text, &out->results.results, 1, out->options->all ? 0 : SHOWN_FAILURES,
                        isatty(1) && !getenv("NO_COLOR"));
    print_buffer(&text);
}

/* What cannot be written down is printed all the same. */
static int report(struct output *out, const struct sfc_known *replaced, struct sfc_error *error)
{
    struct sfc_totals totals;
    const struct sfc_options *o = out->options;
    if (out->shows_progress)
        fputs("\r\033[K", stderr);
    if (out->failed)
        return sfc_complain(out->error.text);
    if (!sfc_run_totals(out->run, &totals))
        return sfc_complain("the outcomes do not add up to the number of cases: this is an error of the runner");
    const bool complete = totals.outcomes[SFC_NOT_RUN] == 0;
    const int status =
        complete ? (int)sfc_run_status(&totals, out->run->num_unmatched, out->run->trouble != NULL) : 128 + SIGINT;
    const bool closed = sfc_results_writer_close(&out->results, out->run, complete, status, error);
    const bool written =
        closed && write_reports(out, error) && (!o->write_known || write_known(o, out->run, replaced, error));
    if (closed || out->results.results.has_summary)
        print_report(out);
    if (!written)
        return sfc_complain(error->text);
    return fflush(stdout) == 0 && !ferror(stdout) ? status : sfc_complain("the report could not be printed");
}

static int ask_all(struct sfc_run *run, const struct sfc_options *o, const struct sfc_stop_pipe *stop,
                   const struct sfc_known *replaced, struct sfc_error *error)
{
    struct output out = {
        .options = o, .run = run, .stop = stop, .shows_progress = isatty(2) && !o->tap, .start = sfc_now()
    };
    if (!sfc_results_writer_open(&out.results, o->report, run, error))
        return sfc_complain(error->text);
    out.record_of = sfc_alloc(run->count, sizeof out.record_of[0]);
    const bool ran = sfc_run_ask(run, on_done, on_progress, &out, error);
    const int status = ran ? report(&out, replaced, error) : sfc_complain(error->text);
    if (!ran && out.results.part)
        fprintf(stderr, "sframe-conform: the results so far are in %s\n", out.results.part);
    sfc_results_writer_free(&out.results);
    free(out.record_of);
    return status;
}

/* Under --skip-missing the reason becomes a skipped test, else an error. */
static int nothing(const struct sfc_options *o, const char *why, int status)
{
    if (!o->tap || !o->skip_missing) {
        sfc_complain(why);
        return status;
    }
    struct sfc_buffer safe = { 0 };
    sfc_add_tap(&safe, why);
    printf("1..0 # SKIP %s\n", sfc_buffer_text(&safe));
    sfc_buffer_free(&safe);
    return 0;
}

static int check_adapter(struct sfc_run *run, const struct sfc_options *o, struct sfc_config *config,
                         struct sfc_error *error)
{
    const char *name = sfc_config_program(config);
    char *program = name ? sfc_find_program(name, run->grant.path) : NULL;
    const bool found = !name || program;
    free(program);
    if (!found) {
        sfc_fail(error, "%s: there is no program `%s` in PATH", config->path, name);
        return nothing(o, error->text, SFC_STATUS_BROKEN);
    }
    run->version = run->rung->learn(config, &run->grant, error);
    if (!run->version && sfc_says_missing(error))
        return nothing(o, error->text, SFC_STATUS_BROKEN);
    if (!run->version) {
        sfc_complain(error->text);
        return SFC_STATUS_BROKEN;
    }
    if (config->has_for_version && !sfc_pattern_matches(&config->for_version, run->version, strlen(run->version))) {
        sfc_fail(error, "%s is version %s; %s describes %s", config->name, run->version, config->path,
                 config->for_version_text);
        return nothing(o, error->text, SFC_STATUS_NOTHING);
    }
    if (o->known && !sfc_known_is_for(config, run->known, run->version, error)) {
        if (o->tap && o->skip_missing)
            return nothing(o, error->text, SFC_STATUS_NOTHING);
        sfc_complain(error->text);
        run->known = NULL;
    }
    struct sfc_session *session = run->rung->open(config, &run->grant, error);
    if (!session) {
        sfc_complain(error->text);
        return config->rung == SFC_RUNG_COMMAND ? SFC_STATUS_ERROR : SFC_STATUS_BROKEN;
    }
    const double start = sfc_now();
    const bool good = sfc_probe(config, run->rung, session, NULL, error);
    if (!config->has_seconds && o->limit_seconds == 0)
        run->grant.seconds = sfc_run_limit(sfc_now() - start);
    free(run->rung->close(session).message);
    if (good)
        return -1;
    sfc_complain(error->text);
    return SFC_STATUS_BROKEN;
}

/* Another order each time, so that what depends on earlier cases shows itself; short enough to be typed. */
static uint64_t new_seed(void)
{
    return 1 + ((uint64_t)(sfc_now() * 1e6) ^ (uint64_t)getpid()) % 999999;
}

static int run_with(struct sfc_run *run, const struct sfc_options *o, struct sfc_config *config,
                    const struct sfc_stop_pipe *stop)
{
    struct sfc_error error = { "" };
    struct sfc_known known = { 0 }, replaced = { 0 };
    /* A name without a file may stand for a release that has no list. */
    char *path = o->known ? sfc_known_path(o->known, o->adapter, config->path, &error) : NULL;
    const bool good = (path ? sfc_known_read(&known, path, &error) : error.text[0] == '\0')
                      && (!o->write_known || check_target(o, &replaced, &error));
    int status = good ? -1 : sfc_complain(error.text);
    char *programs = sfc_program_path();
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    run->config = config;
    run->rung = sfc_rung_find(config);
    run->known = path ? &known : NULL;
    run->grant = (struct sfc_grant){ (double)(o->limit_seconds > 0 ? o->limit_seconds : config->seconds), programs,
                                     stop->read_fd };
    run->isolate = o->isolate;
    run->seed = o->has_seed ? o->seed : new_seed();
    run->jobs = o->jobs > 0 ? (unsigned)o->jobs : processors > 0 ? (unsigned)processors : 1;
    run->corpus_option = o->corpus;
    if (status < 0)
        status = check_adapter(run, o, config, &error);
    if (status < 0)
        status = ask_all(run, o, stop, &replaced, &error);
    sfc_known_free(&known);
    sfc_known_free(&replaced);
    free(programs);
    free(path);
    return status;
}

/* Returns -1 to go on, or an exit status. */
static int read_config(const struct sfc_options *o, struct sfc_config *config, const struct sfc_stop_pipe *stop)
{
    struct sfc_error error = { "" };
    enum sfc_release release;
    char *path = sfc_adapter_path(o->adapter ? o->adapter : "sframe-ref", stop->read_fd, &release, &error);
    if (!path && release == SFC_RELEASE_UNKNOWN_NAME)
        return sfc_complain(error.text);
    if (release == SFC_RELEASE_BROKEN) {
        sfc_complain(error.text);
        return SFC_STATUS_BROKEN;
    }
    if (!path)
        return nothing(o, error.text, release == SFC_RELEASE_OTHER ? SFC_STATUS_NOTHING : SFC_STATUS_BROKEN);
    const bool read = sfc_config_read(config, path, &error);
    free(path);
    return read ? -1 : sfc_complain(error.text);
}

int sfc_command_check_adapter(const struct sfc_options *o, const struct sfc_stop_pipe *stop)
{
    struct sfc_config config;
    if (o->selection.num_patterns > 0)
        return sfc_complain("check-adapter takes its adapter file as --adapter FILE, and nothing else");
    const int early = read_config(o, &config, stop);
    if (early >= 0)
        return early;
    char *programs = sfc_program_path();
    const struct sfc_grant grant = { (double)(o->limit_seconds > 0 ? o->limit_seconds : config.seconds), programs,
                                     stop->read_fd };
    const unsigned failed = sfc_check_adapter(&config, &grant);
    printf(failed == 0 ? "the adapter is fit for a run\n" : "%u of the checks failed\n", failed);
    sfc_config_free(&config);
    free(programs);
    return failed == 0 ? 0 : SFC_STATUS_BROKEN;
}

int sfc_command_run(struct sfc_run *run, const struct sfc_options *o, const struct sfc_stop_pipe *stop)
{
    struct sfc_config config;
    const int early = read_config(o, &config, stop);
    if (early >= 0)
        return early;
    const int status = run_with(run, o, &config, stop);
    sfc_config_free(&config);
    return status;
}
