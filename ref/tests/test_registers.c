/* SPDX-License-Identifier: MIT */
/* The registers: names and references are valid, and every row rests on something. */
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

static bool has_word(const char *list, const char *name)
{
    char word[160];
    bool found = false;
    for (const char *rest = list; (rest = next_word(rest, word));)
        found = found || strcmp(word, name) == 0;
    return found;
}

/* The first clause of this id, or SFR_CLAUSE_NONE. */
static enum sfr_clause clause_named(const char *id)
{
    for (unsigned c = 1; c < SFR_NUM_CLAUSES; c++)
        if (strcmp(sfr_clause_info((enum sfr_clause)c)->id, id) == 0)
            return (enum sfr_clause)c;
    return SFR_CLAUSE_NONE;
}

/* ---- Names and references ---- */

static bool is_fault_name(const char *name)
{
    return name[0] >= 'a' && name[0] <= 'z' && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name);
}

static bool is_id(const char *id)
{
    return strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == strlen(id) && strchr(id, '-') != NULL;
}

static void check_clauses(void)
{
    unsigned bad = 0, twice = 0;
    for (unsigned c = 1; c < SFR_NUM_CLAUSES; c++) {
        const struct sfr_clause_info *info = sfr_clause_info((enum sfr_clause)c);
        bad += !info || !is_id(info->id) || !info->statement[0];
        bad += !info->source[0] || !info->strength[0] || !info->use[0];
        bad += info->profiles == 0 || (info->profiles & ~(unsigned)ALL_PROFILES) != 0;
        bad += strspn(info->use, "DRLUEF ") != strlen(info->use);
        twice += clause_named(info->id) != (enum sfr_clause)c;
    }
    IS_U64(bad, 0, "%d clauses are complete", SFR_NUM_CLAUSES - 1);
    IS_U64(twice, 0, "no clause id is given twice");
    OK(!sfr_clause_info(SFR_CLAUSE_NONE) && !sfr_clause_info(SFR_NUM_CLAUSES), "no clause outside the register");
}

static unsigned unknown_clauses(const char *list)
{
    unsigned unknown = 0;
    char id[160];
    for (const char *rest = list; (rest = next_word(rest, id));)
        unknown += clause_named(id) == SFR_CLAUSE_NONE;
    return unknown;
}

static void check_faults(void)
{
    unsigned bad = 0, twice = 0, unknown = 0;
    for (unsigned f = 1; f < SFR_NUM_FAULTS; f++) {
        const struct sfr_fault_info *info = sfr_fault_info((enum sfr_fault)f);
        bad += !info || !is_fault_name(info->name) || !info->range[0] || !info->message[0] || !info->clauses[0];
        bad += info->severity != SFR_SEVERITY_VIOLATION && info->severity != SFR_SEVERITY_DOUBT;
        bad += info->policy != SFR_POLICY_NONE && !sfr_policy_info(info->policy);
        /* Every doubt has an open question as its reason. */
        bad += info->severity == SFR_SEVERITY_DOUBT && info->policy == SFR_POLICY_NONE;
        for (unsigned q = 1; q < f; q++)
            twice += strcmp(sfr_fault_info((enum sfr_fault)q)->name, info->name) == 0;
        unknown += unknown_clauses(info->clauses);
    }
    IS_U64(bad, 0, "%d faults are complete", SFR_NUM_FAULTS - 1);
    IS_U64(twice, 0, "no fault name is given twice");
    IS_U64(unknown, 0, "faults name clauses of the register");
    OK(!sfr_fault_info(SFR_FAULT_NONE) && !sfr_fault_info(SFR_NUM_FAULTS), "no fault outside the register");
}

/* A clause that sections are rejected for is named by a fault. */
static void check_rejecting_clauses(void)
{
    for (unsigned c = 1; c < SFR_NUM_CLAUSES; c++) {
        const struct sfr_clause_info *clause = sfr_clause_info((enum sfr_clause)c);
        if (!has_word(clause->use, "R"))
            continue;
        bool used = false;
        for (unsigned f = 1; f < SFR_NUM_FAULTS; f++)
            used = used || has_word(sfr_fault_info((enum sfr_fault)f)->clauses, clause->id);
        OK(used, "a fault offends %s", clause->id);
    }
}

