/* SPDX-License-Identifier: MIT */
/* The known-failure file: read strictly, matched exactly, written with the reasons it had. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "known.h"
#include "reasons.h"

enum { MAX_KNOWN = 64 << 20 };

const char sfc_unexplained[] = "unexplained";

/* ---- Reading ------------------------------------------------------------------ */

/* Is this one failing outcome, with or without a detail? After another one, `pass` is allowed. */
static bool is_outcome(const char *text, size_t len, bool is_first)
{
    const char *colon = memchr(text, ':', len);
    enum sfc_outcome outcome;
    if (!sfc_outcome_from_name(text, colon ? (size_t)(colon - text) : len, &outcome))
        return false;
    if (outcome == SFC_PASS)
        return !is_first && !colon;
    return sfc_outcome_fails(outcome) && (!colon || (size_t)(colon - text) + 1 < len);
}

static bool are_outcomes(const char *text)
{
    for (bool is_first = true;; is_first = false) {
        const size_t len = strcspn(text, "|");
        if (!is_outcome(text, len, is_first))
            return false;
        if (text[len] == '\0')
            return true;
        text += len + 1;
    }
}

/* Does the entry name this outcome, with or without a detail? */
static bool names(const struct sfc_known_entry *entry, enum sfc_outcome wanted)
{
    for (const char *at = entry->outcomes;; at++) {
        enum sfc_outcome outcome;
        if (sfc_outcome_from_name(at, strcspn(at, ":|"), &outcome) && outcome == wanted)
            return true;
        at = strchr(at, '|');
        if (!at)
            return false;
    }
}

bool sfc_known_may_pass(const struct sfc_known_entry *entry)
{
    return names(entry, SFC_PASS);
}

/* Cuts "ID OUTCOME" in two. Returns what is wrong with it, or NULL. */
static const char *read_entry(char *text, struct sfc_known_entry *entry)
{
    char *outcomes = strchr(text, ' ');
    if (!outcomes)
        return "expected `ID OUTCOME`";
    *outcomes++ = '\0';
    entry->id = text;
    entry->outcomes = outcomes;
    if (!are_outcomes(outcomes))
        return "the second word is not a failing outcome (see sframe-conform(1))";
    return !sfc_known_may_pass(entry) || names(entry, SFC_CRASH) || names(entry, SFC_STATE_DEPENDENT)
               ? NULL
               : "`pass` needs `crash` or `state-dependent` beside it: only what depends on chance may pass";
}

static int compare_entries(const void *a, const void *b)
{
    return strcmp(((const struct sfc_known_entry *)a)->id, ((const struct sfc_known_entry *)b)->id);
}

/* The comments at the top of the text, without blank lines after them. */
static char *copy_comments(const char *text)
{
    size_t len = 0, end = 0;
    while (text[len] == '#' || text[len] == '\n') {
        const bool blank = text[len] == '\n';
        len += strcspn(text + len, "\n");
        len += text[len] == '\n';
        end = blank ? end : len;
    }
    return sfc_copy_text(text, end);
}

static bool read_entries(struct sfc_known *known, struct sfc_error *error)
{
    struct gen_reasons r = { .next = known->text };
    while (gen_reasons_next(&r)) {
        if ((known->count & (known->count - 1)) == 0)
            known->entries =
                sfc_grow(known->entries, known->count == 0 ? 1 : known->count * 2, sizeof known->entries[0]);
        struct sfc_known_entry *entry = &known->entries[known->count++];
        *entry = (struct sfc_known_entry){ .reason = r.reason, .line = r.line };
        const char *wrong = read_entry((char *)r.entry, entry);
        if (wrong)
            return sfc_fail(error, "%s:%u: %s", known->path, r.line, wrong);
    }
    return !r.wrong || sfc_fail(error, "%s:%u: %s", known->path, r.line, r.wrong);
}

