/* SPDX-License-Identifier: MIT */
/* Collects text and findings. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors_expect.h"

void clear_text(struct text *t)
{
    t->len = 0;
    t->data[0] = '\0';
}

bool put_text(void *text, const char *bytes, size_t len)
{
    struct text *t = text;
    if (len >= sizeof t->data - t->len)
        bail("the answer is too long to keep", t->data);
    memcpy(t->data + t->len, bytes, len);
    t->len += len;
    t->data[t->len] = '\0';
    return true;
}

void add_text(struct text *t, const char *format, ...)
{
    char line[512];
    va_list ap;
    va_start(ap, format);
    const int len = vsnprintf(line, sizeof line, format, ap);
    va_end(ap);
    if (len < 0 || (size_t)len >= sizeof line)
        bail("a line is too long", format);
    put_text(t, line, (size_t)len);
}

void collect_finding(void *findings, const struct sfr_finding *f)
{
    struct findings *all = findings;
    if (all->count < sizeof all->list / sizeof all->list[0])
        all->list[all->count] = *f;
    all->count++;
}

static const char *fault_name(const struct sfr_finding *f)
{
    const struct sfr_fault_info *info = sfr_fault_info(f->fault);
    return info ? info->name : "(no fault)";
}

static const char *clause_name(const struct sfr_finding *f)
{
    const struct sfr_clause_info *info = sfr_clause_info(f->clause);
    return info ? info->id : "(no clause)";
}

void add_finding(struct text *t, const struct sfr_finding *f)
{
    add_text(t, "%s %s %s 0x%" PRIx64 "-0x%" PRIx64 " ", f->severity == SFR_SEVERITY_VIOLATION ? "violation" : "doubt",
             fault_name(f), clause_name(f), f->start, f->end);
    if (f->fde == SFR_NO_INDEX)
        add_text(t, "-");
    else if (f->fre == SFR_NO_INDEX)
        add_text(t, "%" PRIu32, f->fde);
    else
        add_text(t, "%" PRIu32 ".%" PRIu32, f->fde, f->fre);
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
    if (problems->len == before)
        return;
    add_finding(problems, f);
    add_text(problems, "\n");
}
