/* SPDX-License-Identifier: MIT */
/*
 * json_read.h - reads one JSON text (RFC 8259) strictly.
 *
 * Own code because every report goes through it: a library would be a dependency that nobody could do without, for a
 * few kinds of flat objects. No comments, no trailing commas, no name twice in an object, no NUL in a string, UTF-8
 * only.
 */
#ifndef SFC_JSON_READ_H
#define SFC_JSON_READ_H

#include "text.h"

enum sfc_json_kind {
    SFC_JSON_NULL,
    SFC_JSON_FALSE,
    SFC_JSON_TRUE,
    SFC_JSON_NUMBER,
    SFC_JSON_STRING,
    SFC_JSON_ARRAY,
    SFC_JSON_OBJECT
};

/* One value. Members of an object and items of an array follow it, each with all that is in it. */
struct sfc_json {
    enum sfc_json_kind kind;
    const char *name; /* as a member of an object, else NULL */
    const char *text; /* of a string, or of a number as it is written */
    size_t end;       /* index of the first value that is not in this one */
};

/* The values of a text; the first is the outermost. */
struct sfc_json_tree {
    struct sfc_json *values;
    size_t count;
};

/* Reads text[0..len), which must end with a NUL behind that and is changed: strings are decoded where they stand, and
   the tree points into them. Can be used again with the same tree. On failure *error says what is wrong at which
   byte. */
bool sfc_json_parse(struct sfc_json_tree *tree, char *text, size_t len, struct sfc_error *error);
void sfc_json_free(struct sfc_json_tree *tree);

/* The member `name` of the object at `object` (an index; the outermost is 0); its index, or 0 if there is none. */
size_t sfc_json_find(const struct sfc_json_tree *tree, size_t object, const char *name);
/* A whole number without sign that is at most SIZE_MAX. */
bool sfc_json_size(const struct sfc_json *value, size_t *out);

#endif
