/* SPDX-License-Identifier: MIT */
/* Failures by cause, worst first; those of one standing by cause or, if they are known, by reason. */
#include <stdlib.h>
#include <string.h>

#include "cause.h"
#include "index.h"
#include "reason.h"
#include "report.h"

/* A number that fewer failures than this are off by is none that they have in common. */
enum { MIN_SAME_OFFSET = 3 };

/* ---- Rare offsets -------------------------------------------------------------------------- */

static int compare_causes(const void *a, const void *b)
{
    const struct sfc_record *x = *(const struct sfc_record *const *)a, *y = *(const struct sfc_record *const *)b;
    const int order = strcmp(x->cause, y->cause);
    return order != 0 ? order : strcmp(x->id, y->id);
}

/* How many records from the first one on have its cause. */
static size_t same_cause(struct sfc_record *const *records, size_t count)
{
    size_t same = 0;
    while (same < count && strcmp(records[same]->cause, records[0]->cause) == 0)
        same++;
    return same;
}

/* The records with a cause, by cause and id. The caller frees the array. */
static struct sfc_record **by_cause(const struct sfc_results *results, size_t *count)
{
    struct sfc_record **records = sfc_alloc(results->count, sizeof records[0]);
    *count = 0;
    for (size_t i = 0; i < results->count; i++)
        if (results->records[i].cause)
            records[(*count)++] = &results->records[i];
    if (*count > 0)
        qsort(records, *count, sizeof records[0], compare_causes);
    return records;
}

/* Which rare records have company: another offset of the same key that few failures have. */
static void find_company(struct sfc_record *const *records, const bool *rare, bool *merges, size_t count)
{
    struct sfc_index firsts = { NULL };
    bool *has_company = sfc_alloc(count, sizeof has_company[0]);
    for (size_t i = 0; i < count; i++) {
        if (!rare[i])
            continue;
        sfc_index_add(&firsts, records[i]->any_cause, i);
        const size_t first = sfc_index_find(&firsts, records[i]->any_cause);
        if (strcmp(records[i]->cause, records[first]->cause) != 0)
            has_company[first] = true;
    }
    for (size_t i = 0; i < count; i++)
        merges[i] = rare[i] && has_company[sfc_index_find(&firsts, records[i]->any_cause)];
    sfc_index_free(&firsts);
    free(has_company);
}

void sfc_results_merge_causes(struct sfc_results *results)
{
    size_t count;
    struct sfc_record **records = by_cause(results, &count);
    bool *rare = sfc_alloc(count, sizeof rare[0]), *merges = sfc_alloc(count, sizeof merges[0]);
    for (size_t i = 0, same; i < count; i += same) {
        same = same_cause(records + i, count - i);
        for (size_t k = i; k < i + same; k++)
            rare[k] = same < MIN_SAME_OFFSET && records[k]->any_cause;
    }
    find_company(records, rare, merges, count);
    for (size_t i = 0; i < count; i++)
        if (merges[i]) {
            records[i]->cause = records[i]->any_cause;
            records[i]->cause_title = records[i]->any_title;
        }
    free(rare);
    free(merges);
    free(records);
}

/* ---- Causes -------------------------------------------------------------------------------- */

static size_t num_keys(const struct sfc_record *r)
{
    size_t count = 1;
    for (const char *at = r->detail ? r->detail : ""; *at; at++)
        count += *at == ',';
    return count;
}

/* Areas whose sections have something special beside what a case is about, or a form of their own. */
static bool is_exotic(const struct sfc_record *r)
{
    static const char areas[] = "boundary elf flex metamorphic outermost pcmask random real s390x sequence";
    return sfc_has_word(areas, r->area) || strncmp(r->id, "real/", 5) == 0;
}

/* Which of two failures shows the cause better? That with less else that is wrong, then the plain one, then the
   smaller one. */
static bool is_clearer(const struct sfc_record *a, const struct sfc_record *b)
{
    if (num_keys(a) != num_keys(b))
        return num_keys(a) < num_keys(b);
    if (is_exotic(a) != is_exotic(b))
        return is_exotic(b);
    return a->size < b->size;
}

