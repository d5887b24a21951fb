/* SPDX-License-Identifier: MIT */
/* differs.h - the first difference of two dumps, in words of a closed set. */
#ifndef SFC_DIFFERS_H
#define SFC_DIFFERS_H

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

#endif
