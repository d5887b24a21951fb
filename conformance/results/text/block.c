/* SPDX-License-Identifier: MIT */
/* The last lines of a run. */
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "run_text.h"

/* ---- Lists of words ------------------------------------------------------------------------ */

/* "a", "a and b", "a, b and c": the words of a list, each without its first `skip` letters. */
static void add_words(struct sfc_buffer *out, const char *list, size_t skip)
{
    const char *word, *rest = list;
    size_t len, count = 0, i = 0;
    while (sfc_next_word(&rest, &len))
        count++;
    for (rest = list; (word = sfc_next_word(&rest, &len)); i++) {
        char *one = sfc_copy_text(word + (len > skip ? skip : 0), len - (len > skip ? skip : 0));
        sfc_buffer_printf(out, "%s", i == 0 ? "" : i + 1 == count ? " and " : ", ");
        sfc_add_line(out, one);
        free(one);
    }
}

static bool has_several(const char *list)
{
    const char *rest = list;
    size_t len;
    return sfc_next_word(&rest, &len) && sfc_next_word(&rest, &len);
}

/* ---- What it comes to ---------------------------------------------------------------------- */

static void add_known(struct sfc_buffer *out, size_t known)
{
    sfc_add_count(out, known);
    sfc_buffer_printf(out, " known failure%s", known == 1 ? "" : "s");
}

/* "3 failures, 459 known failures", or without a list "546 failures". */
static void add_fails(struct sfc_buffer *out, const struct sfc_results *s)
{
    const size_t known = s->totals.standings[SFC_STANDS_KNOWN], failed = s->totals.standings[SFC_STANDS_UNEXPECTED];
    if (failed == 0) {
        sfc_buffer_printf(out, "wrong about the simplest sections");
        return;
    }
    sfc_add_count(out, failed);
    sfc_buffer_printf(out, "%s failure%s", s->run->known ? " unexpected" : "", failed == 1 ? "" : "s");
    if (known > 0) {
        sfc_buffer_printf(out, ", ");
        add_known(out, known);
    }
}

static void add_stale(struct sfc_buffer *out, const struct sfc_results *s)
{
    const size_t stale = s->totals.standings[SFC_STANDS_STALE] + s->run->num_unmatched;
    sfc_add_count(out, stale);
    sfc_buffer_printf(out, " entr%s of the list of known failures %s stale", stale == 1 ? "y" : "ies",
                      stale == 1 ? "is" : "are");
}

static void add_verdict(struct sfc_buffer *out, const struct sfc_results *s)
{
    switch (sfc_results_verdict(s)) {
    case SFC_VERDICT_CONFORMS:
        sfc_buffer_printf(out, s->run->level == SFC_LEVEL_VALIDATE ? "conforms" : "conforms at level %s",
                          sfc_level_names[s->run->level]);
        break;
    case SFC_VERDICT_PASSES:
        sfc_buffer_printf(out, "all that %s passes",
                          s->totals.standings[SFC_STANDS_SHOWN] > 0 ? "counts" : "was asked");
        break;
    case SFC_VERDICT_AS_EXPECTED:
        sfc_buffer_printf(out, "no change (");
        add_known(out, s->totals.standings[SFC_STANDS_KNOWN]);
        sfc_buffer_printf(out, ", none new)");
        break;
    case SFC_VERDICT_FAILS: add_fails(out, s); break;
    case SFC_VERDICT_STALE: add_stale(out, s); break;
    case SFC_VERDICT_BAD_END: sfc_buffer_printf(out, "%s", sfc_trouble_says(s->run->troubles[0].kind, false)); break;
    case SFC_VERDICT_NOTHING: sfc_buffer_printf(out, "nothing ran"); break;
    case SFC_VERDICT_INTERRUPTED: sfc_buffer_printf(out, "no verdict, the run was interrupted"); break;
    case SFC_NUM_VERDICTS: break;
    }
}

/* ---- What was asked ------------------------------------------------------------------------ */

/* "1,572 of 16,637: version 1, aarch64 and amd64, decode" */
static void add_asked(struct sfc_buffer *out, const struct sfc_results *s)
{
    const struct sfc_config *config = s->run->config;
    const size_t num_cases = s->run->corpus->count;
    sfc_add_count(out, sfc_results_num_asked(s));
    sfc_buffer_printf(out, " of ");
    sfc_add_count(out, num_cases);
    if (s->totals.outcomes[SFC_SKIPPED] == 0 && s->count == num_cases) {
        sfc_buffer_printf(out, ": all versions, ABIs and operations");
        return;
    }
    sfc_buffer_printf(out, ": version%s ", has_several(config->profiles) ? "s" : "");
    add_words(out, config->profiles, 1);
    sfc_buffer_printf(out, ", ");
    add_words(out, config->abis, 0);
    sfc_buffer_printf(out, ", ");
    add_words(out, config->ops, 0);
    if (s->count < num_cases) {
        sfc_buffer_printf(out, "; ");
        sfc_add_count(out, s->count);
        sfc_buffer_printf(out, " selected");
    }
}

/* ---- What is right ------------------------------------------------------------------------- */

