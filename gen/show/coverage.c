/* SPDX-License-Identifier: MIT */
/* Coverage of the registers: clauses in each profile, fault classes, and the answers to open
   questions. */
#include "coverage.h"

#include <string.h>

static bool accepts(const struct gen_case *made)
{
    return made->plan.verdict != GEN_REJECT;
}

/* ---- Clauses ------------------------------------------------------------- */

/* The profiles in which a clause has cases of a kind, as bits. */
static unsigned profiles_with(const struct gen_corpus *corpus, const char *clause, bool accepting)
{
    unsigned found = 0;
    for (size_t i = 0; i < corpus->cases.count; i++) {
        const struct gen_plan *plan = &corpus->cases.list[i].plan;
        const unsigned bit = 1U << plan->target.profile;
        if (!(found & bit) && accepts(&corpus->cases.list[i]) == accepting && !plan->multi_fault
            && !plan->encoding.refusal && gen_has_word(plan->clauses, clause))
            found |= bit;
    }
    return found;
}

/* "without accept|reject CLAUSE...": the profiles with a reason. A reason where there are cases is
   an error, so that none outlives its need. */
static unsigned excused(struct gen_coverage *c, const struct gen_notes *notes, const struct gen_clause *clause,
                        const char *kind, unsigned have)
{
    unsigned sum = 0;
    for (size_t i = 0; i < notes->count; i++) {
        const struct gen_note *note = &notes->list[i];
        const bool ours =
            note->num_words > 2 && strcmp(note->words[0], "without") == 0 && strcmp(note->words[1], kind) == 0;
        for (size_t w = 2; ours && w < note->num_words; w++) {
            if (strcmp(note->words[w], clause->id) != 0)
                continue;
            const unsigned mine = note->profiles & clause->profiles;
            if (!mine || (mine & have & ~sum) || (mine & sum))
                gen_stale(c, note,
                          "%s has %s cases or another reason in a profile named here, or does not have the profile",
                          clause->id, kind);
            sum |= mine;
        }
    }
    return sum;
}

static void add_cell(struct gen_coverage *c, unsigned bit, unsigned have, unsigned reason, char mark)
{
    gen_addf(c->out, "%c", have & bit ? mark : reason & bit ? '-' : '!');
}

static void cover_clause(struct gen_coverage *c, const struct gen_notes *notes, const struct gen_clause *clause,
                         size_t totals[4])
{
    static const char *const kinds[] = { "accept", "reject" };
    unsigned have[2], reason[2];
    for (int k = 0; k < 2; k++) {
        have[k] = profiles_with(c->corpus, clause->id, k == 0);
        reason[k] = excused(c, notes, clause, kinds[k], have[k]);
    }
    gen_addf(c->out, "%-12s %-5s ", clause->id, clause->use);
    for (int p = 0; p < GEN_NUM_PROFILES; p++) {
        const unsigned bit = 1U << p;
        gen_addf(c->out, " ");
        if (!(clause->profiles & bit)) {
            gen_addf(c->out, "..");
            continue;
        }
        add_cell(c, bit, have[0], reason[0], 'A');
        add_cell(c, bit, have[1], reason[1], 'R');
        for (int k = 0; k < 2; k++) {
            totals[2 * k] += (have[k] & bit) != 0;
            totals[2 * k + 1] += (have[k] & bit) == 0 && (reason[k] & bit) != 0;
            if (!((have[k] | reason[k]) & bit))
                gen_hole(c, "clause %s has no %s case in profile %s, and no reason in coverage.txt", clause->id,
                         kinds[k], gen_profiles[p].name);
        }
    }
    gen_addf(c->out, "\n");
}

/* An unknown name in coverage.txt would otherwise go unnoticed. */
static void check_clause_names(struct gen_coverage *c, const struct gen_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++) {
        const struct gen_note *note = &notes->list[i];
        unsigned profiles;
        if (strcmp(note->words[0], "without") != 0)
            continue;
        if (note->num_words < 3 || (strcmp(note->words[1], "accept") != 0 && strcmp(note->words[1], "reject") != 0))
            gen_stale(c, note, "expected 'without accept CLAUSE...' or 'without reject CLAUSE...'");
        for (size_t w = 2; w < note->num_words; w++)
            if (!gen_find_clause(note->words[w], &profiles))
                gen_stale(c, note, "unknown clause '%s'", note->words[w]);
    }
}

