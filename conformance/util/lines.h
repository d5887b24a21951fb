/* SPDX-License-Identifier: MIT */
/* lines.h - reads a tool's text line by line, for the normalisers. */
#ifndef SFC_LINES_H
#define SFC_LINES_H

#include "text.h"

/* Set `text`, `left`, `error`, `wrong` and, if lines lose the spaces at their start, `cuts`. `line` and `len` are the
   last line, without the spaces at its end. */
struct sfc_lines {
    const char *text;
    size_t left;
    unsigned number; /* of the last line */
    const char *line;
    size_t len;
    struct sfc_error *error;
    const char *wrong; /* what sfc_lines_expect() says */
    bool cuts;
};

/* The next line; false at the end of the text. */
bool sfc_lines_next(struct sfc_lines *l);
/* The next line that is not empty. */
bool sfc_lines_next_filled(struct sfc_lines *l);
/* Sets the error, naming the line, and returns false. */
bool sfc_lines_bad(const struct sfc_lines *l, const char *what);

/* If [*at, end) starts as the pattern says, moves past that. In it
     %x  is 1 to 16 hexadecimal digits of either case, for a uint64_t;
     %u  a number of 32 bits without a sign, which may be printed as if it had one, for a uint64_t;
     %d  "-"? and digits as they are, for a text of SFC_NUMBER_TEXT bytes;
     %*  the rest, at least one byte.
   Each other character is itself. */
enum { SFC_NUMBER_TEXT = 24 };
bool sfc_scan(const char **at, const char *end, const char *pattern, ...);
/* The same of the whole last line. */
bool sfc_lines_are(const struct sfc_lines *l, const char *pattern, ...);
/* The same of the next line that is not empty. Else sets the error and returns false. */
bool sfc_lines_expect(struct sfc_lines *l, const char *pattern, ...);

#endif
