/* SPDX-License-Identifier: MIT */
/* sframe-conform import: results of a reader that ran elsewhere, in a kernel, from what its driver printed. */
#define _DEFAULT_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ktap.h"
#include "run_end.h"
#include "selection.h"

enum { OPTION_LEVEL = SFC_OPTION_OWN, OPTION_NEEDS, OPTION_WITHOUT };

struct options {
    struct sfc_corpus_choice choice;
    struct sfc_ending ending;
    const char *name, *version, *known;
    enum sfc_level level;
    struct sfc_config config; /* of the reader: what it leaves out, and what it was asked */
};

/* What an import needs beside its options. */
struct job {
    struct options *options;
    const struct sfc_ktap *ktap;
    char *answered; /* "lookup/v3 ...": what it answered of any section */
    struct sfc_known known;
};

/* ---- The cases ----------------------------------------------------------------------------- */

static bool is_this_corpus(const struct sfc_ktap *ktap, const struct sfc_corpus *corpus, struct sfc_error *error)
{
    char sha256[SFR_SHA256_TEXT];
    if (!sfc_store_hash(corpus->store, sha256, error))
        return false;
    return strcmp(sha256, ktap->corpus_sha256) == 0
           || sfc_fail(error,
                       "%s: has results of the corpus %s, sha256 %.12s, and this one is %s, sha256 %.12s: name that "
                       "corpus with --corpus, or export the driver again",
                       ktap->path, ktap->corpus_version, ktap->corpus_sha256, corpus->version, sha256);
}

/* The case of each line, in the order of the corpus. */
static bool find_cases(struct sfc_run *run, const struct sfc_ktap *ktap, const struct sfc_ktap_case **asked,
                       struct sfc_error *error)
{
    for (size_t i = 0; i < ktap->count; i++) {
        const struct sfc_ktap_case *k = &ktap->cases[i];
        const struct sfc_case *c = sfc_corpus_find(run->corpus, k->id);
        if (!c)
            return sfc_fail(error, "%s:%u: there is no case '%s'", ktap->path, k->line, k->id);
        if (asked[c - run->corpus->cases])
            return sfc_fail(error, "%s:%u: %s was asked before, in line %u: the output has two runs; keep one of them",
                            ktap->path, k->line, k->id, asked[c - run->corpus->cases]->line);
        asked[c - run->corpus->cases] = k;
    }
    run->count = 0;
    for (size_t i = 0; i < run->corpus->count; i++)
        if (asked[i]) {
            run->cases[run->count] = &run->corpus->cases[i];
            asked[run->count++] = asked[i];
        }
    return true;
}

/* Adds the word to a list that lacks it. */
static void declare(char **list, const char *word)
{
    if (*list && sfc_has_word(*list, word))
        return;
    char *longer = sfc_format("%s%s%s", *list ? *list : "", *list ? " " : "", word);
    free(*list);
    *list = longer;
}

static char *kind_of(const struct sfc_case *c)
{
    return sfc_format("%s/%s", sfc_op_name(c->op), c->profile);
}

/* A reader declares nothing to the driver: what it answered at all is what it can do. */
static void declare_asked(struct job *job, const struct sfc_run *run, const struct sfc_ktap_case **asked)
{
    struct sfc_config *config = &job->options->config;
    for (size_t i = 0; i < run->count; i++) {
        if (asked[i]->state == SFC_KTAP_SKIPPED)
            continue;
        declare(&config->profiles, run->cases[i]->profile);
        declare(&config->abis, run->cases[i]->abi);
        declare(&config->orders, run->cases[i]->order);
        declare(&config->ops, sfc_op_name(run->cases[i]->op));
        char *kind = kind_of(run->cases[i]);
        declare(&job->answered, kind);
        free(kind);
    }
}

/* The reader does not answer about this section what it answers about others. */
static void judge_skipped(const struct job *job, const struct sfc_ktap_case *asked, const struct sfc_case *c,
                          struct sfc_result *result)
{
    char *kind = kind_of(c);
    if (asked->state == SFC_KTAP_SKIPPED && !asked->outcome && job->answered && sfc_has_word(job->answered, kind)) {
        result->outcome = SFC_UNDECLARED_SKIP;
        result->missing = 0;
    }
    free(kind);
}

static void take_results(const struct job *job, struct sfc_run *run, const struct sfc_ktap_case **asked)
{
    run->results = sfc_alloc(run->count, sizeof run->results[0]);
    run->standings = sfc_alloc(run->count, sizeof run->standings[0]);
    for (size_t i = 0; i < run->count; i++) {
        sfc_ktap_result(asked[i], run->config, run->cases[i], &run->results[i]);
        judge_skipped(job, asked[i], run->cases[i], &run->results[i]);
        run->standings[i] = sfc_known_standing(sfc_known_find(run->known, run->cases[i]->id), run->cases[i],
                                               &run->results[i], run->level);
        run->interrupted = run->interrupted || asked[i]->state == SFC_KTAP_ASKED;
    }
    sfc_run_find_unmatched(run);
}

/* ---- The import ------------------------------------------------------------------------------ */

static char *no_command(const struct sfc_config *config, const struct sfc_request *request, const char *id,
                        const char *corpus)
{
    (void)config;
    (void)request;
    (void)corpus;
    return sfc_format("insmod sframe_conformance.ko only=%s", id);
}

