/* SPDX-License-Identifier: MIT */
/* As much of Linux as the exported module and KUnit suite use, on a C library: to compile and to run them without a
   kernel. Every header that they include is this one. */
#ifndef FAKE_LINUX_H
#define FAKE_LINUX_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* errno.h of a C library may include linux/errno.h, which is this file. */
#define EINVAL 22
#define ENODATA 61
#define EBADMSG 74

#define KERN_INFO ""
#define printk(...) printf(__VA_ARGS__)
#define cond_resched() ((void)0)
#define PAGE_ALIGN(size) (((size) + 4095) & ~(size_t)4095)
#define vmalloc malloc
#define vfree(p) free(p)
#define strscpy(to, from, size) snprintf(to, size, "%s", from)

#define __init
#define __exit
#define module_param(name, type, mode) struct fake_semicolon
#define MODULE_PARM_DESC(name, text) struct fake_semicolon
#define MODULE_DESCRIPTION(text) struct fake_semicolon
#define MODULE_LICENSE(text) struct fake_semicolon
#define module_init(function)                                                         \
    int main(int argc, char **argv)                                                   \
    {                                                                                 \
        only = argc > 1 ? argv[1] : only;                                             \
        level = argc > 2 ? atoi(argv[2]) : level;                                     \
        const int status = function();                                                \
        return status == 0 ? 0 : status == -EBADMSG ? 1 : status == -ENODATA ? 2 : 3; \
    }                                                                                 \
    struct fake_semicolon
#define module_exit(function) \
    void fake_exit(void);     \
    void fake_exit(void)      \
    {                         \
        function();           \
    }                         \
    struct fake_semicolon

/* KUnit: a failure is counted, and a skip leaves the test. */
#define KUNIT_PARAM_DESC_SIZE 128
struct kunit {
    const void *param_value;
    int failed;
    jmp_buf skipped;
};
struct kunit_case {
    void (*run_case)(struct kunit *test);
    const void *(*generate_params)(const void *previous, char *description);
};
struct kunit_suite {
    const char name[64];
    int (*suite_init)(struct kunit_suite *suite);
    void (*suite_exit)(struct kunit_suite *suite);
    struct kunit_case *test_cases;
};
#define KUNIT_CASE_PARAM(test, parameters) \
    {                                      \
        test, parameters                   \
    }
#define KUNIT_ARRAY_PARAM(name, array, describe)                                                        \
    static const void *name##_gen_params(const void *previous, char *description)                       \
    {                                                                                                   \
        const struct sframe_case *next = previous ? (const struct sframe_case *)previous + 1 : (array); \
        if (next - (array) >= (ptrdiff_t)(sizeof(array) / sizeof(array)[0]))                            \
            return NULL;                                                                                \
        describe(next, description);                                                                    \
        return next;                                                                                    \
    }
#define kunit_info(test, ...) (printf("    # test_case: "), printf(__VA_ARGS__), putchar('\n'))
#define kunit_skip(test, why) longjmp((test)->skipped, 1)
#define KUNIT_FAIL(test, ...) ((test)->failed = 1, printf("# "), printf(__VA_ARGS__), putchar('\n'))
#define kunit_test_suite(suite)        \
    int main(void)                     \
    {                                  \
        return fake_run_suite(&suite); \
    }                                  \
    struct fake_semicolon

/* Prints the result of a test; returns 1 if it failed. */
static inline int fake_run_test(void (*run_case)(struct kunit *test), const void *parameter, const char *description)
{
    static unsigned int number;
    struct kunit test = { .param_value = parameter };
    const int skipped = setjmp(test.skipped);
    if (!skipped)
        run_case(&test);
    printf("        %s %u %s%s\n", test.failed ? "not ok" : "ok", ++number, description, skipped ? " # SKIP" : "");
    return test.failed;
}

static inline int fake_run_suite(struct kunit_suite *suite)
{
    int failed = 0;
    char description[KUNIT_PARAM_DESC_SIZE];
    if (suite->suite_init(suite) != 0)
        return 2;
    for (const struct kunit_case *c = suite->test_cases; c->run_case; c++)
        for (const void *p = NULL; (p = c->generate_params(p, description));)
            failed |= fake_run_test(c->run_case, p, description);
    suite->suite_exit(suite);
    return failed;
}

#endif
