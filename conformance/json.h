/* SPDX-License-Identifier: MIT */
/* json.h - strings and members of JSON objects. */
#ifndef SFR_CONFORMANCE_JSON_H
#define SFR_CONFORMANCE_JSON_H

#include "text.h"

/* A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. NULL becomes null. */
void sfr_json_string(struct sfr_buffer *b, const char *text);

/* A member that is not the first of its object: a string, or the space-separated words of `list` (NULL: none) as an array. */
void sfr_json_member(struct sfr_buffer *b, const char *name, const char *value);
void sfr_json_words(struct sfr_buffer *b, const char *name, const char *list);

#endif
