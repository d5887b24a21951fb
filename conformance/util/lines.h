/* SPDX-License-Identifier: MIT */
/* lines.h - reads a tool's text line by line, for the normalisers. */
#ifndef SFC_LINES_H
#define SFC_LINES_H

#include "text.h"

/* Set `text`, `left` and `error`. `line` and `len` are the last line, without the spaces at its
   end. */
struct sfc_lines {
    const char *text;
    size_t left;
    unsigned number; /* of the last line */
    const char *line;
    size_t len;
    struct sfc_error *error;
};

/* The next line; false at the end of the text. */
bool sfc_lines_next(struct sfc_lines *l);
/* The next line that is not empty. */
bool sfc_lines_next_filled(struct sfc_lines *l);
/* Is this the last line? */
bool sfc_lines_at(const struct sfc_lines *l, const char *line);
/* Sets the error, naming the line, and returns false. */
bool sfc_lines_bad(const struct sfc_lines *l, const char *what);

/* If [*at, end) starts with `word`, moves past it. */
bool sfc_skip(const char **at, const char *end, const char *word);
/* The length of a number, "-"? and digits, or 0. */
size_t sfc_number_len(const char *at, const char *end);
/* Reads up to 16 hexadecimal digits of either case and moves past them. */
bool sfc_read_hex(const char **at, const char *end, uint64_t *value);

#endif
