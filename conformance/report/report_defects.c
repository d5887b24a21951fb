/* SPDX-License-Identifier: MIT */
/* The report of defects: a folder with a page for each, and a page that lists them. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "defect.h"
#include "markup.h"
#include "places.h"
#include "report.h"

enum { MAX_CAUSES = 1 << 20 };

static bool write_page(const char *folder, const char *name, struct sfc_buffer *text, struct sfc_error *error)
{
    char *path = sfc_format_path(folder, name, ".md");
    const bool good = sfc_write_file(path, sfc_buffer_text(text), text->len, error);
    sfc_buffer_free(text);
    free(path);
    return good;
}

static void add_index(struct sfc_buffer *b, const struct sfc_defects *defects)
{
    sfc_buffer_printf(b, "# %zu distinct defects\n\nOf", defects->count);
    for (size_t s = 0; s < defects->num_runs; s++) {
        sfc_buffer_printf(b, "%s ", s > 0 ? "," : "");
        sfc_add_markdown(b, defects->runs[s].implementation);
        sfc_buffer_printf(b, " ");
        sfc_add_markdown(b, defects->runs[s].version);
    }
    sfc_buffer_printf(b, ".\n\n| what is wrong | id | the smallest case |\n|---|---|---|\n");
    for (size_t i = 0; i < defects->count; i++) {
        const struct sfc_defect *d = &defects->items[i];
        sfc_buffer_printf(b, "| [");
        sfc_add_markdown(b, d->what);
        sfc_buffer_printf(b, "](%s.md) | %s | `%s` |\n", d->token, d->token, d->shown[0]->id);
    }
}

static bool write_pages(const char *folder, const struct sfc_defects *defects, struct sfc_error *error)
{
    struct sfc_buffer index = { 0 };
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return sfc_fail(error, "%s: the folder cannot be made: %s", folder, strerror(errno));
    for (size_t i = 0; i < defects->count; i++) {
        struct sfc_buffer page = { 0 };
        sfc_defect_page(&page, defects, &defects->items[i]);
        if (!write_page(folder, defects->items[i].token, &page, error))
            return false;
    }
    add_index(&index, defects);
    return write_page(folder, "README", &index, error);
}

bool sfc_report_defects(const char *folder, const struct sfc_results *runs, size_t num_runs,
                        const struct sfc_corpus *corpus, struct sfc_error *error)
{
    char *path = sfc_format_path(sfc_data_folder(), "known/causes.txt", "");
    size_t len;
    char *causes = sfc_read_file(path, MAX_CAUSES, &len, error);
    struct sfc_defects defects = { 0 };
    const bool good = causes && sfc_defects_find(&defects, runs, num_runs, corpus, causes, error)
                      && write_pages(folder, &defects, error);
    sfc_defects_free(&defects);
    free(causes);
    free(path);
    return good;
}
