/* SPDX-License-Identifier: MIT */
/* What a case says of itself, against the registers: its clauses hold in its profile and for its
   ABI, and its level follows the rule. */
#include <string.h>

#include "registers.h"
#include "subject.h"

/* The ABI that a clause is about: by its id, as "V2E1-AMD-04". NULL: all. */
static const char *abi_of(const char *clause)
{
    static const struct {
        const char *part, *abi;
    } parts[] = { { "AMD", "amd64" }, { "A64", "aarch64" }, { "S390", "s390x" } };
    for (size_t i = 0; i < COUNT(parts); i++) {
        const char *at = strstr(clause, parts[i].part);
        if (at && (at == clause || at[-1] == '-') && at[strlen(parts[i].part)] == '-')
            return parts[i].abi;
    }
    return NULL;
}

static void check_clauses(struct subject *s)
{
    const char *words = s->c->clauses, *word;
    size_t len;

    while ((word = sfc_next_word(&words, &len))) {
        const struct sfr_clause_info *clause = sfc_find_clause(word, len);
        if (!require(s, clause, "there is no clause %.*s", (int)len, word))
            return;
        const char *abi = abi_of(clause->id);
        require(s, clause->profiles >> s->profile & 1, "%s does not hold in %s", clause->id, s->c->profile);
        require(s, !abi || strcmp(abi, s->c->abi) == 0, "%s is not about %s", clause->id, s->c->abi);
    }
}

/* Do words of the manual forbid it, which the register quotes, or does practice? */
static bool is_forbidden(struct subject *s, const char *fault_class)
{
    const struct sfr_basis_info *basis = sfc_find_basis(SFC_FAULTS, fault_class, strlen(fault_class), s->c->profile);

    if (!require(s, basis, "%s has no basis in %s", fault_class, s->c->profile))
        return false;
    require(s, basis->basis != SFR_BASIS_TEXT || strchr(basis->evidence, '"'), "%s: nothing is quoted", fault_class);
    return basis->basis == SFR_BASIS_TEXT || basis->basis == SFR_BASIS_PRACTICE;
}

/* By the registers: a reader cannot go on, or words or practice forbid it, or neither. */
static enum sfc_level level_by_rule(struct subject *s)
{
    const struct sfc_case *c = s->c;

    if (c->expect != SFC_EXPECT_REJECT)
        return SFC_LEVEL_READ;
    const struct sfr_refusal_info *refusal = c->refusal ? sfc_find_refusal(c->refusal, strlen(c->refusal)) : NULL;
    if (c->elf_error || (refusal && refusal->fault == SFR_FAULT_NONE))
        return SFC_LEVEL_REFUSE;
    const char *name = refusal ? sfr_fault_info(refusal->fault)->name : c->fault_class;
    const struct sfr_fault_info *fault = sfc_find_fault(name, strlen(name));
    if (!require(s, fault, "there is no fault %s", name))
        return SFC_LEVEL_REFUSE;
    return sfc_has_word("missing meaningless", fault->stops) ? SFC_LEVEL_REFUSE
           : is_forbidden(s, name)                           ? SFC_LEVEL_VALIDATE
                                                             : SFC_LEVEL_STRICT;
}

void check_labels(struct subject *s)
{
    const struct sfc_case *c = s->c;
    const enum sfc_level level = level_by_rule(s);

    check_clauses(s);
    require(s, c->level == level || c->level_because, "its level is %s, and by the registers %s",
            sfc_level_names[c->level], sfc_level_names[level]);
    require(s, !c->level_because || c->expect == SFC_EXPECT_REJECT, "only a reject has a reason for its level");
}
