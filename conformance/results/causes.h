/* SPDX-License-Identifier: MIT */
/* causes.h - the failures of a run by cause. */
#ifndef SFC_CAUSES_H
#define SFC_CAUSES_H

#include "results.h"

/* At the end of a run: offsets that only a few failures have become one cause, "off by differing amounts". */
void sfc_results_merge_causes(struct sfc_results *results);

/* The failures with one cause. */
struct sfc_cause_sum {
    struct sfc_record *const *records; /* sorted by id */
    size_t count, standings[SFC_NUM_STANDINGS];
    const struct sfc_record *example; /* the plainest one */
    unsigned severity;                /* 0 is worst */
};
/* All causes, worst first: no answer, a wrong answer, too much accepted, too much rejected, the rest; of these
   the lower level, then the larger number. Free with sfc_cause_list_free(). */
struct sfc_cause_list {
    struct sfc_record **records;
    struct sfc_cause_sum *sums;
    size_t count;
};
/* Of the failures with one of these standings: bit N stands for standing N. */
enum { SFC_ALL_STANDINGS = (1 << SFC_NUM_STANDINGS) - 1 };
struct sfc_cause_list sfc_results_list_causes(const struct sfc_results *results, unsigned standings);
void sfc_cause_list_free(struct sfc_cause_list *causes);

#endif
