/* SPDX-License-Identifier: MIT */
/* What changed from one release to the next. */
#include <stdlib.h>
#include <string.h>

#include "site_change.h"

static const char *id_of(const struct sfc_changed *c)
{
    return c->after ? c->after->id : c->before->id;
}

static int compare(const void *a, const void *b)
{
    return strcmp(id_of(a), id_of(b));
}

void sfc_site_find_changes(struct sfc_site_changes *changes, const struct sfc_site_run *run)
{
    *changes = (struct sfc_site_changes){ .all = NULL };
    changes->all = sfc_compare_runs(run->before->results, run->results, &changes->count);
    for (size_t i = 0; i < changes->count; i++)
        changes->counts[changes->all[i].change]++;
}

void sfc_site_free_changes(struct sfc_site_changes *changes)
{
    free(changes->all);
    *changes = (struct sfc_site_changes){ .all = NULL };
}

enum sfc_change sfc_site_change_of(const struct sfc_site_changes *changes, const struct sfc_site_case *c)
{
    const struct sfc_record record = { .id = c->id };
    const struct sfc_changed wanted = { .after = &record };
    const struct sfc_changed *found =
        changes->count == 0 ? NULL : bsearch(&wanted, changes->all, changes->count, sizeof wanted, compare);
    return found ? found->change : SFC_SAME;
}

static const struct {
    const char *id, *title;
} kinds[SFC_NUM_CHANGES] = {
    [SFC_NEWLY_FAILING] = { "became-wrong", "became wrong" },
    [SFC_NO_ANSWER_NOW] = { "no-answer-now", "wrong before, no answer now" },
    [SFC_NOT_ASKED_NOW] = { "no-longer-asked", "no longer asked" },
    [SFC_WORSE_ABOVE] = { "worse-above-the-gate", "worse, above the level that counts" },
    [SFC_CHANGED] = { "wrong-in-another-way", "wrong in another way" },
    [SFC_NEWLY_PASSING] = { "became-right", "became right" },
    [SFC_NEW_FAILING] = { "newly-asked-wrong", "newly asked, wrong" },
    [SFC_NEW_OTHER] = { "newly-asked-right", "newly asked, right" },
    [SFC_REMOVED] = { "removed", "not in the newer results" },
};

const char *sfc_site_change_id(enum sfc_change kind)
{
    return kind < SFC_NUM_CHANGES ? kinds[kind].id : "same";
}

const char *sfc_site_change_title(enum sfc_change kind)
{
    return kind < SFC_NUM_CHANGES ? kinds[kind].title : "the same";
}
