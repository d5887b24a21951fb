/* SPDX-License-Identifier: MIT */
/* What changed between two runs, case by case. */
#include <string.h>

#include "report_change.h"

const char *sfc_change_title(enum sfc_change change)
{
    static const char *const titles[SFC_NUM_CHANGES] = {
        "newly failing",
        "wrong answer before, no answer now (crash, time-out, limit, ...)",
        "asked before, not asked now",
        "worse, above the gate",
        "fail in another way",
        "newly passing",
        "new, failing",
        "new, passing or skipped",
        "removed",
    };
    return change < SFC_NUM_CHANGES ? titles[change] : "the same";
}

bool sfc_change_is_worse(enum sfc_change change)
{
    return change < SFC_WORSE_ABOVE;
}

bool sfc_record_is_asked(const struct sfc_record *r)
{
    return r->outcome != SFC_SKIPPED && r->outcome != SFC_NOT_RUN;
}

static bool has_answer(const struct sfc_record *r)
{
    return r->outcome == SFC_PASS || r->outcome == SFC_WRONG_OUTPUT || r->outcome == SFC_TOO_STRICT
           || r->outcome == SFC_TOO_LENIENT || r->outcome == SFC_INCONSISTENT;
}

bool sfc_record_fails(const struct sfc_record *r)
{
    return sfc_record_is_asked(r) && r->outcome != SFC_PASS;
}

static enum sfc_change change_of(const struct sfc_record *before, const struct sfc_record *after)
{
    if (!before)
        return sfc_record_fails(after) ? SFC_NEW_FAILING : SFC_NEW_OTHER;
    if (!after)
        return SFC_REMOVED;
    if (sfc_record_fails(after) && !sfc_record_fails(before))
        return sfc_record_is_asked(before) ? SFC_NEWLY_FAILING : SFC_NEW_FAILING;
    if (!sfc_record_is_asked(after))
        return sfc_record_is_asked(before) ? SFC_NOT_ASKED_NOW : SFC_SAME;
    if (!sfc_record_fails(after))
        return sfc_record_fails(before) ? SFC_NEWLY_PASSING : sfc_record_is_asked(before) ? SFC_SAME : SFC_NEW_OTHER;
    if (has_answer(before) && !has_answer(after))
        return SFC_NO_ANSWER_NOW;
    return before->outcome == after->outcome && sfc_same_text(before->detail, after->detail)
                   && sfc_same_text(before->seen, after->seen) && sfc_same_text(before->expected, after->expected)
               ? SFC_SAME
               : SFC_CHANGED;
}

/* Both runs are sorted by id. */
struct sfc_changed *sfc_compare_runs(const struct sfc_results *before, const struct sfc_results *after,
                                     size_t *count_out)
{
    struct sfc_changed *entries = sfc_alloc(before->count + after->count, sizeof entries[0]);
    size_t count = 0;
    for (size_t i = 0, j = 0; i < before->count || j < after->count;) {
        const struct sfc_record *a = i < before->count ? &before->records[i] : NULL;
        const struct sfc_record *b = j < after->count ? &after->records[j] : NULL;
        const int order = !a ? 1 : !b ? -1 : strcmp(a->id, b->id);
        a = order <= 0 ? a : NULL;
        b = order >= 0 ? b : NULL;
        i += a != NULL;
        j += b != NULL;
        enum sfc_change change = change_of(a, b);
        /* What is not asked any more is not known to be worse. */
        if (sfc_change_is_worse(change) && sfc_record_is_asked(b) && b->level > after->level
            && !sfc_outcome_is_unsafe(b->outcome))
            change = SFC_WORSE_ABOVE;
        if (change != SFC_SAME)
            entries[count++] = (struct sfc_changed){ change, a, b };
    }
    *count_out = count;
    return entries;
}
