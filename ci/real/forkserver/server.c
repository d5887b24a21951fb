/* SPDX-License-Identifier: MIT */
/* A fork server for a program that takes long to start, such as llvm-mc with its library of 130 MB: LD_PRELOAD brings
   this before the program, all libraries are loaded and relocated once, and each request is answered by a fork of
   that state in which main() then begins. The program itself is unchanged.

   Only the process whose FORKSERVER_PROGRAM is the last part of argv[0] serves; others, such as the shell of a wrapper,
   run as always. It prints "ready" on its standard output, and ends when its standard input does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol.h"

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

enum { MAX_RUNS = 64 };

/* A program that runs, and who waits for it. */
struct run {
    pid_t pid;
    int pidfd, client;
};

static main_function *real_main;
static struct run runs[MAX_RUNS];
static size_t num_runs;

static _Noreturn void fail(const char *what)
{
    dprintf(2, "forkserver: %s: %s\n", what, strerror(errno));
    _exit(127);
}

static int listen_at(const char *path)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    if (!path || strlen(path) >= sizeof address.sun_path) {
        errno = EINVAL;
        fail(SOCKET_VARIABLE);
    }
    memcpy(address.sun_path, path, strlen(path));
    const int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, MAX_RUNS) != 0)
        fail(path);
    return fd;
}

/* ---- The program ---- */

/* In the new process: it takes the place of the client. */
static _Noreturn void become(struct request *r, size_t len, const int files[NUM_FILES])
{
    char *argv[MAX_WORDS + 1], *at = r->arguments, *const end = (char *)r + len;
    int argc = 0;
    bool good = true;
    for (int i = 0; i < 3; i++)
        good = good && dup2(files[i], i) == i;
    good = good && fchdir(files[3]) == 0;
    for (int i = 0; i < RLIM_NLIMITS; i++)
        good = good && setrlimit((__rlimit_resource_t)i, &r->limits[i]) == 0;
    for (; at < end && argc < MAX_WORDS; at += strlen(at) + 1)
        argv[argc++] = at;
    argv[argc] = NULL;
    if (good && at < end) {
        errno = E2BIG;
        good = false;
    }
    if (!good)
        fail("the request cannot be carried out");
    closefrom(3);
    exit(real_main(argc, argv, environ));
}

/* Takes the open files of the request. False: it is not one. */
static bool receive(int client, struct request *r, size_t *len, int files[NUM_FILES])
{
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(NUM_FILES * sizeof(int))];
    } control;
    struct iovec body = { r, sizeof *r };
    struct msghdr message = {
        .msg_iov = &body, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes
    };
    const ssize_t got = recvmsg(client, &message, MSG_CMSG_CLOEXEC);
    const size_t head = sizeof *r - sizeof r->arguments;
    if (got <= (ssize_t)head || message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)
        || message.msg_controllen != sizeof control.bytes || control.head.cmsg_len != CMSG_LEN(NUM_FILES * sizeof(int))
        || ((char *)r)[got - 1] != '\0')
        return false;
    memcpy(files, CMSG_DATA(&control.head), NUM_FILES * sizeof(int));
    *len = (size_t)got;
    return true;
}

static void start(int client)
{
    static struct request r;
    int files[NUM_FILES];
    size_t len;
    if (num_runs == MAX_RUNS || !receive(client, &r, &len, files)) {
        close(client); /* the client says that there was no answer */
        return;
    }
    const pid_t pid = fork();
    if (pid == 0)
        become(&r, len, files);
    for (int i = 0; i < NUM_FILES; i++)
        close(files[i]);
    const int pidfd = pid > 0 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;
    if (pidfd < 0)
        fail("fork");
    runs[num_runs++] = (struct run){ pid, pidfd, client };
}

/* ---- The server ---- */

/* Its program ended, or the client did, and so must the program. */
static void end(struct run *run, bool client_ended)
{
    int status = 0;
    if (client_ended)
        syscall(SYS_pidfd_send_signal, run->pidfd, 9, NULL, 0);
    if (waitpid(run->pid, &status, 0) == run->pid)
        send(run->client, &status, sizeof status, MSG_NOSIGNAL);
    close(run->pidfd);
    close(run->client);
    *run = runs[--num_runs];
}

static _Noreturn void serve(void)
{
    const int listener = listen_at(getenv(SOCKET_VARIABLE));
    if (write(1, "ready\n", 6) != 6)
        fail("standard output");
    for (;;) {
        struct pollfd fds[2 + 2 * MAX_RUNS] = { { 0, POLLIN, 0 }, { listener, POLLIN, 0 } };
        const size_t count = num_runs;
        for (size_t i = 0; i < count; i++) {
            fds[2 + 2 * i] = (struct pollfd){ runs[i].pidfd, POLLIN, 0 };
            fds[3 + 2 * i] = (struct pollfd){ runs[i].client, 0, 0 };
        }
        if (poll(fds, 2 + 2 * count, -1) < 0 && errno != EINTR)
            fail("poll");
        if (fds[0].revents)
            break;
        for (size_t i = count; i-- > 0;)
            if (fds[2 + 2 * i].revents || fds[3 + 2 * i].revents)
                end(&runs[i], !fds[2 + 2 * i].revents);
        const int client = fds[1].revents ? accept4(listener, NULL, NULL, SOCK_CLOEXEC) : -1;
        if (client >= 0)
            start(client);
    }
    while (num_runs > 0)
        end(&runs[0], true);
    _exit(0);
}

/* In place of main(): all that comes before it has run. */
static int serve_instead(int argc, char **argv, char **env)
{
    (void)argc, (void)argv, (void)env;
    serve();
}

int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end)
{
    const char *wanted = getenv("FORKSERVER_PROGRAM"), *name = strrchr(argv[0], '/');
    start_function *next;
    void *symbol = dlsym(RTLD_NEXT, "__libc_start_main");
    memcpy(&next, &symbol, sizeof next);
    real_main = main;
    const bool serves = wanted && strcmp(wanted, name ? name + 1 : argv[0]) == 0;
    return next(serves ? serve_instead : main, argc, argv, init, fini, rtld_fini, stack_end);
}
