/* SPDX-License-Identifier: MIT */
/* From a run to its results. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "results.h"

void sfc_results_free(struct sfc_results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        free(results->records[i].command);
        sfc_cause_free(&results->records[i].cause);
    }
    free(results->records);
    *results = (struct sfc_results){ 0 };
}

bool sfc_record_is_asked(const struct sfc_record *r)
{
    return r->result->outcome != SFC_SKIPPED && r->result->outcome != SFC_NOT_RUN;
}

const struct sfc_record *sfc_results_take(struct sfc_results *results, size_t index)
{
    const struct sfc_run *run = results->run;
    const struct sfc_case *c = run->cases[index];
    const struct sfc_result *result = &run->results[index];
    struct sfc_record *r = &results->records[index];
    /* A mistake of ours gets no verdict. Unlike assert(), this puts no path of the sources into the program. */
    if (r->c || !sfc_standing_fits(run->standings[index], result->outcome))
        abort();
    *r = (struct sfc_record){ c, result, sfc_known_find(run->known, c->id), run->standings[index], NULL, { 0 } };
    if (sfc_outcome_fails(result->outcome) && result->outcome != SFC_NOT_RUN)
        sfc_cause_find(&r->cause, c, result, sfc_find_spot(c, result->line));
    if (sfc_record_is_asked(r)) {
        const struct sfc_request request = sfc_case_request(c);
        r->command = run->rung->by_hand(run->config, &request, c->id, run->corpus_option);
    }
    return r;
}

void sfc_record_add(struct sfc_totals *totals, const struct sfc_record *r)
{
    sfc_totals_add(totals, r->c, r->result, r->standing, r->known);
}

static int compare_records(const void *a, const void *b)
{
    return strcmp(((const struct sfc_record *)a)->c->id, ((const struct sfc_record *)b)->c->id);
}

void sfc_results_prove(struct sfc_results *results)
{
    struct sfc_proof proof = { .proved = 0 };
    for (size_t i = 0; i < results->count; i++) {
        const struct sfc_record *r = &results->records[i], *parent = NULL;
        if (!sfc_is_right_rejection(r->c, r->result))
            continue;
        const struct sfc_case wanted = { .id = r->c->parent };
        if (wanted.id)
            parent = bsearch(&(struct sfc_record){ .c = &wanted }, results->records, results->count, sizeof *parent,
                             compare_records);
        if (!parent || !sfc_record_is_asked(parent))
            proof.not_shown++;
        else if (parent->result->outcome == SFC_PASS && parent->result->said == SFC_SAID_ACCEPT)
            proof.proved++;
        else
            proof.unproved++;
    }
    results->proof = proof;
}

bool sfc_results_end(struct sfc_results *results)
{
    const struct sfc_run *run = results->run;
    results->totals = (struct sfc_totals){ .outcomes = { 0 } };
    for (size_t i = 0; i < results->count; i++) {
        if (!results->records[i].c)
            return false;
        sfc_record_add(&results->totals, &results->records[i]);
    }
    sfc_results_prove(results);
    sfc_results_merge_causes(results);
    results->has_summary = true;
    results->complete = !run->interrupted;
    results->status = run->interrupted ? 128 + SIGINT
                                       : (int)sfc_run_status(&results->totals, run->num_unmatched,
                                                             run->num_troubles > 0, run->broken != NULL);
    return true;
}

size_t sfc_results_num_asked(const struct sfc_results *results)
{
    return results->count - results->totals.outcomes[SFC_SKIPPED] - results->totals.outcomes[SFC_NOT_RUN];
}
