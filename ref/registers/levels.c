/* SPDX-License-Identifier: MIT */
/* Names of bases and levels. */
#include <string.h>

#include "sfr.h"

static const char *const basis_names[] = {
    [SFR_BASIS_TEXT] = "text",
    [SFR_BASIS_PRACTICE] = "practice",
    [SFR_BASIS_INFERENCE] = "inference",
    [SFR_BASIS_OURS] = "ours",
};

static const char *const level_names[] = {
    [SFR_LEVEL_SAFE] = "safe",         [SFR_LEVEL_READ] = "read",     [SFR_LEVEL_REFUSE] = "refuse",
    [SFR_LEVEL_VALIDATE] = "validate", [SFR_LEVEL_STRICT] = "strict",
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

const char *sfr_basis_name(enum sfr_basis basis)
{
    return (unsigned)basis < COUNT(basis_names) ? basis_names[basis] : NULL;
}

const char *sfr_level_name(enum sfr_level level)
{
    return (unsigned)level < COUNT(level_names) ? level_names[level] : NULL;
}

bool sfr_level_from_name(const char *name, enum sfr_level *out)
{
    for (size_t i = SFR_LEVEL_SAFE; i < COUNT(level_names); i++) {
        if (strcmp(name, level_names[i]) == 0) {
            *out = (enum sfr_level)i;
            return true;
        }
    }
    return false;
}
