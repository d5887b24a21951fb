/* SPDX-License-Identifier: MIT */
/* site_defects.h - the defects that failures show. */
#ifndef SFC_SITE_DEFECTS_H
#define SFC_SITE_DEFECTS_H

#include "site_model.h"

/* Finds the defects of every failure: the tokens of its reason in the results, or else in the list of
   its adapter in the folder `known`; if causes.txt of that folder does not have them, or `known` is
   NULL, the cause of the failure. */
bool sfc_site_find_defects(struct sfc_site *site, const char *known, struct sfc_error *error);
void sfc_site_free_defects(struct sfc_site *site);

#endif
