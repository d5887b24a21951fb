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
#include "results.h"

enum { SHOWN_FAILURES = 20 };

/* What the reports need while and after cases run. */
struct output {
    const struct sfr_options *options;
    const struct sfr_run *run;
    const struct sfr_stop_pipe *stop;
    struct sfr_results results;
    struct sfr_error error;
    bool failed, shows_progress;
    double start;             /* when the first case was asked about */
    size_t *record_of;        /* of each case of the run, counted from 1; 0: there is none yet */
    size_t next, num_printed; /* TAP: the case whose turn it is, and how many lines there are */
};

static void print_buffer(struct sfr_buffer *b)
{
    fwrite(sfr_buffer_text(b), 1, b->len, stdout);
    sfr_buffer_free(b);
}

/* The cases in their order, as far as they have results. What was not run has no line: the run bails out. */
static void print_tap(struct output *out)
{
    for (; out->next < out->run->count && out->record_of[out->next] > 0; out->next++) {
        const struct sfr_record *record = &out->results.sheet.records[out->record_of[out->next] - 1];
        struct sfr_buffer line = { 0 };
        if (record->outcome != SFR_NOT_RUN)
            sfr_report_tap_case(&line, record, ++out->num_printed, NULL);
        print_buffer(&line);
    }
}

static void on_done(void *ctx, size_t index)
{
    struct output *out = ctx;
    if (out->failed)
        return;
    out->failed = !sfr_results_add(&out->results, out->run, index, &out->error);
    /* Results that nobody keeps are not worth the time. */
    if (out->failed && write(out->stop->write_fd, "", 1) < 0)
        return;
    out->record_of[index] = out->results.sheet.count;
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
        sfr_progress_line(done, out->run->count, sfr_now() - out->start, size.ws_col > 1 ? size.ws_col - 1u : 79);
    fprintf(stderr, "\r%s\033[K", line);
    free(line);
}

/* Beside the results, under a name that everybody recognises. */
static bool write_reports(const struct output *out, struct sfr_error *error)
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
        struct sfr_buffer text = { 0 };
        char *path = sfr_format_path(out->options->report, reports[i].name, "");
        sfr_report_by_name(reports[i].format, &text, &out->results.sheet, 1, false);
        good = sfr_write_file(path, text.data, text.len, error);
        sfr_buffer_free(&text);
        free(path);
    }
    return good;
}

/* ---- The known-failure file that is written ------------------------------------------- */

/* What is said after a run of half an hour had better be said before it. The entries of a file that is to be replaced
   go to *replaced: they count as old ones, if no other file was given. */
static bool check_target(const struct sfr_options *o, struct sfr_known *replaced, struct sfr_error *error)
{
    const char *path = o->write_known;
    if (access(path, F_OK) == 0) {
        if (!o->force)
            return sfr_fail(
                error, "%s: exists already; --force replaces it, keeping the reasons of entries that still hold", path);
        return (o->known || sfr_known_read(replaced, path, error))
               && (access(path, W_OK) == 0 || sfr_fail(error, "%s: cannot be written: %s", path, strerror(errno)));
    }
    const char *slash = strrchr(path, '/');
    char *folder = slash ? sfr_copy_text(path, (size_t)(slash - path) + 1) : sfr_copy_text(".", 1);
    const bool good = access(folder, W_OK | X_OK) == 0
                      || sfr_fail(error, "%s: cannot be written: %s: %s", path, folder, strerror(errno));
    free(folder);
    return good;
}

static bool write_known(const struct sfr_options *o, const struct sfr_run *run, const struct sfr_known *replaced,
                        struct sfr_error *error)
{
    const struct sfr_known *old = run->known ? run->known : replaced->path ? replaced : NULL;
    struct sfr_known_case *cases = sfr_alloc(run->count, sizeof cases[0]);
    for (size_t i = 0; i < run->count; i++)
        cases[i] = (struct sfr_known_case){ run->cases[i], &run->results[i] };
    const bool good = sfr_known_write(o->write_known, o->force, old, run->corpus, cases, run->count, error);
    free(cases);
    return good;
}

/* ---- The run ------------------------------------------------------------------------------ */