static void check_policies_and_refusals(void)
{
    unsigned bad = 0, unknown = 0;
    for (unsigned p = 1; p < SFR_NUM_POLICIES; p++) {
        const struct sfr_policy_info *info = sfr_policy_info((enum sfr_policy)p);
        bad += !info || !is_id(info->id) || !info->question[0] || !info->answer[0] || !info->verdict[0];
        bad += info->profiles == 0;
        for (unsigned q = 1; q < p; q++)
            bad += strcmp(sfr_policy_info((enum sfr_policy)q)->id, info->id) == 0;
    }
    IS_U64(bad, 0, "%d policies are complete and have one id each", SFR_NUM_POLICIES - 1);
    bad = 0;
    for (unsigned r = 1; r < SFR_NUM_REFUSALS; r++) {
        const struct sfr_refusal_info *info = sfr_refusal_info((enum sfr_refusal)r);
        bad += !info || !is_fault_name(info->name) || !info->message[0];
        unknown += unknown_clauses(info->clauses);
        for (unsigned q = 1; q < r; q++)
            bad += strcmp(sfr_refusal_info((enum sfr_refusal)q)->name, info->name) == 0;
    }
    IS_U64(bad, 0, "%d refusals are complete and have one name each", SFR_NUM_REFUSALS - 1);
    IS_U64(unknown, 0, "refusals name clauses of the register");
    OK(!sfr_policy_info(SFR_POLICY_NONE) && !sfr_policy_info(SFR_NUM_POLICIES) && !sfr_refusal_info(SFR_REFUSAL_NONE)
           && !sfr_refusal_info(SFR_NUM_REFUSALS),
       "no policy and no refusal outside the registers");
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
        }
        for (unsigned i = 1; i < SFR_NUM_REFUSALS; i++) {
            const struct sfr_refusal_info *refusal = sfr_refusal_info((enum sfr_refusal)i);
            bad += !good_basis(sfr_refusal_basis((enum sfr_refusal)i, profile), refusal->name,
                               profiles_of_clauses(refusal->clauses) >> p & 1, p);
        }
        bad += sfr_clause_basis(SFR_CLAUSE_NONE, profile) || sfr_clause_basis(SFR_NUM_CLAUSES, profile);
        bad += sfr_fault_basis(SFR_FAULT_NONE, profile) || sfr_policy_basis(SFR_NUM_POLICIES, profile);
    }
    IS_U64(bad, 0, "every clause, fault and refusal has a basis where it holds");
}

static void check_levels(void)
{
    static const struct {
        enum sfr_fault fault;
        enum sfr_profile profile;
        enum sfr_level level;
    } expected[] = {
        { SFR_FAULT_UNDEFINED_FLAG, SFR_PROFILE_V1, SFR_LEVEL_STRICT },
        { SFR_FAULT_UNDEFINED_FLAG, SFR_PROFILE_V2E1, SFR_LEVEL_VALIDATE },
        { SFR_FAULT_FRE_NOT_INCREASING, SFR_PROFILE_V3, SFR_LEVEL_STRICT },
        { SFR_FAULT_NOT_SORTED, SFR_PROFILE_V2, SFR_LEVEL_VALIDATE },
        { SFR_FAULT_TAIL_NOT_ZERO, SFR_PROFILE_V2E2, SFR_LEVEL_STRICT },
        { SFR_FAULT_ZERO_TAIL, SFR_PROFILE_V1, SFR_LEVEL_READ },
        { SFR_FAULT_BAD_FDE_TYPE, SFR_PROFILE_V1, SFR_LEVEL_STRICT }, /* not a fault of version 1 */
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        /* A fault that stops every reader is a refusal, whatever its basis is. */
        const bool stops = strcmp(sfr_fault_info(expected[i].fault)->stops, "-") != 0;
        const enum sfr_level level = sfr_fault_level(expected[i].fault, expected[i].profile);
        OK(level == (stops ? SFR_LEVEL_REFUSE : expected[i].level), "%s in %s: level %s",
           sfr_fault_info(expected[i].fault)->name, sfr_profile_name(expected[i].profile), sfr_level_name(level));
    }
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

int main(void)
{
    check_clauses();
    check_faults();
    check_rejecting_clauses();
    check_policies_and_refusals();
    check_bases();
    check_levels();
    return tap_done();
}
