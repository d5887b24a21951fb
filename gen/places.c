/* SPDX-License-Identifier: MIT */
/* Finds the recipes: those of the source tree in the current folder, else the installed ones. */
#define _DEFAULT_SOURCE
#include "places.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder in which the installation was put, as a staging folder (DESTDIR) or an unpacked package: what the path of
   this program has before its installed path. Empty if the program is at its place, or nobody can tell. */
static const char *installation_root(struct gen_pool *pool)
{
    static const char installed[] = GEN_BIN_DIR "/sframe-gen";
    char path[4096];
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
    const size_t len = n > 0 ? (size_t)n : 0, end = sizeof installed - 1;
    if (len < end || len == sizeof path || memcmp(path + len - end, installed, end) != 0)
        return "";
    return gen_copy(pool, path, len - end);
}

const char *gen_recipes_folder(struct gen_pool *pool)
{
    struct stat found = { 0 };
    if (stat(GEN_SOURCE_RECIPES, &found) == 0 && S_ISDIR(found.st_mode))
        return GEN_SOURCE_RECIPES;
    return gen_textf(pool, "%s%s", installation_root(pool), GEN_RECIPES_DIR);
}
