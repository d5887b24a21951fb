/* SPDX-License-Identifier: MIT */
/*
 * results.h - the results of a run, in memory: all that results.jsonl and the terminal are made from.
 *
 * They come from a run (results_of_run.h). Strings are NULL where they do not apply.
 */
#ifndef SFC_RESULTS_H
#define SFC_RESULTS_H

#include "differs.h"
#include "place.h"
#include "run.h"

/* What became of one case. */
struct sfc_record {
    const char *id, *title, *clauses, *profile, *abi, *order, *area, *op, *expect, *fault_class, *policy, *multi_fault;
    const char *detail, *message, *expected, *seen, *command;
    const char *parent;              /* the accepted case from which a rejecting one was made */
    const char *cause, *cause_title; /* of a failure: cause.h; NULL of others */
    const char *any_cause,
        *any_title;             /* of a run, until its end: the cause by whatever number a value is off, or NULL */
    const char *signal;         /* "SIGSEGV": of a crash; NULL of others */
    const char *missing;        /* of a skipped case: words of sfc_missing_name() */
    const char *decided;        /* the decided questions that the expected answer rests on, words; or NULL */
    const char *known, *reason; /* outcomes and reason of its entry in the known-failure file */
    size_t known_line;
    int exit_status;            /* of a crash by exit status; -1 of others */
    struct sfc_differs differs; /* the first difference of the dump */
    enum sfc_pc_place place;    /* of its PC */
    enum sfc_outcome outcome;
    enum sfc_standing standing;
    enum sfc_level level;
    enum sfc_level cause_level;      /* `safe` for what breaks every level */
    enum sfc_said said;              /* of the section: accept or reject */
    bool judged_class, judged_range; /* a right rejection that named the fault's class, its bytes */
    const char *level_because;       /* if it is not that of the fault */
    double seconds;                  /* from the question to the outcome, in whole microseconds */
    bool has_range;                  /* of the fault that a reject is about */
    size_t range_start, range_end;
    size_t size;          /* of the section */
    const uint8_t *bytes; /* of a failure: as much of the section as is worth looking at, from bytes_at on */
    size_t bytes_at, num_bytes;
    const char *patch; /* of a failure: how the bytes were made from those of the case's parent */
    /* Only in results of a run: no report shows them. */
    const char *catches;
    uint64_t rev;
};

/* An entry of the known-failure file whose case does not exist. */
struct sfc_unmatched {
    const char *id;
    size_t line;
};

/* What right rejections prove. One is proved if the parent of its case was asked in the same run, and accepted with
   the right meaning: who rejects too much rejects what is wrong as well. */
struct sfc_proof {
    size_t proved, unproved; /* unproved: the parent was asked, and not accepted or with another meaning */
    size_t not_shown;        /* the parent was not asked, or there is none */
};

/* Where results come from; what is not known is NULL. */
struct sfc_provenance {
    const char *commit, *compiler, *flags; /* of the implementation, as it declares them */
    const char *adapter_sha256;            /* of the adapter file itself */
    const char *date;                      /* of the run's start: "2026-11-26T10:48:00Z" */
    const char *machine, *system, *host;   /* "x86_64", "Linux 6.1.0"; the host only if it was asked for */
    const char *run_url;                   /* where the run can be seen */
};

struct sfc_results {
    char *path; /* for messages */
    const char *implementation, *about, *version, *runner, *adapter, *corpus, *corpus_sha256, *known;
    struct sfc_provenance provenance;
    const char *corpus_version; /* NULL: of a version that did not write it, or a corpus without one */
    const char *seed;           /* of the order in which the cases ran */
    /* Words with a space between them. Policies are NAME=ANSWER. */
    const char *profiles, *abis, *orders, *ops, *unobservable, *policies, *shows;
    const char *limits;             /* "needs:sorted without:flexible": what it leaves out on purpose */
    enum sfc_level level;           /* the gate */
    size_t num_cases, num_selected; /* of the corpus; of the run */
    struct sfc_record *records;     /* sorted by id after sfc_results_finish() */
    size_t count;
    struct sfc_unmatched *unmatched;
    size_t num_unmatched;
    struct sfc_totals totals;
    struct sfc_proof proof; /* after sfc_results_prove() */
    bool has_header, has_summary;
    bool complete;                    /* false: the run was interrupted */
    struct sfc_run_trouble *troubles; /* how the implementation failed that is no case's fault */
    size_t num_troubles;
    const char *broken;  /* wrong verdicts about the simplest sections: lines, or NULL */
    const char *misread; /* their other meanings, which cost nothing beside the cases: lines, or NULL */
    int status;          /* exit status of the run; -1 if it did not get that far */
    char **kept;         /* memory that the strings above are in */
    size_t num_kept;
};

/* Empty results; `path` is for messages. */
void sfc_results_start(struct sfc_results *results, const char *path);
void sfc_results_free(struct sfc_results *results);

/* What the sums need of a record. */
struct sfc_tally sfc_record_tally(const struct sfc_record *record);

/* Adds an empty record. */
struct sfc_record *sfc_results_new_record(struct sfc_results *results);
void sfc_results_add_unmatched(struct sfc_results *results, const char *id, size_t line);
/* Adds trouble, whose text must live as long as the results. */
void sfc_results_add_trouble(struct sfc_results *results, enum sfc_trouble_kind kind, char *text);
/* Hands `memory` over to the results, which free it. Returns it. */
char *sfc_results_keep(struct sfc_results *results, char *memory);

/* Sorts the records, and works out what right rejections prove. */
void sfc_results_prove(struct sfc_results *results);
/* The same; a case with two records is an error. */
bool sfc_results_finish(struct sfc_results *results, struct sfc_error *error);

/* The highest level that the answers reach; at most `safe` if the declaration hides answers, or sections were left out
   on purpose (claim.c). */
const char *sfc_results_reached(const struct sfc_results *results);
/* How many cases an answer left out on purpose: not SFC_SKIPPED because they were not asked. */
size_t sfc_results_left_out(const struct sfc_results *results);
/* Does it hide answers of cases that were asked, for every ABI or for one? */
bool sfc_results_hide_answers(const struct sfc_results *results);
/* The record of a case; NULL if there is none. */
const struct sfc_record *sfc_results_find(const struct sfc_results *results, const char *id);

/* How many cases were run: neither skipped nor interrupted. */
size_t sfc_results_num_asked(const struct sfc_results *results);

#endif
