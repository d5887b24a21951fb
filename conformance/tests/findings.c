/* SPDX-License-Identifier: MIT */
/*
 * What holds for every finding: it lies in the section and in what it names, it offends a clause that the registers give
 * for it, and its value is the number that is stored there.
 */
#include "subject.h"

/* The clause is one of those of the fault, and of the profile that the section is judged by. */
static void check_clause(struct subject *s, const struct sfr_finding *f)
{
    const struct sfr_fault_info *fault = sfr_fault_info(f->fault);
    const struct sfr_clause_info *clause = sfr_clause_info(f->clause);

    if (!require(s, fault && clause, "a finding without a name"))
        return;
    require(s, sfr_has_word(fault->clauses, clause->id), "%s: %s is no clause of this fault", fault->name, clause->id);
    require(s, clause->profiles >> s->profile & 1, "%s: %s is no clause of this profile", fault->name, clause->id);
    require(s, f->severity == fault->severity, "%s: its severity is not that of the register", fault->name);
}

/* What these say is not a number that is stored where they lie. */
static bool value_is_stored(enum sfr_fault fault)
{
    static const enum sfr_fault others[] = {
        SFR_FAULT_TRUNCATED_HEADER, SFR_FAULT_AUX_HEADER_PRESENT, SFR_FAULT_TAIL_NOT_ZERO, SFR_FAULT_ZERO_TAIL,
        SFR_FAULT_FRE_BYTES_UNREFERENCED, SFR_FAULT_FRE_RUNS_SHARED, SFR_FAULT_SHARED_RUN_LIMIT, SFR_FAULT_TRUNCATED_FRE,
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i] == fault)
            return false;
    return true;
}

/* The bytes [start, end) as a number. A magic that is none has no byte order: it is taken as little-endian. */
static uint64_t stored_number(const struct subject *s, uint64_t start, uint64_t end)
{
    const bool big = s->bytes[0] == 0xde && s->bytes[1] == 0xe2;
    uint64_t number = 0;
    for (uint64_t i = 0; i < end - start; i++)
        number = number << 8 | s->bytes[big ? start + i : end - 1 - i];
    return number;
}

static void check_value(struct subject *s, const struct sfr_finding *f, const char *name)
{
    if (!value_is_stored(f->fault))
        return;
    const uint64_t width = f->end - f->start;
    if (!require(s, width >= 1 && width <= 8, "%s: %llu bytes are no number", name, (unsigned long long)width))
        return;
    const uint64_t mask = width == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * width) - 1;
    require(s, (f->value & mask) == stored_number(s, f->start, f->end), "%s: its value 0x%llx is not what is stored at 0x%llx", name,
            (unsigned long long)f->value, (unsigned long long)f->start);
}

/* A finding about a row lies in it; one about a function in its FDE or attribute; any other in neither. */
static void check_place(struct subject *s, const struct sfr_finding *f, const char *name)
{
    const struct sfr_section *section = &s->section;
    struct sfr_fde fde;
    struct sfr_fre_cursor cursor;
    struct sfr_fre fre;
    bool more = true;

    if (f->fde == SFR_NO_INDEX) {
        require(s, f->fre == SFR_NO_INDEX, "%s: names a row of no function", name);
        const bool in_fdes = f->end > section->fde_start && f->start < section->fde_end;
        require(s, !in_fdes || !value_is_stored(f->fault), "%s: lies in an FDE that it does not name", name);
        return;
    }
    if (!require(s, f->fde < section->hdr.sfh_num_fdes, "%s: names a function that is not there", name))
        return;
    sfr_read_fde(section, f->fde, &fde);
    if (f->fre == SFR_NO_INDEX) {
        const bool in_fde = f->start >= fde.pos && f->end <= fde.pos + section->fde_size;
        const bool in_attribute = fde.attr_pos != 0 && f->start >= fde.attr_pos && f->end <= fde.attr_pos + SFR_FDE_ATTR_SIZE_V3;
        require(s, in_fde || in_attribute, "%s: does not lie in function %u, which it names", name, (unsigned)f->fde);
        return;
    }
    sfr_fres(&cursor, section, &fde);
    while (sfr_next_fre(&cursor, &fre, &more) == SFR_FAULT_NONE && more && fre.index != f->fre)
        ;
    const uint64_t end = fre.size != 0 ? fre.pos + fre.size : section->fre_end;
    require(s, fre.index == f->fre && f->start >= fre.pos && f->end <= end, "%s: does not lie in row %u.%u, which it names", name,
            (unsigned)f->fde, (unsigned)f->fre);
}

/* Findings are counted once, and the first violation is the one that the verdict gives. */
static void check_counts(struct subject *s)
{
    uint64_t violations = 0;
    const struct sfr_finding *first = NULL;

    for (size_t i = 0; i < s->num_findings; i++) {
        if (s->findings[i].severity != SFR_SEVERITY_VIOLATION)
            continue;
        if (violations++ == 0)
            first = &s->findings[i];
    }
    require(s, violations == s->verdict.violations && s->num_findings - violations == s->verdict.doubts, "findings are not counted right");
    require(s, s->verdict.accepted == (violations == 0), "the verdict does not follow from the findings");
    require(s, first ? first->fault == s->verdict.first.fault && first->start == s->verdict.first.start
                     : s->verdict.first.fault == SFR_FAULT_NONE, "the first violation is not the first");
}

void check_findings(struct subject *s)
{
    if (s->num_findings < MAX_FINDINGS)
        check_counts(s);
    for (size_t i = 0; i < s->num_findings && s->why[0] == '\0'; i++) {
        const struct sfr_finding *f = &s->findings[i];
        check_clause(s, f);
        const char *name = sfr_fault_info(f->fault) ? sfr_fault_info(f->fault)->name : "?";
        if (!require(s, f->start <= f->end && f->end <= s->c->size, "%s: lies outside the section", name))
            return;
        check_value(s, f, name);
        if (s->opened == SFR_FAULT_NONE)
            check_place(s, f, name);
    }
}
