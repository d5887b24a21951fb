/* SPDX-License-Identifier: MIT */
/* Reads the files of a corpus from a folder or from an archive in memory. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "complain.h"
#include "store.h"

enum { MAX_DEPTH = 16, MAX_VERSION = 4096, MAX_INDEX = 256 << 20 };

bool sfc_store_open(struct sfc_store *store, const char *root, struct sfc_error *error)
{
    struct stat st = { 0 }; /* for MemorySanitizer, which does not see stat() fill it */
    *store = (struct sfc_store){ .root = NULL };
    if (stat(root, &st) != 0)
        return sfc_fail(error, "%s: there is no corpus: %s", root, strerror(errno));
    store->is_archive = S_ISREG(st.st_mode);
    if (store->is_archive && !sfc_archive_read(&store->archive, root, error))
        return false;
    if (!store->is_archive && !S_ISDIR(st.st_mode))
        return sfc_fail(error, "%s: is no corpus: it is neither a folder nor an archive", root);
    store->root = sfc_copy_string(root);
    return true;
}

void sfc_store_close(struct sfc_store *store)
{
    sfc_archive_free(&store->archive);
    free(store->root);
    *store = (struct sfc_store){ 0 };
}

/* ---- One file ---------------------------------------------------------------------------- */

bool sfc_store_has(const struct sfc_store *store, const char *name)
{
    if (store->is_archive)
        return sfc_archive_find(&store->archive, name) != NULL;
    char *path = sfc_format("%s/%s", store->root, name);
    const bool has = access(path, F_OK) == 0;
    free(path);
    return has;
}

char *sfc_store_read(const struct sfc_store *store, const char *path, size_t max, size_t *len, struct sfc_error *error)
{
    if (!store || !store->is_archive)
        return sfc_read_file(path, max, len, error);
    const size_t root_len = strlen(store->root);
    const bool is_inside = strncmp(path, store->root, root_len) == 0 && path[root_len] == '/';
    const struct sfc_member *member = is_inside ? sfc_archive_find(&store->archive, path + root_len + 1) : NULL;
    if (!member || member->len > max) {
        if (member)
            sfc_fail(error, "%s: is larger than %zu bytes", path, max);
        else
            sfc_fail(error, "%s: the archive has no such member", path);
        return NULL;
    }
    /* Who reads it may change its copy. */
    char *bytes = sfc_alloc(member->len + 1, 1);
    memcpy(bytes, member->bytes, member->len);
    *len = member->len;
    return bytes;
}

/* ---- All files --------------------------------------------------------------------------- */

/* `folder` is relative to the root. */
static bool walk(const struct sfc_store *store, const char *folder, unsigned depth, sfc_store_fn *act, void *ctx,
                 struct sfc_error *error)
{
    char *path = sfc_format("%s%s%s", store->root, *folder ? "/" : "", folder);
    DIR *dir = opendir(path);
    bool good = dir != NULL || sfc_fail(error, "%s: cannot be opened as a folder", path);
    const struct dirent *entry;
    struct sfc_buffer below = { 0 };
    while (good && (entry = readdir(dir))) {
        if (entry->d_name[0] == '.')
            continue;
        sfc_buffer_clear(&below);
        sfc_buffer_add(&below, folder, strlen(folder));
        sfc_buffer_add(&below, "/", *folder ? 1 : 0);
        sfc_buffer_add(&below, entry->d_name, strlen(entry->d_name));
        struct stat st = { 0 };
        /* Most entries need no status. A link to a folder may lead back here. */
        const bool is_folder =
            entry->d_type == DT_DIR
            || (entry->d_type == DT_UNKNOWN && fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0
                && S_ISDIR(st.st_mode));
        if (!is_folder)
            good = act(ctx, below.data, error);
        else if (depth < MAX_DEPTH)
            good = walk(store, below.data, depth + 1, act, ctx, error);
    }
    sfc_buffer_free(&below);
    if (dir)
        closedir(dir);
    free(path);
    return good;
}

bool sfc_store_each(const struct sfc_store *store, sfc_store_fn *act, void *ctx, struct sfc_error *error)
{
    if (!store->is_archive)
        return walk(store, "", 0, act, ctx, error);
    for (size_t i = 0; i < store->archive.count; i++) {
        const char *name = store->archive.members[i].name;
        if (name[0] != '.' && !strstr(name, "/.") && !act(ctx, name, error))
            return false;
    }
    return true;
}

/* ---- Version and hash -------------------------------------------------------------------- */

/* A file by its name; NULL without an error if there is none. */
static char *read_named(const struct sfc_store *store, const char *name, size_t max, size_t *len,
                        struct sfc_error *error)
{
    if (!sfc_store_has(store, name))
        return NULL;
    char *path = sfc_format("%s/%s", store->root, name);
    char *bytes = sfc_store_read(store, path, max, len, error);
    free(path);
    return bytes;
}

bool sfc_store_version(const struct sfc_store *store, char version[GEN_CORPUS_VERSION_TEXT], struct sfc_error *error)
{
    char says[GEN_CORPUS_SAYS];
    size_t len = 0;
    version[0] = '\0';
    if (!sfc_store_has(store, GEN_CORPUS_VERSION_FILE))
        return true;
    char *text = read_named(store, GEN_CORPUS_VERSION_FILE, MAX_VERSION, &len, error);
    if (!text)
        return false;
    const enum gen_corpus_fit fit = gen_corpus_fit(text, len, "sframe-conform", version, says);
    free(text);
    if (fit == GEN_CORPUS_IS_UNCLEAR)
        return sfc_fail(error, "%s/%s:1: %s", store->root, GEN_CORPUS_VERSION_FILE, says);
    if (fit == GEN_CORPUS_IS_OTHER)
        return sfc_fail(error, "%s: %s", store->root, says);
    if (fit == GEN_CORPUS_IS_NEWER) {
        char *text_of_warning = sfc_format("%s: %s", store->root, says);
        sfc_complain(text_of_warning);
        free(text_of_warning);
    }
    return true;
}

bool sfc_store_hash(const struct sfc_store *store, char sha256[SFR_SHA256_TEXT], struct sfc_error *error)
{
    size_t len = 0, real_len = 0;
    struct sfc_error why = { "" };
    char *index = read_named(store, GEN_CORPUS_INDEX, MAX_INDEX, &len, &why);
    char *real_index = read_named(store, GEN_CORPUS_REAL_INDEX, MAX_INDEX, &real_len, &why);
    bool good = why.text[0] == '\0' || sfc_fail(error, "%s", why.text);
    if (good && !index)
        good = sfc_fail(error, "%s: is no corpus: it has no index.tsv", store->root);
    if (good && !gen_corpus_hash(index, len, real_index, real_len, sha256))
        sfc_out_of_memory();
    free(index);
    free(real_index);
    return good;
}
