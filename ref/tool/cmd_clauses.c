/* SPDX-License-Identifier: MIT */
/* sframe-ref clauses: the registers, as text or JSON. */
#include <string.h>

#include "nearest.h"
#include "tool.h"

/* One register: the number of rows, and the cells of row `i` under their heads. */
struct table {
    const char *name;
    unsigned count, columns;
    const char *heads[7];
    void (*cells)(unsigned i, const char *cells[7]);
    const struct sfr_basis_info *(*basis)(unsigned i, enum sfr_profile profile);
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

static void clause_cells(unsigned i, const char *c[7])
{
    const struct sfr_clause_info *r = sfr_clause_info((enum sfr_clause)i);
    c[0] = r->id, c[1] = profiles_text(r->profiles), c[2] = r->source, c[3] = r->strength, c[4] = r->use,
    c[5] = r->statement;
}

static void fault_cells(unsigned i, const char *c[7])
{
    const struct sfr_fault_info *r = sfr_fault_info((enum sfr_fault)i);
    const struct sfr_policy_info *p = sfr_policy_info(r->policy);
    c[0] = r->name, c[1] = r->severity == SFR_SEVERITY_VIOLATION ? "violation" : "doubt", c[2] = r->stops;
    c[3] = p ? p->id : "-", c[4] = r->clauses, c[5] = r->range, c[6] = r->message;
}

static void policy_cells(unsigned i, const char *c[7])
{
    const struct sfr_policy_info *r = sfr_policy_info((enum sfr_policy)i);
    c[0] = r->id, c[1] = profiles_text(r->profiles), c[2] = r->verdict, c[3] = r->answers, c[4] = r->question,
    c[5] = r->answer;
}

static void refusal_cells(unsigned i, const char *c[7])
{
    const struct sfr_refusal_info *r = sfr_refusal_info((enum sfr_refusal)i);
    c[0] = r->name, c[1] = r->clauses, c[2] = r->message;
    c[3] = r->fault == SFR_FAULT_NONE ? "-" : sfr_fault_info(r->fault)->name;
    c[4] = r->policy == SFR_POLICY_NONE ? "-" : sfr_policy_info(r->policy)->id;
}

static const struct sfr_basis_info *clause_basis(unsigned i, enum sfr_profile p)
{
    return sfr_clause_basis((enum sfr_clause)i, p);
}

static const struct sfr_basis_info *fault_basis(unsigned i, enum sfr_profile p)
{
    return sfr_fault_basis((enum sfr_fault)i, p);
}

static const struct sfr_basis_info *policy_basis(unsigned i, enum sfr_profile p)
{
    return sfr_policy_basis((enum sfr_policy)i, p);
}

static const struct sfr_basis_info *refusal_basis(unsigned i, enum sfr_profile p)
{
    return sfr_refusal_basis((enum sfr_refusal)i, p);
}

static const struct table tables[] = {
    { "clauses",
      SFR_NUM_CLAUSES,
      6,
      { "id", "profiles", "source", "strength", "use", "statement" },
      clause_cells,
      clause_basis },
    { "faults",
      SFR_NUM_FAULTS,
      7,
      { "name", "severity", "stops", "policy", "clauses", "range", "message" },
      fault_cells,
      fault_basis },
    { "policies",
      SFR_NUM_POLICIES,
      6,
      { "id", "profiles", "verdict", "answers", "question", "answer" },
      policy_cells,
      policy_basis },
    { "refusals",
      SFR_NUM_REFUSALS,
      5,
      { "name", "clauses", "message", "fault", "policy" },
      refusal_cells,
      refusal_basis },
};
enum { NUM_TABLES = sizeof tables / sizeof tables[0] };

/* ---- What a row rests on ---- */

/* The rows of the basis register for row `i`, each once. */
static unsigned bases_of(const struct table *t, unsigned i, const struct sfr_basis_info *found[SFR_PROFILE_V3])
{
    unsigned count = 0;
    for (unsigned p = SFR_PROFILE_V1; p <= SFR_PROFILE_V3; p++) {
        const struct sfr_basis_info *basis = t->basis(i, (enum sfr_profile)p);
        bool known = !basis;
        for (unsigned k = 0; k < count; k++)
            known = known || found[k] == basis;
        if (!known)
            found[count++] = basis;
    }
    return count;
}

/* The last cell of a table's row: `text`, or `inference (v1 v2), text (v3)`. */
static void print_bases(FILE *f, const struct table *t, unsigned i)
{
    const struct sfr_basis_info *found[SFR_PROFILE_V3];
    const unsigned count = bases_of(t, i, found);
    bool same = true;
    for (unsigned k = 1; k < count; k++)
        same = same && found[k]->basis == found[0]->basis;
    for (unsigned k = 0; k < (same ? count != 0 : count); k++) {
        fprintf(f, "%s%s", k ? ", " : "", sfr_basis_name(found[k]->basis));
        if (!same)
            fprintf(f, " (%s)", profiles_text(found[k]->profiles));
    }
}

/* The level of a violation with this basis; NULL for everything else. */
static const char *level_of(const struct table *t, unsigned i, const struct sfr_basis_info *basis)
{
    const enum sfr_fault fault = (enum sfr_fault)i;
    unsigned p = SFR_PROFILE_V1;
    if (t->basis != fault_basis || sfr_fault_info(fault)->severity != SFR_SEVERITY_VIOLATION)
        return NULL;
    while (p < SFR_PROFILE_V3 && !(basis->profiles >> p & 1))
        p++;
    return sfr_level_name(sfr_fault_level(fault, (enum sfr_profile)p));
}

/* Below a single row: its bases with their evidence, a quote a line, and the level of a violation. */
static void print_evidence(FILE *f, const struct table *t, unsigned i)
{
    const struct sfr_basis_info *found[SFR_PROFILE_V3];
    const unsigned count = bases_of(t, i, found);
    for (unsigned k = 0; k < count; k++) {
        const char *level = level_of(t, i, found[k]);
        fprintf(f, "%s: %s", profiles_text(found[k]->profiles), sfr_basis_name(found[k]->basis));
        if (level)
            fprintf(f, ", level %s", level);
        for (const char *rest = found[k]->evidence; *rest;) {
            const char *end = found[k]->basis == SFR_BASIS_TEXT ? strstr(rest, "\"; ") : NULL;
            const size_t len = end ? (size_t)(end - rest) + 1 : strlen(rest);
            fprintf(f, "\n  %.*s", (int)len, rest);
            rest += end ? len + 2 : len;
        }
        fputc('\n', f);
    }
}

static void print_json_bases(FILE *f, const struct table *t, unsigned i)
{
    const struct sfr_basis_info *found[SFR_PROFILE_V3];
    const unsigned count = bases_of(t, i, found);
    fputs(", \"basis\": [", f);
    for (unsigned k = 0; k < count; k++) {
        const char *level = level_of(t, i, found[k]);
        fprintf(f, "%s{\"profiles\": \"%s\", \"basis\": \"%s\"", k ? ", " : "", profiles_text(found[k]->profiles),
                sfr_basis_name(found[k]->basis));
        if (level)
            fprintf(f, ", \"level\": \"%s\"", level);
        fputs(", \"evidence\": ", f);
        json_string(f, found[k]->evidence, strlen(found[k]->evidence));
        fputc('}', f);
    }
    fputc(']', f);
}

/* ---- The tables ---- */

static void print_row(FILE *f, const struct table *t, unsigned i, bool json, bool first)
{
    const char *cells[7];
    t->cells(i, cells);
    if (json)
        fputs(first ? "\n    {" : ",\n    {", f);
    for (unsigned k = 0; k < t->columns; k++) {
        if (json) {
            fprintf(f, "%s\"%s\": ", k ? ", " : "", t->heads[k]);
            json_string(f, cells[k], strlen(cells[k]));
        } else {
            fprintf(f, "%s | ", cells[k]);
        }
    }
    (json ? print_json_bases : print_bases)(f, t, i);
    fputs(json ? "}" : "\n", f);
}

/* Prints a register, or only its row `id`. */
static void print_table(FILE *f, const struct table *t, const char *id, bool json)
{
    unsigned printed = 0;
    if (json)
        fprintf(f, "  \"%s\": [", t->name);
    for (unsigned i = 1; i < t->count; i++) {
        const char *cells[7];
        t->cells(i, cells);
        if (id && strcmp(id, cells[0]) != 0)
            continue;
        print_row(f, t, i, json, printed++ == 0);
        if (id && !json)
            print_evidence(f, t, i);
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

/* Else *nearest is what it may be a mistyped name of. */
static bool is_a_row(const char *id, struct sfr_nearest *nearest)
{
    const char *cells[7];
    for (const struct table *t = tables; t < tables + NUM_TABLES; t++) {
        for (unsigned i = 1; i < t->count; i++) {
            t->cells(i, cells);
            if (strcmp(id, cells[0]) == 0)
                return true;
            sfr_nearest_try(nearest, cells[0]);
        }
    }
    return false;
}

int cmd_clauses(const struct options *o)
{
    const char *what = o->num_files > 0 ? o->files[0] : "clauses";
    const struct table *one = table_named(what);
    struct sfr_nearest nearest = { .wanted = what };
    struct output out;

    if (!one && !is_a_row(what, &nearest)) {
        misused("unknown name '%s'%s%s%s: clauses takes clauses, faults, policies, refusals, "
                "or an id or name in one of them",
                what, nearest.name ? " (did you mean '" : "", nearest.name ? nearest.name : "",
                nearest.name ? "'?)" : "");
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
