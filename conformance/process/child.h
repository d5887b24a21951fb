/* SPDX-License-Identifier: MIT */
/* child.h - starts a program with limits and pipes to it, in a process group of its own. */
#ifndef SFC_CHILD_H
#define SFC_CHILD_H

#include <sys/types.h>

#include "process.h"

/* Descriptors that are closed are -1. in, out and err do not block. */
struct sfc_child {
    pid_t pid;        /* 0: there is none */
    int pidfd;        /* readable when it ends; -1 on a kernel, or under a tool, that has no such thing */
    int in, out, err; /* written to, read from, read from */
};

/* Starts a command; its input, output and wall limit are the caller's business. Returns false with errno set. The
   caller ignores SIGPIPE. */
bool sfc_child_start(const struct sfc_command *command, struct sfc_child *child);

/* Has it ended? It is not waited for yet. */
bool sfc_child_has_ended(const struct sfc_child *child);

/* Kills what is left of the process group, waits for the child, closes everything. Returns the status of waitpid(2). */
int sfc_child_end(struct sfc_child *child);

void sfc_close_fd(int *fd);

/* Keeps the calling thread, and what it starts from now on, on one of the processors that it may use, counted from 0.
   Returns how many those are; nothing is done if there is none of that number. */
unsigned sfc_stay_on_processor(unsigned number);

/* Seconds of a clock that only goes forward. */
double sfc_now(void);

#endif
