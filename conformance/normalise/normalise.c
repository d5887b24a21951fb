/* SPDX-License-Identifier: MIT */
/* Finds the normalisers by name, and has the one for tools that write the canonical dump. */
#include <string.h>

#include "normalise.h"

static const struct sfc_normaliser normalisers[] = {
    { "dump", "decode lookup unwind", sfc_normalise_dump },
    { "llvm", "decode", sfc_normalise_llvm },
    { "readelf", "decode", sfc_normalise_readelf },
};

const struct sfc_normaliser *sfc_normaliser_find(const char *name)
{
    for (unsigned i = 0; i < sizeof normalisers / sizeof normalisers[0]; i++)
        if (strcmp(normalisers[i].name, name) == 0)
            return &normalisers[i];
    return NULL;
}

bool sfc_normalise_dump(enum sfc_op op, const struct sfc_hidden *hidden, const char *text, size_t len,
                        struct sfc_buffer *dump, struct sfc_error *error)
{
    (void)hidden;
    sfc_buffer_add(dump, text, len);
    return sfc_dump_check(text, len, op, error);
}
