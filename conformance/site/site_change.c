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

const char *sfc_site_change_id(enum sfc_change kind)
{
    static const char *const ids[SFC_NUM_CHANGES] = {
        [SFC_NEWLY_FAILING] = "newly-failing",
        [SFC_NO_ANSWER_NOW] = "no-answer-now",
        [SFC_NOT_ASKED_NOW] = "not-asked-now",
        [SFC_WORSE_ABOVE] = "worse-above-the-gate",
        [SFC_CHANGED] = "fail-otherwise",
        [SFC_NEWLY_PASSING] = "newly-passing",
        [SFC_NEW_FAILING] = "new-failing",
        [SFC_NEW_OTHER] = "new-passing",
        [SFC_REMOVED] = "removed",
    };
    return kind < SFC_NUM_CHANGES ? ids[kind] : "same";
}
