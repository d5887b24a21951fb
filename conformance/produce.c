/* SPDX-License-Identifier: MIT */
/* sframe-conform produce: runs an assembler and a linker over the producer cases. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process.h"
#include "produce.h"

extern char **environ;

enum { SECONDS = 20, MAX_OUTPUT = 1 << 20, MAX_WORDS = 64 };

static const char usage[] =
    "usage: sframe-conform produce --as COMMAND [OPTION...] [CASE...]\n"
    "\n"
    "Assembles sources that assemblers got wrong, links them, and judges the outcome as `producer` does.\n"
    "\n"
    "  --as COMMAND     the assembler with its options, e.g. 'as --gsframe'; `-o OBJECT SOURCE` is added\n"
    "  --ld COMMAND     the linker with its options, e.g. 'ld -shared'; `-o FILE OBJECT` is added (default: none)\n"
    "  --abi A          the cases of amd64, aarch64 or s390x (default: amd64)\n"
    "  --cases DIR      the cases (default: those that came with this program)\n"
    "  --keep DIR       leave the files that are made in this folder, which must be there\n"
    "  --known FILE     known-failure file\n"
    "  --write-known FILE   write the failures as a known-failure file; --force replaces one\n"
    "  --junit FILE     write a JUnit report\n"
    "  --list           print the cases instead of running them\n"
    "  -h, --help       print this\n"
    "\n"
    "exit status: 0 all cases are right, 1 some are not, 2 stale known-failure file, 4 wrong usage or no such folder,\n"
    "5 no case was run\n";

struct options {
    struct sfr_producer_output output;
    const char *abi, *keep;
    char *as, *ld, *cases;
    bool list;
    char **names;
    int num_names;
};

static bool take_option(struct options *o, int option, char *value)
{
    switch (option) {
    case 'a': o->as = value; return true;
    case 'l': o->ld = value; return true;
    case 'b': o->abi = value; return sfr_has_word("amd64 aarch64 s390x", value);
    case 'c': o->cases = value; return true;
    case 'K': o->keep = value; return true;
    case 'k': o->output.known_path = value; return true;
    case 'w': o->output.write_known = value; return true;
    case 'f': o->output.force = true; return true;
    case 'u': o->output.junit = value; return true;
    case 'L': o->list = true; return true;
    default: return false;
    }
}

static int read_options(struct options *o, int argc, char **argv)
{
    static const struct option long_options[] = {
        { "as", required_argument, NULL, 'a' }, { "ld", required_argument, NULL, 'l' },
        { "abi", required_argument, NULL, 'b' }, { "cases", required_argument, NULL, 'c' },
        { "keep", required_argument, NULL, 'K' }, { "known", required_argument, NULL, 'k' },
        { "write-known", required_argument, NULL, 'w' }, { "force", no_argument, NULL, 'f' },
        { "junit", required_argument, NULL, 'u' }, { "list", no_argument, NULL, 'L' },
        { "help", no_argument, NULL, 'h' }, { NULL, 0, NULL, 0 },
    };
    int option;
    while ((option = getopt_long(argc, argv, "h", long_options, NULL)) != -1) {
        if (option == 'h') {
            fputs(usage, stdout);
            return SFR_PRODUCER_GOOD;
        }
        if (!take_option(o, option, optarg))
            return sfr_producer_complain_status("see sframe-conform produce --help");
    }
    if (!o->as && !o->list)
        return sfr_producer_complain_status("--as is missing; see sframe-conform produce --help");
    o->names = argv + optind;
    o->num_names = argc - optind;
    return -1;
}

/* ---- Cases ---- */

static int is_source(const struct dirent *entry)
{
    const size_t len = strlen(entry->d_name);
    return len > 2 && strcmp(entry->d_name + len - 2, ".s") == 0;
}

static bool is_wanted(const struct options *o, const struct sfr_produce_case *c)
{
    for (int i = 0; i < o->num_names; i++)
        if (strcmp(o->names[i], c->name) == 0)
            return true;
    return o->num_names == 0 && strcmp(c->abi, o->abi) == 0;
}

/* ---- One step ---- */

static char *join(const char *folder, const char *name, const char *ending)
{
    struct sfr_buffer b = { 0 };
    sfr_buffer_printf(&b, "%s/%s%s", folder, name, ending);
    return b.data;
}

