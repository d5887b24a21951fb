/* SPDX-License-Identifier: MIT */
/*
 * Laws for every finding: it lies in the section and in the function or row that it names, its
 * clause is one of its fault in the registers, and its value is the number stored there.
 */
#include <string.h>

#include "subject.h"

/* The second info byte of an attribute, and its lowest bit without a meaning. */
enum { INFO2_AT = 3, INFO2_UNUSED = 0x20 };

/* A case whose ABI byte names another ABI than its folder cites no clause of that ABI. */
static bool is_of_other_abi(const struct subject *s, const char *clause)
{
    switch (s->section.hdr.sfh_abi_arch) {
    case SFR_ABI_AMD64_ENDIAN_LITTLE: return strstr(clause, "AMD-") && strcmp(s->c->abi, "amd64") != 0;
    case SFR_ABI_S390X_ENDIAN_BIG: return strncmp(clause, "S390-", 5) == 0 && strcmp(s->c->abi, "s390x") != 0;
    default: return strncmp(clause, "A64-", 4) == 0 && strcmp(s->c->abi, "aarch64") != 0;
    }
}

/* The clause belongs to the fault and to the profile. The finding that the case is about has a
   clause that the case names; random sections and those of real tools name none. */
static void check_clause(struct subject *s, const struct sfr_finding *f, bool is_subject)
{
    const struct sfr_fault_info *fault = sfr_fault_info(f->fault);
    const struct sfr_clause_info *clause = sfr_clause_info(f->clause);

    if (!require(s, fault && clause, "a finding without a name"))
        return;
    require(s, sfc_has_word(fault->clauses, clause->id), "%s: %s is not a clause of this fault", fault->name,
            clause->id);
    require(s, clause->profiles >> s->profile & 1, "%s: %s is not a clause of this profile", fault->name, clause->id);
    require(s,
            !is_subject || sfc_has_word("random real", s->c->area) || sfc_has_word(s->c->clauses, clause->id)
                || is_of_other_abi(s, clause->id),
            "%s: the case does not name %s", fault->name, clause->id);
    require(s, f->severity == fault->severity, "%s: its severity is not the register's", fault->name);
}

/* The bytes of the runs of all functions with their attributes; a shared run counts for each
   function. */
static uint64_t bytes_used(const struct sfr_section *section)
{
    uint64_t used = 0;

    for (uint32_t i = 0; i < section->hdr.sfh_num_fdes; i++) {
        struct sfr_fde fde;
        struct sfr_fre_cursor cursor;
        struct sfr_fre fre;
        bool more = true;

        sfr_read_fde(section, i, &fde);
        sfr_fres(&cursor, section, &fde);
        while (sfr_next_fre(&cursor, &fre, &more) == SFR_FAULT_NONE && more)
            used += fre.size;
        used += section->profile == SFR_PROFILE_V3 ? SFR_FDE_ATTR_SIZE_V3 : 0;
    }
    return used;
}

/* The info byte of an incomplete row, or 0 if it is missing too. */
static uint64_t info_byte(const struct subject *s, const struct sfr_finding *f)
{
    struct sfr_fde fde;

    if (f->fde == SFR_NO_INDEX || sfr_read_fde(&s->section, f->fde, &fde) != SFR_FAULT_NONE)
        return 0;
    const uint64_t at = f->start + (1u << fde.fre_type);
    return at < s->section.fre_end ? s->bytes[at] : 0;
}

/* The value of a finding that is not a number stored at its place. False if it should be stored
   there. */
static bool other_value(const struct subject *s, const struct sfr_finding *f, uint64_t *value)
{
    const uint64_t width = f->end - f->start;

    switch ((unsigned)f->fault) {
    case SFR_FAULT_AUX_HEADER_PRESENT:
    case SFR_FAULT_TRUNCATED_HEADER:
    case SFR_FAULT_ZERO_TAIL: *value = width; return true;
    case SFR_FAULT_TAIL_NOT_ZERO: *value = s->c->size - s->section.fre_end; return true;
    case SFR_FAULT_FRE_BYTES_UNREFERENCED: *value = width - bytes_used(&s->section); return true;
    case SFR_FAULT_FRE_RUNS_SHARED: *value = bytes_used(&s->section) - width; return true;
    case SFR_FAULT_TRUNCATED_FRE: *value = info_byte(s, f); return true;
    case SFR_FAULT_SHARED_RUN_LIMIT: *value = f->value; return true;
    default: return false;
    }
}

