/* SPDX-License-Identifier: MIT */
/* The known-failure file: read strictly, matched exactly, written without losing what a person wrote. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "known.h"

enum { MAX_KNOWN = 64 << 20 };

const char sfr_unexplained[] = "unexplained";

/* ---- Reading ------------------------------------------------------------------ */

/* Names one failing outcome, with a detail or without; or, behind another one, `pass`. */
static bool is_outcome(const char *text, size_t len, bool is_first)
{
    const char *colon = memchr(text, ':', len);
    enum sfr_outcome outcome;
    if (!sfr_outcome_from_name(text, colon ? (size_t)(colon - text) : len, &outcome))
        return false;
    if (outcome == SFR_PASS)
        return !is_first && !colon;
    return sfr_outcome_fails(outcome) && (!colon || (size_t)(colon - text) + 1 < len);
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
static const char *read_entry(char *line, struct sfr_known_entry *entry)
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
    *entry = (struct sfr_known_entry){ .id = line, .outcomes = outcomes, .reason = reason };
    return are_outcomes(outcomes) ? NULL : "the second word names no failing outcome (see sframe-conform(1))";
}

static int compare_entries(const void *a, const void *b)
{
    return strcmp(((const struct sfr_known_entry *)a)->id, ((const struct sfr_known_entry *)b)->id);
}

static bool read_lines(struct sfr_known *known, struct sfr_error *error)
{
    struct sfr_buffer comments = { 0 };
    unsigned number = 0;
    bool good = true;
    sfr_buffer_add(&comments, "", 0);
    for (char *line = known->text, *next; good && *line; line = next) {
        const size_t len = strcspn(line, "\n");
        next = line + len + (line[len] == '\n');
        line[len] = '\0';
        number++;
        if (*line == '#' || *line == '\0') {
            if (known->count == 0)
                sfr_buffer_printf(&comments, "%s\n", line);
            continue;
        }
        known->entries = sfr_grow(known->entries, known->count + 1, sizeof known->entries[0]);
        struct sfr_known_entry *entry = &known->entries[known->count++];
        const char *wrong = read_entry(line, entry);
        entry->line = number;
        good = !wrong || sfr_fail(error, "%s:%u: %s", known->path, number, wrong);
    }
    known->comments = comments.data;
    return good;
}

bool sfr_known_read(struct sfr_known *known, const char *path, struct sfr_error *error)
{
    size_t len = 0;
    *known = (struct sfr_known){ .path = sfr_copy_text(path, strlen(path)) };
    known->text = sfr_read_file(path, MAX_KNOWN, &len, error);
    bool good = known->text != NULL;
    if (good && strlen(known->text) != len)
        good = sfr_fail(error, "%s:1: has NUL bytes", path);
    good = good && read_lines(known, error);
    if (good && known->count > 0)
        qsort(known->entries, known->count, sizeof known->entries[0], compare_entries);
    for (size_t i = 1; good && i < known->count; i++)
        if (strcmp(known->entries[i].id, known->entries[i - 1].id) == 0)
            good = sfr_fail(error, "%s:%u: %s has an entry at line %u too", path, known->entries[i].line,
                            known->entries[i].id, known->entries[i - 1].line);
    if (!good)
        sfr_known_free(known);
    return good;
}

void sfr_known_free(struct sfr_known *known)
{
    free(known->path);
    free(known->text);
    free(known->comments);
    free(known->entries);
    *known = (struct sfr_known){ 0 };
}

const struct sfr_known_entry *sfr_known_find(const struct sfr_known *known, const char *id)
{
    const struct sfr_known_entry wanted = { .id = id };
    return !known || known->count == 0 ? NULL
                                       : bsearch(&wanted, known->entries, known->count, sizeof wanted, compare_entries);
}

/* ---- Matching ------------------------------------------------------------------ */

