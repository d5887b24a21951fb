/* SPDX-License-Identifier: MIT */
/* What changed between two runs. */
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "report.h"
#include "report_change.h"

/* ---- Words ----------------------------------------------------------------------------- */

static void add_text(struct sfc_buffer *out, bool markdown, const char *text)
{
    if (markdown)
        sfc_add_markdown(out, text);
    else
        sfc_add_line(out, text);
}

static void add_name(struct sfc_buffer *out, bool markdown, const struct sfc_results *results)
{
    add_text(out, markdown, results->implementation);
    sfc_buffer_printf(out, " ");
    add_text(out, markdown, results->version);
    if (!results->has_summary || !results->complete)
        sfc_buffer_printf(out, " (incomplete)");
}

/* Other causes that a difference may have. */
static void add_notes(struct sfc_buffer *out, const struct sfc_results *before, const struct sfc_results *after)
{
    if (strcmp(before->implementation, after->implementation) != 0)
        sfc_buffer_printf(out, "\nNote: these are two implementations, not two runs of one.\n");
    if (!sfc_same_text(before->corpus_sha256, after->corpus_sha256))
        sfc_buffer_printf(out, "\nNote: the corpora differ.\n");
    if (before->level != after->level)
        sfc_buffer_printf(out, "\nNote: the level that gates was %s, and is %s now.\n", sfc_level_name(before->level),
                          sfc_level_name(after->level));
}

static void add_outcome(struct sfc_buffer *out, bool markdown, const struct sfc_record *r)
{
    struct sfc_buffer text = { 0 };
    sfc_add_outcome(&text, r);
    add_text(out, markdown, text.data);
    sfc_buffer_free(&text);
}

static void add_outcomes(struct sfc_buffer *out, bool markdown, const struct sfc_changed *e)
{
    if (e->before)
        add_outcome(out, markdown, e->before);
    if (e->before && e->after)
        sfc_buffer_printf(out, " -> ");
    if (e->after)
        add_outcome(out, markdown, e->after);
}

static void add_line(struct sfc_buffer *out, bool markdown, const char *label, const char *text)
{
    sfc_buffer_printf(out, markdown ? "  - %s " : "    %-10s ", label);
    add_text(out, markdown, text && *text ? text : "(no line)");
    sfc_buffer_printf(out, "\n");
}

static void add_entry(struct sfc_buffer *out, const struct sfc_changed *e, bool markdown)
{
    const struct sfc_record *r = e->after ? e->after : e->before;
    sfc_buffer_printf(out, "%s", markdown ? "- " : "  ");
    add_text(out, markdown, r->id);
    sfc_buffer_printf(out, "  ");
    add_outcomes(out, markdown, e);
    sfc_buffer_printf(out, "\n");
    if (!e->after || !sfc_record_fails(r))
        return;
    if (r->expected) {
        add_line(out, markdown, "expected:", r->expected);
        add_line(out, markdown, "seen:", r->seen);
    }
    if (r->command && sfc_change_is_worse(e->change)) {
        struct sfc_buffer command = { 0 };
        if (!markdown)
            sfc_add_repeat(&command, r);
        add_line(out, markdown, "reproduce:", markdown ? r->command : command.data);
        sfc_buffer_free(&command);
    }
}

/* ---- Claims ---------------------------------------------------------------------------- */

/* Does one of the words cover this one: the word itself, or a key for every ABI (`key` for `key@abi`)? */
static bool covers(const char *words, const char *word, size_t len)
{
    const char *at = memchr(word, '@', len), *one;
    size_t one_len;
    while (words && (one = sfc_next_word(&words, &one_len)))
        if ((one_len == len && memcmp(one, word, len) == 0)
            || (at && one_len == (size_t)(at - word) && memcmp(one, word, one_len) == 0))
            return true;
    return false;
}

/* What one claim has and the other lacks is a step back: declared before and not now, or hidden now and not before. */
struct claim_list {
    const char *what, *more, *less;
};

/* Adds a line for each word of `more` that `less` does not cover. Returns how many there are. */
static size_t add_narrower(struct sfc_buffer *lines, const struct claim_list *list, bool markdown)
{
    const char *rest = list->more, *word;
    size_t len, count = 0;
    while (rest && (word = sfc_next_word(&rest, &len))) {
        if (covers(list->less, word, len))
            continue;
        char *name = sfc_copy_text(word, len);
        sfc_buffer_printf(lines, "%s%s ", markdown ? "- " : "  ", list->what);
        add_text(lines, markdown, name);
        sfc_buffer_printf(lines, "\n");
        free(name);
        count++;
    }
    return count;
}

