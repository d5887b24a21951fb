/* SPDX-License-Identifier: MIT */
/* The ways to reach an implementation, by the adapter file's `rung`. */
#include "rung.h"

const struct sfr_rung *sfr_rung_find(const struct sfr_config *config)
{
    static const struct sfr_rung *const ways[SFR_NUM_WAYS] = {
        [SFR_WAY_COMMAND] = &sfr_rung_command,
        [SFR_WAY_FRAMED] = &sfr_rung_framed,
        [SFR_WAY_IN_PROCESS] = &sfr_rung_in_process,
    };
    return ways[config->way];
}