bool sfr_known_allows(const struct sfr_known_entry *entry, const struct sfr_result *result)
{
    const char *name = sfr_outcome_name(result->outcome), *detail = result->detail ? result->detail : "";
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
static bool is_excused(const struct sfr_case *c, const struct sfr_result *result)
{
    return c->multi_fault
           && (result->outcome == SFR_WRONG_OUTPUT || result->outcome == SFR_TOO_LENIENT
               || result->outcome == SFR_TOO_STRICT || result->outcome == SFR_INCONSISTENT);
}

enum sfr_standing sfr_known_standing(const struct sfr_known_entry *entry, const struct sfr_case *c,
                                     const struct sfr_result *result)
{
    const bool fails = sfr_outcome_fails(result->outcome);
    if (result->outcome == SFR_NOT_RUN)
        return SFR_STANDS_NOT_RUN;
    if (!entry)
        return !fails ? SFR_STANDS_GOOD : is_excused(c, result) ? SFR_STANDS_SHOWN : SFR_STANDS_UNEXPECTED;
    if (result->outcome == SFR_SKIPPED || !sfr_known_allows(entry, result))
        return SFR_STANDS_STALE;
    if (!fails)
        return SFR_STANDS_GOOD;
    return strcmp(entry->reason, sfr_unexplained) == 0 ? SFR_STANDS_UNEXPECTED : SFR_STANDS_KNOWN;
}

bool sfr_standing_fits(enum sfr_standing standing, enum sfr_outcome outcome)
{
    if (outcome == SFR_NOT_RUN || standing == SFR_STANDS_NOT_RUN)
        return outcome == SFR_NOT_RUN && standing == SFR_STANDS_NOT_RUN;
    return standing == SFR_STANDS_STALE || (standing == SFR_STANDS_GOOD) != sfr_outcome_fails(outcome);
}

/* ---- Writing ------------------------------------------------------------------- */

static const char default_comments[] =
    "# Known failures, one a line: ID OUTCOME REASON. The list is exact: an entry that passes, fails in another way\n"
    "# or matches no case makes a run fail.\n";

static void keep(struct sfr_buffer *out, const struct sfr_known_entry *entry)
{
    sfr_buffer_printf(out, "%s %s %s\n", entry->id, entry->outcomes, entry->reason);
}

/* What the file says of a case that the run has; `old` is its entry so far, or NULL. */
static void write_case(struct sfr_buffer *out, const struct sfr_known_entry *old, const struct sfr_known_case *c)
{
    const struct sfr_result *r = c->result;
    if (old && (r->outcome == SFR_NOT_RUN || sfr_known_allows(old, r)))
        keep(out, old);
    else if (r->outcome != SFR_NOT_RUN && sfr_outcome_fails(r->outcome) && !is_excused(c->c, r))
        sfr_buffer_printf(out, "%s %s%s%s %s\n", c->c->id, sfr_outcome_name(r->outcome), r->detail ? ":" : "",
                          r->detail ? r->detail : "", sfr_unexplained);
}

bool sfr_known_write(const char *path, bool force, const struct sfr_known *old, const struct sfr_corpus *corpus,
                     const struct sfr_known_case *cases, size_t count, struct sfr_error *error)
{
    if (!force && access(path, F_OK) == 0)
        return sfr_fail(
            error, "%s: exists already; --force replaces it, keeping the reasons of entries that still hold", path);
    struct sfr_buffer out = { 0 };
    const size_t num_old = old ? old->count : 0;
    sfr_buffer_printf(&out, "%s", old && old->comments[0] ? old->comments : default_comments);
    for (size_t i = 0, next = 0; i < count || next < num_old;) {
        const struct sfr_known_entry *entry = next < num_old ? &old->entries[next] : NULL;
        const int order = !entry ? -1 : i == count ? 1 : strcmp(cases[i].c->id, entry->id);
        if (order <= 0)
            write_case(&out, order == 0 ? entry : NULL, &cases[i]);
        else if (sfr_corpus_find(corpus, entry->id))
            keep(&out, entry);
        next += order >= 0;
        i += order <= 0;
    }
    const bool good = sfr_write_file(path, out.data, out.len, error);
    sfr_buffer_free(&out);
    return good;
}
