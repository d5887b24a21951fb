/* SPDX-License-Identifier: MIT */
/* Runs one command with limits: own process group, captured output, nothing left behind. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "process.h"

/* How long a dead program's children may keep its output open before they are killed too. */
#define GRACE_SECONDS 0.2
/* Where pidfds do not exist, the program's end is looked for this often. */
#define TICK_SECONDS 0.01

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* FOLDER/NAME as an absolute path (the command runs in another folder), or NULL if it cannot be run. */
static char *runnable(const char *folder, size_t folder_len, const char *name)
{
    struct sfr_buffer full = { 0 };
    char *here = folder_len > 0 && folder[0] == '/' ? NULL : getcwd(NULL, 0);
    if (here)
        sfr_buffer_printf(&full, "%s/", here);
    sfr_buffer_printf(&full, "%.*s%s%s", (int)folder_len, folder, folder_len > 0 ? "/" : "", name);
    free(here);
    if (access(full.data, X_OK) == 0)
        return full.data;
    sfr_buffer_free(&full);
    return NULL;
}

char *sfr_find_program(const char *name, const char *path)
{
    char *found = NULL;
    if (name[0] == '/')
        return access(name, X_OK) == 0 ? sfr_copy_text(name, strlen(name)) : NULL;
    if (strchr(name, '/'))
        return runnable("", 0, name);
    while (!found && path && *path) {
        const size_t len = strcspn(path, ":");
        if (len > 0)
            found = runnable(path, len, name);
        path += len + (path[len] == ':');
    }
    return found;
}

const char *sfr_signal_name(int number, char text[32])
{
    static const struct { int number; const char *name; } names[] = {
        { SIGHUP, "SIGHUP" },   { SIGINT, "SIGINT" },   { SIGQUIT, "SIGQUIT" }, { SIGILL, "SIGILL" },
        { SIGTRAP, "SIGTRAP" }, { SIGABRT, "SIGABRT" }, { SIGBUS, "SIGBUS" },   { SIGFPE, "SIGFPE" },
        { SIGKILL, "SIGKILL" }, { SIGSEGV, "SIGSEGV" }, { SIGPIPE, "SIGPIPE" }, { SIGALRM, "SIGALRM" },
        { SIGTERM, "SIGTERM" }, { SIGXCPU, "SIGXCPU" }, { SIGXFSZ, "SIGXFSZ" }, { SIGSYS, "SIGSYS" },
    };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].number == number)
            return names[i].name;
    snprintf(text, 32, "signal-%d", number);
    return text;
}

/* ---- The child's side: only what is allowed between fork and exec ---------- */

static void set_limit(int which, rlim_t soft, rlim_t hard)
{
    const struct rlimit limit = { soft, hard };
    setrlimit((__rlimit_resource_t)which, &limit);
}

/* Pipes of one run: [0] is read from, [1] is written to. */
struct pipes {
    int in[2], out[2], err[2], failed[2];
};

