/* SPDX-License-Identifier: MIT */
/* child.h - starts a program with limits and pipes to it, in a process group of its own. */
#ifndef SFC_CHILD_H
#define SFC_CHILD_H

#include <sys/types.h>

#include "text.h"

/* What to run, within which limits. */
struct sfc_command {
    char *const *argv;    /* argv[0] is searched in `path` unless it has a slash */
    char *const *env;     /* the whole environment */
    const char *path;     /* folders separated by ':' */
    const char *folder;   /* its working folder; NULL: this one */
    double seconds;       /* wall limit */
    unsigned cpu_seconds; /* CPU limit of each process; 0: none */
    uint64_t memory;      /* address space in bytes; 0: no limit */
    uint64_t file_size;   /* of a file that it writes, in bytes; 0: no limit */
    size_t max_output;    /* bytes of stdout, and of stderr */
    int stop_fd;          /* as soon as this is readable the command is ended; -1: none */
};

/* A closed descriptor is -1. `in`, `out` and `err` do not block. */
struct sfc_child {
    pid_t pid;        /* 0: no child */
    int pidfd;        /* readable when it ends; -1 on a kernel, or under a tool, without pidfds */
    int in, out, err; /* written to, read from, read from */
};

/* Starts a command. The caller handles its input, its output and its wall limit, and ignores
   SIGPIPE. Returns false with errno set on failure. */
bool sfc_child_start(const struct sfc_command *command, struct sfc_child *child);

/* Did a start fail with this errno because the system, or the user, has too many processes or files, whatever the
   command? */
bool sfc_is_shortage(int why);

/* Has it ended? sfc_child_end() is still needed. */
bool sfc_child_has_ended(const struct sfc_child *child);

/* Kills the rest of the process group, waits for the child alone and closes everything. Returns
   the status of waitpid(2). */
int sfc_child_end(struct sfc_child *child);

void sfc_close_fd(int *fd);

/* "SIGSEGV" and so on; "signal-N" for rarer ones. */
const char *sfc_signal_name(int number, char text[32]);

/* The absolute path of the program `name`, which is searched in `path` unless it has a slash;
   NULL if it is not found. The caller frees it. */
char *sfc_find_program(const char *name, const char *path);

/* Keeps the calling thread, and what it starts from now on, on one of the processors that it may
   use, counted from 0. Returns how many it may use; does nothing if `number` is not below that. */
unsigned sfc_stay_on_processor(unsigned number);

/* Seconds of a monotonic clock. */
double sfc_now(void);

#endif
