/* SPDX-License-Identifier: MIT */
/* sframe-conform produce: runs an assembler and a linker over the producer cases. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "places.h"
#include "produce_random.h"
#include "producer_file.h"
#include "producer_output.h"
#include "toolchain.h"
#include "toolchain_case.h"
#include "toolchain_step.h"

enum {
    OPTION_TOOLCHAIN = 256,
    OPTION_TOOLCHAINS,
    OPTION_BIN,
    OPTION_AS,
    OPTION_LD,
    OPTION_CC,
    OPTION_ABI,
    OPTION_CASES,
    OPTION_KEEP,
    OPTION_KNOWN,
    OPTION_WRITE_KNOWN,
    OPTION_FORCE,
    OPTION_JUNIT,
    OPTION_LIST,
    OPTION_RANDOM,
    OPTION_SEED,
    OPTION_FROM,
    OPTION_RESULTS
};

struct options {
    struct sfc_producer_output output;
    struct sfc_toolchain toolchain;
    const char *abi, *keep, *toolchain_name, *bin;
    char *as, *ld, *cc, *cases, *path;
    bool list, list_toolchains;
    struct sfc_produce_random random; /* count: NULL without --random */
    char **names;
    int num_names;
};

static bool take(void *ctx, int id, char *value)
{
    struct options *o = ctx;
    switch (id) {
    case OPTION_TOOLCHAIN: o->toolchain_name = value; break;
    case OPTION_TOOLCHAINS: o->list_toolchains = true; break;
    case OPTION_BIN: o->bin = value; break;
    case OPTION_AS: o->as = value; break;
    case OPTION_LD: o->ld = value; break;
    case OPTION_CC: o->cc = value; break;
    case OPTION_ABI:
        o->abi = value;
        return sfc_has_word("amd64 aarch64 s390x", value) || sfc_complain("--abi takes aarch64, amd64 or s390x") == 0;
    case OPTION_CASES: o->cases = value; break;
    case OPTION_KEEP: o->keep = value; break;
    case OPTION_KNOWN: o->output.known_path = value; break;
    case OPTION_WRITE_KNOWN: o->output.write_known = value; break;
    case OPTION_FORCE: o->output.force = true; break;
    case OPTION_JUNIT: o->output.junit = value; break;
    case OPTION_LIST: o->list = true; break;
    case OPTION_RANDOM: o->random.count = value; break;
    case OPTION_SEED: o->random.seed = value; break;
    case OPTION_FROM: o->random.from = value; break;
    case OPTION_RESULTS: o->random.results = value; break;
    case 'j': o->random.jobs = value; break;
    default: break;
    }
    return true;
}

/* ---- Cases ---- */

static int is_source(const struct dirent *entry)
{
    const size_t len = strlen(entry->d_name);
    return len > 2 && (strcmp(entry->d_name + len - 2, ".s") == 0 || strcmp(entry->d_name + len - 2, ".c") == 0);
}

/* By the names without the ending: '-' sorts before '.'. */
static int compare_names(const struct dirent **a, const struct dirent **b)
{
    const size_t x = strlen((*a)->d_name) - 2, y = strlen((*b)->d_name) - 2;
    const int order = memcmp((*a)->d_name, (*b)->d_name, x < y ? x : y);
    return order != 0 ? order : x < y ? -1 : x > y;
}

static bool is_source_of(const char *file_name, const char *name)
{
    const size_t len = strlen(file_name) - 2;
    return strlen(name) == len && memcmp(file_name, name, len) == 0;
}

/* Checks that each name is that of a case. */
static bool check_names(const struct options *o, struct dirent **entries, int count, struct sfc_error *error)
{
    for (int i = 0; i < o->num_names; i++) {
        bool found = false;
        for (int k = 0; k < count && !found; k++)
            found = is_source_of(entries[k]->d_name, o->names[i]);
        if (!found)
            return sfc_fail(error, "there is no case %s; see sframe-conform produce --list", o->names[i]);
    }
    return true;
}

static bool is_named(const struct options *o, const struct sfc_toolchain_case *c)
{
    for (int i = 0; i < o->num_names; i++)
        if (strcmp(o->names[i], c->name) == 0)
            return true;
    return false;
}

