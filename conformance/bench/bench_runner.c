/* SPDX-License-Identifier: MIT */
/*
 * Compares the speed of the runner with that of a framed adapter alone.
 *
 *     bench_runner CONFORM ADAPTER ADAPTER_FILE CORPUS MOST_SECONDS
 *
 * The adapter alone gets all questions at once, so nobody waits for an answer. The share of the
 * system is measured by two programs that only exchange as many bytes, one message at a time.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge.h"
#include "process.h"
#include "protocol.h"
#include "rung_framed.h"

/* The bytes of a typical question and answer. */
enum { ROUNDS = 5, QUESTION = 300, ANSWER = 300 };
/* The most microseconds that the runner may add to a case, and the fewest cases a second. */
#define MOST_OVERHEAD 15.0
#define LEAST_CASES_PER_SECOND 5000.0

static int give_up(const char *what)
{
    fprintf(stderr, "bench_runner: %s\n", what);
    return 99;
}

/* CPU seconds of this program and its children. */
static double cpu_seconds(void)
{
    struct rusage own, children;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec + children.ru_utime.tv_sec + children.ru_stime.tv_sec)
           + (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec) * 1e-6
           + (double)(children.ru_utime.tv_usec + children.ru_stime.tv_usec) * 1e-6;
}

/* The smaller of two times; below 0 if one of them is below 0, which means a failed run. */
static double least(double a, double b)
{
    return a < 0 || b < 0 ? -1 : b < a ? b : a;
}

/* Sends all questions at once. CPU seconds until the last answer, or below 0. */
static double alone(const struct sfc_corpus *corpus, char *adapter)
{
    struct sfc_buffer questions = { 0 };
    struct sfc_process p;
    char *argv[] = { adapter, NULL }, *env[] = { NULL };
    sfc_frame_hello(&questions, 0, 1 << 24);
    for (size_t i = 0; i < corpus->count; i++) {
        const struct sfc_request r = sfc_case_request(&corpus->cases[i]);
        sfc_frame_case(&questions, (uint32_t)i, &r, r.op == SFC_OP_ENCODE ? "dump" : r.elf ? "elf" : "raw");
    }
    sfc_frame_bye(&questions, 0);
    const struct sfc_command command = { .argv = argv,
                                         .env = env,
                                         .input = questions.data,
                                         .input_len = questions.len,
                                         .seconds = 600,
                                         .max_output = (size_t)1 << 30,
                                         .stop_fd = -1 };
    const double start = cpu_seconds();
    sfc_process_run(&command, &p);
    const double seconds = p.ended == SFC_ENDED_EXIT && p.code == 0 ? cpu_seconds() - start : -1;
    sfc_process_free(&p);
    sfc_buffer_free(&questions);
    return seconds;
}

static bool write_whole(int fd, const char *bytes, size_t len)
{
    return write(fd, bytes, len) == (ssize_t)len;
}

/* The other end: answers each message with another. */
_Noreturn static void echo(int in, int out, size_t question, size_t answer, size_t count)
{
    static char bytes[4096];
    for (size_t i = 0; i < count; i++)
        if (read(in, bytes, question) <= 0 || !write_whole(out, bytes, answer))
            _exit(1);
    _exit(0);
}

/* Exchanges `count` messages over two pipes; a message fits into a pipe. CPU seconds, or below
   0. */
static double ping_pong(size_t question, size_t answer, size_t count)
{
    static char bytes[4096];
    int to[2], from[2], status = 0;
    if (pipe(to) != 0 || pipe(from) != 0)
        return -1;
    const double start = cpu_seconds();
    const pid_t pid = fork();
    if (pid == 0) {
        close(to[1]);
        close(from[0]);
        echo(to[0], from[1], question, answer, count);
    }
    close(to[0]);
    close(from[1]);
    bool good = pid > 0;
    for (size_t i = 0; good && i < count; i++)
        good = write_whole(to[1], bytes, question) && read(from[0], bytes, answer) > 0;
    close(to[1]);
    close(from[0]);
    good = pid > 0 && waitpid(pid, &status, 0) == pid && status == 0 && good;
    return good ? cpu_seconds() - start : -1;
}

/* Asks one question at a time and judges each answer. CPU seconds. */
static double asked(const struct sfc_corpus *corpus, const struct sfc_config *config)
{
    const struct sfc_grant grant = { 60, "", -1 };
    struct sfc_error error = { "" };
    const double start = cpu_seconds();
    struct sfc_session *session = sfc_rung_framed.open(config, &grant, &error);
    if (!session)
        return give_up(error.text) > 0 ? -1 : 0;
    for (size_t i = 0; i < corpus->count; i++) {
        const struct sfc_request r = sfc_case_request(&corpus->cases[i]);
        struct sfc_answer answer;
        struct sfc_result result;
        sfc_rung_framed.ask(session, &r, &answer);
        sfc_judge(config, &corpus->cases[i], &answer, &result);
        sfc_answer_free(&answer);
        sfc_result_free(&result);
    }
    free(sfc_rung_framed.close(session).message);
    return cpu_seconds() - start;
}

