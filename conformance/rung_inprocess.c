/* SPDX-License-Identifier: MIT */
/* A shared object, by way of a program that loads it (adapters/host.c) and is spoken to like any other that keeps
   running. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process.h"
#include "rung_framed.h"

/* Found where the adapters are that came with the runner. */
static char host[] = "sframe-conform-host";

/* A name without a slash is looked for where programs are. A shared object need not be executable. */
static char *find_object(const char *name, const char *path)
{
    if (!strchr(name, '/'))
        return sfr_find_program(name, path);
    return access(name, R_OK) == 0 ? sfr_copy_text(name, strlen(name)) : NULL;
}

static struct sfr_session *open_session(const struct sfr_config *config, const struct sfr_grant *grant,
                                        struct sfr_error *error)
{
    char *object = find_object(config->object, grant->path);
    if (!object) {
        sfr_fail(error, "%s: there is no shared object `%s`", config->path, config->object);
        return NULL;
    }
    char *words[] = { host, object, NULL };
    struct sfr_session *session = sfr_framed_open(config, grant, words, error);
    free(object);
    return session;
}

static char *learn(struct sfr_config *config, const struct sfr_grant *grant, struct sfr_error *error)
{
    return sfr_framed_learn(config, open_session(config, grant, error), error);
}

const struct sfr_rung sfr_rung_in_process = {
    open_session, sfr_framed_ask, sfr_framed_close, learn, sfr_framed_by_hand,
};
