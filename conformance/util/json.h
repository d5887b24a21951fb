/* SPDX-License-Identifier: MIT */
/* json.h - writes JSON. */
#ifndef SFC_JSON_H
#define SFC_JSON_H

#include "text.h"

/* A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. NULL becomes null. */
void sfc_json_string(struct sfc_buffer *b, const char *text);

/* A member, but not the first, of an object: a string, or an array of the space-separated words
   of `list`, which may be NULL. */
void sfc_json_member(struct sfc_buffer *b, const char *name, const char *value);
void sfc_json_some(struct sfc_buffer *b, const char *name, const char *value); /* nothing for NULL */
void sfc_json_words(struct sfc_buffer *b, const char *name, const char *list);

/* A member, but not the first: the lines of a text, as an array. */
void sfc_json_lines(struct sfc_buffer *b, const char *name, const char *lines);

/* A member, but not the first: bytes as hexadecimal digits, or the digits alone. */
void sfc_json_bytes(struct sfc_buffer *b, const char *name, const uint8_t *bytes, size_t size);
void sfc_add_hex(struct sfc_buffer *b, const uint8_t *bytes, size_t size);

#endif
