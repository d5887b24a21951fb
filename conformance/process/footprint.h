/* SPDX-License-Identifier: MIT */
/* footprint.h - how much memory a process has of its own. */
#ifndef SFC_FOOTPRINT_H
#define SFC_FOOTPRINT_H

#include <stdint.h>
#include <sys/types.h>

struct sfc_footprint {
    pid_t process; /* 0: unknown */
    uint64_t bytes;
};

/* What the process has written to, in memory or swapped out, but for files. Exact, unlike the
   counters of statm, which the kernel keeps for each processor. */
struct sfc_footprint sfc_footprint_of(pid_t process);

#endif
