/* SPDX-License-Identifier: MIT */
/* pattern.h - extended regular expressions from adapter and toolchain files. */
#ifndef SFC_PATTERN_H
#define SFC_PATTERN_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

/* Compiles a POSIX extended regular expression of at most 500 bytes, in which '^' and '$' match
   at each line. Returns NULL, and then regfree(out) is the caller's; else what is wrong, to
   follow the key's name, and nothing stays allocated. Patterns are trusted, as are the commands
   in the same file: regcomp() may use all memory and never return for a few bytes. */
const char *sfc_pattern_read(regex_t *out, const char *pattern);

/* Does a line of the text match? A NUL ends a line, too. text[len] is NUL. */
bool sfc_pattern_matches(const regex_t *pattern, const char *text, size_t len);
/* The same; match[0] to match[count - 1] say where, counted from the beginning of the text, as
   regexec() does. */
bool sfc_pattern_find(const regex_t *pattern, const char *text, size_t len, regmatch_t *match, size_t count);

#endif
