/* SPDX-License-Identifier: MIT */
/* sframe-conform: asks an implementation about every case of the corpus and says where it is wrong. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "check_adapter.h"
#include "child.h"
#include "commands.h"
#include "conform_paths.h"
#include "probe.h"
#include "process.h"
#include "progress.h"
#ifdef HAVE_PRODUCER
#include "producer.h"
#endif
#include "registers.h"
#include "report.h"
#include "results.h"

enum { STATUS_BROKEN = 3, STATUS_ERROR = 4, STATUS_NOTHING = 5 };
enum { SHOWN_FAILURES = 20, MAX_JOBS = 256 };

static const char usage[] =
    "usage: sframe-conform run     [OPTION...] [ID-PATTERN...]   judge an implementation\n"
    "       sframe-conform check-adapter [--adapter FILE]        check an adapter before its implementation\n"
    "       sframe-conform list    [OPTION...] [ID-PATTERN...]   list cases\n"
    "       sframe-conform show    [--elf FILE] [--raw FILE] ID  print a case, or write its section\n"
    "       sframe-conform explain ID                            say what a case is about\n"
    "       sframe-conform export  [--json FILE] [--c DIR] [OPTION...] [ID-PATTERN...]   write cases in other forms\n"
    "       sframe-conform report  [--format F] [-o FILE] RESULTS...   make a report of results files\n"
    "       sframe-conform diff    [--format F] [-o FILE] OLD NEW      what is new between two results files\n"
    "       sframe-conform producer [OPTION...] FILE...          judge what an assembler or linker wrote\n"
    "       sframe-conform produce --as COMMAND [OPTION...]      run an assembler over the producer cases\n"
    "\n"
    "which cases\n"
    "  --corpus DIR         the corpus (default: the one that came with this program)\n"
    "  --profile P          only profile v1, v2, v2e1, v2e2 or v3\n"
    "  --abi A              only ABI aarch64, amd64 or s390x\n"
    "  --area A             only this area, e.g. fde\n"
    "  --clause C           only cases that bear on this clause, e.g. ALL-FRE-01\n"
    "  ID-PATTERN           only ids that match, e.g. 'v1/amd64-*/fre/*'\n"
    "\n"
    "run\n"
    "  --adapter FILE       how to ask the implementation: an adapter file, or the name of one that came\n"
    "                       with this program (default: sframe-ref)\n"
    "  --known FILE         its known-failure file, or the name of one that came with this program\n"
    "  --write-known FILE   write the failures of this run as a known-failure file\n"
    "  --force              let --write-known replace a file\n"
    "  --report DIR         write results.jsonl, report.html, report.md and junit.xml there\n"
    "  --tap                print the Test Anything Protocol instead of the summary\n"
    "  --skip-missing       with --tap: skip an implementation that is not installed or has another version\n"
    "  --all                print every failure, not only the first ones\n"
    "  -j, --jobs N         ask N at a time (default: the number of processors)\n"
    "  --limit-seconds S    time for one answer (default: what the adapter file says, else worked out)\n"
    "  --seed N             ask in the order of this seed, as printed by another run; 0: in the order of ids\n"
    "  --isolate            start the implementation anew for each case\n"
    "\n"
    "export\n"
    "  --json FILE          one JSON file, for a test suite in any language\n"
    "  --c DIR              C arrays, for a kernel or libc; DIR is new, empty, or has an earlier export alone\n"
    "\n"
    "report and diff, of results.jsonl files or the folders they are in\n"
    "  --format F           text (default), markdown; report also tap, junit or html\n"
    "  -o, --output FILE    write there instead of printing\n"
    "\n"
    "  -h, --help           print this\n"
    "  -V, --version        print the version\n"
    "\n"
    "exit status: 0 conforms, 1 unexpected failures (diff: something got worse), 2 stale known-failure file,\n"
    "3 adapter broken, 4 wrong usage, corpus or results file, or output that cannot be written, 5 nothing ran,\n"
    "130 interrupted (results so far are kept)\n";

struct options {
    const char *command, *corpus, *adapter, *known, *write_known, *report, *elf, *raw, *json, *c_folder, *format,
        *output;
    struct sfr_selection selection;
    bool force, tap, skip_missing, all;
    bool isolate, has_seed;
    uint64_t jobs, limit_seconds, seed;
};

static int complain(const char *what)
{
    fprintf(stderr, "sframe-conform: %s\n", what);
    return STATUS_ERROR;
}

/* ---- Where things are ----------------------------------------------------------------- */