/* Checks that the compiler and linker that the case needs were given. */
static bool check_tools(const struct options *o, const struct sfc_toolchain_case *c, struct sfc_error *error)
{
    if (c->is_c && !o->cc)
        return sfc_fail(error, "%s is in C: give --cc", c->name);
    if (c->link && !o->ld)
        return sfc_fail(error, "%s is about the linker: give --ld", c->name);
    return true;
}

/* ---- One case ---- */

static char *join(const char *folder, const char *name, const char *ending)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "%s/%s%s", folder, name, ending);
    return b.data;
}

static enum sfc_outcome judge_file(const struct sfc_toolchain_case *c, const char *file, const char *part,
                                   struct sfc_buffer *detail, struct sfc_buffer *message)
{
    struct sfc_producer p;
    sfc_producer_judge(&p, file, SFR_PROFILE_AUTO, false);
    sfc_toolchain_case_check(c, &p, part, detail, message);
    sfc_producer_free(&p);
    return detail->data ? SFC_WRONG_OUTPUT : SFC_PASS;
}

static enum sfc_outcome run_tool(const char *tool, const struct sfc_toolchain_step *step, struct sfc_buffer *detail,
                                 struct sfc_buffer *message)
{
    struct sfc_process p;
    sfc_toolchain_step_run(step, &p);
    const enum sfc_outcome outcome = sfc_toolchain_step_judge(&p, tool, detail, message);
    sfc_process_free(&p);
    return outcome;
}

/* The files of a case. `assembly` is the source, unless that is in C. */
struct files {
    char *assembly, *object, *linked;
};

/* Sets *refused if the assembler refuses and says why. */
static enum sfc_outcome assemble(const struct options *o, const struct sfc_toolchain_case *c, const struct files *f,
                                 struct sfc_buffer *detail, struct sfc_buffer *message, bool *refused)
{
    const struct sfc_toolchain_step compile = {
        .command = o->cc, .path = o->path, .output = f->assembly, .input = c->path
    };
    const struct sfc_toolchain_step step = {
        .command = o->as, .path = o->path, .output = f->object, .input = f->assembly
    };
    enum sfc_outcome outcome = c->is_c ? run_tool("cc", &compile, detail, message) : SFC_PASS;
    if (outcome != SFC_PASS)
        return outcome;
    outcome = run_tool("as", &step, detail, message);
    *refused = outcome == SFC_TOO_STRICT && message->len > 0;
    if (outcome == SFC_TOO_STRICT && message->len == 0)
        sfc_buffer_printf(message, "refused without a message");
    return outcome;
}

static enum sfc_outcome link_object(const struct options *o, const struct sfc_toolchain_case *c, const struct files *f,
                                    struct sfc_buffer *detail, struct sfc_buffer *message)
{
    const struct sfc_toolchain_step step = { .command = o->ld,
                                             .more = c->link,
                                             .left_out = c->link ? "-shared" : NULL,
                                             .path = o->path,
                                             .output = f->linked,
                                             .input = f->object };
    return run_tool("ld", &step, detail, message);
}

/* Assembles, judges, links, judges; stops at the first failure. */
static enum sfc_outcome run_steps(const struct options *o, const struct sfc_toolchain_case *c, const struct files *f,
                                  struct sfc_buffer *detail, struct sfc_buffer *message)
{
    bool refused = false;
    enum sfc_outcome outcome = assemble(o, c, f, detail, message, &refused);
    if (refused && c->may_refuse)
        return SFC_PASS;
    if (outcome == SFC_PASS)
        outcome = judge_file(c, f->object, "", detail, message);
    if (outcome == SFC_PASS && o->ld)
        outcome = link_object(o, c, f, detail, message);
    else
        return outcome;
    return outcome == SFC_PASS ? judge_file(c, f->linked, "linked:", detail, message) : outcome;
}

static enum sfc_outcome run_case(const struct options *o, const struct sfc_toolchain_case *c, const char *folder,
                                 struct sfc_buffer *detail, struct sfc_buffer *message)
{
    struct files f = { c->is_c ? join(folder, c->name, ".s") : c->path, join(folder, c->name, ".o"),
                       join(folder, c->name, ".so") };
    const enum sfc_outcome outcome = run_steps(o, c, &f, detail, message);
    if (!o->keep) {
        unlink(f.object);
        unlink(f.linked);
        if (c->is_c)
            unlink(f.assembly);
    }
    if (c->is_c)
        free(f.assembly);
    free(f.object);
    free(f.linked);
    return outcome;
}

