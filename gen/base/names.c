/* SPDX-License-Identifier: MIT */
/* Profiles, ABIs and the names of the registers: all that the generator shares with the reference.
   */
#include "names.h"

#include <string.h>

/* Only for the tables made from ref/registers/. */
#include "sfr.h"

const struct gen_profile_info gen_profiles[GEN_NUM_PROFILES] = {
    [GEN_V1] = { "v1", 1, 3, GEN_F_SORTED, 17 },
    [GEN_V2] = { "v2", 2, 3, GEN_F_SORTED, 20 },
    [GEN_V2E1] = { "v2e1", 2, 7, GEN_F_SORTED | GEN_F_PCREL, 20 },
    [GEN_V2E2] = { "v2e2", 2, 7, GEN_F_SORTED | GEN_F_PCREL, 20 },
    [GEN_V3] = { "v3", 3, 5, GEN_F_SORTED | GEN_F_PCREL, 16 },
};

const struct gen_abi_info gen_abis[GEN_NUM_ABIS] = {
    [GEN_AMD64] = { "amd64-little", "amd64", "amd64", 3, false, 7, 6, 16, -8, 0 },
    [GEN_AARCH64_LITTLE] = { "aarch64-little", "aarch64", "aarch64-le", 2, false, 31, 29, 30, 0, 0 },
    [GEN_AARCH64_BIG] = { "aarch64-big", "aarch64", "aarch64-be", 1, true, 31, 29, 30, 0, 0 },
    [GEN_S390X] = { "s390x-big", "s390x", "s390x", 4, true, 15, 11, 14, 0, 160 },
};

const char *const gen_flag_names[GEN_NUM_FLAGS] = { "sorted", "frame-pointer", "pcrel" };

int gen_find_word(const char *const words[], size_t count, const char *text, size_t len)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == len && strncmp(words[i], text, len) == 0)
            return (int)i;
    return -1;
}

const char gen_select_words[] =
    "all, v1, v2, v2e1, v2e2, v3, amd64, aarch64, aarch64-little, aarch64-big, s390x, little, big, and after "
    "'but' those to leave out";

bool gen_is_aarch64(enum gen_abi abi)
{
    return abi == GEN_AARCH64_LITTLE || abi == GEN_AARCH64_BIG;
}

bool gen_target_exists(struct gen_target target)
{
    return target.abi != GEN_S390X || target.profile >= GEN_V2E1;
}

/* The ABIs that a word of a selector means. */
static unsigned abis_of(const char *word)
{
    unsigned found = 0;
    for (unsigned a = 0; a < GEN_NUM_ABIS; a++) {
        const struct gen_abi_info *abi = &gen_abis[a];
        if (strcmp(word, abi->family) == 0 || strcmp(word, abi->folder) == 0
            || strcmp(word, abi->big ? "big" : "little") == 0)
            found |= 1U << a;
    }
    return found;
}

static unsigned profile_of(const char *word)
{
    for (unsigned p = 0; p < GEN_NUM_PROFILES; p++)
        if (strcmp(word, gen_profiles[p].name) == 0)
            return 1U << p;
    return 0;
}

static uint32_t bit_of(struct gen_target target)
{
    return UINT32_C(1) << ((unsigned)target.profile * GEN_NUM_ABIS + (unsigned)target.abi);
}

/* What a group of words means. No word of profiles means all, and so with ABIs. */
static uint32_t targets_of(unsigned profiles, unsigned abis)
{
    uint32_t targets = 0;
    for (unsigned p = 0; p < GEN_NUM_PROFILES; p++)
        for (unsigned a = 0; a < GEN_NUM_ABIS; a++)
            if ((!profiles || (profiles >> p & 1)) && (!abis || (abis >> a & 1)))
                targets |= bit_of((struct gen_target){ (enum gen_profile)p, (enum gen_abi)a });
    return targets;
}

bool gen_parse_select(struct gen_pool *pool, const char *text, struct gen_select *select, const char **bad)
{
    size_t count;
    char **words = gen_words(pool, text, &count);
    *bad = "nothing";
    for (size_t i = 0;; i++) {
        const size_t start = i;
        unsigned profiles = 0, abis = 0;
        for (; i < count && strcmp(words[i], "but") != 0; i++) {
            const unsigned profile = profile_of(words[i]), abi = abis_of(words[i]);
            *bad = words[i];
            if (!profile && !abi && strcmp(words[i], "all") != 0)
                return false;
            profiles |= profile;
            abis |= abi;
        }
        if (i == start)
            return false;
        const uint32_t targets = targets_of(profiles, abis);
        select->without = start == 0 ? ~targets & targets_of(0, 0) : select->without | targets;
        if (i == count)
            return true;
    }
}

