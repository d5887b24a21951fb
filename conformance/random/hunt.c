/* SPDX-License-Identifier: MIT */
/* A run of random functions. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "batch.h"
#include "child.h"
#include "hunt.h"
#include "progress.h"

struct hunt_work {
    struct sfc_hunt *hunt;
    pthread_mutex_t lock; /* guards what follows, and the results in *hunt */
    size_t next_batch, num_batches;
    bool *is_done;
    bool failed;
    struct sfc_error error;
    double start;
};

static struct sfc_trial new_trial(const struct sfc_hunt *h)
{
    return (
        struct sfc_trial){ .target = h->target, .as = h->as, .path = h->path, .stop = h->stop, .profile = h->profile };
}

/* ---- Before the run ---- */

static bool begin(struct sfc_hunt *h, struct sfc_trial *t, bool *good, struct sfc_error *error)
{
    struct sfc_body plain = { 0 };
    const struct sfc_body *const list[] = { &plain };
    struct sfc_verdict verdict;
    sfc_body_add(&plain, (struct sfc_statement){ .op = SFC_WORD_NOP });
    sfc_body_add(&plain, (struct sfc_statement){ .op = SFC_WORD_DEF_CFA_OFFSET, .offset = h->target->cfa_offset + 16 });
    sfc_body_add(&plain, (struct sfc_statement){ .op = SFC_WORD_NOP });
    bool ran = sfc_try(t, list, 1, &verdict, error);
    *good = ran && verdict.kinds == 0;
    for (unsigned kind = 0; ran && kind < SFC_NUM_KINDS; kind++) {
        if (!(verdict.kinds & 1u << kind))
            continue;
        struct sfc_find find = { .kind = (enum sfc_kind)kind, .num_bodies = 1 };
        find.bodies = sfc_alloc(1, sizeof find.bodies[0]);
        sfc_body_copy(&find.bodies[0], &plain);
        if (kind >= SFC_KIND_SECTION)
            memcpy(find.detail, verdict.detail, sizeof find.detail);
        struct sfc_cause *c = sfc_causes_add(&h->causes, h->target, &find, 1);
        /* Each command begins with this function. */
        ran = sfc_find_try(t, &c->first, &c->first.is_confirmed, error);
    }
    sfc_body_free(&plain);
    h->profile = t->profile;
    return ran && sfc_known_causes_check(&h->known, t, error);
}

bool sfc_hunt_begin(struct sfc_hunt *h, bool *good, struct sfc_error *error)
{
    struct sfc_trial t = new_trial(h);
    if (!sfc_trial_open(&t, error))
        return false;
    const bool began = begin(h, &t, good, error);
    h->num_calls += t.num_calls;
    h->was_stopped = t.is_stopped;
    sfc_trial_close(&t);
    return began;
}

/* ---- Threads ---- */

static void show_progress(const struct hunt_work *w)
{
    struct winsize size = { 0 };
    const unsigned width = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
    char *line = sfc_progress_line((size_t)w->hunt->num_tried, (size_t)w->hunt->count, sfc_now() - w->start, width - 1);
    fprintf(stderr, "\r%s", line);
    free(line);
}

/* Adds what a batch found. With the lock. */
static void merge(struct hunt_work *w, struct sfc_batch *b)
{
    struct sfc_hunt *h = w->hunt;
    h->num_tried += b->count;
    h->num_wrong += b->num_wrong;
    for (size_t i = 0; i < b->causes.count; i++) {
        struct sfc_cause *from = &b->causes.all[i];
        sfc_causes_add(&h->causes, h->target, &from->first, from->count);
    }
    if (h->shows_progress)
        show_progress(w);
}

static bool take_batch(struct hunt_work *w, struct sfc_batch *b, size_t *number)
{
    const struct sfc_hunt *h = w->hunt;
    pthread_mutex_lock(&w->lock);
    const bool some = !w->failed && !h->was_stopped && w->next_batch < w->num_batches;
    *number = w->next_batch;
    w->next_batch += some;
    pthread_mutex_unlock(&w->lock);
    const uint64_t start = (uint64_t)*number * SFC_HUNT_BATCH, left = h->count - (some ? start : 0);
    *b = (struct sfc_batch){ .seed = h->seed,
                             .known = &h->known,
                             .from = h->from + start,
                             .count = left < SFC_HUNT_BATCH ? (size_t)left : SFC_HUNT_BATCH };
    return some;
}

/* One thread: batch after batch. */
static void *work(void *arg)
{
    struct hunt_work *w = arg;
    struct sfc_trial t = new_trial(w->hunt);
    struct sfc_error error = { "" };
    struct sfc_batch b;
    size_t number;
    bool good = sfc_trial_open(&t, &error);
    while (good && take_batch(w, &b, &number)) {
        good = sfc_batch_run(&b, &t, &error);
        pthread_mutex_lock(&w->lock);
        if (good) {
            merge(w, &b);
            w->is_done[number] = true;
        }
        pthread_mutex_unlock(&w->lock);
        sfc_causes_free(&b.causes);
    }
    pthread_mutex_lock(&w->lock);
    w->hunt->num_calls += t.num_calls;
    w->hunt->was_stopped = w->hunt->was_stopped || t.is_stopped;
    if (!good && !t.is_stopped && !w->failed) {
        w->failed = true;
        w->error = error;
    }
    pthread_mutex_unlock(&w->lock);
    sfc_trial_close(&t);
    return NULL;
}

