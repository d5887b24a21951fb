/* SPDX-License-Identifier: MIT */
/* hunt.h - a run of random functions: batches, by several threads, and what they found. */
#ifndef SFC_HUNT_H
#define SFC_HUNT_H

#include <stdio.h>

#include "batch.h"

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

/* The functions that show a find again: itself, or its batch if it needs several. */
struct sfc_batch sfc_hunt_again(const struct sfc_hunt *hunt, const struct sfc_find *find);

/* Prints all causes and the sum. `again` is the command that repeats a run, up to its numbers. */
void sfc_hunt_print(FILE *out, const struct sfc_hunt *hunt, const char *again);

/* The same as JSON, a line for the run and one for each cause. */
void sfc_hunt_results(struct sfc_buffer *out, const struct sfc_hunt *hunt, const char *again);

/* The program of a cause as a producer case, with the command that repeats it. */
void sfc_hunt_case(struct sfc_buffer *out, const struct sfc_hunt *hunt, const struct sfc_cause *cause,
                   const char *again);

/* Finds that no entry covers. NEW are those that the printed command shows again, UNSURE all others. */
enum sfc_find_standing { SFC_FIND_KNOWN = 0, SFC_FIND_NEW, SFC_FIND_UNSURE, SFC_NUM_FIND_STANDINGS };
enum sfc_find_standing sfc_cause_standing(const struct sfc_cause *cause);
struct sfc_hunt_sum {
    uint64_t finds;
    size_t causes;
};
/* `sums` has a place for each standing. The causes of KNOWN are the entries that finds were put down to. */
void sfc_hunt_sums(const struct sfc_hunt *hunt, struct sfc_hunt_sum *sums);

#endif
