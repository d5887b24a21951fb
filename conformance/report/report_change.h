/* SPDX-License-Identifier: MIT */
/* report_change.h - what changed between two runs, case by case. */
#ifndef SFC_REPORT_CHANGE_H
#define SFC_REPORT_CHANGE_H

#include "results.h"

/* What happened to a case; the first three are worse, and so is WORSE_ABOVE, which gates
   nothing. */
enum sfc_change {
    SFC_NEWLY_FAILING = 0,
    SFC_NO_ANSWER_NOW,
    SFC_NOT_ASKED_NOW,
    SFC_WORSE_ABOVE,
    SFC_CHANGED,
    SFC_NEWLY_PASSING,
    SFC_NEW_FAILING,
    SFC_NEW_OTHER,
    SFC_REMOVED,
    SFC_NUM_CHANGES,
    SFC_SAME
};
const char *sfc_change_title(enum sfc_change change);
bool sfc_change_is_worse(enum sfc_change change);

struct sfc_changed {
    enum sfc_change change;
    const struct sfc_record *before, *after; /* NULL: none */
};
/* What is not the same, sorted by id. The caller frees it. */
struct sfc_changed *sfc_compare_runs(const struct sfc_results *before, const struct sfc_results *after, size_t *count);

/* Was the case run? Was it, and did not pass? */
bool sfc_record_is_asked(const struct sfc_record *record);
bool sfc_record_fails(const struct sfc_record *record);

#endif
