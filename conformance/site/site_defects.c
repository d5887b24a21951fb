/* SPDX-License-Identifier: MIT */
/* From the reasons of known failures, and the causes of the others, to defects. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cause.h"
#include "index.h"
#include "places.h"
#include "reason.h"
#include "site_defects.h"
#include "site_names.h"

enum { MAX_CAUSES = 1 << 20 };

/* ---- Defects ------------------------------------------------------------------------------ */

/* The defects so far, found by their tokens. */
struct finder {
    struct sfc_site *site;
    struct sfc_index listed, causes;
};

/* Returns the place of a defect, which is added if it is new. */
static size_t add_defect(struct finder *f, const char *token, const char *title, bool is_listed)
{
    struct sfc_site *site = f->site;
    struct sfc_index *index = is_listed ? &f->listed : &f->causes;
    const size_t found = sfc_index_find(index, token), at = site->num_defects;
    if (found != SFC_INDEX_NONE)
        return found;
    /* The array doubles. */
    if ((at & (at - 1)) == 0)
        site->defects = sfc_grow(site->defects, at == 0 ? 1 : at * 2, sizeof site->defects[0]);
    struct sfc_site_defect *d = &site->defects[site->num_defects++];
    *d = (struct sfc_site_defect){ .token = sfc_copy_string(token),
                                   .title = sfc_copy_string(title),
                                   .is_listed = is_listed };
    d->in_run = sfc_alloc(site->num_runs, sizeof d->in_run[0]);
    d->path = sfc_site_path(is_listed ? "defect" : "cause", d->token);
    sfc_index_add(index, d->token, at);
    return at;
}

/* The answer is one of the run. */
static void note(struct sfc_site *site, size_t run, struct sfc_site_answer *answer, size_t defect)
{
    for (size_t i = 0; i < answer->num_defects; i++)
        if (answer->defects[i] == defect)
            return;
    answer->defects = sfc_grow(answer->defects, answer->num_defects + 1, sizeof answer->defects[0]);
    answer->defects[answer->num_defects++] = defect;
    site->defects[defect].count++;
    site->defects[defect].in_run[run]++;
}

/* ---- causes.txt ------------------------------------------------------------------------------ */

static bool read_causes(struct finder *f, const char *folder, struct sfc_error *error)
{
    char *path = sfc_format_path(folder, "causes.txt", "");
    size_t len;
    char *text = sfc_read_file(path, MAX_CAUSES, &len, error);
    struct sfc_cause_lines lines = { .next = text ? text : "" };
    while (sfc_next_cause(&lines)) {
        char *token = sfc_copy_text(lines.token, lines.token_len);
        /* A title has no full stop. */
        char *what = sfc_copy_text(lines.what, lines.what_len - (lines.what[lines.what_len - 1] == '.'));
        add_defect(f, token, what, true);
        free(token);
        free(what);
    }
    if (lines.is_wrong)
        sfc_fail(error, "%s:%u: is not `TOKEN | what is wrong`", path, lines.line);
    const bool good = text && !lines.is_wrong;
    free(text);
    free(path);
    return good;
}

/* Notes the defects of "B14, B60: what goes wrong". False if causes.txt has none of them. */
static bool note_tokens(struct finder *f, size_t run, struct sfc_site_answer *answer, const char *reason)
{
    const size_t count = reason ? sfc_count_tokens(reason) : 0;
    bool found = false;
    for (size_t i = 0, len; i < count; i++, reason += len + 2) {
        sfc_next_token(&reason, &len);
        char *token = sfc_copy_text(reason, len);
        const size_t defect = sfc_index_find(&f->listed, token);
        if (defect != SFC_INDEX_NONE) {
            note(f->site, run, answer, defect);
            found = true;
        }
        free(token);
    }
    return found;
}

/* ---- Failures ----------------------------------------------------------------------------- */

