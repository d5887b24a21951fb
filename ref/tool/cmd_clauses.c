/* SPDX-License-Identifier: MIT */
/* sframe-ref clauses: the registers, as text or JSON. */
#include <string.h>

#include "nearest.h"
#include "shown_rows.h"
#include "tool.h"

static void print_text(FILE *f, const char *what)
{
    for (const struct shown_row *r = shown_rows; r->name; r++) {
        const bool alone = strcmp(r->name, what) == 0;
        if (alone || strcmp(r->in, what) == 0)
            fprintf(f, "%s\n%s", r->text, alone ? r->evidence : "");
    }
}

/* A register, or each of them with none but the row `id`. */
static void print_json(FILE *f, const char *what, bool is_register)
{
    const char *in = NULL, *comma = "";
    for (const struct shown_row *r = shown_rows; r->name; r++) {
        if (is_register && strcmp(r->in, what) != 0)
            continue;
        if (!in || strcmp(r->in, in) != 0) {
            fprintf(f, "%s  \"%s\": [", !in ? "{\n" : *comma ? "\n  ],\n" : "],\n", r->in);
            in = r->in;
            comma = "";
        }
        if (is_register || strcmp(r->name, what) == 0) {
            fprintf(f, "%s\n    %s", comma, r->json);
            comma = ",";
        }
    }
    fputs(*comma ? "\n  ]\n}\n" : "]\n}\n", f);
}

int cmd_clauses(const struct options *o)
{
    const char *what = o->num_files > 0 ? o->files[0] : "clauses";
    struct sfr_nearest nearest = { .wanted = what };
    bool is_register = false, is_row = false;
    struct output out;

    for (const struct shown_row *r = shown_rows; r->name; r++) {
        is_register = is_register || strcmp(r->in, what) == 0;
        is_row = is_row || strcmp(r->name, what) == 0;
        sfr_nearest_try(&nearest, r->name);
    }
    if (!is_register && !is_row) {
        misused("unknown name '%s'%s%s%s: clauses takes clauses, faults, policies, refusals, "
                "or an id or name in one of them",
                what, nearest.name ? " (did you mean '" : "", nearest.name ? nearest.name : "",
                nearest.name ? "'?)" : "");
        return STATUS_USAGE;
    }
    if (!open_output(&out, o->output))
        return STATUS_TROUBLE;
    if (given(o, OPT_JSON))
        print_json(out.file, what, is_register);
    else
        print_text(out.file, what);
    return close_output(&out, true) ? STATUS_ACCEPTED : STATUS_TROUBLE;
}
