/* SPDX-License-Identifier: MIT */
/* A shared object, by way of a program that loads it (host.c) and is spoken to like any other that keeps running. */
#include "rung_framed.h"

/* Found where the adapters are that came with the runner. */
static char host[] = "sframe-conform-host";

static struct sfr_session *open_session(const struct sfr_config *config, const struct sfr_grant *grant,
                                        struct sfr_error *error)
{
    char *words[] = { host, config->object, NULL };
    return sfr_framed_open(config, grant, words, error);
}

static char *learn(struct sfr_config *config, const struct sfr_grant *grant, struct sfr_error *error)
{
    return sfr_framed_learn(config, open_session(config, grant, error), error);
}

const struct sfr_rung sfr_rung_in_process = {
    open_session, sfr_framed_ask, sfr_framed_close, learn, sfr_framed_by_hand,
};
