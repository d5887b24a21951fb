/* SPDX-License-Identifier: MIT */
/* A batch of random functions. */
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "draw.h"

struct work {
    struct sfc_batch *batch;
    struct sfc_trial *trial;
    struct sfc_body *bodies;
    struct sfc_verdict *verdicts;
    struct sfc_find *finds;
    size_t num_finds;
};

static struct sfc_find *new_find(struct work *w, size_t at, enum sfc_kind kind, size_t num_bodies)
{
    w->finds = sfc_grow(w->finds, w->num_finds + 1, sizeof w->finds[0]);
    struct sfc_find *f = &w->finds[w->num_finds++];
    *f = (struct sfc_find){ .index = w->batch->from + at, .kind = kind, .num_bodies = num_bodies };
    if (kind >= SFC_KIND_SECTION)
        memcpy(f->detail, w->verdicts[at].detail, sizeof f->detail);
    f->bodies = sfc_alloc(num_bodies, sizeof f->bodies[0]);
    for (size_t i = 0; i < num_bodies; i++)
        sfc_body_copy(&f->bodies[i], &w->bodies[at + i]);
    return f;
}

/* Each kind of fault of a function is a find. */
static void collect(struct work *w)
{
    for (size_t i = 0; i < w->batch->count; i++) {
        const struct sfc_verdict *v = &w->verdicts[i];
        w->batch->num_wrong += v->kinds != 0;
        for (unsigned kind = 0; kind < SFC_NUM_KINDS; kind++)
            if (v->kinds & 1u << kind)
                new_find(w, i, (enum sfc_kind)kind, kind >= SFC_KIND_SECTION && v->together ? v->together : 1);
    }
}

/* A cause must show itself in a file of its own. Else it needs other functions of the batch. */
static bool confirm(struct work *w, struct sfc_cause *c, struct sfc_error *error)
{
    bool shown;
    if (!sfc_find_try(w->trial, &c->first, &shown, error))
        return false;
    c->is_unsteady = !shown;
    return true;
}

static bool shrink_several(struct work *w, struct sfc_find *f, struct sfc_error *error)
{
    bool shown;
    return f->num_bodies == 1 || sfc_shrink_together(w->trial, f, &shown, error);
}

static bool find_causes(struct work *w, struct sfc_error *error)
{
    collect(w);
    if (!sfc_shrink(w->trial, w->finds, w->num_finds, error))
        return false;
    for (size_t i = 0; i < w->num_finds; i++) {
        if (!shrink_several(w, &w->finds[i], error))
            return false;
        sfc_causes_add(&w->batch->causes, w->trial->target, &w->finds[i], 1);
    }
    for (size_t i = 0; i < w->batch->causes.count; i++)
        if (!confirm(w, &w->batch->causes.all[i], error))
            return false;
    return true;
}

bool sfc_batch_run(struct sfc_batch *batch, struct sfc_trial *trial, struct sfc_error *error)
{
    struct work w = { .batch = batch, .trial = trial };
    const struct sfc_body **list = sfc_alloc(batch->count, sizeof list[0]);
    w.bodies = sfc_alloc(batch->count, sizeof w.bodies[0]);
    w.verdicts = sfc_alloc(batch->count, sizeof w.verdicts[0]);
    for (size_t i = 0; i < batch->count; i++) {
        sfc_draw(trial->target, batch->seed, batch->from + i, &w.bodies[i]);
        list[i] = &w.bodies[i];
    }
    const bool good = sfc_try(trial, list, batch->count, w.verdicts, error) && find_causes(&w, error);
    for (size_t i = 0; i < w.num_finds; i++)
        sfc_find_free(&w.finds[i]);
    free(w.finds);
    sfc_program_free(w.bodies, batch->count);
    free(w.verdicts);
    free(list);
    return good;
}
