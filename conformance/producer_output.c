/* SPDX-License-Identifier: MIT */
/* What is done with the tests of a whole run: known failures, JUnit, and the exit status. */
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "producer.h"

int sfr_producer_worst(int a, int b)
{
    static const int order[] = { SFR_STATUS_ERROR, SFR_STATUS_FAILS, SFR_STATUS_STALE, SFR_STATUS_NOTHING };
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return SFR_STATUS_CONFORMS;
}

static bool was_left_out(const struct sfr_producer_output *o, const char *id)
{
    for (size_t i = 0; i < o->num_left_out; i++)
        if (strcmp(o->left_out[i], id) == 0)
            return true;
    return false;
}

static size_t report_stale(const struct sfr_producer_output *o, const struct sfr_producer_tests *t)
{
    size_t stale = 0;
    for (size_t i = 0; i < t->count; i++) {
        if (t->tests[i].standing != SFR_STANDS_STALE)
            continue;
        stale++;
        fprintf(stderr, "%s:%u: stale: %s %s\n", o->known_path, t->tests[i].entry->line, t->tests[i].id,
                sfr_outcome_fails(t->tests[i].outcome) ? "fails in another way" : "passes");
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

static bool write_known(const struct sfr_producer_output *o, const struct sfr_producer_tests *t,
                        struct sfr_error *error)
{
    struct sfr_known_case *cases = sfr_alloc(t->count + 1, sizeof cases[0]);
    struct sfr_case *names = sfr_alloc(t->count + 1, sizeof names[0]);
    struct sfr_result *results = sfr_alloc(t->count + 1, sizeof results[0]);
    const struct sfr_corpus empty = { 0 };
    for (size_t i = 0; i < t->count; i++) {
        names[i].id = t->tests[i].id;
        results[i] = (struct sfr_result){ .outcome = t->tests[i].outcome, .detail = t->tests[i].detail };
        cases[i] = (struct sfr_known_case){ &names[i], &results[i] };
    }
    const struct sfr_known *old = o->known_path ? &o->known : NULL;
    const bool good = sfr_known_write(o->write_known, o->force, old, &empty, cases, t->count, error);
    free(cases);
    free(names);
    free(results);
    return good;
}

int sfr_producer_finish(const struct sfr_producer_output *o, const struct sfr_producer_tests *t, int status)
{
    struct sfr_error error = { "" };
    if (t->standings[SFR_STANDS_UNEXPECTED] > 0)
        status = sfr_producer_worst(status, SFR_STATUS_FAILS);
    if (o->known_path && report_stale(o, t) > 0)
        status = sfr_producer_worst(status, SFR_STATUS_STALE);
    if (o->write_known && !write_known(o, t, &error))
        status = sfr_complain(error.text);
    if (o->junit) {
        struct sfr_buffer b = { 0 };
        sfr_producer_junit(&b, t);
        if (!sfr_write_file(o->junit, b.data, b.len, &error))
            status = sfr_complain(error.text);
        sfr_buffer_free(&b);
    }
    const bool printed = fflush(stdout) == 0 && !ferror(stdout);
    return printed ? status : sfr_complain("the report could not be printed");
}