/* ---- All of them ---- */

static void report_case(const struct sfc_toolchain_case *c, const struct sfc_producer_test *test)
{
    const char *word = test->standing == SFC_STANDS_GOOD    ? "ok   "
                       : test->standing == SFC_STANDS_KNOWN ? "known"
                       : test->standing == SFC_STANDS_STALE ? "stale"
                                                            : "WRONG";
    printf("%s %s", word, c->name);
    if (sfc_outcome_fails(test->outcome))
        printf(": %s %s%s%s\n      %s", sfc_outcome_name(test->outcome), test->detail ? test->detail : "",
               c->bug ? ", see " : "", c->bug ? c->bug : "", test->message ? test->message : "");
    printf("\n");
}

static void try_case(const struct options *o, const struct sfc_toolchain_case *c, const char *folder,
                     struct sfc_producer_tests *tests)
{
    struct sfc_buffer detail = { 0 }, message = { 0 };
    const enum sfc_outcome outcome = run_case(o, c, folder, &detail, &message);
    if (!sfc_outcome_fails(outcome))
        sfc_buffer_free(&detail);
    sfc_producer_tests_put(tests, o->output.known_path ? &o->output.known : NULL,
                           sfc_copy_text(c->name, strlen(c->name)), outcome, detail.data, message.data);
    report_case(c, &tests->tests[tests->count - 1]);
}

static void leave_out(struct sfc_producer_output *output, const struct sfc_toolchain_case *c)
{
    output->left_out = sfc_grow(output->left_out, output->num_left_out + 1, sizeof output->left_out[0]);
    output->left_out[output->num_left_out++] = sfc_copy_text(c->name, strlen(c->name));
}

/* Runs a case, prints it, or leaves it out. */
static bool take_case(struct options *o, const struct sfc_toolchain_case *c, const char *folder,
                      struct sfc_producer_tests *tests, struct sfc_error *error)
{
    const bool named = is_named(o, c), of_abi = sfc_has_word(c->abi, o->abi);
    if (o->list && (named || (of_abi && o->num_names == 0)))
        printf("%s: %s%s%s\n", c->name, c->about, c->bug ? ", see " : "", c->bug ? c->bug : "");
    else if (named && !o->list && !check_tools(o, c, error))
        return false;
    else if (named || (of_abi && o->num_names == 0 && check_tools(o, c, NULL)))
        try_case(o, c, folder, tests);
    else if (of_abi)
        leave_out(&o->output, c);
    return true;
}

static bool run_cases(struct options *o, const char *folder, struct dirent **entries, int count,
                      struct sfc_producer_tests *tests, struct sfc_error *error)
{
    bool good = true;
    for (int i = 0; i < count && good; i++) {
        struct sfc_toolchain_case c;
        char *path = join(o->cases, entries[i]->d_name, "");
        good = sfc_toolchain_case_read(&c, path, error) && take_case(o, &c, folder, tests, error);
        sfc_toolchain_case_free(&c);
        free(path);
    }
    return good;
}

static int finish(struct options *o, const struct sfc_producer_tests *tests)
{
    if (o->list)
        return SFC_STATUS_CONFORMS;
    printf("%zu cases: %zu right, %zu known, %zu wrong, %zu stale\n", tests->count, tests->standings[SFC_STANDS_GOOD],
           tests->standings[SFC_STANDS_KNOWN], tests->standings[SFC_STANDS_UNEXPECTED],
           tests->standings[SFC_STANDS_STALE]);
    return sfc_producer_finish(&o->output, tests, tests->count == 0 ? SFC_STATUS_NOTHING : SFC_STATUS_CONFORMS);
}

/* A case that cannot be run ends the run: nothing is written about the others. */
static int run_all(struct options *o, const char *folder, struct dirent **entries, int count)
{
    struct sfc_producer_tests tests = { 0 };
    struct sfc_error error = { "" };
    const bool good = check_names(o, entries, count, &error) && run_cases(o, folder, entries, count, &tests, &error);
    const int status = good ? finish(o, &tests) : sfc_complain(error.text);
    sfc_producer_tests_free(&tests);
    return status;
}

