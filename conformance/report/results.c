/* SPDX-License-Identifier: MIT */
/* Results in memory. */
#include <stdlib.h>
#include <string.h>

#include "results.h"

void sfc_results_start(struct sfc_results *results, const char *path)
{
    *results = (struct sfc_results){ .path = sfc_copy_text(path, strlen(path)), .status = -1 };
}

void sfc_results_free(struct sfc_results *results)
{
    for (size_t i = 0; i < results->num_kept; i++)
        free(results->kept[i]);
    free(results->kept);
    free(results->path);
    free(results->records);
    free(results->unmatched);
    *results = (struct sfc_results){ 0 };
}

/* Room for one more: the arrays double. */
static void *make_room(void *items, size_t count, size_t size)
{
    return (count & (count - 1)) == 0 ? sfc_grow(items, count == 0 ? 1 : count * 2, size) : items;
}

char *sfc_results_keep(struct sfc_results *results, char *memory)
{
    results->kept = make_room(results->kept, results->num_kept, sizeof results->kept[0]);
    return results->kept[results->num_kept++] = memory;
}

struct sfc_record *sfc_results_new_record(struct sfc_results *results)
{
    results->records = make_room(results->records, results->count, sizeof results->records[0]);
    struct sfc_record *record = &results->records[results->count++];
    *record = (struct sfc_record){ .id = NULL };
    return record;
}

void sfc_results_add_unmatched(struct sfc_results *results, const char *id, size_t line)
{
    results->unmatched = make_room(results->unmatched, results->num_unmatched, sizeof results->unmatched[0]);
    results->unmatched[results->num_unmatched++] = (struct sfc_unmatched){ id, line };
}

static int compare_records(const void *a, const void *b)
{
    return strcmp(((const struct sfc_record *)a)->id, ((const struct sfc_record *)b)->id);
}

/* The next word of a list of keys that is an answer, or NULL. */
static const char *next_answer(const char **keys, size_t *len)
{
    const char *key = NULL;
    while (*keys && (key = sfc_next_word(keys, len)) && !sfc_dump_key_is_answer(key, *len))
        ;
    return key;
}

bool sfc_results_hide_answers(const struct sfc_results *results)
{
    const char *rest = results->unobservable;
    size_t len;
    return next_answer(&rest, &len) != NULL;
}

const char *sfc_results_reached(const struct sfc_results *results)
{
    const char *reached = sfc_level_reached(&results->totals, results->trouble != NULL);
    return strcmp(reached, "none") != 0 && sfc_results_hide_answers(results) ? sfc_level_name(SFC_LEVEL_SAFE) : reached;
}

void sfc_add_hidden(struct sfc_buffer *out, const char *before, const struct sfc_results *results)
{
    const char *rest = results->unobservable, *key;
    size_t len;
    if (sfc_results_hide_answers(results))
        sfc_buffer_printf(out, "%snot read: hides", before);
    while ((key = next_answer(&rest, &len)))
        sfc_buffer_printf(out, " %.*s", (int)len, key);
}

const struct sfc_record *sfc_results_find(const struct sfc_results *results, const char *id)
{
    const struct sfc_record wanted = { .id = id };
    return results->count == 0 ? NULL
                               : bsearch(&wanted, results->records, results->count, sizeof wanted, compare_records);
}

bool sfc_results_finish(struct sfc_results *results, struct sfc_error *error)
{
    if (results->count > 0)
        qsort(results->records, results->count, sizeof results->records[0], compare_records);
    for (size_t i = 1; i < results->count; i++)
        if (compare_records(&results->records[i - 1], &results->records[i]) == 0)
            return sfc_fail(error, "%s: has two results for %s", results->path, results->records[i].id);
    return true;
}
