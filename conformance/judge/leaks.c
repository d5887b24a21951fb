/* SPDX-License-Identifier: MIT */
/* Asks a few cases of a kind many times, and measures the process. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "mix.h"
#include "worker.h"

enum {
    MOST_BYTES = 1024, /* of a small section */
    ROUND = 64,        /* cases of a kind */
    WARM_ROUNDS = 3,   /* before the first look */
    NUM_LOOKS = 3,
    PAGE_ROUNDING = 2 * 4096
};
/* How many rounds a part has, at each look. */
static const size_t rounds[NUM_LOOKS] = { 2, 4, 16 };

/* ---- Measurements --------------------------------------------------------------------------- */

struct sfc_leak sfc_leak_of(const struct sfc_footprint points[SFC_LEAK_PARTS + 1], size_t questions, uint64_t limit)
{
    const struct sfc_footprint *first = &points[0], *last = &points[SFC_LEAK_PARTS];
    bool bytes = limit > 0, files = true;
    for (unsigned i = 0; i < SFC_LEAK_PARTS; i++) {
        if (points[i].process == 0 || points[i].process != points[i + 1].process)
            return (struct sfc_leak){ 0, 0 };
        bytes = bytes && points[i + 1].bytes > points[i].bytes;
        files = files && points[i + 1].descriptors > points[i].descriptors;
    }
    bytes = bytes && (last->bytes - first->bytes + PAGE_ROUNDING) / (questions * SFC_LEAK_PARTS) >= limit;
    return (struct sfc_leak){ bytes ? last->bytes - first->bytes : 0,
                              files ? last->descriptors - first->descriptors : 0 };
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

/* An op, a container and a verdict. */
struct kind {
    enum sfc_op op;
    bool elf, rejects;
};

/* Small cases of a kind that got an answer, a right or a wrong one, and whose result can still change. */
static size_t find_cases(struct sfc_work *w, const struct kind *kind, size_t *cases)
{
    const struct sfc_run *run = w->run;
    size_t count = 0;
    pthread_mutex_lock(&w->lock);
    for (size_t k = 0; k < w->num_sampled; k++) {
        const size_t i = w->sample[k];
        const struct sfc_case *c = run->cases[i];
        if (c->op == kind->op && c->elf == kind->elf && (run->results[i].said == SFC_SAID_REJECT) == kind->rejects
            && run->results[i].said != SFC_SAID_NONE && c->size <= MOST_BYTES && sfc_may_ask_again(w, i))
            cases[count++] = i;
    }
    sfc_shuffle(cases, count, &w->random);
    pthread_mutex_unlock(&w->lock);
    return count < ROUND ? count : ROUND;
}

/* Asks the cases in turn. False if the run was interrupted. */
static bool ask_many(struct sfc_worker *t, const size_t *cases, size_t count, size_t questions)
{
    for (size_t n = 0; n < questions; n++)
        if (sfc_is_stopped(&t->w->run->grant) || !sfc_ask_again(t, cases[n % count]))
            return false;
    return true;
}

static struct sfc_footprint measure(const struct sfc_worker *t)
{
    return t->session ? t->w->run->rung->footprint(t->session) : (struct sfc_footprint){ 0 };
}

static bool ask_parts(struct sfc_worker *t, const size_t *cases, size_t count, size_t questions,
                      struct sfc_footprint points[SFC_LEAK_PARTS + 1])
{
    points[0] = measure(t);
    for (unsigned i = 0; i < SFC_LEAK_PARTS; i++) {
        if (!ask_many(t, cases, count, questions))
            return false;
        points[i + 1] = measure(t);
    }
    return true;
}

/* Did it grow by a third of the limit, or leave a file open? */
static bool is_suspicious(const struct sfc_footprint points[SFC_LEAK_PARTS + 1], size_t questions, uint64_t limit)
{
    const struct sfc_footprint *first = &points[0], *last = &points[SFC_LEAK_PARTS];
    return (limit > 0 && last->bytes > first->bytes
            && 3 * (last->bytes - first->bytes) / (questions * SFC_LEAK_PARTS) >= limit)
           || last->descriptors > first->descriptors;
}

static void report(struct sfc_work *w, const struct kind *kind, const struct sfc_leak *leak, size_t questions)
{
    const char *op = sfc_op_name(kind->op), *elf = kind->elf ? ", elf" : "";
    const char *verdict = kind->rejects ? "rejected" : "accepted";
    pthread_mutex_lock(&w->lock);
    if (leak->bytes > 0)
        sfc_run_add_trouble(w->run, SFC_TROUBLE_GROWTH,
                            sfc_format("the adapter grew by %" PRIu64 " bytes in %zu questions (%s%s, %s)", leak->bytes,
                                       questions, op, elf, verdict));
    if (leak->descriptors > 0)
        sfc_run_add_trouble(w->run, SFC_TROUBLE_FILES,
                            sfc_format("the adapter left %" PRIu64 " files open in %zu questions (%s%s, %s)",
                                       leak->descriptors, questions, op, elf, verdict));
    pthread_mutex_unlock(&w->lock);
}

/* The first rounds fill caches. What then grows is measured again, for longer: at first the holes between blocks of
   memory are filled, and collected garbage grows for a while, too. Files are counted at the first look: soon none can
   be opened. */
static bool try_kind(struct sfc_worker *t, const struct kind *kind, const size_t *cases, size_t count)
{
    const uint64_t limit = t->w->run->config->growth_bytes;
    struct sfc_footprint points[SFC_LEAK_PARTS + 1];
    struct sfc_leak first = { 0, 0 }, last = { 0, 0 };
    uint64_t open = 0;
    size_t questions = 0;
    bool good = ask_many(t, cases, count, (size_t)ROUND * WARM_ROUNDS), goes_on = good;
    for (unsigned look = 0; goes_on && look < NUM_LOOKS; look++) {
        questions = ROUND * rounds[look];
        good = ask_parts(t, cases, count, questions, points);
        goes_on = good && is_suspicious(points, questions, limit);
        last = goes_on ? sfc_leak_of(points, questions, limit) : (struct sfc_leak){ 0, 0 };
        first = look == 0 ? last : first;
        open = look == 0 ? points[SFC_LEAK_PARTS].descriptors : open;
    }
    if (!good)
        return false;
    const bool closed = points[SFC_LEAK_PARTS].descriptors < open;
    report(t->w, kind, &(struct sfc_leak){ last.bytes, 0 }, SFC_LEAK_PARTS * questions);
    report(t->w, kind, &(struct sfc_leak){ 0, closed ? 0 : first.descriptors }, SFC_LEAK_PARTS * ROUND * rounds[0]);
    return true;
}

bool sfc_look_for_leaks(struct sfc_worker *t, unsigned number)
{
    struct sfc_work *w = t->w;
    const struct kind kind = { (enum sfc_op)(number / 4), number / 2 % 2, number % 2 };
    size_t *cases = sfc_alloc(w->num_sampled, sizeof cases[0]);
    const size_t count = find_cases(w, &kind, cases);
    bool good = true;
    if (count > 0)
        good = sfc_worker_renew(t) && try_kind(t, &kind, cases, count);
    free(cases);
    return good;
}
