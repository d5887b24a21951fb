/* SPDX-License-Identifier: MIT */
/* Reads an archive with libarchive, by the limits of corpus_archive.h. */
#define _POSIX_C_SOURCE 200809L
#include "corpus_archive_members.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct reader {
    struct archive *tar;
    struct gen_archive_reader members;
};

static bool refuse(struct reader *r, const char *what)
{
    return gen_archive_refuse(&r->members, what);
}

/* What libarchive says is wrong, and how far it came. */
static bool refuse_damage(struct reader *r)
{
    const char *why = archive_error_string(r->tar);
    char what[256];
    snprintf(what, sizeof what, "the archive is damaged or is none: %s (after byte %" PRId64 " of the tar)",
             why ? why : "no reason is known", (int64_t)archive_filter_bytes(r->tar, 0));
    return refuse(r, what);
}

/* ---- Members ----------------------------------------------------------------- */

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

static bool take_member(struct reader *r, struct archive_entry *entry)
{
    r->members.name = archive_entry_pathname(entry);
    r->members.at = (uint64_t)archive_read_header_position(r->tar);
    if (!r->members.name) {
        r->members.name = "?";
        return refuse(r, "the name cannot be read");
    }
    if (archive_entry_filetype(entry) == AE_IFDIR && !archive_entry_hardlink(entry))
        return gen_archive_pass_folder(&r->members);
    struct gen_member *member = gen_archive_add(&r->members, find_wrong_kind(entry), archive_entry_size(entry));
    if (!member)
        return false;
    const la_ssize_t n = archive_read_data(r->tar, member->bytes, member->len);
    return n < 0 ? refuse_damage(r) : (size_t)n == member->len || refuse(r, "ends before its size");
}

static bool read_members(struct reader *r)
{
    struct archive_entry *entry;
    for (;;) {
        r->members.name = NULL;
        const int status = archive_read_next_header(r->tar, &entry);
        if (status == ARCHIVE_EOF)
            return true;
        /* A warning is about a header that another program might read in another way. */
        if (status != ARCHIVE_OK)
            return refuse_damage(r);
        if (!take_member(r, entry))
            return false;
    }
}

/* ---- The whole ---------------------------------------------------------------- */

static bool read_tar(struct reader *r, int fd)
{
    enum { BLOCK = 1 << 16 };
    /* Another status than OK: libarchive would start a program to decompress. */
    if (archive_read_support_filter_zstd(r->tar) != ARCHIVE_OK)
        return refuse(r, "the libarchive of this system cannot read zstd");
    if (archive_read_support_format_tar(r->tar) != ARCHIVE_OK || archive_read_open_fd(r->tar, fd, BLOCK) != ARCHIVE_OK)
        return refuse_damage(r);
    return read_members(r) && gen_archive_end(&r->members);
}

bool gen_archive_read(struct gen_archive *archive, const char *path, struct gen_archive_error *error)
{
    *archive = (struct gen_archive){ 0 };
    struct reader r = { .members = { .into = archive, .error = error } };
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return refuse(&r, strerror(errno));
    r.tar = archive_read_new();
    const bool good = r.tar ? read_tar(&r, fd) : refuse(&r, "there is no memory for it");
    archive_read_free(r.tar);
    close(fd);
    if (!good)
        gen_archive_free(archive);
    return good;
}