/* The list of the run's adapter file; an empty one if the folder has none. */
static bool read_list(struct sfc_known *list, const struct sfc_results *run, const char *folder,
                      struct sfc_error *error)
{
    const char *slash = run->adapter ? strrchr(run->adapter, '/') : NULL;
    char *name = sfc_copy_string(slash ? slash + 1 : run->adapter ? run->adapter : "");
    char *dot = strrchr(name, '.');
    if (dot)
        *dot = '\0';
    char *path = sfc_format_path(folder, name, ".known");
    *list = (struct sfc_known){ .path = NULL };
    const bool good = access(path, F_OK) != 0 || sfc_known_read(list, path, error);
    free(path);
    free(name);
    return good;
}

static const char *listed_reason(const struct sfc_known *list, const struct sfc_record *r)
{
    const struct sfc_known_entry *entry = sfc_known_find(list, r->id);
    char *detail = r->detail ? sfc_copy_string(r->detail) : NULL;
    const struct sfc_result result = { .outcome = r->outcome, .detail = detail };
    const char *reason = entry && sfc_known_allows(entry, &result) ? entry->reason : NULL;
    free(detail);
    return reason;
}

static void note_cause(struct finder *f, size_t run, struct sfc_site_answer *answer)
{
    const struct sfc_record *r = answer->record;
    if (r->cause)
        note(f->site, run, answer, add_defect(f, r->cause, r->cause_title, false));
}

static bool find_in_run(struct finder *f, size_t run, const char *known, struct sfc_error *error)
{
    struct sfc_known list = { .path = NULL };
    const bool good = !known || read_list(&list, f->site->runs[run].results, known, error);
    for (size_t i = 0; good && i < f->site->num_cases; i++) {
        struct sfc_site_answer *a = &f->site->cases[i].answers[run];
        if (sfc_site_fails(a) && !note_tokens(f, run, a, a->record->reason)
            && !(list.count > 0 && note_tokens(f, run, a, listed_reason(&list, a->record))))
            note_cause(f, run, a);
    }
    sfc_known_free(&list);
    return good;
}

/* ---- Order -------------------------------------------------------------------------------- */

/* A defect and the place that it had. */
struct place {
    struct sfc_site_defect defect;
    size_t was;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->defect.is_listed != y->defect.is_listed)
        return x->defect.is_listed ? -1 : 1;
    if (x->defect.is_listed)
        return x->was < y->was ? -1 : 1;
    return strcmp(x->defect.token, y->defect.token);
}

/* The listed ones first, as in causes.txt, then the others by token. Answers name defects by their
   place. */
static void sort_defects(struct sfc_site *site)
{
    struct place *places = sfc_alloc(site->num_defects, sizeof places[0]);
    size_t *now = sfc_alloc(site->num_defects, sizeof now[0]);
    for (size_t i = 0; i < site->num_defects; i++)
        places[i] = (struct place){ site->defects[i], i };
    if (site->num_defects > 0)
        qsort(places, site->num_defects, sizeof places[0], compare_places);
    for (size_t i = 0; i < site->num_defects; i++) {
        site->defects[i] = places[i].defect;
        now[places[i].was] = i;
    }
    for (size_t i = 0; i < site->num_cases; i++)
        for (size_t s = 0; s < site->num_runs; s++)
            for (size_t d = 0; d < site->cases[i].answers[s].num_defects; d++)
                site->cases[i].answers[s].defects[d] = now[site->cases[i].answers[s].defects[d]];
    free(places);
    free(now);
}

bool sfc_site_find_defects(struct sfc_site *site, const char *known, struct sfc_error *error)
{
    struct finder finder = { .site = site };
    bool good = !known || read_causes(&finder, known, error);
    site->num_listed = site->num_defects;
    for (size_t s = 0; s < site->num_runs && good; s++)
        good = find_in_run(&finder, s, known, error);
    sfc_index_free(&finder.listed);
    sfc_index_free(&finder.causes);
    sort_defects(site);
    return good;
}

void sfc_site_free_defects(struct sfc_site *site)
{
    for (size_t i = 0; i < site->num_defects; i++) {
        free(site->defects[i].token);
        free(site->defects[i].title);
        free(site->defects[i].path);
        free(site->defects[i].in_run);
    }
    free(site->defects);
}
