/* SPDX-License-Identifier: MIT */
/* The tables of the registers: each number has its row, and every row rests on something. make_registers.py checks
   names and references. */
#include "sfr.h"
#include "tap.h"

/* The profiles that rows may hold in, as in struct sfr_clause_info. */
enum { ALL_PROFILES = (1 << (SFR_PROFILE_V3 + 1)) - (1 << SFR_PROFILE_V1) };

/* The next of the words that spaces divide: copies it, and returns what follows it, or NULL at the end. */
static const char *next_word(const char *list, char word[160])
{
    list += strspn(list, " ");
    const size_t len = strcspn(list, " ");
    snprintf(word, 160, "%.*s", (int)len, list);
    return len > 0 ? list + len : NULL;
}

/* The first clause of this id, or SFR_CLAUSE_NONE. */
static enum sfr_clause clause_named(const char *id)
{
    for (unsigned c = 1; c < SFR_NUM_CLAUSES; c++)
        if (strcmp(sfr_clause_info((enum sfr_clause)c)->id, id) == 0)
            return (enum sfr_clause)c;
    return SFR_CLAUSE_NONE;
}

static void check_numbers(void)
{
    unsigned missing = 0;
    for (unsigned c = 1; c < SFR_NUM_CLAUSES; c++)
        missing += !sfr_clause_info((enum sfr_clause)c);
    for (unsigned f = 1; f < SFR_NUM_FAULTS; f++)
        missing += !sfr_fault_info((enum sfr_fault)f);
    for (unsigned p = 1; p < SFR_NUM_POLICIES; p++)
        missing += !sfr_policy_info((enum sfr_policy)p);
    for (unsigned r = 1; r < SFR_NUM_REFUSALS; r++)
        missing += !sfr_refusal_info((enum sfr_refusal)r);
    IS_U64(missing, 0, "every number of a register has its row");
    OK(!sfr_clause_info(SFR_CLAUSE_NONE) && !sfr_clause_info(SFR_NUM_CLAUSES), "no clause outside the register");
    OK(!sfr_fault_info(SFR_FAULT_NONE) && !sfr_fault_info(SFR_NUM_FAULTS), "no fault outside the register");
    OK(!sfr_policy_info(SFR_POLICY_NONE) && !sfr_policy_info(SFR_NUM_POLICIES) && !sfr_refusal_info(SFR_REFUSAL_NONE)
           && !sfr_refusal_info(SFR_NUM_REFUSALS),
       "no policy and no refusal outside the registers");
}

/* FNV-1a over the bytes of the name and a zero. */
static uint32_t hash_name(uint32_t hash, const char *name)
{
    do
        hash = (hash ^ (unsigned char)*name) * 16777619;
    while (*name++);
    return hash;
}

/* Programs are compiled with the values, so those of a release stay. A new row comes last in its register; a release
   raises the numbers here. */
static void check_released(void)
{
    enum { CLAUSES = 173, FAULTS = 60, POLICIES = 124, REFUSALS = 33 };
    uint32_t clauses = 2166136261, faults = clauses, policies = clauses, refusals = clauses;
    for (unsigned i = 1; i <= CLAUSES; i++) {
        clauses = hash_name(clauses, sfr_clause_info((enum sfr_clause)i)->id);
        faults = i > FAULTS ? faults : hash_name(faults, sfr_fault_info((enum sfr_fault)i)->name);
        policies = i > POLICIES ? policies : hash_name(policies, sfr_policy_info((enum sfr_policy)i)->id);
        refusals = i > REFUSALS ? refusals : hash_name(refusals, sfr_refusal_info((enum sfr_refusal)i)->name);
    }
    OK(clauses == 2847941681 && faults == 1119219599 && policies == 3345438231 && refusals == 3241692279,
       "what 1.1 has keeps its value: %u, %u, %u, %u", clauses, faults, policies, refusals);
}

/* ---- What the rows rest on ---- */

/* The profiles of the clauses in a list; all of them for an empty list. */
static unsigned profiles_of_clauses(const char *list)
{
    unsigned profiles = *list ? 0 : (unsigned)ALL_PROFILES;
    char id[160];
    for (const char *rest = list; (rest = next_word(rest, id));)
        profiles |= sfr_clause_info(clause_named(id))->profiles;
    return profiles;
}

/* Is there a complete basis of this row if it holds in the profile, and none otherwise? */
static bool good_basis(const struct sfr_basis_info *basis, const char *name, bool holds, unsigned profile)
{
    if (!basis || !holds)
        return !basis && !holds;
    const bool quoted = strchr(basis->evidence, '"') != NULL;
    return strcmp(basis->name, name) == 0 && (basis->profiles >> profile & 1) && sfr_basis_name(basis->basis)
           && basis->evidence[0] && (quoted || basis->basis != SFR_BASIS_TEXT);
}

