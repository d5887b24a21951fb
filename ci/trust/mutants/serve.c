/* SPDX-License-Identifier: MIT */
/*
 * Loads the corpus once, and then judges one shared object after another with it:
 *
 *     serve CORPUS
 *
 * First it prints the number of cases. For each line "MILLISECONDS PATH" on standard input it forks a
 * process that loads PATH and calls its judge(), with that limit of processor time and little memory.
 * Then it prints one line: passed, failed, crashed or timed-out, the milliseconds it took, and the
 * first line that the process printed. One case may take a twentieth of the time.
 */
#define _DEFAULT_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "case.h"
#include "judging.h"

enum { MEMORY = 1 << 30, MAX_LINE = 4096, MAX_SAID = 1024 };

typedef int judge_fn(const struct sfc_corpus *corpus, long milliseconds);

_Noreturn static void give_up(const char *what)
{
    fprintf(stderr, "error: %s\n", what);
    exit(2);
}

/* SIGVTALRM ends the process after so much processor time; SIGPROF is for single cases. */
static void set_limits(long milliseconds)
{
    const struct rlimit memory = { MEMORY, MEMORY }, core = { 0, 0 };

    if (setrlimit(RLIMIT_AS, &memory) != 0 || setrlimit(RLIMIT_CORE, &core) != 0
        || set_timer(ITIMER_VIRTUAL, milliseconds) != 0)
        _exit(NOT_JUDGED);
}

_Noreturn static void judge_in_child(const struct sfc_corpus *corpus, const char *path, long milliseconds, int out)
{
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    judge_fn *judge = NULL;

    /* POSIX converts a pointer to an object to one to a function in this way. */
    if (object)
        *(void **)&judge = dlsym(object, "judge");
    if (!judge) {
        fprintf(stderr, "error: %s\n", dlerror());
        _exit(NOT_JUDGED);
    }
    if (dup2(out, STDOUT_FILENO) < 0 || !freopen("/dev/null", "w", stderr))
        _exit(NOT_JUDGED);
    set_limits(milliseconds);
    const int failed = judge(corpus, milliseconds / CASES_IN_TIME);
    fflush(stdout);
    _exit(failed != 0);
}

static long milliseconds_since(const struct timespec *start)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - start->tv_sec) * 1000 + (now.tv_nsec - start->tv_nsec) / 1000000;
}

/* Reads the pipe to its end and keeps the first line. */
static void read_first_line(int end, char said[MAX_SAID])
{
    FILE *in = fdopen(end, "r");

    if (!in)
        give_up("out of memory");
    if (!fgets(said, MAX_SAID, in))
        said[0] = '\0';
    said[strcspn(said, "\n")] = '\0';
    while (fgetc(in) != EOF)
        ;
    fclose(in);
}

static const char *word_for(int status)
{
    if (is_killed(status))
        give_up("somebody else ended a process");
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGPROF || WTERMSIG(status) == SIGVTALRM ? "timed-out" : "crashed";
    if (WEXITSTATUS(status) == NOT_JUDGED)
        give_up("cannot judge a shared object");
    return WEXITSTATUS(status) == 0 ? "passed" : WEXITSTATUS(status) == 1 ? "failed" : "crashed";
}

static void serve(const struct sfc_corpus *corpus, const char *path, long milliseconds)
{
    int ends[2], status;
    char said[MAX_SAID];
    struct timespec start;

    fflush(stdout);
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (pipe(ends) != 0)
        give_up("cannot make a pipe");
    const pid_t child = fork();
    if (child < 0)
        give_up("cannot make a process");
    if (child == 0)
        judge_in_child(corpus, path, milliseconds, ends[1]);
    close(ends[1]);
    read_first_line(ends[0], said);
    if (waitpid(child, &status, 0) != child)
        give_up("cannot wait for a process");
    printf("%s\t%ld\t%s\n", word_for(status), milliseconds_since(&start), said);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    struct sfc_corpus corpus;
    struct sfc_error error;
    char line[MAX_LINE];

    if (argc != 2) {
        fprintf(stderr, "usage: %s CORPUS\n", argv[0]);
        return 2;
    }
    if (!sfc_corpus_load(&corpus, argv[1], &error))
        give_up(error.text);
    printf("%zu\n", corpus.count);
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        char *path;
        const long milliseconds = strtol(line, &path, 10);
        path[strcspn(path, "\n")] = '\0';
        if (milliseconds <= 0 || *path++ != ' ')
            give_up("expected MILLISECONDS PATH");
        serve(&corpus, path, milliseconds);
    }
    sfc_corpus_free(&corpus);
    return 0;
}
