/* SPDX-License-Identifier: MIT */
/* Runs an implementation on every selected case, with several threads. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "child.h"
#include "run.h"

/* ---- Selection ------------------------------------------------------------------ */

static bool matches(const char *wanted, const char *value)
{
    return !wanted || strcmp(wanted, value) == 0;
}

static bool matches_pattern(const struct sfc_selection *s, const char *id)
{
    for (size_t i = 0; i < s->num_patterns; i++)
        if (fnmatch(s->patterns[i], id, 0) == 0)
            return true;
    return s->num_patterns == 0;
}

void sfc_run_select(struct sfc_run *run, const struct sfc_selection *selection)
{
    run->cases = sfc_alloc(run->corpus->count, sizeof run->cases[0]);
    run->count = 0;
    for (size_t i = 0; i < run->corpus->count; i++) {
        const struct sfc_case *c = &run->corpus->cases[i];
        if (matches(selection->profile, c->profile) && matches(selection->abi, c->abi)
            && matches(selection->area, c->area) && (!selection->clause || sfc_has_word(c->clauses, selection->clause))
            && matches_pattern(selection, c->id))
            run->cases[run->count++] = c;
    }
}

/* ---- Asking ---------------------------------------------------------------------- */

/* Limits of the wall limit. */
#define LEAST_SECONDS 5.0
#define MOST_SECONDS 300.0
#define TIMES_A_PLAIN_QUESTION 200.0
/* How often results are handed over and progress is shown. */
enum { FOLLOW_NANOSECONDS = 50000000 };
/* One case of so many is asked a second time, after the others. */
enum { SAMPLE = 16 };

double sfc_run_limit(double seconds_of_a_plain_question)
{
    const double limit = seconds_of_a_plain_question * TIMES_A_PLAIN_QUESTION;
    return limit < LEAST_SECONDS ? LEAST_SECONDS : limit > MOST_SECONDS ? MOST_SECONDS : limit;
}

/* What the threads share. `lock` guards next, finished and failed. A thread that runs a case holds
   `alone` for reading; one that runs a case again, alone, holds it for writing. */
struct work {
    struct sfc_run *run;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    pthread_rwlock_t alone;
    size_t *order; /* the order of the cases */
    size_t next, num_finished, num_running;
    unsigned num_settled;
    size_t *finished; /* the cases with results, the first result first */
    bool failed;
    struct sfc_error error;
};

/* One thread. A case is finished only after the next one: output after an answer is the fault of
   that answer's case. */
struct worker {
    struct work *w;
    struct sfc_session *session;
    bool has_last;
    size_t last;
    uint64_t digest; /* of the last answer */
    bool is_holding; /* `held` is to be asked a second time */
    size_t held;
    uint64_t held_digest;
    enum sfc_outcome held_outcome;
    unsigned since; /* how many other cases were asked since then */
};

static bool is_stopped(const struct sfc_grant *grant)
{
    struct pollfd fd = { grant->stop_fd, POLLIN, 0 };
    return grant->stop_fd >= 0 && poll(&fd, 1, 0) > 0;
}

static void finish(struct work *w, size_t i)
{
    struct sfc_run *run = w->run;
    run->standings[i] =
        sfc_known_standing(sfc_known_find(run->known, run->cases[i]->id), run->cases[i], &run->results[i], run->level);
    pthread_mutex_lock(&w->lock);
    w->finished[w->num_finished++] = i;
    pthread_mutex_unlock(&w->lock);
}

static void finish_last(struct worker *t)
{
    if (t->has_last && !(t->is_holding && t->held == t->last))
        finish(t->w, t->last);
    t->has_last = false;
}

/* Blames a case for what followed its answer: more bytes, or the end of the program. Takes the
   message. */
static void blame(struct sfc_result *result, struct sfc_trouble *trouble)
{
    sfc_result_free(result);
    const bool crashed = trouble->reply == SFC_REPLY_CRASH;
    *result = (struct sfc_result){
        .outcome = crashed ? SFC_CRASH : SFC_PROTOCOL,
        .detail = crashed ? sfc_copy_text("late", 4) : NULL,
        .message = trouble->message,
    };
    trouble->message = NULL;
}