void gen_cover_clauses(struct gen_coverage *c, const struct gen_notes *notes)
{
    struct gen_clause clause;
    size_t totals[4] = { 0 }, count = 0;
    gen_addf(c->out,
             "Clauses (A accepting, R rejecting case, - a reason instead, ! neither, .. not in this profile)\n"
             "%-12s %-5s  v1 v2 v2e1..2 v3\n",
             "clause", "use");
    check_clause_names(c, notes);
    for (; gen_clause_at(count, &clause); count++)
        cover_clause(c, notes, &clause, totals);
    gen_addf(c->out,
             "%zu clauses; clause x profile: accepting %zu, %zu with a reason; rejecting %zu, %zu with a "
             "reason\n\n",
             count, totals[0], totals[1], totals[2], totals[3]);
}

/* ---- Fault classes ------------------------------------------------------- */

static const struct gen_note *find_note(const struct gen_notes *notes, const char *key, const char *name)
{
    for (size_t i = 0; i < notes->count; i++)
        if (notes->list[i].num_words == 2 && strcmp(notes->list[i].words[0], key) == 0
            && strcmp(notes->list[i].words[1], name) == 0)
            return &notes->list[i];
    return NULL;
}

void gen_cover_faults(struct gen_coverage *c, const struct gen_notes *notes)
{
    struct gen_fault fault;
    size_t count = 0, triggered = 0;
    gen_addf(c->out, "Fault classes\n");
    for (; gen_fault_at(count, &fault); count++) {
        const struct gen_note *note = find_note(notes, "untriggered", fault.name);
        size_t cases = 0;
        for (size_t i = 0; i < c->corpus->cases.count; i++) {
            const struct gen_plan *plan = &c->corpus->cases.list[i].plan;
            cases += !plan->multi_fault && plan->fault && strcmp(plan->fault, fault.name) == 0;
        }
        triggered += cases != 0;
        gen_addf(c->out, "%-26s %-9s %5zu%s\n", fault.name, fault.violation ? "violation" : "doubt", cases,
                 note ? " a reason instead" : "");
        if (!cases && !note)
            gen_hole(c, "no case triggers fault class %s", fault.name);
        if (cases && note)
            gen_stale(c, note, "%zu cases trigger %s", cases, fault.name);
    }
    for (size_t i = 0; i < notes->count; i++)
        if (strcmp(notes->list[i].words[0], "untriggered") == 0
            && (notes->list[i].num_words != 2 || !gen_find_fault(notes->list[i].words[1], &fault)))
            gen_stale(c, &notes->list[i], "expected 'untriggered CLASS'");
    gen_addf(c->out, "%zu fault classes, %zu triggered\n\n", count, triggered);
}

/* ---- Policies ------------------------------------------------------------ */

/* A policy case of the question shows the answers that it has results for, and "reject". A reject
   whose class depends on the question shows "reject". */
static bool shows(const struct gen_case *made, const char *policy, const char *answer)
{
    const struct gen_plan *plan = &made->plan;
    struct gen_fault fault;
    for (int op = 0; op < GEN_NUM_OPS; op++)
        if (made->readings[op] && gen_has_word(made->readings[op], answer)
            && strcmp(plan->policy ? plan->policy : plan->open, policy) == 0)
            return true;
    const char *const own = plan->machine.policy ? plan->machine.policy : plan->merge.policy;
    if (own && strcmp(own, policy) == 0)
        return strcmp(answer, "refuse") != 0;
    if (plan->verdict == GEN_POLICY)
        return strcmp(plan->policy, policy) == 0 && gen_has_word("accept reject", answer);
    return plan->verdict == GEN_REJECT && strcmp(answer, "reject") == 0 && plan->fault
           && gen_find_fault(plan->fault, &fault) && fault.policy && strcmp(fault.policy, policy) == 0;
}

