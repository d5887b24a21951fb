/* SPDX-License-Identifier: MIT */
/* Finds the distinct defects in results, and the cases that show each best. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cause.h"
#include "defect.h"
#include "index.h"
#include "reason.h"

enum { MAX_TOKEN = 60 };

/* ---- Names ----------------------------------------------------------------------------- */

/* Any text as the name of a file: no dot begins it or follows another. */
static char *make_token(const char *text)
{
    struct sfc_buffer b = { 0 };
    for (; *text && b.len < MAX_TOKEN; text++) {
        const bool after_word = b.len > 0 && isalnum((unsigned char)b.data[b.len - 1]);
        if (isalnum((unsigned char)*text) || (*text == '.' && after_word))
            sfc_buffer_add(&b, text, 1);
        else if (after_word)
            sfc_buffer_add(&b, "-", 1);
    }
    while (b.len > 0 && !isalnum((unsigned char)b.data[b.len - 1]))
        b.data[--b.len] = '\0';
    if (b.len == 0)
        sfc_buffer_printf(&b, "defect");
    return b.data;
}

/* The sentence of a token in causes.txt, or NULL. */
static char *find_cause(const char *causes, const char *token, size_t len)
{
    struct sfc_cause_lines lines = { .next = causes };
    while (sfc_next_cause(&lines) || lines.is_wrong)
        if (!lines.is_wrong && lines.token_len == len && memcmp(lines.token, token, len) == 0)
            return sfc_copy_text(lines.what, lines.what_len);
    return NULL;
}

/* ---- Grouping ---------------------------------------------------------------------------- */

/* The defects so far, found by their keys and tokens. */
struct finder {
    struct sfc_defects *defects;
    struct sfc_index keys, tokens;
};

/* A token that no other defect has. README is the page that lists them. The number starts high, because forged results
   may have thousands of reasons that differ only at their ends. */
static char *make_own_token(const struct finder *f, const char *text)
{
    char *base = make_token(text), *token = sfc_copy_string(base);
    for (size_t n = f->defects->count + 1;
         strcasecmp(token, "README") == 0 || sfc_index_find(&f->tokens, token) != SFC_INDEX_NONE; n++) {
        free(token);
        token = sfc_format("%s.%zu", base, n);
    }
    free(base);
    return token;
}

/* Its place among the defects. */
static size_t add_defect(struct finder *f, const char *key, const char *what, bool is_known)
{
    struct sfc_defects *defects = f->defects;
    const size_t at = defects->count;
    char *token = make_own_token(f, key);
    /* The array doubles. */
    if ((at & (at - 1)) == 0)
        defects->items = sfc_grow(defects->items, at == 0 ? 1 : at * 2, sizeof defects->items[0]);
    struct sfc_defect *d = &defects->items[defects->count++];
    *d = (struct sfc_defect){
        .token = token, .key = sfc_copy_string(key), .what = sfc_copy_string(what), .is_known = is_known
    };
    sfc_index_add(&f->keys, d->key, at);
    sfc_index_add(&f->tokens, d->token, at);
    return at;
}

static void add_failure(struct finder *f, const char *key, const char *what, bool is_known,
                        const struct sfc_failure *failure)
{
    size_t at = sfc_index_find(&f->keys, key);
    if (at == SFC_INDEX_NONE)
        at = add_defect(f, key, what, is_known);
    struct sfc_defect *d = &f->defects->items[at];
    if ((d->count & (d->count - 1)) == 0)
        d->failures = sfc_grow(d->failures, d->count == 0 ? 1 : d->count * 2, sizeof d->failures[0]);
    d->failures[d->count++] = *failure;
}

/* A failure without a list: its cause, by whatever number a value is off. */
static void add_unlisted(struct finder *f, const struct sfc_failure *failure)
{
    const struct sfc_record *r = failure->record;
    if (r->cause)
        add_failure(f, r->cause, r->cause_title, false, failure);
}

static void add_known(struct finder *f, const char *causes, const struct sfc_failure *failure)
{
    const char *reason = failure->record->reason;
    const size_t count = sfc_count_tokens(reason);
    if (count == 0)
        add_failure(f, reason, reason, false, failure);
    for (size_t i = 0, len; i < count; i++, reason += len + 2) {
        sfc_next_token(&reason, &len);
        char *token = sfc_copy_text(reason, len), *what = find_cause(causes, token, len);
        add_failure(f, token, what ? what : strstr(reason, ": ") + 2, true, failure);
        free(token);
        free(what);
    }
}

/* Does this failure count, so that somebody has something to repair? */
static bool is_defect(const struct sfc_record *r)
{
    return sfc_outcome_fails(r->outcome)
           && (r->standing == SFC_STANDS_KNOWN || r->standing == SFC_STANDS_UNEXPECTED
               || r->standing == SFC_STANDS_STALE);
}

/* ---- The cases to show --------------------------------------------------------------------- */

/* All failures of one case for one defect. */
struct candidate {
    const struct sfc_case *c;
    const struct sfc_failure *first; /* the first of `count` */
    size_t count;
    size_t num_runs; /* of these, how many fail no case that is shown already */
};

