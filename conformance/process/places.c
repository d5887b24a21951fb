/* SPDX-License-Identifier: MIT */
/* Finds the files that came with the program: those of the source tree if it runs where it was
   built, else the installed ones, beside it if the tree was moved. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
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

/* Where the program was built and from what, if it runs there. The build leaves a file with the source's folder beside
   it: were that in the program, two builds would differ. */
static struct {
    bool is_here;
    char built[4096], source[4096], data[4096 + sizeof "/" SFC_DATA_DIR];
    char prefix[4096]; /* of an installed program */
} tree;

/* A folder of the installed tree. */
static char *installed(const char *prefix, const char *folder)
{
    return folder[0] == '/' ? sfc_copy_string(folder) : sfc_format("%s/%s", prefix, folder);
}

/* The program may have been installed into another root, or moved with all its files. */
static void find_prefix(void)
{
    static const char bin[] = "/" SFC_BIN_DIR;
    const size_t len = strlen(tree.built), bin_len = sizeof bin - 1;
    const bool moved = len >= bin_len && strcmp(tree.built + len - bin_len, bin) == 0;
    snprintf(tree.prefix, sizeof tree.prefix, "%.*s", (int)(moved ? len - bin_len : 0), tree.built);
    char *data = installed(tree.prefix, SFC_DATA_DIR);
    if (!moved || access(data, F_OK) != 0)
        snprintf(tree.prefix, sizeof tree.prefix, "%s", SFC_PREFIX);
    free(data);
    data = installed(tree.prefix, SFC_DATA_DIR);
    snprintf(tree.data, sizeof tree.data, "%s", data);
    free(data);
}

static void find_tree(void)
{
    const ssize_t n = readlink("/proc/self/exe", tree.built, sizeof tree.built - 1);
    tree.built[n > 0 ? n : 0] = '\0';
    if (n > 0)
        *strrchr(tree.built, '/') = '\0';
    char *path = sfc_format("%s/" SFC_TREE_FILE, tree.built);
    FILE *f = fopen(path, "r");
    free(path);
    if (!f) {
        find_prefix();
        return;
    }
    const size_t len = fread(tree.source, 1, sizeof tree.source - 1, f);
    fclose(f);
    tree.source[len] = '\0';
    tree.source[strcspn(tree.source, "\n")] = '\0';
    snprintf(tree.data, sizeof tree.data, "%s/conformance", tree.source);
    tree.is_here = tree.source[0] == '/';
}

static bool in_build_tree(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find_tree);
    return tree.is_here;
}

char *sfc_own_path(void)
{
    char path[4096];
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    return n > 0 ? sfc_copy_text(path, (size_t)n) : sfc_copy_string(program_name);
}

char *sfc_data_path(const char *name)
{
    in_build_tree();
    return sfc_format("%s/%s", tree.data, name);
}

char *sfc_report_data(void)
{
    return in_build_tree() ? sfc_format("%s/report", tree.built) : sfc_copy_string(tree.data);
}

char *sfc_corpus_path(const char *named)
{
    if (named)
        return sfc_copy_string(named);
    return in_build_tree() ? sfc_format("%s/corpus", tree.source) : sfc_format("%s/" SFC_CORPUS_NAME, tree.data);
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
    const char *set = getenv("PATH"), *path = set ? set : "", *colon = *path ? ":" : "";
    if (in_build_tree())
        return sfc_format("%s%s%s/../ref/tool:%s/adapters", path, colon, tree.built, tree.built);
    char *bin = installed(tree.prefix, SFC_BIN_DIR), *libexec = installed(tree.prefix, SFC_LIBEXEC_DIR);
    char *all = sfc_format("%s%s%s:%s", path, colon, bin, libexec);
    free(bin);
    free(libexec);
    return all;
}
