/* SPDX-License-Identifier: MIT */
/* The known-failure file: read strictly, matched exactly, written without losing what a person wrote. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "known.h"

enum { MAX_KNOWN = 64 << 20 };

const char sfc_unexplained[] = "unexplained";

/* ---- Reading ------------------------------------------------------------------ */

/* Names one failing outcome, with a detail or without; or, behind another one, `pass`. */
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

/* Cuts "ID OUTCOME REASON"; what is wrong with it, or NULL. */
static const char *read_entry(char *line, struct sfc_known_entry *entry)
{
    char *outcomes = strchr(line, ' ');
    if (!outcomes || outcomes == line)
        return "expected `ID OUTCOME REASON`";
    *outcomes++ = '\0';
    outcomes += strspn(outcomes, " ");
    char *reason = strchr(outcomes, ' ');
    if (!reason)
        return "the reason is missing";
    *reason++ = '\0';
    reason += strspn(reason, " ");
    if (*reason == '\0')
        return "the reason is missing";
    *entry = (struct sfc_known_entry){ .id = line, .outcomes = outcomes, .reason = reason };
    return are_outcomes(outcomes) ? NULL : "the second word names no failing outcome (see sframe-conform(1))";
}

static int compare_entries(const void *a, const void *b)
{
    return strcmp(((const struct sfc_known_entry *)a)->id, ((const struct sfc_known_entry *)b)->id);
}

static bool read_lines(struct sfc_known *known, struct sfc_error *error)
{
    struct sfc_buffer comments = { 0 };
    unsigned number = 0;
    bool good = true;
    sfc_buffer_add(&comments, "", 0);
    for (char *line = known->text, *next; good && *line; line = next) {
        const size_t len = strcspn(line, "\n");
        next = line + len + (line[len] == '\n');
        line[len] = '\0';
        number++;
        if (*line == '#' || *line == '\0') {
            if (known->count == 0)
                sfc_buffer_printf(&comments, "%s\n", line);
            continue;
        }
        known->entries = sfc_grow(known->entries, known->count + 1, sizeof known->entries[0]);
        struct sfc_known_entry *entry = &known->entries[known->count++];
        const char *wrong = read_entry(line, entry);
        entry->line = number;
        good = !wrong || sfc_fail(error, "%s:%u: %s", known->path, number, wrong);
    }
    known->comments = comments.data;
    return good;
}

bool sfc_known_read(struct sfc_known *known, const char *path, struct sfc_error *error)
{
    size_t len = 0;
    *known = (struct sfc_known){ .path = sfc_copy_text(path, strlen(path)) };
    known->text = sfc_read_file(path, MAX_KNOWN, &len, error);
    bool good = known->text != NULL;
    if (good && strlen(known->text) != len)
        good = sfc_fail(error, "%s:1: has NUL bytes", path);
    good = good && read_lines(known, error);
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

/* Of several faults a reader may name any. No fault is a reason to give no answer. */
static bool is_excused(const struct sfc_case *c, const struct sfc_result *result)
{
    return c->multi_fault
           && (result->outcome == SFC_WRONG_OUTPUT || result->outcome == SFC_TOO_LENIENT
               || result->outcome == SFC_TOO_STRICT || result->outcome == SFC_INCONSISTENT);
}

static const char *const standing_names[] = { "good", "known", "unexpected", "stale", "shown", "not-run" };

const char *sfc_standing_name(enum sfc_standing standing)
{
    return standing_names[standing];
}

enum sfc_standing sfc_known_standing(const struct sfc_known_entry *entry, const struct sfc_case *c,
                                     const struct sfc_result *result)
{
    const bool fails = sfc_outcome_fails(result->outcome);
    if (result->outcome == SFC_NOT_RUN)
        return SFC_STANDS_NOT_RUN;
    if (!entry)
        return !fails ? SFC_STANDS_GOOD : is_excused(c, result) ? SFC_STANDS_SHOWN : SFC_STANDS_UNEXPECTED;
    if (result->outcome == SFC_SKIPPED || !sfc_known_allows(entry, result))
        return SFC_STANDS_STALE;
    if (!fails)
        return SFC_STANDS_GOOD;
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
    "# Known failures, one a line: ID OUTCOME REASON. The list is exact: an entry that passes, fails in another way\n"
    "# or matches no case makes a run fail.\n";

static void keep(struct sfc_buffer *out, const struct sfc_known_entry *entry)
{
    sfc_buffer_printf(out, "%s %s %s\n", entry->id, entry->outcomes, entry->reason);
}

/* What the file says of a case that the run has; `old` is its entry so far, or NULL. */
static void write_case(struct sfc_buffer *out, const struct sfc_known_entry *old, const struct sfc_known_case *c)
{
    const struct sfc_result *r = c->result;
    if (old && (r->outcome == SFC_NOT_RUN || sfc_known_allows(old, r)))
        keep(out, old);
    else if (r->outcome != SFC_NOT_RUN && sfc_outcome_fails(r->outcome) && !is_excused(c->c, r))
        sfc_buffer_printf(out, "%s %s%s%s %s\n", c->c->id, sfc_outcome_name(r->outcome), r->detail ? ":" : "",
                          r->detail ? r->detail : "", sfc_unexplained);
}

bool sfc_known_write(const char *path, bool force, const struct sfc_known *old, const struct sfc_corpus *corpus,
                     const struct sfc_known_case *cases, size_t count, struct sfc_error *error)
{
    if (!force && access(path, F_OK) == 0)
        return sfc_fail(
            error, "%s: exists already; --force replaces it, keeping the reasons of entries that still hold", path);
    struct sfc_buffer out = { 0 };
    const size_t num_old = old ? old->count : 0;
    sfc_buffer_printf(&out, "%s", old && old->comments[0] ? old->comments : default_comments);
    for (size_t i = 0, next = 0; i < count || next < num_old;) {
        const struct sfc_known_entry *entry = next < num_old ? &old->entries[next] : NULL;
        const int order = !entry ? -1 : i == count ? 1 : strcmp(cases[i].c->id, entry->id);
        if (order <= 0)
            write_case(&out, order == 0 ? entry : NULL, &cases[i]);
        else if (sfc_corpus_find(corpus, entry->id))
            keep(&out, entry);
        next += order >= 0;
        i += order <= 0;
    }
    const bool good = sfc_write_file(path, out.data, out.len, error);
    sfc_buffer_free(&out);
    return good;
}