/* Runs COMMAND -o OUTPUT INPUT. COMMAND's words are separated by spaces. */
static void run_tool(const char *command_line, char *output, char *input, struct sfr_process *p)
{
    static char minus_o[] = "-o";
    char *words[MAX_WORDS + 4], *line = sfr_copy_text(command_line, strlen(command_line)), *rest = NULL;
    size_t count = 0;
    for (char *w = strtok_r(line, " ", &rest); w && count < MAX_WORDS; w = strtok_r(NULL, " ", &rest))
        words[count++] = w;
    words[count++] = minus_o;
    words[count++] = output;
    words[count++] = input;
    words[count] = NULL;
    const char *path = getenv("PATH");
    const struct sfr_command command = {
        .argv = words, .env = environ, .path = path ? path : "", .seconds = SECONDS, .max_output = MAX_OUTPUT,
        .stop_fd = -1
    };
    unlink(output);
    sfr_process_run(&command, p);
    free(line);
}

/* The line that tells of an error; the first one where none does. */
static const char *error_line(const char *text)
{
    const char *at = strstr(text, "rror");
    while (at && at > text && at[-1] != '\n')
        at--;
    return at ? at : text;
}

/* How a tool ended that did not end well; SFR_PASS if it did. GNU tools catch their own crashes and say so. */
static enum sfr_outcome judge_end(const struct sfr_process *p, const char *tool, struct sfr_buffer *detail,
                                  struct sfr_buffer *message)
{
    char name[32];
    sfr_buffer_printf(detail, "%s:", tool);
    switch (p->ended) {
    case SFR_ENDED_EXIT: break;
    case SFR_ENDED_SIGNAL: sfr_buffer_printf(detail, "%s", sfr_signal_name(p->code, name)); return SFR_CRASH;
    case SFR_ENDED_TIMEOUT:
    case SFR_ENDED_CPU: sfr_buffer_printf(detail, "seconds"); return SFR_TIMEOUT;
    case SFR_ENDED_FLOOD: sfr_buffer_printf(detail, "output"); return SFR_LIMIT;
    case SFR_ENDED_NOT_STARTED:
    case SFR_ENDED_STOPPED:
        sfr_buffer_printf(message, "cannot be started: %s", strerror(p->code));
        sfr_buffer_printf(detail, "not-started");
        return SFR_PROTOCOL;
    }
    const char *says = sfr_buffer_text(&p->err), *crash = strstr(says, "nternal error");
    if (p->code == 0) {
        sfr_buffer_free(detail);
        return SFR_PASS;
    }
    const char *line = error_line(says);
    sfr_buffer_printf(message, "%.*s", (int)strcspn(line, "\n"), line);
    sfr_buffer_printf(detail, crash ? "reported" : "refused");
    return crash ? SFR_CRASH : SFR_TOO_STRICT;
}

static enum sfr_outcome judge_file(const struct sfr_produce_case *c, const char *file, const char *part,
                                   struct sfr_buffer *detail, struct sfr_buffer *message)
{
    struct sfr_producer p;
    sfr_producer_judge(&p, file, SFR_PROFILE_AUTO);
    sfr_produce_check(c, &p, part, detail, message);
    sfr_producer_free(&p);
    return detail->data ? SFR_WRONG_OUTPUT : SFR_PASS;
}

/* Assembles, judges, links, judges; stops at the first step that goes wrong. */
static enum sfr_outcome run_case(const struct options *o, const struct sfr_produce_case *c, const char *folder,
                                 struct sfr_buffer *detail, struct sfr_buffer *message)
{
    char *object = join(folder, c->name, ".o"), *linked = join(folder, c->name, ".so");
    struct sfr_process p;
    run_tool(o->as, object, c->path, &p);
    enum sfr_outcome outcome = judge_end(&p, "as", detail, message);
    const bool refused = outcome == SFR_TOO_STRICT && c->may_refuse;
    sfr_process_free(&p);
    if (outcome == SFR_PASS)
        outcome = judge_file(c, object, "", detail, message);
    if (outcome == SFR_PASS && o->ld) {
        run_tool(o->ld, linked, object, &p);
        outcome = judge_end(&p, "ld", detail, message);
        sfr_process_free(&p);
        if (outcome == SFR_PASS)
            outcome = judge_file(c, linked, "linked:", detail, message);
    }
    if (!o->keep) {
        unlink(object);
        unlink(linked);
    }
    free(object);
    free(linked);
    return refused ? SFR_PASS : outcome;
}