_Noreturn static void become(const struct sfr_command *command, const char *program, const struct pipes *p,
                             pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigset_t none;
    sigemptyset(&none);
    for (int s = 1; s < 32; s++)
        signal(s, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    set_limit(RLIMIT_CORE, 0, 0);
    if (command->cpu_seconds > 0)
        set_limit(RLIMIT_CPU, command->cpu_seconds, command->cpu_seconds + 1);
    if (command->memory > 0)
        set_limit(RLIMIT_AS, command->memory, command->memory);
    if (getppid() == parent && (!command->folder || chdir(command->folder) == 0)
        && dup2(p->in[0], 0) == 0 && dup2(p->out[1], 1) == 1 && dup2(p->err[1], 2) == 2)
        execve(program, command->argv, command->env);
    const int why = errno;
    const ssize_t n = write(p->failed[1], &why, sizeof why);
    _exit(n == sizeof why ? 127 : 126);
}

/* ---- The runner's side ----------------------------------------------------- */

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void close_pipes(struct pipes *p)
{
    int *const all[] = { p->in, p->out, p->err, p->failed };
    for (unsigned i = 0; i < 4; i++) {
        close_fd(&all[i][0]);
        close_fd(&all[i][1]);
    }
}

static bool open_pipes(struct pipes *p)
{
    *p = (struct pipes){ { -1, -1 }, { -1, -1 }, { -1, -1 }, { -1, -1 } };
    if (pipe2(p->in, O_CLOEXEC) == 0 && pipe2(p->out, O_CLOEXEC) == 0 && pipe2(p->err, O_CLOEXEC) == 0
        && pipe2(p->failed, O_CLOEXEC) == 0 && fcntl(p->in[1], F_SETFL, O_NONBLOCK) == 0
        && fcntl(p->out[0], F_SETFL, O_NONBLOCK) == 0 && fcntl(p->err[0], F_SETFL, O_NONBLOCK) == 0)
        return true;
    const int why = errno;
    close_pipes(p);
    errno = why;
    return false;
}

/* Starts the program; the process id, or -1 with the reason in errno. */
static pid_t start(const struct sfr_command *command, struct pipes *p)
{
    char *program = sfr_find_program(command->argv[0], command->path);
    if (!program) {
        errno = ENOENT;
        return -1;
    }
    if (!open_pipes(p)) {
        free(program);
        return -1;
    }
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0)
        become(command, program, p, parent);
    int why = errno;
    free(program);
    close_fd(&p->in[0]);
    close_fd(&p->out[1]);
    close_fd(&p->err[1]);
    close_fd(&p->failed[1]);
    if (pid > 0) {
        /* Also from here, so that the group exists before anything is killed; one of the two calls comes first. */
        setpgid(pid, pid);
        ssize_t n;
        do
            n = read(p->failed[0], &why, sizeof why);
        while (n < 0 && errno == EINTR);
        if (n == 0)
            return pid;
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    close_pipes(p);
    errno = why;
    return -1;
}

/* Reads what is there. Closes *fd at its end. Returns false if it became too much. */
static bool drain(int *fd, struct sfr_buffer *b, size_t max)
{
    char block[65536];
    const ssize_t n = read(*fd, block, sizeof block);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        close_fd(fd);
    if (n <= 0)
        return true;
    const size_t room = max - b->len;
    sfr_buffer_add(b, block, (size_t)n < room ? (size_t)n : room);
    return (size_t)n <= room;
}

static void feed(int *fd, const char *bytes, size_t len, size_t *done)
{
    const ssize_t n = *done < len ? write(*fd, bytes + *done, len - *done) : 0;
    if (n > 0)
        *done += (size_t)n;
    if (*done == len || (n < 0 && errno != EAGAIN && errno != EINTR))
        close_fd(fd);
}

static bool has_ended(pid_t pid)
{
    siginfo_t info = { 0 };
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

/* Moves bytes until the program is dead and its output at an end, or a limit is passed. */
static enum sfr_ended attend(const struct sfr_command *command, pid_t pid, int pidfd, struct pipes *p,
                             struct sfr_process *result)
{
    double end = now() + command->seconds;
    size_t fed = 0;
    bool dead = false;
    if (command->input_len == 0)
        close_fd(&p->in[1]);
    while (!dead || p->out[0] >= 0 || p->err[0] >= 0) {
        const double left = end - now();
        if (left <= 0)
            return dead ? SFR_ENDED_EXIT : SFR_ENDED_TIMEOUT;
        struct pollfd fds[] = {
            { dead ? -1 : pidfd, POLLIN, 0 }, { p->out[0], POLLIN, 0 },        { p->err[0], POLLIN, 0 },
            { p->in[1], POLLOUT, 0 },         { command->stop_fd, POLLIN, 0 },
        };
        const double wait = pidfd < 0 && !dead && left > TICK_SECONDS ? TICK_SECONDS : left;
        if (poll(fds, sizeof fds / sizeof fds[0], wait > 3600 ? 3600000 : (int)(wait * 1000) + 1) < 0)
            continue;
        if (fds[4].revents)
            return SFR_ENDED_STOPPED;
        if (fds[3].revents)
            feed(&p->in[1], command->input, command->input_len, &fed);
        if ((fds[1].revents && !drain(&p->out[0], &result->out, command->max_output))
            || (fds[2].revents && !drain(&p->err[0], &result->err, command->max_output)))
            return SFR_ENDED_FLOOD;
        if (!dead && has_ended(pid)) {
            dead = true;
            end = now() + GRACE_SECONDS;
        }
    }
    return SFR_ENDED_EXIT;
}

/* A descriptor that becomes readable when the process ends; -1 on a kernel (or under a tool) that has none. */
static int open_pidfd(pid_t pid)
{
    static atomic_bool missing;
    if (atomic_load(&missing))
        return -1;
    const int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (fd < 0 && errno == ENOSYS)
        atomic_store(&missing, true);
    return fd;
}

void sfr_process_run(const struct sfr_command *command, struct sfr_process *p)
{
    struct pipes pipes;
    int status = 0;
    *p = (struct sfr_process){ .ended = SFR_ENDED_NOT_STARTED };
    const pid_t pid = start(command, &pipes);
    if (pid < 0) {
        p->code = errno;
        return;
    }
    int pidfd = open_pidfd(pid);
    p->ended = attend(command, pid, pidfd, &pipes, p);
    /* The leader is not waited for yet, so its number still names this group and no other. */
    kill(-pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    close_fd(&pidfd);
    close_pipes(&pipes);
    if (p->ended != SFR_ENDED_EXIT)
        return;
    if (WIFSIGNALED(status)) {
        p->ended = WTERMSIG(status) == SIGXCPU ? SFR_ENDED_CPU : SFR_ENDED_SIGNAL;
        p->code = WTERMSIG(status);
    } else {
        p->code = WEXITSTATUS(status);
    }
}

void sfr_process_free(struct sfr_process *p)
{
    sfr_buffer_free(&p->out);
    sfr_buffer_free(&p->err);
}