static bool open_session(struct worker *t)
{
    struct work *w = t->w;
    struct sfc_error error = { "" };
    t->session = w->run->rung->open(w->run->config, &w->run->grant, &error);
    if (t->session)
        return true;
    pthread_mutex_lock(&w->lock);
    w->failed = true;
    w->error = error;
    pthread_mutex_unlock(&w->lock);
    return false;
}

/* `of` is the result of the last case of this session, or NULL. */
static void close_session(struct worker *t, struct sfc_result *of)
{
    struct work *w = t->w;
    struct sfc_trouble trouble = { .message = NULL };
    if (t->session)
        trouble = w->run->rung->close(t->session);
    t->session = NULL;
    /* A failure after `bye` is blamed on no case, unless the session had only one. */
    if (trouble.message && of && (w->run->isolate || !trouble.at_end))
        blame(of, &trouble);
    pthread_mutex_lock(&w->lock);
    if (trouble.message && !w->run->trouble) {
        w->run->trouble = trouble.message;
        trouble.message = NULL;
    }
    pthread_mutex_unlock(&w->lock);
    free(trouble.message);
}

static void ask_once(struct worker *t, const struct sfc_case *c, struct sfc_result *result)
{
    struct sfc_run *run = t->w->run;
    struct sfc_request request = sfc_case_request(c);
    struct sfc_answer answer;
    request.verdict_only = c->op == SFC_OP_DECODE && !sfc_has_word(run->config->ops, "decode");
    if (!t->session && !open_session(t)) {
        *result = (struct sfc_result){ .outcome = SFC_NOT_RUN };
        return;
    }
    run->rung->ask(t->session, &request, &answer);
    if (answer.before.message && t->has_last)
        blame(&run->results[t->last], &answer.before);
    finish_last(t);
    sfc_judge(run->config, c, &answer, result);
    t->digest = sfc_answer_digest(&answer);
    sfc_answer_free(&answer);
    if (run->isolate)
        close_session(t, result);
}

/* Cases that are not run. */
static bool is_passed_over(const struct sfc_run *run, const struct sfc_case *c, struct sfc_result *result)
{
    const char *why;
    if (is_stopped(&run->grant)) {
        *result = (struct sfc_result){ .outcome = SFC_NOT_RUN };
        return true;
    }
    if (sfc_is_declared(run->config, c, &why))
        return false;
    *result = (struct sfc_result){ .outcome = SFC_SKIPPED, .message = sfc_copy_text(why, strlen(why)) };
    return true;
}

static void ask_case(struct worker *t, const struct sfc_case *c, struct sfc_result *result)
{
    struct work *w = t->w;
    const double start = sfc_now();
    pthread_rwlock_rdlock(&w->alone);
    ask_once(t, c, result);
    pthread_rwlock_unlock(&w->alone);
    result->seconds = sfc_now() - start;
    if (!sfc_must_ask_again(result->outcome))
        return;
    struct sfc_result first = *result, again;
    pthread_rwlock_wrlock(&w->alone);
    ask_once(t, c, &again);
    pthread_rwlock_unlock(&w->alone);
    sfc_judge_again(&first, &again, result);
    result->seconds = sfc_now() - start;
}

/* Asks the held case again. Another answer than the first time depends on what was asked before. */
static void ask_held(struct worker *t)
{
    struct sfc_run *run = t->w->run;
    struct sfc_result *first = &run->results[t->held], again;
    /* It may have been blamed for what followed its first answer. */
    if (is_stopped(&run->grant) || first->outcome != t->held_outcome) {
        t->is_holding = false;
        if (!t->has_last || t->last != t->held)
            finish(t->w, t->held);
        return;
    }
    pthread_rwlock_rdlock(&t->w->alone);
    ask_once(t, run->cases[t->held], &again);
    pthread_rwlock_unlock(&t->w->alone);
    if (again.outcome != SFC_NOT_RUN && first->outcome == t->held_outcome
        && (t->digest != t->held_digest || again.outcome != t->held_outcome))
        sfc_judge_second(first, &again);
    sfc_result_free(&again);
    t->is_holding = false;
    t->last = t->held;
    t->has_last = true;
}

/* Holds one case of each sample, until the others were asked. Asking it again finishes case `i`,
   which then cannot be held. */
static void hold(struct worker *t, size_t i)
{
    const enum sfc_outcome outcome = t->w->run->results[i].outcome;
    if (t->is_holding) {
        if (++t->since >= SAMPLE - 1)
            ask_held(t);
        return;
    }
    if (sfc_outcome_is_unsafe(outcome) || outcome == SFC_NOT_RUN)
        return;
    t->is_holding = true;
    t->held = i;
    t->held_digest = t->digest;
    t->held_outcome = outcome;
    t->since = 0;
}