/* Run from where it was built, the program takes the source tree's files; installed, those beside it. */
static bool in_build_tree(void)
{
    char path[4096];
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0)
        return false;
    path[n] = '\0';
    return strcmp(path, SFR_BUILD_DIR "/sframe-conform") == 0;
}

static char *format_path(const char *folder, const char *name, const char *ending)
{
    struct sfr_buffer b = { 0 };
    sfr_buffer_printf(&b, "%s/%s%s", folder, name, ending);
    return b.data;
}

static char *corpus_path(const struct options *o)
{
    if (o->corpus)
        return sfr_copy_text(o->corpus, strlen(o->corpus));
    return in_build_tree() ? sfr_copy_text(SFR_SOURCE_CORPUS, strlen(SFR_SOURCE_CORPUS))
                           : format_path(SFR_DATA_DIR, "corpus", "");
}

/* A file; or, where there is none, the name of one that came with this program. */
static char *shipped_path(const char *name, const char *folder, const char *ending)
{
    if (strchr(name, '/') || access(name, F_OK) == 0)
        return sfr_copy_text(name, strlen(name));
    char *whole_folder = format_path(in_build_tree() ? SFR_SOURCE_DIR : SFR_DATA_DIR, folder, "");
    char *path = format_path(whole_folder, name, ending);
    free(whole_folder);
    if (access(path, F_OK) == 0)
        return path;
    free(path);
    return sfr_copy_text(name, strlen(name));
}

/* PATH, and behind it the folders of the tools and adapters that were built with this program. */
static char *program_path(void)
{
    struct sfr_buffer b = { 0 };
    const char *path = getenv("PATH");
    sfr_buffer_printf(&b, "%s%s%s", path ? path : "", path && *path ? ":" : "",
                      in_build_tree() ? SFR_TOOL_DIR ":" SFR_BUILD_DIR "/adapters" : SFR_BIN_DIR ":" SFR_LIBEXEC_DIR);
    return b.data;
}

/* ---- Options --------------------------------------------------------------------------- */

enum {
    OPT_CORPUS = 256,
    OPT_PROFILE,
    OPT_ABI,
    OPT_AREA,
    OPT_ADAPTER,
    OPT_KNOWN,
    OPT_WRITE_KNOWN,
    OPT_FORCE,
    OPT_REPORT,
    OPT_TAP,
    OPT_SKIP_MISSING,
    OPT_ALL,
    OPT_LIMIT_SECONDS,
    OPT_CLAUSE,
    OPT_SEED,
    OPT_ISOLATE,
    OPT_ELF,
    OPT_RAW,
    OPT_JSON,
    OPT_C,
    OPT_FORMAT
};
static const struct option long_options[] = {
    { "corpus", required_argument, NULL, OPT_CORPUS }, { "profile", required_argument, NULL, OPT_PROFILE },
    { "abi", required_argument, NULL, OPT_ABI }, { "area", required_argument, NULL, OPT_AREA },
    { "adapter", required_argument, NULL, OPT_ADAPTER }, { "known", required_argument, NULL, OPT_KNOWN },
    { "write-known", required_argument, NULL, OPT_WRITE_KNOWN }, { "force", no_argument, NULL, OPT_FORCE },
    { "report", required_argument, NULL, OPT_REPORT }, { "tap", no_argument, NULL, OPT_TAP },
    { "skip-missing", no_argument, NULL, OPT_SKIP_MISSING }, { "all", no_argument, NULL, OPT_ALL },
    { "jobs", required_argument, NULL, 'j' }, { "limit-seconds", required_argument, NULL, OPT_LIMIT_SECONDS },
    { "clause", required_argument, NULL, OPT_CLAUSE }, { "seed", required_argument, NULL, OPT_SEED },
    { "isolate", no_argument, NULL, OPT_ISOLATE }, { "elf", required_argument, NULL, OPT_ELF },
    { "raw", required_argument, NULL, OPT_RAW },
    { "json", required_argument, NULL, OPT_JSON }, { "c", required_argument, NULL, OPT_C },
    { "format", required_argument, NULL, OPT_FORMAT }, { "output", required_argument, NULL, 'o' },
    { "help", no_argument, NULL, 'h' }, { "version", no_argument, NULL, 'V' }, { NULL, 0, NULL, 0 },
};

