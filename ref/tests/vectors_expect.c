/* SPDX-License-Identifier: MIT */
/* Compares findings and text with a vector. */
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

const char *next_item(const char *list, char separator, char item[160])
{
    if (!list)
        return NULL;
    while (*list == ' ')
        list++;
    if (!*list)
        return NULL;
    const char *end = strchr(list, separator);
    const size_t len = end ? (size_t)(end - list) : strlen(list);
    if (len >= 160)
        bail("an item is too long", list);
    memcpy(item, list, len);
    item[len] = '\0';
    return end ? end + 1 : list + len;
}

static bool where_is(const struct sfr_finding *f, const char *where)
{
    char seen[40];
    if (where[0] == '-')
        return f->fde == SFR_NO_INDEX && f->fre == SFR_NO_INDEX;
    const char *any = strstr(where, ".*");
    if (any) {
        const int len = snprintf(seen, sizeof seen, "%" PRIu32, f->fde);
        return any - where == len && memcmp(where, seen, (size_t)len) == 0;
    }
    if (f->fre == SFR_NO_INDEX)
        snprintf(seen, sizeof seen, "%" PRIu32, f->fde);
    else
        snprintf(seen, sizeof seen, "%" PRIu32 ".%" PRIu32, f->fde, f->fre);
    return f->fde != SFR_NO_INDEX && strcmp(seen, where) == 0;
}

static bool range_is(const struct sfr_finding *f, const char *range, size_t size)
{
    char seen[60];
    if (strcmp(range, "all") == 0)
        return f->start == 0 && f->end == size;
    snprintf(seen, sizeof seen, "0x%" PRIx64 "-0x%" PRIx64, f->start, f->end);
    return strcmp(seen, range) == 0;
}

bool finding_is(const struct sfr_finding *f, const char *expected, size_t size)
{
    char words[4][160];
    unsigned n = 0;
    for (const char *rest = expected; n < 4 && (rest = next_item(rest, ' ', words[n])); n++)
        continue;
    if (n < 3)
        bail("expected FAULT [CLAUSE] RANGE WHERE", expected);

    const char *range = words[n - 2], *where = words[n - 1];
    fault_named(words[0], strlen(words[0]));
    if (n == 4 && !in_list(words[1], '|', clause_name(f)))
        return false;
    return strcmp(words[0], fault_name(f)) == 0 && range_is(f, range, size) && where_is(f, where);
}

enum sfr_fault expected_fault(const char *expected)
{
    char word[160];
    next_item(expected, ' ', word);
    return fault_named(word, strlen(word));
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
        if (!in_list(fault->clauses, ' ', clause->id))
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
