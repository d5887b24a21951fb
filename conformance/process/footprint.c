/* SPDX-License-Identifier: MIT */
/* Reads /proc/PID/smaps_rollup and /proc/PID/fd. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "footprint.h"

static uint64_t count_descriptors(pid_t process)
{
    char path[64];
    uint64_t count = 0;
    snprintf(path, sizeof path, "/proc/%ld/fd", (long)process);
    DIR *dir = opendir(path);
    while (dir && readdir(dir))
        count++;
    if (dir)
        closedir(dir);
    return count;
}

struct sfc_footprint sfc_footprint_of(pid_t process)
{
    char path[64], line[256];
    uint64_t kib, sum = 0;
    unsigned num_found = 0;
    snprintf(path, sizeof path, "/proc/%ld/smaps_rollup", (long)process);
    FILE *f = process > 0 ? fopen(path, "re") : NULL;
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "Anonymous: %" SCNu64, &kib) == 1 || sscanf(line, "Swap: %" SCNu64, &kib) == 1) {
            sum += kib;
            num_found++;
        }
    if (f)
        fclose(f);
    return num_found == 2 ? (struct sfc_footprint){ process, sum << 10, count_descriptors(process) }
                          : (struct sfc_footprint){ 0 };
}

double sfc_cpu_seconds_of(pid_t process)
{
    clockid_t clock;
    struct timespec taken;
    if (process <= 0 || clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &taken) != 0)
        return -1;
    return (double)taken.tv_sec + (double)taken.tv_nsec / 1e9;
}
