/* SPDX-License-Identifier: MIT */
/* Extended regular expressions from adapter and toolchain files. */
#define _POSIX_C_SOURCE 200809L
#include "pattern.h"

#include <string.h>

#include "text.h"

enum { MAX_PATTERN = 500 };

const char *sfc_pattern_read(regex_t *out, const char *pattern)
{
    if (strlen(pattern) > MAX_PATTERN)
        return "is longer than 500 bytes";
    const int status = regcomp(out, pattern, REG_EXTENDED | REG_NEWLINE);
    if (status == REG_ESPACE)
        sfc_out_of_memory();
    return status == 0 ? NULL : "is not an extended regular expression";
}

bool sfc_pattern_find(const regex_t *pattern, const char *text, size_t len, regmatch_t *match, size_t count)
{
    const char *piece = text, *const end = text + len;
    int status;
    while ((status = regexec(pattern, piece, count, match, 0)) == REG_NOMATCH) {
        piece += strlen(piece);
        if (piece == end)
            return false;
        piece++;
    }
    /* There was no memory to find out: that is not "no match". */
    if (status != 0)
        sfc_out_of_memory();
    for (size_t i = 0; i < count; i++)
        if (match[i].rm_so >= 0) {
            match[i].rm_so += (regoff_t)(piece - text);
            match[i].rm_eo += (regoff_t)(piece - text);
        }
    return true;
}

bool sfc_pattern_matches(const regex_t *pattern, const char *text, size_t len)
{
    return sfc_pattern_find(pattern, text, len, NULL, 0);
}
