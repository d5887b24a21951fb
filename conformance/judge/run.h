/* SPDX-License-Identifier: MIT */
/* run.h - asks an implementation about every selected case. */
#ifndef SFC_RUN_H
#define SFC_RUN_H

#include "complain.h"
#include "judge.h"
#include "known.h"

/* Which cases: each filter is NULL or one word; patterns are shell patterns over whole ids, of which one must match. */
struct sfc_selection {
    const char *profile, *abi, *area, *clause;
    char *const *patterns;
    size_t num_patterns;
};

struct sfc_run {
    const struct sfc_corpus *corpus;
    const struct sfc_config *config;
    const struct sfc_rung *rung;
    const struct sfc_known *known; /* NULL: none are known */
    struct sfc_grant grant;
    unsigned jobs;
    uint64_t seed; /* of the order in which cases are asked; 0: that of their ids */
    bool isolate;  /* a session of its own for each case */
    char *version;
    const char *corpus_option;     /* the corpus as it was named, for commands that repeat a case; or NULL */
    char *trouble;                 /* how the implementation went wrong when it was told to end, or NULL */
    const struct sfc_case **cases; /* the selected ones, sorted by id */
    struct sfc_result *results;    /* of each */
    enum sfc_standing *standings;
    size_t count;
    const struct sfc_known_entry **unmatched; /* entries of the known-failure file whose case does not exist */
    size_t num_unmatched;
};

/* Fills cases. */
void sfc_run_select(struct sfc_run *run, const struct sfc_selection *selection);

/* Called from the thread that called sfc_run_ask(): sfc_run_done_fn once for each case, soon after it has a result and
   in the order in which they come; sfc_run_progress_fn now and then. */
typedef void sfc_run_done_fn(void *ctx, size_t index);
typedef void sfc_run_progress_fn(void *ctx, size_t done);

/* The wall limit of one question, where nobody gave one: many times what a plain question took. */
double sfc_run_limit(double seconds_of_a_plain_question);

/* Asks about all cases with run->jobs threads, in an order that follows from run->seed. Those outside of what the
   adapter declares are skipped; crashes and time-outs are asked about once more while nothing else runs. What goes
   wrong between two questions is blamed on the first of them. When run->grant.stop_fd becomes readable, the rest is not
   run. Returns false and *error if the runner itself fails. */
bool sfc_run_ask(struct sfc_run *run, sfc_run_done_fn *done, sfc_run_progress_fn *progress, void *ctx,
                 struct sfc_error *error);

/* Sums of a run. */
struct sfc_totals {
    size_t outcomes[SFC_NUM_OUTCOMES], standings[SFC_NUM_STANDINGS];
};
/* Sums up, and checks that every case has exactly one outcome: false if the sums are not the number of cases. */
bool sfc_run_totals(const struct sfc_run *run, struct sfc_totals *totals);

/* What a complete run with these sums means as an exit status. `num_unmatched` entries of the known-failure file have
   no case; `has_trouble`: the implementation did not end as it should. */
enum sfc_status sfc_run_status(const struct sfc_totals *totals, size_t num_unmatched, bool has_trouble);

void sfc_run_free(struct sfc_run *run);

#endif
