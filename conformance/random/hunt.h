/* SPDX-License-Identifier: MIT */
/* hunt.h - a run of random functions: batches, by several threads, and what they found. */
#ifndef SFC_HUNT_H
#define SFC_HUNT_H

#include <stdio.h>

#include "causes.h"

enum { SFC_HUNT_BATCH = 2000 };

struct sfc_hunt {
    /* What is asked for. */
    const struct sfc_target *target;
    const char *as, *path;
    uint64_t seed, from, count; /* functions [from, from + count) */
    unsigned jobs;
    const int *stop; /* readable when the run is to end */
    bool shows_progress;
    struct sfc_known_causes known;
    /* What came of it. */
    enum sfr_profile profile;
    struct sfc_causes causes;
    uint64_t num_tried, num_wrong, num_calls;
    uint64_t next; /* the first function that was not tried; from + count: all were */
    double seconds;
    bool was_stopped;
};

/* Tries a plain function, and learns the version. False and *error if the assembler cannot be run. *good: the plain
   function is right; else the find is the only cause. */
bool sfc_hunt_begin(struct sfc_hunt *hunt, bool *good, struct sfc_error *error);

/* False and *error if it had to end early for another reason than `stop`. What was found stays. */
bool sfc_hunt_run(struct sfc_hunt *hunt, struct sfc_error *error);
void sfc_hunt_free(struct sfc_hunt *hunt);

/* Prints all causes and the sum. `again` is the command that repeats a run, up to its numbers. */
void sfc_hunt_print(FILE *out, const struct sfc_hunt *hunt, const char *again);

/* The program of a cause as a producer case, with the command that repeats it. */
void sfc_hunt_case(struct sfc_buffer *out, const struct sfc_hunt *hunt, const struct sfc_cause *cause,
                   const char *again);

/* Finds that no entry covers. */
uint64_t sfc_hunt_new(const struct sfc_hunt *hunt, size_t *causes);

#endif
