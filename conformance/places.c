/* SPDX-License-Identifier: MIT */
/* Where the files are that came with the program: run from where it was built, it takes the source tree's; installed,
   those beside it. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conform_paths.h"
#include "places.h"

static bool in_build_tree(void)
{
    char path[4096];
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0)
        return false;
    path[n] = '\0';
    return strcmp(path, SFR_BUILD_DIR "/sframe-conform") == 0;
}

const char *sfr_data_folder(void)
{
    return in_build_tree() ? SFR_SOURCE_DIR : SFR_DATA_DIR;
}

char *sfr_format_path(const char *folder, const char *name, const char *ending)
{
    struct sfr_buffer b = { 0 };
    sfr_buffer_printf(&b, "%s/%s%s", folder, name, ending);
    return b.data;
}

char *sfr_corpus_path(const char *named)
{
    if (named)
        return sfr_copy_text(named, strlen(named));
    return in_build_tree() ? sfr_copy_text(SFR_SOURCE_CORPUS, strlen(SFR_SOURCE_CORPUS))
                           : sfr_format_path(SFR_DATA_DIR, "corpus", "");
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of a folder's files with this ending, without it, sorted, with commas between. */
static void add_names(struct sfr_buffer *out, const char *folder, const char *ending)
{
    char **names = NULL;
    size_t count = 0;
    DIR *dir = opendir(folder);
    for (const struct dirent *entry; dir && (entry = readdir(dir));) {
        const size_t len = strlen(entry->d_name), end_len = strlen(ending);
        if (len <= end_len || strcmp(entry->d_name + len - end_len, ending) != 0)
            continue;
        names = sfr_grow(names, count + 1, sizeof names[0]);
        names[count++] = sfr_copy_text(entry->d_name, len - end_len);
    }
    if (dir)
        closedir(dir);
    if (count > 0)
        qsort(names, count, sizeof names[0], compare_names);
    for (size_t i = 0; i < count; i++) {
        sfr_buffer_printf(out, "%s%s", i > 0 ? ", " : "", names[i]);
        free(names[i]);
    }
    free(names);
}

char *sfr_shipped_path(const char *name, const char *what, const char *folder, const char *ending,
                       struct sfr_error *error)
{
    if (strchr(name, '/') || access(name, F_OK) == 0)
        return sfr_copy_text(name, strlen(name));
    char *whole_folder = sfr_format_path(sfr_data_folder(), folder, "");
    char *path = sfr_format_path(whole_folder, name, ending);
    if (access(path, F_OK) != 0) {
        struct sfr_buffer names = { 0 };
        add_names(&names, whole_folder, ending);
        sfr_fail(error, "%s: there is no such file, and no %s of that name came with this program; those that did: %s",
                 name, what, names.len > 0 ? names.data : "none");
        sfr_buffer_free(&names);
        free(path);
        path = NULL;
    }
    free(whole_folder);
    return path;
}

char *sfr_program_path(void)
{
    struct sfr_buffer b = { 0 };
    const char *path = getenv("PATH");
    sfr_buffer_printf(&b, "%s%s%s", path ? path : "", path && *path ? ":" : "",
                      in_build_tree() ? SFR_TOOL_DIR ":" SFR_BUILD_DIR "/adapters" : SFR_BIN_DIR ":" SFR_LIBEXEC_DIR);
    return b.data;
}
