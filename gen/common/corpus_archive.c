/* SPDX-License-Identifier: MIT */
/* The members of an archive in memory, and as they are read, by the limits of corpus_archive.h. */
#define _POSIX_C_SOURCE 200809L
#include "corpus_archive_members.h"

#include <inttypes.h>
#include <stdio.h>
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

bool gen_archive_refuse(struct gen_archive_reader *r, const char *what)
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

/* What a member would exceed, or NULL. */
static const char *find_exceeded(const struct gen_archive_reader *r, int64_t size)
{
    return size < 0 || size > GEN_ARCHIVE_MEMBER         ? "has more than 64 MiB"
           : (size_t)size > GEN_ARCHIVE_TOTAL - r->total ? "all members together have more than 256 MiB"
           : r->into->count == GEN_ARCHIVE_MEMBERS       ? "there are more than 100000 members"
                                                         : NULL;
}

struct gen_member *gen_archive_add(struct gen_archive_reader *r, const char *wrong, int64_t size)
{
    struct gen_archive *into = r->into;
    const char *wrong_name = find_wrong_name(r->name), *no = wrong_name ? wrong_name : wrong;
    no = no ? no : find_exceeded(r, size);
    if (!no && into->count == r->capacity) {
        const size_t capacity = r->capacity == 0 ? 1024 : r->capacity * 2;
        struct gen_member *members = realloc(into->members, capacity * sizeof members[0]);
        no = members ? NULL : "there is no memory for it";
        into->members = members ? members : into->members;
        r->capacity = members ? capacity : r->capacity;
    }
    if (no) {
        gen_archive_refuse(r, no);
        return NULL;
    }
    const size_t len = (size_t)size;
    struct gen_member *member = &into->members[into->count++];
    *member = (struct gen_member){ .name = strdup(r->name), .bytes = malloc(len + 1), .len = len, .at = r->at };
    if (!member->name || !member->bytes) {
        gen_archive_refuse(r, "there is no memory for it");
        return NULL;
    }
    r->total += len;
    member->bytes[len] = '\0';
    return member;
}

/* A folder's name may end with a slash, as tar writes it. */
bool gen_archive_pass_folder(struct gen_archive_reader *r)
{
    char own[GEN_ARCHIVE_NAME + 2];
    const int len = snprintf(own, sizeof own, "%s", r->name);
    if (len > 1 && (size_t)len < sizeof own && own[len - 1] == '/')
        own[len - 1] = '\0';
    const char *wrong = find_wrong_name(own);
    /* They cost nothing, but are counted, so that an archive of them has an end. */
    r->total++;
    return wrong ? gen_archive_refuse(r, wrong)
                 : r->total < GEN_ARCHIVE_TOTAL || gen_archive_refuse(r, "there are too many folders");
}

static int compare_members(const void *a, const void *b)
{
    const struct gen_member *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->at > y->at) - (x->at < y->at);
}

/* Which of two members counts would depend on the program. */
bool gen_archive_end(struct gen_archive_reader *r)
{
    struct gen_archive *all = r->into;
    if (all->count > 0)
        qsort(all->members, all->count, sizeof all->members[0], compare_members);
    for (size_t i = 1; i < all->count; i++)
        if (strcmp(all->members[i - 1].name, all->members[i].name) == 0) {
            r->name = all->members[i].name;
            r->at = all->members[i].at;
            return gen_archive_refuse(r, "an earlier member has the same name");
        }
    return true;
}
