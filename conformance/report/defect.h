/* SPDX-License-Identifier: MIT */
/* defect.h - the distinct defects in the results of one run or several, each with the cases
   that show it best, and the text for a bug tracker. */
#ifndef SFC_DEFECT_H
#define SFC_DEFECT_H

#include "case.h"
#include "results.h"

struct sfc_failure {
    const struct sfc_results *run;
    const struct sfc_record *record;
};

struct sfc_defect {
    char *token;                  /* letters, digits, '.' and '-': the name of its file */
    char *key;                    /* what makes it distinct */
    char *what;                   /* what is wrong, in a sentence */
    bool is_known;                /* the known-failure file names it by its token */
    struct sfc_failure *failures; /* sorted by id, then as the runs */
    size_t count;
    const struct sfc_case **shown; /* the smallest cases that show it, so that each run with failures fails one */
    size_t num_shown;
};

struct sfc_defects {
    const struct sfc_results *runs;
    size_t num_runs;
    struct sfc_defect *items; /* sorted by token */
    size_t count;
};

/* Known failures by the tokens of their reasons, other failures that count by their causes. `causes`
   is the text of causes.txt. False and *error if a result is not of this corpus; free them either
   way. */
bool sfc_defects_find(struct sfc_defects *defects, const struct sfc_results *runs, size_t num_runs,
                      const struct sfc_corpus *corpus, const char *causes, struct sfc_error *error);
void sfc_defects_free(struct sfc_defects *defects);

/* The page of one defect, as Markdown. */
void sfc_defect_page(struct sfc_buffer *out, const struct sfc_defects *defects, const struct sfc_defect *d);

/* Adds what the tool itself prints for the line `seen` of a dump that a normaliser made: as much of
   it as is certain. False if that is nothing. */
bool sfc_add_printed(struct sfc_buffer *out, const char *normaliser, const struct sfc_case *c, const char *detail,
                     const char *seen);

#endif
