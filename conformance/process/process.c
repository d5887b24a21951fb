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

/* A command that is being watched. */
struct watch {
    const struct sfc_command *command;
    struct sfc_child *child;
    struct sfc_process *result;
    double end; /* when its time is over, or once it is dead that of its children */
    bool dead;
};

static int wait_ms(const struct watch *w, double left)
{
    const double wait = w->child->pidfd < 0 && !w->dead && left > TICK_SECONDS ? TICK_SECONDS : left;
    return wait > 3600 ? 3600000 : (int)(wait * 1000) + 1;
}

/* Waits until something happens and moves bytes. Returns SFC_ENDED_EXIT unless the command must
   be ended. */
static enum sfc_ended step(struct watch *w, double left)
{
    struct sfc_child *child = w->child;
    const size_t max = w->command->max_output;
    struct pollfd fds[] = {
        { w->dead ? -1 : child->pidfd, POLLIN, 0 },
        { child->out, POLLIN, 0 },
        { child->err, POLLIN, 0 },
        { w->command->stop_fd, POLLIN, 0 },
    };
    if (poll(fds, sizeof fds / sizeof fds[0], wait_ms(w, left)) < 0)
        return SFC_ENDED_EXIT;
    if (fds[3].revents)
        return SFC_ENDED_STOPPED;
    if ((fds[1].revents && !drain(&child->out, &w->result->out, max))
        || (fds[2].revents && !drain(&child->err, &w->result->err, max)))
        return SFC_ENDED_FLOOD;
    if (!w->dead && sfc_child_has_ended(child)) {
        w->dead = true;
        w->end = sfc_now() + GRACE_SECONDS;
    }
    return SFC_ENDED_EXIT;
}

/* Watches until the program is dead and its output is closed, or a limit is passed. */
static enum sfc_ended attend(const struct sfc_command *command, struct sfc_child *child, struct sfc_process *result)
{
    struct watch w = { command, child, result, sfc_now() + command->seconds, false };
    enum sfc_ended ended = SFC_ENDED_EXIT;
    sfc_close_fd(&child->in);
    while (ended == SFC_ENDED_EXIT && (!w.dead || child->out >= 0 || child->err >= 0)) {
        const double left = w.end - sfc_now();
        if (left <= 0)
            return w.dead ? SFC_ENDED_EXIT : SFC_ENDED_TIMEOUT;
        ended = step(&w, left);
    }
    return ended;
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
