/* SPDX-License-Identifier: MIT */
/* lines.h - reads a tool's text line by line, for the normalisers. */
#ifndef SFR_CONFORMANCE_LINES_H
#define SFR_CONFORMANCE_LINES_H

#include "text.h"

/* Set text, left and error; `line` and `len` are the line that was read last, without the spaces at its end. */
struct sfr_lines {
    const char *text;
    size_t left;
    unsigned number; /* of the line that was read last */
    const char *line;
    size_t len;
    struct sfr_error *error;
};

/* The next line; false at the end of the text. */
bool sfr_lines_next(struct sfr_lines *l);
/* The next line that is not empty. */
bool sfr_lines_next_filled(struct sfr_lines *l);
bool sfr_lines_at(const struct sfr_lines *l, const char *line);
/* Sets the error, naming the line, and returns false. */
bool sfr_lines_bad(const struct sfr_lines *l, const char *what);

/* If [*at, end) starts with `word`, moves behind it. */
bool sfr_skip(const char **at, const char *end, const char *word);
/* "-"? digits; the length of the number, 0 if there is none. */
size_t sfr_number_len(const char *at, const char *end);
/* Up to 16 hexadecimal digits of either case, and moves behind them. */
bool sfr_read_hex(const char **at, const char *end, uint64_t *value);

#endif
