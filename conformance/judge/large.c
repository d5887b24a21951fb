/* SPDX-License-Identifier: MIT */
/* Asks about large sections, and measures the CPU time of the process. */
#include <string.h>

#include "probe.h"
#include "worker.h"

enum { SMALL = 2000, TRIES = 3 };
/* A quadratic answer takes longer than this. */
#define LEAST_SECONDS 0.02

/* Many functions, or many rows in one. */
struct kind {
    enum sfc_op op;
    bool functions;
};

struct timed {
    enum sfc_reply reply;
    bool is_right;
    double seconds; /* below 0: unknown */
};

bool sfc_is_slow(double small_seconds, double large_seconds, uint64_t limit)
{
    return limit > 0 && small_seconds >= 0 && large_seconds >= LEAST_SECONDS
           && large_seconds > small_seconds * (double)SFC_LARGE_TIMES * (double)limit;
}

static double cpu_seconds(const struct sfc_worker *t)
{
    return sfc_cpu_seconds_of(t->w->run->rung->footprint(t->session).process);
}

/* An encoder's bytes have several right forms; the cases judge them. */
static bool is_right(const struct sfc_config *config, const struct sfc_large *large, enum sfc_op op,
                     const struct sfc_answer *a)
{
    const struct sfc_hidden hidden = { config->unobservable, large->requests[op].abi };
    return a->reply == SFC_REPLY_ACCEPT
           && (op != SFC_OP_DECODE || (a->dump && sfc_dump_same(large->dump, a->dump, SFC_OP_DECODE, &hidden)));
}

/* Makes the section if it was not asked about before. */
static struct timed ask(struct sfc_worker *t, const struct kind *kind, unsigned count, struct sfc_large *section)
{
    const struct sfc_run *run = t->w->run;
    struct sfc_answer answer;
    struct timed timed = { SFC_REPLY_UNSUPPORTED, false, -1 };
    if (!section->dump
        && !sfc_probe_large(run->config, kind->functions ? count : 1, kind->functions ? 1 : count, section))
        return timed;
    const double before = cpu_seconds(t);
    if (!sfc_worker_put(t, &section->requests[kind->op], &answer))
        return (struct timed){ SFC_REPLY_STOPPED, false, -1 };
    const double after = cpu_seconds(t);
    timed = (struct timed){ answer.reply, is_right(run->config, section, kind->op, &answer),
                            before >= 0 ? after - before : -1 };
    sfc_answer_free(&answer);
    return timed;
}

/* `how` is what it is about the small section alone; NULL: it has no answer about it. */
static void report(struct sfc_work *w, const struct kind *kind, const char *how)
{
    const char *what = kind->functions ? "functions" : "rows", *op = sfc_op_name(kind->op);
    pthread_mutex_lock(&w->lock);
    sfc_run_add_trouble(
        w->run, SFC_TROUBLE_TIME,
        how ? sfc_format("%s a section of %d %s, and not one of %d (%s)", how, SMALL, what, SMALL * SFC_LARGE_TIMES, op)
            : sfc_format("the adapter crashes or does not answer about a section of %d %s (%s)", SMALL, what, op));
    pthread_mutex_unlock(&w->lock);
}

static bool is_unsafe(enum sfc_reply reply)
{
    return reply == SFC_REPLY_CRASH || reply == SFC_REPLY_TIMEOUT || reply == SFC_REPLY_LIMIT;
}

/* What is slow, or has no answer, is asked again: no chance may look like a square. What the small section is refused
   for, the cases judge. */
static bool try_kind(struct sfc_worker *t, const struct kind *kind, struct sfc_large sections[2])
{
    const uint64_t limit = t->w->run->config->growth_time;
    struct timed small, large;
    unsigned tries = 0;
    do {
        small = ask(t, kind, SMALL, &sections[0]);
        if (is_unsafe(small.reply))
            small = ask(t, kind, SMALL, &sections[0]);
        if (is_unsafe(small.reply))
            report(t->w, kind, NULL);
        if (!small.is_right)
            return small.reply != SFC_REPLY_STOPPED;
        large = ask(t, kind, SMALL * SFC_LARGE_TIMES, &sections[1]);
    } while (large.is_right && sfc_is_slow(small.seconds, large.seconds, limit) && ++tries < TRIES);
    if (large.reply == SFC_REPLY_TIMEOUT || large.reply == SFC_REPLY_LIMIT)
        report(t->w, kind, "the adapter answers in time about");
    else if (!large.is_right && large.reply != SFC_REPLY_STOPPED)
        report(t->w, kind, "the adapter is right about");
    else if (tries == TRIES)
        report(t->w, kind, "the time of the adapter is in proportion for");
    return large.reply != SFC_REPLY_STOPPED;
}

bool sfc_look_at_time(struct sfc_worker *t)
{
    static const enum sfc_op ops[] = { SFC_OP_DECODE, SFC_OP_LOOKUP, SFC_OP_ENCODE };
    const struct sfc_run *run = t->w->run;
    if (run->config->growth_time == 0)
        return true;
    bool good = sfc_worker_renew(t);
    for (unsigned f = 0; f < 2; f++) {
        struct sfc_large sections[2] = { { .bytes = NULL }, { .bytes = NULL } };
        for (unsigned k = 0; good && k < sizeof ops / sizeof ops[0]; k++)
            if (sfc_has_word(run->config->ops, sfc_op_name(ops[k])))
                good = !sfc_is_stopped(&run->grant) && try_kind(t, &(struct kind){ ops[k], f }, sections);
        sfc_large_free(&sections[0]);
        sfc_large_free(&sections[1]);
    }
    return good;
}
