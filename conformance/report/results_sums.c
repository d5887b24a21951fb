/* SPDX-License-Identifier: MIT */
/* The sums in the last line of a results file. */
#include <jansson.h>

#include "results_sums.h"

struct check {
    const struct sfc_results *results;
    struct sfc_error *error;
    bool good; /* false once a sum was wrong; the first error stays */
};

static void check_sum(struct check *c, const json_t *sums, const char *group, const char *name, size_t sum)
{
    const json_t *value = json_object_get(sums, name);
    const json_int_t said = json_integer_value(value);
    /* An older version does not write the sums of outcomes that it does not know. */
    const bool is_absent = json_is_object(sums) && !value && sum == 0;
    if (c->good && !is_absent && (!json_is_integer(value) || said < 0 || (uint64_t)said != sum))
        c->good = sfc_fail(c->error, "%s:%u: %s.%s: the sum is not that of the lines above, which is %zu",
                           c->results->path, c->results->line, group, name, sum);
}

/* A sum of asked and right answers. */
static void check_level(struct check *c, const json_t *sums, const char *name, const struct sfc_level_sum *sum)
{
    const json_t *said = json_object_get(sums, name);
    check_sum(c, said, name, "asked", sum->asked);
    check_sum(c, said, name, "right", sum->right);
}

/* The sums that format 2 has and format 1 has not. */
static void check_kinds(struct check *c, const json_t *summary)
{
    const struct sfc_totals *totals = &c->results->totals;
    const struct sfc_proof *proof = &c->results->proof;
    const json_t *kinds = json_object_get(summary, "kinds"), *rejections = json_object_get(summary, "rejections");
    const struct {
        const char *name;
        size_t sum;
    } sums[] = {
        { "right", totals->rejections },   { "proved", proof->proved },       { "unproved", proof->unproved },
        { "not-shown", proof->not_shown }, { "class", totals->judged_class }, { "range", totals->judged_range },
    };
    for (unsigned i = 0; i < SFC_NUM_EXPECTS; i++)
        check_level(c, kinds, sfc_expect_name((enum sfc_expect)i), &totals->kinds[i]);
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++)
        check_sum(c, rejections, "rejections", sums[i].name, sums[i].sum);
    check_sum(c, summary, "summary", "may-pass", totals->may_pass);
}

bool sfc_results_check_sums(const struct sfc_results *results, const struct json_t *summary, struct sfc_error *error)
{
    const struct sfc_totals *totals = &results->totals;
    const json_t *outcomes = json_object_get(summary, "outcomes"), *standings = json_object_get(summary, "standings"),
                 *levels = json_object_get(summary, "levels");
    struct check c = { results, error, true };
    for (unsigned i = 0; i < SFC_NUM_OUTCOMES; i++)
        check_sum(&c, outcomes, "outcomes", sfc_outcome_name((enum sfc_outcome)i), totals->outcomes[i]);
    for (unsigned i = 0; i < SFC_NUM_STANDINGS; i++)
        check_sum(&c, standings, "standings", sfc_standing_name((enum sfc_standing)i), totals->standings[i]);
    /* An older version does not write these. */
    for (unsigned i = 0; levels && i < SFC_NUM_LEVELS; i++)
        check_level(&c, levels, sfc_level_name((enum sfc_level)i), &totals->levels[i]);
    if (results->has_answers)
        check_kinds(&c, summary);
    return c.good;
}
