/* SPDX-License-Identifier: MIT */
/* worker.h - the threads of a run: what they share, one question by one of them, and the second pass. */
#ifndef SFC_WORKER_H
#define SFC_WORKER_H

#include <pthread.h>

#include "footprint.h"
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
    unsigned processor, num_settled; /* the first thread's processor */
    size_t *finished;                /* the cases with results, the first result first */
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

/* Asks one question of the session. False, and nothing is to be freed, if the runner itself cannot: the run has
   failed. */
bool sfc_worker_put(struct sfc_worker *t, const struct sfc_request *request, struct sfc_answer *answer);
/* Asks about a case, beside other threads. Blames the last case for what followed its answer. */
void sfc_worker_ask(struct sfc_worker *t, const struct sfc_case *c, struct sfc_result *result);
/* The same, and again alone after a crash or a time-out. A case that passes although its entry in the
   known-failure file says that it may fail is asked until it fails, up to SFC_MAY_PASS_ASKED times. */
enum { SFC_MAY_PASS_ASKED = 16 };
void sfc_worker_ask_case(struct sfc_worker *t, const struct sfc_case *c, struct sfc_result *result);

/* Puts a list in another order; `*state` is the seed, then what comes after it. */
void sfc_shuffle(size_t *list, size_t count, uint64_t *state);

/* ---- The second pass: a sample of the cases is asked again, after all were asked (second.c) ----
 *
 * An adapter that keeps running is asked by one thread, in the session that it has already, until
 * that process has answered many questions: a fault that shows once in thousands of questions must
 * not hide because several processes share the run. Other adapters are asked once more about each
 * case of the sample.
 *
 * Beside it the other threads, and it itself afterwards, look at memory, files and time of an adapter that keeps
 * running (leaks.c, large.c), each time in a new session.
 *
 * A case of the sample has its result, and is handed over, after the second pass. So has a case about an open question
 * that the adapter does not declare (policies.c).
 */

/* Chooses the sample, before the first pass. */
void sfc_second_begin(struct sfc_work *w);
/* Keeps the first answer to case `i`, if it is in the sample. */
void sfc_second_note(struct sfc_worker *t, size_t i);
/* The second pass, after the first pass of this thread. */
void sfc_second_pass(struct sfc_worker *t);
/* Asks about case `i` again, if its result can still change. Another answer than the first time depends on what was
   asked before: its result says so. False if the run was interrupted before there was an answer. */
bool sfc_ask_again(struct sfc_worker *t, size_t i);
/* Has it a result that another answer can change? The caller holds the lock. */
bool sfc_may_ask_again(const struct sfc_work *w, size_t i);
/* How many of the cases that are held back count as done, for progress. The caller holds the lock. */
size_t sfc_second_progress(const struct sfc_work *w);
/* Settles open questions, and finishes the cases that were held back, after all threads have ended. */
void sfc_second_end(struct sfc_work *w);

/* ---- Does an adapter that keeps running keep memory or files with every question? (leaks.c) ----
 *
 * Small cases that were asked before are asked again and again, of one kind in a process of its own. In a fresh process
 * what is kept cannot fill what others freed, so that a little shows soon.
 */

/* A process is measured before and after each of three equal parts. */
enum { SFC_LEAK_PARTS = 3 };

struct sfc_leak {
    uint64_t bytes, descriptors; /* that were kept in all parts together; 0: none with every question */
};

/* What grew in each of the parts, of `questions` each; memory by `limit` bytes a question, about. What grows at first,
   or once, is no leak. A limit of 0 is none. Nothing if the process is not the same throughout. */
struct sfc_leak sfc_leak_of(const struct sfc_footprint points[SFC_LEAK_PARTS + 1], size_t questions, uint64_t limit);

/* A kind is an op, a container and a verdict. */
enum { SFC_LEAK_KINDS = 4 * SFC_NUM_OPS };

/* Looks for leaks of this kind in a new session. False if the run was interrupted. */
bool sfc_look_for_leaks(struct sfc_worker *t, unsigned kind);

/* ---- Does its time grow faster than the section? (large.c) ----
 *
 * Each question is asked about a section, and about one that is 8 times as large. What is linear takes 8 times as
 * long, what is quadratic 64 times. Measured is the CPU time of the process that the runner started, which other
 * programs do not change. A crash, or no answer in time, is trouble as well.
 */

/* How many times as large the large section is. */
enum { SFC_LARGE_TIMES = 8 };

/* Did the large one take more than `limit` times as long for each byte? Not if it took no time to speak of. A limit of
   0 is none. */
bool sfc_is_slow(double small_seconds, double large_seconds, uint64_t limit);

/* Asks decode, look-up and encode, of what is declared, with a new session. False if the run was interrupted. */
bool sfc_look_at_time(struct sfc_worker *t);

#endif
