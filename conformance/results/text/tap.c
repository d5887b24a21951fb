/* SPDX-License-Identifier: MIT */
/* The Test Anything Protocol, for `meson test` and others. */
#include <inttypes.h>
#include <string.h>

#include "markup.h"
#include "registers.h"
#include "run_text.h"

/* As many bytes of a fault as fit into a line. */
enum { MAX_BYTES = 16 };

/* "ok 1 - ", before the name of the test. */
static void add_start(struct sfc_buffer *out, bool good, size_t number)
{
    sfc_buffer_printf(out, "%sok %zu - ", good ? "" : "not ", number);
}

/* The directive of a failure that is excused, or of a skipped case. */
static void add_directive(struct sfc_buffer *out, const struct sfc_record *r, bool good)
{
    if (r->result->outcome == SFC_SKIPPED && good) {
        sfc_buffer_printf(out, " # SKIP ");
        sfc_add_tap(out, r->result->message ? r->result->message : "");
    } else if (r->standing == SFC_STANDS_KNOWN) {
        sfc_buffer_printf(out, " # TODO %s: ", sfc_outcome_names[r->result->outcome]);
        sfc_add_tap(out, r->known->reason);
    } else if (r->standing == SFC_STANDS_SHOWN) {
        sfc_buffer_printf(out, " # TODO %s: ", sfc_outcome_names[r->result->outcome]);
        if (r->c->multi_fault)
            sfc_buffer_printf(out, "the case has several deliberate faults");
        else
            sfc_buffer_printf(out, "above the level that counts (%s)", sfc_level_names[r->c->level]);
    }
}

/* What was to be rejected: the fault and its bytes, the clauses. */
static void add_fault(struct sfc_buffer *out, const struct sfc_case *c)
{
    const char *const fault_class = sfc_case_class(c), *message = sfc_class_message(fault_class);
    if (fault_class)
        sfc_put_line(out, "# fault    ", "%s%s%s", fault_class, message ? ": " : "", message ? message : "");
    if (c->fault_class) {
        sfc_buffer_printf(out, "# bytes    0x%" PRIx64 "-0x%" PRIx64 " of 0x%zx", c->range_start, c->range_end,
                          c->size);
        for (uint64_t at = c->range_start; at < c->range_end && at - c->range_start < MAX_BYTES; at++)
            sfc_buffer_printf(out, "%s%02x", at == c->range_start ? ": " : " ", c->bytes[at]);
        sfc_buffer_printf(out, "\n");
    }
    if (c->clauses && *c->clauses)
        sfc_put_line(out, "# clauses  ", "%s", c->clauses);
}

void sfc_tap_case(struct sfc_buffer *out, const struct sfc_record *r, size_t number)
{
    const bool good = r->standing == SFC_STANDS_GOOD;
    add_start(out, good, number);
    sfc_add_tap(out, r->c->id);
    add_directive(out, r, good);
    sfc_buffer_printf(out, "\n");
    if (good || r->standing == SFC_STANDS_KNOWN)
        return;
    sfc_buffer_printf(out, "# ");
    sfc_add_outcome(out, r);
    sfc_buffer_printf(out, "\n");
    if (r->standing == SFC_STANDS_STALE)
        sfc_put_line(out, "# ", "line %u of the known-failure file says %s", r->known->line, r->known->outcomes);
    if (r->result->expected) {
        sfc_put_line(out, "# expected ", "%s", r->result->expected);
        sfc_put_line(out, "# seen     ", "%s", r->result->seen);
    }
    if (r->result->message)
        sfc_put_line(out, "# output   ", "%s", r->result->message);
    if (r->result->outcome == SFC_TOO_LENIENT || r->result->outcome == SFC_CRASH) {
        add_fault(out, r->c);
        sfc_put_repeat(out, "# repeat   ", r);
    }
}

/* The causes of the failures that count, worst first, and what to do next. */
static void add_causes(struct sfc_buffer *out, const struct sfc_results *results)
{
    struct sfc_cause_list causes =
        sfc_results_list_causes(results, 1u << SFC_STANDS_UNEXPECTED | 1u << SFC_STANDS_STALE);
    for (size_t i = 0; i < causes.count; i++) {
        const struct sfc_cause *cause = &causes.sums[i].example->cause;
        sfc_put_line(out, "# ", "%6zu  %s  [%s]", causes.sums[i].count, cause->title, cause->token);
    }
    sfc_cause_list_free(&causes);
    sfc_put_next_step(out, "# next: ", results);
}

/* A line for each thing that is wrong with the run as a whole. */
static size_t add_whole(struct sfc_buffer *out, const struct sfc_results *results, size_t number)
{
    const struct sfc_run *run = results->run;
    if (run->broken) {
        add_start(out, false, ++number);
        sfc_buffer_printf(out, "the simplest cases\n");
        sfc_add_lines(out, "# ", run->broken);
    }
    for (size_t i = 0; i < run->num_troubles; i++) {
        const struct sfc_run_trouble *trouble = &run->troubles[i];
        add_start(out, false, ++number);
        sfc_buffer_printf(out, "%s\n", sfc_trouble_says(trouble->kind, true));
        sfc_put_line(out, "# ", "%s", trouble->text);
    }
    for (size_t i = 0; i < run->num_unmatched; i++) {
        add_start(out, false, ++number);
        sfc_buffer_printf(out, "line %u of the list of known failures: there is no case ", run->unmatched[i].line);
        sfc_add_tap(out, run->unmatched[i].id);
        sfc_buffer_printf(out, "\n");
    }
    return number;
}

void sfc_tap_causes(struct sfc_buffer *out, const struct sfc_results *results)
{
    struct sfc_buffer block = { 0 };
    add_causes(out, results);
    if (results->run->seed != 0)
        sfc_buffer_printf(out, "# repeat this order with --seed %" PRIu64 "\n", results->run->seed);
    sfc_text_block(&block, results, false);
    sfc_add_lines(out, "# ", block.data);
    sfc_buffer_free(&block);
}

void sfc_tap_end(struct sfc_buffer *out, const struct sfc_results *results, size_t number)
{
    if (!results->complete) {
        sfc_buffer_printf(out, "Bail out! The run was interrupted: %zu of %zu cases were not run\n",
                          results->totals.outcomes[SFC_NOT_RUN], results->count);
        return;
    }
    sfc_tap_causes(out, results);
    sfc_buffer_printf(out, "1..%zu\n", add_whole(out, results, number));
}