/* ---- All of them ---- */

static void report_case(const struct sfr_produce_case *c, const struct sfr_producer_test *test)
{
    const char *word = test->standing == SFR_STANDS_GOOD ? "ok   "
        : test->standing == SFR_STANDS_KNOWN ? "known" : test->standing == SFR_STANDS_STALE ? "stale" : "WRONG";
    printf("%s %s", word, c->name);
    if (sfr_outcome_fails(test->outcome))
        printf(": %s %s%s%s\n      %s", sfr_outcome_name(test->outcome), test->detail ? test->detail : "",
               c->bug ? ", see " : "", c->bug ? c->bug : "", test->message ? test->message : "");
    printf("\n");
}

static void try_case(const struct options *o, const struct sfr_produce_case *c, const char *folder,
                     struct sfr_producer_tests *tests)
{
    struct sfr_buffer detail = { 0 }, message = { 0 };
    const enum sfr_outcome outcome = run_case(o, c, folder, &detail, &message);
    if (!sfr_outcome_fails(outcome))
        sfr_buffer_free(&detail);
    sfr_producer_tests_put(tests, o->output.known_path ? &o->output.known : NULL,
                           sfr_copy_text(c->name, strlen(c->name)), outcome, detail.data, message.data);
    report_case(c, &tests->tests[tests->count - 1]);
}

static int run_cases(const struct options *o, const char *folder, struct dirent **entries, int count)
{
    struct sfr_producer_tests tests = { 0 };
    struct sfr_error error = { "" };
    int status = SFR_PRODUCER_GOOD;
    for (int i = 0; i < count && status == SFR_PRODUCER_GOOD; i++) {
        struct sfr_produce_case c;
        char *path = join(o->cases, entries[i]->d_name, "");
        if (!sfr_produce_case_read(&c, path, &error))
            status = sfr_producer_complain_status(error.text);
        else if (is_wanted(o, &c) && o->list)
            printf("%s: %s%s%s\n", c.name, c.about, c.bug ? ", see " : "", c.bug ? c.bug : "");
        else if (is_wanted(o, &c))
            try_case(o, &c, folder, &tests);
        sfr_produce_case_free(&c);
        free(path);
    }
    if (!o->list && tests.count == 0)
        status = sfr_producer_worst(status, SFR_PRODUCER_NOTHING);
    if (!o->list) {
        printf("%zu cases: %zu right, %zu known, %zu wrong, %zu stale\n", tests.count, tests.standings[SFR_STANDS_GOOD],
               tests.standings[SFR_STANDS_KNOWN], tests.standings[SFR_STANDS_UNEXPECTED],
               tests.standings[SFR_STANDS_STALE]);
        status = sfr_producer_finish(&o->output, &tests, status);
    }
    sfr_producer_tests_free(&tests);
    return status;
}

static int with_folder(const struct options *o, struct dirent **entries, int count)
{
    const char *temporary = getenv("TMPDIR");
    char *folder = join(temporary && *temporary ? temporary : "/tmp", "sframe-produce-", "XXXXXX");
    if (!o->keep && !mkdtemp(folder)) {
        free(folder);
        return sfr_producer_complain_status("there is no place for temporary files (TMPDIR)");
    }
    const int status = run_cases(o, o->keep ? o->keep : folder, entries, count);
    if (!o->keep)
        rmdir(folder);
    free(folder);
    return status;
}

int sfr_command_produce(int argc, char **argv, const char *data_folder)
{
    struct options o = { .abi = "amd64" };
    struct sfr_error error = { "" };
    struct dirent **entries = NULL;
    const int early = read_options(&o, argc, argv);
    if (early >= 0)
        return early;
    if (o.output.known_path && !sfr_known_read(&o.output.known, o.output.known_path, &error))
        return sfr_producer_complain_status(error.text);
    char *standard = join(data_folder, "producers", "");
    o.cases = o.cases ? o.cases : standard;
    signal(SIGPIPE, SIG_IGN);
    const int count = scandir(o.cases, &entries, is_source, alphasort);
    int status;
    if (count < 0) {
        sfr_fail(&error, "%s: %s", o.cases, strerror(errno));
        status = sfr_producer_complain_status(error.text);
    } else {
        status = with_folder(&o, entries, count);
    }
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    free(standard);
    sfr_known_free(&o.output.known);
    return status;
}
