/* SPDX-License-Identifier: MIT */
/*
 * reasons.h - reads a list of exceptions, each with its reason. All such lists of the project have
 * this form:
 *
 *     # A comment.
 *     A reason, of one or more lines that start
 *     in the first column.
 *       an entry
 *       another entry with the same reason
 *
 * Entries are indented by two spaces. A blank line or a comment ends the entries of a reason.
 */
#ifndef GEN_REASONS_H
#define GEN_REASONS_H

#include <stdbool.h>

/* Set `next` to the text, which the reader changes in place and which must outlive what it gives;
   the rest is 0. */
struct gen_reasons {
    char *next;
    unsigned line;      /* number of the line that was read last */
    const char *entry;  /* without its indentation */
    const char *reason; /* its lines joined by spaces */
    const char *wrong;  /* what is wrong in that line; NULL: nothing */
};

/* The next entry and its reason. False at the end of the text, or with `wrong` set where the text
   breaks the form. */
bool gen_reasons_next(struct gen_reasons *r);

#endif