static bool take_option(struct options *o, int option, const char *value)
{
    switch (option) {
    case OPT_CORPUS: o->corpus = value; return true;
    case OPT_PROFILE:
        o->selection.profile = value;
        return sfr_has_word("v1 v2 v2e1 v2e2 v3", value) || complain("--profile takes v1, v2, v2e1, v2e2 or v3") == 0;
    case OPT_ABI:
        o->selection.abi = value;
        return sfr_has_word("aarch64 amd64 s390x", value) || complain("--abi takes aarch64, amd64 or s390x") == 0;
    case OPT_AREA: o->selection.area = value; return true;
    case OPT_ADAPTER: o->adapter = value; return true;
    case OPT_KNOWN: o->known = value; return true;
    case OPT_WRITE_KNOWN: o->write_known = value; return true;
    case OPT_FORCE: o->force = true; return true;
    case OPT_REPORT: o->report = value; return true;
    case OPT_TAP: o->tap = true; return true;
    case OPT_SKIP_MISSING: o->skip_missing = true; return true;
    case OPT_ALL: o->all = true; return true;
    case 'j':
        return (sfr_parse_decimal(value, strlen(value), MAX_JOBS, &o->jobs) && o->jobs > 0)
            || complain("-j takes a number from 1 to 256") == 0;
    case OPT_LIMIT_SECONDS:
        return (sfr_parse_decimal(value, strlen(value), 3600, &o->limit_seconds) && o->limit_seconds > 0)
            || complain("--limit-seconds takes a number from 1 to 3600") == 0;
    case OPT_CLAUSE:
        o->selection.clause = value;
        return sfr_find_clause(value, strlen(value)) != NULL || complain("--clause takes a clause of the register, such "
                                                                         "as ALL-FRE-01 (`sframe-ref clauses`)") == 0;
    case OPT_SEED:
        o->has_seed = true;
        return sfr_parse_decimal(value, strlen(value), UINT64_MAX, &o->seed) || complain("--seed takes a number") == 0;
    case OPT_ISOLATE: o->isolate = true; return true;
    case OPT_ELF: o->elf = value; return true;
    case OPT_RAW: o->raw = value; return true;
    case OPT_JSON: o->json = value; return true;
    case OPT_C: o->c_folder = value; return true;
    case OPT_FORMAT: o->format = value; return true;
    case 'o': o->output = value; return true;
    default: break;
    }
    return complain("see sframe-conform --help") == 0;
}

/* Returns -1 to go on, or an exit status. */
static int read_options(struct options *o, int argc, char **argv)
{
    int option;
    while ((option = getopt_long(argc, argv, "hVj:o:", long_options, NULL)) != -1) {
        if (option == 'h' || option == 'V') {
            fputs(option == 'h' ? usage : "sframe-conform " SFR_CONFORM_VERSION "\n", stdout);
            return 0;
        }
        if (!take_option(o, option, optarg))
            return STATUS_ERROR;
    }
    if (optind == argc) {
        fputs(usage, stderr);
        return STATUS_ERROR;
    }
    o->command = argv[optind];
    o->selection.patterns = argv + optind + 1;
    o->selection.num_patterns = (size_t)(argc - optind - 1);
    return -1;
}

/* ---- run ---------------------------------------------------------------------------------- */

static int stop_pipe[2] = { -1, -1 };

/* The first Ctrl-C ends the run in order; the next one ends it at once. */
static void on_signal(int number)
{
    const int saved = errno;
    if (write(stop_pipe[1], "", 1) < 0)
        _exit(128 + number);
    errno = saved;
}

static bool catch_signals(void)
{
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };
    sigemptyset(&action.sa_mask);
    signal(SIGPIPE, SIG_IGN);
    /* A file that may not grow any more is a write that fails, like a full disk. */
    signal(SIGXFSZ, SIG_IGN);
    return pipe(stop_pipe) == 0 && fcntl(stop_pipe[0], F_SETFD, FD_CLOEXEC) == 0
        && fcntl(stop_pipe[1], F_SETFD, FD_CLOEXEC) == 0 && sigaction(SIGINT, &action, NULL) == 0
        && sigaction(SIGTERM, &action, NULL) == 0 && sigaction(SIGHUP, &action, NULL) == 0;
}

