/* SPDX-License-Identifier: MIT */
/* site_model.h - what the pages are about: runs, families of cases, and defects. */
#ifndef SFC_SITE_MODEL_H
#define SFC_SITE_MODEL_H

#include "report.h"
#include "site.h"

struct sfc_site_run {
    const struct sfc_results *results;
    char *name; /* "readelf-2.40": also its anchor */
    char *path;
    const struct sfc_site_run *before; /* the release before; NULL: none */
};

/* A defect that causes.txt describes, or a group of failures with one cause. */
struct sfc_site_defect {
    char *token, *title, *path;
    bool is_listed; /* in causes.txt */
    size_t count;   /* failures; of a listed one perhaps 0 */
    size_t *in_run; /* those of each run */
};

/* An answer to a case. `defects` has one index or more if it is a failure. */
struct sfc_site_answer {
    const struct sfc_record *record; /* NULL: the run does not have the case */
    size_t *defects, num_defects;
};

/* A case that one of the runs has at least. */
struct sfc_site_case {
    const char *id;
    char *family, *cell;             /* "v2/amd64-little" */
    const struct sfc_record *said;   /* the record of one of the runs, for what all say alike */
    const struct sfc_case *c;        /* in the corpus, or NULL */
    struct sfc_site_answer *answers; /* of each run */
};

/* Cases of one recipe. */
struct sfc_site_family {
    const char *name; /* "abi/unknown-5" */
    char *path;
    const char *area;
    const struct sfc_site_case *cases; /* sorted by cell */
    size_t count;
};

struct sfc_site {
    struct sfc_site_run *runs;
    const struct sfc_results *results; /* of the runs, in their order */
    size_t num_runs;
    struct sfc_site_case *cases; /* sorted by family and cell */
    size_t num_cases;
    struct sfc_site_family *families; /* sorted by name */
    size_t num_families;
    struct sfc_site_defect *defects; /* the listed ones first, as in causes.txt; the others sorted by token */
    size_t num_defects, num_listed;
};

/* On failure *error names a file of the known-failure lists. The input must stay. Free it in any
   case. */
bool sfc_site_model(struct sfc_site *site, const struct sfc_site_input *input, struct sfc_error *error);
void sfc_site_free(struct sfc_site *site);

/* Finds a family by its name; NULL if there is none. */
const struct sfc_site_family *sfc_site_find_family(const struct sfc_site *site, const char *name);
/* The case that a page shows in full: of the newest profile, and of a common ABI and byte order. */
const struct sfc_site_case *sfc_site_shown_case(const struct sfc_site_family *family);

/* Was the case run? Did the answer fail? */
bool sfc_site_is_asked(const struct sfc_site_answer *answer);
bool sfc_site_fails(const struct sfc_site_answer *answer);
/* How many cells of a family a run was asked, and how many it answered wrongly. */
struct sfc_site_score {
    size_t asked, wrong;
};
struct sfc_site_score sfc_site_score(const struct sfc_site_family *family, size_t run);

#endif
