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
#ifndef SFC_KNOWN_H
#define SFC_KNOWN_H

#include "case.h"
#include "judge.h"

struct sfc_known_entry {
    const char *id, *outcomes, *reason;
    unsigned line;
};

struct sfc_known {
    char *path, *text, *comments;    /* comments: the lines above the first entry */
    struct sfc_known_entry *entries; /* sorted by id */
    size_t count;
};

extern const char sfc_unexplained[];

/* On failure *error names file and line. */
bool sfc_known_read(struct sfc_known *known, const char *path, struct sfc_error *error);
void sfc_known_free(struct sfc_known *known);
/* NULL if there is none. */
const struct sfc_known_entry *sfc_known_find(const struct sfc_known *known, const char *id);

/* Does the entry allow this outcome? */
bool sfc_known_allows(const struct sfc_known_entry *entry, const struct sfc_result *result);

/* How a result stands to the known failures. */
enum sfc_standing {
    SFC_STANDS_GOOD = 0,   /* passes or is skipped, and has no entry, or passes and the entry allows it */
    SFC_STANDS_KNOWN,      /* fails as its entry says */
    SFC_STANDS_UNEXPECTED, /* fails without an entry, or the entry is not explained */
    SFC_STANDS_STALE,      /* has an entry that says something else */
    SFC_STANDS_SHOWN,      /* answers wrongly without an entry, but its case has several faults on purpose */
    SFC_STANDS_NOT_RUN,    /* the run was interrupted before it */
    SFC_NUM_STANDINGS
};
const char *sfc_standing_name(enum sfc_standing standing);
enum sfc_standing sfc_known_standing(const struct sfc_known_entry *entry, const struct sfc_case *c,
                                     const struct sfc_result *result);
/* Can a case with this outcome stand so? */
bool sfc_standing_fits(enum sfc_standing standing, enum sfc_outcome outcome);

/* One case of a run, as far as the file is concerned. */
struct sfc_known_case {
    const struct sfc_case *c;
    const struct sfc_result *result;
};

/* Writes the failures of a run as a known-failure file. Entries of `old` (may be NULL) stay as they are where they
   still hold, and where their case is in the corpus but was not run; new ones get the reason "unexplained". `cases` is
   sorted by id; wrong answers about cases with several faults get no new entries. Does not replace a file unless
   `force`. */
bool sfc_known_write(const char *path, bool force, const struct sfc_known *old, const struct sfc_corpus *corpus,
                     const struct sfc_known_case *cases, size_t count, struct sfc_error *error);

#endif
