/* SPDX-License-Identifier: MIT */
/* The fewest directives that show a find. */
#include <stdlib.h>
#include <string.h>

#include "shrink.h"
#include "simpler.h"

void sfc_find_free(struct sfc_find *find)
{
    sfc_program_free(find->bodies, find->num_bodies);
    *find = (struct sfc_find){ 0 };
}

bool sfc_find_shows(const struct sfc_find *find, const struct sfc_verdict *v)
{
    return (v->kinds & 1u << find->kind) && strcmp(find->detail, find->kind >= SFC_KIND_SECTION ? v->detail : "") == 0;
}

/* ---- One find ---- */

enum stage { MARKS = 0, REMOVE, SIMPLIFY, DONE };

struct shrinker {
    struct sfc_find *find;
    struct sfc_body *body; /* of the find: the one that is shrunk */
    const struct sfc_avoid *avoid;
    enum stage stage;
    size_t chunk, at; /* REMOVE: statements [at, at + chunk); the others: number of the change */
    bool changed;     /* in this round over all statements */
    unsigned rounds;
    struct sfc_body candidate;
};

static void start_removing(struct shrinker *s)
{
    s->stage = REMOVE;
    s->chunk = s->body->count / 2;
    s->chunk += s->chunk == 0;
    s->at = 0;
    s->changed = false;
}

static bool is_at_end(const struct shrinker *s)
{
    const struct sfc_body *body = s->body;
    const size_t end = s->stage == MARKS ? SFC_NUM_MARKS : s->stage == REMOVE ? body->count : sfc_num_simpler(body);
    return s->at >= end;
}

/* After all changes of a kind: smaller pieces, the same once more if something changed, or the next kind. */
static void next_stage(struct shrinker *s)
{
    enum { MOST_ROUNDS = 8 };
    const bool changed = s->changed;
    s->at = 0;
    s->changed = false;
    if (s->stage == MARKS)
        start_removing(s);
    else if (s->stage == REMOVE && s->chunk > 1)
        s->chunk /= 2;
    else if (s->stage == REMOVE && !changed)
        s->stage = SIMPLIFY;
    else if (s->stage == SIMPLIFY && changed && s->rounds++ < MOST_ROUNDS)
        start_removing(s);
    else if (s->stage == SIMPLIFY)
        s->stage = DONE;
}

static void remove_chunk(struct shrinker *s, struct sfc_body *to)
{
    const size_t end = s->at + s->chunk < to->count ? s->at + s->chunk : to->count;
    memmove(to->statements + s->at, to->statements + end, (to->count - end) * sizeof to->statements[0]);
    to->count -= end - s->at;
}

/* Makes the candidate of this place. False if it is no valid function, or no other. */
static bool make_candidate(struct shrinker *s, struct sfc_trial *t)
{
    const struct sfc_body *body = s->body;
    sfc_body_free(&s->candidate);
    sfc_body_copy(&s->candidate, body);
    if (s->stage == MARKS)
        s->candidate.marks &= ~(1u << s->at);
    else if (s->stage == REMOVE)
        remove_chunk(s, &s->candidate);
    else
        sfc_simpler(t->target, &s->candidate, s->at);
    if (s->avoid && s->avoid->avoids(s->avoid->ctx, &s->candidate))
        return false;
    return !sfc_body_is_same(body, &s->candidate) && sfc_expect(t->target, &s->candidate, &t->expected);
}

static void step(struct shrinker *s)
{
    s->at += s->stage == REMOVE ? s->chunk : 1;
}

/* The next candidate that is worth a trial. False at the end. */
static bool next_candidate(struct shrinker *s, struct sfc_trial *t)
{
    while (s->stage != DONE) {
        if (is_at_end(s))
            next_stage(s);
        else if (make_candidate(s, t))
            return true;
        else
            step(s);
    }
    return false;
}

static void take_answer(struct shrinker *s, bool shown)
{
    if (!shown) {
        step(s);
        return;
    }
    sfc_body_free(s->body);
    *s->body = s->candidate;
    s->candidate = (struct sfc_body){ 0 };
    s->changed = true;
    if (s->stage != REMOVE)
        s->at++;
}

/* ---- All of them ---- */

/* One file with a candidate of each. */
static bool shrink_round(struct sfc_trial *t, struct shrinker **live, size_t count, struct sfc_error *error)
{
    const struct sfc_body **bodies = sfc_alloc(count, sizeof bodies[0]);
    struct sfc_verdict *verdicts = sfc_alloc(count, sizeof verdicts[0]);
    for (size_t i = 0; i < count; i++)
        bodies[i] = &live[i]->candidate;
    const bool good = sfc_try(t, bodies, count, verdicts, error);
    for (size_t i = 0; good && i < count; i++)
        take_answer(live[i], sfc_find_shows(live[i]->find, &verdicts[i]) && verdicts[i].together == 0);
    free(bodies);
    free(verdicts);
    return good;
}

