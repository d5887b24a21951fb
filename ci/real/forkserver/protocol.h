/* SPDX-License-Identifier: MIT */
/* protocol.h - what the client sends to the fork server: one message with four open files (standard input, output and
   error, and the current directory) and this. The answer is an int, as waitpid() gives it. */
#ifndef FORKSERVER_PROTOCOL_H
#define FORKSERVER_PROTOCOL_H

#include <sys/resource.h>

enum {
    NUM_FILES = 4,
    MAX_ARGUMENTS = 60000, /* bytes of all arguments, each with its NUL */
    MAX_WORDS = 256
};

struct request {
    struct rlimit limits[RLIM_NLIMITS];
    char arguments[MAX_ARGUMENTS];
};

/* The server listens on this Unix socket; the client connects to it. */
#define SOCKET_VARIABLE "FORKSERVER_SOCKET"

#endif
