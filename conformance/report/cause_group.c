/* SPDX-License-Identifier: MIT */
/* Failures grouped by cause, known failures by reason. */
#include <stdlib.h>
#include <string.h>

#include "cause.h"
#include "index.h"
#include "reason.h"
#include "report.h"

/* A number that fewer failures than this are off by is none that they have in common. */
enum { MIN_SAME_OFFSET = 3 };

/* A record and the group that it goes to. */
struct item {
    const struct sfc_record *record;
    struct sfc_cause cause;
};

static int compare_items(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    const int order = strcmp(x->cause.token, y->cause.token);
    return order != 0 ? order : strcmp(x->record->id, y->record->id);
}

/* Known failures have the reason as token and title. */
static struct item *make_items(const struct sfc_results *results, enum sfc_standing standing, size_t *count)
{
    struct item *items = sfc_alloc(results->totals.standings[standing], sizeof items[0]);
    *count = 0;
    for (size_t i = 0; i < results->count; i++) {
        const struct sfc_record *r = &results->records[i];
        if (r->standing != standing)
            continue;
        struct item *item = &items[(*count)++];
        item->record = r;
        if (standing == SFC_STANDS_KNOWN)
            item->cause =
                (struct sfc_cause){ .token = sfc_copy_string(r->reason), .title = sfc_reason_title(r->reason) };
        else
            sfc_cause_find(&item->cause, r);
    }
    if (*count > 0)
        qsort(items, *count, sizeof items[0], compare_items);
    return items;
}

/* How many of the items from the first one on have its token. */
static size_t same_token(const struct item *items, size_t count)
{
    size_t same = 0;
    while (same < count && strcmp(items[same].cause.token, items[0].cause.token) == 0)
        same++;
    return same;
}

/* Which rare items have company: another offset of the same key that few failures have. */
static void find_company(const struct item *items, const bool *rare, bool *merges, size_t count)
{
    struct sfc_index firsts = { NULL };
    bool *has_company = sfc_alloc(count, sizeof has_company[0]);
    for (size_t i = 0; i < count; i++) {
        if (!rare[i])
            continue;
        sfc_index_add(&firsts, items[i].cause.any_token, i);
        const size_t first = sfc_index_find(&firsts, items[i].cause.any_token);
        if (strcmp(items[i].cause.token, items[first].cause.token) != 0)
            has_company[first] = true;
    }
    for (size_t i = 0; i < count; i++)
        merges[i] = rare[i] && has_company[sfc_index_find(&firsts, items[i].cause.any_token)];
    sfc_index_free(&firsts);
    free(has_company);
}

/* Several offsets of a key that few failures have become one cause. */
static void merge_offsets(struct item *items, size_t count)
{
    bool *rare = sfc_alloc(count, sizeof rare[0]), *merges = sfc_alloc(count, sizeof merges[0]);
    for (size_t i = 0, same; i < count; i += same) {
        same = same_token(items + i, count - i);
        for (size_t k = i; k < i + same; k++)
            rare[k] = same < MIN_SAME_OFFSET && items[k].cause.any_token;
    }
    find_company(items, rare, merges, count);
    for (size_t i = 0; i < count; i++) {
        struct sfc_cause *cause = &items[i].cause;
        if (!merges[i])
            continue;
        free(cause->token);
        free(cause->title);
        cause->token = sfc_copy_string(cause->any_token);
        cause->title = sfc_copy_string(cause->any_title);
    }
    free(rare);
    free(merges);
    if (count > 0)
        qsort(items, count, sizeof items[0], compare_items);
}

static size_t num_keys(const struct sfc_record *r)
{
    size_t count = 1;
    for (const char *at = r->detail ? r->detail : ""; *at; at++)
        count += *at == ',';
    return count;
}

/* Which of two failures shows the cause better? That with less else that is wrong, then the smaller one. */
static bool is_clearer(const struct sfc_record *a, const struct sfc_record *b)
{
    return num_keys(a) != num_keys(b) ? num_keys(a) < num_keys(b) : a->size < b->size;
}

static struct sfc_group make_group(const struct item *items, size_t count, bool has_token)
{
    struct sfc_group g = {
        .records = sfc_alloc(count, sizeof g.records[0]),
        .count = count,
        .example = items[0].record,
        .level = items[0].cause.level,
        .token = has_token ? sfc_copy_string(items[0].cause.token) : NULL,
        .title = sfc_copy_string(items[0].cause.title),
    };
    for (size_t i = 0; i < count; i++) {
        g.records[i] = items[i].record;
        if (is_clearer(g.records[i], g.example))
            g.example = g.records[i];
    }
    return g;
}

static int compare_groups(const void *a, const void *b)
{
    const struct sfc_group *x = a, *y = b;
    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return strcmp(x->token ? x->token : x->title, y->token ? y->token : y->title);
}

struct sfc_group *sfc_group_records(const struct sfc_results *results, enum sfc_standing standing, size_t *num_groups)
{
    size_t count;
    struct item *items = make_items(results, standing, &count);
    struct sfc_group *groups = sfc_alloc(count, sizeof groups[0]);
    merge_offsets(items, count);
    *num_groups = 0;
    for (size_t i = 0, same; i < count; i += same) {
        same = same_token(items + i, count - i);
        groups[(*num_groups)++] = make_group(items + i, same, standing != SFC_STANDS_KNOWN);
    }
    for (size_t i = 0; i < count; i++)
        sfc_cause_free(&items[i].cause);
    free(items);
    if (*num_groups > 0)
        qsort(groups, *num_groups, sizeof groups[0], compare_groups);
    return groups;
}

void sfc_groups_free(struct sfc_group *groups, size_t num_groups)
{
    for (size_t i = 0; i < num_groups; i++) {
        free(groups[i].records);
        free(groups[i].token);
        free(groups[i].title);
    }
    free(groups);
}
