/* SPDX-License-Identifier: MIT */
/* Processes that outlive the program that started them. Each check has a process of its own, because adoption cannot be
   taken back. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "strays.h"
#include "tap.h"

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL);
}

/* Leaves a process in a session of its own, whose parent ends at once. Returns its number. */
static pid_t leave(bool ends_at_once)
{
    int fds[2];
    pid_t stray = 0;
    if (pipe(fds) != 0)
        _exit(90);
    const pid_t parent = fork();
    if (parent == 0) {
        const pid_t pid = fork();
        if (pid == 0) {
            setsid();
            for (int fd = 0; fd < 100; fd++)
                close(fd);
            /* Not for ever: this test may fail. */
            if (!ends_at_once)
                pause_ms(20000);
            _exit(0);
        }
        _exit(write(fds[1], &pid, sizeof pid) != sizeof pid);
    }
    close(fds[1]);
    if (parent < 0 || read(fds[0], &stray, sizeof stray) != sizeof stray || waitpid(parent, NULL, 0) != parent)
        _exit(91);
    close(fds[0]);
    return stray;
}

static bool exists(pid_t pid)
{
    return kill(pid, 0) == 0 || errno != ESRCH;
}

/* ---- Checks, each in a process of its own: 0 is right ---------------------------------- */

/* The parent stops this process when it reads the mark, for longer than strays are waited for. */
static int ends_stray_after_stop(int mark)
{
    if (!sfc_strays_adopt())
        return 1;
    const pid_t stray = leave(false);
    if (write(mark, "", 1) != 1)
        return 5;
    char *name = sfc_strays_end();
    const int result = !name ? 2 : exists(stray) ? 3 : strcmp(name, "test_conform_st") != 0 ? 4 : 0;
    free(name);
    return result;
}

static int says_nothing_of_the_dead(int mark)
{
    (void)mark;
    if (!sfc_strays_adopt())
        return 1;
    leave(true);
    char *name = sfc_strays_end();
    free(name);
    return name ? 2 : 0;
}

static int spares_own_children(int mark)
{
    (void)mark;
    const pid_t own = fork();
    if (own == 0)
        for (;;)
            pause();
    const bool adopts = sfc_strays_adopt();
    kill(own, SIGKILL);
    return own < 0 || waitpid(own, NULL, 0) != own ? 5 : adopts ? 1 : 0;
}

static int refuses_as_process_1(int mark)
{
    (void)mark;
    return getpid() != 1 ? 5 : sfc_strays_adopt() ? 1 : 0;
}

/* Waits for its own child after it has seen it end. */
static void *keep_child(void *ctx)
{
    bool *kept = ctx;
    siginfo_t info;
    const pid_t own = fork();
    if (own == 0)
        _exit(7);
    int status = 0;
    *kept = waitid(P_PID, (id_t)own, &info, WEXITED | WNOWAIT) == 0;
    pause_ms(200);
    *kept = *kept && waitpid(own, &status, 0) == own && WEXITSTATUS(status) == 7;
    return NULL;
}

/* Zombies go, but not the child that another thread waits for. */
static int reaps_its_own_only(int mark)
{
    (void)mark;
    bool kept = false;
    pthread_t thread;
    if (!sfc_strays_adopt())
        return 1;
    const pid_t stray = leave(true);
    if (pthread_create(&thread, NULL, keep_child, &kept) != 0)
        return 5;
    for (unsigned i = 0; i < 20; i++) {
        sfc_strays_reap();
        pause_ms(5);
    }
    const bool is_gone = !exists(stray);
    pthread_join(thread, NULL);
    return !is_gone ? 2 : !kept ? 3 : 0;
}

/* ---- The processes ---------------------------------------------------------------------- */

typedef int check_fn(int mark);

/* Runs a check as a child; stops it once, when it writes to its mark, for longer than the limit. */
static int run(check_fn *check)
{
    int fds[2], status = 0;
    char byte;
    fflush(stdout);
    if (pipe(fds) != 0)
        return 92;
    const pid_t pid = fork();
    if (pid == 0) {
        close(fds[0]);
        _exit(check(fds[1]));
    }
    close(fds[1]);
    if (pid > 0 && read(fds[0], &byte, 1) == 1) {
        kill(pid, SIGSTOP);
        pause_ms(3300);
        kill(pid, SIGCONT);
    }
    close(fds[0]);
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : 93;
}

enum { NO_NAMESPACE = 60 };

/* In a child: after the end of process 1 a namespace takes no other process, such as a sanitizer's. */
static int refuses_in_namespace(int mark)
{
    (void)mark;
    if (unshare(CLONE_NEWPID) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0)
        return NO_NAMESPACE;
    return run(refuses_as_process_1);
}

int main(void)
{
    static const struct {
        check_fn *check;
        const char *what;
    } checks[] = {
        { ends_stray_after_stop, "a process that left its group is named and ended, if the time was over before, too" },
        { says_nothing_of_the_dead, "one that has ended is not left running" },
        { reaps_its_own_only, "it is waited for, and the children of other threads are not" },
    };
    const bool can_adopt = access("/proc/thread-self/children", R_OK) == 0;
    for (unsigned i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        const int seen = can_adopt ? run(checks[i].check) : 0;
        OK(seen == 0, "%s (%d)%s", checks[i].what, seen, can_adopt ? "" : " # SKIP the kernel lists no children");
    }
    if (!can_adopt)
        OK(!sfc_strays_adopt(), "without a list of children nothing is adopted");
    OK(run(spares_own_children) == 0, "with children of its own it adopts none");
    const int seen = run(refuses_in_namespace);
    OK(seen == 0 || seen == NO_NAMESPACE, "process 1 adopts none (%d)%s", seen,
       seen == NO_NAMESPACE ? " # SKIP no namespace of processes" : "");
    return tap_done();
}
