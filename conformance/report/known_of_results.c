/* SPDX-License-Identifier: MIT */
/* The known-failure file from results. They may come from files, which are not trusted. */
#include <stdlib.h>
#include <string.h>

#include "cause.h"
#include "known_of_results.h"

/* One word of a list: printable, without spaces, and without what separates outcomes. */
static bool is_word(const char *text)
{
    const char *at = text;
    while (*at > ' ' && *at <= '~' && *at != '|')
        at++;
    return at > text && *at == '\0';
}

static bool same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

/* A list is about one implementation, one corpus and one gate. */
static bool belong_together(const struct sfc_results *a, const struct sfc_results *b, struct sfc_error *error)
{
    if (!same_text(a->implementation, b->implementation) || !same_text(a->version, b->version))
        return sfc_fail(error, "%s: these are results of another implementation, or version, than those of %s", b->path,
                        a->path);
    if (!same_text(a->corpus_sha256, b->corpus_sha256))
        return sfc_fail(error, "%s: these are results of another corpus than those of %s", b->path, a->path);
    return a->level == b->level
           || sfc_fail(error, "%s: the level that counts is %s, in %s it is %s", b->path, sfc_level_name(b->level),
                       a->path, sfc_level_name(a->level));
}

static bool take_case(struct sfc_known_case *c, const struct sfc_results *run, const struct sfc_record *r,
                      struct sfc_error *error)
{
    *c = (struct sfc_known_case){ .id = r->id,
                                  .level = r->level,
                                  .has_several_faults = r->multi_fault != NULL,
                                  .outcome = r->outcome,
                                  .detail = r->detail };
    if (!is_word(r->id) || (r->detail && !is_word(r->detail)))
        return sfc_fail(error, "%s: an id or detail with spaces or other odd characters cannot stand in a list",
                        run->path);
    if (sfc_outcome_fails(r->outcome)) {
        c->cause = sfc_copy_string(r->cause ? r->cause : "");
        c->title = sfc_copy_string(r->cause_title ? r->cause_title : "");
    }
    return true;
}

static int compare_cases(const void *a, const void *b)
{
    return strcmp(((const struct sfc_known_case *)a)->id, ((const struct sfc_known_case *)b)->id);
}

bool sfc_known_source_take(struct sfc_known_source *source, const struct sfc_results *runs, size_t num_runs,
                           struct sfc_error *error)
{
    struct sfc_known_case *cases = NULL;
    size_t count = 0;
    bool good = true;
    *source = (struct sfc_known_source){ .gate = runs[0].level, .keeps_others = true };
    for (size_t s = 0; good && s < num_runs; s++) {
        good = belong_together(&runs[0], &runs[s], error);
        cases = sfc_grow(cases, count + runs[s].count + 1, sizeof cases[0]);
        for (size_t i = 0; good && i < runs[s].count; i++)
            good = take_case(&cases[count++], &runs[s], &runs[s].records[i], error);
        /* Results of every case there is: other cases do not exist. */
        source->keeps_others = source->keeps_others && runs[s].count < runs[s].num_cases;
    }
    if (count > 0)
        qsort(cases, count, sizeof cases[0], compare_cases);
    source->cases = cases;
    source->count = count;
    if (!good)
        sfc_known_source_free(source);
    return good;
}

void sfc_known_source_free(struct sfc_known_source *source)
{
    for (size_t i = 0; i < source->count; i++) {
        free((char *)source->cases[i].cause);
        free((char *)source->cases[i].title);
    }
    free((struct sfc_known_case *)source->cases);
    *source = (struct sfc_known_source){ .cases = NULL };
}
