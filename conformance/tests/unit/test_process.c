/* SPDX-License-Identifier: MIT */
/* How commands end, and that no process of theirs is left. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "scratch.h"
#include "tap.h"

static char *fake;
static char *const env[] = { (char[]){ "LC_ALL=C" }, (char[]){ "PATH=/usr/bin:/bin" }, NULL };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The fake adapter in one of its modes. */
static char *argv[4];
static struct sfc_command command(const char *mode, const char *argument)
{
    argv[0] = (char *)(uintptr_t)fake;
    argv[1] = (char *)(uintptr_t)mode;
    argv[2] = (char *)(uintptr_t)argument;
    argv[3] = NULL;
    return (struct sfc_command){
        .argv = argv, .env = env, .path = "/usr/bin:/bin", .seconds = 20, .max_output = 1 << 20, .stop_fd = -1
    };
}

/* The last command that was run. */
static struct sfc_process p;

static enum sfc_ended run(const struct sfc_command *c)
{
    sfc_process_free(&p);
    sfc_process_run(c, &p);
    return p.ended;
}

static bool ended(const struct sfc_command *c, enum sfc_ended how, int code)
{
    return run(c) == how && p.code == code;
}

static void test_exit(void)
{
    struct sfc_command c = command("echo", "out");
    OK(ended(&c, SFC_ENDED_EXIT, 0), "a command that works");
    IS_TEXT(sfc_buffer_text(&p.out), "", "nothing comes in on stdin");
    IS_TEXT(sfc_buffer_text(&p.err), "out", "its stderr is kept apart");
    c = command("exit", "42");
    OK(ended(&c, SFC_ENDED_EXIT, 42), "an exit status comes through");
}

static void test_signals(void)
{
    static const struct {
        const char *number;
        int value;
        const char *name;
    } rows[] = {
        { "11", SIGSEGV, "SIGSEGV" }, { "6", SIGABRT, "SIGABRT" }, { "8", SIGFPE, "SIGFPE" },
        { "9", SIGKILL, "SIGKILL" },  { "40", 40, "signal-40" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char name[32];
        const struct sfc_command c = command("signal", rows[i].number);
        OK(ended(&c, SFC_ENDED_SIGNAL, rows[i].value), "%s is a signal", rows[i].name);
        IS_TEXT(sfc_signal_name(p.code, name), rows[i].name, "and has its name");
    }
}

static bool is_gone(const char *pid_text)
{
    const pid_t pid = (pid_t)strtol(pid_text, NULL, 10);
    for (int i = 0; i < 100; i++) {
        if (pid <= 1)
            return false;
        if (kill(pid, 0) != 0 && errno == ESRCH)
            return true;
        nanosleep(&(struct timespec){ 0, 20000000 }, NULL);
    }
    return false;
}

static void test_limits(void)
{
    struct sfc_command c = command("hang", NULL);
    c.seconds = 0.3;
    double start = now();
    OK(run(&c) == SFC_ENDED_TIMEOUT && now() - start >= 0.3 && now() - start < 5, "a command that hangs");

    c = command("hang-with-child", NULL);
    c.seconds = 0.3;
    OK(run(&c) == SFC_ENDED_TIMEOUT && is_gone(sfc_buffer_text(&p.out)), "its child is killed with it");

    c = command("leave-child", NULL);
    start = now();
    OK(ended(&c, SFC_ENDED_EXIT, 7) && now() - start < 5,
       "a child that keeps the output open does not delay the runner");
    OK(is_gone(sfc_buffer_text(&p.out)), "and is killed");

    c = command("flood", "1");
    c.max_output = 5000;
    OK(run(&c) == SFC_ENDED_FLOOD && p.out.len == 5000, "too much on stdout");
    c = command("flood", "2");
    c.max_output = 5000;
    OK(run(&c) == SFC_ENDED_FLOOD && p.err.len == 5000 && p.out.len == 0, "too much on stderr");

    c = command("spin", NULL);
    c.cpu_seconds = 1;
    OK(run(&c) == SFC_ENDED_CPU, "a command that computes without end");

    c = command("allocate", "600");
    c.memory = 400 << 20;
    OK(ended(&c, SFC_ENDED_EXIT, 12), "memory above the limit is refused");
    c.memory = 0;
    OK(ended(&c, SFC_ENDED_EXIT, 0), "without a limit it is given");
}

static void test_not_started(void)
{
    struct sfc_command c = command("exit", "0");
    argv[0] = (char[]){ "no-such-program-anywhere" };
    OK(ended(&c, SFC_ENDED_NOT_STARTED, ENOENT) && !sfc_is_shortage(ENOENT) && sfc_is_shortage(ENOMEM),
       "a program that is not there");

    argv[0] = (char *)(uintptr_t)scratch_text("text", "no program");
    OK(ended(&c, SFC_ENDED_NOT_STARTED, EACCES), "a file that is not a program");

    c = command("exit", "0");
    c.folder = "no/such/folder";
    OK(ended(&c, SFC_ENDED_NOT_STARTED, ENOENT), "a folder that is not there");

    char *found = sfc_find_program("sh", "/nowhere:/bin");
    IS_TEXT(found ? found : "", "/bin/sh", "programs are found in the path");
    free(found);
    OK(!sfc_find_program("sh", "/nowhere"), "and only there");
    found = sfc_find_program("bin", "/usr:/bin");
    OK(!found, "a folder is not a program");
    free(found);
}

static void test_stop(void)
{
    int fds[2];
    struct sfc_command c = command("hang", NULL);
    if (!OK(pipe(fds) == 0 && write(fds[1], "", 1) == 1, "a pipe to stop with"))
        return;
    c.stop_fd = fds[0];
    const double start = now();
    OK(run(&c) == SFC_ENDED_STOPPED && now() - start < 5, "an interrupted run ends its commands");
    close(fds[0]);
    close(fds[1]);
}

/* What a thread starts stays on the thread's processor. */
static void test_processor(void)
{
    cpu_set_t before, one;
    const struct sfc_command c = command(NULL, NULL);
    argv[0] = (char[]){ "nproc" };
    sched_getaffinity(0, sizeof before, &before);
    const unsigned count = (unsigned)CPU_COUNT(&before), here = (unsigned)sched_getcpu();
    sfc_stay_on_processor(here, 0, count + 1);
    sched_getaffinity(0, sizeof one, &one);
    OK(CPU_EQUAL(&before, &one), "more threads than processors may use all");
    for (unsigned number = 0; number < count; number++) {
        sfc_stay_on_processor(here, number, count);
        sched_getaffinity(0, sizeof one, &one);
        OK(CPU_COUNT(&one) == 1 && (number > 0 || CPU_ISSET(here, &one)), "one of them is chosen, from here on");
        run(&c);
        IS_TEXT(sfc_buffer_text(&p.out), "1\n", "a program that it starts has no other");
        sched_setaffinity(0, sizeof before, &before);
    }
}

int main(int argc, char **words)
{
    if (argc != 2)
        return 99;
    fake = realpath(words[1], NULL);
    if (!fake)
        return 99;
    signal(SIGPIPE, SIG_IGN);
    /* Valgrind flushes a child's copy of what is not written yet. */
    setvbuf(stdout, NULL, _IOLBF, 0);
    test_exit();
    test_signals();
    test_limits();
    test_not_started();
    test_stop();
    test_processor();
    sfc_process_free(&p);
    free(fake);
    return tap_done();
}
