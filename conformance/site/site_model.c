/* SPDX-License-Identifier: MIT */
/* Runs, cases and families, from the results. */
#include <stdlib.h>
#include <string.h>

#include "report_change.h"
#include "site_defects.h"
#include "site_model.h"
#include "site_names.h"

/* ---- Runs --------------------------------------------------------------------------------- */

static int compare_runs(const void *a, const void *b)
{
    const struct sfc_results *x = a, *y = b;
    const int order = strcmp(x->implementation, y->implementation);
    const int by_version = order != 0 ? order : sfc_site_compare_versions(x->version, y->version);
    return by_version != 0 ? by_version : strcmp(x->path, y->path);
}

/* "readelf-2.40"; a second run of this name gets "~2". */
static void name_run(struct sfc_site *site, size_t i)
{
    struct sfc_site_run *run = &site->runs[i];
    char *version = sfc_copy_text(run->results->version, strcspn(run->results->version, " "));
    char *id = sfc_format("%s-%s", run->results->implementation, version);
    struct sfc_buffer name = { 0 };
    size_t same = 0;
    sfc_site_add_name(&name, id);
    for (size_t k = 0; k < i; k++) {
        const size_t len = strlen(name.data);
        same += strncmp(site->runs[k].name, name.data, len) == 0 && strchr("~", site->runs[k].name[len]);
    }
    if (same > 0)
        sfc_buffer_printf(&name, "~%zu", same + 1);
    run->name = name.data;
    run->path = sfc_format("implementation/%s.html", run->name);
    free(version);
    free(id);
}

static void make_runs(struct sfc_site *site, const struct sfc_site_input *input)
{
    qsort(input->runs, input->num_runs, sizeof input->runs[0], compare_runs);
    site->results = input->runs;
    site->num_runs = input->num_runs;
    site->runs = sfc_alloc(input->num_runs, sizeof site->runs[0]);
    for (size_t i = 0; i < input->num_runs; i++) {
        site->runs[i].results = &input->runs[i];
        name_run(site, i);
        if (i > 0 && strcmp(input->runs[i - 1].implementation, input->runs[i].implementation) == 0)
            site->runs[i].before = &site->runs[i - 1];
    }
}

/* ---- Cases -------------------------------------------------------------------------------- */

static int compare_by_id(const void *a, const void *b)
{
    return strcmp((*(const struct sfc_record *const *)a)->id, (*(const struct sfc_record *const *)b)->id);
}

static int compare_cases(const void *a, const void *b)
{
    const struct sfc_site_case *x = a, *y = b;
    const int order = strcmp(x->family, y->family), by_cell = order != 0 ? order : strcmp(x->cell, y->cell);
    return by_cell != 0 ? by_cell : strcmp(x->id, y->id);
}

/* Every case of every run once. */
static const struct sfc_record **collect(const struct sfc_site *site, size_t *count)
{
    size_t total = 0, unique = 0;
    for (size_t s = 0; s < site->num_runs; s++)
        total += site->results[s].count;
    const struct sfc_record **all = sfc_alloc(total, sizeof all[0]);
    total = 0;
    for (size_t s = 0; s < site->num_runs; s++)
        for (size_t i = 0; i < site->results[s].count; i++)
            all[total++] = &site->results[s].records[i];
    if (total > 0)
        qsort(all, total, sizeof all[0], compare_by_id);
    for (size_t i = 0; i < total; i++)
        if (i == 0 || strcmp(all[i]->id, all[unique - 1]->id) != 0)
            all[unique++] = all[i];
    *count = unique;
    return all;
}

