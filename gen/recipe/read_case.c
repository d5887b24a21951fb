/* SPDX-License-Identifier: MIT */
/* The lines of a recipe that describe a case and its expectation. */
#include "readers.h"

#include <string.h>

/* ---- Title and clauses --------------------------------------------------- */

bool gen_read_title(struct gen_reading *in, const char *value)
{
    in->plan->title = value;
    in->plan->title_line = in->line->number;
    return true;
}

/* Keeps the clauses that the target's profile has, so that one list serves all profiles. */
bool gen_read_clauses(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    for (size_t i = 0; i < count; i++) {
        unsigned profiles;
        if (!gen_find_clause(words[i], &profiles))
            return gen_refuse(in, "unknown clause '%s'; see ref/registers/clauses.txt", words[i]);
        const char *before = in->plan->clauses;
        if (profiles >> in->plan->target.profile & 1)
            in->plan->clauses = before ? gen_textf(in->pool, "%s %s", before, words[i]) : words[i];
    }
    return true;
}

bool gen_read_catches(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    for (size_t i = 0; i < count; i++)
        if (words[i][0] != 'B' || !words[i][1] || strspn(words[i] + 1, "0123456789") != strlen(words[i] + 1))
            return gen_refuse(in, "expected ids of known bugs such as B13, got '%s'", words[i]);
    in->plan->catches = value;
    return true;
}

bool gen_read_rev(struct gen_reading *in, const char *value)
{
    int64_t rev;
    if (!gen_parse_int(value, 1, 9999, &rev))
        return gen_refuse(in, "expected a revision of at least 1, got '%s'", value);
    in->plan->rev = (unsigned)rev;
    return true;
}

/* ---- The question and the expectation ------------------------------------ */

/* "+0x104" counts from the section's address; "0x400104" is an address. */
bool gen_read_pcs(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    if (strcmp(value, "same") == 0)
        return gen_read_same_pcs(in);
    uint64_t *pcs = gen_alloc(in->pool, count, sizeof(*pcs));
    for (size_t i = 0; i < count; i++) {
        struct gen_number number;
        if (!gen_parse_number(words[i], &number) || !gen_number_bits(number, &pcs[i]))
            return gen_refuse(in, "expected '+OFFSET' from the section or an address, got '%s'", words[i]);
        if (words[i][0] == '+' || words[i][0] == '-')
            pcs[i] += in->plan->model.addr;
    }
    in->plan->pcs = pcs;
    in->plan->num_pcs = count;
    in->plan->pcs_line = in->line->number;
    return true;
}

/* For a section whose dump would be too large for the corpus. */
bool gen_read_only(struct gen_reading *in, const char *value)
{
    in->plan->only_line = in->line->number;
    return strcmp(value, "lookup") == 0 || gen_refuse(in, "expected 'lookup', got '%s'", value);
}

static bool read_reject(struct gen_reading *in, char **words, size_t count)
{
    struct gen_fault fault;
    in->plan->verdict = GEN_REJECT;
    if (count != 4 || strcmp(words[2], "at") != 0)
        return gen_refuse(in, "expected 'reject CLASS at FIELD' or '... at FIRST..LAST'");
    if (!gen_find_fault(words[1], &fault))
        return gen_refuse(in, "unknown fault class '%s'; see ref/registers/faults.txt", words[1]);
    if (!fault.violation)
        return gen_refuse(in, "'%s' is a doubt; expected a violation, or 'policy'", words[1]);
    char *dots = strstr(words[3], "..");
    in->plan->fault = fault.name;
    in->plan->at_last = dots ? dots + 2 : words[3];
    in->plan->at_first = dots ? gen_copy(in->pool, words[3], (size_t)(dots - words[3])) : words[3];
    return true;
}

/* "not-found": an ELF file without a section to judge. */
static bool read_error(struct gen_reading *in, const char *name)
{
    in->plan->error = gen_find_elf_error(name);
    return in->plan->error || gen_refuse(in, "unknown error '%s'; see corpus/README.md", name);
}

static bool read_policy(struct gen_reading *in, char **words, size_t count)
{
    unsigned profiles;
    bool refused;
    struct gen_fault fault;
    const char *kind = count == 4 ? words[2] : "";
    in->plan->verdict = GEN_POLICY;
    if ((count != 2 && count != 4) || (count == 4 && strcmp(kind, "doubt") != 0 && strcmp(kind, "error") != 0))
        return gen_refuse(in, "expected 'policy ID', 'policy ID doubt CLASS' or 'policy ID error NAME'");
    if (!gen_find_policy(words[1], &profiles, &refused))
        return gen_refuse(in, "unknown policy '%s'; see ref/registers/policies.txt", words[1]);
    if (!(profiles >> in->plan->target.profile & 1))
        return gen_refuse(in, "policy %s does not apply to profile %s", words[1],
                          gen_profiles[in->plan->target.profile].name);
    in->plan->policy = words[1];
    if (count == 2)
        return true;
    if (strcmp(kind, "error") == 0)
        return read_error(in, words[3]);
    if (!gen_find_fault(words[3], &fault) || (fault.violation && !refused))
        return gen_refuse(in, "'%s' is not a doubt of ref/registers/faults.txt", words[3]);
    in->plan->fault = fault.name;
    return true;
}

bool gen_read_expect(struct gen_reading *in, const char *value)
{
    size_t count;
    char **words = gen_words(in->pool, value, &count);
    in->plan->expect_line = in->line->number;
    in->plan->verdict = GEN_ACCEPT;
    if (strcmp(value, "accept") == 0)
        return true;
    if (strcmp(words[0], "reject") == 0)
        return read_reject(in, words, count);
    if (strcmp(words[0], "policy") == 0)
        return read_policy(in, words, count);
    if (strcmp(words[0], "refuse") == 0)
        return gen_read_refuse(in, words, count);
    if (strcmp(words[0], "error") == 0 && count == 2) {
        in->plan->verdict = GEN_REJECT;
        return read_error(in, words[1]);
    }
    return gen_refuse(in,
                      "expected 'accept', 'reject CLASS at FIELD', 'policy ID', 'refuse NAME' or 'error NAME', got "
                      "'%s'",
                      value);
}

bool gen_read_multi(struct gen_reading *in, const char *value)
{
    in->plan->multi_fault = value;
    return true;
}

bool gen_read_parent_open(struct gen_reading *in, const char *value)
{
    in->plan->parent_open = value;
    return true;
}

bool gen_read_elsewhere(struct gen_reading *in, const char *value)
{
    in->plan->elsewhere = value;
    return true;
}

bool gen_read_addr(struct gen_reading *in, const char *value)
{
    struct gen_number number;
    if (!gen_parse_number(value, &number) || number.negative)
        return gen_refuse(in, "expected an address, got '%s'", value);
    if (in->plan->elf.line)
        return gen_refuse(in, "'elf:' above already sets the address");
    if (in->plan->num_pcs || in->plan->machine.line || in->plan->machine.mem_line)
        return gen_refuse(in, "expected 'addr:' before 'pcs:', 'regs:' and 'mem:', which count from it");
    in->plan->model.addr = number.magnitude;
    in->plan->has_model = true;
    return true;
}
