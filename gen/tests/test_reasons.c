/* SPDX-License-Identifier: MIT */
/* Lists of exceptions: what is read, and which line is wrong. */
#include <stdio.h>
#include <string.h>

#include "reasons.h"
#include "tap.h"

/* Reads `text`; writes "LINE ENTRY <- REASON|" for each entry, and "LINE! WRONG" at an error. */
static const char *read_all(const char *text, char out[512])
{
    char copy[512];
    snprintf(copy, sizeof copy, "%s", text);
    struct gen_reasons r = { .next = copy };
    size_t len = 0;
    out[0] = '\0';
    while (gen_reasons_next(&r))
        len += (size_t)snprintf(out + len, 512 - len, "%u %s <- %s|", r.line, r.entry, r.reason);
    if (r.wrong)
        snprintf(out + len, 512 - len, "%u! %s", r.line, r.wrong);
    return out;
}

#define NO_ENTRY "expected an entry for the reason above, after two spaces"
#define NO_REASON "expected a reason in the first column before this entry"
#define NO_FORM "expected an entry after two spaces, or a reason in the first column"

static const struct {
    const char *text, *read;
} lists[] = {
    { "", "" },
    { "# only a comment\n\n", "" },
    { "why\n  a\n", "2 a <- why|" },
    { "why\n  a", "2 a <- why|" },
    { "# c\nwhy and\nwherefore\n  a b: c\n  d\n\nother\n  e\n",
      "4 a b: c <- why and wherefore|5 d <- why and wherefore|8 e <- other|" },
    { "why\n  a\nother\n  b\n", "2 a <- why|4 b <- other|" },
    { "  a\n", "1! " NO_REASON },
    { "why\n  a\n\n  b\n", "2 a <- why|4! " NO_REASON },
    { "why\n", "1! " NO_ENTRY },
    { "why\n\n  a\n", "2! " NO_ENTRY },
    { "why\n a\n", "2! " NO_FORM },
    { "why\n   a\n", "2! " NO_FORM },
    { "why\n  \n", "2! " NO_FORM },
    { "why\n# c\n  a\n", "2! " NO_ENTRY },
    { "why\n  a\n# c\n  b\n", "2 a <- why|4! " NO_REASON },
};

int main(void)
{
    char out[512];
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++)
        IS_TEXT(read_all(lists[i].text, out), lists[i].read, "list %u", i);
    return tap_done();
}
