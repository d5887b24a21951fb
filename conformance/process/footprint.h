/* SPDX-License-Identifier: MIT */
/* footprint.h - how much memory and time a process has taken, and how many files it has open. */
#ifndef SFC_FOOTPRINT_H
#define SFC_FOOTPRINT_H

#include <stdint.h>
#include <sys/types.h>

struct sfc_footprint {
    pid_t process; /* 0: unknown */
    uint64_t bytes, descriptors;
};

/* What the process alone has written to, in memory or swapped out: neither files nor shared memory.
   Exact, unlike the counters of statm, which the kernel keeps for each processor. Unknown where
   smaps_rollup cannot be read: a kernel before 4.14, or a process of another user. */
struct sfc_footprint sfc_footprint_of(pid_t process);

/* The CPU time that all threads of the process have taken so far; below 0: unknown. */
double sfc_cpu_seconds_of(pid_t process);

#endif
