/* SPDX-License-Identifier: MIT */
/* The known-failure file: read strictly, matched exactly. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "known.h"
#include "reasons.h"
#include "utf8.h"

/* Room for an entry for each case of the corpus, and some. */
enum { MAX_KNOWN = 4 << 20, MAX_ENTRIES = 32768, MAX_KEYLESS = 256 };

/* The reason is that word, or "unexplained: CAUSE". */
static bool is_unexplained(const char *reason)
{
    static const char word[] = "unexplained";
    const size_t len = sizeof word - 1;
    return strncmp(reason, word, len) == 0 && (reason[len] == '\0' || reason[len] == ':');
}

/* ---- Reading ------------------------------------------------------------------ */

/* The next of the outcomes with '|' between them, and the length of its name; NULL after the last one. */
static const char *next_outcome(const char **rest, size_t *len, size_t *name_len)
{
    const char *at = *rest;
    if (!at)
        return NULL;
    *len = strcspn(at, "|");
    *name_len = strcspn(at, ":|");
    *rest = at[*len] ? at + *len + 1 : NULL;
    return at;
}

/* Are they failing outcomes, with or without details? After another one, `pass` is allowed. */
static bool are_outcomes(const char *text)
{
    size_t len, name_len;
    const char *rest = text, *at;
    while ((at = next_outcome(&rest, &len, &name_len))) {
        const unsigned outcome = sfc_find_name(sfc_outcome_names, SFC_NUM_OUTCOMES, at, name_len);
        if (outcome == SFC_NUM_OUTCOMES
            || (outcome == SFC_PASS ? at == text || name_len < len
                                    : !sfc_outcome_fails((enum sfc_outcome)outcome) || name_len + 1 == len))
            return false;
    }
    return true;
}

/* Is the outcome among them, with this detail, or (NULL) with any or none? */
static bool has_outcome(const struct sfc_known_entry *entry, enum sfc_outcome wanted, const char *detail)
{
    const char *name = sfc_outcome_names[wanted], *rest = entry->outcomes, *at;
    size_t len, name_len;
    while ((at = next_outcome(&rest, &len, &name_len)))
        if (sfc_is_word(at, name_len, name)
            && (!detail || name_len == len || sfc_is_word(at + name_len + 1, len - name_len - 1, detail)))
            return true;
    return false;
}

bool sfc_known_names(const struct sfc_known_entry *entry, enum sfc_outcome outcome)
{
    return has_outcome(entry, outcome, NULL);
}

bool sfc_known_allows(const struct sfc_known_entry *entry, const struct sfc_result *result)
{
    return has_outcome(entry, result->outcome, result->detail ? result->detail : "");
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
    entry->key = sfc_known_pattern_key(text, &entry->key_len);
    const char *wrong = sfc_known_pattern_wrong(text);
    if (wrong)
        return wrong;
    if (!are_outcomes(outcomes))
        return "the second word is not a failing outcome (see sframe-conform-outcomes(7))";
    return !sfc_known_names(entry, SFC_PASS) || sfc_known_names(entry, SFC_CRASH)
                   || sfc_known_names(entry, SFC_STATE_DEPENDENT)
               ? NULL
               : "`pass` needs `crash` or `state-dependent` beside it: only what depends on chance may pass";
}

/* By what an id needs to match an entry. */
static int compare_keys(const struct sfc_known_entry *a, const struct sfc_known_entry *b)
{
    const int order = memcmp(a->key, b->key, a->key_len < b->key_len ? a->key_len : b->key_len);
    return order != 0 ? order : (a->key_len > b->key_len) - (a->key_len < b->key_len);
}

static int compare_entries(const void *a, const void *b)
{
    const struct sfc_known_entry *x = a, *y = b;
    const int order = compare_keys(x, y);
    return order != 0 ? order : strcmp(x->id, y->id);
}

