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

/* ---- Crashes ---- */

static bool has_shape(const struct sfc_find *crash, const char *crash_shape, const struct sfc_find *find,
                      const char *shape)
{
    return crash->kind == SFC_KIND_CRASH && strcmp(crash->detail, find->detail) == 0
           && sfc_shape_contains(shape, crash_shape);
}

/* The known crash, or the one found in this batch, whose directives the find has; NULL if there is none. */
static const struct sfc_find *same_crash(const struct work *w, const struct sfc_find *find)
{
    const struct sfc_known_causes *known = w->batch->known;
    const struct sfc_find *same = NULL;
    struct sfc_buffer shape = { 0 };
    sfc_body_shape(&shape, w->trial->target, &find->bodies[0]);
    for (size_t i = 0; i < known->count && !same; i++)
        if (has_shape(&known->all[i].find, known->all[i].shape, find, shape.data))
            same = &known->all[i].find;
    for (size_t i = 0; i < w->batch->causes.count && !same; i++)
        if (has_shape(&w->batch->causes.all[i].first, w->batch->causes.all[i].shape, find, shape.data))
            same = &w->batch->causes.all[i].first;
    sfc_buffer_free(&shape);
    return same;
}

static bool find_crash(struct work *w, struct sfc_find *find, struct sfc_error *error)
{
    const struct sfc_find *same = find->num_bodies == 1 ? same_crash(w, find) : NULL;
    if (!same)
        return sfc_shrink(w->trial, find, 1, NULL, error);
    sfc_body_free(&find->bodies[0]);
    sfc_body_copy(&find->bodies[0], &same->bodies[0]);
    return true;
}

/* How likely does the function make the assembler crash? */
enum suspicion { UNLIKELY, POSSIBLE, LIKELY };

static enum suspicion suspicion_of(const char *shape, const char *crash_shape)
{
    return sfc_shape_contains_closely(shape, crash_shape) ? LIKELY
           : sfc_shape_contains(shape, crash_shape)       ? POSSIBLE
                                                          : UNLIKELY;
}

/* It has the directives of a crash that is known, or was found in this batch: side by side, or others between them. */
static enum suspicion suspicion(const struct work *w, const struct sfc_body *body)
{
    const struct sfc_known_causes *known = w->batch->known;
    const struct sfc_causes *causes = &w->batch->causes;
    struct sfc_buffer text = { 0 };
    enum suspicion most = UNLIKELY;
    sfc_body_shape(&text, w->trial->target, body);
    for (size_t i = 0; i < known->count + causes->count && most < LIKELY; i++) {
        const bool is_known = i < known->count;
        const struct sfc_find *find = is_known ? &known->all[i].find : &causes->all[i - known->count].first;
        const char *crash_shape = is_known ? known->all[i].shape : causes->all[i - known->count].shape;
        if (find->kind != SFC_KIND_CRASH)
            continue;
        const enum suspicion found = suspicion_of(text.data, crash_shape);
        if (found > most)
            most = found;
    }
    sfc_buffer_free(&text);
    return most;
}

static bool is_suspect(const void *ctx, const struct sfc_body *body)
{
    return suspicion(ctx, body) == LIKELY;
}

/* ---- Known causes ---- */

/* The known cause whose kind and directives the find has, or NULL. Of eight functions one is shrunk anyway, so that a
   second cause behind the known one is found, too. */
static const struct sfc_find *known_cause(const struct work *w, const struct sfc_find *find)
{
    enum { SHRUNK_ANYWAY = 8 };
    const struct sfc_known_causes *known = w->batch->known;
    const struct sfc_find *same = NULL;
    struct sfc_buffer shape = { 0 };
    if (find->num_bodies != 1 || find->index % SHRUNK_ANYWAY == 0)
        return NULL;
    sfc_body_shape(&shape, w->trial->target, &find->bodies[0]);
    for (size_t i = 0; i < known->count && !same; i++)
        if (known->all[i].find.kind == find->kind && strcmp(known->all[i].find.detail, find->detail) == 0
            && known->all[i].find.num_bodies == 1 && sfc_shape_contains(shape.data, known->all[i].shape))
            same = &known->all[i].find;
    sfc_buffer_free(&shape);
    return same;
}

/* Those are put down to their causes. */
static void find_known(struct work *w)
{
    for (size_t i = 0; i < w->num_finds; i++) {
        const struct sfc_find *same = known_cause(w, &w->finds[i]);
        if (!same)
            continue;
        sfc_body_free(&w->finds[i].bodies[0]);
        sfc_body_copy(&w->finds[i].bodies[0], &same->bodies[0]);
        sfc_causes_add(&w->batch->causes, w->trial->target, &w->finds[i], 1);
    }
    size_t count = 0;
    for (size_t i = 0; i < w->num_finds; i++)
        if (w->finds[i].num_bodies > 0)
            w->finds[count++] = w->finds[i];
    w->num_finds = count;
}

