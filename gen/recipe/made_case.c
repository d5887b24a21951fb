/* SPDX-License-Identifier: MIT */
/* Cases that were made. */
#include "made_case.h"

#include <string.h>

/* FNV-1a. */
static unsigned chain_of(struct gen_target target, const char *id_tail)
{
    uint32_t hash = UINT32_C(2166136261) + (uint32_t)target.profile * GEN_NUM_ABIS + (uint32_t)target.abi;
    for (; *id_tail; id_tail++)
        hash = (hash ^ (unsigned char)*id_tail) * UINT32_C(16777619);
    return hash % GEN_CASE_CHAINS;
}

void gen_add_made(struct gen_pool *pool, struct gen_cases *cases, struct gen_case *made)
{
    if (!cases->chains)
        cases->chains = gen_alloc(pool, GEN_CASE_CHAINS, sizeof(*cases->chains));
    const struct gen_case **const chain = &cases->chains[chain_of(made->plan.target, made->plan.id_tail)];
    made->next = *chain;
    *chain = made;
    cases->list = gen_grow(pool, cases->list, cases->count, &cases->cap, sizeof(*cases->list));
    cases->list[cases->count++] = made;
}

const struct gen_case *gen_find_made(const struct gen_cases *cases, struct gen_target target, const char *id_tail)
{
    const struct gen_case *made = cases && cases->chains ? cases->chains[chain_of(target, id_tail)] : NULL;
    while (made
           && (made->plan.target.profile != target.profile || made->plan.target.abi != target.abi
               || made->plan.verdict == GEN_REJECT || strcmp(made->plan.id_tail, id_tail) != 0))
        made = made->next;
    return made;
}
