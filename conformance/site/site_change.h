/* SPDX-License-Identifier: MIT */
/* site_change.h - what changed from one release to the next. */
#ifndef SFC_SITE_CHANGE_H
#define SFC_SITE_CHANGE_H

#include "report_change.h"
#include "site_model.h"

struct sfc_site_changes {
    struct sfc_changed *all; /* sorted by id */
    size_t count, counts[SFC_NUM_CHANGES];
};

/* Of a run with a release before. */
void sfc_site_find_changes(struct sfc_site_changes *changes, const struct sfc_site_run *run);
void sfc_site_free_changes(struct sfc_site_changes *changes);
/* SFC_SAME if it is not among them. */
enum sfc_change sfc_site_change_of(const struct sfc_site_changes *changes, const struct sfc_site_case *c);
/* The anchor of a kind of change, and a few words for it. */
const char *sfc_site_change_id(enum sfc_change kind);
const char *sfc_site_change_title(enum sfc_change kind);

#endif
