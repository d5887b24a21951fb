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
    [GEN_AMD64] = { "amd64-little", "amd64", "amd64", 3, false, 7, 6, -8 },
    [GEN_AARCH64_LITTLE] = { "aarch64-little", "aarch64", "aarch64-le", 2, false, 31, 29, 0 },
    [GEN_AARCH64_BIG] = { "aarch64-big", "aarch64", "aarch64-be", 1, true, 31, 29, 0 },
    [GEN_S390X] = { "s390x-big", "s390x", "s390x", 4, true, 15, 11, 0 },
};

const char gen_select_words[] =
    "all, v1, v2, v2e1, v2e2, v3, amd64, aarch64, aarch64-little, aarch64-big, s390x, little, big, and after "
    "'but' those to leave out";

bool gen_target_exists(struct gen_target target)
{
    return target.abi != GEN_S390X || target.profile >= GEN_V2E1;
}

const char *gen_target_folder(struct gen_pool *pool, struct gen_target target)
{
    return gen_textf(pool, "%s/%s", gen_profiles[target.profile].name, gen_abis[target.abi].folder);
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

/* Leaves out the targets of one group of words after 'but'. */
static void leave_out(struct gen_select *select, unsigned profiles, unsigned abis)
{
    for (unsigned p = 0; p < GEN_NUM_PROFILES; p++)
        if (!profiles || (profiles >> p & 1))
            select->without[p] |= abis ? abis : ~0U;
}

bool gen_parse_select(struct gen_pool *pool, const char *text, struct gen_select *select, const char **bad)
{
    size_t count, in_group = 0;
    unsigned profiles = 0, abis = 0;
    bool first = true;
    char **words = gen_words(pool, text, &count);
    *select = (struct gen_select){ 0 };
    *bad = "nothing";
    for (size_t i = 0; i <= count; i++) {
        if (i < count && strcmp(words[i], "but") != 0) {
            const unsigned profile = profile_of(words[i]), abi = abis_of(words[i]);
            *bad = words[i];
            if (!profile && !abi && strcmp(words[i], "all") != 0)
                return false;
            profiles |= profile;
            abis |= abi;
            in_group++;
            continue;
        }
        if (!in_group)
            return false;
        if (first) {
            select->profiles = profiles;
            select->abis = abis;
        } else {
            leave_out(select, profiles, abis);
        }
        first = false;
        profiles = abis = 0;
        in_group = 0;
    }
    return true;
}

bool gen_selects(struct gen_select select, struct gen_target target)
{
    return (!select.profiles || (select.profiles >> target.profile & 1))
           && (!select.abis || (select.abis >> target.abi & 1)) && !(select.without[target.profile] >> target.abi & 1);
}

/* The registers count profiles from 1, "auto" being 0. */
static unsigned from_register(unsigned profiles)
{
    return profiles >> SFR_PROFILE_V1;
}

bool gen_find_clause(const char *id, unsigned *profiles)
{
    for (int i = 1; i < SFR_NUM_CLAUSES; i++) {
        const struct sfr_clause_info *info = sfr_clause_info((enum sfr_clause)i);
        if (strcmp(info->id, id) == 0) {
            *profiles = from_register(info->profiles);
            return true;
        }
    }
    return false;
}

bool gen_clause_concerns(const char *id, enum gen_abi abi)
{
    if (strstr(id, "AMD-"))
        return abi == GEN_AMD64;
    if (strncmp(id, "A64-", 4) == 0)
        return abi == GEN_AARCH64_LITTLE || abi == GEN_AARCH64_BIG;
    return strncmp(id, "S390-", 5) != 0 || abi == GEN_S390X;
}

bool gen_find_policy(const char *id, unsigned *profiles, bool *refused)
{
    for (int i = 1; i < SFR_NUM_POLICIES; i++) {
        const struct sfr_policy_info *info = sfr_policy_info((enum sfr_policy)i);
        if (strcmp(info->id, id) == 0) {
            *profiles = from_register(info->profiles);
            *refused = strcmp(info->answers, "reject accept") == 0;
            return true;
        }
    }
    return false;
}

bool gen_find_fault(const char *name, struct gen_fault *fault)
{
    for (int i = 1; i < SFR_NUM_FAULTS; i++) {
        const struct sfr_fault_info *info = sfr_fault_info((enum sfr_fault)i);
        if (strcmp(info->name, name) == 0) {
            const char *policy = info->policy == SFR_POLICY_NONE ? NULL : sfr_policy_info(info->policy)->id;
            *fault = (struct gen_fault){ info->name, info->severity == SFR_SEVERITY_VIOLATION, info->clauses, policy };
            return true;
        }
    }
    return false;
}

const char *gen_find_level(const char *name)
{
    static const char *const names[] = { "refuse", "validate", "strict" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return names[i];
    return NULL;
}

const char *gen_level_of(const char *fault, enum gen_profile profile)
{
    for (int i = 1; i < SFR_NUM_FAULTS; i++)
        if (strcmp(sfr_fault_info((enum sfr_fault)i)->name, fault) == 0)
            return sfr_level_name(
                sfr_fault_level((enum sfr_fault)i, (enum sfr_profile)((int)profile + SFR_PROFILE_V1)));
    return NULL;
}

const char *gen_find_refusal(const char *name)
{
    for (int i = 1; i < SFR_NUM_REFUSALS; i++) {
        const struct sfr_refusal_info *info = sfr_refusal_info((enum sfr_refusal)i);
        if (strcmp(info->name, name) == 0)
            return info->name;
    }
    return NULL;
}

bool gen_is_decided(const char *policy, enum gen_profile profile)
{
    for (int i = 1; i < SFR_NUM_POLICIES; i++) {
        const struct sfr_policy_info *info = sfr_policy_info((enum sfr_policy)i);
        const struct sfr_basis_info *basis =
            sfr_policy_basis((enum sfr_policy)i, (enum sfr_profile)((int)profile + SFR_PROFILE_V1));
        if (strcmp(info->id, policy) == 0)
            return basis && basis->basis != SFR_BASIS_TEXT && strcmp(info->verdict, "acceptable") != 0
                   && strcmp(info->verdict, "none") != 0;
    }
    return false;
}

const char *gen_policy_of_refusal(const char *refusal)
{
    for (int i = 1; i < SFR_NUM_REFUSALS; i++) {
        const struct sfr_refusal_info *info = sfr_refusal_info((enum sfr_refusal)i);
        if (strcmp(info->name, refusal) == 0 && info->policy != SFR_POLICY_NONE)
            return sfr_policy_info(info->policy)->id;
    }
    return NULL;
}

const char *gen_level_of_refusal(const char *refusal, enum gen_profile profile)
{
    for (int i = 1; i < SFR_NUM_REFUSALS; i++) {
        const struct sfr_refusal_info *info = sfr_refusal_info((enum sfr_refusal)i);
        if (strcmp(info->name, refusal) == 0 && info->fault != SFR_FAULT_NONE)
            return gen_level_of(sfr_fault_info(info->fault)->name, profile);
    }
    return sfr_level_name(SFR_LEVEL_REFUSE);
}

const char *gen_find_elf_error(const char *name)
{
    static const char *const names[] = { "not-elf", "unsupported", "damaged",       "not-found",
                                         "several", "no-data",     "bad-relocation" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return names[i];
    return NULL;
}
