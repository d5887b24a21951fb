/* SPDX-License-Identifier: MIT */
/* The known-failure file, written with the reasons it had. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "index.h"
#include "known_write.h"

static const char default_comments[] =
    "# Known failures: a reason, then each case that fails for it as ID OUTCOME. The list is exact: an entry that\n"
    "# passes, fails in another way or matches no case makes a run fail.\n";

/* An entry of the list that is being written. */
struct entry {
    const char *id, *cause, *title;
    char *outcomes;
    const char *reason; /* NULL: a new entry that has none yet */
    char *own_reason;   /* what `reason` points to if it is made here */
};

struct list {
    struct entry *entries;
    size_t count;
};

/* ---- Outcomes ------------------------------------------------------------------------- */

static struct sfc_result result_of(const struct sfc_known_case *c)
{
    return (struct sfc_result){ .outcome = c->outcome, .detail = (char *)c->detail };
}

static bool allows(const char *outcomes, const struct sfc_known_case *c)
{
    const struct sfc_known_entry entry = { .outcomes = outcomes };
    const struct sfc_result result = result_of(c);
    return outcomes && sfc_known_allows(&entry, &result);
}

/* Adds the outcome of the case to *outcomes, which is NULL at first, unless it allows it already. */
static void add_outcome(char **outcomes, const struct sfc_known_case *c)
{
    if (allows(*outcomes, c))
        return;
    char *longer = sfc_format("%s%s%s%s%s", *outcomes ? *outcomes : "", *outcomes ? "|" : "",
                              sfc_outcome_name(c->outcome), c->detail ? ":" : "", c->detail ? c->detail : "");
    free(*outcomes);
    *outcomes = longer;
}

/* Did the case give an answer? One that is skipped in some of the runs only is judged by the others. */
static bool was_asked(const struct sfc_known_case *c)
{
    return c->outcome != SFC_NOT_RUN && c->outcome != SFC_SKIPPED;
}

/* May an entry with these outcomes allow `pass` too? */
static bool may_be_chance(const char *outcomes)
{
    const struct sfc_known_entry entry = { .outcomes = outcomes };
    return outcomes && (sfc_known_names(&entry, SFC_CRASH) || sfc_known_names(&entry, SFC_STATE_DEPENDENT));
}

/* All outcomes of the runs, failures first: `pass` may only follow another. A case that passes in one
   run and fails in another depends on chance. */
static void add_outcomes(char **outcomes, const struct sfc_known_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (sfc_outcome_fails(cases[i].outcome) && was_asked(&cases[i]))
            add_outcome(outcomes, &cases[i]);
    for (size_t i = 0; i < count; i++)
        if (cases[i].outcome == SFC_PASS) {
            static const struct sfc_known_case chance = { .outcome = SFC_STATE_DEPENDENT };
            if (!may_be_chance(*outcomes))
                add_outcome(outcomes, &chance);
            add_outcome(outcomes, &cases[i]);
        }
}

/* ---- Entries ----------------------------------------------------------------------------- */

static void keep(struct list *list, const struct sfc_known_entry *old, const char *cause)
{
    list->entries[list->count++] = (struct entry){
        .id = old->id,
        .cause = cause,
        .outcomes = sfc_copy_string(old->outcomes),
        .reason = old->reason,
    };
}

/* The first failure of a case that counts; NULL if there is none. */
static const struct sfc_known_case *first_failure(const struct sfc_known_case *cases, size_t count, enum sfc_level gate)
{
    for (size_t i = 0; i < count; i++) {
        const struct sfc_case c = { .level = cases[i].level,
                                    .multi_fault = cases[i].has_several_faults ? (char *)"" : NULL };
        const struct sfc_result result = result_of(&cases[i]);
        if (was_asked(&cases[i]) && sfc_outcome_fails(cases[i].outcome) && !sfc_known_excuses(&c, &result, gate))
            return &cases[i];
    }
    return NULL;
}

/* Adds the entry of a case, which has `count` answers; `old` is its entry so far, or NULL. */
static void add_case(struct list *list, const struct sfc_known_entry *old, const struct sfc_known_case *cases,
                     size_t count, enum sfc_level gate)
{
    const struct sfc_case c = { .level = cases[0].level };
    const struct sfc_known_case *failure = first_failure(cases, count, gate);
    size_t not_run = 0, fitting = 0;
    old = sfc_known_counting(old, &c, gate);
    for (size_t i = 0; i < count; i++) {
        not_run += cases[i].outcome == SFC_NOT_RUN;
        fitting += old && was_asked(&cases[i]) && cases[i].outcome != SFC_PASS && allows(old->outcomes, &cases[i]);
    }
    if (old && not_run == count)
        keep(list, old, NULL);
    else if (old && fitting > 0)
        keep(list, old, failure ? failure->cause : NULL);
    else if (failure)
        list->entries[list->count++] =
            (struct entry){ .id = cases[0].id, .cause = failure->cause, .title = failure->title };
    else
        return;
    if (not_run < count)
        add_outcomes(&list->entries[list->count - 1].outcomes, cases, count);
}

static bool stays(const struct sfc_known_source *source, const char *id)
{
    return source->corpus ? sfc_corpus_find(source->corpus, id) != NULL : source->keeps_others;
}