bool sfc_known_read(struct sfc_known *known, const char *path, struct sfc_error *error)
{
    size_t len = 0;
    *known = (struct sfc_known){ .path = sfc_copy_text(path, strlen(path)) };
    known->text = sfc_read_file(path, MAX_KNOWN, &len, error);
    bool good = known->text != NULL;
    if (good && strlen(known->text) != len)
        good = sfc_fail(error, "%s:1: has NUL bytes", path);
    if (good)
        known->comments = copy_comments(known->text);
    good = good && read_entries(known, error);
    if (good && known->count > 0)
        qsort(known->entries, known->count, sizeof known->entries[0], compare_entries);
    for (size_t i = 1; good && i < known->count; i++)
        if (strcmp(known->entries[i].id, known->entries[i - 1].id) == 0)
            good = sfc_fail(error, "%s:%u: %s has an entry at line %u too", path, known->entries[i].line,
                            known->entries[i].id, known->entries[i - 1].line);
    if (!good)
        sfc_known_free(known);
    return good;
}

void sfc_known_free(struct sfc_known *known)
{
    free(known->path);
    free(known->text);
    free(known->comments);
    free(known->entries);
    *known = (struct sfc_known){ 0 };
}

const struct sfc_known_entry *sfc_known_find(const struct sfc_known *known, const char *id)
{
    const struct sfc_known_entry wanted = { .id = id };
    return !known || known->count == 0 ? NULL
                                       : bsearch(&wanted, known->entries, known->count, sizeof wanted, compare_entries);
}

/* ---- Matching ------------------------------------------------------------------ */

bool sfc_known_allows(const struct sfc_known_entry *entry, const struct sfc_result *result)
{
    const char *name = sfc_outcome_name(result->outcome), *detail = result->detail ? result->detail : "";
    for (const char *at = entry->outcomes;;) {
        const size_t len = strcspn(at, "|"), name_len = strcspn(at, ":|");
        const bool same_name = strlen(name) == name_len && memcmp(at, name, name_len) == 0;
        const bool same_detail =
            name_len == len
            || (strlen(detail) == len - name_len - 1 && memcmp(at + name_len + 1, detail, len - name_len - 1) == 0);
        if (same_name && same_detail)
            return true;
        if (at[len] == '\0')
            return false;
        at += len + 1;
    }
}

/* Does an entry about a case above the gate count? Only if it names what breaks every level. */
static bool names_unsafe(const struct sfc_known_entry *entry)
{
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        if (sfc_outcome_is_unsafe((enum sfc_outcome)i) && names(entry, (enum sfc_outcome)i))
            return true;
    return false;
}

/* A reader may name any of several faults, but it has to answer. Above the gate any answer will
   do. */
static bool is_excused(const struct sfc_case *c, const struct sfc_result *result, enum sfc_level gate)
{
    return (c->level > gate && !sfc_outcome_is_unsafe(result->outcome))
           || (c->multi_fault
               && (result->outcome == SFC_WRONG_OUTPUT || result->outcome == SFC_TOO_LENIENT
                   || result->outcome == SFC_TOO_STRICT || result->outcome == SFC_INCONSISTENT));
}

/* The entry, if it counts in a run with this gate. */
static const struct sfc_known_entry *counting(const struct sfc_known_entry *entry, const struct sfc_case *c,
                                              enum sfc_level gate)
{
    return entry && (c->level <= gate || names_unsafe(entry)) ? entry : NULL;
}

bool sfc_known_counts(const struct sfc_known_entry *entry, const struct sfc_case *c, enum sfc_level gate)
{
    return counting(entry, c, gate) != NULL;
}

static const char *const standing_names[] = { "good", "known", "unexpected", "stale", "shown", "not-run" };

const char *sfc_standing_name(enum sfc_standing standing)
{
    return standing_names[standing];
}

enum sfc_standing sfc_known_standing(const struct sfc_known_entry *entry, const struct sfc_case *c,
                                     const struct sfc_result *result, enum sfc_level gate)
{
    const bool fails = sfc_outcome_fails(result->outcome);
    entry = counting(entry, c, gate);
    if (result->outcome == SFC_NOT_RUN)
        return SFC_STANDS_NOT_RUN;
    if (!entry)
        return !fails ? SFC_STANDS_GOOD : is_excused(c, result, gate) ? SFC_STANDS_SHOWN : SFC_STANDS_UNEXPECTED;
    /* A case that may pass was asked many times (worker.c): it never failed. */
    if (!fails || !sfc_known_allows(entry, result))
        return SFC_STANDS_STALE;
    return strcmp(entry->reason, sfc_unexplained) == 0 ? SFC_STANDS_UNEXPECTED : SFC_STANDS_KNOWN;
}