static bool read_entries(struct sfc_known *known, struct sfc_error *error)
{
    struct gen_reasons r = { .next = known->text };
    while (gen_reasons_next(&r)) {
        if (known->count == MAX_ENTRIES)
            return sfc_fail(error, "%s:%u: more than %d entries", known->path, r.line, MAX_ENTRIES);
        known->entries = sfc_make_room(known->entries, known->count, sizeof known->entries[0]);
        struct sfc_known_entry *entry = &known->entries[known->count++];
        *entry = (struct sfc_known_entry){ .reason = r.reason, .line = r.line };
        const char *wrong = read_entry((char *)r.entry, entry);
        if (wrong)
            return sfc_fail(error, "%s:%u: %s", known->path, r.line, wrong);
    }
    return !r.wrong || sfc_fail(error, "%s:%u: %s", known->path, r.line, r.wrong);
}

/* Reads the file at known->path. A list is shown to people, on terminals too. */
static bool read_text(struct sfc_known *known, struct sfc_error *error)
{
    unsigned line = 1;
    size_t len = 0;
    free(known->text);
    known->text = sfc_read_file(known->path, MAX_KNOWN, &len, error);
    for (size_t i = 0, n; i < len; i += n) {
        const char *at = known->text + i;
        n = sfr_utf8_length(at, len - i);
        if (n == 0)
            return sfc_fail(error, "%s:%u: is not UTF-8", known->path, line);
        if (*at != '\n' && sfr_utf8_is_control(at, n))
            return sfc_fail(error, "%s:%u: has the control byte 0x%02x", known->path, line, (unsigned char)at[n - 1]);
        line += *at == '\n';
    }
    return known->text != NULL;
}

static bool sort_entries(struct sfc_known *known, struct sfc_error *error)
{
    if (known->count > 0)
        qsort(known->entries, known->count, sizeof known->entries[0], compare_entries);
    for (size_t i = 1; i < known->count; i++) {
        const struct sfc_known_entry *e = &known->entries[i - 1], *next = e + 1;
        if (strcmp(next->id, e->id) == 0)
            return sfc_fail(error, "%s:%u: %s has an entry at line %u too", known->path,
                            next->line > e->line ? next->line : e->line, e->id,
                            next->line > e->line ? e->line : next->line);
    }
    while (known->num_keyless < known->count && known->entries[known->num_keyless].key_len == 0)
        known->num_keyless++;
    return known->num_keyless <= MAX_KEYLESS
           || sfc_fail(error, "%s: more than %d entries do not say how the last part of their ids begins", known->path,
                       MAX_KEYLESS);
}

/* A list that is only `include: FILE`, after comments, stands for another one in the same folder. */
static bool follow_include(struct sfc_known *known, struct sfc_error *error)
{
    static const char key[] = "include: ";
    const char *name = known->text, *slash = strrchr(known->path, '/');
    while (*name == '#' || *name == '\n')
        name += *name == '#' ? strcspn(name, "\n") : 1;
    if (strncmp(name, key, sizeof key - 1) != 0)
        return true;
    name += sizeof key - 1;
    const size_t name_len = strcspn(name, "\n/");
    if (name_len == 0 || strcmp(name + name_len, "\n") != 0)
        return true;
    char *path = sfc_format("%.*s%.*s", slash ? (int)(slash + 1 - known->path) : 0, known->path, (int)name_len, name);
    free(known->path);
    known->path = path;
    return read_text(known, error);
}

bool sfc_known_read(struct sfc_known *known, const char *path, struct sfc_error *error)
{
    *known = (struct sfc_known){ .path = sfc_copy_string(path) };
    const bool good = read_text(known, error) && follow_include(known, error) && read_entries(known, error)
                      && sort_entries(known, error);
    if (!good)
        sfc_known_free(known);
    return good;
}

void sfc_known_free(struct sfc_known *known)
{
    free(known->path);
    free(known->text);
    free(known->entries);
    *known = (struct sfc_known){ 0 };
}

