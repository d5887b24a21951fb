/* SPDX-License-Identifier: MIT */
/* cause_value.h - how a wrong value of a dump differs from the right one. */
#ifndef SFC_CAUSE_VALUE_H
#define SFC_CAUSE_VALUE_H

#include "differs.h"
#include "text.h"

/* The difference as a word for a token ("off-by-16") and as the end of a sentence about the value
   ("is off by +16"). */
struct sfc_change {
    char *token, *says;
    enum sfc_differs_kind kind; /* OFF_BY: by a constant, of which other failures may have another */
};

/* The values of `key` ("fre.cfa"), which differ. Free with sfc_change_free(). */
void sfc_change_find(struct sfc_change *change, const char *key, const char *expected, const char *seen);
void sfc_change_free(struct sfc_change *change);

#endif
