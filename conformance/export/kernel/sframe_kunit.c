/* SPDX-License-Identifier: MIT */
/* The cases as a KUnit suite: a parameterised test for each group of cases. */
#include <kunit/test.h>
#include <linux/module.h>
#include <linux/string.h>

#include "sframe_groups.h"
#include "sframe_linux.h"

static struct sframe_totals totals;

static void describe(const struct sframe_case *c, char *description)
{
    strscpy(description, c->id, KUNIT_PARAM_DESC_SIZE);
}

/* KUnit has one verdict: wrong answers above `validate`, and those to several faults on purpose, are skipped. */
static void test_case(struct kunit *test)
{
    const struct sframe_case *c = test->param_value;
    struct sframe_result result;
    kunit_info(test, "asks %s", c->id);
    sframe_judge_case(&sframe_linux_host, c, &result);
    sframe_count(&totals, c, &result, SFRAME_LEVEL_VALIDATE);
    sframe_print_why(&sframe_linux_host, c, &result);
    if (result.outcome == SFRAME_SKIPPED)
        kunit_skip(test, "the reader is not asked this");
    if (sframe_fails(c, &result, SFRAME_LEVEL_VALIDATE))
        KUNIT_FAIL(test, "%s: %s", c->id, result.why);
    else if (result.outcome == SFRAME_WRONG)
        kunit_skip(test, "wrong, but not counted");
}

#define SFRAME_PARAMS(group, count) KUNIT_ARRAY_PARAM(group, sframe_cases_##group, describe);
SFRAME_GROUPS(SFRAME_PARAMS)

#define SFRAME_TEST(group, count) KUNIT_CASE_PARAM(test_case, group##_gen_params),
static struct kunit_case sframe_kunit_cases[] = { SFRAME_GROUPS(SFRAME_TEST){} };

static int suite_init(struct kunit_suite *suite)
{
    (void)suite;
    sframe_print_about(&sframe_linux_host);
    return 0;
}

static void suite_exit(struct kunit_suite *suite)
{
    (void)suite;
    sframe_print_totals(&sframe_linux_host, &totals);
    sframe_linux_free();
}

static struct kunit_suite sframe_suite = {
    .name = "sframe_conformance",
    .suite_init = suite_init,
    .suite_exit = suite_exit,
    .test_cases = sframe_kunit_cases,
};
kunit_test_suite(sframe_suite);

MODULE_DESCRIPTION("Cases of the SFrame conformance suite, for KUnit");
MODULE_LICENSE("Dual MIT/GPL");
