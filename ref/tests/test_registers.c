/* SPDX-License-Identifier: MIT */
/* The registers: names and references are valid, and the vectors cover every clause and fault. */
#include "tap.h"
#include "vectors_base.h"
#include "vectors_expect.h"

/* Clauses without a vector, because no bytes can show them. A clause that gets a vector must leave
   this list. */
static const struct {
    const char *id, *reason;
} exempt[] = {
    { "V2E1-FLG-03", "permits tracers to fall back on frame pointers where the section says nothing" },
};

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
        bad += info->profiles == 0 || (info->profiles & ~(unsigned)(P_V1 | P_V2S | P_V3)) != 0;
        bad += strspn(info->use, "DRLUEF ") != strlen(info->use);
        twice += clause_named(info->id, strlen(info->id)) != (enum sfr_clause)c;
    }
    IS_U64(bad, 0, "%d clauses are complete", SFR_NUM_CLAUSES - 1);
    IS_U64(twice, 0, "no clause id is given twice");
    OK(!sfr_clause_info(SFR_CLAUSE_NONE) && !sfr_clause_info(SFR_NUM_CLAUSES), "no clause outside the register");
}

static unsigned unknown_clauses(const char *list)
{
    unsigned unknown = 0;
    char id[160];
    for (const char *rest = list; (rest = next_item(rest, ' ', id));) {
        bool known = false;
        for (unsigned c = 1; c < SFR_NUM_CLAUSES; c++)
            known = known || strcmp(sfr_clause_info((enum sfr_clause)c)->id, id) == 0;
        unknown += !known;
    }
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
        twice += fault_named(info->name, strlen(info->name)) != (enum sfr_fault)f;
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
        if (!in_list(clause->use, ' ', "R"))
            continue;
        bool used = false;
        for (unsigned f = 1; f < SFR_NUM_FAULTS; f++)
            used = used || in_list(sfr_fault_info((enum sfr_fault)f)->clauses, ' ', clause->id);
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
    unsigned profiles = *list ? 0 : (unsigned)(P_V1 | P_V2S | P_V3);
    char id[160];
    for (const char *rest = list; (rest = next_item(rest, ' ', id));)
        profiles |= sfr_clause_info(clause_named(id, strlen(id)))->profiles;
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

/* ---- Coverage by the vectors ---- */

/* Per clause: vectors that bear on it, and those of them that are rejected or doubted. */
static unsigned bearing[SFR_NUM_CLAUSES], offending[SFR_NUM_CLAUSES];
/* Per fault: vectors that must raise it. */
static unsigned raising[SFR_NUM_FAULTS];
static unsigned misplaced;

static void bear_on(const char *name, const char *list, unsigned profiles, bool offends)
{
    char id[160];
    for (const char *rest = list; (rest = next_item(rest, ' ', id));) {
        const enum sfr_clause c = clause_named(id, strlen(id));
        if (!(profiles & P_AUTO) && !(sfr_clause_info(c)->profiles & profiles)) {
            printf("# %s bears on %s, which does not hold in its profiles\n", name, id);
            misplaced++;
        }
        bearing[c]++;
        offending[c] += offends;
    }
}

static void count_vector(const struct vector *v)
{
    char item[160];
    bear_on(v->name, v->clauses, v->profiles, v->reject || v->doubts);
    for (const char *rest = v->doubts; (rest = next_item(rest, ',', item));)
        raising[expected_fault(item)]++;
    if (!v->reject)
        return;
    raising[expected_fault(v->reject)]++;
    /* If the register allows several clauses for a finding, no single one is certain. */
    const char *clause = next_item(v->reject, ' ', item);
    next_item(clause, ' ', item);
    if (!strchr(item, '|'))
        bear_on(v->name, item, v->profiles, true);
}

static const char *reason_of_exemption(const char *id)
{
    for (size_t e = 0; e < sizeof exempt / sizeof exempt[0]; e++)
        if (strcmp(exempt[e].id, id) == 0)
            return exempt[e].reason;
    return NULL;
}

static bool can_be_tested(const struct sfr_clause_info *clause)
{
    return strpbrk(clause->use, "DRLU") != NULL;
}

static void check_coverage(void)
{
    unsigned testable = 0, covered = 0;
    for (unsigned c = 1; c < SFR_NUM_CLAUSES; c++) {
        const struct sfr_clause_info *clause = sfr_clause_info((enum sfr_clause)c);
        const char *reason = reason_of_exemption(clause->id);
        if (!can_be_tested(clause))
            continue;
        testable++;
        covered += bearing[c] != 0;
        OK(reason ? bearing[c] == 0 : bearing[c] != 0, "%s: %u vectors%s%s", clause->id, bearing[c], reason ? ", " : "",
           reason ? reason : "");
        if (in_list(clause->use, ' ', "R"))
            OK(offending[c] != 0, "%s: %u vectors offend it", clause->id, offending[c]);
    }
    printf("# %u of %u clauses with use D, R, L or U have a vector\n", covered, testable);
    for (size_t e = 0; e < sizeof exempt / sizeof exempt[0]; e++)
        OK(can_be_tested(sfr_clause_info(clause_named(exempt[e].id, strlen(exempt[e].id)))), "%s needs its exemption",
           exempt[e].id);
    for (unsigned f = 1; f < SFR_NUM_FAULTS; f++) {
        /* Its section is far too large to type: test_check builds it. */
        if (f != SFR_FAULT_SHARED_RUN_LIMIT)
            OK(raising[f] != 0, "%u vectors raise %s", raising[f], sfr_fault_info((enum sfr_fault)f)->name);
    }
}

static void count_instance(const struct instance *i, void *ctx)
{
    unsigned *instances = ctx;
    (void)i;
    ++*instances;
}

static void check_vectors(void)
{
    unsigned vectors = 0, instances = 0, twice = 0;
    for (size_t g = 0; g < num_vector_groups; g++) {
        const struct vector_group *group = vector_groups[g];
        vectors += (unsigned)group->count;
        for (size_t v = 0; v < group->count; v++) {
            count_vector(&group->vectors[v]);
            for (size_t w = 0; w < v; w++)
                twice += strcmp(group->vectors[w].name, group->vectors[v].name) == 0;
        }
        printf("# %s: %zu\n", group->name, group->count);
    }
    for (size_t v = 0; v < num_unwind_vectors; v++)
        bear_on(unwind_vectors[v].name, unwind_vectors[v].clauses, 1u << unwind_vectors[v].profile, false);
    each_instance(count_instance, &instances);
    printf("# %u vectors of sections, tried %u times; %zu of stack traces\n", vectors, instances, num_unwind_vectors);
    IS_U64(twice, 0, "no name is given to two vectors of a group");
    IS_U64(misplaced, 0, "vectors bear on clauses of their profiles");
}

int main(void)
{
    check_clauses();
    check_faults();
    check_rejecting_clauses();
    check_policies_and_refusals();
    check_bases();
    check_levels();
    check_vectors();
    check_coverage();
    return tap_done();
}
