/* SPDX-License-Identifier: MIT */
/* child.h - starts a program with limits and pipes to it, in a process group of its own, or runs it to its end. */
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

/* Did a start fail with this errno because the system, or the user, has too many processes or files, or no memory,
   whatever the command? A program that the limit of memory ends was started. */
bool sfc_is_shortage(int why);

/* Has it ended? sfc_child_end() is still needed. */
bool sfc_child_has_ended(const struct sfc_child *child);

/* Kills the rest of the process group, waits for the child alone and closes everything. Returns
   the status of waitpid(2). */
int sfc_child_end(struct sfc_child *child);

void sfc_close_fd(int *fd);

/* ---- A command that runs to its end ---- */

/* How a command ended. Only with SFC_ENDED_EXIT does it give an answer of its own. */
enum sfc_ended {
    SFC_ENDED_EXIT = 0,    /* it exited: code is its status */
    SFC_ENDED_SIGNAL,      /* a signal ended it: code is the signal */
    SFC_ENDED_TIMEOUT,     /* the wall limit passed */
    SFC_ENDED_CPU,         /* the CPU limit passed */
    SFC_ENDED_FILE,        /* it wrote a file beyond the limit */
    SFC_ENDED_FLOOD,       /* it wrote more than max_output to stdout or stderr */
    SFC_ENDED_NOT_STARTED, /* code is the errno value */
    SFC_ENDED_STOPPED      /* the run was interrupted (stop_fd) */
};

struct sfc_process {
    enum sfc_ended ended;
    int code;
    struct sfc_buffer out, err; /* its output, at most max_output bytes each */
};

/* Runs a command in a process group of its own, with nothing on stdin, and waits for it. The rest of the group
   is killed then. The caller ignores SIGPIPE. Several threads may call it at once. Free *p with
   sfc_process_free(). */
void sfc_process_run(const struct sfc_command *command, struct sfc_process *p);
void sfc_process_free(struct sfc_process *p);

/* ---- Names and clocks ---- */

/* "SIGSEGV" and so on; "signal-N" for rarer ones. */
const char *sfc_signal_name(int number, char text[32]);

/* The absolute path of the program `name`, which is searched in `path` unless it has a slash;
   NULL, with errno, if it cannot be run. The caller frees it. */
char *sfc_find_program(const char *name, const char *path);

/* Keeps the calling thread, which comes after `number` others of `threads`, and what it starts from now on, on a
   processor of its own, counted from `first`. Does nothing if it may use fewer processors than there are threads. */
void sfc_stay_on_processor(unsigned first, unsigned number, unsigned threads);

/* Seconds of a monotonic clock. */
double sfc_now(void);

#endif
