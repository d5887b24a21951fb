/* SPDX-License-Identifier: MIT */
/* The distance between two names: letters to insert, delete or replace (Levenshtein). */
#include "nearest.h"

#include <ctype.h>
#include <string.h>

enum { MAX_NAME = 200 };

/* Capital letters are no difference: who types `all-fre-01` means `ALL-FRE-01`. */
static size_t distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
    size_t row[MAX_NAME + 1]; /* row[j]: from the letters of `a` so far to the first j of `b` */
    for (size_t j = 0; j <= b_len; j++)
        row[j] = j;
    for (size_t i = 0; i < a_len; i++) {
        size_t before = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < b_len; j++) {
            const size_t replaced = before + (tolower((unsigned char)a[i]) != tolower((unsigned char)b[j]));
            const size_t changed = replaced < row[j] + 1 ? replaced : row[j] + 1;
            before = row[j + 1];
            row[j + 1] = changed < before + 1 ? changed : before + 1;
        }
    }
    return row[b_len];
}

void sfr_nearest_try(struct sfr_nearest *nearest, const char *name)
{
    const size_t wanted_len = strlen(nearest->wanted), len = strlen(name);
    const size_t longer = wanted_len > len ? wanted_len : len, shorter = wanted_len > len ? len : wanted_len;
    /* Of a short name two letters that changed places; of a path its last name counts. */
    const char *last = strrchr(nearest->wanted, '/');
    const size_t most = (longer - (last ? (size_t)(last - nearest->wanted) : 0) + 2) / 3;
    if (longer > MAX_NAME || longer - shorter > most)
        return;
    const size_t changes = distance(nearest->wanted, wanted_len, name, len);
    if (changes > most || (nearest->name && nearest->changes <= changes))
        return;
    nearest->name = name;
    nearest->changes = changes;
}
