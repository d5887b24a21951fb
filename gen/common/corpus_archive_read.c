/* SPDX-License-Identifier: MIT */
/* Reads an archive with libarchive, by the limits of corpus_archive.h. */
#define _POSIX_C_SOURCE 200809L
#include "corpus_archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reader {
    struct archive *tar;
    struct gen_archive *into;
    struct gen_archive_error *error;
    size_t capacity, total;
    const char *name; /* of the member that is being read; NULL: none */
    uint64_t at;      /* where its header starts */
};

/* ---- Messages ---------------------------------------------------------------- */

/* A name as a part of a message: it may be long, and no text. */
static void add_name(char *out, size_t size, const char *name)
{
    enum { MOST_SHOWN = 100 };
    size_t n = 0;
    for (; name[n] && n < MOST_SHOWN && n + 4 < size; n++)
        out[n] = name[n] >= 0x20 && name[n] <= 0x7e ? name[n] : '?';
    strcpy(out + n, name[n] ? "..." : "");
}

static bool refuse(struct reader *r, const char *what)
{
    char name[128];
    if (r->name) {
        add_name(name, sizeof name, r->name);
        snprintf(r->error->text, sizeof r->error->text, "byte %" PRIu64 " of the tar: member '%s': %s", r->at, name,
                 what);
    } else {
        snprintf(r->error->text, sizeof r->error->text, "%s", what);
    }
    return false;
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

/* What is wrong with a name, or NULL. */
static const char *find_wrong_name(const char *name)
{
    const size_t len = strlen(name);
    if (len == 0 || len > GEN_ARCHIVE_NAME)
        return len == 0 ? "the name is empty" : "the name is longer than 255 bytes";
    if (name[0] == '/')
        return "the name is an absolute path";
    for (const char *at = name; *at; at++)
        if (*at < 0x20 || *at > 0x7e)
            return "the name has bytes that are not printable ASCII";
    for (const char *part = name; part; part = strchr(part, '/')) {
        part += *part == '/';
        const size_t part_len = strcspn(part, "/");
        if (part_len == 0 || (part_len <= 2 && strspn(part, ".") == part_len))
            return "the name has an empty part, '.' or '..'";
    }
    return NULL;
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

static bool read_bytes(struct reader *r, struct gen_member *member)
{
    size_t done = 0;
    while (done < member->len) {
        const la_ssize_t n = archive_read_data(r->tar, member->bytes + done, member->len - done);
        if (n < 0)
            return refuse_damage(r);
        if (n == 0)
            return refuse(r, "ends before its size");
        done += (size_t)n;
    }
    return true;
}

/* Is there room for one more member of this size? */
static bool check_limits(struct reader *r, int64_t size)
{
    if (size < 0 || size > GEN_ARCHIVE_MEMBER)
        return refuse(r, "has more than 64 MiB");
    if ((size_t)size > GEN_ARCHIVE_TOTAL - r->total)
        return refuse(r, "all members together have more than 256 MiB");
    if (r->into->count == GEN_ARCHIVE_MEMBERS)
        return refuse(r, "there are more than 100000 members");
    r->total += (size_t)size;
    return true;
}

static bool add_member(struct reader *r, size_t size)
{
    struct gen_archive *into = r->into;
    if (into->count == r->capacity) {
        const size_t capacity = r->capacity == 0 ? 1024 : r->capacity * 2;
        struct gen_member *members = realloc(into->members, capacity * sizeof members[0]);
        if (!members)
            return refuse(r, "there is no memory for it");
        into->members = members;
        r->capacity = capacity;
    }
    struct gen_member *member = &into->members[into->count];
    *member = (struct gen_member){ .name = strdup(r->name), .bytes = malloc(size + 1), .len = size, .at = r->at };
    into->count++;
    if (!member->name || !member->bytes)
        return refuse(r, "there is no memory for it");
    member->bytes[size] = '\0';
    return read_bytes(r, member);
}

/* A folder's name may end with a slash, as tar writes it. */
static bool pass_folder(struct reader *r, const char *name)
{
    char own[GEN_ARCHIVE_NAME + 2];
    const int len = snprintf(own, sizeof own, "%s", name);
    if (len > 1 && (size_t)len < sizeof own && own[len - 1] == '/')
        own[len - 1] = '\0';
    const char *wrong = find_wrong_name(own);
    /* They cost nothing, but are counted, so that an archive of them has an end. */
    r->total++;
    return wrong ? refuse(r, wrong) : r->total < GEN_ARCHIVE_TOTAL || refuse(r, "there are too many folders");
}

static bool take_member(struct reader *r, struct archive_entry *entry)
{
    r->name = archive_entry_pathname(entry);
    r->at = (uint64_t)archive_read_header_position(r->tar);
    if (!r->name) {
        r->name = "?";
        return refuse(r, "the name cannot be read");
    }
    if (archive_entry_filetype(entry) == AE_IFDIR && !archive_entry_hardlink(entry))
        return pass_folder(r, r->name);
    const char *wrong = find_wrong_name(r->name);
    wrong = wrong ? wrong : find_wrong_kind(entry);
    if (wrong)
        return refuse(r, wrong);
    return check_limits(r, archive_entry_size(entry)) && add_member(r, (size_t)archive_entry_size(entry));
}

static bool read_members(struct reader *r)
{
    struct archive_entry *entry;
    for (;;) {
        r->name = NULL;
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

static int compare_members(const void *a, const void *b)
{
    const struct gen_member *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->at > y->at) - (x->at < y->at);
}

/* Which of two members counts would depend on the program. */
static bool check_names(struct reader *r)
{
    struct gen_archive *all = r->into;
    if (all->count > 0)
        qsort(all->members, all->count, sizeof all->members[0], compare_members);
    for (size_t i = 1; i < all->count; i++)
        if (strcmp(all->members[i - 1].name, all->members[i].name) == 0) {
            r->name = all->members[i].name;
            r->at = all->members[i].at;
            return refuse(r, "an earlier member has the same name");
        }
    return true;
}

static bool read_tar(struct reader *r, int fd)
{
    enum { BLOCK = 1 << 16 };
    /* Another status than OK: libarchive would start a program to decompress. */
    if (archive_read_support_filter_zstd(r->tar) != ARCHIVE_OK)
        return refuse(r, "the libarchive of this system cannot read zstd");
    if (archive_read_support_format_tar(r->tar) != ARCHIVE_OK || archive_read_open_fd(r->tar, fd, BLOCK) != ARCHIVE_OK)
        return refuse_damage(r);
    return read_members(r) && check_names(r);
}

bool gen_archive_read(struct gen_archive *archive, const char *path, struct gen_archive_error *error)
{
    *archive = (struct gen_archive){ 0 };
    struct reader r = { .into = archive, .error = error };
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
