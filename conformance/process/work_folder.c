/* SPDX-License-Identifier: MIT */
/* Folders of their own, for programs that run and for files that nobody wants. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "work_folder.h"

/* Descriptors that nftw() may hold. */
enum { MAX_OPEN = 16 };

char *sfc_work_folder_make(struct sfc_error *error)
{
    const char *tmp = getenv("TMPDIR");
    char *folder = sfc_format("%s/sframe-conform.XXXXXX", tmp && *tmp ? tmp : "/tmp");

    if (mkdtemp(folder))
        return folder;
    sfc_fail(error, "%s: cannot make a folder: %s", folder, strerror(errno));
    free(folder);
    return NULL;
}

/* Stops at what cannot be removed. */
static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type;
    return ftw->level > 0 && remove(path) != 0;
}

static int try_to_remove(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    remove_one(path, st, type, ftw);
    return 0;
}

/* A program may have left folders that even its user cannot read, or not write to. */
static int open_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st;
    if ((type == FTW_D || type == FTW_DNR) && chmod(path, 0700) == 0 && type == FTW_DNR && ftw->level > 0)
        nftw(path, open_one, MAX_OPEN, FTW_PHYS);
    return 0;
}

void sfc_work_folder_empty(const char *folder)
{
    if (nftw(folder, remove_one, MAX_OPEN, FTW_DEPTH | FTW_PHYS) == 0)
        return;
    nftw(folder, open_one, MAX_OPEN, FTW_PHYS);
    nftw(folder, try_to_remove, MAX_OPEN, FTW_DEPTH | FTW_PHYS);
}

void sfc_work_folder_remove(char *folder)
{
    if (!folder)
        return;
    sfc_work_folder_empty(folder);
    rmdir(folder);
    free(folder);
}

char **sfc_words_from_here(char *const *words)
{
    char **all = NULL;
    struct stat st;

    for (size_t i = 0; words[i]; i++) {
        const bool is_file = i > 0 && words[i][0] != '/' && stat(words[i], &st) == 0 && S_ISREG(st.st_mode);
        char *whole = is_file ? realpath(words[i], NULL) : NULL;
        sfc_words_add(&all, whole ? whole : sfc_copy_string(words[i]));
    }
    return all;
}