bool sfc_standing_fits(enum sfc_standing standing, enum sfc_outcome outcome)
{
    if (outcome == SFC_NOT_RUN || standing == SFC_STANDS_NOT_RUN)
        return outcome == SFC_NOT_RUN && standing == SFC_STANDS_NOT_RUN;
    return standing == SFC_STANDS_STALE || (standing == SFC_STANDS_GOOD) != sfc_outcome_fails(outcome);
}

/* ---- Writing ------------------------------------------------------------------- */

static const char default_comments[] =
    "# Known failures: a reason, then each case that fails for it as ID OUTCOME. The list is exact: an entry that\n"
    "# passes, fails in another way or matches no case makes a run fail.\n";

/* The entries of the file that is being written. */
struct written {
    struct sfc_known_entry *entries;
    size_t count;
    char **outcomes; /* of the new entries */
    size_t num_outcomes;
};

static void add_new(struct written *w, const char *id, const struct sfc_result *r)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "%s%s%s", sfc_outcome_name(r->outcome), r->detail ? ":" : "", r->detail ? r->detail : "");
    w->outcomes[w->num_outcomes++] = b.data;
    w->entries[w->count++] = (struct sfc_known_entry){ id, b.data, sfc_unexplained, 0 };
}

/* Adds what the file says of a case of the run; `old` is its entry so far, or NULL. */
static void add_case(struct written *w, const struct sfc_known_entry *old, const struct sfc_known_case *c,
                     enum sfc_level gate)
{
    const struct sfc_result *r = c->result;
    old = counting(old, c->c, gate);
    if (old && (r->outcome == SFC_NOT_RUN || (r->outcome != SFC_PASS && sfc_known_allows(old, r))))
        w->entries[w->count++] = *old;
    else if (r->outcome != SFC_NOT_RUN && sfc_outcome_fails(r->outcome) && !is_excused(c->c, r, gate))
        add_new(w, c->c->id, r);
}

static int compare_reasons(const void *a, const void *b)
{
    const struct sfc_known_entry *x = a, *y = b;
    const int order = strcmp(x->reason, y->reason);
    return order != 0 ? order : compare_entries(a, b);
}

/* Sorts the entries by reason and id, and writes each reason above its entries. */
static bool write_entries(const char *path, const char *comments, struct written *w, struct sfc_error *error)
{
    struct sfc_buffer out = { 0 };
    if (w->count > 0)
        qsort(w->entries, w->count, sizeof w->entries[0], compare_reasons);
    sfc_buffer_printf(&out, "%s", comments);
    for (size_t i = 0; i < w->count; i++) {
        const struct sfc_known_entry *e = &w->entries[i];
        if (i == 0 || strcmp(e->reason, w->entries[i - 1].reason) != 0)
            sfc_buffer_printf(&out, "\n%s\n", e->reason);
        sfc_buffer_printf(&out, "  %s %s\n", e->id, e->outcomes);
    }
    const bool good = sfc_write_file(path, out.data, out.len, error);
    sfc_buffer_free(&out);
    return good;
}

bool sfc_known_write(const char *path, bool force, const struct sfc_known *old, const struct sfc_corpus *corpus,
                     const struct sfc_known_case *cases, size_t count, enum sfc_level gate, struct sfc_error *error)
{
    if (!force && access(path, F_OK) == 0)
        return sfc_fail(
            error, "%s: exists already; --force replaces it and keeps the reasons of entries that still hold", path);
    const size_t num_old = old ? old->count : 0;
    struct written w = {
        .entries = sfc_alloc(num_old + count, sizeof w.entries[0]),
        .outcomes = sfc_alloc(count, sizeof w.outcomes[0]),
    };
    for (size_t i = 0, next = 0; i < count || next < num_old;) {
        const struct sfc_known_entry *entry = next < num_old ? &old->entries[next] : NULL;
        const int order = !entry ? -1 : i == count ? 1 : strcmp(cases[i].c->id, entry->id);
        if (order <= 0)
            add_case(&w, order == 0 ? entry : NULL, &cases[i], gate);
        else if (sfc_corpus_find(corpus, entry->id))
            w.entries[w.count++] = *entry;
        next += order >= 0;
        i += order <= 0;
    }
    const bool good = write_entries(path, old && old->comments[0] ? old->comments : default_comments, &w, error);
    for (size_t i = 0; i < w.num_outcomes; i++)
        free(w.outcomes[i]);
    free(w.outcomes);
    free(w.entries);
    return good;
}