static int with_folder(struct options *o, struct dirent **entries, int count)
{
    const char *temporary = getenv("TMPDIR");
    char *folder = join(temporary && *temporary ? temporary : "/tmp", "sframe-produce-", "XXXXXX");
    if (!o->keep && !mkdtemp(folder)) {
        free(folder);
        return sfc_complain("there is no place for temporary files (TMPDIR)");
    }
    const int status = run_all(o, o->keep ? o->keep : folder, entries, count);
    if (!o->keep)
        rmdir(folder);
    free(folder);
    return status;
}

/* Takes from the toolchain file what the command line does not give. */
static bool take_toolchain(struct options *o, const char *folder, struct sfc_error *error)
{
    struct sfc_toolchain *t = &o->toolchain;
    if (!sfc_toolchain_read(t, o->toolchain_name, folder, error))
        return false;
    if (!o->as && !o->list && !sfc_toolchain_is_right(t, o->path, error))
        return false;
    o->as = o->as ? o->as : t->as;
    o->ld = o->ld ? o->ld : t->ld;
    o->cc = o->cc ? o->cc : t->cc;
    o->abi = o->abi ? o->abi : t->abi;
    const char *known = o->random.count ? t->known_random : t->known;
    o->output.known_path = o->output.known_path ? o->output.known_path : known;
    return true;
}

static bool prepare(struct options *o, const char *folder, struct sfc_error *error)
{
    const char *path = getenv("PATH");
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "%s%s%s", o->bin ? o->bin : "", o->bin ? ":" : "", path ? path : "");
    o->path = b.data;
    if (o->toolchain_name && !take_toolchain(o, folder, error))
        return false;
    o->abi = o->abi ? o->abi : "amd64";
    return o->random.count || !o->output.known_path || sfc_known_read(&o->output.known, o->output.known_path, error);
}

/* A list that is written anew must not lose entries of cases that did not run. */
static bool runs_all(const struct options *o, struct sfc_error *error)
{
    if (o->output.write_known && o->output.known_path && !o->cc)
        return sfc_fail(error, "--write-known would lose the entries of the cases in C: give --cc");
    if (o->output.write_known && o->output.known_path && !o->ld && !o->toolchain_name)
        return sfc_fail(error, "--write-known would lose the entries of the cases about the linker: give --ld");
    return true;
}

static int run_folder(struct options *o)
{
    struct sfc_error error = { "" };
    struct dirent **entries = NULL;
    const int count = scandir(o->cases, &entries, is_source, compare_names);
    if (count < 0) {
        sfc_fail(&error, "%s: %s", o->cases, strerror(errno));
        return sfc_complain(error.text);
    }
    const int status = with_folder(o, entries, count);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return status;
}

static void add_option(struct sfc_buffer *b, const char *option, const char *value, const char *standard)
{
    if (!value || value == standard)
        return;
    sfc_buffer_printf(b, " %s ", option);
    sfc_add_quoted(b, value);
}

/* The command that repeats a random run, without its numbers: all that the finds depend on. */
static char *random_again(const struct options *o)
{
    const struct sfc_toolchain *t = &o->toolchain;
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "sframe-conform produce");
    add_option(&b, "--toolchain", o->toolchain_name, NULL);
    add_option(&b, "--as", o->as, t->as);
    add_option(&b, "--abi", o->abi, t->abi);
    add_option(&b, "--bin", o->bin, NULL);
    add_option(&b, "--known", o->output.known_path, t->known_random);
    return b.data;
}

static int run_random(struct options *o)
{
    struct sfc_produce_random *r = &o->random;
    char *again = random_again(o);
    r->again = again;
    r->as = o->as;
    r->path = o->path;
    r->abi = o->abi;
    r->known = o->output.known_path;
    r->keep = o->keep;
    const int status = sfc_produce_random(r);
    free(again);
    return status;
}

/* What the command line lacks, or has too much of; NULL: nothing. */
static const char *misused(const struct options *o)
{
    const struct sfc_produce_random *r = &o->random;
    if (!o->as && !o->toolchain_name && !o->list && !o->list_toolchains)
        return "--toolchain or --as is missing";
    if (o->num_names > 0 && o->output.write_known)
        return "--write-known needs all cases: name none";
    if (!r->count && (r->seed || r->from || r->jobs || r->results))
        return "--seed, --from, --results and -j need --random";
    if (r->count && (o->num_names > 0 || o->list || o->output.write_known || o->output.junit || o->cases))
        return "--random takes no cases, --cases, --list, --write-known or --junit";
    return NULL;
}

