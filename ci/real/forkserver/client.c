/* SPDX-License-Identifier: MIT */
/* Asks a fork server to run its program with the arguments, open files, directory and limits of this process, and ends
   as the program does: with its exit status, or by its signal. The environment is that of the server.
   Exit status 127: there is no server, or it ended. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol.h"

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "forkserver: %s: %s\n", what, strerror(errno));
    exit(127);
}

static int connect_to_server(void)
{
    const char *path = getenv(SOCKET_VARIABLE);
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    if (!path || strlen(path) >= sizeof address.sun_path) {
        fprintf(stderr, "forkserver: " SOCKET_VARIABLE " does not name a socket\n");
        exit(127);
    }
    memcpy(address.sun_path, path, strlen(path));
    const int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0)
        fail(path);
    return fd;
}

/* Bytes of the request. */
static size_t fill(struct request *r, char *const *argv)
{
    size_t len = 0;
    for (int i = 0; i < RLIM_NLIMITS; i++)
        if (getrlimit((__rlimit_resource_t)i, &r->limits[i]) != 0)
            fail("getrlimit");
    for (; *argv; argv++) {
        const size_t size = strlen(*argv) + 1;
        if (size > sizeof r->arguments - len) {
            errno = E2BIG;
            fail("arguments");
        }
        memcpy(r->arguments + len, *argv, size);
        len += size;
    }
    return sizeof *r - sizeof r->arguments + len;
}

static void send_request(int fd, char *const *argv)
{
    static struct request r;
    const int directory = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC), files[NUM_FILES] = { 0, 1, 2, directory };
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof files)];
    } control = { 0 };
    struct iovec body = { &r, fill(&r, argv) };
    const struct msghdr message = {
        .msg_iov = &body, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes
    };
    control.head = (struct cmsghdr){ .cmsg_len = CMSG_LEN(sizeof files), SOL_SOCKET, SCM_RIGHTS };
    memcpy(CMSG_DATA(&control.head), files, sizeof files);
    if (directory < 0 || sendmsg(fd, &message, MSG_NOSIGNAL) != (ssize_t)body.iov_len)
        fail("the request could not be sent");
    close(directory);
}

int main(int argc, char **argv)
{
    const struct rlimit no_core = { 0, 0 };
    const int fd = connect_to_server();
    int status;
    (void)argc;
    send_request(fd, argv);
    if (recv(fd, &status, sizeof status, 0) != sizeof status) {
        fprintf(stderr, "forkserver: the server ended\n");
        return 127;
    }
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status);
    setrlimit(RLIMIT_CORE, &no_core); /* the program's own, if any, was written */
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    return 127;
}