static void collect(struct list *list, const struct sfc_known_source *source)
{
    const size_t num_old = source->old ? source->old->count : 0;
    for (size_t i = 0, next = 0, same; i < source->count || next < num_old; i += same) {
        const struct sfc_known_entry *old = next < num_old ? &source->old->entries[next] : NULL;
        const int order = !old ? -1 : i == source->count ? 1 : strcmp(source->cases[i].id, old->id);
        for (same = 0; order <= 0 && i + same < source->count; same++)
            if (strcmp(source->cases[i + same].id, source->cases[i].id) != 0)
                break;
        if (order <= 0)
            add_case(list, order == 0 ? old : NULL, &source->cases[i], same, source->gate);
        else if (stays(source, old->id))
            keep(list, old, NULL);
        next += order >= 0;
    }
}

/* ---- Reasons ------------------------------------------------------------------------------ */

/* What the old entries with one cause that have a reason agree about. */
struct model {
    const struct entry *entry;      /* the last of them */
    bool has_reasons, has_outcomes; /* several */
};

struct models {
    struct model *models;
    size_t count;
    struct sfc_index causes;
};

static void add_model(struct models *m, const struct entry *e)
{
    const size_t found = sfc_index_find(&m->causes, e->cause);
    if (found == SFC_INDEX_NONE) {
        sfc_index_add(&m->causes, e->cause, m->count);
        m->models[m->count++] = (struct model){ .entry = e };
        return;
    }
    struct model *model = &m->models[found];
    model->has_reasons = model->has_reasons || strcmp(model->entry->reason, e->reason) != 0;
    model->has_outcomes = model->has_outcomes || strcmp(model->entry->outcomes, e->outcomes) != 0;
    model->entry = e;
}

static void find_models(struct models *m, const struct list *list)
{
    *m = (struct models){ .models = sfc_alloc(list->count, sizeof m->models[0]) };
    for (size_t i = 0; i < list->count; i++) {
        const struct entry *e = &list->entries[i];
        if (e->reason && e->cause && !sfc_known_is_unexplained(e->reason))
            add_model(m, e);
    }
}

/* Does `wide` allow each of the outcomes? */
static bool covers(const char *wide, const char *outcomes)
{
    bool all = true;
    for (const char *at = outcomes; at && all; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL) {
        const size_t len = strcspn(at, "|"), name_len = strcspn(at, ":|");
        char *detail = name_len < len ? sfc_copy_text(at + name_len + 1, len - name_len - 1) : NULL;
        struct sfc_known_case c = { .detail = detail };
        all = sfc_outcome_from_name(at, name_len, &c.outcome) && allows(wide, &c);
        free(detail);
    }
    return all;
}

/* Gives a new entry its reason. Failures with one cause that all allow the same outcomes, such as
   any signal, do so because the outcome is left to chance: then it is for the new one too. */
static void explain(const struct models *m, struct entry *e)
{
    const size_t found = e->cause ? sfc_index_find(&m->causes, e->cause) : SFC_INDEX_NONE;
    const struct model *model = found == SFC_INDEX_NONE ? NULL : &m->models[found];
    if (!model || model->has_reasons) {
        e->own_reason = e->title ? sfc_format("%s: %s", sfc_unexplained, e->title) : sfc_copy_string(sfc_unexplained);
        return;
    }
    e->own_reason = sfc_copy_string(model->entry->reason);
    if (!model->has_outcomes && covers(model->entry->outcomes, e->outcomes)) {
        free(e->outcomes);
        e->outcomes = sfc_copy_string(model->entry->outcomes);
    }
}

static void explain_new(struct list *list)
{
    struct models models;
    find_models(&models, list);
    for (size_t i = 0; i < list->count; i++)
        if (!list->entries[i].reason)
            explain(&models, &list->entries[i]);
    for (size_t i = 0; i < list->count; i++)
        if (list->entries[i].own_reason)
            list->entries[i].reason = list->entries[i].own_reason;
    sfc_index_free(&models.causes);
    free(models.models);
}

/* ---- Text --------------------------------------------------------------------------------- */

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    const int order = strcmp(x->reason, y->reason);
    return order != 0 ? order : strcmp(x->id, y->id);
}

void sfc_known_add_list(struct sfc_buffer *out, const struct sfc_known_source *source)
{
    const struct sfc_known *old = source->old;
    struct list list = { .entries = sfc_alloc((old ? old->count : 0) + source->count, sizeof list.entries[0]) };
    collect(&list, source);
    explain_new(&list);
    if (list.count > 0)
        qsort(list.entries, list.count, sizeof list.entries[0], compare_entries);
    sfc_buffer_printf(out, "%s", old && old->comments[0] ? old->comments : default_comments);
    for (size_t i = 0; i < list.count; i++) {
        const struct entry *e = &list.entries[i];
        if (i == 0 || strcmp(e->reason, list.entries[i - 1].reason) != 0)
            sfc_buffer_printf(out, "\n%s\n", e->reason);
        sfc_buffer_printf(out, "  %s %s\n", e->id, e->outcomes);
    }
    for (size_t i = 0; i < list.count; i++) {
        free(list.entries[i].outcomes);
        free(list.entries[i].own_reason);
    }
    free(list.entries);
}

bool sfc_known_write(const char *path, bool force, const struct sfc_known_source *source, struct sfc_error *error)
{
    struct sfc_buffer text = { 0 };
    if (!force && access(path, F_OK) == 0)
        return sfc_fail(
            error, "%s: exists already; --force replaces it and keeps the reasons of entries that still hold", path);
    sfc_known_add_list(&text, source);
    const bool good = sfc_write_file(path, text.data, text.len, error);
    sfc_buffer_free(&text);
    return good;
}
