/* SPDX-License-Identifier: MIT */
/* Signals that end a run early. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "complain.h"
#include "stop.h"

static int stop_pipe[2] = { -1, -1 };

static void on_signal(int number)
{
    const int saved = errno;
    if (write(stop_pipe[1], "", 1) < 0)
        _exit(128 + number);
    errno = saved;
}

bool sfc_stop_catch(struct sfc_stop_pipe *stop)
{
    struct sigaction action = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND }, before;
    sigemptyset(&action.sa_mask);
    /* Ignored by whoever started us, it would take away how programs end. */
    signal(SIGCHLD, SIG_DFL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    if (pipe(stop_pipe) != 0 || fcntl(stop_pipe[0], F_SETFD, FD_CLOEXEC) != 0
        || fcntl(stop_pipe[1], F_SETFD, FD_CLOEXEC) != 0 || sigaction(SIGINT, &action, NULL) != 0
        || sigaction(SIGTERM, &action, NULL) != 0
        || sigaction(SIGHUP, NULL, &before) != 0
        /* A run that nohup(1) started goes on. */
        || (before.sa_handler != SIG_IGN && sigaction(SIGHUP, &action, NULL) != 0))
        return sfc_complain("signals cannot be caught") == 0;
    *stop = (struct sfc_stop_pipe){ stop_pipe[0], stop_pipe[1] };
    return true;
}
