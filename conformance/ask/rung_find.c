/* SPDX-License-Identifier: MIT */
/* Finds the rung by the adapter file's `rung`. */
#include "rung.h"

const struct sfc_rung *sfc_rung_find(const struct sfc_config *config)
{
    static const struct sfc_rung *const rungs[SFC_NUM_RUNGS] = {
        [SFC_RUNG_COMMAND] = &sfc_rung_command,
        [SFC_RUNG_FRAMED] = &sfc_rung_framed,
        [SFC_RUNG_IN_PROCESS] = &sfc_rung_in_process,
    };
    return rungs[config->rung_kind];
}
