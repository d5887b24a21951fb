/* SPDX-License-Identifier: MIT */
/* What a run prints on a terminal. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "registers.h"
#include "run_text.h"

/* Of how many causes of each severity an example is shown in full, with how many other ids; the width of a terminal. */
enum { SHOWN_CAUSES = 3, MAX_IDS = 3, COLUMNS = 80 };

/* ---- Failures ------------------------------------------------------------------------- */

/* Text from a column on. What does not fit goes to lines with an indent; a word is never cut. */
static void add_folded(struct sfc_buffer *out, const char *text, size_t column, int indent)
{
    const char *word;
    size_t len;
    for (bool is_first = true; (word = sfc_next_word(&text, &len)); is_first = false) {
        if (!is_first && column + 1 + len > COLUMNS) {
            sfc_buffer_printf(out, "\n%*s", indent, "");
            column = (size_t)indent;
        } else if (!is_first) {
            sfc_buffer_printf(out, " ");
            column++;
        }
        sfc_buffer_add(out, word, len);
        column += len;
    }
}

/* One failure in full. */
static void add_failure(struct sfc_buffer *out, const struct sfc_record *r, bool colour)
{
    struct sfc_buffer title = { 0 };
    sfc_buffer_printf(out, "  %s", colour ? "\033[1m" : "");
    sfc_add_line(out, r->c->id);
    sfc_buffer_printf(out, "%s  ", colour ? "\033[0m" : "");
    sfc_add_outcome(out, r);
    sfc_add_line(&title, r->c->title);
    sfc_buffer_printf(&title, " (%zu bytes)", r->c->size);
    sfc_buffer_printf(out, "\n  ");
    add_folded(out, title.data, 2, 2);
    sfc_buffer_printf(out, "\n");
    sfc_buffer_free(&title);
    if (r->known)
        sfc_put_line(out, "  known:     ", "line %u: %s (%s)", r->known->line, r->known->outcomes, r->known->reason);
    if (r->c->decided)
        sfc_put_line(out, "  decided:   ", "%s", r->c->decided);
    if (r->result->expected) {
        sfc_put_line(out, "  expected:  ", "%s", *r->result->expected ? r->result->expected : "(no line)");
        sfc_put_line(out, "  seen:      ", "%s", *r->result->seen ? r->result->seen : "(no line)");
    }
    if (r->result->message)
        sfc_put_line(out, "  output:    ", "%s", r->result->message);
    sfc_put_repeat(out, "  reproduce: ", r);
}

/* "43  crashes on ...  [safe/crash/...]" */
static void add_cause(struct sfc_buffer *out, const struct sfc_cause_sum *g, int width, bool colour)
{
    struct sfc_buffer title = { 0 };
    char *count = sfc_format("%*zu  ", width, g->count);
    sfc_add_line(&title, g->example->cause.title);
    sfc_buffer_printf(out, "%s%s", colour ? "\033[1m" : "", count);
    add_folded(out, sfc_buffer_text(&title), strlen(count), (int)strlen(count));
    sfc_buffer_printf(out, "%s", colour ? "\033[0m" : "");
    if (strlen(count) + title.len + 4 + strlen(g->example->cause.token) <= COLUMNS)
        sfc_buffer_printf(out, "  [");
    else
        sfc_buffer_printf(out, "\n%*s[", (int)strlen(count), "");
    sfc_add_line(out, g->example->cause.token);
    sfc_buffer_printf(out, "]\n");
    sfc_buffer_free(&title);
    free(count);
}

/* The first ids of a group but for its example. */
static void add_rest(struct sfc_buffer *out, const struct sfc_cause_sum *g)
{
    size_t shown = 0;
    for (size_t i = 0; i < g->count && shown < MAX_IDS; i++) {
        if (g->records[i] == g->example)
            continue;
        sfc_put_line(out, shown++ == 0 ? "  also:      " : "             ", "%s", g->records[i]->c->id);
    }
    if (shown + 1 < g->count)
        sfc_buffer_printf(out, "             and %zu more\n", g->count - 1 - shown);
}

/* Returns whether something was left out. */
static bool add_causes(struct sfc_buffer *out, const struct sfc_cause_list *causes, bool colour)
{
    static const char *const severities[] = { "crashes, hangs, answers that change", "wrong output",
                                              "accepts bad input", "rejects good input", "other" };
    bool is_cut = false;
    for (size_t i = 0, nth = 0; i < causes->count; i++) {
        const struct sfc_cause_sum *cause = &causes->sums[i];
        const bool is_first = i == 0 || cause->severity != causes->sums[i - 1].severity;
        nth = is_first ? 0 : nth + 1;
        const bool full = nth < SHOWN_CAUSES;
        if (is_first)
            sfc_buffer_printf(out, "\n%s\n", severities[cause->severity]);
        if (nth <= SHOWN_CAUSES)
            sfc_buffer_printf(out, "\n");
        add_cause(out, cause, full ? 0 : 6, colour);
        is_cut = is_cut || !full || cause->count > MAX_IDS + 1;
        if (full) {
            add_failure(out, cause->example, colour);
            add_rest(out, cause);
        }
    }
    return is_cut;
}

