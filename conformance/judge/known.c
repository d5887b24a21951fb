/* SPDX-License-Identifier: MIT */
/* The known-failure file: read strictly, matched exactly. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "known.h"
#include "reasons.h"

enum { MAX_KNOWN = 64 << 20 };

const char sfc_unexplained[] = "unexplained";

bool sfc_known_is_unexplained(const char *reason)
{
    const size_t len = sizeof sfc_unexplained - 1;
    return strncmp(reason, sfc_unexplained, len) == 0 && (reason[len] == '\0' || reason[len] == ':');
}

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
bool sfc_known_names(const struct sfc_known_entry *entry, enum sfc_outcome wanted)
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
    return sfc_known_names(entry, SFC_PASS);
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
        return "the second word is not a failing outcome (see sframe-conform-outcomes(7))";
    return !sfc_known_may_pass(entry) || sfc_known_names(entry, SFC_CRASH)
                   || sfc_known_names(entry, SFC_STATE_DEPENDENT)
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
        if (sfc_outcome_is_unsafe((enum sfc_outcome)i) && sfc_known_names(entry, (enum sfc_outcome)i))
            return true;
    return false;
}

bool sfc_known_excuses(const struct sfc_case *c, const struct sfc_result *result, enum sfc_level gate)
{
    return (c->level > gate && !sfc_outcome_is_unsafe(result->outcome))
           || (c->multi_fault
               && (result->outcome == SFC_WRONG_OUTPUT || result->outcome == SFC_TOO_LENIENT
                   || result->outcome == SFC_TOO_STRICT || result->outcome == SFC_INCONSISTENT));
}

const struct sfc_known_entry *sfc_known_counting(const struct sfc_known_entry *entry, const struct sfc_case *c,
                                                 enum sfc_level gate)
{
    return entry && (c->level <= gate || names_unsafe(entry)) ? entry : NULL;
}

bool sfc_known_counts(const struct sfc_known_entry *entry, const struct sfc_case *c, enum sfc_level gate)
{
    return sfc_known_counting(entry, c, gate) != NULL;
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
    entry = sfc_known_counting(entry, c, gate);
    if (result->outcome == SFC_NOT_RUN)
        return SFC_STANDS_NOT_RUN;
    if (!entry)
        return !fails ? SFC_STANDS_GOOD : sfc_known_excuses(c, result, gate) ? SFC_STANDS_SHOWN : SFC_STANDS_UNEXPECTED;
    /* A case that may pass was asked many times (worker.c): it never failed. */
    if (!fails || !sfc_known_allows(entry, result))
        return SFC_STANDS_STALE;
    return sfc_known_is_unexplained(entry->reason) ? SFC_STANDS_UNEXPECTED : SFC_STANDS_KNOWN;
}

bool sfc_standing_fits(enum sfc_standing standing, enum sfc_outcome outcome)
{
    if (outcome == SFC_NOT_RUN || standing == SFC_STANDS_NOT_RUN)
        return outcome == SFC_NOT_RUN && standing == SFC_STANDS_NOT_RUN;
    return standing == SFC_STANDS_STALE || (standing == SFC_STANDS_GOOD) != sfc_outcome_fails(outcome);
}
