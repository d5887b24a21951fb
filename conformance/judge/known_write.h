/* SPDX-License-Identifier: MIT */
/* known_write.h - the known-failure file that is made from one run or several. */
#ifndef SFC_KNOWN_WRITE_H
#define SFC_KNOWN_WRITE_H

#include "known.h"

/* What the file needs of one case of a run. */
struct sfc_known_case {
    const char *id;
    enum sfc_level level;
    bool has_several_faults; /* a wrong answer only is shown */
    enum sfc_outcome outcome;
    const char *detail;        /* NULL: none */
    const char *cause, *title; /* of a failure: a token that failures with this cause share, and words; NULL: unknown */
};

/* What a list is made from. */
struct sfc_known_source {
    const struct sfc_known *old;        /* its reasons stay; NULL: there are none */
    const struct sfc_known_case *cases; /* sorted by id; what several runs answer to a case stands together */
    size_t count;
    enum sfc_level gate;
    const struct sfc_corpus *corpus; /* an entry about another case stays if the case is here; NULL: see below */
    bool keeps_others;               /* without a corpus: it stays */
};

/*
 * Adds the list. An entry of `old` stays if an outcome of its case still fits, or if its case was not
 * run. It then allows all outcomes of the runs. A new entry allows them too. It gets the reason that
 * all staying entries with its cause have, and their outcomes if those are the same and allow its
 * own; if they have no reason or several, it gets "unexplained: TITLE". What is excused
 * (sfc_known_excuses) gets no new entry.
 */
void sfc_known_add_list(struct sfc_buffer *out, const struct sfc_known_source *source);

/* Writes it to a file; does not replace one unless `force`. */
bool sfc_known_write(const char *path, bool force, const struct sfc_known_source *source, struct sfc_error *error);

#endif
