/* SPDX-License-Identifier: MIT */
/* json.h - strings and members of JSON objects. */
#ifndef SFC_JSON_H
#define SFC_JSON_H

#include "text.h"

/* How many bytes the UTF-8 character at `at` has (RFC 3629: no surrogates, nothing overlong); 0 if there is none. The
   text ends with a NUL, which is a character of one byte. */
size_t sfc_utf8_len(const unsigned char *at);

/* A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. NULL becomes null. */
void sfc_json_string(struct sfc_buffer *b, const char *text);

/* A member that is not the first of its object: a string, or the space-separated words of `list` (NULL: none) as an
   array. */
void sfc_json_member(struct sfc_buffer *b, const char *name, const char *value);
void sfc_json_words(struct sfc_buffer *b, const char *name, const char *list);

#endif
