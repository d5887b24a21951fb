/* SPDX-License-Identifier: MIT */
/* The end of a run: known failures, JUnit, and the exit status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "known_write.h"
#include "producer_output.h"

int sfc_producer_worst(int a, int b)
{
    static const int order[] = { SFC_STATUS_ERROR, SFC_STATUS_FAILS, SFC_STATUS_STALE, SFC_STATUS_NOTHING };
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return SFC_STATUS_CONFORMS;
}

static bool was_left_out(const struct sfc_producer_output *o, const char *id)
{
    for (size_t i = 0; i < o->num_left_out; i++)
        if (strcmp(o->left_out[i], id) == 0)
            return true;
    return false;
}

static size_t report_stale(const struct sfc_producer_output *o, const struct sfc_producer_tests *t)
{
    size_t stale = 0;
    for (size_t i = 0; i < t->count; i++) {
        if (t->tests[i].standing != SFC_STANDS_STALE)
            continue;
        stale++;
        fprintf(stderr, "%s:%u: stale: %s %s\n", o->known_path, t->tests[i].entry->line, t->tests[i].id,
                sfc_outcome_fails(t->tests[i].outcome) ? "fails in another way" : "passes");
    }
    for (size_t i = 0; i < o->known.count; i++) {
        bool found = was_left_out(o, o->known.entries[i].id);
        for (size_t k = 0; k < t->count && !found; k++)
            found = t->tests[k].entry == &o->known.entries[i];
        if (found)
            continue;
        stale++;
        fprintf(stderr, "%s:%u: stale: there is no test %s\n", o->known_path, o->known.entries[i].line,
                o->known.entries[i].id);
    }
    return stale;
}

static bool write_known(const struct sfc_producer_output *o, const struct sfc_producer_tests *t,
                        struct sfc_error *error)
{
    struct sfc_known_case *cases = sfc_alloc(t->count + 1, sizeof cases[0]);
    for (size_t i = 0; i < t->count; i++)
        cases[i] = (struct sfc_known_case){ .id = t->tests[i].id,
                                            .outcome = t->tests[i].outcome,
                                            .detail = t->tests[i].detail };
    const struct sfc_known_source source = {
        .old = o->known_path ? &o->known : NULL, .cases = cases, .count = t->count, .gate = SFC_LEVEL_STRICT
    };
    const bool good = sfc_known_write(o->write_known, o->force, &source, error);
    free(cases);
    return good;
}

int sfc_producer_finish(const struct sfc_producer_output *o, const struct sfc_producer_tests *t, int status)
{
    struct sfc_error error = { "" };
    if (t->standings[SFC_STANDS_UNEXPECTED] > 0)
        status = sfc_producer_worst(status, SFC_STATUS_FAILS);
    if (o->known_path && report_stale(o, t) > 0)
        status = sfc_producer_worst(status, SFC_STATUS_STALE);
    if (o->write_known && !write_known(o, t, &error))
        status = sfc_complain(error.text);
    if (o->junit) {
        struct sfc_buffer b = { 0 };
        sfc_producer_junit(&b, t);
        if (!sfc_write_file(o->junit, b.data, b.len, &error))
            status = sfc_complain(error.text);
        sfc_buffer_free(&b);
    }
    const bool printed = fflush(stdout) == 0 && !ferror(stdout);
    return printed ? status : sfc_complain("the report could not be printed");
}