static void print_report(struct output *out)
{
    struct sfr_buffer text = { 0 };
    if (out->options->tap)
        sfr_report_tap_end(&text, &out->results.sheet, out->num_printed);
    else
        sfr_report_text(&text, &out->results.sheet, 1, out->options->all ? 0 : SHOWN_FAILURES,
                        isatty(1) && !getenv("NO_COLOR"));
    print_buffer(&text);
}

/* What cannot be written down is printed all the same. */
static int report(struct output *out, const struct sfr_known *replaced, struct sfr_error *error)
{
    struct sfr_totals totals;
    const struct sfr_options *o = out->options;
    if (out->shows_progress)
        fputs("\r\033[K", stderr);
    if (out->failed)
        return sfr_complain(out->error.text);
    if (!sfr_run_totals(out->run, &totals))
        return sfr_complain("the outcomes do not add up to the number of cases: this is an error of the runner");
    const bool complete = totals.outcomes[SFR_NOT_RUN] == 0;
    const int status =
        complete ? (int)sfr_run_status(&totals, out->run->num_unmatched, out->run->trouble != NULL) : 128 + SIGINT;
    const bool closed = sfr_results_close(&out->results, out->run, &totals, complete, status, error);
    const bool written =
        closed && write_reports(out, error) && (!o->write_known || write_known(o, out->run, replaced, error));
    if (closed || out->results.sheet.has_summary)
        print_report(out);
    if (!written)
        return sfr_complain(error->text);
    return fflush(stdout) == 0 && !ferror(stdout) ? status : sfr_complain("the report could not be printed");
}

static int ask_all(struct sfr_run *run, const struct sfr_options *o, const struct sfr_stop_pipe *stop,
                   const struct sfr_known *replaced, struct sfr_error *error)
{
    struct output out = {
        .options = o, .run = run, .stop = stop, .shows_progress = isatty(2) && !o->tap, .start = sfr_now()
    };
    if (!sfr_results_open(&out.results, o->report, run, error))
        return sfr_complain(error->text);
    out.record_of = sfr_alloc(run->count, sizeof out.record_of[0]);
    const bool ran = sfr_run_ask(run, on_done, on_progress, &out, error);
    const int status = ran ? report(&out, replaced, error) : sfr_complain(error->text);
    if (!ran && out.results.part)
        fprintf(stderr, "sframe-conform: the results so far are in %s\n", out.results.part);
    sfr_results_free(&out.results);
    free(out.record_of);
    return status;
}

/* Under --skip-missing the reason becomes a skipped test, else an error. */
static int nothing(const struct sfr_options *o, const char *why, int status)
{
    if (!o->tap || !o->skip_missing) {
        sfr_complain(why);
        return status;
    }
    struct sfr_buffer safe = { 0 };
    sfr_add_tap(&safe, why);
    printf("1..0 # SKIP %s\n", sfr_buffer_text(&safe));
    sfr_buffer_free(&safe);
    return 0;
}

static int check_adapter(struct sfr_run *run, const struct sfr_options *o, struct sfr_config *config,
                         struct sfr_error *error)
{
    const char *name = sfr_config_program(config);
    char *program = name ? sfr_find_program(name, run->grant.path) : NULL;
    const bool found = !name || program;
    free(program);
    if (!found) {
        sfr_fail(error, "%s: there is no program `%s` in PATH", config->path, name);
        return nothing(o, error->text, SFR_STATUS_BROKEN);
    }
    run->version = run->rung->learn(config, &run->grant, error);
    if (!run->version && sfr_says_missing(error))
        return nothing(o, error->text, SFR_STATUS_BROKEN);
    if (!run->version) {
        sfr_complain(error->text);
        return SFR_STATUS_BROKEN;
    }
    if (config->has_for_version && !sfr_pattern_matches(&config->for_version, run->version, strlen(run->version))) {
        sfr_fail(error, "%s is version %s; %s describes %s", config->name, run->version, config->path,
                 config->for_version_text);
        return nothing(o, error->text, SFR_STATUS_NOTHING);
    }
    if (o->known && !sfr_known_is_for(config, run->known, run->version, error)) {
        if (o->tap && o->skip_missing)
            return nothing(o, error->text, SFR_STATUS_NOTHING);
        sfr_complain(error->text);
        run->known = NULL;
    }
    struct sfr_session *session = run->rung->open(config, &run->grant, error);
    if (!session) {
        sfr_complain(error->text);
        return config->way == SFR_WAY_COMMAND ? SFR_STATUS_ERROR : SFR_STATUS_BROKEN;
    }
    const double start = sfr_now();
    const bool good = sfr_probe(config, run->rung, session, NULL, error);
    if (!config->has_seconds && o->limit_seconds == 0)
        run->grant.seconds = sfr_run_limit(sfr_now() - start);
    free(run->rung->close(session).message);
    if (good)
        return -1;
    sfr_complain(error->text);
    return SFR_STATUS_BROKEN;
}