/* ---- All ---- */

static bool find_causes(struct work *w, struct sfc_error *error)
{
    const struct sfc_avoid avoid = { is_suspect, w };
    bool good = true;
    collect(w);
    find_known(w);
    size_t num_crashes = 0;
    for (size_t i = 0; i < w->num_finds; i++) { /* crashes first */
        const struct sfc_find find = w->finds[i];
        if (find.kind != SFC_KIND_CRASH)
            continue;
        w->finds[i] = w->finds[num_crashes];
        w->finds[num_crashes++] = find;
    }
    for (size_t i = 0; good && i < num_crashes; i++) {
        good = find_crash(w, &w->finds[i], error);
        if (good && w->finds[i].num_bodies == 1)
            sfc_causes_add(&w->batch->causes, w->trial->target, &w->finds[i], 1);
    }
    if (w->num_finds > num_crashes)
        good = good && sfc_shrink(w->trial, w->finds + num_crashes, w->num_finds - num_crashes, &avoid, error);
    for (size_t i = 0; good && i < w->num_finds; i++) {
        bool shown;
        if (w->finds[i].num_bodies > 1)
            good = sfc_shrink_together(w->trial, &w->finds[i], &shown, error);
        if (good && w->finds[i].num_bodies > 0)
            sfc_causes_add(&w->batch->causes, w->trial->target, &w->finds[i], 1);
    }
    return good;
}

/* The functions that are as likely to crash, in files that grow as long as none does: where most crash each is nearly
   alone, and where none does all are soon together. `size` is that of the first file. */
static bool try_level(struct work *w, const enum suspicion *levels, enum suspicion level, size_t size,
                      struct sfc_error *error)
{
    const struct sfc_body **list = sfc_alloc(w->batch->count, sizeof list[0]);
    struct sfc_verdict *verdicts = sfc_alloc(w->batch->count, sizeof verdicts[0]);
    size_t *numbers = sfc_alloc(w->batch->count, sizeof numbers[0]), count = 0;
    bool good = true;
    for (size_t i = 0; i < w->batch->count; i++) {
        if (levels[i] == level) {
            numbers[count] = i;
            list[count++] = &w->bodies[i];
        }
    }
    for (size_t at = 0, some; good && at < count; at += some) {
        bool crashed = false;
        some = count - at < size ? count - at : size;
        good = sfc_try(w->trial, list + at, some, verdicts, error);
        for (size_t i = 0; good && i < some; i++) {
            w->verdicts[numbers[at + i]] = verdicts[i];
            crashed = crashed || verdicts[i].kinds & 1u << SFC_KIND_CRASH;
        }
        size = crashed ? size / 2 + size % 2 : size * 2;
    }
    free(numbers);
    free(verdicts);
    free(list);
    return good;
}

static bool try_all(struct work *w, struct sfc_error *error)
{
    const size_t count = w->batch->count;
    enum suspicion *levels = sfc_alloc(count, sizeof levels[0]);
    for (size_t i = 0; i < count; i++)
        levels[i] = suspicion(w, &w->bodies[i]);
    const bool good = try_level(w, levels, LIKELY, 1, error) && try_level(w, levels, POSSIBLE, 1, error)
                      && try_level(w, levels, UNLIKELY, count, error);
    free(levels);
    return good;
}

static struct sfc_body *draw_all(const struct sfc_batch *batch, const struct sfc_trial *trial)
{
    struct sfc_body *bodies = sfc_alloc(batch->count, sizeof bodies[0]);
    for (size_t i = 0; i < batch->count; i++)
        sfc_draw(trial->target, batch->seed, batch->from + i, &bodies[i]);
    return bodies;
}

bool sfc_batch_run(struct sfc_batch *batch, struct sfc_trial *trial, struct sfc_error *error)
{
    struct work w = { .batch = batch, .trial = trial, .bodies = draw_all(batch, trial) };
    w.verdicts = sfc_alloc(batch->count, sizeof w.verdicts[0]);
    const bool good = try_all(&w, error) && find_causes(&w, error);
    for (size_t i = 0; i < w.num_finds; i++)
        sfc_find_free(&w.finds[i]);
    free(w.finds);
    free(w.verdicts);
    sfc_program_free(w.bodies, batch->count);
    return good;
}

bool sfc_batch_find_others(const struct sfc_batch *batch, struct sfc_trial *trial, struct sfc_find *find, bool *shown,
                           struct sfc_error *error)
{
    struct sfc_find several = *find;
    several.bodies = draw_all(batch, trial);
    several.num_bodies = batch->count;
    const bool good = sfc_shrink_together(trial, &several, shown, error);
    if (good && *shown) {
        sfc_program_free(find->bodies, find->num_bodies);
        *find = several;
    } else {
        sfc_program_free(several.bodies, several.num_bodies);
    }
    return good;
}
