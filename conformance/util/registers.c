/* SPDX-License-Identifier: MIT */
/* Finds clauses, faults, policies and refusals in the reference's registers. */
#include <string.h>

#include "registers.h"
#include "text.h"

static bool is(const char *known, const char *name, size_t len)
{
    return strlen(known) == len && memcmp(known, name, len) == 0;
}

const struct sfr_clause_info *sfc_find_clause(const char *name, size_t len)
{
    for (unsigned i = 1; i < SFR_NUM_CLAUSES; i++)
        if (is(sfr_clause_info((enum sfr_clause)i)->id, name, len))
            return sfr_clause_info((enum sfr_clause)i);
    return NULL;
}

const struct sfr_fault_info *sfc_find_fault(const char *name, size_t len)
{
    for (unsigned i = 1; i < SFR_NUM_FAULTS; i++)
        if (is(sfr_fault_info((enum sfr_fault)i)->name, name, len))
            return sfr_fault_info((enum sfr_fault)i);
    return NULL;
}

const struct sfr_policy_info *sfc_find_policy(const char *name, size_t len)
{
    for (unsigned i = 1; i < SFR_NUM_POLICIES; i++)
        if (is(sfr_policy_info((enum sfr_policy)i)->id, name, len))
            return sfr_policy_info((enum sfr_policy)i);
    return NULL;
}

const struct sfr_refusal_info *sfc_find_refusal(const char *name, size_t len)
{
    for (unsigned i = 1; i < SFR_NUM_REFUSALS; i++)
        if (is(sfr_refusal_info((enum sfr_refusal)i)->name, name, len))
            return sfr_refusal_info((enum sfr_refusal)i);
    return NULL;
}

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
        accepts |= !is("-", word, len) && !is("reject", word, len) && !is("refuse", word, len);
    return sfc_has_word(policy->answers, answer) ? !is("-", answer, strlen(answer))
                                                 : accepts && strcmp(answer, "accept") == 0;
}