/* The next case; false if there is none, or the run has failed. */
static bool take_next(struct work *w, size_t *i)
{
    pthread_mutex_lock(&w->lock);
    const bool more = !w->failed && w->next < w->run->count;
    if (more)
        *i = w->order[w->next++];
    pthread_mutex_unlock(&w->lock);
    return more;
}

/* An adapter that keeps running and its thread take turns, which is fastest on one processor. With
   fewer threads than processors, other programs may need that processor more. */
static void settle(struct work *w)
{
    const struct sfc_run *run = w->run;
    if (run->config->rung_kind == SFC_RUNG_COMMAND || run->isolate)
        return;
    pthread_mutex_lock(&w->lock);
    const unsigned number = w->num_settled++;
    pthread_mutex_unlock(&w->lock);
    if (run->jobs == sfc_stay_on_processor(UINT_MAX))
        sfc_stay_on_processor(number);
}

static void *work(void *ctx)
{
    struct work *w = ctx;
    struct worker t = { .w = w };
    size_t i;
    settle(w);
    if (w->run->isolate || open_session(&t))
        while (take_next(w, &i)) {
            const struct sfc_case *c = w->run->cases[i];
            if (is_passed_over(w->run, c, &w->run->results[i])) {
                finish(w, i);
                continue;
            }
            ask_case(&t, c, &w->run->results[i]);
            finish_last(&t);
            t.last = i;
            t.has_last = true;
            hold(&t, i);
        }
    if (t.is_holding)
        ask_held(&t);
    close_session(&t, t.has_last ? &w->run->results[t.last] : NULL);
    finish_last(&t);
    pthread_mutex_lock(&w->lock);
    w->num_running--;
    pthread_cond_signal(&w->ended);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* A generator of 64 bits, good enough to mix cases (splitmix64). */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* The same seed gives the same order of the same cases. */
static size_t *make_order(size_t count, uint64_t seed)
{
    size_t *order = sfc_alloc(count, sizeof order[0]);
    uint64_t state = seed;
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    for (size_t i = count; seed != 0 && i > 1; i--) {
        const size_t j = (size_t)(next_random(&state) % i), moved = order[i - 1];
        order[i - 1] = order[j];
        order[j] = moved;
    }
    return order;
}

static void start_work(struct work *w)
{
    pthread_rwlockattr_t attr;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->ended, NULL);
    pthread_rwlockattr_init(&attr);
#ifdef __GLIBC__
    /* Prefer writers, or a crash is retried only after every other case. */
    pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
#endif
    pthread_rwlock_init(&w->alone, &attr);
    pthread_rwlockattr_destroy(&attr);
}

/* Hands over results while the threads work. */
static void follow(struct work *w, sfc_run_done_fn *done, sfc_run_progress_fn *progress, void *ctx)
{
    size_t reported = 0;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (reported < w->num_finished) {
            const size_t index = w->finished[reported++];
            pthread_mutex_unlock(&w->lock);
            if (done)
                done(ctx, index);
            pthread_mutex_lock(&w->lock);
        }
        const size_t finished = w->num_finished;
        pthread_mutex_unlock(&w->lock);
        if (progress)
            progress(ctx, finished);
        pthread_mutex_lock(&w->lock);
        if (w->num_running == 0 && reported == w->num_finished)
            break;
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += FOLLOW_NANOSECONDS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        if (w->num_running > 0)
            pthread_cond_timedwait(&w->ended, &w->lock, &until);
    }
    pthread_mutex_unlock(&w->lock);
}

/* Entries of the known-failure file without a case. */
static void find_unmatched(struct sfc_run *run)
{
    const size_t count = run->known ? run->known->count : 0;
    run->unmatched = sfc_alloc(count, sizeof run->unmatched[0]);
    for (size_t i = 0; i < count; i++)
        if (!sfc_corpus_find(run->corpus, run->known->entries[i].id))
            run->unmatched[run->num_unmatched++] = &run->known->entries[i];
}