/* The failures of a standing, under a title. Returns whether something was left out. */
static bool add_failures(struct sfc_buffer *out, const struct sfc_results *results, enum sfc_standing standing,
                         bool colour)
{
    struct sfc_cause_list causes = sfc_results_list_causes(results, 1u << standing);
    const size_t count = results->totals.standings[standing];
    const bool is_stale = standing == SFC_STANDS_STALE;
    const char *title = !is_stale    ? "unexpected failure"
                        : count == 1 ? "stale entry of the list of known failures"
                                     : "stale entries of the list of known failures";
    if (causes.count > 0)
        sfc_buffer_printf(out, "\n%s%zu %s%s%s, %zu %s%s\n", colour ? "\033[31m" : "", count, title,
                          is_stale || count == 1 ? "" : "s", colour ? "\033[0m" : "", causes.count,
                          causes.count == 1 ? "cause" : "causes", is_stale ? ": they fail in another way" : "");
    const bool is_cut = add_causes(out, &causes, colour);
    sfc_cause_list_free(&causes);
    return is_cut;
}

/* ---- Decided questions ---------------------------------------------------------------- */

/* Questions that the suite has answered, and that most of their cases fail, and twice as often as the other cases: the
   implementation may answer otherwise. One failure, as of a case that is asked alone, says so itself. */
static void add_decided(struct sfc_buffer *out, const struct sfc_results *results)
{
    const size_t all_failed = results->totals.standings[SFC_STANDS_UNEXPECTED];
    size_t all_asked = 0;
    bool is_first = true;
    for (size_t i = 0; i < results->count; i++)
        all_asked += sfc_record_is_asked(&results->records[i]);
    for (int p = 1; p < SFR_NUM_POLICIES && all_failed > 0; p++) {
        const struct sfr_policy_info *policy = sfr_policy_info((enum sfr_policy)p);
        size_t asked = 0, failed = 0;
        for (size_t i = 0; i < results->count; i++) {
            const struct sfc_record *r = &results->records[i];
            const bool counts = r->c->decided && sfc_record_is_asked(r) && sfc_has_word(r->c->decided, policy->id);
            asked += counts;
            failed += counts && r->standing == SFC_STANDS_UNEXPECTED;
        }
        if (failed < 2 || 2 * failed < asked || failed * (all_asked - asked) < 2 * (all_failed - failed) * asked)
            continue;
        char *line = sfc_format("%s: %zu of %zu fail: %s", policy->id, failed, asked, policy->question);
        sfc_buffer_printf(out, "%s  ", is_first ? "\nmost cases that rest on a decided question fail\n" : "");
        add_folded(out, line, 2, 4);
        sfc_buffer_printf(out, "\n");
        free(line);
        is_first = false;
    }
}

/* ---- Entries of the list that do not hold --------------------------------------------- */

static void add_stale(struct sfc_buffer *out, const struct sfc_results *results)
{
    const struct sfc_run *run = results->run;
    size_t count = run->num_unmatched;
    for (size_t i = 0; i < results->count; i++)
        count += results->records[i].standing == SFC_STANDS_STALE && !results->records[i].cause.token;
    if (count == 0)
        return;
    sfc_buffer_printf(out, "\nentries of the list of known failures to take out\n");
    for (size_t i = 0; i < results->count; i++) {
        const struct sfc_record *r = &results->records[i];
        if (r->standing == SFC_STANDS_STALE && !r->cause.token)
            sfc_put_line(out, "  ", "line %u: %s  %s now", r->known->line, r->c->id,
                         r->result->outcome == SFC_PASS ? "passes" : "is skipped");
    }
    for (size_t i = 0; i < run->num_unmatched; i++)
        sfc_put_line(out, "  ", "line %u: %s  there is no such case", run->unmatched[i].line, run->unmatched[i].id);
}

/* ---- Notes ------------------------------------------------------------------------------- */

static void add_notes(struct sfc_buffer *out, const struct sfc_results *results, bool is_cut)
{
    const struct sfc_run *run = results->run;
    sfc_buffer_printf(out, "\n");
    for (size_t i = 0; i < run->num_troubles; i++)
        sfc_put_line(out, "", "%s: %s", sfc_trouble_says(run->troubles[i].kind, false), run->troubles[i].text);
    if (results->totals.outcomes[SFC_NOT_RUN] > 0)
        sfc_buffer_printf(out, "incomplete: %zu cases were not run\n", results->totals.outcomes[SFC_NOT_RUN]);
    if (run->known && results->totals.standings[SFC_STANDS_KNOWN] > 0)
        sfc_put_line(out, "", "known failures are those in %s, which has their reasons", run->known->path);
    if (results->totals.standings[SFC_STANDS_STALE] + run->num_unmatched > 0)
        sfc_buffer_printf(
            out, "--write-known FILE --force, or report --format known, makes the list anew with its reasons\n");
    if (is_cut)
        sfc_buffer_printf(out, "--all prints every area and id, and failures that do not count%s\n",
                          run->report ? "" : "; --report DIR writes files");
    if (run->report)
        sfc_put_line(out, "", "the files of --report are in %s", run->report);
    if (run->seed != 0)
        sfc_buffer_printf(out, "repeat this order with --seed %" PRIu64 "\n", run->seed);
    sfc_put_next_step(out, "next: ", results);
}

void sfc_text_run(struct sfc_buffer *out, const struct sfc_results *results, bool colour)
{
    bool is_cut = results->totals.standings[SFC_STANDS_SHOWN] > 0;
    if (results->run->broken || results->run->misread)
        sfc_buffer_printf(out, "broken on the simplest cases:\n");
    sfc_add_lines(out, "  ", results->run->broken);
    sfc_add_lines(out, "  ", results->run->misread);
    is_cut |= add_failures(out, results, SFC_STANDS_UNEXPECTED, colour);
    is_cut |= add_failures(out, results, SFC_STANDS_STALE, colour);
    add_decided(out, results);
    add_stale(out, results);
    add_notes(out, results, is_cut);
    sfc_buffer_printf(out, "\n");
    sfc_text_block(out, results, colour);
}