/* The level that follows from what the registers say of a fault. */
static enum sfr_level level_of(const struct sfr_fault_info *info, const struct sfr_basis_info *basis)
{
    if (info->severity == SFR_SEVERITY_DOUBT)
        return SFR_LEVEL_READ;
    if (info->stops[0] != '-')
        return SFR_LEVEL_REFUSE;
    return basis->basis == SFR_BASIS_TEXT || basis->basis == SFR_BASIS_PRACTICE ? SFR_LEVEL_VALIDATE : SFR_LEVEL_STRICT;
}

static void check_bases(void)
{
    unsigned bad = 0;
    for (unsigned p = SFR_PROFILE_AUTO; p <= SFR_PROFILE_V3 + 1; p++) {
        const enum sfr_profile profile = (enum sfr_profile)p;
        for (unsigned i = 1; i < SFR_NUM_CLAUSES; i++) {
            const struct sfr_clause_info *clause = sfr_clause_info((enum sfr_clause)i);
            bad += !good_basis(sfr_clause_basis((enum sfr_clause)i, profile), clause->id, clause->profiles >> p & 1, p);
        }
        for (unsigned i = 1; i < SFR_NUM_FAULTS; i++) {
            const struct sfr_fault_info *fault = sfr_fault_info((enum sfr_fault)i);
            bad += !good_basis(sfr_fault_basis((enum sfr_fault)i, profile), fault->name,
                               profiles_of_clauses(fault->clauses) >> p & 1, p);
            const struct sfr_basis_info *basis = sfr_fault_basis((enum sfr_fault)i, profile);
            bad += basis && sfr_fault_level((enum sfr_fault)i, profile) != level_of(fault, basis);
        }
        for (unsigned i = 1; i < SFR_NUM_POLICIES; i++) {
            const struct sfr_policy_info *policy = sfr_policy_info((enum sfr_policy)i);
            bad += !good_basis(sfr_policy_basis((enum sfr_policy)i, profile), policy->id, policy->profiles >> p & 1, p);
        }
        for (unsigned i = 1; i < SFR_NUM_REFUSALS; i++) {
            const struct sfr_refusal_info *refusal = sfr_refusal_info((enum sfr_refusal)i);
            bad += !good_basis(sfr_refusal_basis((enum sfr_refusal)i, profile), refusal->name,
                               profiles_of_clauses(refusal->clauses) >> p & 1, p);
        }
        bad += sfr_clause_basis(SFR_CLAUSE_NONE, profile) || sfr_clause_basis(SFR_NUM_CLAUSES, profile);
        bad += sfr_fault_basis(SFR_FAULT_NONE, profile) || sfr_policy_basis(SFR_NUM_POLICIES, profile);
    }
    IS_U64(bad, 0, "every clause, fault, policy and refusal has a basis where it holds, and every fault its level");
}

static void check_levels(void)
{
    unsigned bad = 0;
    for (unsigned l = SFR_LEVEL_SAFE; l <= SFR_LEVEL_STRICT; l++) {
        enum sfr_level again = SFR_LEVEL_SAFE;
        const char *name = sfr_level_name((enum sfr_level)l);
        bad += !name || !sfr_level_from_name(name, &again) || again != (enum sfr_level)l;
    }
    enum sfr_level kept = SFR_LEVEL_READ;
    bad += sfr_level_from_name("perfect", &kept) || kept != SFR_LEVEL_READ;
    bad += sfr_level_name((enum sfr_level)0) || sfr_level_name((enum sfr_level)(SFR_LEVEL_STRICT + 1));
    bad += sfr_basis_name((enum sfr_basis)0) || sfr_basis_name((enum sfr_basis)(SFR_BASIS_OURS + 1));
    IS_U64(bad, 0, "levels and bases have names, and no other value has");
}

/* An ABI that is defined has a name and three registers; any other number has none. */
static void check_abis(void)
{
    unsigned bad = 0;
    for (unsigned abi = 0; abi < 0x10000; abi++) {
        const bool defined = abi >= SFR_ABI_AARCH64_ENDIAN_BIG && abi <= SFR_ABI_S390X_ENDIAN_BIG;
        const char *const name = sfr_abi_name(abi);
        const uint32_t sp = sfr_abi_sp(abi), fp = sfr_abi_fp(abi), ra = sfr_abi_ra(abi);
        unsigned named = ~abi;
        bad += (name != NULL) != defined || (name && !(sfr_abi_from_name(name, &named) && named == abi));
        bad += defined ? sp == fp || fp == ra || ra == sp || !sp || !fp || !ra : sp || fp || ra || sfr_abi_is_big(abi);
    }
    IS_U64(bad, 0, "every ABI that is defined has a name and three registers, and no other number has");
}

TESTS(check_numbers, check_released, check_bases, check_levels, check_abis)
