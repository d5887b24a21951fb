/* SPDX-License-Identifier: MIT */
/* Asks an implementation about every selected case, with several threads. */
#define _GNU_SOURCE
#include <fnmatch.h>
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

static bool matches_pattern(const struct sfr_selection *s, const char *id)
{
    for (size_t i = 0; i < s->num_patterns; i++)
        if (fnmatch(s->patterns[i], id, 0) == 0)
            return true;
    return s->num_patterns == 0;
}

void sfr_run_select(struct sfr_run *run, const struct sfr_selection *selection)
{
    run->cases = sfr_alloc(run->corpus->count, sizeof run->cases[0]);
    run->count = 0;
    for (size_t i = 0; i < run->corpus->count; i++) {
        const struct sfr_case *c = &run->corpus->cases[i];
        if (matches(selection->profile, c->profile) && matches(selection->abi, c->abi)
            && matches(selection->area, c->area) && matches_pattern(selection, c->id))
            run->cases[run->count++] = c;
    }
}

/* ---- Asking ---------------------------------------------------------------------- */

/* What the threads share. `lock` guards next, finished and failed; `alone` is held for reading by everybody who asks,
   and for writing by one who asks again and must have the machine for itself. */
struct work {
    struct sfr_run *run;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_rwlock_t alone;
    size_t next, num_finished, num_running;
    bool *finished;
    bool failed;
    struct sfr_error error;
};

static bool is_stopped(const struct sfr_grant *grant)
{
    struct pollfd fd = { grant->stop_fd, POLLIN, 0 };
    return grant->stop_fd >= 0 && poll(&fd, 1, 0) > 0;
}

static void ask_once(const struct sfr_run *run, struct sfr_session *session, const struct sfr_case *c,
                     struct sfr_result *result)
{
    const struct sfr_request request = sfr_case_request(c);
    struct sfr_answer answer;
    run->rung->ask(session, &request, &answer);
    sfr_judge(run->config, c, &answer, result);
    sfr_answer_free(&answer);
}

static void ask_case(struct work *w, struct sfr_session *session, const struct sfr_case *c, struct sfr_result *result)
{
    const char *why;
    if (is_stopped(&w->run->grant)) {
        *result = (struct sfr_result){ .outcome = SFR_NOT_RUN };
        return;
    }
    if (!sfr_is_declared(w->run->config, c, &why)) {
        *result = (struct sfr_result){ .outcome = SFR_SKIPPED, .message = sfr_copy_text(why, strlen(why)) };
        return;
    }
    pthread_rwlock_rdlock(&w->alone);
    ask_once(w->run, session, c, result);
    pthread_rwlock_unlock(&w->alone);
    if (!sfr_must_ask_again(result->outcome))
        return;
    struct sfr_result first = *result, again;
    pthread_rwlock_wrlock(&w->alone);
    ask_once(w->run, session, c, &again);
    pthread_rwlock_unlock(&w->alone);
    sfr_judge_again(&first, &again, result);
}

static void *work(void *ctx)
{
    struct work *w = ctx;
    struct sfr_run *run = w->run;
    struct sfr_error error = { "" };
    struct sfr_session *session = run->rung->open(run->config, &run->grant, &error);
    pthread_mutex_lock(&w->lock);
    if (!session) {
        w->failed = true;
        w->error = error;
    }
    while (!w->failed && w->next < run->count) {
        const size_t i = w->next++;
        pthread_mutex_unlock(&w->lock);
        const double start = sfr_now();
        ask_case(w, session, run->cases[i], &run->results[i]);
        run->results[i].seconds = sfr_now() - start;
        run->standings[i] =
            sfr_known_standing(sfr_known_find(run->known, run->cases[i]->id), run->cases[i], &run->results[i]);
        pthread_mutex_lock(&w->lock);
        w->finished[i] = true;
        w->num_finished++;
        pthread_cond_signal(&w->changed);
    }
    w->num_running--;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->lock);
    if (session)
        free(run->rung->close(session));
    return NULL;
}

static void start_work(struct work *w)
{
    pthread_rwlockattr_t attr;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->changed, NULL);
    pthread_rwlockattr_init(&attr);
    /* Or a crash would be looked at again only when all the rest is done. */
    pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&w->alone, &attr);
    pthread_rwlockattr_destroy(&attr);
}

