/* SPDX-License-Identifier: MIT */
/* run.h - runs an implementation on every selected case. */
#ifndef SFC_RUN_H
#define SFC_RUN_H

#include "complain.h"
#include "judge.h"
#include "known.h"

/* Which cases: each filter is NULL or one word. One of the patterns, if there are any, must match
   the whole id. */
struct sfc_selection {
    const char *profile, *abi, *order, *area, *clause;
    char *const *patterns;
    size_t num_patterns;
};

/* How an implementation failed that is no case's fault: each kind and text once. */
struct sfc_run_trouble {
    enum sfc_trouble_kind kind;
    char *text; /* for a person */
};
/* "growth" */
extern const char *const sfc_trouble_names[SFC_NUM_TROUBLES];

/* An entry, or what of it (sfc_known_unmatched), that no case has. */
struct sfc_unmatched_entry {
    char *id;
    unsigned line;
};

struct sfc_run {
    const struct sfc_corpus *corpus;
    const struct sfc_config *config;
    const struct sfc_rung *rung;
    const struct sfc_known *known; /* marked with the whole corpus; NULL: none are known */
    enum sfc_level level;          /* the gate: a wrong answer about a case above it fails no run */
    struct sfc_grant grant;
    unsigned jobs;
    uint64_t seed; /* of the order of the cases; 0: the order of ids */
    bool isolate;  /* a session of its own for each case */
    bool adopts;   /* what programs leave running is ended after the run: see strays.h */
    char *version;
    const char *run_url;              /* where this run can be seen, or NULL */
    const char *report;               /* the folder of its reports, or NULL */
    bool is_here;                     /* the implementation runs on this machine, now */
    bool names_host;                  /* its results name the machine */
    const char *corpus_option;        /* the corpus on the command line, for commands that repeat a case; or NULL */
    char *broken;                     /* its wrong verdicts about the simplest sections (probe.h), or NULL */
    char *misread;                    /* their other meanings, which the cases judge, or NULL */
    struct sfc_run_trouble *troubles; /* sfc_run_add_trouble() */
    size_t num_troubles;
    bool cannot_start;             /* it failed because the implementation did not start once more */
    bool interrupted;              /* before all was asked that was to be asked */
    const struct sfc_case **cases; /* the selected ones, sorted by id */
    struct sfc_result *results;    /* of each */
    enum sfc_standing *standings;
    size_t count;
    struct sfc_unmatched_entry *unmatched; /* entries of the known-failure file without a case */
    size_t num_unmatched;
};

/* For sfc_corpus_load_some(): can this case be selected, by what the index says of it? ctx is a
   struct sfc_selection. */
bool sfc_selection_wants(const void *ctx, const struct sfc_case *c);
/* Is the case selected? */
bool sfc_selection_takes(const struct sfc_selection *selection, const struct sfc_case *c);
/* Fills cases. */
void sfc_run_select(struct sfc_run *run, const struct sfc_selection *selection);

/* Both are called from the thread that called sfc_run_ask(): sfc_run_done_fn once for each case,
   soon after its result is final; sfc_run_progress_fn from time to time. */
typedef void sfc_run_done_fn(void *ctx, size_t index);
typedef void sfc_run_progress_fn(void *ctx, size_t done);

/* The default limit of time for one answer: many times the time for a plain question. */
double sfc_run_limit(double seconds_of_a_plain_question);

/* Runs all cases with run->jobs threads, in an order that depends on run->seed. Skips cases that
   the adapter does not declare. A case that crashed or timed out runs again while nothing else
   runs. A failure between two cases is blamed on the first one. Afterwards a sample is asked again
   (second.c). When run->grant.stop_fd becomes readable, run->interrupted is set, and the remaining
   cases are SFC_NOT_RUN. If every case was asked once by then, those of the sample that passed so
   far become SFC_NOT_RUN: their pass was not final. Returns false and *error if the runner itself
   fails. */
bool sfc_run_ask(struct sfc_run *run, sfc_run_done_fn *done, sfc_run_progress_fn *progress, void *ctx,
                 struct sfc_error *error);

/* Is it to end? */
bool sfc_is_stopped(const struct sfc_grant *grant);

/* Fills unmatched: what entries of the known-failure file stand for without a case. */
void sfc_run_find_unmatched(struct sfc_run *run);

/* Adds to run->troubles, once each; leaks go first. After some 2,000 bytes of text there is only one
   SFC_TROUBLE_MORE. Takes the text. */
void sfc_run_add_trouble(struct sfc_run *run, enum sfc_trouble_kind kind, char *text);

/* After the last answer of a run: for each question that is left open, the answer that fits most cases
   is the implementation's; of several, the first in the register. Cases that it does not fit are
   inconsistent. So the order in which cases are asked does not count. Nobody is inconsistent who fails the
   simplest cases: that says it all. */
void sfc_settle_policies(struct sfc_run *run);

/* How many cases of a level were asked, and how many answers are right. Every case counts for
   SAFE; those with several deliberate faults for nothing else. */
struct sfc_level_sum {
    size_t asked, right;
};
/* Sums of a run. */
struct sfc_totals {
    size_t outcomes[SFC_NUM_OUTCOMES], standings[SFC_NUM_STANDINGS];
    struct sfc_level_sum levels[SFC_NUM_LEVELS];
    struct sfc_level_sum kinds[SFC_NUM_EXPECTS]; /* accepting, rejecting and policy cases with one fault at most */
    size_t may_pass;                             /* known failures whose entry allows a pass */
    size_t rejections;                           /* right ones, of rejecting cases with one fault */
    size_t judged_class, judged_range; /* of these: it named the class, the range (an encoder: reason, place) */
};
/* Is it a right rejection that counts? */
bool sfc_is_right_rejection(const struct sfc_case *c, const struct sfc_result *result);
/* Adds one case; `known` is its entry in the known-failure file, or NULL. */
void sfc_totals_add(struct sfc_totals *totals, const struct sfc_case *c, const struct sfc_result *result,
                    enum sfc_standing standing, const struct sfc_known_entry *known);
/* The highest level with cases up to which every answer is right: its name, or "none". An
   implementation with trouble is not safe. */
const char *sfc_level_reached(const struct sfc_totals *totals, bool has_trouble);

/* The exit status of a complete run with these sums. `num_unmatched` entries of the known-failure
   file have no case; `has_trouble`: the implementation did not exit cleanly, or its memory grows;
   `is_broken`: its verdicts about the simplest sections are wrong. */
enum sfc_status sfc_run_status(const struct sfc_totals *totals, size_t num_unmatched, bool has_trouble, bool is_broken);

void sfc_run_free(struct sfc_run *run);

#endif
