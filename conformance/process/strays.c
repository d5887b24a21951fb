/* SPDX-License-Identifier: MIT */
/* Finds and ends processes that outlive the program that started them. */
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

/* The children of this thread, as numbers. Not every kernel has it. */
#define LIST_OF_CHILDREN "/proc/thread-self/children"
/* What was killed with its group may take a moment to end. */
#define GRACE_SECONDS 0.3
#define MOST_SECONDS 3.0
/* The clock goes on while this process is stopped: this guarantees a number of rounds. */
enum { TICK_NANOSECONDS = 5000000, LEAST_ROUNDS = 20 };

bool sfc_strays_adopt(void)
{
    siginfo_t info;
    const bool is_alone = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD;
    return is_alone && getpid() != 1 && access(LIST_OF_CHILDREN, R_OK) == 0 && prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
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

/* Kills each child that there is. Keeps the name of the first one ever. */
static void kill_children(char **name)
{
    long pid;
    FILE *list = fopen(LIST_OF_CHILDREN, "re");
    while (list && fscanf(list, "%ld", &pid) == 1) {
        *name = *name ? *name : name_of((pid_t)pid);
        kill((pid_t)pid, SIGKILL);
    }
    if (list)
        fclose(list);
}

void sfc_strays_reap(void)
{
    while (waitpid(-1, NULL, WNOHANG | __WNOTHREAD) > 0)
        ;
}

char *sfc_strays_end(void)
{
    const double start = sfc_now();
    char *name = NULL;
    unsigned rounds = 0;
    for (double past = 0; past < MOST_SECONDS || rounds < LEAST_ROUNDS; past = sfc_now() - start) {
        pid_t ended;
        do
            ended = waitpid(-1, NULL, WNOHANG);
        while (ended > 0);
        if (ended < 0 && errno == ECHILD)
            break;
        if (past > GRACE_SECONDS) {
            kill_children(&name);
            rounds++;
        }
        nanosleep(&(struct timespec){ 0, TICK_NANOSECONDS }, NULL);
    }
    return name;
}
