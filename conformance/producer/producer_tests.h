/* SPDX-License-Identifier: MIT */
/* producer_tests.h - a judged file as a list of tests, whose names known-failure files use. */
#ifndef SFC_PRODUCER_TESTS_H
#define SFC_PRODUCER_TESTS_H

#include "known.h"
#include "producer.h"

/* One test: an area of the file, or one function. `id` and `detail` are of the known-failure file. */
struct sfc_producer_test {
    char *id;
    enum sfc_outcome outcome;
    char *detail; /* of a failure; else NULL */
    enum sfc_standing standing;
    const struct sfc_known_entry *entry;
    char *message; /* why it fails, or a remark */
};
struct sfc_producer_tests {
    struct sfc_producer_test *tests;
    size_t count, standings[SFC_NUM_STANDINGS];
};
void sfc_producer_tests_add(struct sfc_producer_tests *t, const struct sfc_producer *p, const struct sfc_known *known);
/* Adds one test; takes `id`, `detail` and `message` over. */
void sfc_producer_tests_put(struct sfc_producer_tests *t, const struct sfc_known *known, char *id,
                            enum sfc_outcome outcome, char *detail, char *message);
void sfc_producer_tests_free(struct sfc_producer_tests *t);

/* Adds the tests to `out` as a JUnit document. */
void sfc_producer_junit(struct sfc_buffer *out, const struct sfc_producer_tests *t);

#endif
