/* SPDX-License-Identifier: MIT */
/* sframe-conform run: from the command line to the reports. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <libgen.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "adapter_file.h"
#include "child.h"
#include "markup.h"
#include "places.h"
#include "probe.h"
#include "progress.h"
#include "releases.h"
#include "run_end.h"
#include "run_text.h"
#include "selection.h"
#include "strays.h"

enum { MAX_JOBS = 256, MAX_URL = 2000 };

struct options {
    struct sfc_corpus_choice choice;
    const char *adapter, *known, *write_known, *report, *run_url;
    bool force, tap, skip_missing, all, isolate, has_seed, has_level, names_host;
    enum sfc_level level;
    uint64_t jobs, limit_seconds, seed;
};

/* What the reports need. */
struct output {
    const struct options *options;
    const struct sfc_run *run;
    const struct sfc_stop_pipe *stop;
    struct sfc_results_writer results;
    struct sfc_error error;
    bool failed, shows_progress;
    double start;             /* when the first case was asked about */
    size_t next, num_printed; /* TAP: the case whose turn it is, and how many lines there are */
};

/* Prints the cases in their order, up to the first without a result. A case that was not run has no
   line: the run bails out. */
static void print_tap(struct output *out)
{
    const struct sfc_record *records = out->results.results.records, *record;
    for (; out->next < out->run->count && (record = &records[out->next])->c; out->next++) {
        struct sfc_buffer line = { 0 };
        if (record->result->outcome != SFC_NOT_RUN)
            sfc_tap_case(&line, record, ++out->num_printed);
        fputs(sfc_buffer_text(&line), stdout);
        sfc_buffer_free(&line);
    }
}

