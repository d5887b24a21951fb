/* SPDX-License-Identifier: MIT */
/*
 * known.h - the known-failure file of one implementation and version.
 *
 * A list of exceptions with their reasons (reasons.h); an entry is `ID OUTCOME`. ID may be a pattern
 * (see below), which stands for all cases that it matches. OUTCOME is a failing outcome, or several
 * with '|' between them if a run may show any of them. A detail narrows an outcome
 * ("wrong-output:fre.ra", "crash:SIGABRT"). The list is exact: an entry is stale if one of its cases
 * passes or fails in another way, or if no case has its id, or one of its alternatives; and no case has two
 * entries. An entry with the reason "unexplained" or
 * "unexplained: CAUSE" excuses nothing. `pass` is allowed after another outcome if `crash` or
 * `state-dependent` is among them, for an implementation that reads memory out of bounds and so
 * passes by chance. Such a case is asked until it fails; if it never does, the entry is stale.
 *
 * The list is about the levels up to the one that gates: an entry about a case above it is ignored,
 * unless it names an outcome that breaks every level, such as a crash.
 */
#ifndef SFC_KNOWN_H
#define SFC_KNOWN_H

#include <stdint.h>

#include "case.h"
#include "judge.h"

struct sfc_known_entry {
    const char *id, *outcomes, *reason; /* id: a pattern */
    unsigned line;
    const char *key; /* sfc_known_pattern_key() */
    size_t key_len;
    bool is_used; /* set by sfc_known_mark() */
    uint64_t used_alternatives;
};

struct sfc_known {
    char *path, *text;
    struct sfc_known_entry *entries; /* sorted by what an id needs to match one, then by pattern */
    size_t count;
    size_t num_keyless; /* of the first entries: no word of the id tells whether they may match it */
};

/* On failure *error names file and line. */
bool sfc_known_read(struct sfc_known *known, const char *path, struct sfc_error *error);
void sfc_known_free(struct sfc_known *known);
/* The entry that matches the id; NULL if there is none. */
const struct sfc_known_entry *sfc_known_find(const struct sfc_known *known, const char *id);

/* There is such a case. False, with both lines in *error, if two entries match it. */
bool sfc_known_mark(struct sfc_known *known, const char *id, struct sfc_error *error);
bool sfc_known_mark_corpus(struct sfc_known *known, const struct sfc_corpus *corpus, struct sfc_error *error);
/* What of the entry's pattern matched no marked id: the whole, or it with the alternatives that none has. NULL: all
   did. */
char *sfc_known_unmatched(const struct sfc_known_entry *entry);

/* Does the entry allow this outcome? */
bool sfc_known_allows(const struct sfc_known_entry *entry, const struct sfc_result *result);

/* Does the entry name this outcome, with or without a detail? */
bool sfc_known_names(const struct sfc_known_entry *entry, enum sfc_outcome outcome);

/* How a result compares with the known failures. */
enum sfc_standing {
    SFC_STANDS_GOOD = 0,   /* passes, or is skipped without an entry */
    SFC_STANDS_KNOWN,      /* fails as its entry says */
    SFC_STANDS_UNEXPECTED, /* fails without an entry, or the entry is unexplained */
    SFC_STANDS_STALE,      /* does not do what its entry says */
    SFC_STANDS_SHOWN,      /* a wrong answer about a case that gates nothing: it has several deliberate faults, or is
                              above the level that gates */
    SFC_STANDS_NOT_RUN,    /* the run was interrupted before this case */
    SFC_NUM_STANDINGS
};
extern const char *const sfc_standing_names[SFC_NUM_STANDINGS];
enum sfc_standing sfc_known_standing(const struct sfc_known_entry *entry, const struct sfc_case *c,
                                     const struct sfc_result *result, enum sfc_level gate);
/* Can a case with this outcome have this standing? */
bool sfc_standing_fits(enum sfc_standing standing, enum sfc_outcome outcome);

/* The entry, if it counts in a run with this gate; else NULL. `entry` may be NULL. */
const struct sfc_known_entry *sfc_known_counting(const struct sfc_known_entry *entry, const struct sfc_case *c,
                                                 enum sfc_level gate);

/* ---- Patterns ----
 *
 * An id has parts, with '/' between them, and a part has words, with '-' between them. In a pattern,
 * `*` stands for any one word, or, where it is a whole part, for any part. `{A,B}` stands for A or B, each of
 * one or more words, of which one may be `*`. A part has one of the two, once, and always as whole words; so
 * matching needs no search, and its time is that of reading both texts. An id is a pattern that matches itself.
 */

enum { SFC_MAX_ALTERNATIVES = 64 };

/* What is wrong with the pattern, or NULL. The others take only patterns with which nothing is. */
const char *sfc_known_pattern_wrong(const char *pattern);

/* Adds to *used a bit for each alternative of the pattern, counted over its groups, that the id has. */
bool sfc_known_pattern_matches(const char *pattern, const char *id, uint64_t *used);

/* The pattern with only those alternatives that no id used, in each group that has some; NULL if all were. */
char *sfc_known_pattern_unused(const char *pattern, uint64_t used);

/* What ids that the pattern matches have in common, for an index: the first word of the last part. Its length is 0
   if it is not the same in all. For an id too. */
const char *sfc_known_pattern_key(const char *pattern, size_t *len);

#endif
