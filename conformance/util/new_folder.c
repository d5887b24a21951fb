/* SPDX-License-Identifier: MIT */
/* A folder of files that replaces an earlier one as a whole: it is written beside it and renamed. */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "new_folder.h"

/* ---- Files that are there --------------------------------------------------------------- */

/* The first name that is not of an earlier export; NULL if there is none. `removes`: the files of one, or (`all`) every
   file. The caller frees the name. */
static char *walk(const struct sfc_new_folder *f, const char *root, bool all, bool removes)
{
    DIR *dir = opendir(root);
    const struct dirent *entry;
    char *foreign = NULL;
    while (dir && (removes || !foreign) && (entry = readdir(dir))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        struct stat st;
        char *path = sfc_format("%s/%s", root, entry->d_name);
        const bool is_ours =
            lstat(path, &st) == 0 && S_ISREG(st.st_mode) && (all || f->is_earlier(root, entry->d_name));
        if (is_ours && removes)
            unlink(path);
        else if (!is_ours && !foreign)
            foreign = sfc_copy_string(entry->d_name);
        free(path);
    }
    if (dir)
        closedir(dir);
    return foreign;
}

/* Removes the files of an earlier export, or all; and the folder, if it is empty then. */
static bool remove_folder(const struct sfc_new_folder *f, const char *root, bool all)
{
    free(walk(f, root, all, true));
    return rmdir(root) == 0;
}

static bool may_replace(const struct sfc_new_folder *f, struct sfc_error *error)
{
    DIR *dir = opendir(f->path);
    if (!dir)
        return sfc_fail(error, "%s: cannot be opened as a folder: %s", f->path, strerror(errno));
    closedir(dir);
    char *foreign = walk(f, f->path, false, false);
    if (foreign)
        sfc_fail(error,
                 "%s: has `%s`, which is not of an earlier export; nothing was changed: name a new or empty folder",
                 f->path, foreign);
    const bool good = !foreign;
    free(foreign);
    return good;
}

/* ---- The new folder ------------------------------------------------------------------------ */

/* An empty folder beside `path`, whose name the caller frees; NULL and *error if it cannot be
   made. */
static char *make_beside(const char *path, struct sfc_error *error)
{
    char *name = sfc_format("%s.XXXXXX", path);
    if (mkdtemp(name))
        return name;
    sfc_fail(error, "%s: no folder can be made beside it: %s", path, strerror(errno));
    free(name);
    return NULL;
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

bool sfc_new_folder_begin(struct sfc_new_folder *f, const char *path, struct sfc_error *error)
{
    struct stat st;
    if (strcmp(path, "-") == 0)
        return sfc_fail(error, "-: an export is a folder of files: name one");
    f->there = stat(path, &st) == 0;
    if (!f->there && lstat(path, &st) == 0)
        return sfc_fail(error, "%s: is a link that leads nowhere", path);
    f->mode = f->there ? (unsigned)st.st_mode & 07777 : 0;
    f->path = own_path(path, f->there);
    f->made = f->there && !may_replace(f, error) ? NULL : make_beside(f->path, error);
    if (!f->made)
        free(f->path);
    return f->made != NULL;
}

bool sfc_new_folder_write(struct sfc_new_folder *f, const char *name, const struct sfc_buffer *text,
                          struct sfc_error *error)
{
    char *path = sfc_format("%s/%s", f->made, name);
    FILE *file = fopen(path, "wbx");
    bool good = file && fwrite(sfc_buffer_text(text), 1, text->len, file) == text->len;
    if (file && fclose(file) != 0)
        good = false;
    if (!good)
        sfc_fail(error, "%s: cannot be written: %s", path, strerror(errno));
    free(path);
    return good;
}

/* Moves the old folder aside and the new one into its place; undoes the first step if the second
   one fails. */
static bool swap(const struct sfc_new_folder *f, struct sfc_error *error)
{
    char *aside = make_beside(f->path, error);
    if (!aside)
        return false;
    bool good = rename(f->path, aside) == 0;
    if (!good) {
        sfc_fail(error, "%s: cannot be replaced: %s", f->path, strerror(errno));
        rmdir(aside);
    } else if (rename(f->made, f->path) != 0) {
        good = sfc_fail(error, "%s: cannot be replaced: %s", f->path, strerror(errno));
        if (rename(aside, f->path) != 0)
            sfc_fail(error, "%s: cannot be replaced, what it had is in %s", f->path, aside);
    } else if (!remove_folder(f, aside, false)) {
        good = sfc_fail(error, "%s: is written, but something new is in what was there before: see %s", f->path, aside);
    }
    free(aside);
    return good;
}

bool sfc_new_folder_end(struct sfc_new_folder *f, bool good, struct sfc_error *error)
{
    const mode_t mask = umask(0);
    umask(mask);
    if (good && chmod(f->made, f->there ? (mode_t)f->mode : 0777 & ~mask) != 0)
        good = sfc_fail(error, "%s: cannot be made readable: %s", f->made, strerror(errno));
    if (good && f->there)
        good = swap(f, error);
    else if (good && rename(f->made, f->path) != 0)
        good = sfc_fail(error, "%s: cannot be made: %s", f->path, strerror(errno));
    if (!good)
        remove_folder(f, f->made, true);
    free(f->made);
    free(f->path);
    f->made = f->path = NULL;
    return good;
}
