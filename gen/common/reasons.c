/* SPDX-License-Identifier: MIT */
/* Lists of exceptions: lines of a reason, then the entries that it holds for. */
#include <stddef.h>
#include <string.h>

#include "reasons.h"

/* Ends the line at `r->next` with a NUL and steps over it. NULL at the end of the text. */
static char *take_line(struct gen_reasons *r)
{
    char *line = r->next;
    if (*line == '\0')
        return NULL;
    char *end = line + strcspn(line, "\n");
    r->next = *end == '\n' ? end + 1 : end;
    *end = '\0';
    r->line++;
    return line;
}

static bool is_wrong(struct gen_reasons *r, const char *wrong)
{
    r->wrong = wrong;
    return false;
}

/* Joins the lines of a reason, the first of which was taken. */
static void take_reason(struct gen_reasons *r, char *line)
{
    r->reason = line;
    while (*r->next != '\0' && *r->next != '\n' && *r->next != ' ' && *r->next != '#') {
        r->next[-1] = ' ';
        take_line(r);
    }
}

bool gen_reasons_next(struct gen_reasons *r)
{
    char *line;
    while ((line = take_line(r))) {
        if (strncmp(line, "  ", 2) == 0 && line[2] != '\0' && line[2] != ' ') {
            if (!r->reason)
                return is_wrong(r, "expected a reason in the first column before this entry");
            r->entry = line + 2;
            return true;
        }
        if (line[0] == ' ')
            return is_wrong(r, "expected an entry after two spaces, or a reason in the first column");
        if (r->reason && !r->entry)
            return is_wrong(r, "expected an entry for the reason above, after two spaces");
        r->reason = r->entry = NULL;
        if (line[0] != '\0' && line[0] != '#')
            take_reason(r, line);
    }
    return r->reason && !r->entry ? is_wrong(r, "expected an entry for the reason above, after two spaces") : false;
}
