/* SPDX-License-Identifier: MIT */
/*
 * json_read.h - reads one JSON text (RFC 8259) strictly.
 *
 * Own code because every report goes through it: a library would be a dependency that nobody could do without, for a
 * few kinds of flat objects. No comments, no trailing commas, no name twice in an object, no NUL in a string, UTF-8
 * only.
 */
#ifndef SFR_CONFORMANCE_JSON_READ_H
#define SFR_CONFORMANCE_JSON_READ_H

#include "text.h"

enum sfr_json_kind {
    SFR_JSON_NULL,
    SFR_JSON_FALSE,
    SFR_JSON_TRUE,
    SFR_JSON_NUMBER,
    SFR_JSON_STRING,
    SFR_JSON_ARRAY,
    SFR_JSON_OBJECT
};

/* One value. Members of an object and items of an array follow it, each with all that is in it. */
struct sfr_json {
    enum sfr_json_kind kind;
    const char *name; /* as a member of an object, else NULL */
    const char *text; /* of a string, or of a number as it is written */
    size_t end;       /* index of the first value that is not in this one */
};

/* The values of a text; the first is the outermost. */
struct sfr_json_tree {
    struct sfr_json *values;
    size_t count;
};

/* Reads text[0..len), which must end with a NUL behind that and is changed: strings are decoded where they stand, and
   the tree points into them. Can be used again with the same tree. On failure *error says what is wrong at which
   byte. */
bool sfr_json_parse(struct sfr_json_tree *tree, char *text, size_t len, struct sfr_error *error);
void sfr_json_free(struct sfr_json_tree *tree);

/* The member `name` of the object at `object` (an index; the outermost is 0); its index, or 0 if there is none. */
size_t sfr_json_find(const struct sfr_json_tree *tree, size_t object, const char *name);
/* A whole number without sign that is at most SIZE_MAX. */
bool sfr_json_size(const struct sfr_json *value, size_t *out);

#endif
