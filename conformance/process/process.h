/* SPDX-License-Identifier: MIT */
/* process.h - runs one command with limits and tells how it ended. */
#ifndef SFC_PROCESS_H
#define SFC_PROCESS_H

#include "text.h"

/* How a command ended. Only SFC_ENDED_EXIT carries an answer of the program itself. */
enum sfc_ended {
    SFC_ENDED_EXIT = 0,    /* it exited: code is its status */
    SFC_ENDED_SIGNAL,      /* a signal ended it: code is the signal */
    SFC_ENDED_TIMEOUT,     /* the wall limit passed */
    SFC_ENDED_CPU,         /* the CPU limit passed */
    SFC_ENDED_FLOOD,       /* it wrote more than max_output to stdout or stderr */
    SFC_ENDED_NOT_STARTED, /* code is the errno value */
    SFC_ENDED_STOPPED      /* the run was interrupted (stop_fd) */
};

struct sfc_command {
    char *const *argv;  /* argv[0] is looked for in `path`, unless it has a slash */
    char *const *env;   /* the whole environment */
    const char *path;   /* folders separated by ':' */
    const char *folder; /* where it runs; NULL: here */
    const void *input;  /* its stdin */
    size_t input_len;
    double seconds;       /* wall limit */
    unsigned cpu_seconds; /* CPU limit of each process; 0: none */
    uint64_t memory;      /* address space in bytes; 0: no limit */
    size_t max_output;    /* bytes of stdout, and of stderr */
    int stop_fd;          /* ends the command as soon as it is readable; -1: none */
};

struct sfc_process {
    enum sfc_ended ended;
    int code;
    struct sfc_buffer out, err; /* what was captured, at most max_output bytes each */
};

/* Runs a command in a process group of its own and waits for it; when it returns, the whole group is gone. The caller
   ignores SIGPIPE. Usable from several threads at once. Free *p with sfc_process_free(). */
void sfc_process_run(const struct sfc_command *command, struct sfc_process *p);
void sfc_process_free(struct sfc_process *p);

/* "SIGSEGV" and so on; "signal-N" for the rarer ones. */
const char *sfc_signal_name(int number, char text[32]);

/* The file that `name` means, as an absolute path, or NULL: looked for in `path` unless it has a slash. The caller
   frees it. */
char *sfc_find_program(const char *name, const char *path);

#endif
