/* SPDX-License-Identifier: MIT */
/* The Test Anything Protocol, for `meson test` and others. */
#include <string.h>

#include "causes.h"
#include "markup.h"
#include "registers.h"
#include "run_text.h"
#include "words.h"

/* As many bytes of a fault as fit into a line. */
enum { MAX_BYTES = 16 };

static void add_line(struct sfc_buffer *out, const char *label, const char *text)
{
    sfc_buffer_printf(out, "# %s", label);
    sfc_add_line(out, text);
    sfc_buffer_printf(out, "\n");
}

/* "ok 1 - ", before the name of the test. */
static void add_start(struct sfc_buffer *out, bool good, size_t number)
{
    sfc_buffer_printf(out, "%sok %zu - ", good ? "" : "not ", number);
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
        const char *message = sfc_class_message(r->fault_class);
        sfc_buffer_printf(&b, "%s%s%s", r->fault_class, message ? ": " : "", message ? message : "");
        add_line(out, "fault    ", b.data);
        sfc_buffer_free(&b);
    }
    if (r->has_range) {
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

void sfc_tap_case(struct sfc_buffer *out, const struct sfc_record *r, size_t number)
{
    const bool good = r->standing == SFC_STANDS_GOOD;
    add_start(out, good, number);
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

/* The causes of the failures that count, worst first, and what to do next. */
static void add_causes(struct sfc_buffer *out, const struct sfc_results *results)
{
    struct sfc_cause_list causes =
        sfc_results_list_causes(results, 1u << SFC_STANDS_UNEXPECTED | 1u << SFC_STANDS_STALE);
    struct sfc_buffer line = { 0 };
    for (size_t i = 0; i < causes.count; i++) {
        const struct sfc_cause_sum *cause = &causes.sums[i];
        sfc_buffer_printf(&line, "%6zu  %s  [%s]", cause->count, cause->example->cause_title, cause->example->cause);
        add_line(out, "", line.data);
        sfc_buffer_free(&line);
    }
    sfc_cause_list_free(&causes);
    sfc_add_next_step(&line, results);
    if (line.len > 0)
        add_line(out, "next: ", line.data);
    sfc_buffer_free(&line);
}

/* A line for each thing that is wrong with the run as a whole. */
static size_t add_whole(struct sfc_buffer *out, const struct sfc_results *results, size_t number)
{
    if (results->broken) {
        add_start(out, false, ++number);
        sfc_buffer_printf(out, "the simplest cases\n");
        sfc_add_lines(out, "# ", results->broken);
    }
    for (size_t i = 0; i < results->num_troubles; i++) {
        const struct sfc_run_trouble *trouble = &results->troubles[i];
        add_start(out, false, ++number);
        sfc_buffer_printf(out, "%s\n# %s: ", sfc_trouble_says(trouble->kind, true),
                          sfc_trouble_kind_name(trouble->kind));
        sfc_add_line(out, trouble->text);
        sfc_buffer_printf(out, "\n");
    }
    for (size_t i = 0; i < results->num_unmatched; i++) {
        add_start(out, false, ++number);
        sfc_buffer_printf(out, "line %zu of the list of known failures: there is no case ", results->unmatched[i].line);
        sfc_add_tap(out, results->unmatched[i].id);
        sfc_buffer_printf(out, "\n");
    }
    return number;
}

void sfc_tap_causes(struct sfc_buffer *out, const struct sfc_results *results)
{
    struct sfc_buffer block = { 0 };
    add_causes(out, results);
    if (results->seed)
        add_line(out, "repeat this order with --seed ", results->seed);
    sfc_text_block(&block, results, false);
    sfc_add_lines(out, "# ", block.data);
    sfc_buffer_free(&block);
}

void sfc_tap_end(struct sfc_buffer *out, const struct sfc_results *results, size_t number)
{
    if (!results->complete) {
        sfc_buffer_printf(out, "Bail out! The run was interrupted: %zu of %zu cases were not run\n",
                          results->totals.outcomes[SFC_NOT_RUN], results->num_selected);
        return;
    }
    sfc_tap_causes(out, results);
    sfc_buffer_printf(out, "1..%zu\n", add_whole(out, results, number));
}