static int write_results(struct sfc_run *run, const struct options *o, struct sfc_error *error)
{
    struct sfc_results_writer writer;
    if (!sfc_results_writer_open(&writer, o->ending.report, run, error))
        return sfc_complain(error->text);
    bool good = true;
    for (size_t i = 0; i < run->count && good; i++)
        good = sfc_results_writer_add(&writer, i, error);
    const int status = good ? sfc_end_run(&o->ending, run, &writer, error) : sfc_complain(error->text);
    sfc_results_writer_free(&writer);
    return status;
}

static int import_selected(struct sfc_run *run, const void *ctx)
{
    static const struct sfc_rung elsewhere = { .by_hand = no_command };
    struct job *job = (struct job *)(uintptr_t)ctx;
    struct sfc_error error = { "" };
    const struct sfc_ktap_case **asked = sfc_alloc(run->corpus->count, sizeof(const struct sfc_ktap_case *));
    int status = SFC_STATUS_ERROR;
    run->config = &job->options->config;
    run->rung = &elsewhere;
    run->level = job->options->level;
    run->known = job->options->known ? &job->known : NULL;
    if (is_this_corpus(job->ktap, run->corpus, &error) && find_cases(run, job->ktap, asked, &error)
        && (!run->known || sfc_known_mark_corpus(&job->known, run->corpus, &error))) {
        declare_asked(job, run, asked);
        run->interrupted = !job->ktap->has_end;
        take_results(job, run, asked);
        status = write_results(run, job->options, &error);
    } else {
        sfc_complain(error.text);
    }
    if (run->interrupted)
        fprintf(stderr, "sframe-conform: %s ends before the driver does, after %zu questions; the last one was %s\n",
                job->ktap->path, job->ktap->count, job->ktap->cases[job->ktap->count - 1].id);
    free(asked);
    /* Nobody interrupted this program. */
    return status == 128 + SIGINT ? SFC_STATUS_FAILS : status;
}

static int import_file(struct options *o, const char *path)
{
    struct sfc_error error = { "" };
    struct sfc_ktap ktap;
    struct sfc_run run = { .version = sfc_copy_string(o->version ? o->version : "(no version given)"),
                           .report = o->ending.report };
    if (!sfc_ktap_read(&ktap, path, &error)) {
        free(run.version);
        return sfc_complain(error.text);
    }
    struct job job = { .options = o, .ktap = &ktap };
    o->config.path = sfc_copy_string(path);
    o->config.name = sfc_copy_string(o->name ? o->name : ktap.reader);
    const bool good = !o->known || sfc_known_read(&job.known, o->known, &error);
    const int status = good ? sfc_select_for(&run, &o->choice, import_selected, &job) : sfc_complain(error.text);
    sfc_run_free(&run);
    sfc_known_free(&job.known);
    free(job.answered);
    sfc_ktap_free(&ktap);
    return status;
}

/* ---- The command line ------------------------------------------------------------------------ */

static bool take(void *ctx, int id, char *value)
{
    struct options *o = ctx;
    if (id == OPTION_NEEDS || id == OPTION_WITHOUT)
        return sfc_config_declare(&o->config, id == OPTION_NEEDS ? "needs" : "without", value) == NULL
               || sfc_complain("--needs takes words of sorted, pcrel and functions, and --without flexible, once") == 0;
    if (id == OPTION_LEVEL)
        return sfc_level_from_name(value, &o->level) || sfc_complain("--level takes " SFC_LEVEL_NAMES) == 0;
    return sfc_selection_take(o, id, value);
}

static int import(const struct sfr_command *self, int argc, char **argv)
{
    struct options o = { .level = SFC_LEVEL_VALIDATE };
    int first;
    int status = sfc_cmd_options(self, argc, argv, take, &o, &first);
    o.ending.corpus = o.choice.corpus;
    if (status < 0)
        status = argc - first == 1 ? import_file(&o, argv[first])
                                   : sfc_cmd_misused(self, "name one file: the console output of the machine");
    sfc_config_free(&o.config);
    return status;
}

static const struct sfr_option options[] = {
    SFC_CORPUS_OPTION,
    { "name", "NAME", "the implementation (default: what the driver says)", SFC_STORED_TEXT(name) },
    { "version", "VERSION", "its version, such as that of the kernel", SFC_STORED_TEXT(version) },
    { "needs", "WORDS", "it refuses sections without these on purpose: sorted, pcrel, functions", OPTION_NEEDS },
    { "without", "flexible", "it refuses flexible functions on purpose", OPTION_WITHOUT },
    { "known", "FILE", "its known-failure file", SFC_STORED_TEXT(known) },
    { "level", "LEVEL", "the highest level whose failures count: " SFC_LEVEL_NAMES " (default: validate)",
      OPTION_LEVEL },
    { "report", "DIR", "write results.jsonl and the reports to DIR", SFC_STORED_TEXT(ending.report) },
    { "all", NULL, "print all failures", SFC_STORED_FLAG(ending.all) },
    { 0 },
};

const struct sfr_command sfc_cmd_import = {
    .name = "import",
    .synopsis = "[OPTION...] FILE",
    .summary = "make results of a kernel's console output",
    .about =
        "FILE is what a kernel printed while the driver of `export --kernel` ran, as it is: with time stamps, and\n"
        "with the lines of others. The results are like those of `run`.",
    .options = options,
    .statuses = "0 all results are as expected, 1 unexpected failures, or the output is cut, 2 stale\n"
                "known-failure file, 4 FILE or the corpus cannot be used, 5 nothing ran",
    .run = import,
};