/* Hands over results in order while the threads work. */
static void follow(struct work *w, sfr_run_done_fn *done, sfr_run_progress_fn *progress, void *ctx)
{
    size_t reported = 0;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (reported < w->run->count && w->finished[reported]) {
            pthread_mutex_unlock(&w->lock);
            if (done)
                done(ctx, reported);
            pthread_mutex_lock(&w->lock);
            reported++;
        }
        const size_t finished = w->num_finished;
        pthread_mutex_unlock(&w->lock);
        if (progress)
            progress(ctx, finished);
        pthread_mutex_lock(&w->lock);
        if (w->num_running == 0 && (reported == w->run->count || w->failed))
            break;
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        if (w->num_finished == finished && w->num_running > 0)
            pthread_cond_timedwait(&w->changed, &w->lock, &until);
    }
    pthread_mutex_unlock(&w->lock);
}

/* Entries of the known-failure file that no case answers to. */
static void find_unmatched(struct sfr_run *run)
{
    const size_t count = run->known ? run->known->count : 0;
    run->unmatched = sfr_alloc(count, sizeof run->unmatched[0]);
    for (size_t i = 0; i < count; i++)
        if (!sfr_corpus_find(run->corpus, run->known->entries[i].id))
            run->unmatched[run->num_unmatched++] = &run->known->entries[i];
}

bool sfr_run_ask(struct sfr_run *run, sfr_run_done_fn *done, sfr_run_progress_fn *progress, void *ctx,
                 struct sfr_error *error)
{
    struct work w = { .run = run, .finished = sfr_alloc(run->count, sizeof w.finished[0]) };
    run->results = sfr_alloc(run->count, sizeof run->results[0]);
    run->standings = sfr_alloc(run->count, sizeof run->standings[0]);
    /* A case that is forgotten must not look like one that passes. */
    for (size_t i = 0; i < run->count; i++)
        run->results[i].outcome = SFR_NUM_OUTCOMES;
    find_unmatched(run);
    start_work(&w);
    const size_t wanted = run->jobs < 1 ? 1 : run->jobs > run->count ? run->count : run->jobs;
    pthread_t *threads = sfr_alloc(wanted, sizeof threads[0]);
    size_t started = 0;
    pthread_mutex_lock(&w.lock);
    while (started < wanted && pthread_create(&threads[started], NULL, work, &w) == 0)
        started++;
    w.num_running = started;
    if (started == 0 && wanted > 0) {
        w.failed = true;
        sfr_fail(&w.error, "no thread could be started");
    }
    pthread_mutex_unlock(&w.lock);
    follow(&w, done, progress, ctx);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    free(w.finished);
    pthread_rwlock_destroy(&w.alone);
    pthread_cond_destroy(&w.changed);
    pthread_mutex_destroy(&w.lock);
    if (w.failed && error)
        *error = w.error;
    return !w.failed;
}

/* ---- Sums ------------------------------------------------------------------------- */

bool sfr_run_totals(const struct sfr_run *run, struct sfr_totals *totals)
{
    size_t outcomes = 0, standings = 0;
    *totals = (struct sfr_totals){ .outcomes = { 0 } };
    for (size_t i = 0; i < run->count; i++) {
        if (run->results[i].outcome >= SFR_NUM_OUTCOMES)
            continue;
        totals->outcomes[run->results[i].outcome]++;
        totals->standings[run->standings[i]]++;
    }
    for (unsigned i = 0; i < SFR_NUM_OUTCOMES; i++)
        outcomes += totals->outcomes[i];
    for (unsigned i = 0; i < SFR_NUM_STANDINGS; i++)
        standings += totals->standings[i];
    return outcomes == run->count && standings == run->count;
}

int sfr_run_status(const struct sfr_run *run, const struct sfr_totals *totals)
{
    if (totals->standings[SFR_STANDS_UNEXPECTED] > 0)
        return 1;
    if (totals->standings[SFR_STANDS_STALE] > 0 || run->num_unmatched > 0)
        return 2;
    return totals->outcomes[SFR_SKIPPED] == run->count ? 5 : 0;
}

void sfr_run_free(struct sfr_run *run)
{
    for (size_t i = 0; run->results && i < run->count; i++)
        sfr_result_free(&run->results[i]);
    free(run->cases);
    free(run->results);
    free(run->standings);
    free(run->unmatched);
    free(run->version);
    *run = (struct sfr_run){ 0 };
}
