/* SPDX-License-Identifier: MIT */
/* sframe-conform check-adapter: an adapter alone, without the corpus. */
#include <stdio.h>
#include <stdlib.h>

#include "adapter_file.h"
#include "check_adapter.h"
#include "places.h"
#include "rung.h"

enum { OPTION_ADAPTER = 256, OPTION_LIMIT_SECONDS };

struct options {
    const char *adapter;
    uint64_t limit_seconds;
};

static bool take(void *ctx, int id, char *value)
{
    struct options *o = ctx;
    if (id == OPTION_LIMIT_SECONDS)
        return sfc_take_limit(&o->limit_seconds, value);
    o->adapter = value;
    return true;
}

static int refuse_argument(const struct sfr_command *self, const char *word)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "check-adapter takes its adapter file as --adapter FILE: did you mean `--adapter %s`?", word);
    sfc_cmd_misused(self, b.data);
    sfc_buffer_free(&b);
    return SFC_STATUS_USAGE;
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
    const int status = sfc_adapter_read(o.adapter, &stop, &config, &is_absent, &error);
    if (status >= 0) {
        sfc_complain(error.text);
        return status;
    }
    char *programs = sfc_program_path();
    const struct sfc_grant grant = { (double)(o.limit_seconds > 0 ? o.limit_seconds : config.seconds), programs,
                                     stop.read_fd };
    const unsigned failed = sfc_check_adapter(&config, &grant);
    printf(failed == 0 ? "the adapter is fit for a run\n" : "%u of the checks failed\n", failed);
    sfc_config_free(&config);
    free(programs);
    return failed == 0 ? SFC_STATUS_CONFORMS : SFC_STATUS_BROKEN;
}

static const struct sfr_option options[] = {
    SFC_ADAPTER_OPTION(OPTION_ADAPTER),
    SFC_LIMIT_OPTION(OPTION_LIMIT_SECONDS),
    { 0 },
};

const struct sfr_command sfc_cmd_check_adapter = {
    .name = "check-adapter",
    .synopsis = "[OPTION...]",
    .summary = "check an adapter before a run",
    .about = "Checks an adapter with a few sections that every reader knows, without the corpus.",
    .options = options,
    .statuses = "0 it is fit for a run, 3 it is not, 4 wrong adapter file, 5 another version",
    .run = check_adapter,
};
