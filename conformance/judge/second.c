/* SPDX-License-Identifier: MIT */
/* The second pass of a run. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>

#include "child.h"
#include "mix.h"
#include "worker.h"

/* One case of so many is in the sample. */
enum { ONE_OF_KEPT = 4, ONE_OF_STARTED = 16 };
/* An adapter that keeps running answers as many questions as there are cases, but no more. */
enum { MOST_QUESTIONS = 6000 };
/* A busy machine must not end the second pass of a quick adapter. */
#define LEAST_SECONDS 10.0
/* A run with as many answers is worth a look at memory and time. */
enum { LEAST_ANSWERS = 1000 };

/* Does one process answer many questions? */
static bool keeps_running(const struct sfc_run *run)
{
    return run->config->rung_kind != SFC_RUNG_COMMAND && !run->isolate;
}

/* Of each few neighbours in the order of ids, one: so every profile, ABI, byte order and area that
   has enough cases is there. */
void sfc_second_begin(struct sfc_work *w)
{
    const struct sfc_run *run = w->run;
    const size_t each = keeps_running(run) ? ONE_OF_KEPT : ONE_OF_STARTED;
    size_t *few = sfc_alloc(each, sizeof few[0]), num_few = 0, num_declared = 0;
    w->random = ~run->seed;
    w->firsts = sfc_alloc(run->count, sizeof w->firsts[0]);
    w->sample = sfc_alloc(run->count, sizeof w->sample[0]);
    for (size_t i = 0; i < run->count; i++) {
        if (sfc_undeclared(run->config, run->cases[i]) == 0) {
            few[num_few++] = i;
            num_declared++;
        }
        if (num_few == 0 || (num_few < each && i + 1 < run->count))
            continue;
        w->sample[w->num_sampled++] = few[sfr_mix_next(&w->random) % num_few];
        num_few = 0;
    }
    free(few);
    for (size_t k = 0; k < w->num_sampled; k++)
        w->firsts[w->sample[k]].is_sampled = true;
    for (size_t i = 0; i < run->count; i++)
        w->num_held += w->firsts[i].is_held = w->firsts[i].is_sampled || sfc_is_left_open(run->config, run->cases[i]);
    w->next_sampled = w->num_sampled;
    w->most_again = !keeps_running(run)             ? w->num_sampled
                    : num_declared < MOST_QUESTIONS ? num_declared
                                                    : MOST_QUESTIONS;
}

void sfc_second_note(struct sfc_worker *t, size_t i)
{
    t->w->firsts[i].outcome = t->w->run->results[i].outcome;
    t->w->firsts[i].digest = t->digest;
}

/* Its result may have changed: it was blamed for what followed its answer, or differed already. */
bool sfc_may_ask_again(const struct sfc_work *w, size_t i)
{
    const enum sfc_outcome outcome = w->run->results[i].outcome;
    return outcome == w->firsts[i].outcome && outcome != SFC_NOT_RUN && !sfc_outcome_is_unsafe(outcome);
}

/* After the sample was asked about once: is there time and reason to go on? */
static bool goes_on(const struct sfc_work *w)
{
    const double bound = (w->second_start - w->start) * (double)w->num_threads;
    return keeps_running(w->run) && w->num_again < w->most_again
           && sfc_now() - w->second_start < (bound < LEAST_SECONDS ? LEAST_SECONDS : bound);
}

/* Starts another round if this one is over; false if there is nothing left to ask. */
static bool begin_round(struct sfc_work *w)
{
    const bool is_first = w->num_again == 0 && w->num_rounds == 0;
    if (w->next_sampled < w->num_sampled)
        return true;
    if (!is_first && (w->num_again == w->num_before_round || !goes_on(w)))
        return false;
    w->num_rounds++;
    w->num_before_round = w->num_again;
    w->next_sampled = 0;
    sfc_shuffle(w->sample, w->num_sampled, &w->random);
    return w->num_sampled > 0;
}

static bool take_again(struct sfc_work *w, size_t *i)
{
    bool found = false;
    pthread_mutex_lock(&w->lock);
    while (!found && !w->failed && begin_round(w) && (w->num_rounds == 1 || goes_on(w))) {
        *i = w->sample[w->next_sampled++];
        found = sfc_may_ask_again(w, *i);
    }
    w->num_again += found;
    pthread_mutex_unlock(&w->lock);
    return found;
}

