/* SPDX-License-Identifier: MIT */
/* The names of the levels. */
#include <string.h>

#include "level.h"
#include "text.h"

static const char *const names[SFC_NUM_LEVELS] = { "safe", "read", "refuse", "validate", "strict" };

const char *sfc_level_name(enum sfc_level level)
{
    return names[level];
}

bool sfc_level_from_name(const char *name, enum sfc_level *out)
{
    const unsigned i = sfc_find_name(names, SFC_NUM_LEVELS, name, strlen(name));
    if (i < SFC_NUM_LEVELS)
        *out = (enum sfc_level)i;
    return i < SFC_NUM_LEVELS;
}
