/* SPDX-License-Identifier: MIT */
/* The corpus as C arrays: the groups and the files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export.h"

/* ---- Groups ------------------------------------------------------------------------------- */

/* By group, then by id. */
static int compare_cases(const void *a, const void *b)
{
    const struct sfc_case *x = *(const struct sfc_case *const *)a, *y = *(const struct sfc_case *const *)b;
    const int by_profile = strcmp(x->profile, y->profile), by_abi = strcmp(x->abi, y->abi);
    const int by_order = strcmp(x->order, y->order);
    return by_profile != 0 ? by_profile : by_abi != 0 ? by_abi : by_order != 0 ? by_order : strcmp(x->id, y->id);
}

/* The groups of the cases, which are sorted; *count is how many. *error if a name cannot be part of one in C. */
static struct sfc_export_group *make_groups(const struct sfc_case **cases, size_t num_cases, size_t *count,
                                            struct sfc_error *error)
{
    struct sfc_export_group *groups = NULL, *last = NULL;
    *count = 0;
    for (size_t i = 0; i < num_cases; i++) {
        const struct sfc_case *c = cases[i];
        if (!last || strcmp(last->profile, c->profile) != 0 || strcmp(last->abi, c->abi) != 0
            || strcmp(last->order, c->order) != 0) {
            groups = sfc_make_room(groups, *count, sizeof groups[0]);
            last = &groups[(*count)++];
            *last = (struct sfc_export_group){ c->profile, c->abi, c->order, &cases[i], 0 };
        }
        last->count++;
        if (c->abi[strspn(c->abi, "abcdefghijklmnopqrstuvwxyz0123456789")] != '\0')
            sfc_fail(error, "%s: the ABI `%s` cannot be part of a name in C", c->path, c->abi);
    }
    return groups;
}

bool sfc_export_into(const char *path, sfc_is_earlier_fn *is_earlier, const struct sfc_run *run, sfc_export_fn *write,
                     void *ctx, struct sfc_error *error)
{
    struct sfc_new_folder folder = { .is_earlier = is_earlier };
    const struct sfc_case **cases = sfc_alloc(run->count, sizeof(const struct sfc_case *));
    size_t count;
    error->text[0] = '\0';
    memcpy(cases, run->cases, run->count * sizeof(const struct sfc_case *));
    qsort(cases, run->count, sizeof(const struct sfc_case *), compare_cases);
    struct sfc_export_group *groups = make_groups(cases, run->count, &count, error);
    bool good = error->text[0] == '\0' && sfc_new_folder_begin(&folder, path, error);
    if (good)
        good = sfc_new_folder_end(&folder, write(&folder, groups, count, ctx, error), error);
    free(groups);
    free(cases);
    return good;
}

/* ---- Files -------------------------------------------------------------------------------- */

bool sfc_export_file(struct sfc_new_folder *folder, const char *name, struct sfc_buffer *text, struct sfc_error *error)
{
    const bool good = sfc_new_folder_write(folder, name, text, error);
    sfc_buffer_free(text);
    return good;
}

bool sfc_export_c_files(struct sfc_new_folder *folder, const struct sfc_export_group *groups, size_t count, void *ctx,
                        struct sfc_error *error)
{
    struct sfc_buffer text = { 0 };
    (void)ctx;
    sfc_export_c_mark(&text, "0BSD OR CC0-1.0");
    sfc_export_parts(&text, sfc_corpus_header);
    if (!sfc_export_file(folder, SFC_EXPORT_C_PREFIX ".h", &text, error))
        return false;
    sfc_export_c_table(&text, groups, count);
    bool good = sfc_export_file(folder, SFC_EXPORT_C_PREFIX ".c", &text, error);
    for (size_t i = 0; i < count && good; i++) {
        const struct sfc_export_group *g = &groups[i];
        struct sfc_buffer name = { 0 };
        sfc_buffer_printf(&name, SFC_EXPORT_C_PREFIX "_%s_%s_%s.c", g->profile, g->abi, g->order);
        sfc_export_c_group(&text, g);
        good = sfc_export_file(folder, name.data, &text, error);
        sfc_buffer_free(&name);
    }
    return good;
}

static bool is_our_name(const char *name)
{
    if (strncmp(name, SFC_EXPORT_C_PREFIX, strlen(SFC_EXPORT_C_PREFIX)) == 0 || strcmp(name, SFC_KERNEL_GROUPS) == 0)
        return true;
    for (const struct sfc_kernel_file *f = sfc_kernel_files; f->name; f++)
        if (strcmp(name, f->name) == 0)
            return true;
    return false;
}

bool sfc_export_is_earlier(const char *folder, const char *name)
{
    if (!is_our_name(name))
        return false;
    char *path = sfc_format("%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    char start[128] = "";
    const bool good = f && fread(start, 1, sizeof start - 1, f) > 0;
    const char *mark = start + strspn(start, "/*# <!-");
    const bool exported = good && strncmp(mark, SFC_EXPORT_MARK, strlen(SFC_EXPORT_MARK)) == 0;
    if (f)
        fclose(f);
    free(path);
    return exported;
}

bool sfc_export_c(const char *path, const struct sfc_run *run, struct sfc_error *error)
{
    return sfc_export_into(path, sfc_export_is_earlier, run, sfc_export_c_files, NULL, error);
}
