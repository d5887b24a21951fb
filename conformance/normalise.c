/* SPDX-License-Identifier: MIT */
/* The normalisers by name, and the one for tools that write the canonical dump. */
#include <string.h>

#include "normalise.h"

static const struct sfr_normaliser normalisers[] = {
    { "dump", "decode lookup unwind", sfr_normalise_dump },
    { "llvm", "decode", sfr_normalise_llvm },
    { "readelf", "decode", sfr_normalise_readelf },
};

const struct sfr_normaliser *sfr_normaliser_find(const char *name)
{
    for (unsigned i = 0; i < sizeof normalisers / sizeof normalisers[0]; i++)
        if (strcmp(normalisers[i].name, name) == 0)
            return &normalisers[i];
    return NULL;
}

bool sfr_normalise_dump(enum sfr_op op, const char *text, size_t len, struct sfr_buffer *dump, struct sfr_error *error)
{
    sfr_buffer_add(dump, text, len);
    return sfr_dump_check(text, len, op, error);
}
