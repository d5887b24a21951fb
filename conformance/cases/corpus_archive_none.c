/* SPDX-License-Identifier: MIT */
/* Archives, in a program that was built without libarchive: it reads a bare tar, and makes none. */
#include <stdlib.h>

#include "corpus_archive.h"

bool sfc_archive_read(struct sfc_archive *archive, const char *path, struct sfc_error *error)
{
    /* A header and a part of a block for each member. */
    static const size_t most = SFC_ARCHIVE_TOTAL + (size_t)SFC_ARCHIVE_MEMBERS * 1024;
    size_t len = 0;
    *archive = (struct sfc_archive){ 0 };
    char *bytes = sfc_read_file(path, most, &len, error);
    const bool good = bytes && sfc_archive_read_ustar(archive, path, (const uint8_t *)bytes, len, error);
    free(bytes);
    return good;
}

bool sfc_archive_make(const struct sfc_member *members, size_t count, bool compressed, struct sfc_buffer *tar,
                      struct sfc_error *error)
{
    (void)members;
    (void)count;
    (void)compressed;
    (void)tar;
    return sfc_fail(error, "this program was built without libarchive and makes no archive");
}
