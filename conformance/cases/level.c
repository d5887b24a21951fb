/* SPDX-License-Identifier: MIT */
/* The names of the levels. */
#include <string.h>

#include "level.h"

static const char *const names[SFC_NUM_LEVELS] = { "safe", "read", "refuse", "validate", "strict" };

const char *sfc_level_name(enum sfc_level level)
{
    return names[level];
}

bool sfc_level_from_name(const char *name, enum sfc_level *out)
{
    for (unsigned i = 0; i < SFC_NUM_LEVELS; i++)
        if (strcmp(names[i], name) == 0) {
            *out = (enum sfc_level)i;
            return true;
        }
    return false;
}
