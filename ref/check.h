/* SPDX-License-Identifier: MIT */
/* What the checker's files share: its place in the section and its counts. */
#ifndef SFR_CHECK_H
#define SFR_CHECK_H

#include "internal.h"

struct sfr_checker {
    const struct sfr_section *s;
    sfr_finding_fn *report;
    void *ctx;
    struct sfr_verdict verdict;
    uint64_t num_fres;  /* sum of the functions' FRE counts */
    uint64_t fre_bytes; /* bytes of FRE runs and attributes walked */
    uint64_t fre_limit; /* the most that may be walked */
    bool all_counted;   /* false once a function's FRE count could not be read */
    bool all_walked;    /* false once a run could not be walked to its end */
    bool gave_up;       /* SFR-SHARED-RUN-LIMIT was reached */
    bool any_before;    /* distance and end below are set */
    int64_t distance;   /* of the function before */
    int64_t end;        /* greatest end, as a distance, of the functions before */
};

void sfr_report(struct sfr_checker *c, struct sfr_finding finding);
/* One function (index and fields), its FREs included. */
void sfr_check_fde(struct sfr_checker *c, uint32_t index);
/* Checks the rows of one function up to the first that cannot be read, and returns the fault of
   that row. The caller reports a count of FREs that is out of bounds. */
enum sfr_fault sfr_check_fres(struct sfr_checker *c, const struct sfr_fde *fde);

#endif