bool sfc_run_ask(struct sfc_run *run, sfc_run_done_fn *done, sfc_run_progress_fn *progress, void *ctx,
                 struct sfc_error *error)
{
    struct work w = {
        .run = run,
        .order = make_order(run->count, run->seed),
        .finished = sfc_alloc(run->count, sizeof w.finished[0]),
    };
    run->results = sfc_alloc(run->count, sizeof run->results[0]);
    run->standings = sfc_alloc(run->count, sizeof run->standings[0]);
    /* A forgotten case must not look like a pass. */
    for (size_t i = 0; i < run->count; i++)
        run->results[i].outcome = SFC_NUM_OUTCOMES;
    find_unmatched(run);
    start_work(&w);
    const size_t wanted = run->jobs < 1 ? 1 : run->jobs > run->count ? run->count : run->jobs;
    pthread_t *threads = sfc_alloc(wanted, sizeof threads[0]);
    size_t started = 0;
    pthread_mutex_lock(&w.lock);
    while (started < wanted && pthread_create(&threads[started], NULL, work, &w) == 0)
        started++;
    w.num_running = started;
    if (started == 0 && wanted > 0) {
        w.failed = true;
        sfc_fail(&w.error, "no thread could be started");
    }
    pthread_mutex_unlock(&w.lock);
    follow(&w, done, progress, ctx);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    free(w.finished);
    free(w.order);
    pthread_rwlock_destroy(&w.alone);
    pthread_cond_destroy(&w.ended);
    pthread_mutex_destroy(&w.lock);
    if (w.failed && error)
        *error = w.error;
    return !w.failed;
}

/* ---- Sums ------------------------------------------------------------------------- */

void sfc_totals_add(struct sfc_totals *totals, enum sfc_outcome outcome, enum sfc_standing standing,
                    enum sfc_level level, bool is_multi_fault)
{
    totals->outcomes[outcome]++;
    totals->standings[standing]++;
    if (outcome == SFC_SKIPPED || outcome == SFC_NOT_RUN)
        return;
    totals->levels[SFC_LEVEL_SAFE].asked++;
    totals->levels[SFC_LEVEL_SAFE].right += !sfc_outcome_is_unsafe(outcome);
    if (is_multi_fault)
        return;
    totals->levels[level].asked++;
    totals->levels[level].right += outcome == SFC_PASS;
}

const char *sfc_level_reached(const struct sfc_totals *totals)
{
    const char *reached = "none";
    for (unsigned i = 0; i < SFC_NUM_LEVELS; i++) {
        const struct sfc_level_sum *sum = &totals->levels[i];
        if (sum->right < sum->asked)
            break;
        reached = sum->asked > 0 ? sfc_level_name((enum sfc_level)i) : reached;
    }
    return reached;
}

bool sfc_run_totals(const struct sfc_run *run, struct sfc_totals *totals)
{
    size_t outcomes = 0, standings = 0;
    *totals = (struct sfc_totals){ .outcomes = { 0 } };
    for (size_t i = 0; i < run->count; i++) {
        if (run->results[i].outcome >= SFC_NUM_OUTCOMES)
            continue;
        sfc_totals_add(totals, run->results[i].outcome, run->standings[i], run->cases[i]->level,
                       run->cases[i]->multi_fault != NULL);
    }
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        outcomes += totals->outcomes[i];
    for (unsigned i = 0; i < SFC_NUM_STANDINGS; i++)
        standings += totals->standings[i];
    return outcomes == run->count && standings == run->count;
}

enum sfc_status sfc_run_status(const struct sfc_totals *totals, size_t num_unmatched, bool has_trouble)
{
    size_t asked = 0;
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        asked += i == SFC_SKIPPED ? 0 : totals->outcomes[i];
    if (totals->standings[SFC_STANDS_UNEXPECTED] > 0)
        return SFC_STATUS_FAILS;
    if (totals->standings[SFC_STANDS_STALE] > 0 || num_unmatched > 0)
        return SFC_STATUS_STALE;
    if (has_trouble)
        return SFC_STATUS_BAD_END;
    return asked == 0 ? SFC_STATUS_NOTHING : SFC_STATUS_CONFORMS;
}

void sfc_run_free(struct sfc_run *run)
{
    for (size_t i = 0; run->results && i < run->count; i++)
        sfc_result_free(&run->results[i]);
    free(run->cases);
    free(run->results);
    free(run->standings);
    free(run->unmatched);
    free(run->version);
    free(run->trouble);
    *run = (struct sfc_run){ 0 };
}
