/* SPDX-License-Identifier: MIT */
/* The corpus as C arrays: the files, and how their folder replaces an earlier one. */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "export.h"

static char *join(const char *folder, const char *name)
{
    struct sfc_buffer path = { 0 };
    sfc_buffer_printf(&path, "%s/%s", folder, name);
    return path.data;
}

/* ---- Groups ------------------------------------------------------------------------------- */

static int compare_groups(const void *a, const void *b)
{
    const struct sfc_export_group *x = a, *y = b;
    const int by_profile = strcmp(x->profile, y->profile), by_abi = strcmp(x->abi, y->abi);
    return by_profile != 0 ? by_profile : by_abi != 0 ? by_abi : strcmp(x->order, y->order);
}

static struct sfc_export_group *find_group(struct sfc_export_group *groups, size_t count,
                                           const struct sfc_export_group *wanted)
{
    for (size_t i = 0; i < count; i++)
        if (compare_groups(&groups[i], wanted) == 0)
            return &groups[i];
    return NULL;
}

/* The groups of the selected cases, sorted by name; *count is how many. NULL and *error if a name
   cannot be part of one in C. */
static struct sfc_export_group *make_groups(const struct sfc_run *run, size_t *count, struct sfc_error *error)
{
    struct sfc_export_group *groups = NULL;
    *count = 0;
    for (size_t i = 0; i < run->count; i++) {
        const struct sfc_case *c = run->cases[i];
        const struct sfc_export_group wanted = { .profile = c->profile, .abi = c->abi, .order = c->order };
        struct sfc_export_group *group = find_group(groups, *count, &wanted);
        if (!group) {
            groups = sfc_grow(groups, *count + 1, sizeof groups[0]);
            group = &groups[(*count)++];
            *group = wanted;
            group->cases = sfc_alloc(run->count, sizeof group->cases[0]);
        }
        group->cases[group->count++] = c;
        if (c->abi[strspn(c->abi, "abcdefghijklmnopqrstuvwxyz0123456789")] != '\0')
            sfc_fail(error, "%s: the ABI `%s` cannot be part of a name in C", c->path, c->abi);
    }
    if (groups)
        qsort(groups, *count, sizeof groups[0], compare_groups);
    return groups;
}

static void free_groups(struct sfc_export_group *groups, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(groups[i].cases);
    free(groups);
}

/* ---- Files -------------------------------------------------------------------------------- */

static bool write_one(const char *folder, const char *name, struct sfc_buffer *text, struct sfc_error *error)
{
    char *path = join(folder, name);
    const bool good = sfc_write_file(path, text->data, text->len, error);
    free(path);
    sfc_buffer_free(text);
    return good;
}

static bool write_files(const char *folder, const struct sfc_export_group *groups, size_t count,
                        struct sfc_error *error)
{
    struct sfc_buffer text = { 0 };
    sfc_export_c_header(&text);
    if (!write_one(folder, SFC_EXPORT_C_PREFIX ".h", &text, error))
        return false;
    sfc_export_c_table(&text, groups, count);
    bool good = write_one(folder, SFC_EXPORT_C_PREFIX ".c", &text, error);
    for (size_t i = 0; i < count && good; i++) {
        const struct sfc_export_group *g = &groups[i];
        struct sfc_buffer name = { 0 };
        sfc_buffer_printf(&name, SFC_EXPORT_C_PREFIX "_%s_%s_%s.c", g->profile, g->abi, g->order);
        sfc_export_c_group(&text, g);
        good = write_one(folder, name.data, &text, error);
        sfc_buffer_free(&name);
    }
    return good;
}

/* Did an earlier export write the file? Checks its name and its start. */
static bool is_exported(const char *folder, const char *name)
{
    if (strncmp(name, SFC_EXPORT_C_PREFIX, strlen(SFC_EXPORT_C_PREFIX)) != 0)
        return false;
    char *path = join(folder, name);
    struct stat st;
    FILE *f = lstat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL;
    char start[128] = "";
    const size_t len = strlen(sfc_export_c_mark);
    const bool exported = f && fread(start, 1, len, f) == len && memcmp(start, sfc_export_c_mark, len) == 0;
    if (f)
        fclose(f);
    free(path);
    return exported;
}

