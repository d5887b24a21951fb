/* SPDX-License-Identifier: MIT */
/* pattern.h - extended regular expressions from adapter and toolchain files, made safe to compile. */
#ifndef SFC_PATTERN_H
#define SFC_PATTERN_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Compiles a POSIX extended regular expression in which '^' and '$' match at each line. NULL if it is one, and then
 * regfree(out) is the caller's; else what is wrong with it, to stand behind its name, and nothing stays allocated.
 *
 * regcomp() writes out every repetition, follows every way through what may be empty, and calls itself for every group,
 * so that a dozen characters can take all memory, or hours. What it is not asked about: repetitions of repetitions, of
 * nothing, of what may be empty, and of anchors; references to groups; groups in more than 16 others; more than 16
 * anchors; numbers above 255 in an interval; more than 1,000 parts (characters, brackets, groups) when each repetition
 * is written out.
 *
 * How long matching takes is not bounded by that: whoever writes the pattern names the command whose output it is for.
 */
const char *sfc_pattern_read(regex_t *out, const char *pattern);

/* Whether a line of the text matches; a NUL ends a line, too. text[len] is NUL. */
bool sfc_pattern_matches(const regex_t *pattern, const char *text, size_t len);
/* The same; match[0] to match[count - 1] are where, from the beginning of the text, as regexec() has it. */
bool sfc_pattern_find(const regex_t *pattern, const char *text, size_t len, regmatch_t *match, size_t count);

#endif
