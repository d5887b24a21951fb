/* SPDX-License-Identifier: MIT */
/* The rung `in-process`: a program (adapters/host.c) loads the shared object and is a framed
   adapter. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process.h"
#include "rung_framed.h"

/* Installed beside the adapters that came with the runner. */
static char host[] = "sframe-conform-host";

/* A name without a slash is looked for in the folders of programs. A shared object need not be
   executable. */
static char *find_object(const char *name, const char *path)
{
    if (!strchr(name, '/'))
        return sfc_find_program(name, path);
    return access(name, R_OK) == 0 ? sfc_copy_string(name) : NULL;
}

static struct sfc_session *open_object(const struct sfc_config *config, const struct sfc_grant *grant,
                                       enum sfc_no_hello *why, struct sfc_error *error)
{
    char *object = find_object(config->object, grant->path);
    if (!object) {
        sfc_fail(error, "%s: there is no shared object `%s`", config->path, config->object);
        return NULL;
    }
    char *words[] = { host, object, NULL };
    struct sfc_session *session = sfc_framed_open(config, grant, words, why, error);
    free(object);
    return session;
}

static struct sfc_session *open_session(const struct sfc_config *config, const struct sfc_grant *grant,
                                        struct sfc_error *error)
{
    return open_object(config, grant, NULL, error);
}

static char *learn(struct sfc_config *config, const struct sfc_grant *grant, struct sfc_error *error)
{
    return sfc_framed_learn(config, open_object(config, grant, &config->no_hello, error), error);
}

const struct sfc_rung sfc_rung_in_process = {
    open_session, sfc_framed_ask, sfc_framed_close, learn, sfc_framed_by_hand, sfc_framed_footprint,
};
