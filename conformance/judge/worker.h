/* SPDX-License-Identifier: MIT */
/* worker.h - the threads of a run: what they share, and one question by one of them. */
#ifndef SFC_WORKER_H
#define SFC_WORKER_H

#include <pthread.h>

#include "run.h"

/* A case of the sample, which is asked a second time, and its first answer. */
struct sfc_first {
    bool is_sampled;
    bool is_held; /* its result is final only after the second pass: a sample, or an open question */
    enum sfc_outcome outcome;
    uint64_t digest;
};

/* What the threads share. `lock` guards the numbers, finished, failed, the run's trouble and, after the first pass, the
   results of the sample and its order. */
struct sfc_work {
    struct sfc_run *run;
    double start;
    pthread_mutex_t lock;
    pthread_cond_t ended;         /* a thread */
    pthread_cond_t asked;         /* a thread's first pass ended */
    pthread_cond_t turn;          /* a thread ended its question */
    size_t num_asking, num_alone; /* threads that ask; that ask, or wait to, while no other does */
    size_t *order;                /* the order of the cases */
    size_t next, num_finished, num_running, num_threads;
    unsigned num_settled;
    size_t *finished; /* the cases with results, the first result first */
    size_t num_reported;
    bool failed;
    struct sfc_error error;
    /* The second pass (second.c). */
    size_t num_in_first_pass; /* threads */
    bool has_keeper;          /* one thread has kept its session for the second pass */
    struct sfc_first *firsts; /* of each case */
    size_t *sample;           /* in the order of the round */
    size_t num_sampled, num_held, next_sampled, num_rounds;
    size_t num_again, num_before_round, most_again; /* questions */
    uint64_t random;
    double second_start;             /* when the last thread left the first pass; 0: not yet */
    unsigned next_check, num_checks; /* of what follows the second pass */
    bool was_cut;                    /* the run was interrupted in the second pass */
};

/* One thread. A case is finished only after the next one: output after an answer is the fault of
   that answer's case. */
struct sfc_worker {
    struct sfc_work *w;
    struct sfc_session *session;
    bool has_last;
    size_t last;
    bool repeats;    /* the last question was about the same case: what followed its answer is its own fault */
    uint64_t digest; /* of the last answer */
};

/* Puts a case's result on the list of those to hand over. */
void sfc_work_finish(struct sfc_work *w, size_t i);
/* The same for the last case of this thread, unless it is to be asked again. */
void sfc_worker_finish_last(struct sfc_worker *t);

/* False if there is no session: the run has failed, or is interrupted. */
bool sfc_worker_open(struct sfc_worker *t);
/* `of` is the result of the last case of this session, or NULL. */
void sfc_worker_close(struct sfc_worker *t, struct sfc_result *of);
/* Closes the session, if there is one, and opens a new one; as sfc_worker_open(). */
bool sfc_worker_renew(struct sfc_worker *t);

/* Asks about a case, beside other threads. Blames the last case for what followed its answer. */
void sfc_worker_ask(struct sfc_worker *t, const struct sfc_case *c, struct sfc_result *result);
/* The same, and again alone after a crash or a time-out. A case that passes although its entry in the
   known-failure file says that it may fail is asked until it fails, up to SFC_MAY_PASS_ASKED times. */
enum { SFC_MAY_PASS_ASKED = 16 };
void sfc_worker_ask_case(struct sfc_worker *t, const struct sfc_case *c, struct sfc_result *result);

/* Puts a list in another order; `*state` is the seed, then what comes after it. */
void sfc_shuffle(size_t *list, size_t count, uint64_t *state);

#endif
