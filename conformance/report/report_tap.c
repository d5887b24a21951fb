/* SPDX-License-Identifier: MIT */
/* The Test Anything Protocol, for `meson test` and others. */
#include <string.h>

#include "markup.h"
#include "registers.h"
#include "report.h"

/* As many bytes of a fault as fit into a line. */
enum { MAX_BYTES = 16 };

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

/* What was to be rejected: the fault and its bytes, the clauses. */
static void add_fault(struct sfc_buffer *out, const struct sfc_record *r)
{
    struct sfc_buffer b = { 0 };
    if (r->fault_class) {
        const struct sfr_fault_info *fault = sfc_find_fault(r->fault_class, strlen(r->fault_class));
        sfc_buffer_printf(&b, "%s%s%s", r->fault_class, fault ? ": " : "", fault ? fault->message : "");
        add_line(out, "fault    ", b.data);
        sfc_buffer_free(&b);
    }
    if (r->has_range && r->fault_class) {
        sfc_buffer_printf(&b, "0x%zx-0x%zx of 0x%zx", r->range_start, r->range_end, r->size);
        for (size_t at = r->range_start; at < r->range_end && at - r->range_start < MAX_BYTES; at++)
            if (at >= r->bytes_at && at - r->bytes_at < r->num_bytes)
                sfc_buffer_printf(&b, "%s%02x", at == r->range_start ? ": " : " ", r->bytes[at - r->bytes_at]);
        add_line(out, "bytes    ", b.data);
        sfc_buffer_free(&b);
    }
    if (r->clauses && *r->clauses)
        add_line(out, "clauses  ", r->clauses);
}

static void add_repeat(struct sfc_buffer *out, const struct sfc_record *r)
{
    struct sfc_buffer command = { 0 };
    if (!r->command)
        return;
    sfc_add_repeat(&command, r);
    add_line(out, "repeat   ", command.data);
    sfc_buffer_free(&command);
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
    if (r->outcome == SFC_TOO_LENIENT || r->outcome == SFC_CRASH) {
        add_fault(out, r);
        add_repeat(out, r);
    }
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

/* The causes of the failures that count, the largest of each level first, and what to do next. */
static void add_causes(struct sfc_buffer *out, const struct sfc_results *results)
{
    static const enum sfc_standing standings[] = { SFC_STANDS_UNEXPECTED, SFC_STANDS_STALE };
    struct sfc_buffer line = { 0 };
    for (unsigned i = 0; i < sizeof standings / sizeof standings[0]; i++) {
        size_t count;
        struct sfc_group *groups = sfc_group_records(results, standings[i], &count);
        if (count > 0) {
            sfc_buffer_printf(out, "# ");
            sfc_add_standing(out, standings[i], results->totals.standings[standings[i]]);
            sfc_buffer_printf(out, " by cause:\n");
        }
        for (size_t g = 0; g < count; g++) {
            sfc_buffer_printf(&line, "%6zu  %s  [%s]", groups[g].count, groups[g].title, groups[g].token);
            add_line(out, "", line.data);
            sfc_buffer_free(&line);
        }
        sfc_groups_free(groups, count);
    }
    sfc_add_next_step(&line, results);
    if (line.len > 0)
        add_line(out, "next: ", line.data);
    sfc_buffer_free(&line);
}

/* The causes, the claim, the levels, the seed, the exit of the implementation, entries without a case,
   and missing results. */
static void add_rest(struct sfc_buffer *out, const struct sfc_results *results, size_t *number, const char *who)
{
    add_causes(out, results);
    add_said(out, "declared: ", results, sfc_add_declared);
    add_said(out, "not claimed: ", results, sfc_add_not_claimed);
    add_said(out, "right: ", results, sfc_add_kinds);
    add_said(out, "rejections: ", results, sfc_add_rejections);
    add_said(out, "faults: ", results, sfc_add_judged);
    add_said(out, "verdict: ", results, sfc_add_conclusion);
    add_said(out, "level: ", results, sfc_add_levels);
    if (results->seed)
        add_line(out, "repeat this order with --seed ", results->seed);
    if (results->broken) {
        add_start(out, false, ++*number, who);
        sfc_buffer_printf(out, "the simplest cases\n");
        sfc_add_lines(out, "# ", results->broken);
    }
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
