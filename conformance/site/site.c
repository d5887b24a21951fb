/* SPDX-License-Identifier: MIT */
/* Writes a site as a whole. */
#include <stdlib.h>
#include <string.h>

#include "site_pages.h"

/* The list of the files of a site; its first line marks it. */
#define LIST "site-files.txt"
static const char mark[] = "Files of a site by sframe-conform site, which another one may replace:\n";
enum { MAX_LIST = 1 << 26 };

/* The list of the site that is there, or was, in the folder; NULL if there is none. */
struct earlier {
    char **names; /* sorted */
    size_t count;
    char *text;
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void read_earlier(struct earlier *e, const char *folder)
{
    size_t len, room = 0;
    char *path = sfc_format("%s/%s", folder, LIST);
    *e = (struct earlier){ .text = sfc_read_file(path, MAX_LIST, &len, NULL) };
    free(path);
    if (!e->text || strncmp(e->text, mark, strlen(mark)) != 0)
        return;
    for (char *at = e->text + strlen(mark); *at;) {
        char *end = at + strcspn(at, "\n"), *next = *end ? end + 1 : end;
        *end = '\0';
        if (e->count == room)
            e->names = sfc_grow(e->names, room = room * 2 + 64, sizeof e->names[0]);
        e->names[e->count++] = at;
        at = next;
    }
    if (e->count > 0)
        qsort(e->names, e->count, sizeof e->names[0], compare_names);
}

static bool is_earlier(void *ctx, const char *folder, const char *name)
{
    const struct earlier *e = ctx;
    (void)folder;
    return e->count > 0 && bsearch(&name, e->names, e->count, sizeof e->names[0], compare_names) != NULL;
}

static bool write_pages(struct sfc_site_writer *w)
{
    const bool good = sfc_write_front(w) && sfc_write_implementations(w) && sfc_write_areas(w) && sfc_write_families(w)
                      && sfc_write_defects(w) && sfc_write_registers(w) && sfc_write_search(w);
    struct sfc_buffer list = { 0 };
    sfc_buffer_printf(&list, "%s" LIST "\n%s", mark, sfc_buffer_text(&w->files));
    if (good)
        return sfc_site_add_file(w, LIST, &list);
    sfc_buffer_free(&list);
    return false;
}

bool sfc_site_write(const char *folder, const struct sfc_site_input *input, int stop_fd, struct sfc_site_sums *sums,
                    struct sfc_error *error)
{
    struct earlier earlier;
    struct sfc_site site;
    read_earlier(&earlier, folder);
    struct sfc_site_writer w = { .site = &site, .stop_fd = stop_fd, .error = error };
    w.folder = (struct sfc_new_folder){ .is_earlier = is_earlier, .ctx = &earlier, .what = "site" };
    bool good = sfc_new_folder_begin(&w.folder, folder, error);
    if (good) {
        good = sfc_site_model(&site, input, error) && write_pages(&w);
        w.sums.families = site.num_families;
        for (size_t i = 0; i < site.num_defects; i++)
            w.sums.defects += site.defects[i].count > 0;
        sfc_site_free(&site);
        good = sfc_new_folder_end(&w.folder, good, error);
    }
    *sums = w.sums;
    sfc_buffer_free(&w.files);
    free(earlier.names);
    free(earlier.text);
    return good;
}
