/* SPDX-License-Identifier: MIT */
/* What an implementation claims, which part of the corpus that leaves, and what its answers show. */
#include <stdlib.h>
#include <string.h>

#include "dump.h"
#include "json.h"
#include "report.h"

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

const char *sfc_results_reached(const struct sfc_results *results)
{
    const char *reached = sfc_level_reached(&results->totals, results->trouble != NULL);
    return strcmp(reached, "none") != 0 && sfc_results_hide_answers(results) ? sfc_level_name(SFC_LEVEL_SAFE) : reached;
}

static int compare_abis(const void *a, const void *b)
{
    return strcmp((*(const struct sfc_record *const *)a)->abi, (*(const struct sfc_record *const *)b)->abi);
}

/* Calls `add` for each ABI that was asked about and of which nothing is hidden, with the level that it reaches. */
typedef void add_level_fn(struct sfc_buffer *out, const char *abi, const char *reached);

static void each_other_abi(struct sfc_buffer *out, const struct sfc_results *results, add_level_fn *add)
{
    const struct sfc_record **asked = sfc_alloc(results->count, sizeof asked[0]);
    size_t count = 0;
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
            add(out, asked[i]->abi, sfc_level_reached(&totals, results->trouble != NULL));
    }
    free(asked);
}

static void say_level(struct sfc_buffer *out, const char *abi, const char *reached)
{
    sfc_buffer_printf(out, "; on %s: %s", abi, reached);
}

static void write_level(struct sfc_buffer *out, const char *abi, const char *reached)
{
    sfc_buffer_printf(out, "%s\"%s\":\"%s\"", out->data[out->len - 1] == '{' ? "" : ",", abi, reached);
}

static void add_hidden_keys(struct sfc_buffer *out, const struct sfc_results *results)
{
    const char *rest = results->unobservable;
    struct hidden h;
    while (next_hidden(results, &rest, &h))
        sfc_buffer_printf(out, " %.*s", (int)h.len, h.word);
}

void sfc_add_hidden(struct sfc_buffer *out, const char *before, const struct sfc_results *results)
{
    if (!sfc_results_hide_answers(results))
        return;
    sfc_buffer_printf(out, "%sread not shown: the adapter hides", before);
    add_hidden_keys(out, results);
    if (!hides_for(results, NULL))
        each_other_abi(out, results, say_level);
}

void sfc_write_hidden(struct sfc_buffer *out, const struct sfc_results *results)
{
    struct sfc_buffer keys = { 0 };
    if (!sfc_results_hide_answers(results))
        return;
    add_hidden_keys(&keys, results);
    sfc_buffer_printf(out, ",\"hidden\":{\"reached\":{");
    if (!hides_for(results, NULL))
        each_other_abi(out, results, write_level);
    sfc_buffer_printf(out, "}");
    sfc_json_words(out, "keys", keys.data);
    sfc_buffer_printf(out, "}");
    sfc_buffer_free(&keys);
}

/* ---- Claims ---------------------------------------------------------------------------- */

/* What skipped cases need and the adapter does not declare. */
enum { MISSING_PROFILE, MISSING_ABI, MISSING_ORDER, MISSING_OP, MISSING_OTHER, NUM_MISSING };

struct missing {
    struct names of[NUM_MISSING];
};