static int produce(const struct sfr_command *self, int argc, char **argv)
{
    struct options o = { .abi = NULL };
    struct sfc_error error = { "" };
    int first, status = sfc_cmd_options(self, argc, argv, take, &o, &first);
    if (status >= 0)
        return status;
    o.names = argv + first;
    o.num_names = argc - first;
    if (misused(&o))
        return sfc_cmd_misused(self, misused(&o));
    char *standard = join(sfc_data_folder(), "producers", "");
    o.cases = o.cases ? o.cases : standard;
    signal(SIGPIPE, SIG_IGN);
    if (o.list_toolchains)
        status = sfc_toolchain_list(standard, &error) ? SFC_STATUS_CONFORMS : sfc_complain(error.text);
    else if (!prepare(&o, standard, &error))
        status = sfc_complain(error.text);
    else if (o.random.count)
        status = run_random(&o);
    else if (!runs_all(&o, &error))
        status = sfc_cmd_misused(self, error.text);
    else
        status = run_folder(&o);
    free(o.path);
    free(standard);
    for (size_t i = 0; i < o.output.num_left_out; i++)
        free(o.output.left_out[i]);
    free(o.output.left_out);
    sfc_known_free(&o.output.known);
    sfc_toolchain_free(&o.toolchain);
    return status;
}

static const struct sfr_option options[] = {
    { "toolchain", "T",
      "a toolchain file, with the commands, the ABI and the known failures: its name, or its\n"
      "path if there is a slash; other options override it",
      OPTION_TOOLCHAIN },
    { "toolchains", NULL, "print the names", OPTION_TOOLCHAINS },
    { "bin", "DIR", "look for the tools in this folder first", OPTION_BIN },
    { "as", "COMMAND", "the assembler with its options, e.g. 'as --gsframe'; `-o OBJECT SOURCE` is added", OPTION_AS },
    { "ld", "COMMAND",
      "the linker with its options, e.g. 'ld -shared'; `-o FILE OBJECT` is added (default:\n"
      "none, without the cases that have a `link` line)",
      OPTION_LD },
    { "cc", "COMMAND",
      "the compiler with its options, e.g. 'gcc -O2 -S', for the cases in C; `-o ASSEMBLY\n"
      "SOURCE` is added (default: none, without those cases)",
      OPTION_CC },
    { "abi", "A", "the cases of amd64, aarch64 or s390x (default: amd64)", OPTION_ABI },
    { "cases", "DIR", "the cases (default: those that came with this program)", OPTION_CASES },
    { "keep", "DIR", "keep the files that are made in this folder, which must exist", OPTION_KEEP },
    { "known", "FILE", "known-failure file", OPTION_KNOWN },
    { "write-known", "FILE",
      "write the failures as a known-failure file. With --known it needs all cases, and so\n"
      "--cc and --ld (a toolchain file without `ld` has no linker)",
      OPTION_WRITE_KNOWN },
    { "force", NULL, "let --write-known replace a file", OPTION_FORCE },
    { "junit", "FILE", "write a JUnit report", OPTION_JUNIT },
    { "list", NULL, "print the cases instead of running them", OPTION_LIST },
    { "random", "N",
      "instead of the cases: N random functions, assembled and judged, not linked. Finds are shrunk\n"
      "and grouped by cause; --known is a list of known causes, and --keep gets a case for each other one",
      OPTION_RANDOM },
    { "seed", "S", "the seed of the random functions (default: 1)", OPTION_SEED },
    { "from", "I", "the number of the first random function (default: 0)", OPTION_FROM },
    { "results", "FILE", "write what was found to this file as JSON, a line for each cause", OPTION_RESULTS },
    { "jobs", "N", "how many assemblers run at once (default: the processors)", 'j' },
    { 0 },
};

const struct sfr_command sfc_cmd_produce = {
    .name = "produce",
    .synopsis = "--toolchain T | --as COMMAND [OPTION...] [CASE...]",
    .summary = "run an assembler and a linker over the producer cases",
    .about = "Assembles sources that assemblers got wrong, links them, and judges the files as `producer` does.",
    .options = options,
    .statuses = "0 all cases are right, 1 some are not, 2 stale known-failure file, 4 no such case or\n"
                "folder, or no such assembler, 5 no case was run, 7 random finds that were not seen again\n"
                "(UNSURE), and nothing new",
    .run = produce,
};
