/* SPDX-License-Identifier: MIT */
/* fields.h - files of `key: value` lines: case files and adapter files. */
#ifndef SFR_CONFORMANCE_FIELDS_H
#define SFR_CONFORMANCE_FIELDS_H

#include "text.h"

/* Set path (for messages) and text to start; text is cut into strings as it is read. */
struct sfr_fields {
    const char *path;
    char *text;
    unsigned line;
    char *key, *value; /* of the line that was read last */
};

/* What sfr_fields_next() found: a field, an empty line, the end of the text, or a line that is none of these (*error
   says why). */
enum sfr_fields_status { SFR_FIELDS_FIELD, SFR_FIELDS_BLANK, SFR_FIELDS_END, SFR_FIELDS_BAD };

/* Reads the next line. A key is lower-case letters, digits and '-'; the value has no control bytes, and no space at
   either end. */
enum sfr_fields_status sfr_fields_next(struct sfr_fields *f, struct sfr_error *error);

/* "PATH:LINE: KEY: what is wrong", about the field that was read last. Returns false. */
bool sfr_fields_fail(const struct sfr_fields *f, struct sfr_error *error, const char *what);

#endif
