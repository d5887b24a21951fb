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
    free(results->troubles);
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
    *record = (struct sfc_record){ .exit_status = -1 };
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

const struct sfc_record *sfc_results_find(const struct sfc_results *results, const char *id)
{
    const struct sfc_record wanted = { .id = id };
    return results->count == 0 ? NULL
                               : bsearch(&wanted, results->records, results->count, sizeof wanted, compare_records);
}

void sfc_results_add_trouble(struct sfc_results *results, enum sfc_trouble_kind kind, char *text)
{
    const struct sfc_run_trouble trouble = { kind, text };
    results->troubles = sfc_grow(results->troubles, results->num_troubles + 1, sizeof trouble);
    results->troubles[results->num_troubles++] = trouble;
}

struct sfc_tally sfc_record_tally(const struct sfc_record *r)
{
    struct sfc_tally tally = {
        .outcome = r->outcome,
        .standing = r->standing,
        .level = r->level,
        .said = r->said,
        .is_multi_fault = r->multi_fault != NULL,
        .may_pass = r->known && sfc_known_may_pass(&(struct sfc_known_entry){ .outcomes = r->known }),
        .judged_class = r->judged_class,
        .judged_range = r->judged_range,
    };
    for (unsigned i = 0; i < SFC_NUM_EXPECTS; i++)
        if (strcmp(r->expect, sfc_expect_name((enum sfc_expect)i)) == 0)
            tally.expect = (enum sfc_expect)i;
    return tally;
}

void sfc_results_prove(struct sfc_results *results)
{
    struct sfc_proof proof = { .proved = 0 };
    if (results->count > 0)
        qsort(results->records, results->count, sizeof results->records[0], compare_records);
    for (size_t i = 0; i < results->count; i++) {
        const struct sfc_record *r = &results->records[i], *parent;
        const struct sfc_tally tally = sfc_record_tally(r);
        if (!sfc_is_right_rejection(&tally))
            continue;
        parent = r->parent ? sfc_results_find(results, r->parent) : NULL;
        if (!parent || parent->outcome == SFC_SKIPPED || parent->outcome == SFC_NOT_RUN)
            proof.not_shown++;
        else if (parent->outcome == SFC_PASS && parent->said == SFC_SAID_ACCEPT)
            proof.proved++;
        else
            proof.unproved++;
    }
    results->proof = proof;
}

bool sfc_results_finish(struct sfc_results *results, struct sfc_error *error)
{
    sfc_results_prove(results);
    for (size_t i = 1; i < results->count; i++)
        if (compare_records(&results->records[i - 1], &results->records[i]) == 0)
            return sfc_fail(error, "%s: has two results for %s", results->path, results->records[i].id);
    return true;
}

size_t sfc_results_num_asked(const struct sfc_results *results)
{
    return results->count - results->totals.outcomes[SFC_SKIPPED] - results->totals.outcomes[SFC_NOT_RUN];
}
