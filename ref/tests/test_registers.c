/* SPDX-License-Identifier: MIT */
/* The tables of the registers: each number has its row, and every row rests on something. make_registers.py checks
   names and references. */
#include "sfr.h"
#include "tap.h"

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

/* A basis in a profile is complete, and that of the row. */
static bool good_basis(const struct sfr_basis_info *basis, const char *name, unsigned profile)
{
    return !basis
           || (strcmp(basis->name, name) == 0 && (basis->profiles >> profile & 1) && sfr_basis_name(basis->basis)
               && basis->evidence[0] && (basis->basis != SFR_BASIS_TEXT || strchr(basis->evidence, '"')));
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

/* Every number has its row, and where it holds a basis. Where faults and refusals hold, the build checks. */
static void check_bases(void)
{
    unsigned bad = 0;
    for (unsigned p = SFR_PROFILE_AUTO; p <= SFR_PROFILE_V3 + 1; p++) {
        const enum sfr_profile profile = (enum sfr_profile)p;
        for (unsigned i = 1; i < SFR_NUM_CLAUSES; i++) {
            const struct sfr_clause_info *clause = sfr_clause_info((enum sfr_clause)i);
            const struct sfr_basis_info *basis = sfr_clause_basis((enum sfr_clause)i, profile);
            bad += !good_basis(basis, clause->id, p) || (basis != NULL) != (clause->profiles >> p & 1);
        }
        for (unsigned i = 1; i < SFR_NUM_FAULTS; i++) {
            const struct sfr_fault_info *fault = sfr_fault_info((enum sfr_fault)i);
            const struct sfr_basis_info *basis = sfr_fault_basis((enum sfr_fault)i, profile);
            bad += !good_basis(basis, fault->name, p);
            bad += basis && sfr_fault_level((enum sfr_fault)i, profile) != level_of(fault, basis);
        }
        for (unsigned i = 1; i < SFR_NUM_POLICIES; i++) {
            const struct sfr_policy_info *policy = sfr_policy_info((enum sfr_policy)i);
            const struct sfr_basis_info *basis = sfr_policy_basis((enum sfr_policy)i, profile);
            bad += !good_basis(basis, policy->id, p) || (basis != NULL) != (policy->profiles >> p & 1);
        }
        for (unsigned i = 1; i < SFR_NUM_REFUSALS; i++)
            bad += !good_basis(sfr_refusal_basis((enum sfr_refusal)i, profile),
                               sfr_refusal_info((enum sfr_refusal)i)->name, p);
        bad += sfr_clause_basis(SFR_CLAUSE_NONE, profile) || sfr_clause_basis(SFR_NUM_CLAUSES, profile);
        bad += sfr_fault_basis(SFR_FAULT_NONE, profile) || sfr_policy_basis(SFR_NUM_POLICIES, profile);
    }
    IS_U64(bad, 0, "every clause, fault, policy and refusal has its basis, and every fault its level");
    OK(!sfr_clause_info(SFR_CLAUSE_NONE) && !sfr_clause_info(SFR_NUM_CLAUSES) && !sfr_fault_info(SFR_FAULT_NONE)
           && !sfr_fault_info(SFR_NUM_FAULTS) && !sfr_policy_info(SFR_POLICY_NONE) && !sfr_policy_info(SFR_NUM_POLICIES)
           && !sfr_refusal_info(SFR_REFUSAL_NONE) && !sfr_refusal_info(SFR_NUM_REFUSALS),
       "no row is outside the registers");
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

TESTS(check_released, check_bases, check_levels, check_abis)
