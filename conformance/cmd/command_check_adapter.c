/* SPDX-License-Identifier: MIT */
/* sframe-conform check-adapter: an adapter alone, and how much of a corpus it would be asked. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "adapter_file.h"
#include "places.h"
#include "probe.h"
#include "rung.h"
#include "selection.h"

enum { OPTION_LIMIT_SECONDS = SFC_OPTION_OWN };

struct options {
    struct sfc_corpus_choice choice;
    const char *adapter;
    uint64_t limit_seconds;
    bool trace;
};

static bool take(void *ctx, int id, char *value)
{
    struct options *o = ctx;
    return id == OPTION_LIMIT_SECONDS ? sfc_take_limit(&o->limit_seconds, value) : sfc_selection_take(o, id, value);
}

static int refuse_argument(const struct sfr_command *self, const char *word)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "check-adapter takes its adapter file as --adapter FILE: did you mean `--adapter %s`?", word);
    sfc_cmd_misused(self, b.data);
    sfc_buffer_free(&b);
    return SFC_STATUS_USAGE;
}

/* How many cases a run would ask. */
static int count_asked(struct sfc_run *run, const void *config)
{
    size_t asked = 0;
    for (size_t i = 0; i < run->count; i++)
        asked += sfc_undeclared(config, run->cases[i]) == 0;
    if (asked > 0)
        printf("ok    the corpus: a run asks %zu of %zu cases\n", asked, run->count);
    else
        puts("FAIL  the corpus: a run asks no case\n"
             "      fix: declare the profiles, ABIs, byte orders and ops that the implementation reads");
    return asked > 0 ? SFC_STATUS_CONFORMS : SFC_STATUS_BROKEN;
}

static int check_all(const struct options *o, struct sfc_config *config, const struct sfc_grant *grant)
{
    struct sfc_run run = { .corpus = NULL };
    bool is_other = false;
    unsigned failed = sfc_check_adapter(config, grant, &is_other);
    const bool reads_corpus = failed == 0 && o->choice.corpus && !sfc_is_stopped(grant);
    const int status = reads_corpus ? sfc_select_for(&run, &o->choice, count_asked, config) : SFC_STATUS_CONFORMS;
    sfc_run_free(&run);
    if (sfc_is_stopped(grant))
        return 128 + SIGINT;
    if (status == SFC_STATUS_ERROR || config->no_hello == SFC_HELLO_UNASKED)
        return SFC_STATUS_ERROR;
    failed += status != SFC_STATUS_CONFORMS;
    printf(failed == 0 ? "the adapter is fit for a run\n" : "%u of the checks failed\n", failed);
    return failed == 0 ? SFC_STATUS_CONFORMS : is_other ? SFC_STATUS_NOTHING : SFC_STATUS_BROKEN;
}

static int check_adapter(const struct sfr_command *self, int argc, char **argv)
{
    struct options o = { .adapter = NULL };
    struct sfc_config config;
    struct sfc_error error = { "" };
    struct sfc_stop_pipe stop;
    bool is_absent;
    int first;
    const int early = sfc_cmd_options(self, argc, argv, take, &o, &first);
    if (early >= 0)
        return early;
    if (first < argc)
        return refuse_argument(self, argv[first]);
    if (!sfc_stop_catch(&stop))
        return SFC_STATUS_ERROR;
    int status = sfc_adapter_read(o.adapter, &stop, &config, &is_absent, &error);
    if (status >= 0) {
        sfc_complain(error.text);
        return status;
    }
    char *programs = sfc_program_path();
    const struct sfc_grant grant = { (double)(o.limit_seconds > 0 ? o.limit_seconds : config.seconds), programs,
                                     stop.read_fd, o.trace, 0 };
    status = check_all(&o, &config, &grant);
    sfc_config_free(&config);
    free(programs);
    return status;
}

static const struct sfr_option options[] = {
    SFC_ADAPTER_OPTION(SFC_STORED_TEXT(adapter)),
    SFC_LIMIT_OPTION(OPTION_LIMIT_SECONDS),
    { "trace", NULL, "print what is sent and what comes back", SFC_STORED_FLAG(trace) },
    { "corpus", "PATH", "also count the cases of this corpus that a run would ask", SFC_OPTION_CORPUS },
    { 0 },
};

const struct sfr_command sfc_cmd_check_adapter = {
    .name = "check-adapter",
    .synopsis = "[OPTION...]",
    .summary = "check an adapter before a run",
    .about = "Checks an adapter with a few sections that every reader knows.",
    .options = options,
    .statuses = "0 it is fit for a run, 3 it is not, 4 wrong adapter file or corpus, or an error of the runner,\n"
                "5 another version, 130 interrupted",
    .run = check_adapter,
};