static void add_right(struct sfc_buffer *out, const struct sfc_results *s)
{
    const size_t *outcomes = s->totals.outcomes;
    const size_t others = outcomes[SFC_TIMEOUT] + outcomes[SFC_LIMIT] + outcomes[SFC_STATE_DEPENDENT];
    const struct {
        const char *name;
        size_t count;
    } wrong[] = {
        { others > 0 ? "crashes and other unsafe answers" : "crashes", outcomes[SFC_CRASH] + others },
        { "wrong output", outcomes[SFC_WRONG_OUTPUT] },
        { "accepts bad input", outcomes[SFC_TOO_LENIENT] },
        { "other", outcomes[SFC_TOO_STRICT] + outcomes[SFC_INCONSISTENT] + outcomes[SFC_PROTOCOL]
                       + outcomes[SFC_UNDECLARED_SKIP] },
    };
    sfc_add_count(out, outcomes[SFC_PASS]);
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (wrong[i].count > 0) {
            sfc_buffer_printf(out, "   %s ", wrong[i].name);
            sfc_add_count(out, wrong[i].count);
        }
}

/* ---- The level ----------------------------------------------------------------------------- */

/* "return address on amd64" of a word KEY@ABI. */
static void add_hidden_word(struct sfc_buffer *out, const char *word, size_t len)
{
    static const char *const names[][2] = {
        { "fre.ra", "return address" },    { "fre.cfa", "CFA" },
        { "fre.fp", "frame pointer" },     { "fde.size", "function size" },
        { "fde.start", "function start" },
    };
    char *copy = sfc_copy_text(word, len), *abi = strchr(copy, '@');
    const char *key = copy;
    if (abi)
        *abi++ = '\0';
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        key = strcmp(key, names[i][0]) == 0 ? names[i][1] : key;
    sfc_buffer_printf(out, "%s%s%s", key, abi ? " on " : "", abi ? abi : "");
    free(copy);
}

/* Answers that are hidden, and ABIs of which none is, if they reach another level. */
static void add_hidden(struct sfc_buffer *out, const struct sfc_results *s)
{
    struct sfc_buffer words = { 0 };
    const char *word, *rest, *before = "; ";
    size_t len;
    sfc_add_hidden(&words, s);
    for (rest = sfc_buffer_text(&words); (word = sfc_next_word(&rest, &len)); before = ", ") {
        sfc_buffer_printf(out, "%s", before);
        add_hidden_word(out, word, len);
    }
    if (words.len > 0)
        sfc_buffer_printf(out, " not shown");
    sfc_buffer_free(&words);
    for (unsigned i = 0; sfc_abis[i]; i++) {
        const char *reached = sfc_results_reached_on(s, sfc_abis[i]);
        if (reached && strcmp(reached, sfc_results_reached(s)) != 0)
            sfc_buffer_printf(out, "; %s reaches %s", sfc_abis[i], reached);
    }
}

/* "none (crashes break `safe`); return address on amd64 not shown" */
static void add_level(struct sfc_buffer *out, const struct sfc_results *s)
{
    unsigned level = 0;
    if (!s->complete && strcmp(sfc_results_reached(s), "none") != 0) {
        sfc_buffer_printf(out, "not known: the results are incomplete");
        return;
    }
    sfc_buffer_printf(out, "%s", sfc_results_reached(s));
    while (level < SFC_NUM_LEVELS && s->totals.levels[level].right == s->totals.levels[level].asked)
        level++;
    if (s->run->num_troubles > 0) {
        sfc_buffer_printf(out, " (%s)", sfc_trouble_says(s->run->troubles[0].kind, false));
    } else if (level == SFC_LEVEL_SAFE) {
        sfc_buffer_printf(out, " (%s break `safe`)", s->totals.outcomes[SFC_CRASH] > 0 ? "crashes" : "unsafe answers");
    } else if (level < SFC_NUM_LEVELS) {
        sfc_buffer_printf(out, " (");
        sfc_add_count(out, s->totals.levels[level].asked - s->totals.levels[level].right);
        sfc_buffer_printf(out, " wrong of `%s`)", sfc_level_names[level]);
    }
    if (strcmp(sfc_results_within(s), sfc_results_reached(s)) != 0)
        sfc_buffer_printf(out, "; %s within its limits", sfc_results_within(s));
    if (s->run->level != SFC_LEVEL_VALIDATE)
        sfc_buffer_printf(out, "; failures count up to `%s`", sfc_level_names[s->run->level]);
    add_hidden(out, s);
}

/* "1,204 left out on purpose: needs sorted 900, without flexible 400" */
static void add_limits(struct sfc_buffer *out, const struct sfc_results *s)
{
    struct sfc_left_out left;
    const char *before = ": ";
    sfc_count_left_out(s, &left);
    if (left.cases == 0)
        return;
    sfc_buffer_printf(out, "\n  limits  ");
    sfc_add_count(out, left.cases);
    sfc_buffer_printf(out, " left out on purpose");
    for (unsigned k = SFC_LEFT_OUT; k < SFC_NUM_MISSING; k++)
        if (left.of[k] > 0) {
            sfc_buffer_printf(out, "%s%s ", before, sfc_missing[k].title);
            sfc_add_count(out, left.of[k]);
            before = ", ";
        }
}

void sfc_text_block(struct sfc_buffer *out, const struct sfc_results *results, bool colour)
{
    sfc_buffer_printf(out, "%s", colour ? "\033[1m" : "");
    sfc_add_line(out, results->run->config->name);
    sfc_buffer_printf(out, " ");
    sfc_add_line(out, results->run->version);
    sfc_buffer_printf(out, ": ");
    add_verdict(out, results);
    sfc_buffer_printf(out, "%s\n  asked   ", colour ? "\033[0m" : "");
    add_asked(out, results);
    sfc_buffer_printf(out, "\n  right   ");
    add_right(out, results);
    add_limits(out, results);
    sfc_buffer_printf(out, "\n  level   ");
    add_level(out, results);
    sfc_buffer_printf(out, "\n");
}
