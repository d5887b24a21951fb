/* SPDX-License-Identifier: MIT */
/* Processes that a fake adapter leaves behind. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "leaves.h"

void leaves_process(const char *mark)
{
    FILE *f = fopen(mark, "w");
    int left[2];
    char none;
    if (!f || pipe(left) != 0)
        abort();
    const pid_t pid = fork();
    if (pid == 0 && setsid() > 0 && close(0) == 0 && close(1) == 0 && close(2) == 0 && close(left[0]) == 0
        && close(left[1]) == 0)
        for (;;)
            pause();
    /* Until it has left the group: a short run could end before. */
    if (close(left[1]) != 0 || read(left[0], &none, 1) != 0 || close(left[0]) != 0)
        abort();
    if (fprintf(f, "%ld\n", (long)pid) < 0 || fclose(f) != 0)
        abort();
}

/* How many children the first thread of the runner has, ended ones too; 0 if the system does not say. */
static unsigned children_of_runner(void)
{
    char path[64];
    unsigned count = 0;
    long pid;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)getppid(), (long)getppid());
    FILE *f = fopen(path, "r");
    while (f && fscanf(f, "%ld", &pid) == 1)
        count++;
    if (f)
        fclose(f);
    return count;
}

bool leaves_zombies(void)
{
    enum { LEFT = 100, FEW = 10, TRIES = 300 };
    for (unsigned i = 0; i < LEFT; i++) {
        const pid_t pid = fork();
        if (pid == 0) {
            const pid_t left = fork();
            _exit(left < 0);
        }
        if (pid < 0 || waitpid(pid, NULL, 0) != pid)
            abort();
    }
    unsigned tries = 0;
    while (children_of_runner() > FEW && tries++ < TRIES)
        nanosleep(&(struct timespec){ 0, 10000000 }, NULL);
    return tries < TRIES;
}
