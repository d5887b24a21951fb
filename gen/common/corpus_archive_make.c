/* SPDX-License-Identifier: MIT */
/* Makes an archive with libarchive. */
#include "corpus_archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>

/* Level 9 takes less than a second. Level 19 makes the corpus a quarter smaller, in half a minute. */
static bool start(struct archive *tar, bool compressed, uint8_t *bytes, size_t room, size_t *len)
{
    if (archive_write_set_format_ustar(tar) != ARCHIVE_OK)
        return false;
    /* A warning: libarchive would start a program to compress. */
    if (compressed
        && (archive_write_add_filter_zstd(tar) != ARCHIVE_OK
            || archive_write_set_filter_option(tar, "zstd", "compression-level", "9") != ARCHIVE_OK))
        return false;
    return archive_write_set_bytes_in_last_block(tar, 1) == ARCHIVE_OK
           && archive_write_open_memory(tar, bytes, room, len) == ARCHIVE_OK;
}

/* The modification time is 1970, and user and group are 0 without names. */
static bool add(struct archive *tar, struct archive_entry *entry, const struct gen_member *member)
{
    archive_entry_clear(entry);
    archive_entry_set_pathname(entry, member->name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (la_int64_t)member->len);
    archive_entry_set_mtime(entry, 0, 0);
    archive_entry_set_uid(entry, 0);
    archive_entry_set_gid(entry, 0);
    return archive_write_header(tar, entry) == ARCHIVE_OK
           && archive_write_data(tar, member->bytes, member->len) == (la_ssize_t)member->len;
}

static bool make(struct archive *tar, const struct gen_member *members, size_t count, bool compressed, uint8_t **bytes,
                 size_t *len)
{
    enum { BLOCK = 512 };
    size_t room = 1 << 20;
    for (size_t i = 0; i < count; i++)
        room += 2 * BLOCK + members[i].len;
    room += room / 128; /* what does not compress becomes longer */
    *bytes = malloc(room);
    struct archive_entry *entry = archive_entry_new();
    bool good = *bytes && entry && start(tar, compressed, *bytes, room, len);
    for (size_t i = 0; i < count && good; i++)
        good = add(tar, entry, &members[i]);
    archive_entry_free(entry);
    return good && archive_write_close(tar) == ARCHIVE_OK;
}

bool gen_archive_make(const struct gen_member *members, size_t count, bool compressed, uint8_t **bytes, size_t *len,
                      struct gen_archive_error *error)
{
    struct archive *tar = archive_write_new();
    *bytes = NULL;
    *len = 0;
    const bool good = tar && make(tar, members, count, compressed, bytes, len);
    if (!good) {
        const char *why = tar ? archive_error_string(tar) : NULL;
        snprintf(error->text, sizeof error->text, "the archive cannot be made: %s", why ? why : "there is no memory");
    }
    if (tar)
        archive_write_free(tar);
    if (!good) {
        free(*bytes);
        *bytes = NULL;
    }
    return good;
}