static void make_cases(struct sfc_site *site, const struct sfc_corpus *corpus)
{
    const struct sfc_record **all = collect(site, &site->num_cases);
    site->cases = sfc_alloc(site->num_cases, sizeof site->cases[0]);
    for (size_t i = 0; i < site->num_cases; i++) {
        struct sfc_site_case *c = &site->cases[i];
        c->id = all[i]->id;
        c->answers = sfc_alloc(site->num_runs, sizeof c->answers[0]);
        for (size_t s = 0; s < site->num_runs; s++) {
            c->answers[s].record = sfc_results_find(&site->results[s], c->id);
            /* The newest release was asked by the newest corpus. */
            c->said = c->answers[s].record ? c->answers[s].record : c->said;
        }
        c->family = sfc_site_family_of(c->said);
        c->cell = sfc_site_cell_of(c->said);
        c->c = sfc_corpus_find(corpus, c->id);
    }
    free(all);
    if (site->num_cases > 0)
        qsort(site->cases, site->num_cases, sizeof site->cases[0], compare_cases);
}

static void make_families(struct sfc_site *site)
{
    site->families = sfc_alloc(site->num_cases, sizeof site->families[0]);
    for (size_t i = 0; i < site->num_cases; i++) {
        const struct sfc_site_case *c = &site->cases[i];
        if (i == 0 || strcmp(c->family, c[-1].family) != 0)
            site->families[site->num_families++] = (struct sfc_site_family){
                .name = c->family, .path = sfc_site_family_path(c->family), .area = c->said->area, .cases = c
            };
        site->families[site->num_families - 1].count++;
    }
}

bool sfc_site_model(struct sfc_site *site, const struct sfc_site_input *input, struct sfc_error *error)
{
    *site = (struct sfc_site){ .runs = NULL };
    make_runs(site, input);
    make_cases(site, input->corpus);
    make_families(site);
    return sfc_site_find_defects(site, input->known, error);
}

void sfc_site_free(struct sfc_site *site)
{
    for (size_t i = 0; i < site->num_runs; i++) {
        free(site->runs[i].name);
        free(site->runs[i].path);
    }
    for (size_t i = 0; i < site->num_cases; i++) {
        for (size_t s = 0; s < site->num_runs; s++)
            free(site->cases[i].answers[s].defects);
        free(site->cases[i].answers);
        free(site->cases[i].family);
        free(site->cases[i].cell);
    }
    for (size_t i = 0; i < site->num_families; i++)
        free(site->families[i].path);
    sfc_site_free_defects(site);
    free(site->runs);
    free(site->cases);
    free(site->families);
    *site = (struct sfc_site){ .runs = NULL };
}

/* ---- Questions ----------------------------------------------------------------------------- */

static int compare_families(const void *a, const void *b)
{
    return strcmp(((const struct sfc_site_family *)a)->name, ((const struct sfc_site_family *)b)->name);
}

const struct sfc_site_family *sfc_site_find_family(const struct sfc_site *site, const char *name)
{
    const struct sfc_site_family wanted = { .name = name };
    return site->num_families == 0
               ? NULL
               : bsearch(&wanted, site->families, site->num_families, sizeof wanted, compare_families);
}

static int worth(const struct sfc_site_case *c)
{
    return 2 * (strcmp(c->said->abi, "amd64") == 0) + (strcmp(c->said->order, "little") == 0);
}

const struct sfc_site_case *sfc_site_shown_case(const struct sfc_site_family *f)
{
    const struct sfc_site_case *best = &f->cases[0];
    for (size_t i = 1; i < f->count; i++) {
        const int newer = strcmp(f->cases[i].said->profile, best->said->profile);
        if (newer > 0 || (newer == 0 && worth(&f->cases[i]) > worth(best)))
            best = &f->cases[i];
    }
    return best;
}

bool sfc_site_is_asked(const struct sfc_site_answer *a)
{
    return a->record && sfc_record_is_asked(a->record);
}

bool sfc_site_fails(const struct sfc_site_answer *a)
{
    return a->record && sfc_record_fails(a->record);
}

struct sfc_site_score sfc_site_score(const struct sfc_site_family *f, size_t run)
{
    struct sfc_site_score score = { 0, 0 };
    for (size_t i = 0; i < f->count; i++) {
        score.asked += sfc_site_is_asked(&f->cases[i].answers[run]);
        score.wrong += sfc_site_fails(&f->cases[i].answers[run]);
    }
    return score;
}
