/* SPDX-License-Identifier: MIT */
/* cause.h - the cause of a failure, as far as its result shows it. Failures with one cause have one
   token and one title. Both depend on the result alone, not on the rest of the run. */
#ifndef SFC_CAUSE_H
#define SFC_CAUSE_H

#include "differs.h"
#include "judge.h"
#include "place.h"

struct sfc_cause {
    enum sfc_level level; /* `safe` for what breaks every level, else that of the case */
    /* "read/cfa/off-by-16": LEVEL, what is wrong, and how. For links: letters, digits and
       "/.,+-". */
    char *token;
    char *title; /* "cfa is off by +16": a line for a person */
    /* The value is off by a number: the token and the title without it. NULL otherwise. */
    char *any_token, *any_title;
    struct sfc_differs differs; /* the first difference, if it is one of a dump */
    enum sfc_pc_place place;    /* of its PC */
};

/* The cause of a failure; `spot` is that of the first line that differs. Free with sfc_cause_free(). */
void sfc_cause_find(struct sfc_cause *cause, const struct sfc_case *c, const struct sfc_result *result,
                    struct sfc_spot spot);
void sfc_cause_free(struct sfc_cause *cause);

#endif
