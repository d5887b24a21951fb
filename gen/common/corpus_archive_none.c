/* SPDX-License-Identifier: MIT */
/* Archives, in a program that was built without libarchive. */
#include "corpus_archive.h"

#include <stdio.h>

static bool refuse(struct gen_archive_error *error, const char *what)
{
    snprintf(error->text, sizeof error->text, "this program was built without libarchive and %s", what);
    return false;
}

bool gen_archive_read(struct gen_archive *archive, const char *path, struct gen_archive_error *error)
{
    (void)path;
    *archive = (struct gen_archive){ 0 };
    return refuse(error, "reads a corpus from a folder only, not from one file");
}

bool gen_archive_make(const struct gen_member *members, size_t count, bool compressed, uint8_t **bytes, size_t *len,
                      struct gen_archive_error *error)
{
    (void)members;
    (void)count;
    (void)compressed;
    *bytes = NULL;
    *len = 0;
    return refuse(error, "makes no archive");
}
