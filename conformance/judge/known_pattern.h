/* SPDX-License-Identifier: MIT */
/*
 * known_pattern.h - ids of cases, several as one.
 *
 * An id has parts, with '/' between them, and a part has words, with '-' between them. In a pattern,
 * `*` stands for any one word, or, where it is a whole part, for any part. `{A,B}` stands for A or B, each of
 * one or more words, of which one may be `*`. A part has one of the two, once, and always as whole words; so
 * matching needs no search, and its time is that of reading both texts. An id is a pattern that matches itself.
 */
#ifndef SFC_KNOWN_PATTERN_H
#define SFC_KNOWN_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

enum { SFC_MAX_ALTERNATIVES = 64 };

/* What is wrong with the pattern, or NULL. The others take only patterns with which nothing is. */
const char *sfc_known_pattern_wrong(const char *pattern);

/* Adds to *used a bit for each alternative of the pattern, counted over its groups, that the id has. */
bool sfc_known_pattern_matches(const char *pattern, const char *id, uint64_t *used);

/* The pattern with only those alternatives that no id used, in each group that has some; NULL if all were. */
char *sfc_known_pattern_unused(const char *pattern, uint64_t used);

/* What ids that the pattern matches have in common, for an index: the first word of the last part. Its length is 0
   if it is not the same in all. For an id too. */
const char *sfc_known_pattern_key(const char *pattern, size_t *len);

#endif
