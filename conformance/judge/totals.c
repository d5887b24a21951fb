/* SPDX-License-Identifier: MIT */
/* The sums of a run. */
#include "run.h"

static void add_to(struct sfc_level_sum *sum, bool is_right)
{
    sum->asked++;
    sum->right += is_right;
}

bool sfc_is_right_rejection(const struct sfc_tally *t)
{
    return t->outcome == SFC_PASS && t->expect == SFC_EXPECT_REJECT && t->said == SFC_SAID_REJECT && !t->is_multi_fault;
}

void sfc_totals_add(struct sfc_totals *totals, const struct sfc_tally *t)
{
    totals->outcomes[t->outcome]++;
    totals->standings[t->standing]++;
    if (t->outcome == SFC_SKIPPED || t->outcome == SFC_NOT_RUN)
        return;
    totals->may_pass += t->standing == SFC_STANDS_KNOWN && t->may_pass;
    add_to(&totals->levels[SFC_LEVEL_SAFE], !sfc_outcome_is_unsafe(t->outcome));
    if (t->is_multi_fault)
        return;
    add_to(&totals->levels[t->level], t->outcome == SFC_PASS);
    add_to(&totals->kinds[t->expect], t->outcome == SFC_PASS);
    if (!sfc_is_right_rejection(t))
        return;
    totals->rejections++;
    totals->judged_class += t->judged_class;
    totals->judged_range += t->judged_range;
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

struct sfc_tally sfc_run_tally(const struct sfc_run *run, size_t i)
{
    const struct sfc_case *c = run->cases[i];
    const struct sfc_result *r = &run->results[i];
    const struct sfc_known_entry *entry = sfc_known_find(run->known, c->id);
    return (struct sfc_tally){
        .outcome = r->outcome,
        .standing = run->standings[i],
        .level = c->level,
        .expect = c->expect,
        .said = r->said,
        .is_multi_fault = c->multi_fault != NULL,
        .may_pass = entry && sfc_known_may_pass(entry),
        .judged_class = r->judged_class,
        .judged_range = r->judged_range,
    };
}

bool sfc_run_totals(const struct sfc_run *run, struct sfc_totals *totals)
{
    size_t outcomes = 0, standings = 0;
    *totals = (struct sfc_totals){ .outcomes = { 0 } };
    for (size_t i = 0; i < run->count; i++) {
        if (run->results[i].outcome >= SFC_NUM_OUTCOMES)
            continue;
        const struct sfc_tally tally = sfc_run_tally(run, i);
        sfc_totals_add(totals, &tally);
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
