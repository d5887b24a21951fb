/* SPDX-License-Identifier: MIT */
/* lines.h - reads a tool's text line by line, for the normalisers. */
#ifndef SFC_LINES_H
#define SFC_LINES_H

#include "text.h"

/* Set text, left and error; `line` and `len` are the line that was read last, without the spaces at its end. */
struct sfc_lines {
    const char *text;
    size_t left;
    unsigned number; /* of the line that was read last */
    const char *line;
    size_t len;
    struct sfc_error *error;
};

/* The next line; false at the end of the text. */
bool sfc_lines_next(struct sfc_lines *l);
/* The next line that is not empty. */
bool sfc_lines_next_filled(struct sfc_lines *l);
bool sfc_lines_at(const struct sfc_lines *l, const char *line);
/* Sets the error, naming the line, and returns false. */
bool sfc_lines_bad(const struct sfc_lines *l, const char *what);

/* If [*at, end) starts with `word`, moves behind it. */
bool sfc_skip(const char **at, const char *end, const char *word);
/* "-"? digits; the length of the number, 0 if there is none. */
size_t sfc_number_len(const char *at, const char *end);
/* Up to 16 hexadecimal digits of either case, and moves behind them. */
bool sfc_read_hex(const char **at, const char *end, uint64_t *value);

#endif