/* The bytes [start, end) as a number. A bad magic has no byte order, and is taken as
   little-endian. */
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
    const uint64_t width = f->end - f->start;
    uint64_t expected;

    if (!other_value(s, f, &expected)) {
        if (!require(s, width >= 1 && width <= 8, "%s: %llu bytes are not a number", name, (unsigned long long)width))
            return;
        expected = stored_number(s, f->start, f->end);
        /* A start of 4 bytes is sign-extended to 8. */
        if (width == 4 && f->fde != SFR_NO_INDEX
            && f->start == s->section.fde_start + (uint64_t)f->fde * s->section.fde_size)
            expected |= expected >> 31 ? (uint64_t)UINT32_MAX << 32 : 0;
    }
    require(s, f->value == expected, "%s: its value 0x%llx should be 0x%llx", name, (unsigned long long)f->value,
            (unsigned long long)expected);
}

/* The name of a finding implies facts about its function, its word and its value. */
static void check_meaning(struct subject *s, const struct sfr_finding *f, const struct sfr_fde *fde,
                          const struct sfr_fre *fre)
{
    const uint64_t width = f->end - f->start, words = fre->pos + (1u << fde->fre_type) + 1;
    const char *name = sfr_fault_info(f->fault)->name;

    require(s, !strstr(name, "flex") || fde->fde_type == SFR_FDE_TYPE_FLEX, "%s: in a function that is not flexible",
            name);
    switch ((unsigned)f->fault) {
    case SFR_FAULT_RA_WORD_ZERO:
    case SFR_FAULT_REDUNDANT_RA_PADDING: require(s, f->value == 0, "%s: the word is not 0", name); break;
    case SFR_FAULT_ODD_SLOT_V3:
    case SFR_FAULT_REGISTER_WORD_UNKNOWN:
        require(s, f->start == words + width || f->start == words + 2 * width, "%s: it is not the word of RA or FP",
                name);
        break;
    default: break;
    }
}

/* A finding about a row lies in the row; about a function, in its FDE or attribute; any other in
   neither. */
static void check_place(struct subject *s, const struct sfr_finding *f, const char *name)
{
    const struct sfr_section *section = &s->section;
    uint64_t value;
    struct sfr_fde fde;
    struct sfr_fre_cursor cursor;
    struct sfr_fre fre;
    bool more = true;

    if (f->fde == SFR_NO_INDEX) {
        require(s, f->fre == SFR_NO_INDEX, "%s: names a row, but no function", name);
        const bool in_fdes = f->end > section->fde_start && f->start < section->fde_end;
        require(s, !in_fdes || other_value(s, f, &value), "%s: lies in an FDE that it does not name", name);
        return;
    }
    if (!require(s, f->fde < section->hdr.sfh_num_fdes, "%s: names a function that does not exist", name))
        return;
    sfr_read_fde(section, f->fde, &fde);
    if (f->fre == SFR_NO_INDEX) {
        const bool in_fde = f->start >= fde.pos && f->end <= fde.pos + section->fde_size;
        const bool in_attribute =
            fde.attr_pos != 0 && f->start >= fde.attr_pos && f->end <= fde.attr_pos + SFR_FDE_ATTR_SIZE_V3;
        require(s, in_fde || in_attribute, "%s: does not lie in function %u, which it names", name, (unsigned)f->fde);
        const bool in_info2 = in_attribute && f->start == fde.attr_pos + INFO2_AT && f->end == f->start + 1;
        require(s, f->fault != SFR_FAULT_UNUSED_BITS_SET || !in_info2 || f->value >= INFO2_UNUSED,
                "%s: only bits with a meaning are set", name);
        return;
    }
    sfr_fres(&cursor, section, &fde);
    while (sfr_next_fre(&cursor, &fre, &more) == SFR_FAULT_NONE && more && fre.index != f->fre)
        ;
    const uint64_t end = fre.size != 0 ? fre.pos + fre.size : section->fre_end;
    require(s, f->start >= section->fre_start && f->end <= section->fre_end, "%s: does not lie among the rows", name);
    check_meaning(s, f, &fde, &fre);
    require(s, fre.index == f->fre && f->start >= fre.pos && f->end <= end,
            "%s: does not lie in row %u.%u, which it names", name, (unsigned)f->fde, (unsigned)f->fre);
}

static bool same_finding(const struct sfr_finding *a, const struct sfr_finding *b)
{
    return a->fault == b->fault && a->clause == b->clause && a->start == b->start && a->end == b->end
           && a->fde == b->fde && a->fre == b->fre;
}

/* Adjacent findings differ, except for two groups of unused bits in one byte. */
static void check_twice(struct subject *s)
{
    for (size_t i = 1; i < s->num_findings; i++) {
        const struct sfr_finding *f = &s->findings[i];
        for (size_t k = i > 4 ? i - 4 : 0; k < i; k++)
            require(s, f->fault == SFR_FAULT_UNUSED_BITS_SET || !same_finding(f, &s->findings[k]), "%s is found twice",
                    sfr_fault_info(f->fault)->name);
    }
}

