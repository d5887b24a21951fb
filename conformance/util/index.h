/* SPDX-License-Identifier: MIT */
/* index.h - finds names that were seen before. The time does not depend on which names they are:
   results and lists may be forged. */
#ifndef SFC_INDEX_H
#define SFC_INDEX_H

#include <stddef.h>
#include <stdint.h>

/* Starts as { NULL }. */
struct sfc_index {
    void *root;
};

/* Returned for a name that was not added. */
#define SFC_INDEX_NONE SIZE_MAX

/* The number of a name. */
size_t sfc_index_find(const struct sfc_index *index, const char *name);
/* Adds a name, which must live as long as the index. One that is there keeps its number. */
void sfc_index_add(struct sfc_index *index, const char *name, size_t number);
void sfc_index_free(struct sfc_index *index);

#endif
