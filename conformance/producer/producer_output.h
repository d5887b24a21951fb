/* SPDX-License-Identifier: MIT */
/* producer_output.h - the end of a run: known failures, JUnit and the exit status. */
#ifndef SFC_PRODUCER_OUTPUT_H
#define SFC_PRODUCER_OUTPUT_H

#include "producer_tests.h"

/* The worse of two exit statuses (enum sfc_status). From the worst: a file cannot be read,
   failures, a stale list, nothing to judge, nothing wrong. */
int sfc_producer_worst(int a, int b);

struct sfc_producer_output {
    const char *known_path, *write_known, *junit;
    bool force;
    struct sfc_known known; /* read from known_path, unless that is NULL */
};
/* Reports stale entries, writes the requested files, and returns the exit status of the run. */
int sfc_producer_finish(struct sfc_producer_output *o, const struct sfc_producer_tests *t, int status);

#endif
