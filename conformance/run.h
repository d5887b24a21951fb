/* SPDX-License-Identifier: MIT */
/* run.h - asks an implementation about every selected case. */
#ifndef SFR_CONFORMANCE_RUN_H
#define SFR_CONFORMANCE_RUN_H

#include "judge.h"
#include "known.h"

/* Which cases: each filter is NULL or one word; patterns are shell patterns over whole ids, of which one must match. */
struct sfr_selection {
    const char *profile, *abi, *area, *clause;
    char *const *patterns;
    size_t num_patterns;
};

/* Exit statuses, of a run and of the program. */
enum sfr_status {
    SFR_STATUS_CONFORMS = 0,
    SFR_STATUS_FAILS = 1,   /* unexpected failures */
    SFR_STATUS_STALE = 2,   /* the known-failure file is not what it was */
    SFR_STATUS_BROKEN = 3,  /* the adapter */
    SFR_STATUS_ERROR = 4,   /* wrong usage, input that cannot be read, output that cannot be written */
    SFR_STATUS_NOTHING = 5, /* nothing ran */
    SFR_STATUS_BAD_END = 6  /* all cases are as they should be, but the implementation did not end as it should */
};

struct sfr_run {
    const struct sfr_corpus *corpus;
    const struct sfr_config *config;
    const struct sfr_rung *rung;
    const struct sfr_known *known; /* NULL: none are known */
    struct sfr_grant grant;
    unsigned jobs;
    uint64_t seed; /* of the order in which cases are asked; 0: that of their ids */
    bool isolate;  /* a session of its own for each case */
    char *version;
    const char *corpus_option;     /* the corpus as it was named, for commands that repeat a case; or NULL */
    char *trouble;                 /* how the implementation went wrong when it was told to end, or NULL */
    const struct sfr_case **cases; /* the selected ones, sorted by id */
    struct sfr_result *results;    /* of each */
    enum sfr_standing *standings;
    size_t count;
    const struct sfr_known_entry **unmatched; /* entries of the known-failure file whose case does not exist */
    size_t num_unmatched;
};

/* Fills cases. */
void sfr_run_select(struct sfr_run *run, const struct sfr_selection *selection);

/* Called from the thread that called sfr_run_ask(): sfr_run_done_fn once for each case, soon after it has a result and
   in the order in which they come; sfr_run_progress_fn now and then. */
typedef void sfr_run_done_fn(void *ctx, size_t index);
typedef void sfr_run_progress_fn(void *ctx, size_t done);

/* The wall limit of one question, where nobody gave one: many times what a plain question took. */
double sfr_run_limit(double seconds_of_a_plain_question);

/* Asks about all cases with run->jobs threads, in an order that follows from run->seed. Those outside of what the
   adapter declares are skipped; crashes and time-outs are asked about once more while nothing else runs. What goes
   wrong between two questions is blamed on the first of them. When run->grant.stop_fd becomes readable, the rest is not
   run. Returns false and *error if the runner itself fails. */
bool sfr_run_ask(struct sfr_run *run, sfr_run_done_fn *done, sfr_run_progress_fn *progress, void *ctx,
                 struct sfr_error *error);

/* Sums of a run. */
struct sfr_totals {
    size_t outcomes[SFR_NUM_OUTCOMES], standings[SFR_NUM_STANDINGS];
};
/* Sums up, and checks that every case has exactly one outcome: false if the sums are not the number of cases. */
bool sfr_run_totals(const struct sfr_run *run, struct sfr_totals *totals);

/* What a complete run with these sums means as an exit status. `num_unmatched` entries of the known-failure file have
   no case; `has_trouble`: the implementation did not end as it should. */
enum sfr_status sfr_run_status(const struct sfr_totals *totals, size_t num_unmatched, bool has_trouble);

void sfr_run_free(struct sfr_run *run);

#endif
