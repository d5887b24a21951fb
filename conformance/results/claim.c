/* SPDX-License-Identifier: MIT */
/* What an implementation claims, which part of the corpus that leaves, and what its answers show. */
#include <string.h>

#include "json.h"
#include "results.h"

/* ---- Hidden answers -------------------------------------------------------------------- */

const char *const sfc_abis[] = { "aarch64", "amd64", "s390x", NULL };

/* Does the word, KEY or KEY@ABI, hold for this ABI? */
static bool holds_on(const char *word, size_t len, const char *abi)
{
    const char *at = memchr(word, '@', len);
    return !at || sfc_is_word(at + 1, (size_t)(word + len - at) - 1, abi);
}

void sfc_add_hidden(struct sfc_buffer *out, const struct sfc_results *results)
{
    const char *rest = results->run->config->unobservable, *word;
    size_t len;
    while ((word = sfc_next_word(&rest, &len))) {
        bool counts = !memchr(word, '@', len);
        for (size_t i = 0; !counts && i < results->count; i++)
            counts = sfc_record_is_asked(&results->records[i]) && holds_on(word, len, results->records[i].c->abi);
        if (counts && sfc_dump_key_is_answer(word, len))
            sfc_buffer_printf(out, "%s%.*s", out->len > 0 ? " " : "", (int)len, word);
    }
}

/* Does it hide answers of cases that were asked, and, with an ABI, of others alone? */
static bool hides_answers(const struct sfc_results *results, const char *abi)
{
    struct sfc_buffer keys = { 0 };
    sfc_add_hidden(&keys, results);
    const char *rest = keys.data, *word;
    bool hides = keys.len > 0;
    size_t len;
    while (abi && (word = sfc_next_word(&rest, &len)))
        hides = hides && !holds_on(word, len, abi);
    sfc_buffer_free(&keys);
    return hides;
}

const char *sfc_results_reached_on(const struct sfc_results *results, const char *abi)
{
    struct sfc_totals totals = { .outcomes = { 0 } };
    if (!hides_answers(results, abi))
        return NULL;
    for (size_t i = 0; i < results->count; i++)
        if (strcmp(results->records[i].c->abi, abi) == 0)
            sfc_record_add(&totals, &results->records[i]);
    return totals.levels[SFC_LEVEL_SAFE].asked > 0 ? sfc_level_reached(&totals, results->run->num_troubles > 0) : NULL;
}

void sfc_write_hidden(struct sfc_buffer *out, const struct sfc_results *results)
{
    struct sfc_buffer keys = { 0 };
    const char *comma = "";
    sfc_add_hidden(&keys, results);
    if (keys.len == 0)
        return;
    sfc_buffer_printf(out, ",\"hidden\":{\"reached\":{");
    for (unsigned i = 0; sfc_abis[i]; i++) {
        const char *reached = sfc_results_reached_on(results, sfc_abis[i]);
        if (reached)
            sfc_buffer_printf(out, "%s\"%s\":\"%s\"", comma, sfc_abis[i], reached);
        comma = reached ? "," : comma;
    }
    sfc_buffer_printf(out, "}");
    sfc_json_words(out, "keys", keys.data);
    sfc_buffer_printf(out, "}");
    sfc_buffer_free(&keys);
}

/* ---- What is left out on purpose --------------------------------------------------------- */

/* Of a skipped case: does it need this? */
static bool misses(const struct sfc_record *r, unsigned missing)
{
    return r->result->outcome == SFC_SKIPPED && (r->result->missing >> missing & 1);
}

void sfc_count_left_out(const struct sfc_results *results, struct sfc_left_out *left)
{
    *left = (struct sfc_left_out){ .cases = 0 };
    for (size_t i = 0; i < results->count; i++) {
        bool is_left_out = false;
        for (unsigned k = SFC_LEFT_OUT; k < SFC_NUM_MISSING; k++) {
            left->of[k] += misses(&results->records[i], k);
            is_left_out = is_left_out || misses(&results->records[i], k);
        }
        left->cases += is_left_out;
    }
}

const char *sfc_results_within(const struct sfc_results *results)
{
    const char *reached = sfc_level_reached(&results->totals, results->run->num_troubles > 0);
    return strcmp(reached, "none") != 0 && hides_answers(results, NULL) ? sfc_level_names[SFC_LEVEL_SAFE] : reached;
}

