/* SPDX-License-Identifier: MIT */
/* The names of the levels. */
#include <string.h>

#include "level.h"
#include "text.h"

const char *const sfc_level_names[SFC_NUM_LEVELS] = { "safe", "read", "refuse", "validate", "strict" };

bool sfc_level_from_name(const char *name, enum sfc_level *out)
{
    const unsigned i = sfc_find_name(sfc_level_names, SFC_NUM_LEVELS, name, strlen(name));
    if (i < SFC_NUM_LEVELS)
        *out = (enum sfc_level)i;
    return i < SFC_NUM_LEVELS;
}