static void find_missing(struct missing *m, const struct sfc_results *results)
{
    static const enum sfc_missing others[] = { SFC_MISSING_ELF, SFC_MISSING_FITS, SFC_MISSING_RAW, SFC_MISSING_SIZE };
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

void sfc_add_missing(struct sfc_buffer *out, const struct sfc_results *results)
{
    struct missing m = { .of = { { 0 } } };
    const size_t start = out->len;
    const char *between = "";
    find_missing(&m, results);
    for (unsigned k = 0; k < NUM_MISSING; k++) {
        for (size_t i = 0; i < m.of[k].count; i++) {
            sfc_buffer_printf(out, "%s%s", between, m.of[k].names[i]);
            between = k == MISSING_OTHER ? ", " : " ";
        }
        between = out->len > start ? ", " : "";
        free(m.of[k].names);
    }
}

/* "486 of 520 selected", BETWEEN, "v2 v3, s390x". */
static void add_skipped(struct sfc_buffer *out, const struct sfc_results *s, const char *between)
{
    struct sfc_buffer missing = { 0 };
    sfc_add_missing(&missing, s);
    sfc_buffer_printf(out, "%zu of %zu selected%s%s", s->totals.outcomes[SFC_SKIPPED], s->num_selected, between,
                      sfc_buffer_text(&missing));
    sfc_buffer_free(&missing);
}

void sfc_add_not_claimed(struct sfc_buffer *out, const struct sfc_results *results)
{
    if (results->totals.outcomes[SFC_SKIPPED] == 0)
        sfc_buffer_printf(out, "none");
    else
        add_skipped(out, results, ": ");
}

static void add_list(struct sfc_buffer *out, const char *label, const char *words)
{
    sfc_buffer_printf(out, "%s%s", label, words && *words ? words : "-");
}

void sfc_add_declared(struct sfc_buffer *out, const struct sfc_results *s)
{
    add_list(out, "profiles ", s->profiles);
    add_list(out, "; ABIs ", s->abis);
    add_list(out, "; byte orders ", s->orders);
    add_list(out, "; ops ", s->ops);
    if (s->unobservable && *s->unobservable)
        add_list(out, "; cannot show ", s->unobservable);
}

/* ---- What answers show ------------------------------------------------------------------- */

void sfc_add_kinds(struct sfc_buffer *out, const struct sfc_results *s)
{
    for (unsigned i = 0; i < SFC_NUM_EXPECTS && s->has_answers; i++)
        sfc_buffer_printf(out, "%s%s %zu of %zu", i > 0 ? ", " : "", sfc_expect_name((enum sfc_expect)i),
                          s->totals.kinds[i].right, s->totals.kinds[i].asked);
}

void sfc_add_rejections(struct sfc_buffer *out, const struct sfc_results *s)
{
    const struct sfc_proof *p = &s->proof;
    if (!s->has_answers)
        return;
    sfc_buffer_printf(out, "%zu right rejection%s", s->totals.rejections, s->totals.rejections == 1 ? "" : "s");
    if (p->unproved > 0)
        sfc_buffer_printf(out, ", %zu unproved: the reader gets the parent wrong or refuses it", p->unproved);
    if (p->not_shown > 0)
        sfc_buffer_printf(out, "%s %zu not shown: the parent was not asked", p->unproved > 0 ? ";" : ",", p->not_shown);
}

void sfc_add_judged(struct sfc_buffer *out, const struct sfc_results *s)
{
    if (s->has_answers)
        sfc_buffer_printf(out, "class judged in %zu of %zu, range in %zu", s->totals.judged_class, s->totals.rejections,
                          s->totals.judged_range);
}

/* ---- The conclusion ---------------------------------------------------------------------- */

/* What narrows the claim: " (486 of 520 selected not claimed: v2 v3, s390x; ...)", or nothing. */
static void add_limits(struct sfc_buffer *out, const struct sfc_results *s)
{
    const char *between = " (";
    if (s->totals.outcomes[SFC_SKIPPED] > 0) {
        sfc_buffer_printf(out, "%s", between);
        add_skipped(out, s, " not claimed: ");
        between = "; ";
    }
    if (s->num_selected < s->num_cases) {
        sfc_buffer_printf(out, "%s%zu of %zu cases selected", between, s->num_selected, s->num_cases);
        between = "; ";
    }
    if (sfc_results_hide_answers(s)) {
        sfc_buffer_printf(out, "%sread not shown: the adapter hides", between);
        add_hidden_keys(out, s);
    } else if (s->unobservable && *s->unobservable) {
        const char *rest = s->unobservable;
        size_t count = 0, len;
        while (sfc_next_word(&rest, &len))
            count++;
        sfc_buffer_printf(out, "%scannot show %zu key%s", between, count, count == 1 ? "" : "s");
    }
    if (out->len > 0)
        sfc_buffer_printf(out, ")");
}

static void add_narrow(struct sfc_buffer *out, const struct sfc_results *s, const char *limits)
{
    const size_t shown = s->totals.standings[SFC_STANDS_SHOWN];
    sfc_buffer_printf(out, "%zu of %zu asked pass", s->totals.outcomes[SFC_PASS], sfc_num_asked(s));
    if (shown > 0)
        sfc_buffer_printf(out, ", %zu failure%s not counted", shown, shown == 1 ? " is" : "s are");
    if (s->level != SFC_LEVEL_VALIDATE)
        sfc_buffer_printf(out, ", level %s", sfc_level_name(s->level));
    sfc_buffer_printf(out, "%s", limits);
}

/* All is as it should be. */
static void add_good(struct sfc_buffer *out, const struct sfc_results *s)
{
    const size_t known = s->totals.standings[SFC_STANDS_KNOWN];
    struct sfc_buffer limits = { 0 };
    add_limits(&limits, s);
    if (known > 0) {
        sfc_buffer_printf(out, "as expected: %zu known failure%s", known, known == 1 ? "" : "s");
        if (s->totals.may_pass > 0)
            sfc_buffer_printf(out, " (%zu may pass)", s->totals.may_pass);
        sfc_buffer_printf(out, ", none new%s", sfc_buffer_text(&limits));
    } else if (limits.len > 0) {
        add_narrow(out, s, limits.data);
    } else if (s->level != SFC_LEVEL_VALIDATE) {
        sfc_buffer_printf(out, "conforms at level %s", sfc_level_name(s->level));
    } else {
        sfc_buffer_printf(out, "conforms");
    }
    sfc_buffer_free(&limits);
}

const char *sfc_results_verdict(const struct sfc_results *s)
{
    struct sfc_buffer limits = { 0 };
    if (!s->has_summary || !s->complete)
        return "interrupted";
    switch (s->status) {
    case SFC_STATUS_CONFORMS: break;
    case SFC_STATUS_STALE: return "stale";
    case SFC_STATUS_NOTHING: return "nothing";
    case SFC_STATUS_BAD_END: return "bad-end";
    default: return "fails";
    }
    if (s->totals.standings[SFC_STANDS_KNOWN] > 0)
        return "as-expected";
    add_limits(&limits, s);
    const bool is_narrow = limits.len > 0 || s->level != SFC_LEVEL_VALIDATE;
    sfc_buffer_free(&limits);
    return is_narrow ? "passes" : "conforms";
}

void sfc_add_conclusion(struct sfc_buffer *out, const struct sfc_results *results)
{
    if (!results->has_summary || !results->complete) {
        sfc_buffer_printf(out, "no verdict, the run was interrupted");
        return;
    }
    switch (results->status) {
    case 0: add_good(out, results); break;
    case 1: sfc_buffer_printf(out, "does not conform"); break;
    case 2: sfc_buffer_printf(out, "the known-failure file is stale"); break;
    case 5: sfc_buffer_printf(out, "nothing ran"); break;
    case 6: sfc_buffer_printf(out, "%s", sfc_trouble_words(results)->what); break;
    default: sfc_buffer_printf(out, "the run failed"); break;
    }
}