/* The first entry with the key of the wanted one, or after it. */
static size_t first_with_key(const struct sfc_known *known, const struct sfc_known_entry *wanted)
{
    size_t low = 0, high = known->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_keys(&known->entries[middle], wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct match {
    struct sfc_known_entry *entry;
    uint64_t alternatives;
};

static size_t add_match(struct match *two, size_t count, struct sfc_known_entry *entry, const char *id)
{
    struct match m = { entry, 0 };
    if (count < 2 && sfc_known_pattern_matches(entry->id, id, &m.alternatives))
        two[count++] = m;
    return count;
}

/* The entries that match the id, two at most: those without a key are the first of the list. */
static size_t find_two(const struct sfc_known *known, const char *id, struct match *two)
{
    struct sfc_known_entry wanted = { .id = id };
    size_t count = 0;
    wanted.key = sfc_known_pattern_key(id, &wanted.key_len);
    for (size_t i = 0; i < known->num_keyless; i++)
        count = add_match(two, count, &known->entries[i], id);
    for (size_t i = wanted.key_len > 0 ? first_with_key(known, &wanted) : known->count;
         i < known->count && compare_keys(&known->entries[i], &wanted) == 0; i++)
        count = add_match(two, count, &known->entries[i], id);
    return count;
}

const struct sfc_known_entry *sfc_known_find(const struct sfc_known *known, const char *id)
{
    struct match two[2];
    return known && find_two(known, id, two) > 0 ? two[0].entry : NULL;
}

/* ---- Exactness ----------------------------------------------------------------- */

bool sfc_known_mark(struct sfc_known *known, const char *id, struct sfc_error *error)
{
    struct match two[2];
    const size_t count = find_two(known, id, two);
    if (count == 2) {
        const bool in_order = two[0].entry->line < two[1].entry->line;
        return sfc_fail(error, "%s:%u: %s has an entry at line %u too", known->path, two[in_order].entry->line, id,
                        two[!in_order].entry->line);
    }
    if (count == 1) {
        two[0].entry->is_used = true;
        two[0].entry->used_alternatives |= two[0].alternatives;
    }
    return true;
}

bool sfc_known_mark_corpus(struct sfc_known *known, const struct sfc_corpus *corpus, struct sfc_error *error)
{
    for (size_t i = 0; i < corpus->count; i++)
        if (!sfc_known_mark(known, corpus->cases[i].id, error))
            return false;
    return true;
}

char *sfc_known_unmatched(const struct sfc_known_entry *entry)
{
    return entry->is_used ? sfc_known_pattern_unused(entry->id, entry->used_alternatives) : sfc_copy_string(entry->id);
}

/* ---- Matching ------------------------------------------------------------------ */

/* Does an entry about a case above the gate count? Only if it names what breaks every level. */
static bool names_unsafe(const struct sfc_known_entry *entry)
{
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        if (sfc_outcome_is_unsafe((enum sfc_outcome)i) && sfc_known_names(entry, (enum sfc_outcome)i))
            return true;
    return false;
}

/* Is a wrong answer about the case only shown? A reader may name any of several faults, but it has to answer. Above the
   gate any answer will do. */
static bool is_excused(const struct sfc_case *c, const struct sfc_result *result, enum sfc_level gate)
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

const char *const sfc_standing_names[SFC_NUM_STANDINGS] = {
    "good", "known", "unexpected", "stale", "shown", "not-run"
};

enum sfc_standing sfc_known_standing(const struct sfc_known_entry *entry, const struct sfc_case *c,
                                     const struct sfc_result *result, enum sfc_level gate)
{
    const bool fails = sfc_outcome_fails(result->outcome);
    entry = sfc_known_counting(entry, c, gate);
    if (result->outcome == SFC_NOT_RUN)
        return SFC_STANDS_NOT_RUN;
    if (!entry)
        return !fails ? SFC_STANDS_GOOD : is_excused(c, result, gate) ? SFC_STANDS_SHOWN : SFC_STANDS_UNEXPECTED;
    /* A case that may pass was asked many times (worker.c): it never failed. */
    if (!fails || !sfc_known_allows(entry, result))
        return SFC_STANDS_STALE;
    return is_unexplained(entry->reason) ? SFC_STANDS_UNEXPECTED : SFC_STANDS_KNOWN;
}

bool sfc_standing_fits(enum sfc_standing standing, enum sfc_outcome outcome)
{
    if (outcome == SFC_NOT_RUN || standing == SFC_STANDS_NOT_RUN)
        return outcome == SFC_NOT_RUN && standing == SFC_STANDS_NOT_RUN;
    return standing == SFC_STANDS_STALE || (standing == SFC_STANDS_GOOD) != sfc_outcome_fails(outcome);
}
