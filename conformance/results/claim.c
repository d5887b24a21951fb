/* SPDX-License-Identifier: MIT */
/* What an implementation claims, which part of the corpus that leaves, and what its answers show. */
#include <stdlib.h>
#include <string.h>

#include "claim.h"
#include "dump.h"
#include "json.h"

static bool is_asked(const struct sfc_record *r)
{
    return r->outcome != SFC_SKIPPED && r->outcome != SFC_NOT_RUN;
}

/* Names. After sort_names() they are sorted, each once. */
struct names {
    const char **names;
    size_t count;
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The array doubles. A forged results file may have as many names as cases. */
static void add_name(struct names *n, const char *name)
{
    if ((n->count & (n->count - 1)) == 0)
        n->names = sfc_grow(n->names, n->count == 0 ? 1 : n->count * 2, sizeof n->names[0]);
    n->names[n->count++] = name;
}

static void sort_names(struct names *n)
{
    size_t kept = 0;
    if (n->count > 0)
        qsort(n->names, n->count, sizeof n->names[0], compare_names);
    for (size_t i = 0; i < n->count; i++)
        if (kept == 0 || strcmp(n->names[kept - 1], n->names[i]) != 0)
            n->names[kept++] = n->names[i];
    n->count = kept;
}

/* ---- Hidden answers -------------------------------------------------------------------- */

/* A word of `unobservable`: `key`, or `key@abi`. */
struct hidden {
    const char *word, *abi; /* abi: behind '@'; NULL for every ABI */
    size_t len, abi_len;
};

static bool is_about(const struct hidden *h, const char *abi)
{
    return !h->abi || (strlen(abi) == h->abi_len && memcmp(abi, h->abi, h->abi_len) == 0);
}

/* The next one that hides an answer. */
static bool next_answer(const char **rest, struct hidden *h)
{
    while (*rest && (h->word = sfc_next_word(rest, &h->len))) {
        const char *at = memchr(h->word, '@', h->len);
        const size_t key_len = at ? (size_t)(at - h->word) : h->len;
        h->abi = at ? at + 1 : NULL;
        h->abi_len = at ? h->len - key_len - 1 : 0;
        if (sfc_dump_key_is_answer(h->word, key_len))
            return true;
    }
    return false;
}

/* The next one that hides an answer of a case that was asked. */
static bool next_hidden(const struct sfc_results *results, const char **rest, struct hidden *h)
{
    while (next_answer(rest, h)) {
        bool counts = !h->abi;
        for (size_t i = 0; !counts && i < results->count; i++)
            counts = is_asked(&results->records[i]) && is_about(h, results->records[i].abi);
        if (counts)
            return true;
    }
    return false;
}

/* Is an answer hidden for this ABI (NULL: for every ABI)? */
static bool hides_for(const struct sfc_results *results, const char *abi)
{
    const char *rest = results->unobservable;
    struct hidden h;
    while (next_answer(&rest, &h))
        if (abi ? is_about(&h, abi) : !h.abi)
            return true;
    return false;
}

bool sfc_results_hide_answers(const struct sfc_results *results)
{
    const char *rest = results->unobservable;
    struct hidden h;
    return next_hidden(results, &rest, &h);
}

/* ---- What is left out on purpose --------------------------------------------------------- */

void sfc_count_left_out(const struct sfc_results *results, struct sfc_left_out *left)
{
    *left = (struct sfc_left_out){ .cases = 0 };
    for (size_t i = 0; i < results->count; i++) {
        const struct sfc_record *r = &results->records[i];
        bool is_left_out = false;
        for (unsigned k = SFC_LEFT_OUT; r->outcome == SFC_SKIPPED && r->missing && k < SFC_NUM_MISSING; k++)
            if (sfc_has_word(r->missing, sfc_missing_name((enum sfc_missing)k))) {
                left->of[k]++;
                is_left_out = true;
            }
        left->cases += is_left_out;
    }
}

size_t sfc_results_left_out(const struct sfc_results *results)
{
    struct sfc_left_out left;
    sfc_count_left_out(results, &left);
    return left.cases;
}

const char *sfc_results_within(const struct sfc_results *results)
{
    const char *reached = sfc_level_reached(&results->totals, results->num_troubles > 0);
    return strcmp(reached, "none") != 0 && sfc_results_hide_answers(results) ? sfc_level_name(SFC_LEVEL_SAFE) : reached;
}

const char *sfc_results_reached(const struct sfc_results *results)
{
    const char *within = sfc_results_within(results);
    return strcmp(within, "none") != 0 && sfc_results_left_out(results) > 0 ? sfc_level_name(SFC_LEVEL_SAFE) : within;
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
        sfc_buffer_printf(out, "%s\"%s\":%zu", comma, sfc_missing_name((enum sfc_missing)k), left.of[k]);
    sfc_buffer_printf(out, "}");
    sfc_json_member(out, "within", sfc_results_within(results));
    sfc_buffer_printf(out, "}");
}

/* ---- Hidden answers, by ABI ---------------------------------------------------------------- */

static int compare_abis(const void *a, const void *b)
{
    return strcmp((*(const struct sfc_record *const *)a)->abi, (*(const struct sfc_record *const *)b)->abi);
}

void sfc_each_shown_abi(const struct sfc_results *results, sfc_abi_level_fn *add, void *ctx)
{
    const struct sfc_record **asked = sfc_alloc(results->count, sizeof asked[0]);
    size_t count = 0;
    if (sfc_results_hide_answers(results) && !hides_for(results, NULL))
        for (size_t i = 0; i < results->count; i++)
            if (is_asked(&results->records[i]))
                asked[count++] = &results->records[i];
    if (count > 0)
        qsort(asked, count, sizeof asked[0], compare_abis);
    for (size_t i = 0, next; i < count; i = next) {
        struct sfc_totals totals = { .outcomes = { 0 } };
        for (next = i; next < count && strcmp(asked[next]->abi, asked[i]->abi) == 0; next++) {
            const struct sfc_tally tally = sfc_record_tally(asked[next]);
            sfc_totals_add(&totals, &tally);
        }
        if (!hides_for(results, asked[i]->abi))
            add(ctx, asked[i]->abi, sfc_level_reached(&totals, results->num_troubles > 0));
    }
    free(asked);
}

void sfc_each_hidden(const struct sfc_results *results, sfc_hidden_fn *add, void *ctx)
{
    const char *rest = results->unobservable;
    struct hidden h;
    while (next_hidden(results, &rest, &h)) {
        char *key = sfc_copy_text(h.word, h.len), *at = strchr(key, '@');
        if (at)
            *at++ = '\0';
        add(ctx, key, at);
        free(key);
    }
}

static void write_key(void *ctx, const char *key, const char *abi)
{
    struct sfc_buffer *keys = ctx;
    sfc_buffer_printf(keys, "%s%s%s%s", keys->len > 0 ? " " : "", key, abi ? "@" : "", abi ? abi : "");
}

static void write_level(void *ctx, const char *abi, const char *reached)
{
    struct sfc_buffer *levels = ctx;
    sfc_buffer_printf(levels, "%s\"%s\":\"%s\"", levels->len > 0 ? "," : "", abi, reached);
}

void sfc_write_hidden(struct sfc_buffer *out, const struct sfc_results *results)
{
    struct sfc_buffer keys = { 0 }, levels = { 0 };
    sfc_each_hidden(results, write_key, &keys);
    sfc_each_shown_abi(results, write_level, &levels);
    if (keys.len > 0) {
        sfc_buffer_printf(out, ",\"hidden\":{\"reached\":{%s}", sfc_buffer_text(&levels));
        sfc_json_words(out, "keys", keys.data);
        sfc_buffer_printf(out, "}");
    }
    sfc_buffer_free(&keys);
    sfc_buffer_free(&levels);
}

/* ---- Claims ---------------------------------------------------------------------------- */

/* What skipped cases need and the adapter does not declare. */
enum { MISSING_PROFILE, MISSING_ABI, MISSING_ORDER, MISSING_OP, MISSING_OTHER, NUM_MISSING };

struct missing {
    struct names of[NUM_MISSING];
};

static void find_missing(struct missing *m, const struct sfc_results *results)
{
    static const enum sfc_missing others[] = { SFC_MISSING_ELF, SFC_MISSING_FITS, SFC_MISSING_RAW, SFC_MISSING_SIZE,
                                               SFC_MISSING_SECOND };
    for (size_t i = 0; i < results->count; i++) {
        const struct sfc_record *r = &results->records[i];
        const char *const names[MISSING_OTHER] = { r->profile, r->abi, r->order, r->op };
        if (r->outcome != SFC_SKIPPED || !r->missing)
            continue;
        for (unsigned k = 0; k < MISSING_OTHER; k++)
            if (sfc_has_word(r->missing, sfc_missing_name((enum sfc_missing)k)))
                add_name(&m->of[k], names[k]);
        for (unsigned k = 0; k < sizeof others / sizeof others[0]; k++)
            if (sfc_has_word(r->missing, sfc_missing_name(others[k])))
                add_name(&m->of[MISSING_OTHER], sfc_missing_title(others[k]));
    }
    for (unsigned k = 0; k < NUM_MISSING; k++)
        sort_names(&m->of[k]);
}

void sfc_add_missing(struct sfc_buffer *out, const struct sfc_results *results)
{
    struct missing m = { .of = { { 0 } } };
    find_missing(&m, results);
    for (unsigned k = 0; k < NUM_MISSING; k++) {
        for (size_t i = 0; i < m.of[k].count; i++)
            sfc_buffer_printf(out, "%s%s",
                              out->len == 0                  ? ""
                              : i == 0 || k == MISSING_OTHER ? ", "
                                                             : " ",
                              m.of[k].names[i]);
        free(m.of[k].names);
    }
}

void sfc_write_claim(struct sfc_buffer *out, const struct sfc_results *results)
{
    static const char *const keys[NUM_MISSING] = { "profiles", "abis", "orders", "ops", "other" };
    struct missing m = { .of = { { 0 } } };
    find_missing(&m, results);
    for (unsigned k = 0; k < NUM_MISSING; k++) {
        sfc_buffer_printf(out, "%s\"%s\":[", k == 0 ? ",\"claim\":{" : ",", keys[k]);
        for (size_t i = 0; i < m.of[k].count; i++) {
            sfc_buffer_printf(out, "%s", i > 0 ? "," : "");
            sfc_json_string(out, m.of[k].names[i]);
        }
        sfc_buffer_printf(out, "]");
        free(m.of[k].names);
    }
    sfc_buffer_printf(out, "}");
}

/* ---- What the run comes to ------------------------------------------------------------- */

const char *sfc_verdict_name(enum sfc_verdict verdict)
{
    static const char *const names[SFC_NUM_VERDICTS] = { "conforms", "passes",  "as-expected", "fails",
                                                         "stale",    "bad-end", "nothing",     "interrupted" };
    return names[verdict];
}

enum sfc_verdict sfc_results_verdict(const struct sfc_results *s)
{
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
    const bool is_narrow = s->totals.outcomes[SFC_SKIPPED] > 0 || s->num_selected < s->num_cases
                           || (s->unobservable && *s->unobservable) || s->level < SFC_LEVEL_VALIDATE;
    return is_narrow ? SFC_VERDICT_PASSES : SFC_VERDICT_CONFORMS;
}
