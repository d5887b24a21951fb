/* SPDX-License-Identifier: MIT */
/* The corpus as C arrays: the groups and the files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "new_folder.h"

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

static bool write_one(struct sfc_new_folder *folder, const char *name, struct sfc_buffer *text, struct sfc_error *error)
{
    const bool good = sfc_new_folder_write(folder, name, text, error);
    sfc_buffer_free(text);
    return good;
}

static bool write_files(struct sfc_new_folder *folder, const struct sfc_export_group *groups, size_t count,
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
static bool is_exported(void *ctx, const char *folder, const char *name)
{
    (void)ctx;
    if (strncmp(name, SFC_EXPORT_C_PREFIX, strlen(SFC_EXPORT_C_PREFIX)) != 0)
        return false;
    char *path = sfc_format("%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    char start[128] = "";
    const size_t len = strlen(sfc_export_c_mark);
    const bool exported = f && fread(start, 1, len, f) == len && memcmp(start, sfc_export_c_mark, len) == 0;
    if (f)
        fclose(f);
    free(path);
    return exported;
}

bool sfc_export_c(const char *path, const struct sfc_run *run, struct sfc_error *error)
{
    struct sfc_new_folder folder = { .is_earlier = is_exported, .what = "export" };
    size_t count = 0;
    error->text[0] = '\0';
    struct sfc_export_group *groups = make_groups(run, &count, error);
    bool good = error->text[0] == '\0' && sfc_new_folder_begin(&folder, path, error);
    if (good)
        good = sfc_new_folder_end(&folder, write_files(&folder, groups, count, error), error);
    free_groups(groups, count);
    return good;
}