/* Which of two numbers is better: -1 if the first one is. */
static int prefer_less(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_candidates(const struct candidate *a, const struct candidate *b)
{
    const struct sfc_record *x = a->first->record, *y = b->first->record;
    const int orders[] = {
        prefer_less(x->multi_fault != NULL, y->multi_fault != NULL),
        prefer_less(b->num_runs, a->num_runs),
        /* Of a known failure: that shows nothing else. */
        prefer_less(x->reason ? sfc_count_tokens(x->reason) : 0, y->reason ? sfc_count_tokens(y->reason) : 0),
        /* Any tool can be asked to decode. */
        prefer_less(a->c->op != SFC_OP_DECODE, b->c->op != SFC_OP_DECODE),
        prefer_less(x->level, y->level),
        prefer_less(x->size, y->size),
        prefer_less(strcmp(x->abi, "amd64") != 0, strcmp(y->abi, "amd64") != 0),
        prefer_less(strcmp(x->order, "little") != 0, strcmp(y->order, "little") != 0),
        strcmp(x->id, y->id),
    };
    for (unsigned i = 0; i < sizeof orders / sizeof orders[0]; i++)
        if (orders[i] != 0)
            return orders[i];
    return 0;
}

static int compare_failures(const void *a, const void *b)
{
    const struct sfc_failure *x = a, *y = b;
    const int order = strcmp(x->record->id, y->record->id);
    return order != 0 ? order : x->run < y->run ? -1 : x->run > y->run;
}

/* Is the record about this case? Another corpus may have other bytes under the same id. */
static bool is_of_case(const struct sfc_record *r, const struct sfc_case *c)
{
    return c && r->size == c->size && r->bytes_at <= c->size && r->num_bytes <= c->size - r->bytes_at
           && (!r->bytes || memcmp(r->bytes, c->bytes + r->bytes_at, r->num_bytes) == 0);
}

/* The case whose failures begin at [from]. */
static struct candidate make_candidate(const struct sfc_defect *d, size_t from, const struct sfc_corpus *corpus)
{
    const struct sfc_failure *f = &d->failures[from];
    size_t end = from + 1;
    while (end < d->count && strcmp(d->failures[end].record->id, f->record->id) == 0)
        end++;
    return (struct candidate){ sfc_corpus_find(corpus, f->record->id), f, end - from, 0 };
}

/* Chooses one more case. False if every run with failures fails one that is shown. */
static bool choose(struct sfc_defect *d, const struct sfc_results *runs, bool *covered, const struct sfc_corpus *corpus)
{
    struct candidate best = { .c = NULL }, one;
    for (size_t i = 0; i < d->count; i += one.count) {
        one = make_candidate(d, i, corpus);
        for (size_t k = 0; k < one.count; k++)
            one.num_runs += !covered[one.first[k].run - runs];
        if (one.num_runs > 0 && (!best.c || compare_candidates(&one, &best) < 0))
            best = one;
    }
    if (!best.c)
        return false;
    for (size_t k = 0; k < best.count; k++)
        covered[best.first[k].run - runs] = true;
    d->shown = sfc_grow(d->shown, d->num_shown + 1, sizeof d->shown[0]);
    d->shown[d->num_shown++] = best.c;
    return true;
}

static void choose_all(struct sfc_defects *defects, const struct sfc_corpus *corpus)
{
    for (size_t i = 0; i < defects->count; i++) {
        struct sfc_defect *d = &defects->items[i];
        bool *covered = sfc_alloc(defects->num_runs, sizeof covered[0]);
        qsort(d->failures, d->count, sizeof d->failures[0], compare_failures);
        while (choose(d, defects->runs, covered, corpus))
            ;
        free(covered);
    }
}

static int compare_defects(const void *a, const void *b)
{
    return strcmp(((const struct sfc_defect *)a)->token, ((const struct sfc_defect *)b)->token);
}

/* False and *error if a result is not of this corpus. */
static bool find_all(struct finder *f, const struct sfc_corpus *corpus, const char *causes, struct sfc_error *error)
{
    for (size_t s = 0; s < f->defects->num_runs; s++) {
        const struct sfc_results *run = &f->defects->runs[s];
        for (size_t i = 0; i < run->count; i++) {
            const struct sfc_failure failure = { run, &run->records[i] };
            if (!is_defect(failure.record))
                continue;
            if (!is_of_case(failure.record, sfc_corpus_find(corpus, failure.record->id)))
                return sfc_fail(error,
                                "%s: %s is not this case of the corpus %s; name the corpus of the run with --corpus",
                                run->path, failure.record->id, corpus->root);
            if (failure.record->standing == SFC_STANDS_KNOWN && failure.record->reason)
                add_known(f, causes, &failure);
            else
                add_unlisted(f, &failure);
        }
    }
    return true;
}

bool sfc_defects_find(struct sfc_defects *defects, const struct sfc_results *runs, size_t num_runs,
                      const struct sfc_corpus *corpus, const char *causes, struct sfc_error *error)
{
    *defects = (struct sfc_defects){ runs, num_runs, NULL, 0 };
    struct finder finder = { .defects = defects };
    const bool found = find_all(&finder, corpus, causes, error);
    sfc_index_free(&finder.keys);
    sfc_index_free(&finder.tokens);
    if (!found)
        return false;
    choose_all(defects, corpus);
    if (defects->count > 0)
        qsort(defects->items, defects->count, sizeof defects->items[0], compare_defects);
    return true;
}

void sfc_defects_free(struct sfc_defects *defects)
{
    for (size_t i = 0; i < defects->count; i++) {
        free(defects->items[i].token);
        free(defects->items[i].key);
        free(defects->items[i].what);
        free(defects->items[i].failures);
        free(defects->items[i].shown);
    }
    free(defects->items);
    *defects = (struct sfc_defects){ 0 };
}