bool sfc_shrink(struct sfc_trial *t, struct sfc_find *finds, size_t count, const struct sfc_avoid *avoid,
                struct sfc_error *error)
{
    struct shrinker *all = sfc_alloc(count + 1, sizeof all[0]);
    struct shrinker **live = sfc_alloc(count + 1, sizeof live[0]);
    size_t num_live = 1;
    bool good = true;
    for (size_t i = 0; i < count; i++)
        all[i] = (struct shrinker){ .find = &finds[i],
                                    .body = &finds[i].bodies[0],
                                    .avoid = avoid,
                                    .stage = finds[i].num_bodies == 1 ? MARKS : DONE };
    while (good && num_live > 0) {
        num_live = 0;
        for (size_t i = 0; i < count; i++)
            if (all[i].stage != DONE && next_candidate(&all[i], t))
                live[num_live++] = &all[i];
        if (num_live > 0)
            good = shrink_round(t, live, num_live, error);
    }
    for (size_t i = 0; i < count; i++)
        sfc_body_free(&all[i].candidate);
    free(all);
    free(live);
    return good;
}

/* ---- Several functions ---- */

static bool any_shows(struct sfc_trial *t, const struct sfc_find *find, const struct sfc_body *const *bodies,
                      size_t count, bool *shown, struct sfc_error *error)
{
    struct sfc_verdict *verdicts = sfc_alloc(count, sizeof verdicts[0]);
    const bool good = sfc_try(t, bodies, count, verdicts, error);
    *shown = false;
    for (size_t i = 0; good && i < count; i++)
        *shown = *shown || sfc_find_shows(find, &verdicts[i]);
    free(verdicts);
    return good;
}

bool sfc_find_try(struct sfc_trial *t, const struct sfc_find *find, bool *shown, struct sfc_error *error)
{
    const struct sfc_body **bodies = sfc_alloc(find->num_bodies + 1, sizeof bodies[0]);
    for (size_t i = 0; i < find->num_bodies; i++)
        bodies[i] = &find->bodies[i];
    const bool good = any_shows(t, find, bodies, find->num_bodies, shown, error);
    free(bodies);
    return good;
}

/* Tries without the functions [at, at + chunk) of `kept`, and leaves them out if they are not needed. */
static bool try_without(struct sfc_trial *t, const struct sfc_find *find, const struct sfc_body **kept, size_t *count,
                        size_t at, size_t chunk, struct sfc_error *error)
{
    const size_t end = at + chunk < *count ? at + chunk : *count, left = *count - (end - at);
    const struct sfc_body **rest = sfc_alloc(*count, sizeof rest[0]);
    bool shown = false;
    memcpy(rest, kept, at * sizeof rest[0]);
    memcpy(rest + at, kept + end, (*count - end) * sizeof rest[0]);
    const bool good = left == 0 || any_shows(t, find, rest, left, &shown, error);
    if (good && shown) {
        memcpy(kept, rest, left * sizeof rest[0]);
        *count = left;
    }
    free(rest);
    return good;
}

/* Shrinks one function among the others. */
static bool shrink_among(struct sfc_trial *t, struct sfc_find *find, size_t which, struct sfc_error *error)
{
    struct shrinker s = { .find = find, .body = &find->bodies[which] };
    const struct sfc_body **bodies = sfc_alloc(find->num_bodies, sizeof bodies[0]);
    bool good = true;
    for (size_t i = 0; i < find->num_bodies; i++)
        bodies[i] = i == which ? &s.candidate : &find->bodies[i];
    while (good && next_candidate(&s, t)) {
        bool shown;
        good = any_shows(t, find, bodies, find->num_bodies, &shown, error);
        if (good)
            take_answer(&s, shown);
    }
    sfc_body_free(&s.candidate);
    free(bodies);
    return good;
}

bool sfc_shrink_together(struct sfc_trial *t, struct sfc_find *find, bool *shown, struct sfc_error *error)
{
    size_t count = find->num_bodies;
    const struct sfc_body **kept = sfc_alloc(count, sizeof kept[0]);
    for (size_t i = 0; i < count; i++)
        kept[i] = &find->bodies[i];
    bool good = any_shows(t, find, kept, count, shown, error);
    for (size_t chunk = count / 2 + (count == 1); good && *shown && chunk > 0; chunk /= 2) {
        for (size_t at = 0; good && at < count;) {
            const size_t before = count;
            good = try_without(t, find, kept, &count, at, chunk, error);
            at += count == before ? chunk : 0;
        }
    }
    struct sfc_body *bodies = sfc_alloc(count, sizeof bodies[0]);
    for (size_t i = 0; i < count; i++)
        sfc_body_copy(&bodies[i], kept[i]);
    sfc_program_free(find->bodies, find->num_bodies);
    find->bodies = bodies;
    find->num_bodies = count;
    free(kept);
    for (size_t i = 0; good && *shown && i < count; i++)
        good = shrink_among(t, find, i, error);
    return good;
}