/* Another order each time, so that what depends on earlier cases shows itself; short enough to be typed. */
static uint64_t new_seed(void)
{
    return 1 + ((uint64_t)(sfr_now() * 1e6) ^ (uint64_t)getpid()) % 999999;
}

static int run_with(struct sfr_run *run, const struct sfr_options *o, struct sfr_config *config,
                    const struct sfr_stop_pipe *stop)
{
    struct sfr_error error = { "" };
    struct sfr_known known = { 0 }, replaced = { 0 };
    /* A name without a file may stand for a release that has no list. */
    char *path = o->known ? sfr_known_path(o->known, o->adapter, config->path, &error) : NULL;
    const bool good = (path ? sfr_known_read(&known, path, &error) : error.text[0] == '\0')
                      && (!o->write_known || check_target(o, &replaced, &error));
    int status = good ? -1 : sfr_complain(error.text);
    char *programs = sfr_program_path();
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    run->config = config;
    run->rung = sfr_rung_find(config);
    run->known = path ? &known : NULL;
    run->grant = (struct sfr_grant){ (double)(o->limit_seconds > 0 ? o->limit_seconds : config->seconds), programs,
                                     stop->read_fd };
    run->isolate = o->isolate;
    run->seed = o->has_seed ? o->seed : new_seed();
    run->jobs = o->jobs > 0 ? (unsigned)o->jobs : processors > 0 ? (unsigned)processors : 1;
    run->corpus_option = o->corpus;
    if (status < 0)
        status = check_adapter(run, o, config, &error);
    if (status < 0)
        status = ask_all(run, o, stop, &replaced, &error);
    sfr_known_free(&known);
    sfr_known_free(&replaced);
    free(programs);
    free(path);
    return status;
}

/* Returns -1 to go on, or an exit status. */
static int read_config(const struct sfr_options *o, struct sfr_config *config, const struct sfr_stop_pipe *stop)
{
    struct sfr_error error = { "" };
    enum sfr_release release;
    char *path = sfr_adapter_path(o->adapter ? o->adapter : "sframe-ref", stop->read_fd, &release, &error);
    if (!path && release == SFR_RELEASE_UNKNOWN_NAME)
        return sfr_complain(error.text);
    if (release == SFR_RELEASE_BROKEN) {
        sfr_complain(error.text);
        return SFR_STATUS_BROKEN;
    }
    if (!path)
        return nothing(o, error.text, release == SFR_RELEASE_OTHER ? SFR_STATUS_NOTHING : SFR_STATUS_BROKEN);
    const bool read = sfr_config_read(config, path, &error);
    free(path);
    return read ? -1 : sfr_complain(error.text);
}

int sfr_command_check_adapter(const struct sfr_options *o, const struct sfr_stop_pipe *stop)
{
    struct sfr_config config;
    if (o->selection.num_patterns > 0)
        return sfr_complain("check-adapter takes its adapter file as --adapter FILE, and nothing else");
    const int early = read_config(o, &config, stop);
    if (early >= 0)
        return early;
    char *programs = sfr_program_path();
    const struct sfr_grant grant = { (double)(o->limit_seconds > 0 ? o->limit_seconds : config.seconds), programs,
                                     stop->read_fd };
    const unsigned failed = sfr_check_adapter(&config, &grant);
    printf(failed == 0 ? "the adapter is fit for a run\n" : "%u of the checks failed\n", failed);
    sfr_config_free(&config);
    free(programs);
    return failed == 0 ? 0 : SFR_STATUS_BROKEN;
}

int sfr_command_run(struct sfr_run *run, const struct sfr_options *o, const struct sfr_stop_pipe *stop)
{
    struct sfr_config config;
    const int early = read_config(o, &config, stop);
    if (early >= 0)
        return early;
    const int status = run_with(run, o, &config, stop);
    sfr_config_free(&config);
    return status;
}