bool sfc_ask_again(struct sfc_worker *t, size_t i)
{
    struct sfc_work *w = t->w;
    struct sfc_result *result = &w->run->results[i], again;
    const struct sfc_first *first = &w->firsts[i];
    pthread_mutex_lock(&w->lock);
    const bool may_ask = sfc_may_ask_again(w, i);
    pthread_mutex_unlock(&w->lock);
    if (!may_ask)
        return true;
    sfc_worker_ask(t, w->run->cases[i], &again);
    const bool is_answered = again.outcome != SFC_NOT_RUN;
    pthread_mutex_lock(&w->lock);
    if (is_answered && result->outcome == first->outcome
        && (t->digest != first->digest || again.outcome != first->outcome))
        sfc_judge_second(result, &again);
    pthread_mutex_unlock(&w->lock);
    sfc_result_free(&again);
    t->last = i;
    t->has_last = true;
    return is_answered;
}

/* Before others ask again. */
static unsigned count_checks(const struct sfc_run *run)
{
    size_t answers = 0;
    for (size_t i = 0; i < run->count; i++)
        answers += run->results[i].said != SFC_SAID_NONE;
    return keeps_running(run) && run->rung->footprint && answers >= LEAST_ANSWERS ? 1 + SFC_LEAK_KINDS : 0;
}

/* Waits until every case was asked about. Of adapters that keep running, only the first that is here
   is kept: the others have ended then. Returns whether this thread takes part in the second pass. */
static bool wait_for_others(struct sfc_worker *t)
{
    struct sfc_work *w = t->w;
    pthread_mutex_lock(&w->lock);
    const bool takes_part = !keeps_running(w->run) || !w->has_keeper;
    w->has_keeper = true;
    pthread_mutex_unlock(&w->lock);
    if (!takes_part)
        sfc_worker_close(t, t->has_last ? &w->run->results[t->last] : NULL);
    pthread_mutex_lock(&w->lock);
    if (--w->num_in_first_pass == 0) {
        w->num_checks = count_checks(w->run);
        w->second_start = sfc_now();
    }
    pthread_cond_broadcast(&w->asked);
    while (w->num_in_first_pass > 0)
        pthread_cond_wait(&w->asked, &w->lock);
    pthread_mutex_unlock(&w->lock);
    return takes_part;
}

static bool take_check(struct sfc_work *w, unsigned *number)
{
    pthread_mutex_lock(&w->lock);
    const bool more = !w->failed && w->next_check < w->num_checks;
    *number = w->next_check;
    w->next_check += more;
    pthread_mutex_unlock(&w->lock);
    return more;
}

/* The one that takes longest is the first. A slow adapter is asked about fewer kinds of leaks. */
static bool make_checks(struct sfc_worker *t)
{
    const double start = sfc_now(), so_far = start - t->w->start;
    unsigned number;
    bool good = true;
    while (good && take_check(t->w, &number)) {
        const bool is_late = sfc_now() - start >= (so_far > LEAST_SECONDS ? so_far : LEAST_SECONDS);
        good = number == 0 ? sfc_look_at_time(t) : is_late || sfc_look_for_leaks(t, number - 1);
    }
    return good;
}

void sfc_second_pass(struct sfc_worker *t)
{
    struct sfc_work *w = t->w;
    size_t i;
    bool good = true;
    if (wait_for_others(t))
        while (good && take_again(w, &i))
            good = !sfc_is_stopped(&w->run->grant) && sfc_ask_again(t, i);
    good = good && make_checks(t);
    pthread_mutex_lock(&w->lock);
    w->was_cut = w->was_cut || !good;
    pthread_mutex_unlock(&w->lock);
}

size_t sfc_second_progress(const struct sfc_work *w)
{
    return w->num_again == 0 ? 0 : (size_t)((double)w->num_again / (double)w->most_again * (double)w->num_held);
}

/* Was every case asked about once? */
static bool is_first_pass_whole(const struct sfc_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        if (run->results[i].outcome == SFC_NOT_RUN || run->results[i].outcome == SFC_NUM_OUTCOMES)
            return false;
    return true;
}

/* A pass is not final if the second pass was interrupted. */
void sfc_second_end(struct sfc_work *w)
{
    const bool is_whole = is_first_pass_whole(w->run), withdraws = w->was_cut && is_whole;
    w->run->interrupted = w->was_cut || !is_whole;
    for (size_t k = 0; withdraws && k < w->num_sampled; k++) {
        struct sfc_result *result = &w->run->results[w->sample[k]];
        if (result->outcome == SFC_PASS) {
            sfc_result_free(result);
            *result = (struct sfc_result){ .outcome = SFC_NOT_RUN };
        }
    }
    sfc_settle_policies(w->run);
    for (size_t i = 0; i < w->run->count; i++)
        if (w->firsts[i].is_held && w->run->results[i].outcome != SFC_NUM_OUTCOMES)
            sfc_work_finish(w, i);
}
