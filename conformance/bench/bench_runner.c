/* SPDX-License-Identifier: MIT */
/*
 * How quick the runner is with a framed adapter, beside the adapter alone.
 *
 *     bench_runner CONFORM ADAPTER CORPUS MOST_SECONDS
 *
 * The adapter's own work is measured by giving it all questions at once, without anybody who waits for each answer.
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "child.h"
#include "judge.h"
#include "protocol.h"
#include "rung_framed.h"

enum { ROUNDS = 5 };
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
        + (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec + children.ru_utime.tv_usec + children.ru_stime.tv_usec) * 1e-6;
}

/* All questions at once: CPU seconds until the last answer is there, or below 0. */
static double alone(const struct sfr_corpus *corpus, char *adapter)
{
    struct sfr_buffer questions = { 0 };
    struct sfr_process p;
    char *argv[] = { adapter, NULL }, *env[] = { NULL };
    sfr_message_hello(&questions, 0, 1 << 24);
    for (size_t i = 0; i < corpus->count; i++) {
        const struct sfr_request r = sfr_case_request(&corpus->cases[i]);
        sfr_message_case(&questions, (uint32_t)i, &r, r.op == SFR_OP_ENCODE ? "dump" : r.elf ? "elf" : "raw");
    }
    sfr_message_bye(&questions, 0);
    const struct sfr_command command = { .argv = argv, .env = env, .input = questions.data, .input_len = questions.len,
                                         .seconds = 600, .max_output = (size_t)1 << 30, .stop_fd = -1 };
    const double start = cpu_seconds();
    sfr_process_run(&command, &p);
    const double seconds = p.ended == SFR_ENDED_EXIT && p.code == 0 ? cpu_seconds() - start : -1;
    sfr_process_free(&p);
    sfr_buffer_free(&questions);
    return seconds;
}

/* One question after the other, each answer judged: CPU seconds. */
static double asked(const struct sfr_corpus *corpus, const struct sfr_config *config)
{
    const struct sfr_grant grant = { 60, "", -1 };
    struct sfr_error error = { "" };
    const double start = cpu_seconds();
    struct sfr_session *session = sfr_rung_framed.open(config, &grant, &error);
    if (!session)
        return give_up(error.text) > 0 ? -1 : 0;
    for (size_t i = 0; i < corpus->count; i++) {
        const struct sfr_request r = sfr_case_request(&corpus->cases[i]);
        struct sfr_answer answer;
        struct sfr_result result;
        sfr_rung_framed.ask(session, &r, &answer);
        sfr_judge(config, &corpus->cases[i], &answer, &result);
        sfr_answer_free(&answer);
        sfr_result_free(&result);
    }
    free(sfr_rung_framed.close(session).message);
    return cpu_seconds() - start;
}

/* The whole program, with all that it does before and after. */
static double whole(char *conform, char *adapter, char *corpus)
{
    char *argv[] = { conform, (char[]){ "run" }, (char[]){ "--corpus" }, corpus, (char[]){ "--adapter" }, adapter, NULL };
    char *env[] = { NULL };
    const struct sfr_command command = { .argv = argv, .env = env, .seconds = 600, .max_output = 1 << 20, .stop_fd = -1 };
    struct sfr_process p;
    const double start = sfr_now();
    sfr_process_run(&command, &p);
    const double seconds = p.ended == SFR_ENDED_EXIT && p.code == 0 ? sfr_now() - start : -1;
    sfr_process_free(&p);
    return seconds;
}

static double least(double a, double b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

int main(int argc, char **argv)
{
    struct sfr_corpus corpus;
    struct sfr_error error = { "" };
    if (argc != 5)
        return give_up("bench_runner CONFORM ADAPTER CORPUS MOST_SECONDS");
    signal(SIGPIPE, SIG_IGN);
    double start = sfr_now();
    if (!sfr_corpus_load(&corpus, argv[3], &error))
        return give_up(error.text);
    const double loading = sfr_now() - start, most = strtod(argv[4], NULL);
    char *command[] = { argv[2], NULL };
    struct sfr_config config = { .path = (char[]){ "-" }, .way = SFR_WAY_FRAMED, .command = command, .output_kib = 1 << 16,
                                 .ops = (char[]){ "decode lookup unwind encode" }, .unobservable = (char[]){ "" },
                                 .containers = (char[]){ "raw elf" }, .is_canonical = true };
    double own = -1, one_by_one = -1, all = -1;
    for (unsigned i = 0; i < ROUNDS; i++) {
        own = least(own, alone(&corpus, argv[2]));
        one_by_one = least(one_by_one, asked(&corpus, &config));
        all = least(all, whole(argv[1], (char[]){ "sframe-ref-framed" }, argv[3]));
    }
    if (own < 0 || one_by_one < 0 || all < 0)
        return give_up("a run failed");
    const double cases = (double)corpus.count, overhead = (one_by_one - own) / cases * 1e6;
    printf("cases                      %.0f\n", cases);
    printf("load the corpus            %.3f s\n", loading);
    printf("the adapter alone          %.3f s of CPU, %.1f us a case\n", own, own / cases * 1e6);
    printf("asked one by one           %.3f s of CPU, %.1f us a case\n", one_by_one, one_by_one / cases * 1e6);
    printf("the runner adds            %.1f us a case (at most %.0f)\n", overhead, MOST_OVERHEAD);
    printf("sframe-conform run         %.3f s (at most %.0f), %.0f cases/s\n", all, most, cases / all);
    sfr_corpus_free(&corpus);
    /* A sanitizer in the runner is slow by itself: then the time of the whole run is all that counts. */
    const bool is_plain = most <= 2;
    return all <= most && (!is_plain || (overhead <= MOST_OVERHEAD && cases / all >= LEAST_CASES_PER_SECOND)) ? 0 : 1;
}