static void on_done(void *ctx, size_t index)
{
    struct output *out = ctx;
    if (out->failed)
        return;
    out->failed = !sfc_results_writer_add(&out->results, index, &out->error);
    /* Stop: results can no longer be written. */
    if (out->failed && write(out->stop->write_fd, "", 1) < 0)
        return;
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

/* ---- The known-failure file that is written ------------------------------------------- */

/* Checks before a run of half an hour that its list can be written, and that the file which it replaces is such a list:
   its entries count as old ones, unless --known names another file. */
static bool check_target(const struct options *o, struct sfc_error *error)
{
    const char *path = o->write_known;
    struct sfc_known replaced = { 0 };
    const bool is_there = access(path, F_OK) == 0;
    if (is_there && !o->force)
        return sfc_fail(
            error, "%s: exists already; --force replaces it and keeps the reasons of entries that still hold", path);
    if (is_there && !sfc_known_read(&replaced, path, error))
        return false;
    sfc_known_free(&replaced);
    if (is_there && access(path, W_OK) != 0)
        return sfc_fail(error, "%s: cannot be written: %s", path, strerror(errno));
    /* A new file is made beside it, or beside what a link leads to. */
    char *real = realpath(path, NULL), *whole = real ? real : sfc_copy_string(path);
    const char *folder = dirname(whole);
    const bool good = access(folder, W_OK | X_OK) == 0
                      || sfc_fail(error, "%s: cannot be written: %s: %s", path, folder, strerror(errno));
    free(whole);
    return good;
}

/* ---- The run ------------------------------------------------------------------------------ */

static int report(struct output *out, struct sfc_error *error)
{
    const struct options *o = out->options;
    const struct sfc_ending ending = { o->report, o->write_known, o->choice.corpus, o->tap, o->all, out->num_printed };
    if (out->shows_progress)
        fputs("\r\033[K", stderr);
    return out->failed ? sfc_complain(out->error.text) : sfc_end_run(&ending, out->run, &out->results, error);
}

/* A process that goes on after the run is no case's fault. */
static void end_strays(struct sfc_run *run)
{
    char *name = sfc_strays_end();
    if (name)
        sfc_run_add_trouble(run, SFC_TROUBLE_PROCESS,
                            sfc_format("left a process running outside of its process group: %s", name));
    free(name);
}

static int ask_and_report(struct sfc_run *run, const struct options *o, const struct sfc_stop_pipe *stop,
                          struct sfc_error *error)
{
    struct output out = {
        .options = o, .run = run, .stop = stop, .shows_progress = isatty(2) && !o->tap, .start = sfc_now()
    };
    if (!sfc_results_writer_open(&out.results, o->report, run, error))
        return sfc_complain(error->text);
    const bool ran = sfc_run_ask(run, on_done, on_progress, &out, error);
    if (run->adopts)
        end_strays(run);
    int status = ran ? report(&out, error) : sfc_complain(error->text);
    if (run->cannot_start)
        status = SFC_STATUS_BROKEN;
    if (!ran && out.results.part)
        fprintf(stderr, "sframe-conform: the results so far are in %s\n", out.results.part);
    sfc_results_writer_free(&out.results);
    return status;
}

/* With --skip-missing the reason becomes a skipped test, else an error. */
static int complain_or_skip(const struct options *o, const char *why, int status)
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

/* What tells more of an adapter that gave no answer. */
static void say_next(const struct sfc_config *config)
{
    struct sfc_buffer command = { 0 };
    sfc_add_quoted(&command, sfc_program_name());
    sfc_buffer_printf(&command, " check-adapter --adapter ");
    sfc_add_quoted(&command, config->path);
    fprintf(stderr, "next: %s\n", sfc_buffer_text(&command));
    sfc_buffer_free(&command);
}

/* Asks about two simple sections, which also gives the limit of time. Wrong verdicts can be measured; without answers
   there is nothing to measure. */
static int ask_simplest(struct sfc_run *run, const struct options *o, struct sfc_config *config,
                        struct sfc_session *session)
{
    const double start = sfc_now();
    struct sfc_probed probed = sfc_probe(config, run->rung, session, SFC_NUM_OPS);
    if (!config->has_seconds && o->limit_seconds == 0 && !probed.hung)
        run->grant.seconds = sfc_run_limit(sfc_now() - start);
    free(run->rung->close(session).message);
    /* An object that crashes on a sound section reads outside of it: only the cases say of which ones. */
    const bool crashes = config->rung_kind == SFC_RUNG_IN_PROCESS && probed.seen == SFC_REPLY_CRASH;
    const bool unasked = probed.unasked, stopped = sfc_is_stopped(&run->grant),
               speaks = probed.verdict != SFC_PROBE_MUTE || crashes;
    if (!speaks && !stopped) {
        sfc_complain(probed.why);
        if (!unasked)
            say_next(config);
    }
    run->broken = speaks && probed.broken ? sfc_copy_string(probed.broken) : NULL;
    run->misread = speaks && probed.misread ? sfc_copy_string(probed.misread) : NULL;
    sfc_probed_free(&probed);
    return speaks ? -1 : stopped ? 128 + SIGINT : unasked ? SFC_STATUS_ERROR : SFC_STATUS_BROKEN;
}

/* Without a session, or a version. */
static int status_without(enum sfc_no_hello why)
{
    return why == SFC_HELLO_UNASKED ? SFC_STATUS_ERROR : SFC_STATUS_BROKEN;
}

/* Is the implementation there, is it the one that is meant, and are the known failures its own? */
static int find_implementation(struct sfc_run *run, const struct options *o, struct sfc_config *config,
                               struct sfc_error *error)
{
    if (!sfc_has_program(config, run->grant.path)) {
        const char *name = sfc_config_program(config);
        if (strchr(name, '/'))
            sfc_fail(error, "%s: `%s` cannot be started: %s", config->path, name, strerror(errno));
        else
            sfc_fail(error, "%s: there is no program `%s` in PATH", config->path, name);
        return complain_or_skip(o, error->text, SFC_STATUS_BROKEN);
    }
    run->version = run->rung->learn(config, &run->grant, error);
    if (!run->version && config->no_hello == SFC_HELLO_NOT_INSTALLED)
        return complain_or_skip(o, error->text, SFC_STATUS_BROKEN);
    if (!run->version && sfc_is_stopped(&run->grant))
        return 128 + SIGINT;
    if (!run->version) {
        sfc_complain(error->text);
        return status_without(config->no_hello);
    }
    if (!sfc_config_describes(config, run->version, error))
        return complain_or_skip(o, error->text, SFC_STATUS_NOTHING);
    if (o->known && !sfc_known_is_for(config, run->known, run->version, error)) {
        if (o->tap && o->skip_missing)
            return complain_or_skip(o, error->text, SFC_STATUS_NOTHING);
        sfc_complain(error->text);
        run->known = NULL;
    }
    return -1;
}

/* What a run needs beside its cases. */
struct job {
    const struct options *options;
    struct sfc_config *config;
    const struct sfc_stop_pipe *stop;
    struct sfc_known *known;
};

static int ask_selected(struct sfc_run *run, const void *ctx)
{
    const struct job *job = ctx;
    struct sfc_error error = { "" };
    if (run->known && !sfc_known_mark_corpus(job->known, run->corpus, &error))
        return sfc_complain(error.text);
    const double start = sfc_now();
    enum sfc_no_hello why;
    struct sfc_session *session = run->rung->open(job->config, &run->grant, &why, &error);
    /* Beside others it starts more slowly than alone. */
    if (!job->config->has_seconds && job->options->limit_seconds == 0)
        run->grant.start_seconds = sfc_run_limit(sfc_now() - start);
    if (!session) {
        sfc_complain(error.text);
        return sfc_is_stopped(&run->grant) ? 128 + SIGINT : status_without(why);
    }
    const int status = ask_simplest(run, job->options, job->config, session);
    return status < 0 ? ask_and_report(run, job->options, job->stop, &error) : status;
}

/* Another order each time, so that state shared between cases shows; short enough to be typed. */
static uint64_t new_seed(void)
{
    return 1 + ((uint64_t)(sfc_now() * 1e6) ^ (uint64_t)getpid()) % 999999;
}

static int run_with(struct sfc_run *run, const struct options *o, struct sfc_config *config,
                    const struct sfc_stop_pipe *stop)
{
    struct sfc_error error = { "" };
    struct sfc_known known = { 0 };
    /* A name may stand for a release without a list. */
    char *path = o->known ? sfc_known_path(o->known, o->adapter, config->path, &error) : NULL;
    const bool good = (path ? sfc_known_read(&known, path, &error) : error.text[0] == '\0')
                      && (!o->write_known || check_target(o, &error));
    int status = good ? -1 : sfc_complain(error.text);
    char *programs = sfc_program_path();
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    run->config = config;
    run->rung = sfc_rung_find(config);
    run->known = path ? &known : NULL;
    run->level = o->has_level ? o->level : config->level;
    run->grant = (struct sfc_grant){ (double)(o->limit_seconds > 0 ? o->limit_seconds : config->seconds), programs,
                                     stop->read_fd, false, 0 };
    run->isolate = o->isolate;
    run->run_url = o->run_url;
    run->report = o->report;
    run->is_here = true;
    run->names_host = o->names_host;
    run->seed = o->has_seed ? o->seed : new_seed();
    run->jobs = o->jobs > 0 ? (unsigned)o->jobs : processors > 0 ? (unsigned)processors : 1;
    run->corpus_option = o->choice.corpus;
    run->adopts = sfc_strays_adopt();
    if (status < 0)
        status = find_implementation(run, o, config, &error);
    if (status < 0)
        status = sfc_select_for(run, &o->choice, ask_selected, &(struct job){ o, config, stop, &known });
    if (run->adopts)
        free(sfc_strays_end());
    sfc_known_free(&known);
    free(programs);
    free(path);
    return status;
}

/* ---- The command line ------------------------------------------------------------------ */

enum { OPTION_LIMIT_SECONDS = SFC_OPTION_OWN, OPTION_SEED, OPTION_LEVEL };

static bool take(void *ctx, int id, char *value)
{
    struct options *o = ctx;
    switch (id) {
    case OPTION_LIMIT_SECONDS: return sfc_take_limit(&o->limit_seconds, value);
    case OPTION_LEVEL:
        o->has_level = true;
        return sfc_level_from_name(value, &o->level) || sfc_complain("--level takes " SFC_LEVEL_NAMES) == 0;
    case OPTION_SEED:
        o->has_seed = true;
        return sfc_parse_decimal(value, strlen(value), UINT64_MAX, &o->seed)
               || sfc_complain("--seed takes a number") == 0;
    case 'j':
        return (sfc_parse_decimal(value, strlen(value), MAX_JOBS, &o->jobs) && o->jobs > 0)
               || sfc_complain("-j takes a number from 1 to 256") == 0;
    default: return sfc_selection_take(o, id, value);
    }
}

/* The corpus is read last: to read it takes longer than to find out that there is nothing to run. */
static int find_and_run(const struct options *o)
{
    struct sfc_config config;
    struct sfc_error error = { "" };
    struct sfc_stop_pipe stop;
    struct sfc_run run = { .corpus = NULL };
    bool is_absent;
    if (!sfc_stop_catch(&stop))
        return SFC_STATUS_ERROR;
    int status = sfc_adapter_read(o->adapter, &stop, &config, &is_absent, &error);
    if (status >= 0 && is_absent)
        return complain_or_skip(o, error.text, status);
    if (status >= 0) {
        sfc_complain(error.text);
        return status;
    }
    status = run_with(&run, o, &config, &stop);
    sfc_run_free(&run);
    sfc_config_free(&config);
    return status;
}

/* An address that reports make a link: plain characters, none of which ends an attribute. */
static bool is_url(const char *text)
{
    const char *rest = strncmp(text, "http://", 7) == 0 ? text + 7 : strncmp(text, "https://", 8) == 0 ? text + 8 : "";
    size_t len = 0;
    while (rest[len] > ' ' && rest[len] < 0x7f && !strchr("\"<>", rest[len]))
        len++;
    return len > 0 && len < MAX_URL && rest[len] == '\0';
}

static int run_command(const struct sfr_command *self, int argc, char **argv)
{
    struct options o = { .adapter = NULL };
    int first;
    const int early = sfc_cmd_options(self, argc, argv, take, &o, &first);
    if (early >= 0)
        return early;
    if (o.force && !o.write_known)
        return sfc_cmd_misused(self, "--force needs --write-known FILE");
    if (o.write_known && (sfc_is_stdout(o.write_known) || !*o.write_known))
        return sfc_cmd_misused(self, "--write-known needs a file: standard output has the text of the run");
    if (o.skip_missing && !o.tap)
        return sfc_cmd_misused(self, "--skip-missing needs --tap: without it a missing implementation is an error");
    const char *url = getenv("SFRAME_RUN_URL");
    if (!o.run_url && url && *url)
        o.run_url = url;
    if (o.run_url && !is_url(o.run_url))
        return sfc_cmd_misused(self, "--run-url and SFRAME_RUN_URL take an address of https:// or http://");
    o.choice.selection.patterns = argv + first;
    o.choice.selection.num_patterns = (size_t)(argc - first);
    return find_and_run(&o);
}

static const struct sfr_option options[] = {
    SFC_ADAPTER_OPTION(SFC_STORED_TEXT(adapter)),
    { "known", "FILE", "its known-failure file, or the name of one that came with this program",
      SFC_STORED_TEXT(known) },
    { "write-known", "FILE", "write the failures of this run as a known-failure file", SFC_STORED_TEXT(write_known) },
    { "force", NULL, "let --write-known replace a file", SFC_STORED_FLAG(force) },
    { "report", "DIR", "write results.jsonl, report.html, report.md and junit.xml to DIR", SFC_STORED_TEXT(report) },
    { "tap", NULL, "print the Test Anything Protocol instead of the summary", SFC_STORED_FLAG(tap) },
    { "skip-missing", NULL, "with --tap: skip an implementation that is not installed or has another\nversion",
      SFC_STORED_FLAG(skip_missing) },
    { "all", NULL, "print an example of every cause, the ids of all failures and all areas, not\nonly the first ones",
      SFC_STORED_FLAG(all) },
    { "jobs", "N", "run N cases at a time (default: the number of processors)", 'j' },
    SFC_LIMIT_OPTION(OPTION_LIMIT_SECONDS),
    { "seed", "N", "repeat the order of another run, which prints its seed; 0: the order of ids", OPTION_SEED },
    { "level", "L",
      "the highest level whose failures count: " SFC_LEVEL_NAMES "\n(default: the adapter file's, or validate)",
      OPTION_LEVEL },
    { "run-url", "URL", "where this run can be seen: the results and the reports have it", SFC_STORED_TEXT(run_url) },
    { "name-host", NULL, "write the name of this machine into the results", SFC_STORED_FLAG(names_host) },
    { "isolate", NULL, "start the implementation anew for each case", SFC_STORED_FLAG(isolate) },
    SFC_SELECTION_OPTIONS,
    { 0 },
};

const struct sfr_command sfc_cmd_run = {
    .name = "run",
    .synopsis = "[OPTION...] [ID-PATTERN...]",
    .summary = "judge an implementation by the cases",
    .about =
        "Asks an implementation about every case and compares its answers with the right ones.\n" SFC_SELECTION_ABOUT,
    .options = options,
    .statuses = "0 all results are as expected, 1 unexpected failures, or wrong verdicts about the simplest\n"
                "sections, 2 stale known-failure file,\n"
                "3 adapter broken, 4 wrong corpus, or output that cannot be written, 5 nothing ran,\n"
                "6 as expected, but the implementation did not exit cleanly, or its memory grows,\n"
                "130 interrupted (results so far are kept)",
    .run = run_command,
};
