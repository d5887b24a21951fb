/* SPDX-License-Identifier: MIT */
/* Collects text and findings. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors_expect.h"

void bail(const char *what, const char *text)
{
    printf("Bail out! %s: %s\n", what, text);
    fflush(stdout);
    exit(99);
}

void clear_text(struct text *t)
{
    t->len = 0;
    t->data[0] = '\0';
    t->findings = 0;
}

__attribute__((format(printf, 2, 3))) static void add_text(struct text *t, const char *format, ...)
{
    const size_t room = sizeof t->data - t->len;
    va_list ap;
    va_start(ap, format);
    const int len = vsnprintf(t->data + t->len, room, format, ap);
    va_end(ap);
    if (len < 0 || (size_t)len >= room)
        bail("the answer is too long to keep", t->data);
    t->len += (size_t)len;
}

bool put_text(void *text, const char *bytes, size_t len)
{
    add_text(text, "%.*s", (int)len, bytes);
    return true;
}

void add_finding(void *text, const struct sfr_finding *f)
{
    struct text *t = text;
    const struct sfr_fault_info *fault = sfr_fault_info(f->fault);
    const struct sfr_clause_info *clause = sfr_clause_info(f->clause);
    add_text(t, "%s %s %s 0x%" PRIx64 "-0x%" PRIx64, f->severity == SFR_SEVERITY_VIOLATION ? "violation" : "doubt",
             fault ? fault->name : "(no fault)", clause ? clause->id : "(no clause)", f->start, f->end);
    if (f->fde == SFR_NO_INDEX)
        add_text(t, " -\n");
    else
        add_text(t, f->fre == SFR_NO_INDEX ? " %" PRIu32 "\n" : " %" PRIu32 ".%" PRIu32 "\n", f->fde, f->fre);
    t->findings++;
}

/* Is `name` one of the words in `list`? */
static bool in_list(const char *list, const char *name)
{
    const size_t len = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at++)
        if ((at == list || at[-1] == ' ') && (at[len] == ' ' || at[len] == '\0'))
            return true;
    return false;
}

void check_finding(struct text *problems, const struct sfr_finding *f, enum sfr_profile profile, size_t size)
{
    const struct sfr_fault_info *fault = sfr_fault_info(f->fault);
    const struct sfr_clause_info *clause = sfr_clause_info(f->clause);
    const size_t before = problems->len;

    if (!fault || !clause) {
        add_text(problems, "a finding without fault or clause: ");
    } else {
        if (f->severity != fault->severity)
            add_text(problems, "the register has another severity: ");
        if (!in_list(fault->clauses, clause->id))
            add_text(problems, "the register does not tie this clause to the fault: ");
        if (profile != SFR_PROFILE_AUTO && !(clause->profiles & 1u << profile))
            add_text(problems, "the clause does not hold in this profile: ");
    }
    if (f->start > f->end || f->end > size || (f->start == f->end && f->end != size))
        add_text(problems, "the range is not one of the section: ");
    if (f->fde == SFR_NO_INDEX && f->fre != SFR_NO_INDEX)
        add_text(problems, "a row without a function: ");
    if (problems->len > before)
        add_finding(problems, f);
}