const char *sfc_results_reached(const struct sfc_results *results)
{
    const char *within = sfc_results_within(results);
    struct sfc_left_out left;
    sfc_count_left_out(results, &left);
    return strcmp(within, "none") != 0 && left.cases > 0 ? sfc_level_names[SFC_LEVEL_SAFE] : within;
}

void sfc_write_left_out(struct sfc_buffer *out, const struct sfc_results *results)
{
    struct sfc_left_out left;
    const char *comma = "";
    sfc_count_left_out(results, &left);
    if (left.cases == 0)
        return;
    sfc_buffer_printf(out, ",\"left-out\":{\"cases\":%zu,\"of\":{", left.cases);
    for (unsigned k = SFC_LEFT_OUT; k < SFC_NUM_MISSING; k++, comma = ",")
        sfc_buffer_printf(out, "%s\"%s\":%zu", comma, sfc_missing[k].name, left.of[k]);
    sfc_buffer_printf(out, "}");
    sfc_json_member(out, "within", sfc_results_within(results));
    sfc_buffer_printf(out, "}");
}

void sfc_add_limits(struct sfc_buffer *out, const struct sfc_config *config)
{
    const struct {
        const char *key, *words;
    } lists[] = { { "needs", config->needs }, { "without", config->without }, { "hides", config->hides } };
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const char *rest = lists[i].words, *word;
        size_t len;
        while ((word = sfc_next_word(&rest, &len)))
            sfc_buffer_printf(out, "%s%s:%.*s", out->len > 0 ? " " : "", lists[i].key, (int)len, word);
    }
}

/* ---- Claims ---------------------------------------------------------------------------- */

/* What skipped cases need and the adapter does not declare. */
enum { MISSING_PROFILE, MISSING_ABI, MISSING_ORDER, MISSING_OP, MISSING_OTHER, NUM_MISSING };

void sfc_write_claim(struct sfc_buffer *out, const struct sfc_results *results)
{
    static const char *const keys[NUM_MISSING] = { "profiles", "abis", "orders", "ops", "other" };
    char **missing[NUM_MISSING] = { NULL };
    for (size_t i = 0; i < results->count; i++) {
        const struct sfc_record *r = &results->records[i];
        const char *const own[MISSING_OTHER] = { r->c->profile, r->c->abi, r->c->order, sfc_op_name(r->c->op) };
        for (unsigned k = 0; k < SFC_LEFT_OUT; k++)
            if (misses(r, k))
                sfc_words_insert(&missing[k < MISSING_OTHER ? k : MISSING_OTHER],
                                 k < MISSING_OTHER ? own[k] : sfc_missing[k].title);
    }
    for (unsigned k = 0; k < NUM_MISSING; k++) {
        sfc_buffer_printf(out, "%s\"%s\":[", k == 0 ? ",\"claim\":{" : ",", keys[k]);
        for (size_t i = 0; missing[k] && missing[k][i]; i++) {
            sfc_buffer_printf(out, "%s", i > 0 ? "," : "");
            sfc_json_string(out, missing[k][i]);
        }
        sfc_buffer_printf(out, "]");
        sfc_words_free(missing[k]);
    }
    sfc_buffer_printf(out, "}");
}

/* ---- What the run comes to ------------------------------------------------------------- */

const char *const sfc_verdict_names[SFC_NUM_VERDICTS] = { "conforms", "passes",  "as-expected", "fails",
                                                          "stale",    "bad-end", "nothing",     "interrupted" };

enum sfc_verdict sfc_results_verdict(const struct sfc_results *s)
{
    const char *hidden = s->run->config->unobservable;
    if (!s->has_summary || !s->complete)
        return SFC_VERDICT_INTERRUPTED;
    switch (s->status) {
    case SFC_STATUS_CONFORMS: break;
    case SFC_STATUS_STALE: return SFC_VERDICT_STALE;
    case SFC_STATUS_NOTHING: return SFC_VERDICT_NOTHING;
    case SFC_STATUS_BAD_END: return SFC_VERDICT_BAD_END;
    default: return SFC_VERDICT_FAILS;
    }
    if (s->totals.standings[SFC_STANDS_KNOWN] > 0)
        return SFC_VERDICT_AS_EXPECTED;
    const bool is_narrow = s->totals.outcomes[SFC_SKIPPED] > 0 || s->count < s->run->corpus->count
                           || (hidden && *hidden) || s->run->level < SFC_LEVEL_VALIDATE;
    return is_narrow ? SFC_VERDICT_PASSES : SFC_VERDICT_CONFORMS;
}