/* Declaring less and hiding more than before is worse, also if no case shows it. */
static size_t add_claims(struct sfc_buffer *out, bool markdown, const struct sfc_results *before,
                         const struct sfc_results *after)
{
    const struct claim_list lists[] = {
        { "not declared now: profile", before->profiles, after->profiles },
        { "not declared now: ABI", before->abis, after->abis },
        { "not declared now: byte order", before->orders, after->orders },
        { "not declared now: op", before->ops, after->ops },
        { "hidden now:", after->unobservable, before->unobservable },
    };
    struct sfc_buffer lines = { 0 };
    size_t count = 0;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        count += add_narrower(&lines, &lists[i], markdown);
    if (count > 0)
        sfc_buffer_printf(out, "\n%s%zu narrower claim%s\n%s%s", markdown ? "## " : "", count, count == 1 ? "" : "s",
                          markdown ? "\n" : "", lines.data);
    sfc_buffer_free(&lines);
    return count;
}

/* ---- The report -------------------------------------------------------------------------- */

/* The sums of the levels, if they changed. */
static void add_levels(struct sfc_buffer *out, bool markdown, const struct sfc_results *before,
                       const struct sfc_results *after)
{
    const char *start = markdown ? "- " : "  ";
    if (memcmp(before->totals.levels, after->totals.levels, sizeof before->totals.levels) == 0)
        return;
    sfc_buffer_printf(out, "\n%sright answers by level\n%s", markdown ? "## " : "", markdown ? "\n" : "");
    for (unsigned i = 0; i < SFC_NUM_LEVELS; i++) {
        const struct sfc_level_sum *a = &before->totals.levels[i], *b = &after->totals.levels[i];
        sfc_buffer_printf(out, "%s%s: %zu of %zu", start, sfc_level_name((enum sfc_level)i), b->right, b->asked);
        if (a->right != b->right || a->asked != b->asked)
            sfc_buffer_printf(out, ", before %zu of %zu", a->right, a->asked);
        sfc_buffer_printf(out, "\n");
    }
    sfc_buffer_printf(out, "%shighest reached: %s, before %s\n", start, sfc_results_reached(after),
                      sfc_results_reached(before));
}

static void add_sums(struct sfc_buffer *out, bool markdown, const struct sfc_results *before,
                     const struct sfc_results *after, size_t worse)
{
    const size_t passed = after->totals.outcomes[SFC_PASS], asked = sfc_num_asked(after);
    const size_t passed_before = before->totals.outcomes[SFC_PASS], asked_before = sfc_num_asked(before);
    sfc_buffer_printf(out, "\n%zu of %zu pass, ", passed, asked);
    if (passed == passed_before && asked == asked_before)
        sfc_buffer_printf(out, "unchanged; ");
    else
        sfc_buffer_printf(out, "before %zu of %zu; ", passed_before, asked_before);
    sfc_buffer_printf(out, "%s", markdown ? "**" : "");
    if (worse == 0)
        sfc_buffer_printf(out, "no regressions");
    else
        sfc_buffer_printf(out, "%zu regression%s", worse, worse == 1 ? "" : "s");
    sfc_buffer_printf(out, "%s\n", markdown ? "**" : "");
}

bool sfc_report_diff(struct sfc_buffer *out, const struct sfc_results *before, const struct sfc_results *after,
                     bool markdown)
{
    size_t num_entries, counts[SFC_NUM_CHANGES] = { 0 }, worse = 0;
    struct sfc_changed *entries = sfc_compare_runs(before, after, &num_entries);
    for (size_t i = 0; i < num_entries; i++) {
        counts[entries[i].change]++;
        worse += sfc_change_is_worse(entries[i].change);
    }
    sfc_buffer_printf(out, "%s", markdown ? "# " : "");
    add_name(out, markdown, before);
    sfc_buffer_printf(out, " -> ");
    add_name(out, markdown, after);
    sfc_buffer_printf(out, "\n");
    add_notes(out, before, after);
    worse += add_claims(out, markdown, before, after);
    for (unsigned c = 0; c < SFC_NUM_CHANGES; c++) {
        if (counts[c] == 0)
            continue;
        sfc_buffer_printf(out, "\n%s%zu %s\n%s", markdown ? "## " : "", counts[c], sfc_change_title((enum sfc_change)c),
                          markdown ? "\n" : "");
        for (size_t i = 0; i < num_entries; i++)
            if ((unsigned)entries[i].change == c)
                add_entry(out, &entries[i], markdown);
    }
    add_levels(out, markdown, before, after);
    add_sums(out, markdown, before, after, worse);
    free(entries);
    return worse > 0;
}
