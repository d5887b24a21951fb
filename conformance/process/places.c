/* SPDX-License-Identifier: MIT */
/* Finds the files that came with the program: those of the source tree if it runs where it was
   built, else the installed ones, beside it if the tree was moved. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conform_paths.h"
#include "places.h"

static const char *program_name = "sframe-conform";

void sfc_set_program_name(const char *name)
{
    program_name = name;
}

const char *sfc_program_name(void)
{
    return program_name;
}

char *sfc_own_path(void)
{
    char path[4096];
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    return n > 0 ? sfc_copy_text(path, (size_t)n) : sfc_copy_string(program_name);
}

/* The folder of the source if `own`, the folder of this program, is where it was built; else NULL. The build leaves a
   file with it there: were that in the program, two builds would differ. */
static char *source_of(const char *own)
{
    size_t len;
    char *file = sfc_format("%s/" SFC_TREE_FILE, own), *source = sfc_read_file(file, 4096, &len, NULL);
    free(file);
    if (source)
        source[strcspn(source, "\n")] = '\0';
    return source;
}

/* A path in the installed tree. The program may have been installed into another root, or moved with all its files. */
static char *installed(const char *own, const char *path)
{
    static const char bin[] = "/" SFC_BIN_DIR;
    const size_t len = strlen(own), bin_len = sizeof bin - 1;
    const bool moved = len >= bin_len && strcmp(own + len - bin_len, bin) == 0;
    char *data = moved ? sfc_format("%.*s/" SFC_DATA_DIR, (int)(len - bin_len), own) : NULL;
    const bool has_data = data && access(SFC_DATA_DIR[0] == '/' ? SFC_DATA_DIR : data, F_OK) == 0;
    free(data);
    if (path[0] == '/')
        return sfc_copy_string(path);
    return has_data ? sfc_format("%.*s/%s", (int)(len - bin_len), own, path) : sfc_format(SFC_PREFIX "/%s", path);
}

/* Where the program was built, a path in the source or in the folder of the program; else one in the installed tree. */
static char *find(const char *in_source, const char *in_build, const char *in_installed)
{
    char *own = sfc_own_path(), *slash = strrchr(own, '/');
    *(slash ? slash : own) = '\0';
    char *source = source_of(own);
    char *path = !source     ? installed(own, in_installed)
                 : in_source ? sfc_format("%s/%s", source, in_source)
                             : sfc_format("%s/%s", own, in_build);
    free(source);
    free(own);
    return path;
}

char *sfc_data_path(const char *name)
{
    char *here = sfc_format("conformance/%s", name), *there = sfc_format(SFC_DATA_DIR "/%s", name);
    char *path = find(here, NULL, there);
    free(here);
    free(there);
    return path;
}

char *sfc_report_data(void)
{
    return find(NULL, "report", SFC_DATA_DIR);
}

char *sfc_corpus_path(const char *named)
{
    return named ? sfc_copy_string(named) : find("corpus", NULL, SFC_DATA_DIR "/" SFC_CORPUS_NAME);
}

/* The names of a folder's files with this ending, without it, sorted, separated by commas. */
static void add_names(struct sfc_buffer *out, const char *folder, const char *ending)
{
    struct dirent **files = NULL;
    const int count = scandir(folder, &files, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const size_t len = strlen(files[i]->d_name), end_len = strlen(ending);
        if (len > end_len && strcmp(files[i]->d_name + len - end_len, ending) == 0)
            sfc_buffer_printf(out, "%s%.*s", out->len > 0 ? ", " : "", (int)(len - end_len), files[i]->d_name);
        free(files[i]);
    }
    free(files);
}

char *sfc_shipped_path(const char *name, const char *what, const char *folder, const char *ending,
                       struct sfc_error *error)
{
    if (strchr(name, '/') || access(name, F_OK) == 0)
        return sfc_copy_string(name);
    char *whole_folder = sfc_data_path(folder);
    char *path = sfc_format("%s/%s%s", whole_folder, name, ending);
    if (access(path, F_OK) != 0) {
        struct sfc_buffer names = { 0 };
        add_names(&names, whole_folder, ending);
        sfc_fail(error, "%s: no such file, and this program has no %s of that name; it has: %s", name, what,
                 names.len > 0 ? names.data : "none");
        sfc_buffer_free(&names);
        free(path);
        path = NULL;
    }
    free(whole_folder);
    return path;
}

char *sfc_program_path(void)
{
    const char *set = getenv("PATH"), *path = set ? set : "";
    char *tools = find(NULL, "../ref/tool", SFC_BIN_DIR), *adapters = find(NULL, "adapters", SFC_LIBEXEC_DIR);
    char *all = sfc_format("%s%s%s:%s", path, *path ? ":" : "", tools, adapters);
    free(tools);
    free(adapters);
    return all;
}
