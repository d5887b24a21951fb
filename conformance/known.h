/* SPDX-License-Identifier: MIT */
/*
 * known.h - the known-failure file of one implementation and version.
 *
 * One entry a line: ID OUTCOME REASON, separated by spaces; lines that start with '#' are comments. OUTCOME is an
 * outcome that fails, or several with '|' between where a run may show any of them; each may be narrowed to its detail
 * ("wrong-output:fre.ra", "crash:SIGABRT"). The list is exact: an entry whose case passes, fails in another way or does
 * not exist is stale, and an entry whose reason is still "unexplained" excuses nothing. Only behind another outcome may
 * `pass` be one of several: for an implementation that reads memory which is not its own, and so answers by chance.
 */
#ifndef SFR_CONFORMANCE_KNOWN_H
#define SFR_CONFORMANCE_KNOWN_H

#include "case.h"
#include "judge.h"

struct sfr_known_entry {
    const char *id, *outcomes, *reason;
    unsigned line;
};

struct sfr_known {
    char *path, *text, *comments;    /* comments: the lines above the first entry */
    struct sfr_known_entry *entries; /* sorted by id */
    size_t count;
};

extern const char sfr_unexplained[];

/* On failure *error names file and line. */
bool sfr_known_read(struct sfr_known *known, const char *path, struct sfr_error *error);
void sfr_known_free(struct sfr_known *known);
/* NULL if there is none. */
const struct sfr_known_entry *sfr_known_find(const struct sfr_known *known, const char *id);

/* Does the entry allow this outcome? */
bool sfr_known_allows(const struct sfr_known_entry *entry, const struct sfr_result *result);

/* How a result stands to the known failures. */
enum sfr_standing {
    SFR_STANDS_GOOD = 0,   /* passes or is skipped, and has no entry, or passes and the entry allows it */
    SFR_STANDS_KNOWN,      /* fails as its entry says */
    SFR_STANDS_UNEXPECTED, /* fails without an entry, or the entry is not explained */
    SFR_STANDS_STALE,      /* has an entry that says something else */
    SFR_STANDS_SHOWN,      /* answers wrongly without an entry, but its case has several faults on purpose */
    SFR_STANDS_NOT_RUN,    /* the run was interrupted before it */
    SFR_NUM_STANDINGS
};
enum sfr_standing sfr_known_standing(const struct sfr_known_entry *entry, const struct sfr_case *c,
                                     const struct sfr_result *result);
/* Can a case with this outcome stand so? */
bool sfr_standing_fits(enum sfr_standing standing, enum sfr_outcome outcome);

/* One case of a run, as far as the file is concerned. */
struct sfr_known_case {
    const struct sfr_case *c;
    const struct sfr_result *result;
};

/* Writes the failures of a run as a known-failure file. Entries of `old` (may be NULL) stay as they are where they
   still hold, and where their case is in the corpus but was not run; new ones get the reason "unexplained". `cases` is
   sorted by id; wrong answers about cases with several faults get no new entries. Does not replace a file unless
   `force`. */
bool sfr_known_write(const char *path, bool force, const struct sfr_known *old, const struct sfr_corpus *corpus,
                     const struct sfr_known_case *cases, size_t count, struct sfr_error *error);

#endif
