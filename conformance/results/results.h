/* SPDX-License-Identifier: MIT */
/*
 * results.h - the results of a run: all that results.jsonl and the terminal are made from.
 *
 * They point into the run, its corpus, its configuration and its known failures, which must outlive them.
 */
#ifndef SFC_RESULTS_H
#define SFC_RESULTS_H

#include "cause.h"
#include "run.h"

/* What became of one case. */
struct sfc_record {
    const struct sfc_case *c; /* NULL: nothing yet */
    const struct sfc_result *result;
    const struct sfc_known_entry *known; /* its entry in the known-failure file, or NULL */
    enum sfc_standing standing;
    char *command;          /* repeats the case; NULL if it was not asked */
    struct sfc_cause cause; /* of a failure; the token of others is NULL */
};

/* What right rejections prove. One is proved if the parent of its case was asked in the same run, and accepted with
   the right meaning: who rejects too much rejects what is wrong as well. */
struct sfc_proof {
    size_t proved, unproved; /* unproved: the parent was asked, and not accepted or with another meaning */
    size_t not_shown;        /* the parent was not asked, or there is none */
};

struct sfc_results {
    const struct sfc_run *run;
    struct sfc_record *records; /* of each case of the run, in its order */
    size_t count;
    /* After sfc_results_end(). */
    struct sfc_totals totals;
    struct sfc_proof proof;
    bool has_summary;
    bool complete; /* false: the run was interrupted */
    int status;    /* exit status of the run; 128 + SIGINT if it was interrupted */
};

/* Takes case `index` of the run, which has its result and standing. */
const struct sfc_record *sfc_results_take(struct sfc_results *results, size_t index);
/* Sums up, works out what right rejections prove and what the run comes to, and merges rare causes. False if not every
   case has one record. */
bool sfc_results_end(struct sfc_results *results);
void sfc_results_free(struct sfc_results *results);

/* Fills results->proof. */
void sfc_results_prove(struct sfc_results *results);

/* Was the case asked: neither skipped nor interrupted? How many were? */
bool sfc_record_is_asked(const struct sfc_record *record);
size_t sfc_results_num_asked(const struct sfc_results *results);
/* Adds a record to the sums. */
void sfc_record_add(struct sfc_totals *totals, const struct sfc_record *record);

/* The highest level that the answers reach; at most `safe` if the declaration hides answers, or sections were left out
   on purpose (claim.c). */
const char *sfc_results_reached(const struct sfc_results *results);

/* ---- The failures of a run by cause ---- */

/* At the end of a run: offsets that only a few failures have become one cause, "off by differing amounts". */
void sfc_results_merge_causes(struct sfc_results *results);

/* The failures with one cause. */
struct sfc_cause_sum {
    struct sfc_record *const *records; /* sorted by id */
    size_t count, standings[SFC_NUM_STANDINGS];
    const struct sfc_record *example; /* the plainest one */
    unsigned severity;                /* 0 is worst */
};
/* All causes, worst first: no answer, a wrong answer, too much accepted, too much rejected, the rest; of these
   the lower level, then the larger number. Free with sfc_cause_list_free(). */
struct sfc_cause_list {
    struct sfc_record **records;
    struct sfc_cause_sum *sums;
    size_t count;
};
/* Of the failures with one of these standings: bit N stands for standing N. */
enum { SFC_ALL_STANDINGS = (1 << SFC_NUM_STANDINGS) - 1 };
struct sfc_cause_list sfc_results_list_causes(const struct sfc_results *results, unsigned standings);
void sfc_cause_list_free(struct sfc_cause_list *causes);

/* ---- What an implementation claims, what that leaves out, and what the run comes to (claim.c) ---- */

/* What the skipped cases need and the adapter does not declare, and the answers that its declaration hides, as members
   of the summary. */
void sfc_write_claim(struct sfc_buffer *out, const struct sfc_results *results);
void sfc_write_hidden(struct sfc_buffer *out, const struct sfc_results *results);

/* Adds the words of the declaration that hide an answer of cases that were asked: "fre.cfa fre.ra@amd64". */
void sfc_add_hidden(struct sfc_buffer *out, const struct sfc_results *results);
/* The level that the answers about one ABI reach, if answers are hidden of other ABIs alone; else NULL. */
const char *sfc_results_reached_on(const struct sfc_results *results, const char *abi);
/* The ABIs; the last one is NULL. */
extern const char *const sfc_abis[];

/* How many cases were left out on purpose, and why (SFC_LEFT_OUT and the next); several reasons may hold for one.
   Nothing is written if it is none. */
struct sfc_left_out {
    size_t cases, of[SFC_NUM_MISSING];
};
void sfc_count_left_out(const struct sfc_results *results, struct sfc_left_out *left);
void sfc_write_left_out(struct sfc_buffer *out, const struct sfc_results *results);
/* The level that the answers reach about all that is not left out. */
const char *sfc_results_within(const struct sfc_results *results);
/* Adds what it says that it leaves out on purpose: "needs:sorted without:flexible". */
void sfc_add_limits(struct sfc_buffer *out, const struct sfc_config *config);

/* What a run comes to; PASSES: all that was asked passes, but the claim, the selection or the level is narrower. */
enum sfc_verdict {
    SFC_VERDICT_CONFORMS = 0,
    SFC_VERDICT_PASSES,
    SFC_VERDICT_AS_EXPECTED,
    SFC_VERDICT_FAILS,
    SFC_VERDICT_STALE,
    SFC_VERDICT_BAD_END,
    SFC_VERDICT_NOTHING,
    SFC_VERDICT_INTERRUPTED,
    SFC_NUM_VERDICTS
};
enum sfc_verdict sfc_results_verdict(const struct sfc_results *results);
/* "as-expected" */
extern const char *const sfc_verdict_names[SFC_NUM_VERDICTS];

#endif
