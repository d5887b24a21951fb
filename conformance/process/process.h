/* SPDX-License-Identifier: MIT */
/* process.h - runs one command with limits, keeps its output and says how it ended. */
#ifndef SFC_PROCESS_H
#define SFC_PROCESS_H

#include "child.h"

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

#endif
