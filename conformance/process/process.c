/* SPDX-License-Identifier: MIT */
/* Runs one command with limits: own process group, captured output, nothing left over. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"

/* How long a dead program's children may keep its output open before they are killed too. */
#define GRACE_SECONDS 0.2
/* Without pidfds, this is how often the program's end is checked. */
#define TICK_SECONDS 0.01

/* Reads what is there, and closes *fd at its end. Returns false if the output is larger than
   `max`. */
static bool drain(int *fd, struct sfc_buffer *b, size_t max)
{
    char block[65536];
    const ssize_t n = read(*fd, block, sizeof block);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        sfc_close_fd(fd);
    if (n <= 0)
        return true;
    const size_t room = max - b->len;
    sfc_buffer_add(b, block, (size_t)n < room ? (size_t)n : room);
    return (size_t)n <= room;
}

/* Watches until the program is dead and its output is closed, or a limit is passed. */
static enum sfc_ended attend(const struct sfc_command *command, struct sfc_child *child, struct sfc_process *result)
{
    const size_t max = command->max_output;
    double end = sfc_now() + command->seconds; /* once it is dead, that of its children's time */
    bool dead = false;
    sfc_close_fd(&child->in);
    while (!dead || child->out >= 0 || child->err >= 0) {
        const double left = end - sfc_now();
        if (left <= 0)
            return dead ? SFC_ENDED_EXIT : SFC_ENDED_TIMEOUT;
        const double wait = child->pidfd < 0 && !dead && left > TICK_SECONDS ? TICK_SECONDS : left;
        struct pollfd fds[] = {
            { dead ? -1 : child->pidfd, POLLIN, 0 },
            { child->out, POLLIN, 0 },
            { child->err, POLLIN, 0 },
            { command->stop_fd, POLLIN, 0 },
        };
        if (poll(fds, sizeof fds / sizeof fds[0], wait > 3600 ? 3600000 : (int)(wait * 1000) + 1) < 0)
            continue;
        if (fds[3].revents)
            return SFC_ENDED_STOPPED;
        if ((fds[1].revents && !drain(&child->out, &result->out, max))
            || (fds[2].revents && !drain(&child->err, &result->err, max)))
            return SFC_ENDED_FLOOD;
        if (!dead && sfc_child_has_ended(child)) {
            dead = true;
            end = sfc_now() + GRACE_SECONDS;
        }
    }
    return SFC_ENDED_EXIT;
}

void sfc_process_run(const struct sfc_command *command, struct sfc_process *p)
{
    struct sfc_child child;
    *p = (struct sfc_process){ .ended = SFC_ENDED_NOT_STARTED };
    if (!sfc_child_start(command, &child)) {
        p->code = errno;
        return;
    }
    p->ended = attend(command, &child, p);
    const int status = sfc_child_end(&child);
    if (p->ended != SFC_ENDED_EXIT)
        return;
    if (WIFSIGNALED(status)) {
        p->ended = WTERMSIG(status) == SIGXCPU   ? SFC_ENDED_CPU
                   : WTERMSIG(status) == SIGXFSZ ? SFC_ENDED_FILE
                                                 : SFC_ENDED_SIGNAL;
        p->code = WTERMSIG(status);
    } else {
        p->code = WEXITSTATUS(status);
    }
}

void sfc_process_free(struct sfc_process *p)
{
    sfc_buffer_free(&p->out);
    sfc_buffer_free(&p->err);
}
