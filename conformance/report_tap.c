/* SPDX-License-Identifier: MIT */
/* The Test Anything Protocol, for `meson test` and others. */
#include "markup.h"
#include "report.h"

static void add_line(struct sfr_buffer *out, const char *label, const char *text)
{
    sfr_buffer_printf(out, "# %s", label);
    sfr_add_line(out, text);
    sfr_buffer_printf(out, "\n");
}

/* "ok 1 - WHO: ", without what the test is called. */
static void add_start(struct sfr_buffer *out, bool good, size_t number, const char *who)
{
    sfr_buffer_printf(out, "%sok %zu - ", good ? "" : "not ", number);
    if (who) {
        sfr_add_tap(out, who);
        sfr_buffer_printf(out, ": ");
    }
}

/* What makes a result that is not good no failure, or says why nothing was asked. */
static void add_directive(struct sfr_buffer *out, const struct sfr_record *r, bool good)
{
    if (r->outcome == SFR_SKIPPED && good) {
        sfr_buffer_printf(out, " # SKIP ");
        sfr_add_tap(out, r->message ? r->message : "");
    } else if (r->standing == SFR_STANDS_KNOWN) {
        sfr_buffer_printf(out, " # TODO %s: ", sfr_outcome_name(r->outcome));
        sfr_add_tap(out, r->reason ? r->reason : "");
    } else if (r->standing == SFR_STANDS_SHOWN) {
        sfr_buffer_printf(out, " # TODO %s: the case has several faults and gates nothing",
                          sfr_outcome_name(r->outcome));
    }
}

void sfr_report_tap_case(struct sfr_buffer *out, const struct sfr_record *r, size_t number, const char *who)
{
    const bool good = r->standing == SFR_STANDS_GOOD;
    add_start(out, good, number, who);
    sfr_add_tap(out, r->id);
    add_directive(out, r, good);
    sfr_buffer_printf(out, "\n");
    if (good || r->standing == SFR_STANDS_KNOWN)
        return;
    sfr_buffer_printf(out, "# ");
    sfr_add_outcome(out, r);
    sfr_buffer_printf(out, "\n");
    if (r->standing == SFR_STANDS_STALE) {
        sfr_buffer_printf(out, "# line %zu of the known-failure file says ", r->known_line);
        sfr_add_line(out, r->known ? r->known : "");
        sfr_buffer_printf(out, "\n");
    }
    if (r->expected) {
        add_line(out, "expected ", r->expected);
        add_line(out, "seen     ", r->seen);
    }
    if (r->message)
        add_line(out, "says     ", r->message);
}

/* How it was asked, entries without a case, and results that an interrupted run has not. */
static void add_rest(struct sfr_buffer *out, const struct sfr_sheet *sheet, size_t *number, const char *who)
{
    if (sheet->seed)
        add_line(out, "order of the questions: --seed ", sheet->seed);
    if (sheet->trouble) {
        add_start(out, false, ++*number, who);
        sfr_buffer_printf(out, "the end of the implementation\n");
        add_line(out, "told to end: ", sheet->trouble);
    }
    for (size_t i = 0; i < sheet->num_unmatched; i++) {
        add_start(out, false, ++*number, who);
        sfr_buffer_printf(out, "line %zu of the known-failure file: there is no case ", sheet->unmatched[i].line);
        sfr_add_tap(out, sheet->unmatched[i].id);
        sfr_buffer_printf(out, "\n");
    }
    if (!sheet->has_summary || !sheet->complete) {
        add_start(out, false, ++*number, who);
        sfr_buffer_printf(out, "the results are incomplete: %zu of %zu\n",
                          sheet->count - sheet->totals.outcomes[SFR_NOT_RUN], sheet->num_selected);
    }
}

void sfr_report_tap_end(struct sfr_buffer *out, const struct sfr_sheet *sheet, size_t number)
{
    if (!sheet->complete) {
        sfr_buffer_printf(out, "Bail out! The run was interrupted: %zu of %zu cases were not run\n",
                          sheet->totals.outcomes[SFR_NOT_RUN], sheet->num_selected);
        return;
    }
    add_rest(out, sheet, &number, NULL);
    sfr_buffer_printf(out, "1..%zu\n", number);
}

void sfr_report_tap(struct sfr_buffer *out, const struct sfr_sheet *sheets, size_t num_sheets)
{
    size_t number = 0;
    for (size_t s = 0; s < num_sheets; s++) {
        struct sfr_buffer who = { 0 };
        sfr_buffer_printf(&who, "%s %s", sheets[s].implementation, sheets[s].version);
        const char *name = num_sheets > 1 ? who.data : NULL;
        for (size_t i = 0; i < sheets[s].count; i++)
            if (sheets[s].records[i].outcome != SFR_NOT_RUN)
                sfr_report_tap_case(out, &sheets[s].records[i], ++number, name);
        add_rest(out, &sheets[s], &number, name);
        sfr_buffer_free(&who);
    }
    sfr_buffer_printf(out, "1..%zu\n", number);
}