bool gen_take_select(struct gen_pool *pool, const char **text, struct gen_select *select, const char **bad)
{
    const char *close = strchr(*text, ']');
    *select = (struct gen_select){ 0 };
    *bad = NULL;
    if (**text != '[')
        return true;
    if (!close || !gen_parse_select(pool, gen_copy(pool, *text + 1, (size_t)(close - *text - 1)), select, bad))
        return false;
    *text = close + 1 + strspn(close + 1, " ");
    return true;
}

bool gen_selects(struct gen_select select, struct gen_target target)
{
    return !(select.without & bit_of(target));
}

/* The registers count profiles from 1, "auto" being 0. */
static enum sfr_profile to_register(enum gen_profile profile)
{
    return (enum sfr_profile)((int)profile + SFR_PROFILE_V1);
}

/* The row of a register with a name; 0 is none. */
#define NAMED(register_, name_, count_)                                                              \
    static enum sfr_##register_ register_##_named(const char *name)                                  \
    {                                                                                                \
        int i = (count_);                                                                            \
        while (--i > 0 && strcmp(sfr_##register_##_info((enum sfr_##register_)i)->name_, name) != 0) \
            continue;                                                                                \
        return (enum sfr_##register_)i;                                                              \
    }
NAMED(clause, id, SFR_NUM_CLAUSES)
NAMED(policy, id, SFR_NUM_POLICIES)
NAMED(fault, name, SFR_NUM_FAULTS)
NAMED(refusal, name, SFR_NUM_REFUSALS)

static const char *policy_id(enum sfr_policy policy)
{
    return policy ? sfr_policy_info(policy)->id : NULL;
}

static bool has(unsigned profiles, enum gen_profile profile)
{
    return profiles >> to_register(profile) & 1;
}

bool gen_find_clause(const char *id, struct gen_target target, bool *applies)
{
    const enum sfr_clause clause = clause_named(id);
    const bool of_abi = strstr(id, "AMD-")             ? target.abi == GEN_AMD64
                        : strncmp(id, "A64-", 4) == 0  ? gen_is_aarch64(target.abi)
                        : strncmp(id, "S390-", 5) == 0 ? target.abi == GEN_S390X
                                                       : true;
    *applies = clause && of_abi && has(sfr_clause_info(clause)->profiles, target.profile);
    return clause;
}

bool gen_find_policy(const char *id, enum gen_profile profile, bool *applies)
{
    const enum sfr_policy policy = policy_named(id);
    *applies = policy && has(sfr_policy_info(policy)->profiles, profile);
    return policy;
}

bool gen_policy_applies(const char *id, enum gen_profile profile)
{
    bool applies;
    return gen_find_policy(id, profile, &applies) && applies;
}

bool gen_is_refused(const char *policy)
{
    return strcmp(sfr_policy_info(policy_named(policy))->answers, "reject accept") == 0;
}

bool gen_find_fault(const char *name, struct gen_fault *fault)
{
    const enum sfr_fault id = fault_named(name);
    if (!id)
        return false;
    const struct sfr_fault_info *info = sfr_fault_info(id);
    *fault = (struct gen_fault){ info->name, info->severity == SFR_SEVERITY_VIOLATION, info->clauses,
                                 policy_id(info->policy) };
    return true;
}

const char *gen_find_refusal(const char *name)
{
    const enum sfr_refusal refusal = refusal_named(name);
    return refusal ? sfr_refusal_info(refusal)->name : NULL;
}

bool gen_is_decided(const char *policy, enum gen_profile profile)
{
    const enum sfr_policy id = policy_named(policy);
    const struct sfr_basis_info *basis = id ? sfr_policy_basis(id, to_register(profile)) : NULL;
    return basis && basis->basis != SFR_BASIS_TEXT && strcmp(sfr_policy_info(id)->verdict, "acceptable") != 0
           && strcmp(sfr_policy_info(id)->verdict, "none") != 0;
}

const char *gen_policy_of_refusal(const char *refusal)
{
    const enum sfr_refusal id = refusal_named(refusal);
    return id ? policy_id(sfr_refusal_info(id)->policy) : NULL;
}

static const char *level_of(enum sfr_fault fault, enum gen_profile profile)
{
    return sfr_level_name(sfr_fault_level(fault, to_register(profile)));
}

const char *gen_level_of(const char *fault, enum gen_profile profile)
{
    const enum sfr_fault id = fault_named(fault);
    return id ? level_of(id, profile) : NULL;
}

const char *gen_level_of_refusal(const char *refusal, enum gen_profile profile)
{
    const enum sfr_refusal id = refusal_named(refusal);
    const enum sfr_fault fault = id ? sfr_refusal_info(id)->fault : SFR_FAULT_NONE;
    return fault ? level_of(fault, profile) : sfr_level_name(SFR_LEVEL_REFUSE);
}

const char *gen_find_elf_error(const char *name)
{
    static const char *const names[] = { "not-elf", "unsupported", "damaged",       "not-found",
                                         "several", "no-data",     "bad-relocation" };
    const int found = gen_find_word(names, sizeof names / sizeof *names, name, strlen(name));
    return found < 0 ? NULL : names[found];
}