/* Worst first: no answer, a wrong answer, too much accepted, too much rejected, the rest. */
static unsigned severity(enum sfc_outcome outcome)
{
    return sfc_outcome_is_unsafe(outcome)                                                          ? 0
           : outcome == SFC_WRONG_OUTPUT || outcome == SFC_INCONSISTENT || outcome == SFC_PROTOCOL ? 1
           : outcome == SFC_TOO_LENIENT                                                            ? 2
           : outcome == SFC_TOO_STRICT                                                             ? 3
                                                                                                   : 4;
}

static int compare_sums(const void *a, const void *b)
{
    const struct sfc_cause_sum *x = a, *y = b;
    const unsigned x_rank = severity(x->example->outcome), y_rank = severity(y->example->outcome);
    if (x_rank != y_rank)
        return x_rank < y_rank ? -1 : 1;
    if (x->example->cause_level != y->example->cause_level)
        return x->example->cause_level < y->example->cause_level ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return strcmp(x->example->cause, y->example->cause);
}

struct sfc_cause_list sfc_results_list_causes(const struct sfc_results *results)
{
    size_t count;
    struct sfc_cause_list causes = { .records = by_cause(results, &count) };
    causes.sums = sfc_alloc(count, sizeof causes.sums[0]);
    for (size_t i = 0, same; i < count; i += same) {
        struct sfc_cause_sum *sum = &causes.sums[causes.count++];
        same = same_cause(causes.records + i, count - i);
        *sum = (struct sfc_cause_sum){ .records = causes.records + i, .count = same, .example = causes.records[i] };
        for (size_t k = i; k < i + same; k++) {
            sum->standings[causes.records[k]->standing]++;
            if (is_clearer(causes.records[k], sum->example))
                sum->example = causes.records[k];
        }
    }
    if (causes.count > 0)
        qsort(causes.sums, causes.count, sizeof causes.sums[0], compare_sums);
    return causes;
}

void sfc_cause_list_free(struct sfc_cause_list *causes)
{
    free(causes->records);
    free(causes->sums);
    *causes = (struct sfc_cause_list){ .records = NULL };
}

/* ---- Groups of one standing ---------------------------------------------------------------- */

/* A record and the group that it goes to: its cause or, if it is known, its reason. */
struct item {
    const struct sfc_record *record;
    char *token, *title;
};

static int compare_items(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    const int order = strcmp(x->token, y->token);
    return order != 0 ? order : strcmp(x->record->id, y->record->id);
}

static struct item make_item(const struct sfc_record *r, bool by_reason)
{
    if (by_reason)
        return (struct item){ r, sfc_copy_string(r->reason), sfc_reason_title(r->reason) };
    if (r->cause)
        return (struct item){ r, sfc_copy_string(r->cause), sfc_copy_string(r->cause_title) };
    return (struct item){ r, sfc_format("%s/%s", sfc_level_name(r->level), sfc_outcome_name(r->outcome)),
                          sfc_copy_string(sfc_outcome_says(r->outcome)) };
}

static struct item *make_items(const struct sfc_results *results, enum sfc_standing standing, size_t *count)
{
    struct item *items = sfc_alloc(results->totals.standings[standing], sizeof items[0]);
    *count = 0;
    for (size_t i = 0; i < results->count; i++)
        if (results->records[i].standing == standing)
            items[(*count)++] = make_item(&results->records[i], standing == SFC_STANDS_KNOWN);
    if (*count > 0)
        qsort(items, *count, sizeof items[0], compare_items);
    return items;
}

static size_t same_token(const struct item *items, size_t count)
{
    size_t same = 0;
    while (same < count && strcmp(items[same].token, items[0].token) == 0)
        same++;
    return same;
}

static struct sfc_group make_group(const struct item *items, size_t count, bool has_token)
{
    struct sfc_group g = {
        .records = sfc_alloc(count, sizeof g.records[0]),
        .count = count,
        .example = items[0].record,
        .level = !has_token               ? SFC_LEVEL_SAFE
                 : items[0].record->cause ? items[0].record->cause_level
                                          : items[0].record->level,
        .token = has_token ? sfc_copy_string(items[0].token) : NULL,
        .title = sfc_copy_string(items[0].title),
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
    *num_groups = 0;
    for (size_t i = 0, same; i < count; i += same) {
        same = same_token(items + i, count - i);
        groups[(*num_groups)++] = make_group(items + i, same, standing != SFC_STANDS_KNOWN);
    }
    for (size_t i = 0; i < count; i++) {
        free(items[i].token);
        free(items[i].title);
    }
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
