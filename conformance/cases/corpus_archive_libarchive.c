/* SPDX-License-Identifier: MIT */
/* Reads and makes archives with libarchive. */
#define _POSIX_C_SOURCE 200809L
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "corpus_archive.h"

/* ---- Reading ----------------------------------------------------------------- */

/* What libarchive says is wrong, and how far it came. */
static bool refuse_damage(struct archive *tar, struct sfc_archive_reader *r)
{
    const char *why = archive_error_string(tar);
    char what[256];
    snprintf(what, sizeof what, "the archive is damaged or is none: %s (after byte %" PRId64 " of the tar)",
             why ? why : "no reason is known", (int64_t)archive_filter_bytes(tar, 0));
    return sfc_archive_refuse(r, what);
}

/* What is wrong with the kind of a member, or NULL. */
static const char *find_wrong_kind(struct archive_entry *entry)
{
    if (archive_entry_hardlink(entry))
        return "is a link to another member";
    switch (archive_entry_filetype(entry)) {
    case AE_IFREG: return archive_entry_size_is_set(entry) ? NULL : "has no size";
    case AE_IFLNK: return "is a symbolic link";
    default: return "is neither a file nor a folder";
    }
}

static bool take_member(struct archive *tar, struct sfc_archive_reader *r, struct archive_entry *entry)
{
    r->name = archive_entry_pathname(entry);
    r->at = (uint64_t)archive_read_header_position(tar);
    if (!r->name) {
        r->name = "?";
        return sfc_archive_refuse(r, "the name cannot be read");
    }
    if (archive_entry_filetype(entry) == AE_IFDIR && !archive_entry_hardlink(entry))
        return sfc_archive_pass_folder(r);
    struct sfc_member *member = sfc_archive_add(r, find_wrong_kind(entry), archive_entry_size(entry));
    if (!member)
        return false;
    const la_ssize_t n = archive_read_data(tar, member->bytes, member->len);
    return n < 0 ? refuse_damage(tar, r) : (size_t)n == member->len || sfc_archive_refuse(r, "ends before its size");
}

static bool read_members(struct archive *tar, struct sfc_archive_reader *r)
{
    struct archive_entry *entry;
    for (;;) {
        r->name = NULL;
        const int status = archive_read_next_header(tar, &entry);
        if (status == ARCHIVE_EOF)
            return true;
        /* A warning is about a header that another program might read in another way. */
        if (status != ARCHIVE_OK)
            return refuse_damage(tar, r);
        if (!take_member(tar, r, entry))
            return false;
    }
}

static bool read_tar(struct archive *tar, struct sfc_archive_reader *r, int fd)
{
    enum { BLOCK = 1 << 16 };
    /* Another status than OK: libarchive would start a program to decompress. */
    if (archive_read_support_filter_zstd(tar) != ARCHIVE_OK)
        return sfc_archive_refuse(r, "the libarchive of this system cannot read zstd");
    if (archive_read_support_format_tar(tar) != ARCHIVE_OK || archive_read_open_fd(tar, fd, BLOCK) != ARCHIVE_OK)
        return refuse_damage(tar, r);
    return read_members(tar, r) && sfc_archive_end(r);
}

bool sfc_archive_read(struct sfc_archive *archive, const char *path, struct sfc_error *error)
{
    *archive = (struct sfc_archive){ 0 };
    struct sfc_archive_reader r = { .into = archive, .path = path, .error = error };
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return sfc_archive_refuse(&r, strerror(errno));
    struct archive *tar = archive_read_new();
    if (!tar)
        sfc_out_of_memory();
    const bool good = read_tar(tar, &r, fd);
    archive_read_free(tar);
    close(fd);
    if (!good)
        sfc_archive_free(archive);
    return good;
}

/* ---- Making ------------------------------------------------------------------ */

static la_ssize_t add_bytes(struct archive *tar, void *ctx, const void *bytes, size_t len)
{
    (void)tar;
    sfc_buffer_add(ctx, bytes, len);
    return (la_ssize_t)len;
}

/* Level 9 takes less than a second. Level 19 makes the corpus a quarter smaller, in half a minute. */
static bool start(struct archive *tar, bool compressed, struct sfc_buffer *out)
{
    if (archive_write_set_format_ustar(tar) != ARCHIVE_OK)
        return false;
    /* A warning: libarchive would start a program to compress. */
    if (compressed
        && (archive_write_add_filter_zstd(tar) != ARCHIVE_OK
            || archive_write_set_filter_option(tar, "zstd", "compression-level", "9") != ARCHIVE_OK))
        return false;
    return archive_write_set_bytes_in_last_block(tar, 1) == ARCHIVE_OK
           && archive_write_open(tar, out, NULL, add_bytes, NULL) == ARCHIVE_OK;
}

/* The modification time is 1970, and user and group are 0 without names. */
static bool add(struct archive *tar, struct archive_entry *entry, const struct sfc_member *member)
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

bool sfc_archive_make(const struct sfc_member *members, size_t count, bool compressed, struct sfc_buffer *out,
                      struct sfc_error *error)
{
    struct archive *tar = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    if (!tar || !entry)
        sfc_out_of_memory();
    bool good = start(tar, compressed, out);
    for (size_t i = 0; i < count && good; i++)
        good = add(tar, entry, &members[i]);
    good = good && archive_write_close(tar) == ARCHIVE_OK;
    if (!good) {
        const char *why = archive_error_string(tar);
        sfc_fail(error, "the archive cannot be made: %s", why ? why : "no reason is known");
    }
    archive_entry_free(entry);
    archive_write_free(tar);
    return good;
}
