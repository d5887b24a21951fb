/* SPDX-License-Identifier: MIT */
/* cause.h - the cause of a failure, as far as its result shows it. Failures with one cause have one
   token and one title. Both depend on the result alone, not on the rest of the run. */
#ifndef SFC_CAUSE_H
#define SFC_CAUSE_H

#include "judge.h"

/* ---- Where the PC of a look-up lies, relative to the functions of the section ---- */

enum sfc_pc_place {
    SFC_PLACE_NONE = 0, /* there is no PC, or the functions cannot be read */
    SFC_PLACE_FIRST,    /* the first byte of a function */
    SFC_PLACE_INSIDE,
    SFC_PLACE_LAST,     /* the last byte of a function */
    SFC_PLACE_END,      /* the byte after a function, in no other one */
    SFC_PLACE_BOUNDARY, /* the byte after a function, and the first of another */
    SFC_PLACE_GAP,
    SFC_PLACE_BEFORE, /* before all functions */
    SFC_PLACE_AFTER,
    SFC_NUM_PLACES
};
/* "first", and for a person "the first byte of a function"; of NONE NULL and "a PC". */
extern const struct sfc_place_text {
    const char *name, *phrase;
} sfc_places[SFC_NUM_PLACES];

/* The place, and the function that ends there; SFR_NO_INDEX: none does. */
struct sfc_spot {
    enum sfc_pc_place place;
    uint32_t ends;
};

/* Of the PC in this line of the expected dump, counted from 1. */
struct sfc_spot sfc_find_spot(const struct sfc_case *c, unsigned line);

/* ---- The first difference of two dumps, in words of a closed set ---- */

/* How a line or a value differs. */
enum sfc_differs_kind {
    SFC_DIFFERS_NONE = 0,
    SFC_DIFFERS_MISSING_LINE,
    SFC_DIFFERS_EXTRA_LINE,
    SFC_DIFFERS_NOT_SHOWN,
    SFC_DIFFERS_NOT_IN_GRAMMAR,
    SFC_DIFFERS_OTHER_FUNCTION, /* a look-up finds it */
    SFC_DIFFERS_OTHER_ROW,
    SFC_DIFFERS_FOUND_EXTRA, /* a look-up finds something, and should not */
    SFC_DIFFERS_FOUND_MISSING,
    SFC_DIFFERS_REJECT_ACCEPTS, /* a look-up answers from a damaged function */
    SFC_DIFFERS_REJECT_REJECTS,
    SFC_DIFFERS_BASE_SWAPPED,
    SFC_DIFFERS_NEGATIVE_REGISTER,
    SFC_DIFFERS_OTHER_BASE,
    SFC_DIFFERS_BASE_AND_OFFSET,
    SFC_DIFFERS_SIGNED,
    SFC_DIFFERS_UNSIGNED,
    SFC_DIFFERS_ZERO,
    SFC_DIFFERS_CUT,
    SFC_DIFFERS_SWAPPED,
    SFC_DIFFERS_OFF_BY,
    SFC_DIFFERS_OTHER_FORM,
    SFC_DIFFERS_OTHER_WORD,
    SFC_DIFFERS_SPELLING,
    SFC_DIFFERS_OTHER_END, /* a trace ends for another reason */
    SFC_DIFFERS_OTHER,
    SFC_NUM_DIFFERS
};
/* "off-by" */
extern const char *const sfc_differs_names[SFC_NUM_DIFFERS];

/* The first difference of two dumps: the kind of its line ("fre"), its key ("cfa") or "", and how they differ. The line
   is "" if there is none. */
enum { SFC_DIFFERS_TEXT = 32 };
struct sfc_differs {
    char line[SFC_DIFFERS_TEXT], key[SFC_DIFFERS_TEXT];
    enum sfc_differs_kind kind;
};

/* The difference as a word for a token ("off-by-16") and as the end of a sentence about the value
   ("is off by +16"). */
struct sfc_change {
    char *token, *says;
    enum sfc_differs_kind kind; /* OFF_BY: by a constant, of which other failures may have another */
};

/* The values of `key` ("fre.cfa"), which differ. Free with sfc_change_free(). */
void sfc_change_find(struct sfc_change *change, const char *key, const char *expected, const char *seen);
void sfc_change_free(struct sfc_change *change);

/* ---- The cause ---- */

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
