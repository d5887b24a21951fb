/* SPDX-License-Identifier: MIT */
/* Runs an implementation on every selected case, with several threads. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "child.h"
#include "strays.h"
#include "worker.h"

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

bool sfc_selection_wants(const void *ctx, const struct sfc_case *c)
{
    const struct sfc_selection *s = ctx;
    return matches(s->profile, c->profile) && matches(s->abi, c->abi) && matches(s->order, c->order)
           && matches(s->area, c->area) && matches_pattern(s, c->id);
}

/* The clauses last: a case that is not wanted was not read, and has none. */
bool sfc_selection_takes(const struct sfc_selection *s, const struct sfc_case *c)
{
    return sfc_selection_wants(s, c) && (!s->clause || sfc_has_word(c->clauses, s->clause));
}

void sfc_run_select(struct sfc_run *run, const struct sfc_selection *selection)
{
    run->cases = sfc_alloc(run->corpus->count, sizeof run->cases[0]);
    run->count = 0;
    for (size_t i = 0; i < run->corpus->count; i++) {
        const struct sfc_case *c = &run->corpus->cases[i];
        if (sfc_selection_takes(selection, c))
            run->cases[run->count++] = c;
    }
}

/* ---- Trouble ---------------------------------------------------------------------- */

enum { MOST_TROUBLE = 2000 };

const char *const sfc_trouble_names[SFC_NUM_TROUBLES] = { "growth", "files", "time",    "exit",
                                                          "hang",   "late",  "process", "more" };

void sfc_run_add_trouble(struct sfc_run *run, enum sfc_trouble_kind kind, char *text)
{
    const struct sfc_run_trouble trouble = { kind, text };
    size_t len = strlen(text);
    bool is_known = false;
    for (size_t i = 0; i < run->num_troubles; i++) {
        const struct sfc_run_trouble *t = &run->troubles[i];
        is_known = is_known || t->kind == SFC_TROUBLE_MORE || (t->kind == kind && strcmp(t->text, text) == 0);
        len += strlen(t->text);
    }
    const bool is_leak = kind == SFC_TROUBLE_GROWTH || kind == SFC_TROUBLE_FILES;
    if (is_known && !is_leak) {
        free(text);
        return;
    }
    run->troubles = sfc_grow(run->troubles, run->num_troubles + 1, sizeof run->troubles[0]);
    const size_t at = is_leak ? 0 : run->num_troubles;
    memmove(run->troubles + at + 1, run->troubles + at, (run->num_troubles - at) * sizeof run->troubles[0]);
    run->troubles[at] = trouble;
    run->num_troubles++;
    if (len <= MOST_TROUBLE || is_leak)
        return;
    free(text);
    run->troubles[run->num_troubles - 1] = (struct sfc_run_trouble){ SFC_TROUBLE_MORE, sfc_copy_string("and more") };
}

/* ---- Asking ---------------------------------------------------------------------- */

/* Limits of the wall limit. */
#define LEAST_SECONDS 5.0
#define MOST_SECONDS 300.0
#define TIMES_A_PLAIN_QUESTION 200.0
/* How often results are handed over and progress is shown. */
enum { FOLLOW_NANOSECONDS = 50000000 };

double sfc_run_limit(double seconds_of_a_plain_question)
{
    const double limit = seconds_of_a_plain_question * TIMES_A_PLAIN_QUESTION;
    return limit < LEAST_SECONDS ? LEAST_SECONDS : limit > MOST_SECONDS ? MOST_SECONDS : limit;
}

/* Cases that are not run. */
static bool is_passed_over(const struct sfc_run *run, const struct sfc_case *c, struct sfc_result *result)
{
    if (sfc_is_stopped(&run->grant)) {
        *result = (struct sfc_result){ .outcome = SFC_NOT_RUN };
        return true;
    }
    const unsigned missing = sfc_undeclared(run->config, c);
    if (missing == 0)
        return false;
    *result = (struct sfc_result){ .outcome = SFC_SKIPPED,
                                   .missing = missing,
                                   .message = sfc_format("%s not declared", sfc_first_missing(missing)) };
    return true;
}

/* The next case; false if there is none, or the run has failed. */
static bool take_next(struct sfc_work *w, size_t *i)
{
    pthread_mutex_lock(&w->lock);
    const bool more = !w->failed && w->next < w->run->count;
    if (more)
        *i = w->order[w->next++];
    pthread_mutex_unlock(&w->lock);
    return more;
}

/* An adapter that keeps running and its thread take turns. On one processor none has to be woken up for that, which
   takes longer than most answers. */
static void settle(struct sfc_work *w)
{
    const struct sfc_run *run = w->run;
    if (run->config->rung_kind == SFC_RUNG_COMMAND || run->isolate)
        return;
    pthread_mutex_lock(&w->lock);
    const unsigned number = w->num_settled++;
    pthread_mutex_unlock(&w->lock);
    sfc_stay_on_processor(w->processor, number, run->jobs);
}

/* Asks about cases until all were asked about. */
static void first_pass(struct sfc_worker *t)
{
    struct sfc_run *run = t->w->run;
    size_t i;
    if (!run->isolate)
        sfc_worker_open(t);
    while (take_next(t->w, &i)) {
        if (is_passed_over(run, run->cases[i], &run->results[i])) {
            if (!t->w->firsts[i].is_held)
                sfc_work_finish(t->w, i);
            continue;
        }
        sfc_worker_ask_case(t, run->cases[i], &run->results[i]);
        sfc_worker_finish_last(t);
        sfc_second_note(t, i);
        t->last = i;
        t->has_last = true;
    }
}

