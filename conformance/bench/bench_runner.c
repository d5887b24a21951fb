/* SPDX-License-Identifier: MIT */
/*
 * How quick the runner is with a framed adapter, beside the adapter alone.
 *
 *     bench_runner CONFORM ADAPTER ADAPTER_FILE CORPUS MOST_SECONDS
 *
 * The adapter's own work is measured by giving it all questions at once, without anybody who waits for each answer. Two
 * programs that only hand as many bytes to each other, one after the other, say how much of the rest is the system's.
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

#include "process.h"
#include "judge.h"
#include "protocol.h"
#include "rung_framed.h"

/* Bytes of a question and an answer of middle size. */
enum { ROUNDS = 5, QUESTION = 300, ANSWER = 300 };
/* What the runner may add to a case, in microseconds, and how many cases it must ask in a second. */
#define MOST_OVERHEAD 15.0
#define LEAST_CASES_PER_SECOND 5000.0

static int give_up(const char *what)
{
    fprintf(stderr, "bench_runner: %s\n", what);
    return 99;
}

/* Seconds of CPU that this program and what it started have used: other programs on the machine do not count. */
static double cpu_seconds(void)
{
    struct rusage own, children;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec + children.ru_utime.tv_sec + children.ru_stime.tv_sec)
           + (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec) * 1e-6
           + (double)(children.ru_utime.tv_usec + children.ru_stime.tv_usec) * 1e-6;
}

/* The less of two times; below 0 if one of them is: a run that failed is not made good by another. */
static double least(double a, double b)
{
    return a < 0 || b < 0 ? -1 : b < a ? b : a;
}

/* All questions at once: CPU seconds until the last answer is there, or below 0. */
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

/* The other end: so many bytes for so many. */
_Noreturn static void echo(int in, int out, size_t question, size_t answer, size_t count)
{
    static char bytes[4096];
    for (size_t i = 0; i < count; i++)
        if (read(in, bytes, question) <= 0 || !write_whole(out, bytes, answer))
            _exit(1);
    _exit(0);
}

/* `count` exchanges of nothing but bytes over two pipes, as many as fit into one of them: CPU seconds, or below 0. */
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

/* One question after the other, each answer judged: CPU seconds. */
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

/* The whole program, with all that it does before and after: seconds, and in *cpu those of CPU. */
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

int main(int argc, char **argv)
{
    struct sfc_corpus corpus;
    struct sfc_error error = { "" };
    if (argc != 6)
        return give_up("bench_runner CONFORM ADAPTER ADAPTER_FILE CORPUS MOST_SECONDS");
    signal(SIGPIPE, SIG_IGN);
    double start = sfc_now();
    if (!sfc_corpus_load(&corpus, argv[4], &error))
        return give_up(error.text);
    const double loading = sfc_now() - start, most = strtod(argv[5], NULL);
    char *command[] = { argv[2], NULL };
    struct sfc_config config = {
        .path = (char[]){ "-" },
        .rung = SFC_RUNG_FRAMED,
        .command = command,
        .output_kib = 1 << 16,
        .ops = (char[]){ "decode lookup unwind encode" },
        .unobservable = (char[]){ "" },
        .containers = (char[]){ "raw elf" },
        .is_canonical = true,
    };
    double own = 1e18, one_by_one = 1e18, apart = 1e18, bare = 1e18, bare_apart = 1e18, all = 1e18, cpu = 1e18;
    cpu_set_t everywhere;
    sched_getaffinity(0, sizeof everywhere, &everywhere);
    for (unsigned i = 0; i < ROUNDS; i++) {
        own = least(own, alone(&corpus, argv[2]));
        apart = least(apart, asked(&corpus, &config));
        bare_apart = least(bare_apart, ping_pong(QUESTION, ANSWER, corpus.count));
        all = least(all, whole(argv[1], argv[3], argv[4], &cpu));
        /* As a run with as many threads as there are processors does. */
        sfc_stay_on_processor(0);
        one_by_one = least(one_by_one, asked(&corpus, &config));
        bare = least(bare, ping_pong(QUESTION, ANSWER, corpus.count));
        sched_setaffinity(0, sizeof everywhere, &everywhere);
    }
    if (own < 0 || one_by_one < 0 || apart < 0 || bare < 0 || bare_apart < 0 || all < 0)
        return give_up("a run failed");
    const double cases = (double)corpus.count, overhead = (one_by_one - own) / cases * 1e6,
                 overhead_apart = (apart - own) / cases * 1e6, bare_us = bare / cases * 1e6,
                 bare_apart_us = bare_apart / cases * 1e6;
    printf("cases                      %.0f\n", cases);
    printf("load the corpus            %.3f s\n", loading);
    printf("the adapter alone          %.3f s of CPU, %.1f us a case\n", own, own / cases * 1e6);
    printf("asked one by one           %.3f s of CPU, %.1f us a case\n", one_by_one, one_by_one / cases * 1e6);
    printf("the runner adds            %.1f us a case (at most %.0f), %.1f times a bare exchange of %.1f us\n",
           overhead, MOST_OVERHEAD, overhead / bare_us, bare_us);
    printf("  on several processors    %.1f us a case, %.1f times a bare exchange of %.1f us\n", overhead_apart,
           overhead_apart / bare_apart_us, bare_apart_us);
    printf("sframe-conform run         %.3f s (at most %.0f), %.0f cases/s; %.3f s of CPU\n", all, most, cases / all,
           cpu);
    /* On a machine that has other things to do as well, what counts is what it would take alone, on one processor. */
    const double taken = cpu < all ? cpu : all;
    sfc_corpus_free(&corpus);
    /* A sanitizer in the adapter or the runner is slow by itself: then the time of the whole run is all that counts. */
    const bool is_plain = most <= 2;
    const bool fast = overhead <= MOST_OVERHEAD && cases / taken >= LEAST_CASES_PER_SECOND;
    return taken <= most && (!is_plain || fast) ? 0 : 1;
}
