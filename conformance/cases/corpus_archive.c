/* SPDX-License-Identifier: MIT */
/* Archives: their members in memory, and as they are read, by the limits of corpus_archive.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "corpus_archive.h"
#include "zstd_frames.h"

static int compare_names(const void *name, const void *member)
{
    return strcmp(name, ((const struct sfc_member *)member)->name);
}

const struct sfc_member *sfc_archive_find(const struct sfc_archive *archive, const char *name)
{
    if (archive->count == 0)
        return NULL;
    return bsearch(name, archive->members, archive->count, sizeof archive->members[0], compare_names);
}

void sfc_archive_free(struct sfc_archive *archive)
{
    for (size_t i = 0; i < archive->count; i++) {
        free(archive->members[i].name);
        free(archive->members[i].bytes);
    }
    free(archive->members);
    *archive = (struct sfc_archive){ 0 };
}

/* ---- As they are read ------------------------------------------------------------- */

/* A name as a part of a message: it may be long, and no text. */
static void add_name(char *out, size_t size, const char *name)
{
    enum { MOST_SHOWN = 100 };
    size_t n = 0;
    for (; name[n] && n < MOST_SHOWN && n + 4 < size; n++)
        out[n] = name[n] >= 0x20 && name[n] <= 0x7e ? name[n] : '?';
    strcpy(out + n, name[n] ? "..." : "");
}

bool sfc_archive_refuse(struct sfc_archive_reader *r, const char *what)
{
    char name[128];
    if (!r->name)
        return sfc_fail(r->error, "%s: %s", r->path, what);
    add_name(name, sizeof name, r->name);
    return sfc_fail(r->error, "%s: byte %" PRIu64 " of the tar: member '%s': %s", r->path, r->at, name, what);
}

/* What is wrong with a name, or NULL. */
static const char *find_wrong_name(const char *name)
{
    const size_t len = strlen(name);
    if (len == 0 || len > SFC_ARCHIVE_NAME)
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

/* What a member would exceed, or NULL. */
static const char *find_exceeded(const struct sfc_archive_reader *r, int64_t size)
{
    return size < 0 || size > SFC_ARCHIVE_MEMBER         ? "has more than 64 MiB"
           : (size_t)size > SFC_ARCHIVE_TOTAL - r->total ? "all members together have more than 256 MiB"
           : r->into->count == SFC_ARCHIVE_MEMBERS       ? "there are more than 100000 members"
                                                         : NULL;
}

struct sfc_member *sfc_archive_add(struct sfc_archive_reader *r, const char *wrong, int64_t size)
{
    struct sfc_archive *into = r->into;
    const char *wrong_name = find_wrong_name(r->name), *no = wrong_name ? wrong_name : wrong;
    no = no ? no : find_exceeded(r, size);
    if (no) {
        sfc_archive_refuse(r, no);
        return NULL;
    }
    const size_t len = (size_t)size;
    into->members = sfc_make_room(into->members, into->count, sizeof into->members[0]);
    struct sfc_member *member = &into->members[into->count++];
    *member = (struct sfc_member){ sfc_copy_string(r->name), sfc_alloc(len + 1, 1), len, r->at };
    r->total += len;
    return member;
}

/* A folder's name may end with a slash, as tar writes it. */
bool sfc_archive_pass_folder(struct sfc_archive_reader *r)
{
    const size_t len = strlen(r->name);
    char *own = sfc_copy_text(r->name, len > 1 && r->name[len - 1] == '/' ? len - 1 : len);
    const char *wrong = find_wrong_name(own);
    free(own);
    /* They cost nothing, but are counted, so that an archive of them has an end. */
    r->total++;
    return wrong ? sfc_archive_refuse(r, wrong)
                 : r->total < SFC_ARCHIVE_TOTAL || sfc_archive_refuse(r, "there are too many folders");
}

static int compare_members(const void *a, const void *b)
{
    const struct sfc_member *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->at > y->at) - (x->at < y->at);
}

/* Which of two members counts would depend on the program. */
bool sfc_archive_end(struct sfc_archive_reader *r)
{
    struct sfc_archive *all = r->into;
    if (all->count > 0)
        qsort(all->members, all->count, sizeof all->members[0], compare_members);
    for (size_t i = 1; i < all->count; i++)
        if (strcmp(all->members[i - 1].name, all->members[i].name) == 0) {
            r->name = all->members[i].name;
            r->at = all->members[i].at;
            return sfc_archive_refuse(r, "an earlier member has the same name");
        }
    return true;
}

/* ---- A whole archive ---------------------------------------------------------------- */

bool sfc_is_zstd(const void *bytes, size_t len)
{
    return len >= 4 && memcmp(bytes, "\x28\xb5\x2f\xfd", 4) == 0;
}

bool sfc_archive_read(struct sfc_archive *archive, const char *path, struct sfc_error *error)
{
    /* A header and a part of a block for each member. */
    static const size_t most = SFC_ARCHIVE_TOTAL + (size_t)SFC_ARCHIVE_MEMBERS * 1024;
    *archive = (struct sfc_archive){ 0 };
    struct sfc_buffer tar = { 0 };
    size_t len = 0;
    char *bytes = sfc_read_file(path, most, &len, error);
    bool good = bytes != NULL;
    if (good && sfc_is_zstd(bytes, len))
        good = sfc_zstd_unpack(path, bytes, len, most, &tar, error)
               && sfc_archive_read_ustar(archive, path, (const uint8_t *)tar.data, tar.len, error);
    else if (good)
        good = sfc_archive_read_ustar(archive, path, (const uint8_t *)bytes, len, error);
    free(bytes);
    sfc_buffer_free(&tar);
    return good;
}

bool sfc_archive_make(const struct sfc_member *members, size_t count, bool compressed, struct sfc_buffer *tar,
                      struct sfc_error *error)
{
    return sfc_archive_write_ustar(members, count, tar, error) && (!compressed || sfc_zstd_pack(tar, error));
}