static void *work(void *ctx)
{
    struct sfc_work *w = ctx;
    struct sfc_worker t = { .w = w };
    settle(w);
    first_pass(&t);
    sfc_second_pass(&t);
    sfc_worker_close(&t, t.has_last ? &w->run->results[t.last] : NULL);
    sfc_worker_finish_last(&t);
    pthread_mutex_lock(&w->lock);
    w->num_running--;
    pthread_cond_signal(&w->ended);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* The same seed gives the same order of the same cases. */
static size_t *make_order(size_t count, uint64_t seed)
{
    size_t *order = sfc_alloc(count, sizeof order[0]);
    uint64_t state = seed;
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    if (seed != 0)
        sfc_shuffle(order, count, &state);
    return order;
}

static void end_work(struct sfc_work *w)
{
    free(w->finished);
    free(w->order);
    free(w->sample);
    free(w->firsts);
    pthread_cond_destroy(&w->ended);
    pthread_cond_destroy(&w->asked);
    pthread_cond_destroy(&w->turn);
    pthread_mutex_destroy(&w->lock);
}

/* Hands over results while the threads work. Programs that kept others running have left them to
   this thread, which starts none itself. */
static void follow(struct sfc_work *w, sfc_run_done_fn *done, sfc_run_progress_fn *progress, void *ctx)
{
    size_t most = 0; /* what the second pass holds is finished one by one at its end */
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (w->num_reported < w->num_finished) {
            const size_t index = w->finished[w->num_reported++];
            pthread_mutex_unlock(&w->lock);
            if (done)
                done(ctx, index);
            pthread_mutex_lock(&w->lock);
        }
        const size_t finished = w->num_finished + (w->num_running > 0 ? sfc_second_progress(w) : 0);
        pthread_mutex_unlock(&w->lock);
        most = finished > most ? finished : most;
        if (progress)
            progress(ctx, most);
        if (w->run->adopts)
            sfc_strays_reap();
        pthread_mutex_lock(&w->lock);
        if (w->num_running == 0 && w->num_reported == w->num_finished)
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

void sfc_run_find_unmatched(struct sfc_run *run)
{
    const size_t count = run->known ? run->known->count : 0;
    run->unmatched = sfc_alloc(count, sizeof run->unmatched[0]);
    for (size_t i = 0; i < count; i++) {
        char *pattern = sfc_known_unmatched(&run->known->entries[i]);
        if (pattern)
            run->unmatched[run->num_unmatched++] = (struct sfc_unmatched_entry){ pattern, run->known->entries[i].line };
    }
}

static size_t start_threads(struct sfc_work *w, pthread_t *threads, size_t wanted)
{
    size_t started = 0;
    pthread_mutex_lock(&w->lock);
    while (started < wanted && pthread_create(&threads[started], NULL, work, w) == 0)
        started++;
    w->num_running = w->num_in_first_pass = w->num_threads = started;
    if (started == 0 && wanted > 0) {
        w->failed = true;
        sfc_fail(&w->error, "no thread could be started");
    }
    pthread_mutex_unlock(&w->lock);
    return started;
}

bool sfc_run_ask(struct sfc_run *run, sfc_run_done_fn *done, sfc_run_progress_fn *progress, void *ctx,
                 struct sfc_error *error)
{
    struct sfc_work w = {
        .run = run,
        .start = sfc_now(),
        /* Several runs that began together have spread by now. */
        .processor = (unsigned)sched_getcpu(),
        .order = make_order(run->count, run->seed),
        .finished = sfc_alloc(run->count, sizeof w.finished[0]),
    };
    run->results = sfc_alloc(run->count, sizeof run->results[0]);
    run->standings = sfc_alloc(run->count, sizeof run->standings[0]);
    /* A forgotten case must not look like a pass. */
    for (size_t i = 0; i < run->count; i++)
        run->results[i].outcome = SFC_NUM_OUTCOMES;
    sfc_run_find_unmatched(run);
    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.ended, NULL);
    pthread_cond_init(&w.asked, NULL);
    pthread_cond_init(&w.turn, NULL);
    sfc_second_begin(&w);
    const size_t wanted = run->jobs < 1 ? 1 : run->jobs > run->count ? run->count : run->jobs;
    pthread_t *threads = sfc_alloc(wanted, sizeof threads[0]);
    const size_t started = start_threads(&w, threads, wanted);
    follow(&w, done, progress, ctx);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    sfc_second_end(&w);
    follow(&w, done, progress, ctx);
    free(threads);
    end_work(&w);
    if (w.failed && error)
        *error = w.error;
    return !w.failed;
}

void sfc_run_free(struct sfc_run *run)
{
    for (size_t i = 0; run->results && i < run->count; i++)
        sfc_result_free(&run->results[i]);
    free(run->cases);
    free(run->results);
    free(run->standings);
    for (size_t i = 0; i < run->num_unmatched; i++)
        free(run->unmatched[i].id);
    free(run->unmatched);
    free(run->version);
    for (size_t i = 0; i < run->num_troubles; i++)
        free(run->troubles[i].text);
    free(run->troubles);
    free(run->broken);
    free(run->misread);
    *run = (struct sfc_run){ 0 };
}
