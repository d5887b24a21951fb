/* SPDX-License-Identifier: MIT */
/* pattern.h - extended regular expressions from adapter and toolchain files, made safe to compile. */
#ifndef SFR_CONFORMANCE_PATTERN_H
#define SFR_CONFORMANCE_PATTERN_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Compiles a POSIX extended regular expression in which '^' and '$' match at each line. NULL if it is one, and then
 * regfree(out) is the caller's; else what is wrong with it, to stand behind its name, and nothing stays allocated.
 *
 * regcomp() writes out every repetition, so that a short pattern can take all memory, and calls itself for every
 * group. What it is not asked about: repetitions of repetitions and of nothing, and references to groups, which POSIX
 * leaves undefined; groups in more than 16 others; more than 1,000 parts (characters, brackets, groups) when each
 * repetition is written out.
 */
const char *sfr_pattern_read(regex_t *out, const char *pattern);

/* Whether a line of the text matches; a NUL ends a line, too. text[len] is NUL. */
bool sfr_pattern_matches(const regex_t *pattern, const char *text, size_t len);

#endif
