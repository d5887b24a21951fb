/* SPDX-License-Identifier: MIT */
/* sframe-ref clauses: the registers, as text or JSON. */
#include <string.h>

#include "tool.h"

/* One register: the number of rows, and the cells of row `i` under their heads. */
struct table {
    const char *name;
    unsigned count, columns;
    const char *heads[6];
    void (*cells)(unsigned i, const char *cells[6]);
};

static const char *profiles_text(unsigned mask)
{
    static char text[64];
    text[0] = '\0';
    for (unsigned p = SFR_PROFILE_V1; p <= SFR_PROFILE_V3; p++) {
        if (!(mask >> p & 1))
            continue;
        if (text[0])
            strcat(text, " ");
        strcat(text, sfr_profile_name((enum sfr_profile)p));
    }
    return text;
}

static void clause_cells(unsigned i, const char *c[6])
{
    const struct sfr_clause_info *r = sfr_clause_info((enum sfr_clause)i);
    c[0] = r->id, c[1] = profiles_text(r->profiles), c[2] = r->source, c[3] = r->strength, c[4] = r->use,
    c[5] = r->statement;
}

static void fault_cells(unsigned i, const char *c[6])
{
    const struct sfr_fault_info *r = sfr_fault_info((enum sfr_fault)i);
    const struct sfr_policy_info *p = sfr_policy_info(r->policy);
    c[0] = r->name, c[1] = r->severity == SFR_SEVERITY_VIOLATION ? "violation" : "doubt", c[2] = p ? p->id : "-";
    c[3] = r->clauses, c[4] = r->range, c[5] = r->message;
}

static void policy_cells(unsigned i, const char *c[6])
{
    const struct sfr_policy_info *r = sfr_policy_info((enum sfr_policy)i);
    c[0] = r->id, c[1] = profiles_text(r->profiles), c[2] = r->verdict, c[3] = r->answers, c[4] = r->question,
    c[5] = r->answer;
}

static void refusal_cells(unsigned i, const char *c[6])
{
    const struct sfr_refusal_info *r = sfr_refusal_info((enum sfr_refusal)i);
    c[0] = r->name, c[1] = r->clauses, c[2] = r->message;
}

static const struct table tables[] = {
    { "clauses", SFR_NUM_CLAUSES, 6, { "id", "profiles", "source", "strength", "use", "statement" }, clause_cells },
    { "faults", SFR_NUM_FAULTS, 6, { "name", "severity", "policy", "clauses", "range", "message" }, fault_cells },
    { "policies", SFR_NUM_POLICIES, 6, { "id", "profiles", "verdict", "answers", "question", "answer" }, policy_cells },
    { "refusals", SFR_NUM_REFUSALS, 3, { "name", "clauses", "message" }, refusal_cells },
};
enum { NUM_TABLES = sizeof tables / sizeof tables[0] };

static void print_row(FILE *f, const struct table *t, const char *cells[6], bool json, bool first)
{
    if (json)
        fputs(first ? "\n    {" : ",\n    {", f);
    for (unsigned k = 0; k < t->columns; k++) {
        if (json) {
            fprintf(f, "%s\"%s\": ", k ? ", " : "", t->heads[k]);
            json_string(f, cells[k], strlen(cells[k]));
        } else {
            fprintf(f, "%s%s", k ? " | " : "", cells[k]);
        }
    }
    fputs(json ? "}" : "\n", f);
}

/* Prints a register, or only its row `id`. */
static void print_table(FILE *f, const struct table *t, const char *id, bool json)
{
    unsigned printed = 0;
    if (json)
        fprintf(f, "  \"%s\": [", t->name);
    for (unsigned i = 1; i < t->count; i++) {
        const char *cells[6];
        t->cells(i, cells);
        if (!id || strcmp(id, cells[0]) == 0)
            print_row(f, t, cells, json, printed++ == 0);
    }
    if (json)
        fputs(printed ? "\n  ]" : "]", f);
}

static const struct table *table_named(const char *name)
{
    for (unsigned i = 0; i < NUM_TABLES; i++) {
        if (strcmp(name, tables[i].name) == 0)
            return &tables[i];
    }
    return NULL;
}

static bool is_a_row(const char *id)
{
    const char *cells[6];
    for (const struct table *t = tables; t < tables + NUM_TABLES; t++) {
        for (unsigned i = 1; i < t->count; i++) {
            t->cells(i, cells);
            if (strcmp(id, cells[0]) == 0)
                return true;
        }
    }
    return false;
}

int cmd_clauses(const struct options *o)
{
    const char *what = o->num_files > 0 ? o->files[0] : "clauses";
    const struct table *one = table_named(what);
    struct output out;

    if (!one && !is_a_row(what)) {
        misused("unknown name '%s': clauses takes clauses, faults, policies, refusals, or an id or name in one of them",
                what);
        return STATUS_USAGE;
    }
    if (!open_output(&out, o->output))
        return STATUS_TROUBLE;
    if (o->json)
        fputs("{\n", out.file);
    for (unsigned i = 0; i < NUM_TABLES; i++) {
        if (one && one != &tables[i])
            continue;
        if (o->json && !one && i > 0)
            fputs(",\n", out.file);
        print_table(out.file, &tables[i], one ? NULL : what, o->json);
    }
    if (o->json)
        fputs("\n}\n", out.file);
    return close_output(&out, true) ? STATUS_ACCEPTED : STATUS_TROUBLE;
}
