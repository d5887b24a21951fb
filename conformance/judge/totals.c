/* SPDX-License-Identifier: MIT */
/* The sums of a run. */
#include "run.h"

static void add_to(struct sfc_level_sum *sum, bool is_right)
{
    sum->asked++;
    sum->right += is_right;
}

bool sfc_is_right_rejection(const struct sfc_case *c, const struct sfc_result *r)
{
    return r->outcome == SFC_PASS && c->expect == SFC_EXPECT_REJECT && r->said == SFC_SAID_REJECT && !c->multi_fault;
}

void sfc_totals_add(struct sfc_totals *totals, const struct sfc_case *c, const struct sfc_result *r,
                    enum sfc_standing standing, const struct sfc_known_entry *known)
{
    totals->outcomes[r->outcome]++;
    totals->standings[standing]++;
    if (r->outcome == SFC_SKIPPED || r->outcome == SFC_NOT_RUN)
        return;
    totals->may_pass += standing == SFC_STANDS_KNOWN && known && sfc_known_names(known, SFC_PASS);
    add_to(&totals->levels[SFC_LEVEL_SAFE], !sfc_outcome_is_unsafe(r->outcome));
    if (c->multi_fault)
        return;
    add_to(&totals->levels[c->level], r->outcome == SFC_PASS);
    add_to(&totals->kinds[c->expect], r->outcome == SFC_PASS);
    if (!sfc_is_right_rejection(c, r))
        return;
    totals->rejections++;
    totals->judged_class += r->judged_class;
    totals->judged_range += r->judged_range;
}

const char *sfc_level_reached(const struct sfc_totals *totals, bool has_trouble)
{
    const char *reached = "none";
    for (unsigned i = 0; i < SFC_NUM_LEVELS && !has_trouble; i++) {
        const struct sfc_level_sum *sum = &totals->levels[i];
        if (sum->right < sum->asked)
            break;
        reached = sum->asked > 0 ? sfc_level_names[i] : reached;
    }
    return reached;
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