/* What the reports need while and after cases run. */
struct output {
    const struct options *options;
    const struct sfr_run *run;
    struct sfr_results results;
    struct sfr_error error;
    bool failed, shows_progress;
    double start;              /* when the first case was asked about */
};

static void print_buffer(struct sfr_buffer *b)
{
    fwrite(sfr_buffer_text(b), 1, b->len, stdout);
    sfr_buffer_free(b);
}

static void on_done(void *ctx, size_t index)
{
    struct output *out = ctx;
    if (out->failed)
        return;
    out->failed = !sfr_results_add(&out->results, out->run, index, &out->error);
    /* Results that nobody keeps are not worth the time. */
    if (out->failed && write(stop_pipe[1], "", 1) < 0)
        return;
    struct sfr_buffer line = { 0 };
    if (out->options->tap)
        sfr_report_tap_case(&line, &out->results.sheet.records[out->results.sheet.count - 1], index + 1, NULL);
    print_buffer(&line);
}

static void on_progress(void *ctx, size_t done)
{
    const struct output *out = ctx;
    struct winsize size = { .ws_col = 0 };
    if (!out->shows_progress)
        return;
    ioctl(2, TIOCGWINSZ, &size);
    char *line = sfr_progress_line(done, out->run->count, sfr_now() - out->start, size.ws_col > 1 ? size.ws_col - 1u : 79);
    fprintf(stderr, "\r%s\033[K", line);
    free(line);
}

/* Beside the results, under a name that everybody recognises. */
static bool write_reports(const struct output *out, struct sfr_error *error)
{
    static const struct { const char *format, *name; } reports[] = {
        { "html", "report.html" }, { "markdown", "report.md" }, { "junit", "junit.xml" },
    };
    bool good = true;
    for (unsigned i = 0; out->options->report && good && i < sizeof reports / sizeof reports[0]; i++) {
        struct sfr_buffer text = { 0 };
        char *path = format_path(out->options->report, reports[i].name, "");
        sfr_report_by_name(reports[i].format, &text, &out->results.sheet, 1, false);
        good = sfr_write_file(path, text.data, text.len, error);
        sfr_buffer_free(&text);
        free(path);
    }
    return good;
}

/* Entries of the file that is to be replaced count as old ones too, if no other file was given. */
static bool write_known(const struct options *o, const struct sfr_run *run, struct sfr_error *error)
{
    struct sfr_known replaced = { 0 };
    const struct sfr_known *old = run->known;
    if (!old && o->force && access(o->write_known, F_OK) == 0) {
        if (!sfr_known_read(&replaced, o->write_known, error))
            return false;
        old = &replaced;
    }
    struct sfr_known_case *cases = sfr_alloc(run->count, sizeof cases[0]);
    for (size_t i = 0; i < run->count; i++)
        cases[i] = (struct sfr_known_case){ run->cases[i], &run->results[i] };
    const bool good = sfr_known_write(o->write_known, o->force, old, run->corpus, cases, run->count, error);
    free(cases);
    sfr_known_free(&replaced);
    return good;
}

static int report(struct output *out, struct sfr_error *error)
{
    struct sfr_totals totals;
    const struct options *o = out->options;
    if (out->shows_progress)
        fputs("\r\033[K", stderr);
    if (out->failed)
        return complain(out->error.text);
    if (!sfr_run_totals(out->run, &totals))
        return complain("the outcomes do not add up to the number of cases: this is an error of the runner");
    const bool complete = totals.outcomes[SFR_NOT_RUN] == 0;
    const int status = complete ? sfr_run_status(out->run, &totals) : 128 + SIGINT;
    if (!sfr_results_close(&out->results, out->run, &totals, complete, status, error) || !write_reports(out, error)
        || (o->write_known && !write_known(o, out->run, error)))
        return complain(error->text);
    struct sfr_buffer text = { 0 };
    if (o->tap)
        sfr_report_tap_end(&text, &out->results.sheet, out->run->count);
    else
        sfr_report_text(&text, &out->results.sheet, 1, o->all ? 0 : SHOWN_FAILURES, isatty(1) && !getenv("NO_COLOR"));
    print_buffer(&text);
    return fflush(stdout) == 0 && !ferror(stdout) ? status : complain("the report could not be printed");
}

