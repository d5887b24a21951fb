/* SPDX-License-Identifier: MIT */
/* One question by one thread of a run. */
#define _GNU_SOURCE
#include <poll.h>
#include <stdlib.h>

#include "child.h"
#include "mix.h"
#include "worker.h"

bool sfc_is_stopped(const struct sfc_grant *grant)
{
    struct pollfd fd = { grant->stop_fd, POLLIN, 0 };
    return grant->stop_fd >= 0 && poll(&fd, 1, 0) > 0;
}

void sfc_work_finish(struct sfc_work *w, size_t i)
{
    struct sfc_run *run = w->run;
    run->standings[i] =
        sfc_known_standing(sfc_known_find(run->known, run->cases[i]->id), run->cases[i], &run->results[i], run->level);
    pthread_mutex_lock(&w->lock);
    w->finished[w->num_finished++] = i;
    pthread_mutex_unlock(&w->lock);
}

void sfc_worker_finish_last(struct sfc_worker *t)
{
    if (t->has_last && !t->w->firsts[t->last].is_held)
        sfc_work_finish(t->w, t->last);
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

/* `why`: if it is not SFC_HELLO_UNASKED, the adapter did not start. */
static void fail_run(struct sfc_work *w, const struct sfc_error *error, enum sfc_no_hello why)
{
    pthread_mutex_lock(&w->lock);
    w->failed = true;
    w->run->cannot_start = why != SFC_HELLO_UNASKED;
    w->error = *error;
    pthread_mutex_unlock(&w->lock);
}

bool sfc_worker_open(struct sfc_worker *t)
{
    struct sfc_work *w = t->w;
    struct sfc_error error = { "" };
    enum sfc_no_hello why;
    t->session = w->run->rung->open(w->run->config, &w->run->grant, &why, &error);
    if (t->session)
        return true;
    if (sfc_is_stopped(&w->run->grant))
        return false;
    fail_run(w, &error, why);
    return false;
}

void sfc_worker_close(struct sfc_worker *t, struct sfc_result *of)
{
    struct sfc_work *w = t->w;
    struct sfc_trouble trouble = { .message = NULL };
    if (t->session)
        trouble = w->run->rung->close(t->session);
    t->session = NULL;
    pthread_mutex_lock(&w->lock);
    /* A failure after `bye` is blamed on no case, unless the session had only one. */
    if (trouble.message && of && (w->run->isolate || !trouble.at_end))
        blame(of, &trouble);
    if (trouble.message)
        sfc_run_add_trouble(w->run, trouble.kind, trouble.message);
    pthread_mutex_unlock(&w->lock);
}

bool sfc_worker_renew(struct sfc_worker *t)
{
    sfc_worker_close(t, t->has_last ? &t->w->run->results[t->last] : NULL);
    sfc_worker_finish_last(t);
    return sfc_worker_open(t);
}

bool sfc_worker_put(struct sfc_worker *t, const struct sfc_request *request, struct sfc_answer *answer)
{
    const struct sfc_run *run = t->w->run;
    struct sfc_error error;
    run->rung->ask(t->session, request, answer);
    if (!answer->is_unasked)
        return true;
    sfc_fail(&error, "%s: %s", run->config->path, answer->message);
    fail_run(t->w, &error, SFC_HELLO_UNASKED);
    sfc_answer_free(answer);
    return false;
}

static void ask_once(struct sfc_worker *t, const struct sfc_case *c, struct sfc_result *result)
{
    struct sfc_run *run = t->w->run;
    struct sfc_request request = sfc_case_request(c);
    struct sfc_answer answer;
    request.verdict_only = c->op == SFC_OP_DECODE && !sfc_has_word(run->config->ops, "decode");
    if ((!t->session && !sfc_worker_open(t)) || !sfc_worker_put(t, &request, &answer)) {
        *result = (struct sfc_result){ .outcome = SFC_NOT_RUN };
        return;
    }
    if (answer.before.message && t->has_last) {
        pthread_mutex_lock(&t->w->lock);
        blame(&run->results[t->last], &answer.before);
        pthread_mutex_unlock(&t->w->lock);
    }
    sfc_worker_finish_last(t);
    sfc_judge(run->config, c, &answer, result);
    if (answer.before.message && t->repeats)
        blame(result, &answer.before);
    t->digest = sfc_answer_digest(&answer);
    sfc_answer_free(&answer);
    if (run->isolate)
        sfc_worker_close(t, result);
}

/* Asks beside others, or while no other does. Who waits to be alone goes first, or a crash would be retried only after
   every other case. */
static void ask(struct sfc_worker *t, const struct sfc_case *c, bool alone, struct sfc_result *result)
{
    struct sfc_work *w = t->w;
    pthread_mutex_lock(&w->lock);
    w->num_alone += alone;
    while (alone ? w->num_asking > 0 : w->num_alone > 0)
        pthread_cond_wait(&w->turn, &w->lock);
    w->num_asking++;
    pthread_mutex_unlock(&w->lock);
    ask_once(t, c, result);
    pthread_mutex_lock(&w->lock);
    w->num_asking--;
    w->num_alone -= alone;
    pthread_cond_broadcast(&w->turn);
    pthread_mutex_unlock(&w->lock);
}

void sfc_worker_ask(struct sfc_worker *t, const struct sfc_case *c, struct sfc_result *result)
{
    ask(t, c, false, result);
}

/* Does its entry in the known-failure file allow that it passes? */
static bool may_pass(const struct sfc_run *run, const struct sfc_case *c)
{
    const struct sfc_known_entry *entry = sfc_known_counting(sfc_known_find(run->known, c->id), c, run->level);
    return entry && sfc_known_names(entry, SFC_PASS);
}

void sfc_worker_ask_case(struct sfc_worker *t, const struct sfc_case *c, struct sfc_result *result)
{
    const double start = sfc_now();
    sfc_worker_ask(t, c, result);
    for (unsigned asked = 1; result->outcome == SFC_PASS && asked < SFC_MAY_PASS_ASKED && may_pass(t->w->run, c);
         asked++) {
        sfc_result_free(result);
        t->repeats = true;
        sfc_worker_ask(t, c, result);
        t->repeats = false;
    }
    result->seconds = sfc_now() - start;
    if (!sfc_must_ask_again(result->outcome))
        return;
    struct sfc_result first = *result, again;
    ask(t, c, true, &again);
    sfc_judge_again(&first, &again, result);
    result->seconds = sfc_now() - start;
}

void sfc_shuffle(size_t *list, size_t count, uint64_t *state)
{
    for (size_t i = count; i > 1; i--) {
        const size_t j = (size_t)(sfr_mix_next(state) % i), moved = list[i - 1];
        list[i - 1] = list[j];
        list[j] = moved;
    }
}
