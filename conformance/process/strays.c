/* SPDX-License-Identifier: MIT */
/* Finds and ends processes that left their group. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "strays.h"

/* What was killed with its group may take a moment to end. */
#define GRACE_SECONDS 0.3
#define MOST_SECONDS 3.0
enum { TICK_NANOSECONDS = 5000000 };

/* The first child of this thread; 0: there is none. */
static pid_t first_child(FILE **list)
{
    long pid = 0;
    *list = fopen("/proc/thread-self/children", "re");
    return *list && fscanf(*list, "%ld", &pid) == 1 ? (pid_t)pid : 0;
}

bool sfc_strays_adopt(void)
{
    FILE *list;
    const bool is_alone = first_child(&list) == 0 && list;
    if (list)
        fclose(list);
    return is_alone && prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}

static char *name_of(pid_t pid)
{
    char path[64], name[64] = "";
    snprintf(path, sizeof path, "/proc/%ld/comm", (long)pid);
    FILE *f = fopen(path, "re");
    const bool found = f && fgets(name, sizeof name, f);
    if (f)
        fclose(f);
    name[strcspn(name, "\n")] = '\0';
    return sfc_copy_string(found ? name : "?");
}

char *sfc_strays_end(void)
{
    const double start = sfc_now();
    char *name = NULL;
    for (double past = 0; past < MOST_SECONDS; past = sfc_now() - start) {
        while (waitpid(-1, NULL, WNOHANG) > 0)
            ;
        FILE *list;
        long next;
        pid_t pid = first_child(&list);
        const bool is_done = pid == 0;
        while (pid > 0 && past > GRACE_SECONDS) {
            name = name ? name : name_of(pid);
            kill(pid, SIGKILL);
            pid = fscanf(list, "%ld", &next) == 1 ? (pid_t)next : 0;
        }
        if (list)
            fclose(list);
        if (is_done)
            break;
        nanosleep(&(struct timespec){ 0, TICK_NANOSECONDS }, NULL);
    }
    return name;
}