static void run_threads(struct hunt_work *w)
{
    pthread_t threads[64];
    unsigned count = 0;
    const unsigned wanted = w->hunt->jobs < 64 ? w->hunt->jobs : 64;
    while (count + 1 < wanted && count + 1 < w->num_batches && pthread_create(&threads[count], NULL, work, w) == 0)
        count++;
    work(w);
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

/* ---- After the run ---- */

/* The batch that function `index` of the run is in. */
static struct sfc_batch batch_of(const struct sfc_hunt *h, uint64_t index)
{
    const uint64_t start = h->from + (index - h->from) / SFC_HUNT_BATCH * SFC_HUNT_BATCH;
    const uint64_t left = h->from + h->count - start;
    return (struct sfc_batch){ .seed = h->seed,
                               .known = &h->known,
                               .from = start,
                               .count = left < SFC_HUNT_BATCH ? (size_t)left : SFC_HUNT_BATCH };
}

struct sfc_batch sfc_hunt_again(const struct sfc_hunt *h, const struct sfc_find *find)
{
    struct sfc_batch batch = batch_of(h, find->index);
    if (find->num_bodies == 1) {
        batch.from = find->index;
        batch.count = 1;
    }
    return batch;
}

/* What an assembler makes of a function may depend on those before it in the file (GNU as shares CIEs), and so does how
   far it could be shrunk. So a find that may be new is shrunk in a file of its own, or with the others that it needs.
   *shown: its file shows it. */
static bool settle(const struct sfc_hunt *h, struct sfc_trial *t, struct sfc_find *find, bool *shown,
                   struct sfc_error *error)
{
    const struct sfc_batch batch = batch_of(h, find->index);
    if (!sfc_find_try(t, find, shown, error))
        return false;
    if (find->num_bodies > 1)
        return true;
    return *shown ? sfc_shrink(t, find, 1, NULL, error) : sfc_batch_find_others(&batch, t, find, shown, error);
}

/* Does the command that repeats the find show a cause of its kind that is not known? The find becomes the one that it
   shows. */
static bool run_again(const struct sfc_hunt *h, struct sfc_trial *t, struct sfc_find *find, struct sfc_error *error)
{
    struct sfc_batch batch = sfc_hunt_again(h, find);
    bool good = sfc_batch_run(&batch, t, error), shown;
    for (size_t i = 0; good && i < batch.causes.count && !find->is_confirmed; i++) {
        struct sfc_find *again = &batch.causes.all[i].first;
        if (again->kind != find->kind || strcmp(again->detail, find->detail) != 0
            || sfc_known_cause_of(&h->known, h->target, again))
            continue;
        good = settle(h, t, again, &shown, error);
        if (!good || !shown || (again->num_bodies > 1) != (find->num_bodies > 1)
            || sfc_known_cause_of(&h->known, h->target, again))
            continue;
        sfc_find_free(find);
        *find = *again;
        find->is_confirmed = true;
        *again = (struct sfc_find){ 0 };
    }
    sfc_causes_free(&batch.causes);
    return good;
}

/* A cause is new if it is still not known when its find was shrunk by itself, and if the command that is printed for it
   shows it. */
static bool confirm(const struct sfc_hunt *h, struct sfc_trial *t, struct sfc_cause *c, struct sfc_error *error)
{
    bool shown = false;
    if (!settle(h, t, &c->first, &shown, error))
        return false;
    if (!shown || sfc_known_cause_of(&h->known, h->target, &c->first))
        return true;
    return run_again(h, t, &c->first, error);
}

/* Programs have changed. */
static void group_again(struct sfc_hunt *h)
{
    struct sfc_causes all = { 0 };
    for (size_t i = 0; i < h->causes.count; i++) {
        struct sfc_cause *from = &h->causes.all[i];
        sfc_causes_add(&all, h->target, &from->first, from->count);
    }
    sfc_causes_free(&h->causes);
    h->causes = all;
    sfc_causes_finish(&h->causes, h->target, &h->known);
}

static bool confirm_all(struct sfc_hunt *h, struct sfc_error *error)
{
    struct sfc_trial t = new_trial(h);
    bool good = sfc_trial_open(&t, error);
    for (size_t i = 0; good && i < h->causes.count; i++)
        if (!h->causes.all[i].known)
            good = confirm(h, &t, &h->causes.all[i], error);
    h->num_calls += t.num_calls;
    h->was_stopped = h->was_stopped || t.is_stopped;
    sfc_trial_close(&t);
    group_again(h);
    return good || t.is_stopped;
}

bool sfc_hunt_run(struct sfc_hunt *h, struct sfc_error *error)
{
    struct hunt_work w = { .hunt = h, .start = sfc_now() };
    w.num_batches = (size_t)((h->count + SFC_HUNT_BATCH - 1) / SFC_HUNT_BATCH);
    w.is_done = sfc_alloc(w.num_batches + 1, sizeof w.is_done[0]);
    pthread_mutex_init(&w.lock, NULL);
    run_threads(&w);
    pthread_mutex_destroy(&w.lock);
    size_t done = 0;
    while (w.is_done[done])
        done++;
    h->next = done == w.num_batches ? h->from + h->count : h->from + (uint64_t)done * SFC_HUNT_BATCH;
    h->seconds = sfc_now() - w.start;
    free(w.is_done);
    if (h->shows_progress)
        fprintf(stderr, "\n");
    sfc_causes_finish(&h->causes, h->target, &h->known);
    if (w.failed)
        *error = w.error;
    return !w.failed && (h->was_stopped || confirm_all(h, error));
}

void sfc_hunt_free(struct sfc_hunt *h)
{
    sfc_causes_free(&h->causes);
    sfc_known_causes_free(&h->known);
}