static int ask_all(struct sfr_run *run, const struct options *o, struct sfr_error *error)
{
    struct output out = { .options = o, .run = run, .shows_progress = isatty(2) && !o->tap, .start = sfr_now() };
    if (!sfr_results_open(&out.results, o->report, run, error))
        return complain(error->text);
    const bool ran = sfr_run_ask(run, on_done, on_progress, &out, error);
    const int status = ran ? report(&out, error) : complain(error->text);
    sfr_results_free(&out.results);
    return status;
}

/* Under --skip-missing the reason becomes a skipped test, else an error. */
static int nothing(const struct options *o, const char *why, int status)
{
    if (!o->tap || !o->skip_missing) {
        complain(why);
        return status;
    }
    printf("1..0 # SKIP %s\n", why);
    return 0;
}

static int check_adapter(struct sfr_run *run, const struct options *o, struct sfr_config *config,
                         struct sfr_error *error)
{
    const char *name = sfr_config_program(config);
    char *program = name ? sfr_find_program(name, run->grant.path) : NULL;
    const bool found = !name || program;
    free(program);
    if (!found) {
        sfr_fail(error, "%s: there is no program `%s` in PATH", config->path, name);
        return nothing(o, error->text, STATUS_BROKEN);
    }
    run->version = run->rung->learn(config, &run->grant, error);
    /* An adapter that ends so before its hello says that what it is to ask is not installed (PROTOCOL.md). */
    if (!run->version && strstr(error->text, ": its hello: exit-69"))
        return nothing(o, error->text, STATUS_BROKEN);
    if (!run->version) {
        complain(error->text);
        return STATUS_BROKEN;
    }
    if (config->has_for_version && regexec(&config->for_version, run->version, 0, NULL, 0) != 0) {
        sfr_fail(error, "%s is version %s; %s describes %s", config->name, run->version, config->path,
                 config->for_version_text);
        return nothing(o, error->text, STATUS_NOTHING);
    }
    struct sfr_session *session = run->rung->open(config, &run->grant, error);
    if (!session) {
        complain(error->text);
        return config->way == SFR_WAY_COMMAND ? STATUS_ERROR : STATUS_BROKEN;
    }
    const double start = sfr_now();
    const bool good = sfr_probe(config, run->rung, session, error);
    if (!config->has_seconds && o->limit_seconds == 0)
        run->grant.seconds = sfr_run_limit(sfr_now() - start);
    free(run->rung->close(session).message);
    if (good)
        return -1;
    complain(error->text);
    return STATUS_BROKEN;
}

/* Another order each time, so that what depends on earlier cases shows itself; short enough to be typed. */
static uint64_t new_seed(void)
{
    return 1 + ((uint64_t)(sfr_now() * 1e6) ^ (uint64_t)getpid()) % 999999;
}

static int run_with(struct sfr_run *run, const struct options *o, struct sfr_config *config)
{
    struct sfr_error error = { "" };
    struct sfr_known known = { 0 };
    char *path = o->known ? shipped_path(o->known, "known", ".known") : NULL;
    int status = path && !sfr_known_read(&known, path, &error) ? complain(error.text) : -1;
    free(path);
    char *programs = program_path();
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    run->config = config;
    run->rung = sfr_rung_find(config);
    run->known = o->known ? &known : NULL;
    run->grant = (struct sfr_grant){ (double)(o->limit_seconds > 0 ? o->limit_seconds : config->seconds), programs,
                                     stop_pipe[0] };
    run->isolate = o->isolate;
    run->seed = o->has_seed ? o->seed : new_seed();
    run->jobs = o->jobs > 0 ? (unsigned)o->jobs : processors > 0 ? (unsigned)processors : 1;
    if (status < 0 && run->count == 0) {
        complain("no case is selected");
        status = STATUS_NOTHING;
    }
    if (status < 0)
        status = check_adapter(run, o, config, &error);
    if (status < 0)
        status = ask_all(run, o, &error);
    sfr_known_free(&known);
    free(programs);
    return status;
}

static bool read_config(const struct options *o, struct sfr_config *config)
{
    struct sfr_error error = { "" };
    char *path = shipped_path(o->adapter ? o->adapter : "sframe-ref", "adapters", ".conf");
    const bool read = sfr_config_read(config, path, &error);
    free(path);
    if (!read)
        complain(error.text);
    return read;
}

