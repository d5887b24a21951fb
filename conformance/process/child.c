/* SPDX-License-Identifier: MIT */
/* Starts a program with limits and pipes to it, in a process group of its own, of which nothing is left over. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "child.h"

double sfc_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void sfc_stay_on_processor(unsigned first, unsigned number, unsigned threads)
{
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || (unsigned)CPU_COUNT(&allowed) < threads)
        return;
    size_t at = first % CPU_SETSIZE;
    while (!CPU_ISSET(at, &allowed) || number-- > 0)
        at = (at + 1) % CPU_SETSIZE;
    CPU_ZERO(&one);
    CPU_SET(at, &one);
    sched_setaffinity(0, sizeof one, &one);
}

/* FOLDER/NAME as an absolute path (the command runs in another folder), or NULL if it cannot be
   run. */
static char *runnable(const char *folder, size_t folder_len, const char *name)
{
    struct sfc_buffer full = { 0 };
    char *here = folder_len > 0 && folder[0] == '/' ? NULL : getcwd(NULL, 0);
    if (here)
        sfc_buffer_printf(&full, "%s/", here);
    sfc_buffer_printf(&full, "%.*s%s%s", (int)folder_len, folder, folder_len > 0 ? "/" : "", name);
    free(here);
    /* As execvp() does, skip a folder of that name: /usr/lib/.../perl is one. */
    struct stat st;
    const bool is_there = access(full.data, X_OK) == 0 && stat(full.data, &st) == 0;
    if (is_there && S_ISREG(st.st_mode))
        return full.data;
    const int why = is_there ? EACCES : errno;
    sfc_buffer_free(&full);
    errno = why;
    return NULL;
}

char *sfc_find_program(const char *name, const char *path)
{
    char *found = NULL;
    if (name[0] == '/')
        return access(name, X_OK) == 0 ? sfc_copy_string(name) : NULL;
    if (strchr(name, '/'))
        return runnable("", 0, name);
    while (!found && path && *path) {
        const size_t len = strcspn(path, ":");
        if (len > 0)
            found = runnable(path, len, name);
        path += len + (path[len] == ':');
    }
    if (!found)
        errno = ENOENT;
    return found;
}

const char *sfc_signal_name(int number, char text[32])
{
    static const struct {
        int number;
        const char *name;
    } names[] = {
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

/* ---- The child's side: only system calls, in the memory of the runner ------- */

/* How many are tried on a kernel without close_range(2). */
enum { MOST_DESCRIPTORS = 1024 };

/* Pipes of one run: [0] is read from, [1] is written to. */
struct pipes {
    int in[2], out[2], err[2], failed[2];
};

/* Also those that a library, or whoever started the runner, left open. */
static void close_the_rest_on_exec(void)
{
#ifdef SYS_close_range
    enum { CLOSE_ON_EXEC = 1 << 2 };
    if (syscall(SYS_close_range, 3U, ~0U, CLOSE_ON_EXEC) == 0)
        return;
#endif
    for (int fd = 3; fd < MOST_DESCRIPTORS; fd++)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
}

_Noreturn static void become(const struct sfc_command *command, const char *program, const struct pipes *p,
                             pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const struct sigaction plain = { .sa_handler = SIG_DFL };
    sigset_t none;
    sigemptyset(&none);
    for (int s = 1; s < 32; s++)
        sigaction(s, &plain, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    const struct rlimit core = { 0, 0 }, memory = { command->memory, command->memory },
                        file = { command->file_size, command->file_size },
                        cpu = { command->cpu_seconds, command->cpu_seconds + 1 };
    setrlimit(RLIMIT_CORE, &core);
    if (command->cpu_seconds > 0)
        setrlimit(RLIMIT_CPU, &cpu);
    if (command->memory > 0)
        setrlimit(RLIMIT_AS, &memory);
    if (command->file_size > 0)
        setrlimit(RLIMIT_FSIZE, &file);
    close_the_rest_on_exec();
    if (getppid() == parent && (!command->folder || chdir(command->folder) == 0) && dup2(p->in[0], 0) == 0
        && dup2(p->out[1], 1) == 1 && dup2(p->err[1], 2) == 2)
        execve(program, command->argv, command->env);
    const int why = errno;
    const ssize_t n = write(p->failed[1], &why, sizeof why);
    _exit(n == sizeof why ? 127 : 126);
}

/* ---- The runner's side ----------------------------------------------------- */

/* This thread waits until the child has become the program or has ended. A fork() would copy the page tables of a
   runner that holds the corpus, for each question. No handler of ours may run in the child, in our memory. */
static pid_t start_child(const struct sfc_command *command, const char *program, const struct pipes *p)
{
    const pid_t parent = getpid();
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t pid = vfork();
    if (pid == 0)
        become(command, program, p, parent);
    const int why = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return pid;
}

void sfc_close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void close_pipes(struct pipes *p)
{
    int *const all[] = { p->in, p->out, p->err, p->failed };
    for (unsigned i = 0; i < 4; i++) {
        sfc_close_fd(&all[i][0]);
        sfc_close_fd(&all[i][1]);
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

/* A descriptor that becomes readable when the process ends; -1 on a kernel, or under a tool,
   without pidfds. */
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

bool sfc_child_start(const struct sfc_command *command, struct sfc_child *child)
{
    struct pipes p;
    *child = (struct sfc_child){ 0, -1, -1, -1, -1 };
    char *program = sfc_find_program(command->argv[0], command->path);
    if (!program)
        return false;
    if (!open_pipes(&p)) {
        free(program);
        return false;
    }
    const pid_t pid = start_child(command, program, &p);
    int why = errno;
    free(program);
    sfc_close_fd(&p.in[0]);
    sfc_close_fd(&p.out[1]);
    sfc_close_fd(&p.err[1]);
    sfc_close_fd(&p.failed[1]);
    if (pid > 0) {
        /* The child does the same. Whichever comes first, the group exists before anything is
           killed. */
        setpgid(pid, pid);
        ssize_t n;
        do
            n = read(p.failed[0], &why, sizeof why);
        while (n < 0 && errno == EINTR);
        sfc_close_fd(&p.failed[0]);
        if (n == 0) {
            *child = (struct sfc_child){ pid, open_pidfd(pid), p.in[1], p.out[0], p.err[0] };
            return true;
        }
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    close_pipes(&p);
    errno = why;
    return false;
}

bool sfc_is_shortage(int why)
{
    return why == EAGAIN || why == EMFILE || why == ENFILE || why == ENOMEM;
}

int sfc_child_end(struct sfc_child *child)
{
    int status = 0;
    /* Nobody has waited for the leader, so its number still names this group. Afterwards it may name
       another one: the rest of the group is not waited for by that number. If it became ours,
       sfc_strays_reap() and sfc_strays_end() wait for it. */
    kill(-child->pid, SIGKILL);
    kill(child->pid, SIGKILL); /* if it has moved into another group */
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
        ;
    sfc_close_fd(&child->pidfd);
    sfc_close_fd(&child->in);
    sfc_close_fd(&child->out);
    sfc_close_fd(&child->err);
    child->pid = 0;
    return status;
}

bool sfc_child_has_ended(const struct sfc_child *child)
{
    siginfo_t info = { 0 };
    return waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child->pid;
}

/* ---- A command that runs to its end -------------------------------------------- */

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