/* A wrong number of rows in the header is found, and a right one is not, unless an attribute
   cannot be read. */
static void check_row_count(struct subject *s)
{
    uint64_t sum = 0;
    bool found = false, known = true;

    for (uint32_t i = 0; i < s->section.hdr.sfh_num_fdes; i++) {
        struct sfr_fde fde;
        known &= sfr_read_fde(&s->section, i, &fde) == SFR_FAULT_NONE || s->profile != SFR_PROFILE_V3;
        sum += fde.sfde_func_num_fres;
    }
    for (size_t i = 0; i < s->num_findings; i++) {
        if (s->findings[i].fault == SFR_FAULT_SHARED_RUN_LIMIT)
            return;
        found |= s->findings[i].fault == SFR_FAULT_FRE_COUNT_MISMATCH;
    }
    require(s, found == (known && sum != s->section.hdr.sfh_num_fres), "the header counts %u rows, and there are %llu",
            (unsigned)s->section.hdr.sfh_num_fres, (unsigned long long)sum);
}

static bool is_one_of(const struct sfr_finding *f, const char *names)
{
    return sfc_has_word(names, sfr_fault_info(f->fault)->name);
}

/* Whether a finding explains words of a row whose words do not divide. */
static bool explains_words(const struct sfr_finding *f, const struct sfr_finding *undivided)
{
    return f->fde == undivided->fde && f->fre == undivided->fre
           && is_one_of(f, "flex-unused-bit flex-register-ignored flex-trailing-padding cfa-offset-wide");
}

/* Where rows cannot be read, nobody knows which bytes they use; where words do not divide, none of
   them is a control word. In any order of the findings. */
static void check_unknown(struct subject *s)
{
    static const char hiding[] =
        "fre-offset-out-of-bounds attribute-out-of-bounds fre-count-out-of-bounds bad-fre-type "
        "truncated-fre bad-word-size";
    const struct sfr_finding *hidden = NULL, *sum = NULL;

    for (size_t i = 0; i < s->num_findings; i++) {
        const struct sfr_finding *f = &s->findings[i];
        hidden = is_one_of(f, hiding) ? f : hidden;
        sum = is_one_of(f, "fre-bytes-unreferenced fre-runs-shared") ? f : sum;
        for (size_t k = 0; is_one_of(f, "bad-flex-word-count") && k < s->num_findings; k++)
            require(s, !explains_words(&s->findings[k], f), "row %u.%u: words are explained that do not divide",
                    (unsigned)f->fde, (unsigned)f->fre);
    }
    require(s, !hidden || !sum, "%s: beside %s", sum ? sfr_fault_info(sum->fault)->name : "",
            hidden ? sfr_fault_info(hidden->fault)->name : "");
}

/* Each finding is counted once, and the verdict gives the first violation. */
static void check_counts(struct subject *s)
{
    uint64_t violations = 0;
    const struct sfr_finding *first = NULL;
    unsigned gave_up = 0;

    for (size_t i = 0; i < s->num_findings; i++) {
        gave_up += s->findings[i].fault == SFR_FAULT_SHARED_RUN_LIMIT;
        if (s->findings[i].severity != SFR_SEVERITY_VIOLATION)
            continue;
        if (violations++ == 0)
            first = &s->findings[i];
    }
    require(s, violations == s->verdict.violations && s->num_findings - violations == s->verdict.doubts,
            "the findings are miscounted");
    require(s, gave_up <= 1, "gives up more than once");
    require(s, s->verdict.accepted == (violations == 0), "the verdict contradicts the findings");
    require(s,
            first ? first->fault == s->verdict.first.fault && first->start == s->verdict.first.start
                  : s->verdict.first.fault == SFR_FAULT_NONE,
            "the first violation is not the first");
}

void check_findings(struct subject *s)
{
    uint64_t violations = 0;

    if (s->num_findings < MAX_FINDINGS) {
        check_counts(s);
        check_twice(s);
        check_unknown(s);
        if (s->opened == SFR_FAULT_NONE)
            check_row_count(s);
    }
    for (size_t i = 0; i < s->num_findings && s->why[0] == '\0'; i++) {
        const struct sfr_finding *f = &s->findings[i];
        check_clause(s, f, s->verdict.accepted || (f->severity == SFR_SEVERITY_VIOLATION && violations++ == 0));
        const char *name = sfr_fault_info(f->fault) ? sfr_fault_info(f->fault)->name : "?";
        if (!require(s, f->start <= f->end && f->end <= s->c->size, "%s: lies outside the section", name))
            return;
        check_value(s, f, name);
        if (s->opened == SFR_FAULT_NONE)
            check_place(s, f, name);
    }
}
