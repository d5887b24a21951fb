/* SPDX-License-Identifier: MIT */
/* What needs no libarchive: the members of an archive in memory. */
#define _POSIX_C_SOURCE 200809L
#include "corpus_archive.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool gen_is_archive(const char *path)
{
    struct stat st = { 0 }; /* for MemorySanitizer, which does not see stat() fill it */
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static int compare_names(const void *name, const void *member)
{
    return strcmp(name, ((const struct gen_member *)member)->name);
}

const struct gen_member *gen_archive_find(const struct gen_archive *archive, const char *name)
{
    if (archive->count == 0)
        return NULL;
    return bsearch(name, archive->members, archive->count, sizeof archive->members[0], compare_names);
}

void gen_archive_free(struct gen_archive *archive)
{
    for (size_t i = 0; i < archive->count; i++) {
        free(archive->members[i].name);
        free(archive->members[i].bytes);
    }
    free(archive->members);
    *archive = (struct gen_archive){ 0 };
}
