/* SPDX-License-Identifier: MIT */
/* The index of names. */
#include <stdlib.h>

#include "index.h"
#include "tap.h"
#include "text.h"

int main(void)
{
    enum { NUM = 5000 };
    static char *names[NUM];
    struct sfc_index index = { NULL };
    OK(sfc_index_find(&index, "a") == SFC_INDEX_NONE, "an empty index has no name");
    sfc_index_free(&index);

    size_t wrong = 0;
    for (size_t i = 0; i < NUM; i++) {
        names[i] = sfc_format("name-%zu", i);
        wrong += sfc_index_find(&index, names[i]) != SFC_INDEX_NONE;
        sfc_index_add(&index, names[i], i);
    }
    IS_U64(wrong, 0, "names that were not added yet");
    sfc_index_add(&index, "name-7", 99);
    for (size_t i = 0; i < NUM; i++)
        wrong += sfc_index_find(&index, names[i]) != i;
    IS_U64(wrong, 0, "each name has its number, also after a second one");
    OK(sfc_index_find(&index, "name-5000") == SFC_INDEX_NONE && sfc_index_find(&index, "name-") == SFC_INDEX_NONE
           && sfc_index_find(&index, "") == SFC_INDEX_NONE,
       "other names have none");
    sfc_index_free(&index);
    for (size_t i = 0; i < NUM; i++)
        free(names[i]);
    return tap_done();
}
