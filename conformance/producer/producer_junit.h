/* SPDX-License-Identifier: MIT */
/*
 * junit.h - writes JUnit's XML, as GitLab, Jenkins and GitHub actions read it.
 *
 * It is valid under Ant's schema and under that of Jenkins; junit.rng is what both of them allow.
 * Add the cases and properties of a suite, end the suite, and end the document after its last
 * suite. The writer counts the cases. Texts may have any bytes in them.
 */
#ifndef SFC_PRODUCER_JUNIT_H
#define SFC_PRODUCER_JUNIT_H

#include "text.h"

/* A failure is a wrong answer, an error is no answer. A case is skipped if nobody has to act on
   it. */
enum sfc_junit_result { SFC_JUNIT_PASSED, SFC_JUNIT_SKIPPED, SFC_JUNIT_FAILED, SFC_JUNIT_ERROR, SFC_NUM_JUNIT_RESULTS };

/* Each text but the first three may be NULL. A case that passed has none of the others. The class is `group`, a dot and
   `area`: readers take what is before a dot for the name of a package, so the dots in each become "_". */
struct sfc_junit_case {
    const char *group, *area, *name;
    const char *type;    /* of a failure or an error, which has one */
    const char *message; /* one line: why the case was skipped or failed */
    const char *text;    /* more about a failure or an error, in any number of lines */
    enum sfc_junit_result result;
    double seconds;
};

struct sfc_junit_counts {
    size_t results[SFC_NUM_JUNIT_RESULTS];
    double seconds;
};

/* A document that is being written. Starts with 0 in all its members. */
struct sfc_junit {
    struct sfc_buffer suites, properties, cases; /* the last two: of the suite that has not ended */
    struct sfc_junit_counts suite;
    size_t num_suites;
};

/* A fact about the suite; none if `value` is NULL. */
void sfc_junit_property(struct sfc_junit *junit, const char *name, const char *value);
void sfc_junit_add(struct sfc_junit *junit, const struct sfc_junit_case *test);
void sfc_junit_end_suite(struct sfc_junit *junit, const char *name);
/* Adds the whole document to `out`, and frees it. */
void sfc_junit_end(struct sfc_junit *junit, struct sfc_buffer *out);

#endif