static bool recipe_gives(const struct gen_corpus *corpus, const char *recipe, bool accepting)
{
    for (size_t i = 0; i < corpus->cases.count; i++) {
        const struct gen_case *made = &corpus->cases.list[i];
        if (gen_is_recipe(made->plan.recipe, recipe) && accepts(made) == accepting)
            return true;
    }
    return false;
}

/* "answer ID ANSWER RECIPE..." names the recipes that show an answer whose cases do not name the
   policy; "unanswered ID ANSWER" says that none can. */
static const struct gen_note *answer_note(const struct gen_notes *notes, const char *policy, const char *answer)
{
    for (size_t i = 0; i < notes->count; i++) {
        const struct gen_note *note = &notes->list[i];
        if (note->num_words >= 3 && (strcmp(note->words[0], "answer") == 0 || strcmp(note->words[0], "unanswered") == 0)
            && strcmp(note->words[1], policy) == 0 && strcmp(note->words[2], answer) == 0)
            return note;
    }
    return NULL;
}

static void cover_answer(struct gen_coverage *c, const struct gen_notes *notes, const char *policy, const char *answer,
                         size_t totals[3])
{
    const struct gen_note *note = answer_note(notes, policy, answer);
    const bool named = note && strcmp(note->words[0], "answer") == 0;
    bool shown = false;
    for (size_t i = 0; i < c->corpus->cases.count && !shown; i++)
        shown = shows(&c->corpus->cases.list[i], policy, answer);
    for (size_t w = 3; named && w < note->num_words; w++)
        if (!recipe_gives(c->corpus, note->words[w], strcmp(answer, "accept") == 0))
            gen_stale(c, note, "no recipe '%s' makes a case that shows '%s'", note->words[w], answer);
    if (note && (shown || (named ? note->num_words < 4 : note->num_words != 3)))
        gen_stale(c, note,
                  shown ? "cases already show '%s' of %s"
                        : "expected recipes after '%s' of %s for 'answer', and none for 'unanswered'",
                  answer, policy);
    if (!note && !shown)
        gen_hole(c, "no case shows answer '%s' of policy %s, and no reason is given", answer, policy);
    totals[shown || named ? 1 : 2]++;
    totals[0]++;
    gen_addf(c->out, " %s=%s", answer, shown ? "cases" : named ? note->words[3] : note ? "reason" : "none");
}

void gen_cover_policies(struct gen_coverage *c, const struct gen_notes *notes)
{
    struct gen_policy policy;
    size_t totals[3] = { 0 }, count = 0;
    gen_addf(c->out, "Policies\n");
    for (; gen_policy_at(count, &policy); count++) {
        size_t answers;
        char **words = gen_words(c->pool, policy.answers, &answers);
        gen_addf(c->out, "%-22s", policy.id);
        if (strcmp(policy.answers, "-") == 0)
            gen_addf(c->out, " nothing to answer");
        for (size_t i = 0; i < answers && strcmp(policy.answers, "-") != 0; i++)
            cover_answer(c, notes, policy.id, words[i], totals);
        gen_addf(c->out, "\n");
    }
    for (size_t i = 0; i < notes->count; i++) {
        const struct gen_note *note = &notes->list[i];
        bool known = gen_has_word("without untriggered thin", note->words[0]);
        for (size_t p = 0; !known && note->num_words >= 3 && gen_policy_at(p, &policy); p++)
            known = strcmp(policy.id, note->words[1]) == 0 && gen_has_word(policy.answers, note->words[2])
                    && answer_note(notes, note->words[1], note->words[2]) == note;
        if (!known)
            gen_stale(c, note,
                      "expected 'without KIND CLAUSE...', 'untriggered CLASS', 'thin CELL OP', or once 'answer ID "
                      "ANSWER RECIPE...' or 'unanswered ID ANSWER'");
    }
    gen_addf(c->out, "%zu policies, %zu answers: %zu shown, %zu with a reason\n\n", count, totals[0], totals[1],
             totals[2]);
}
