/* SPDX-License-Identifier: MIT */
/* Failures by cause, worst first. */
#include <stdlib.h>
#include <string.h>

#include "results.h"

/* A number that fewer failures than this are off by is none that they have in common. */
enum { MIN_SAME_OFFSET = 3 };

/* ---- Rare offsets -------------------------------------------------------------------------- */

static int compare_causes(const void *a, const void *b)
{
    const struct sfc_record *x = *(const struct sfc_record *const *)a, *y = *(const struct sfc_record *const *)b;
    const int order = strcmp(x->cause.token, y->cause.token);
    return order != 0 ? order : strcmp(x->c->id, y->c->id);
}

/* How many records from the first one on have its cause. */
static size_t same_cause(struct sfc_record *const *records, size_t count)
{
    size_t same = 0;
    while (same < count && strcmp(records[same]->cause.token, records[0]->cause.token) == 0)
        same++;
    return same;
}

/* The records with a cause, by cause and id. The caller frees the array. */
static struct sfc_record **by_cause(const struct sfc_results *results, unsigned standings, size_t *count)
{
    struct sfc_record **records = sfc_alloc(results->count, sizeof records[0]);
    *count = 0;
    for (size_t i = 0; i < results->count; i++)
        if (results->records[i].cause.token && standings >> results->records[i].standing & 1)
            records[(*count)++] = &results->records[i];
    if (*count > 0)
        qsort(records, *count, sizeof records[0], compare_causes);
    return records;
}

static void forget_offset(struct sfc_cause *cause)
{
    free(cause->token);
    free(cause->title);
    cause->token = cause->any_token;
    cause->title = cause->any_title;
    cause->any_token = cause->any_title = NULL;
}

/* Of records that differ in an offset alone: those of rare ones become one cause, if there are several. */
static void merge_offsets(struct sfc_record *const *records, size_t count)
{
    size_t num_rare = 0;
    for (size_t i = 0, same; i < count; i += same) {
        same = same_cause(records + i, count - i);
        num_rare += same < MIN_SAME_OFFSET;
    }
    for (size_t i = 0, same; i < count && num_rare > 1; i += same) {
        same = same_cause(records + i, count - i);
        for (size_t k = i; k < i + same && same < MIN_SAME_OFFSET; k++)
            forget_offset(&records[k]->cause);
    }
}

void sfc_results_merge_causes(struct sfc_results *results)
{
    size_t count;
    struct sfc_record **records = by_cause(results, SFC_ALL_STANDINGS, &count);
    for (size_t i = 0, next; i < count; i = next) {
        const char *any = records[i]->cause.any_token;
        next = i + 1;
        /* They have the start of their tokens in common, so nothing comes between them. */
        while (any && next < count && records[next]->cause.any_token
               && strcmp(any, records[next]->cause.any_token) == 0)
            next++;
        if (any)
            merge_offsets(records + i, next - i);
    }
    free(records);
}

/* ---- Causes -------------------------------------------------------------------------------- */

static size_t num_keys(const struct sfc_record *r)
{
    size_t count = 1;
    for (const char *at = r->result->detail ? r->result->detail : ""; *at; at++)
        count += *at == ',';
    return count;
}

/* Areas whose sections have something special beside what a case is about, or a form of their own. */
static bool is_exotic(const struct sfc_record *r)
{
    static const char areas[] = "boundary elf flex metamorphic outermost pcmask random real s390x sequence";
    return sfc_has_word(areas, r->c->area) || strncmp(r->c->id, "real/", 5) == 0;
}

/* Which of two failures shows the cause better? That with less else that is wrong, then the plain one, then the
   smaller one. */
static bool is_clearer(const struct sfc_record *a, const struct sfc_record *b)
{
    if (num_keys(a) != num_keys(b))
        return num_keys(a) < num_keys(b);
    if (is_exotic(a) != is_exotic(b))
        return is_exotic(b);
    return a->c->size < b->c->size;
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
    if (x->severity != y->severity)
        return x->severity < y->severity ? -1 : 1;
    if (x->example->cause.level != y->example->cause.level)
        return x->example->cause.level < y->example->cause.level ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return strcmp(x->example->cause.token, y->example->cause.token);
}

struct sfc_cause_list sfc_results_list_causes(const struct sfc_results *results, unsigned standings)
{
    size_t count;
    struct sfc_cause_list causes = { .records = by_cause(results, standings, &count) };
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
        sum->severity = severity(sum->example->result->outcome);
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