/* The adapter alone, without the corpus. */
static int check_alone(const struct options *o)
{
    struct sfr_config config;
    if (o->selection.num_patterns > 0)
        return complain("check-adapter takes its adapter file as --adapter FILE, and nothing else");
    if (!read_config(o, &config))
        return STATUS_ERROR;
    char *programs = program_path();
    const struct sfr_grant grant = { (double)(o->limit_seconds > 0 ? o->limit_seconds : config.seconds), programs,
                                     stop_pipe[0] };
    const unsigned failed = sfr_check_adapter(&config, &grant);
    printf(failed == 0 ? "the adapter is fit for a run\n" : "%u of the checks failed\n", failed);
    sfr_config_free(&config);
    free(programs);
    return failed == 0 ? 0 : STATUS_BROKEN;
}

static int run_selected(struct sfr_run *run, const struct options *o)
{
    struct sfr_config config;
    if (!read_config(o, &config))
        return STATUS_ERROR;
    const int status = run_with(run, o, &config);
    sfr_config_free(&config);
    return status;
}

/* ---- Commands ------------------------------------------------------------------------------- */

static int with_one_case(const struct sfr_corpus *corpus, const struct options *o)
{
    if (o->selection.num_patterns != 1)
        return complain("name one case id (`sframe-conform list` prints them)");
    const struct sfr_case *c = sfr_corpus_find(corpus, o->selection.patterns[0]);
    if (!c)
        return complain("there is no such case (`sframe-conform list` prints the ids)");
    return strcmp(o->command, "show") == 0 ? sfr_command_show(c, o->elf, o->raw) : sfr_command_explain(c);
}

static int dispatch(const struct sfr_corpus *corpus, const struct options *o)
{
    if (strcmp(o->command, "show") == 0 || strcmp(o->command, "explain") == 0)
        return with_one_case(corpus, o);
    struct sfr_run run = { .corpus = corpus };
    sfr_run_select(&run, &o->selection);
    const int status = strcmp(o->command, "run") == 0 ? run_selected(&run, o)
        : strcmp(o->command, "export") == 0 ? sfr_command_export(&run, o->json, o->c_folder)
        : sfr_command_list(&run);
    sfr_run_free(&run);
    return status;
}

/* Has options of its own, and no corpus. */
static int judge_producer(int argc, char **argv)
{
#ifdef HAVE_PRODUCER
    return strcmp(argv[0], "producer") == 0
        ? sfr_command_producer(argc, argv)
        : sfr_command_produce(argc, argv, in_build_tree() ? SFR_SOURCE_DIR : SFR_DATA_DIR);
#else
    (void)argc;
    (void)argv;
    return complain("this program was built without libelf, and cannot read ELF files");
#endif
}

static int act(int argc, char **argv)
{
    struct options o = { 0 };
    struct sfr_error error = { "" };
    struct sfr_corpus corpus;
    if (argc > 1 && sfr_has_word("producer produce", argv[1]))
        return judge_producer(argc - 1, argv + 1);
    const int early = read_options(&o, argc, argv);
    if (early >= 0)
        return early;
    if (!sfr_has_word("run check-adapter list show explain export report diff", o.command))
        return complain("there is no such command; see sframe-conform --help");
    if (strcmp(o.command, "report") == 0)
        return sfr_command_report(o.selection.patterns, o.selection.num_patterns, o.format, o.output,
                                  isatty(1) && !getenv("NO_COLOR"));
    if (strcmp(o.command, "diff") == 0)
        return sfr_command_diff(o.selection.patterns, o.selection.num_patterns, o.format, o.output);
    if (!catch_signals())
        return complain("signals cannot be caught");
    if (strcmp(o.command, "check-adapter") == 0)
        return check_alone(&o);
    char *path = corpus_path(&o);
    const bool loaded = sfr_corpus_load(&corpus, path, &error);
    free(path);
    if (!loaded)
        return complain(error.text);
    const int status = dispatch(&corpus, &o);
    sfr_corpus_free(&corpus);
    return status;
}

int main(int argc, char **argv)
{
    const int status = act(argc, argv);
    /* What could not be written was not said. A run has its own words for that. */
    if (status != STATUS_ERROR && (fflush(stdout) != 0 || ferror(stdout)))
        return complain("standard output cannot be written to");
    return status;
}