/* Runs the whole program. Returns seconds; *cpu is CPU seconds. */
static double whole(char *conform, char *adapter, char *corpus, double *cpu)
{
    char *argv[] = {
        conform, (char[]){ "run" }, (char[]){ "--corpus" }, corpus, (char[]){ "--adapter" }, adapter, NULL
    };
    char *env[] = { NULL };
    const struct sfc_command command = {
        .argv = argv, .env = env, .seconds = 600, .max_output = 1 << 20, .stop_fd = -1
    };
    struct sfc_process p;
    const double start = sfc_now(), cpu_start = cpu_seconds();
    sfc_process_run(&command, &p);
    const double seconds = p.ended == SFC_ENDED_EXIT && p.code == 0 ? sfc_now() - start : -1;
    *cpu = least(*cpu, cpu_seconds() - cpu_start);
    sfc_process_free(&p);
    return seconds;
}

/* Seconds, the least of several rounds; below 0 for a run that failed. */
struct times {
    double own, one_by_one, apart, bare, bare_apart, all, cpu;
};

static bool measure(struct times *t, const struct sfc_corpus *corpus, const struct sfc_config *config, char **argv)
{
    cpu_set_t everywhere;
    sched_getaffinity(0, sizeof everywhere, &everywhere);
    *t = (struct times){ 1e18, 1e18, 1e18, 1e18, 1e18, 1e18, 1e18 };
    for (unsigned i = 0; i < ROUNDS; i++) {
        t->own = least(t->own, alone(corpus, argv[2]));
        t->apart = least(t->apart, asked(corpus, config));
        t->bare_apart = least(t->bare_apart, ping_pong(QUESTION, ANSWER, corpus->count));
        t->all = least(t->all, whole(argv[1], argv[3], argv[4], &t->cpu));
        /* As a run with a thread for each processor does. */
        sfc_stay_on_processor(0);
        t->one_by_one = least(t->one_by_one, asked(corpus, config));
        t->bare = least(t->bare, ping_pong(QUESTION, ANSWER, corpus->count));
        sched_setaffinity(0, sizeof everywhere, &everywhere);
    }
    return t->own >= 0 && t->one_by_one >= 0 && t->apart >= 0 && t->bare >= 0 && t->bare_apart >= 0 && t->all >= 0;
}

/* Prints the table. False if the runner is too slow. */
static bool report(const struct times *t, double cases, double most)
{
    const double overhead = (t->one_by_one - t->own) / cases * 1e6, overhead_apart = (t->apart - t->own) / cases * 1e6,
                 bare_us = t->bare / cases * 1e6, bare_apart_us = t->bare_apart / cases * 1e6;
    printf("the adapter alone          %.3f s of CPU, %.1f us a case\n", t->own, t->own / cases * 1e6);
    printf("asked one by one           %.3f s of CPU, %.1f us a case\n", t->one_by_one, t->one_by_one / cases * 1e6);
    printf("the runner adds            %.1f us a case (at most %.0f), %.1f times a bare exchange of %.1f us\n",
           overhead, MOST_OVERHEAD, overhead / bare_us, bare_us);
    printf("  on several processors    %.1f us a case, %.1f times a bare exchange of %.1f us\n", overhead_apart,
           overhead_apart / bare_apart_us, bare_apart_us);
    printf("sframe-conform run         %.3f s (at most %.0f), %.0f cases/s; %.3f s of CPU\n", t->all, most,
           cases / t->all, t->cpu);
    /* On a busy machine the CPU time counts: the time that an idle machine would take. */
    const double taken = t->cpu < t->all ? t->cpu : t->all;
    /* A sanitizer in the adapter or the runner is slow: then only the time of the whole run counts. */
    const bool is_plain = most <= 2;
    const bool fast = overhead <= MOST_OVERHEAD && cases / taken >= LEAST_CASES_PER_SECOND;
    return taken <= most && (!is_plain || fast);
}

int main(int argc, char **argv)
{
    struct sfc_corpus corpus;
    struct sfc_error error = { "" };
    struct times t;
    if (argc != 6)
        return give_up("bench_runner CONFORM ADAPTER ADAPTER_FILE CORPUS MOST_SECONDS");
    signal(SIGPIPE, SIG_IGN);
    const double start = sfc_now();
    if (!sfc_corpus_load(&corpus, argv[4], &error))
        return give_up(error.text);
    const double loading = sfc_now() - start, cases = (double)corpus.count;
    char *command[] = { argv[2], NULL };
    const struct sfc_config config = {
        .path = (char[]){ "-" },
        .rung_kind = SFC_RUNG_FRAMED,
        .command = command,
        .output_kib = 1 << 16,
        .ops = (char[]){ "decode lookup unwind encode" },
        .unobservable = (char[]){ "" },
        .containers = (char[]){ "raw elf" },
        .encodes = (char[]){ "canonical" },
    };
    if (!measure(&t, &corpus, &config, argv))
        return give_up("a run failed");
    sfc_corpus_free(&corpus);
    printf("cases                      %.0f\n", cases);
    printf("load the corpus            %.3f s\n", loading);
    return report(&t, cases, strtod(argv[5], NULL)) ? 0 : 1;
}
