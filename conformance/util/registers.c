/* SPDX-License-Identifier: MIT */
/* Finds clauses, faults, policies and refusals in the reference's registers. */
#include <string.h>

#include "registers.h"
#include "text.h"

/* ---- The registers, by number ---- */

static const char *clause_name(unsigned i)
{
    return sfr_clause_info((enum sfr_clause)i)->id;
}

static const char *fault_name(unsigned i)
{
    return sfr_fault_info((enum sfr_fault)i)->name;
}

static const char *policy_name(unsigned i)
{
    return sfr_policy_info((enum sfr_policy)i)->id;
}

static const char *refusal_name(unsigned i)
{
    return sfr_refusal_info((enum sfr_refusal)i)->name;
}

static const struct {
    unsigned count;
    const char *(*name)(unsigned i);
} registers[] = {
    [SFC_CLAUSES] = { SFR_NUM_CLAUSES, clause_name },
    [SFC_FAULTS] = { SFR_NUM_FAULTS, fault_name },
    [SFC_POLICIES] = { SFR_NUM_POLICIES, policy_name },
    [SFC_REFUSALS] = { SFR_NUM_REFUSALS, refusal_name },
};

/* The number of a row; 0, which no row has, if there is none of this name. */
static unsigned find(enum sfc_register in, const char *name, size_t len)
{
    for (unsigned i = 1; i < registers[in].count; i++)
        if (sfc_is_word(name, len, registers[in].name(i)))
            return i;
    return 0;
}

/* ---- Rows ---- */

const struct sfr_clause_info *sfc_find_clause(const char *name, size_t len)
{
    return sfr_clause_info((enum sfr_clause)find(SFC_CLAUSES, name, len));
}

const struct sfr_fault_info *sfc_find_fault(const char *name, size_t len)
{
    return sfr_fault_info((enum sfr_fault)find(SFC_FAULTS, name, len));
}

const struct sfr_policy_info *sfc_find_policy(const char *name, size_t len)
{
    return sfr_policy_info((enum sfr_policy)find(SFC_POLICIES, name, len));
}

const struct sfr_refusal_info *sfc_find_refusal(const char *name, size_t len)
{
    return sfr_refusal_info((enum sfr_refusal)find(SFC_REFUSALS, name, len));
}

const struct sfr_basis_info *sfc_find_basis(enum sfc_register in, const char *name, size_t len, const char *profile)
{
    const unsigned i = find(in, name, len);
    enum sfr_profile p;
    if (!sfr_profile_from_name(profile, &p))
        return NULL;
    switch (in) {
    case SFC_CLAUSES: return sfr_clause_basis((enum sfr_clause)i, p);
    case SFC_FAULTS: return sfr_fault_basis((enum sfr_fault)i, p);
    case SFC_POLICIES: return sfr_policy_basis((enum sfr_policy)i, p);
    case SFC_REFUSALS: return sfr_refusal_basis((enum sfr_refusal)i, p);
    }
    return NULL;
}

const char *sfc_class_message(const char *name)
{
    const struct sfr_fault_info *fault = name ? sfc_find_fault(name, strlen(name)) : NULL;
    const struct sfr_refusal_info *refusal = name && !fault ? sfc_find_refusal(name, strlen(name)) : NULL;
    return fault ? fault->message : refusal ? refusal->message : NULL;
}

/* ---- Answers ---- */

bool sfc_answer_rejects(const char *answer)
{
    return strcmp(answer, "reject") == 0 || strcmp(answer, "refuse") == 0;
}

bool sfc_answer_is_allowed(const struct sfr_policy_info *policy, const char *answer)
{
    const char *rest = policy->answers, *word;
    size_t len;
    bool accepts = false;
    while ((word = sfc_next_word(&rest, &len)))
        accepts |= !sfc_has("- reject refuse", word, len);
    return sfc_has_word(policy->answers, answer) ? strcmp(answer, "-") != 0 : accepts && strcmp(answer, "accept") == 0;
}
