/* SPDX-License-Identifier: MIT */
/* The sums of a run. */
#include "run.h"

void sfc_totals_add(struct sfc_totals *totals, enum sfc_outcome outcome, enum sfc_standing standing,
                    enum sfc_level level, bool is_multi_fault)
{
    totals->outcomes[outcome]++;
    totals->standings[standing]++;
    if (outcome == SFC_SKIPPED || outcome == SFC_NOT_RUN)
        return;
    totals->levels[SFC_LEVEL_SAFE].asked++;
    totals->levels[SFC_LEVEL_SAFE].right += !sfc_outcome_is_unsafe(outcome);
    if (is_multi_fault)
        return;
    totals->levels[level].asked++;
    totals->levels[level].right += outcome == SFC_PASS;
}

const char *sfc_level_reached(const struct sfc_totals *totals, bool has_trouble)
{
    const char *reached = "none";
    for (unsigned i = 0; i < SFC_NUM_LEVELS && !has_trouble; i++) {
        const struct sfc_level_sum *sum = &totals->levels[i];
        if (sum->right < sum->asked)
            break;
        reached = sum->asked > 0 ? sfc_level_name((enum sfc_level)i) : reached;
    }
    return reached;
}

bool sfc_run_totals(const struct sfc_run *run, struct sfc_totals *totals)
{
    size_t outcomes = 0, standings = 0;
    *totals = (struct sfc_totals){ .outcomes = { 0 } };
    for (size_t i = 0; i < run->count; i++) {
        if (run->results[i].outcome >= SFC_NUM_OUTCOMES)
            continue;
        sfc_totals_add(totals, run->results[i].outcome, run->standings[i], run->cases[i]->level,
                       run->cases[i]->multi_fault != NULL);
    }
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        outcomes += totals->outcomes[i];
    for (unsigned i = 0; i < SFC_NUM_STANDINGS; i++)
        standings += totals->standings[i];
    return outcomes == run->count && standings == run->count;
}

enum sfc_status sfc_run_status(const struct sfc_totals *totals, size_t num_unmatched, bool has_trouble, bool is_broken)
{
    size_t asked = 0;
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        asked += i == SFC_SKIPPED ? 0 : totals->outcomes[i];
    if (totals->standings[SFC_STANDS_UNEXPECTED] > 0 || is_broken)
        return SFC_STATUS_FAILS;
    if (totals->standings[SFC_STANDS_STALE] > 0 || num_unmatched > 0)
        return SFC_STATUS_STALE;
    if (has_trouble)
        return SFC_STATUS_BAD_END;
    return asked == 0 ? SFC_STATUS_NOTHING : SFC_STATUS_CONFORMS;
}
