/* SPDX-License-Identifier: MIT */
/* A balanced tree of names: no choice of names makes it slow. */
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "index.h"
#include "text.h"

struct named {
    const char *name;
    size_t number;
};

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct named *)a)->name, ((const struct named *)b)->name);
}

size_t sfc_index_find(const struct sfc_index *index, const char *name)
{
    const struct named wanted = { name, 0 };
    struct named *const *found = tfind(&wanted, &index->root, compare);
    return found ? (*found)->number : SFC_INDEX_NONE;
}

void sfc_index_add(struct sfc_index *index, const char *name, size_t number)
{
    struct named *entry = sfc_alloc(1, sizeof *entry);
    *entry = (struct named){ name, number };
    struct named **found = tsearch(entry, &index->root, compare);
    if (!found)
        sfc_out_of_memory();
    if (*found != entry)
        free(entry);
}

void sfc_index_free(struct sfc_index *index)
{
    tdestroy(index->root, free);
    index->root = NULL;
}
