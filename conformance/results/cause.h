/* SPDX-License-Identifier: MIT */
/* cause.h - the cause of a failure, as far as its result shows it. Failures with one cause have one
   token and one title. Both depend on the result alone, not on the rest of the run. */
#ifndef SFC_CAUSE_H
#define SFC_CAUSE_H

#include "cause_value.h"
#include "place.h"
#include "results.h"

struct sfc_cause {
    enum sfc_level level; /* `safe` for what breaks every level, else that of the case */
    /* "read/cfa/off-by-16": LEVEL, what is wrong, and how. For links: letters, digits and
       "/.,+-". */
    char *token;
    char *title; /* "cfa is off by +16": a line for a person */
    /* The value is off by a number: the token and the title without it. NULL otherwise. */
    char *any_token, *any_title;
    struct sfc_differs differs; /* the first difference, if it is one of a dump */
};

/* What the result tells beside its record. */
struct sfc_clues {
    enum sfc_key_fault key_fault;
    const char *key; /* of that fault */
    struct sfc_spot spot;
};

/* The cause of a failure. Free with sfc_cause_free(). */
void sfc_cause_find(struct sfc_cause *cause, const struct sfc_record *record, const struct sfc_clues *clues);
void sfc_cause_free(struct sfc_cause *cause);

#endif