/* ---- Folder ------------------------------------------------------------------------------- */

static bool may_replace(const char *folder, struct sfc_error *error)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return sfc_fail(error, "%s: cannot be opened as a folder: %s", folder, strerror(errno));
    const struct dirent *entry;
    bool good = true;
    while (good && (entry = readdir(dir)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && !is_exported(folder, entry->d_name))
            good = sfc_fail(error,
                            "%s: has `%s`, which is not of an earlier export; nothing was changed: name a new "
                            "or empty folder",
                            folder, entry->d_name);
    closedir(dir);
    return good;
}

/* Removes the files of an export, and the folder if it is empty then. */
static bool remove_export(const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    while (dir && (entry = readdir(dir)))
        if (is_exported(folder, entry->d_name)) {
            char *path = join(folder, entry->d_name);
            unlink(path);
            free(path);
        }
    if (dir)
        closedir(dir);
    return rmdir(folder) == 0;
}

/* An empty folder beside `path`, whose name the caller frees; NULL and *error if it cannot be
   made. */
static char *make_beside(const char *path, struct sfc_error *error)
{
    struct sfc_buffer name = { 0 };
    sfc_buffer_printf(&name, "%s.XXXXXX", path);
    if (mkdtemp(name.data))
        return name.data;
    sfc_fail(error, "%s: no folder can be made beside it: %s", path, strerror(errno));
    sfc_buffer_free(&name);
    return NULL;
}

/* Moves the old folder aside and the new one into its place; undoes the first step if the second
   one fails. */
static bool swap(const char *path, const char *made, struct sfc_error *error)
{
    char *aside = make_beside(path, error);
    if (!aside)
        return false;
    bool good = rename(path, aside) == 0;
    if (!good) {
        sfc_fail(error, "%s: cannot be replaced: %s", path, strerror(errno));
        rmdir(aside);
    } else if (rename(made, path) != 0) {
        good = sfc_fail(error, "%s: cannot be replaced: %s", path, strerror(errno));
        if (rename(aside, path) != 0)
            sfc_fail(error, "%s: cannot be replaced, what it had is in %s", path, aside);
    } else if (!remove_export(aside)) {
        good = sfc_fail(error, "%s: is written, but something new is in what was there before: see %s", path, aside);
    }
    free(aside);
    return good;
}

/* `there` is the state of `path`; NULL if it does not exist. */
static bool write_folder(const char *path, const struct stat *there, const struct sfc_export_group *groups,
                         size_t count, struct sfc_error *error)
{
    if (there && !may_replace(path, error))
        return false;
    char *made = make_beside(path, error);
    if (!made)
        return false;
    const mode_t mask = umask(0);
    umask(mask);
    bool good = write_files(made, groups, count, error);
    if (good && chmod(made, there ? there->st_mode & 07777 : 0777 & ~mask) != 0)
        good = sfc_fail(error, "%s: cannot be made readable: %s", made, strerror(errno));
    if (good && there)
        good = swap(path, made, error);
    else if (good && rename(made, path) != 0)
        good = sfc_fail(error, "%s: cannot be made: %s", path, strerror(errno));
    if (!good)
        remove_export(made);
    free(made);
    return good;
}

/* The folder's real path, without links, "." or a slash at the end. */
static char *own_path(const char *folder, bool there)
{
    char *real = there ? realpath(folder, NULL) : NULL;
    if (real)
        return real;
    size_t len = strlen(folder);
    while (len > 1 && folder[len - 1] == '/')
        len--;
    return sfc_copy_text(folder, len);
}

bool sfc_export_c(const char *folder, const struct sfc_run *run, struct sfc_error *error)
{
    size_t count = 0;
    struct stat st;
    const bool there = stat(folder, &st) == 0;
    char *path = own_path(folder, there);
    error->text[0] = '\0';
    struct sfc_export_group *groups = make_groups(run, &count, error);
    const bool good = error->text[0] == '\0' && write_folder(path, there ? &st : NULL, groups, count, error);
    free_groups(groups, count);
    free(path);
    return good;
}
