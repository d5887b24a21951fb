/* SPDX-License-Identifier: MIT */
/* The matrix: for each cell, a profile and an ABI with its byte order, how many recipes reach it
   with each question, and the verdicts of its cases. */
#include "coverage.h"

#include <string.h>

enum { MIN_CASES = 100, NUM_CELLS = GEN_NUM_PROFILES * GEN_NUM_ABIS };

static struct gen_target target_of(int cell)
{
    return (struct gen_target){ (enum gen_profile)(cell / GEN_NUM_ABIS), (enum gen_abi)(cell % GEN_NUM_ABIS) };
}

static bool same_abi(int cell, int other)
{
    return strcmp(gen_abis[target_of(cell).abi].family, gen_abis[target_of(other).abi].family) == 0;
}

/* By number of the recipe, for one question: bit 1 << cell. `holds`: a case that the recipe makes
   for this ABI has no clause that the profile lacks. */
struct reach {
    uint32_t made, holds;
};

struct matrix {
    struct reach *of[GEN_NUM_OPS];
    size_t reached[GEN_NUM_OPS][NUM_CELLS], apply[GEN_NUM_OPS][NUM_CELLS]; /* recipes */
    size_t verdicts[NUM_CELLS][3];
};

/* The profiles that have all clauses of a case. */
static unsigned profiles_of(struct gen_pool *pool, const struct gen_plan *plan)
{
    unsigned all = (1U << GEN_NUM_PROFILES) - 1, one;
    size_t count = 0;
    char **ids = plan->clauses ? gen_words(pool, plan->clauses, &count) : NULL;
    for (size_t i = 0; i < count; i++)
        all &= gen_find_clause(ids[i], &one) ? one : 0;
    return all;
}

static void add_entry(struct gen_coverage *c, struct matrix *m, const struct gen_entry *entry)
{
    const struct gen_plan *plan = &entry->made->plan;
    const int mine = (int)plan->target.profile * GEN_NUM_ABIS + (int)plan->target.abi;
    const unsigned profiles = profiles_of(c->pool, plan);
    struct reach *reach = &m->of[entry->op][plan->recipe - c->corpus->recipes];
    reach->made |= 1U << mine;
    for (int cell = 0; cell < NUM_CELLS; cell++)
        if (same_abi(cell, mine) && (profiles >> target_of(cell).profile & 1))
            reach->holds |= 1U << cell;
    m->verdicts[mine][gen_case_verdict(entry->made, entry->op)]++;
}

static void count_recipes(struct gen_coverage *c, struct matrix *m)
{
    for (int op = 0; op < GEN_NUM_OPS; op++)
        m->of[op] = gen_alloc(c->pool, c->corpus->num_recipes, sizeof(*m->of[op]));
    for (size_t i = 0; i < c->corpus->num_entries; i++)
        add_entry(c, m, &c->corpus->entries[i]);
    for (int op = 0; op < GEN_NUM_OPS; op++)
        for (size_t r = 0; r < c->corpus->num_recipes; r++)
            for (int cell = 0; cell < NUM_CELLS; cell++) {
                m->reached[op][cell] += m->of[op][r].made >> cell & 1;
                m->apply[op][cell] += (m->of[op][r].made | m->of[op][r].holds) >> cell & 1;
            }
}

static size_t fullest(const struct matrix *m, int op, int cell)
{
    size_t most = 0;
    for (int other = 0; other < NUM_CELLS; other++)
        if (same_abi(cell, other) && m->reached[op][other] > most)
            most = m->reached[op][other];
    return most;
}

/* Of a question that no cell of the ABI is asked, every cell is thin. */
static bool is_thin(const struct matrix *m, int op, int cell)
{
    return 2 * m->reached[op][cell] < fullest(m, op, cell) || fullest(m, op, cell) == 0;
}

/* ---- Reasons ------------------------------------------------------------- */

static bool is_thin_note(const struct gen_note *note)
{
    return strcmp(note->words[0], "thin") == 0;
}

/* "thin CELL OP" */
static bool excuses(struct gen_coverage *c, const struct gen_note *note, int cell, int op)
{
    return is_thin_note(note) && note->num_words == 3
           && strcmp(note->words[1], gen_target_folder(c->pool, target_of(cell))) == 0
           && strcmp(note->words[2], gen_op_name((enum gen_op)op)) == 0;
}

