/* SPDX-License-Identifier: MIT */
/* The Test Anything Protocol, for `meson test` and others. */
#include "markup.h"
#include "report.h"

static void add_line(struct sfc_buffer *out, const char *label, const char *text)
{
    sfc_buffer_printf(out, "# %s", label);
    sfc_add_line(out, text);
    sfc_buffer_printf(out, "\n");
}

/* "ok 1 - WHO: ", before the name of the test. */
static void add_start(struct sfc_buffer *out, bool good, size_t number, const char *who)
{
    sfc_buffer_printf(out, "%sok %zu - ", good ? "" : "not ", number);
    if (who) {
        sfc_add_tap(out, who);
        sfc_buffer_printf(out, ": ");
    }
}

/* The directive of a failure that is excused, or of a skipped case. */
static void add_directive(struct sfc_buffer *out, const struct sfc_record *r, bool good)
{
    if (r->outcome == SFC_SKIPPED && good) {
        sfc_buffer_printf(out, " # SKIP ");
        sfc_add_tap(out, r->message ? r->message : "");
    } else if (r->standing == SFC_STANDS_KNOWN) {
        sfc_buffer_printf(out, " # TODO %s: ", sfc_outcome_name(r->outcome));
        sfc_add_tap(out, r->reason ? r->reason : "");
    } else if (r->standing == SFC_STANDS_SHOWN) {
        sfc_buffer_printf(out, " # TODO %s", sfc_outcome_name(r->outcome));
        sfc_add_excuse(out, ": ", r);
    }
}

void sfc_report_tap_case(struct sfc_buffer *out, const struct sfc_record *r, size_t number, const char *who)
{
    const bool good = r->standing == SFC_STANDS_GOOD;
    add_start(out, good, number, who);
    sfc_add_tap(out, r->id);
    add_directive(out, r, good);
    sfc_buffer_printf(out, "\n");
    if (good || r->standing == SFC_STANDS_KNOWN)
        return;
    sfc_buffer_printf(out, "# ");
    sfc_add_outcome(out, r);
    sfc_buffer_printf(out, "\n");
    if (r->standing == SFC_STANDS_STALE) {
        sfc_buffer_printf(out, "# line %zu of the known-failure file says ", r->known_line);
        sfc_add_line(out, r->known ? r->known : "");
        sfc_buffer_printf(out, "\n");
    }
    if (r->expected) {
        add_line(out, "expected ", r->expected);
        add_line(out, "seen     ", r->seen);
    }
    if (r->message)
        add_line(out, "output   ", r->message);
}

/* A comment with what `add` says of the results, unless that is nothing. */
static void add_said(struct sfc_buffer *out, const char *label, const struct sfc_results *results, sfc_say_fn *add)
{
    struct sfc_buffer text = { 0 };
    add(&text, results);
    if (text.len > 0)
        add_line(out, label, text.data);
    sfc_buffer_free(&text);
}

/* The claim, the levels, the seed, the exit of the implementation, entries without a case, and missing results. */
static void add_rest(struct sfc_buffer *out, const struct sfc_results *results, size_t *number, const char *who)
{
    add_said(out, "declared: ", results, sfc_add_declared);
    add_said(out, "not claimed: ", results, sfc_add_not_claimed);
    add_said(out, "right: ", results, sfc_add_kinds);
    add_said(out, "rejections: ", results, sfc_add_rejections);
    add_said(out, "faults: ", results, sfc_add_judged);
    add_said(out, "verdict: ", results, sfc_add_conclusion);
    add_said(out, "level: ", results, sfc_add_levels);
    if (results->seed)
        add_line(out, "repeat this order with --seed ", results->seed);
    if (results->trouble) {
        add_start(out, false, ++*number, who);
        sfc_buffer_printf(out, "%s\n", sfc_trouble_words(results)->test);
        sfc_buffer_printf(out, "# %s: ", sfc_trouble_words(results)->label);
        sfc_add_line(out, results->trouble);
        sfc_buffer_printf(out, "\n");
    }
    for (size_t i = 0; i < results->num_unmatched; i++) {
        add_start(out, false, ++*number, who);
        sfc_buffer_printf(out, "line %zu of the known-failure file: there is no case ", results->unmatched[i].line);
        sfc_add_tap(out, results->unmatched[i].id);
        sfc_buffer_printf(out, "\n");
    }
    if (!results->has_summary || !results->complete) {
        add_start(out, false, ++*number, who);
        sfc_buffer_printf(out, "the results are incomplete: %zu of %zu\n",
                          results->count - results->totals.outcomes[SFC_NOT_RUN], results->num_selected);
    }
}

void sfc_report_tap_end(struct sfc_buffer *out, const struct sfc_results *results, size_t number)
{
    if (!results->complete) {
        sfc_buffer_printf(out, "Bail out! The run was interrupted: %zu of %zu cases were not run\n",
                          results->totals.outcomes[SFC_NOT_RUN], results->num_selected);
        return;
    }
    add_rest(out, results, &number, NULL);
    sfc_buffer_printf(out, "1..%zu\n", number);
}

void sfc_report_tap(struct sfc_buffer *out, const struct sfc_results *runs, size_t num_runs)
{
    size_t number = 0;
    for (size_t s = 0; s < num_runs; s++) {
        struct sfc_buffer who = { 0 };
        sfc_buffer_printf(&who, "%s %s", runs[s].implementation, runs[s].version);
        const char *name = num_runs > 1 ? who.data : NULL;
        for (size_t i = 0; i < runs[s].count; i++)
            if (runs[s].records[i].outcome != SFC_NOT_RUN)
                sfc_report_tap_case(out, &runs[s].records[i], ++number, name);
        add_rest(out, &runs[s], &number, name);
        sfc_buffer_free(&who);
    }
    sfc_buffer_printf(out, "1..%zu\n", number);
}
