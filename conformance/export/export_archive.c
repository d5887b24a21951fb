/* SPDX-License-Identifier: MIT */
/* The corpus as one archive. */
#include <stdlib.h>
#include <string.h>

#include "export.h"

enum { MAX_MEMBER = SFC_ARCHIVE_MEMBER };

/* What belongs to a corpus beside its cases, first: who reads the archive knows its version before all else. */
static const char *const pages[] = {
    GEN_CORPUS_VERSION_FILE, GEN_CORPUS_INDEX, GEN_CORPUS_REAL_INDEX, "README.md", "CHANGES.md", "real/README.md",
};
enum { NUM_PAGES = sizeof pages / sizeof pages[0] };

/* The files that the archive is to have: names that the corpus owns. */
struct list {
    const struct sfc_corpus *corpus;
    const char **names;
    size_t count;
};

/* The part of a name after the folders of profile and of ABI and byte order. A case has much the same bytes in each of
   these: side by side they are compressed better. */
static const char *kin_of(const char *name)
{
    const char *at = strncmp(name, "real/", 5) == 0 ? name + 5 : name;
    for (unsigned i = 0; i < 2; i++) {
        const char *slash = strchr(at, '/');
        at = slash ? slash + 1 : at;
    }
    return at;
}

static int compare_names(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    const int kin = strcmp(kin_of(x), kin_of(y));
    return kin != 0 ? kin : strcmp(x, y);
}

static void add_name(struct list *list, const char *name)
{
    list->names[list->count++] = name;
}

/* The name of a file in the corpus, of its path. */
static void add_path(struct list *list, const char *path)
{
    if (path)
        add_name(list, path + strlen(list->corpus->root) + 1);
}

/* Cases may share a section. */
static void sort_names(struct list *list, size_t first)
{
    const char **names = list->names + first;
    size_t kept = 0;
    if (list->count == first)
        return;
    qsort(names, list->count - first, sizeof names[0], compare_names);
    for (size_t i = 0; i < list->count - first; i++)
        if (kept == 0 || strcmp(names[kept - 1], names[i]) != 0)
            names[kept++] = names[i];
    list->count = first + kept;
}

static void list_names(struct list *list)
{
    list->names = sfc_alloc(NUM_PAGES + 4 * list->corpus->count, sizeof list->names[0]);
    for (unsigned i = 0; i < NUM_PAGES; i++)
        if (sfc_store_has(list->corpus->store, pages[i]))
            add_name(list, pages[i]);
    const size_t first = list->count;
    for (size_t i = 0; i < list->corpus->count; i++) {
        const struct sfc_case *c = &list->corpus->cases[i];
        add_path(list, c->path);
        add_path(list, c->file);
        add_path(list, c->second);
        add_path(list, c->result);
    }
    sort_names(list, first);
}

static bool read_members(const struct list *list, struct sfc_member *members, struct sfc_error *error)
{
    for (size_t i = 0; i < list->count; i++) {
        char *path = sfc_format("%s/%s", list->corpus->root, list->names[i]);
        char *bytes = sfc_store_read(list->corpus->store, path, MAX_MEMBER, &members[i].len, error);
        free(path);
        if (!bytes)
            return false;
        members[i].name = sfc_copy_string(list->names[i]);
        members[i].bytes = (uint8_t *)bytes;
    }
    return true;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t len = strlen(text), end_len = strlen(end);
    return len > end_len && strcmp(text + len - end_len, end) == 0;
}

bool sfc_export_archive(const char *path, const struct sfc_corpus *corpus, size_t *count, struct sfc_error *error)
{
    struct list list = { .corpus = corpus };
    struct sfc_error why = { "" };
    struct sfc_buffer tar = { 0 };
    if (!ends_with(path, ".tar.zst") && !ends_with(path, ".tar") && !sfc_is_stdout(path))
        return sfc_fail(error, "%s: expected a name that ends with .tar.zst or .tar", path);
    list_names(&list);
    struct sfc_archive made = { sfc_alloc(list.count, sizeof made.members[0]), list.count };
    bool good = read_members(&list, made.members, error);
    if (good && !sfc_archive_make(made.members, made.count, ends_with(path, ".zst"), &tar, &why))
        good = sfc_fail(error, "%s: %s", path, why.text);
    good = good && sfc_write_file(path, tar.data, tar.len, error);
    *count = list.count;
    sfc_archive_free(&made);
    free(list.names);
    sfc_buffer_free(&tar);
    return good;
}