/* True if a reason stands for the cell. It is an error if it is not needed, or the second one. */
static bool is_excused(struct gen_coverage *c, const struct gen_notes *notes, const struct matrix *m, int cell, int op)
{
    const bool thin = is_thin(m, op, cell);
    bool found = false;
    for (size_t i = 0; i < notes->count; i++) {
        const struct gen_note *note = &notes->list[i];
        if (!excuses(c, note, cell, op))
            continue;
        if (!thin)
            gen_stale(c, note, "%s has %zu of the %zu %s recipes of its ABI's fullest cell; this needs no reason",
                      note->words[1], m->reached[op][cell], fullest(m, op, cell), note->words[2]);
        else if (found)
            gen_stale(c, note, "%s %s has a reason already", note->words[1], note->words[2]);
        found = true;
    }
    return found;
}

static void check_names(struct gen_coverage *c, const struct gen_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++) {
        bool known = !is_thin_note(&notes->list[i]);
        for (int cell = 0; !known && cell < NUM_CELLS; cell++)
            for (int op = 0; op < GEN_NUM_OPS && gen_target_exists(target_of(cell)); op++)
                known = known || excuses(c, &notes->list[i], cell, op);
        if (!known)
            gen_stale(c, &notes->list[i], "expected 'thin PROFILE/ABI-ORDER OP'");
    }
}

/* ---- The table ----------------------------------------------------------- */

static void add_row(struct gen_coverage *c, const struct gen_notes *notes, const struct matrix *m, int cell)
{
    const char *name = gen_target_folder(c->pool, target_of(cell));
    const size_t *verdicts = m->verdicts[cell], cases = verdicts[0] + verdicts[1] + verdicts[2];
    gen_addf(c->out, "%-20s", name);
    for (int op = 0; op < GEN_NUM_OPS; op++) {
        const size_t reached = m->reached[op][cell], most = fullest(m, op, cell);
        const bool thin = is_thin(m, op, cell), excused = is_excused(c, notes, m, cell, op);
        gen_addf(c->out, " %4zu/%-4zu%c", reached, m->apply[op][cell], !thin ? ' ' : excused ? '-' : '!');
        if (thin && !excused)
            gen_hole(c,
                     "%zu %s recipes reach %s, and %zu the fullest cell of its ABI: expected half as many and one at "
                     "least, or a reason in coverage.txt",
                     reached, gen_op_name((enum gen_op)op), name, most);
    }
    gen_addf(c->out, " %6zu %6zu %6zu %6zu\n", cases, verdicts[GEN_ACCEPT], verdicts[GEN_REJECT], verdicts[GEN_POLICY]);
    if (cases < MIN_CASES)
        gen_hole(c, "%s has only %zu cases", name, cases);
}

void gen_cover_cells(struct gen_coverage *c, const struct gen_notes *notes)
{
    struct matrix m = { 0 };
    size_t sums[3] = { 0 };
    count_recipes(c, &m);
    check_names(c, notes);
    gen_addf(c->out,
             "Cells (recipes that reach it/that apply; ! below half of the fullest cell of the ABI, - a reason "
             "instead; then cases)\n%-20s",
             "cell");
    for (int op = 0; op < GEN_NUM_OPS; op++)
        gen_addf(c->out, " %-10s", gen_op_name((enum gen_op)op));
    gen_addf(c->out, " %6s %6s %6s %6s\n", "cases", "accept", "reject", "policy");
    for (int cell = 0; cell < NUM_CELLS; cell++) {
        if (!gen_target_exists(target_of(cell)))
            continue;
        add_row(c, notes, &m, cell);
        for (int v = 0; v < 3; v++)
            sums[v] += m.verdicts[cell][v];
    }
    gen_addf(c->out, "%zu recipes, %zu cases: %zu accept, %zu reject, %zu policy\n", c->corpus->num_recipes,
             c->corpus->num_entries, sums[GEN_ACCEPT], sums[GEN_REJECT], sums[GEN_POLICY]);
}
