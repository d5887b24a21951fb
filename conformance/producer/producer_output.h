/* SPDX-License-Identifier: MIT */
/* producer_output.h - the end of a run: known failures, JUnit and the exit status. */
#ifndef SFC_PRODUCER_OUTPUT_H
#define SFC_PRODUCER_OUTPUT_H

#include "producer_tests.h"

/* The worse of two exit statuses (enum sfc_status): of what cannot be read, what is wrong, a stale list, nothing to
   judge and nothing wrong. */
int sfc_producer_worst(int a, int b);

struct sfc_producer_output {
    const char *known_path, *write_known, *junit;
    bool force;
    char **left_out; /* tests that there are and that were not run: their entries are not stale */
    size_t num_left_out;
    struct sfc_known known; /* read from known_path, if that is not NULL */
};
/* Reports stale entries, writes what is to be written, and returns the exit status of the run. */
int sfc_producer_finish(const struct sfc_producer_output *o, const struct sfc_producer_tests *t, int status);

#endif
