/* SPDX-License-Identifier: MIT */
/* fields.h - `key: value` lines: of case files, adapter files and the payloads of frames. */
#ifndef SFC_FIELDS_H
#define SFC_FIELDS_H

#include "text.h"

/* Set `path` (for messages) and `text`, which is cut into strings as it is read. */
struct sfc_fields {
    const char *path;
    char *text;
    unsigned line;
    char *key, *value; /* of the last line */
};

/* What sfc_fields_next() found: a field, an empty line, the end of the text, or any other line
   (*error says what is wrong). */
enum sfc_fields_status { SFC_FIELDS_FIELD, SFC_FIELDS_BLANK, SFC_FIELDS_END, SFC_FIELDS_BAD };

/* Reads the next line. A key is lower-case letters, digits and '-'; the value has no control
   bytes, and no space at either end. */
enum sfc_fields_status sfc_fields_next(struct sfc_fields *f, struct sfc_error *error);

/* Sets the error "PATH:LINE: KEY: what is wrong" about the last field and returns false. */
bool sfc_fields_fail(const struct sfc_fields *f, struct sfc_error *error, const char *what);

#endif
