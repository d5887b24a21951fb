/* SPDX-License-Identifier: MIT */
/* sframe-conform produce: runs an assembler and a linker over the producer cases. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "complain.h"
#include "producer_file.h"
#include "producer_output.h"
#include "toolchain.h"
#include "toolchain_case.h"
#include "toolchain_step.h"

static const char usage[] =
    "usage: sframe-conform produce --toolchain NAME [OPTION...] [CASE...]\n"
    "       sframe-conform produce --as COMMAND [OPTION...] [CASE...]\n"
    "\n"
    "Assembles sources that assemblers got wrong, links them, and judges the outcome as `producer` does.\n"
    "\n"
    "  --toolchain T    what a toolchain file says of the commands, the ABI and the known failures: by its name, or\n"
    "                   the file if there is a slash; other options override it\n"
    "  --toolchains     print the names\n"
    "  --bin DIR        look for the tools in this folder first\n"
    "  --as COMMAND     the assembler with its options, e.g. 'as --gsframe'; `-o OBJECT SOURCE` is added\n"
    "  --ld COMMAND     the linker with its options, e.g. 'ld -shared'; `-o FILE OBJECT` is added (default: none, and\n"
    "                   the cases with a `link` line are left out)\n"
    "  --cc COMMAND     the compiler with its options, e.g. 'gcc -O2 -S', for the cases in C; `-o ASSEMBLY SOURCE` is\n"
    "                   added (default: none, and those cases are left out)\n"
    "  --abi A          the cases of amd64, aarch64 or s390x (default: amd64)\n"
    "  --cases DIR      the cases (default: those that came with this program)\n"
    "  --keep DIR       leave the files that are made in this folder, which must be there\n"
    "  --known FILE     known-failure file\n"
    "  --write-known FILE   write the failures as a known-failure file; --force replaces one. Beside --known it needs\n"
    "                   all cases, and so --cc and --ld (a toolchain file without `ld` has no linker)\n"
    "  --junit FILE     write a JUnit report\n"
    "  --list           print the cases instead of running them\n"
    "  -h, --help       print this\n"
    "\n"
    "exit status: 0 all cases are right, 1 some are not, 2 stale known-failure file, 4 wrong usage, no such case or\n"
    "folder, 5 no case was run\n";

struct options {
    struct sfc_producer_output output;
    struct sfc_toolchain toolchain;
    const char *abi, *keep, *toolchain_name, *bin;
    char *as, *ld, *cc, *cases, *path;
    bool list, list_toolchains;
    char **names;
    int num_names;
};

static bool take_option(struct options *o, int option, char *value)
{
    switch (option) {
    case 'a': o->as = value; return true;
    case 'l': o->ld = value; return true;
    case 'C': o->cc = value; return true;
    case 't': o->toolchain_name = value; return true;
    case 'T': o->list_toolchains = true; return true;
    case 'B': o->bin = value; return true;
    case 'b': o->abi = value; return sfc_has_word("amd64 aarch64 s390x", value);
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
        { "toolchain", required_argument, NULL, 't' },
        { "toolchains", no_argument, NULL, 'T' },
        { "bin", required_argument, NULL, 'B' },
        { "cc", required_argument, NULL, 'C' },
        { "as", required_argument, NULL, 'a' },
        { "ld", required_argument, NULL, 'l' },
        { "abi", required_argument, NULL, 'b' },
        { "cases", required_argument, NULL, 'c' },
        { "keep", required_argument, NULL, 'K' },
        { "known", required_argument, NULL, 'k' },
        { "write-known", required_argument, NULL, 'w' },
        { "force", no_argument, NULL, 'f' },
        { "junit", required_argument, NULL, 'u' },
        { "list", no_argument, NULL, 'L' },
        { "help", no_argument, NULL, 'h' },
        { NULL, 0, NULL, 0 },
    };
    int option;
    while ((option = getopt_long(argc, argv, "h", long_options, NULL)) != -1) {
        if (option == 'h') {
            fputs(usage, stdout);
            return SFC_STATUS_CONFORMS;
        }
        if (!take_option(o, option, optarg))
            return sfc_complain("see sframe-conform produce --help");
    }
    if (!o->as && !o->toolchain_name && !o->list && !o->list_toolchains)
        return sfc_complain("--toolchain or --as is missing; see sframe-conform produce --help");
    o->names = argv + optind;
    o->num_names = argc - optind;
    if (o->num_names > 0 && o->output.write_known)
        return sfc_complain("--write-known needs all cases: name none");
    return -1;
}

/* ---- Cases ---- */

static int is_source(const struct dirent *entry)
{
    const size_t len = strlen(entry->d_name);
    return len > 2 && (strcmp(entry->d_name + len - 2, ".s") == 0 || strcmp(entry->d_name + len - 2, ".c") == 0);
}

/* By the names of the cases, which are those of the files without the ending: '-' would come before '.'. */
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

/* Whether there is a case of each name that was given. */
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

/* Whether the tools that the case needs beside the assembler were given. */
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
    sfc_producer_judge(&p, file, SFR_PROFILE_AUTO);
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

/* The files of a case. `assembly` is the source itself unless that is in C. */
struct files {
    char *assembly, *object, *linked;
};

/* Sets *refused if it is the assembler that refuses, and says why. */
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

/* Assembles, judges, links, judges; stops at the first step that goes wrong. */
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

/* Runs or prints a case, or notes that it is left out, as the command line says. */
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

static int finish(const struct options *o, const struct sfc_producer_tests *tests)
{
    if (o->list)
        return SFC_STATUS_CONFORMS;
    printf("%zu cases: %zu right, %zu known, %zu wrong, %zu stale\n", tests->count, tests->standings[SFC_STANDS_GOOD],
           tests->standings[SFC_STANDS_KNOWN], tests->standings[SFC_STANDS_UNEXPECTED],
           tests->standings[SFC_STANDS_STALE]);
    return sfc_producer_finish(&o->output, tests, tests->count == 0 ? SFC_STATUS_NOTHING : SFC_STATUS_CONFORMS);
}

/* A case that cannot be run as it should be ends the run: nothing is written of the others. */
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

/* What the command line does not say comes from the toolchain's file. */
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
    o->output.known_path = o->output.known_path ? o->output.known_path : t->known;
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
    if (o->output.write_known && o->output.known_path && !o->cc)
        return sfc_fail(error, "--write-known would lose the entries of the cases in C: give --cc");
    if (o->output.write_known && o->output.known_path && !o->ld && !o->toolchain_name)
        return sfc_fail(error, "--write-known would lose the entries of the cases about the linker: give --ld");
    return !o->output.known_path || sfc_known_read(&o->output.known, o->output.known_path, error);
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

int sfc_command_produce(int argc, char **argv, const char *data_folder)
{
    struct options o = { .abi = NULL };
    struct sfc_error error = { "" };
    int status = read_options(&o, argc, argv);
    if (status >= 0)
        return status;
    char *standard = join(data_folder, "producers", "");
    o.cases = o.cases ? o.cases : standard;
    signal(SIGPIPE, SIG_IGN);
    if (o.list_toolchains)
        status = sfc_toolchain_list(standard, &error) ? SFC_STATUS_CONFORMS : sfc_complain(error.text);
    else if (!prepare(&o, standard, &error))
        status = sfc_complain(error.text);
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
