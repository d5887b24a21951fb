/* SPDX-License-Identifier: MIT */
/* The second pass, with an implementation that is a table of replies. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "child.h"
#include "judging.h"
#include "worker.h"

/* ---- The implementation ------------------------------------------------------------- */

struct sfc_session {
    char unused;
};

/* Four cases: one is in the sample, and is asked four times again. */
enum { NUM_CASES = 4, MOST_ASKED = 2 * NUM_CASES };

/* The reply to each question of a run, in their order. */
static const enum sfc_reply *replies;
static unsigned num_asked;

static struct sfc_session *open_session(const struct sfc_config *config, const struct sfc_grant *grant,
                                        enum sfc_no_hello *why, struct sfc_error *error)
{
    (void)config;
    (void)grant;
    (void)why;
    (void)error;
    return sfc_alloc(1, sizeof(struct sfc_session));
}

static void ask(struct sfc_session *session, const struct sfc_request *request, struct sfc_answer *answer)
{
    (void)session;
    (void)request;
    *answer = (struct sfc_answer){ .reply = num_asked < MOST_ASKED ? replies[num_asked] : SFC_REPLY_NONE };
    num_asked++;
    if (answer->reply == SFC_REPLY_ACCEPT)
        answer->dump = sfc_copy_string(scratch_dump);
}

static struct sfc_trouble close_session(struct sfc_session *session)
{
    free(session);
    return (struct sfc_trouble){ .message = NULL };
}

static const struct sfc_rung rung = { .open = open_session, .ask = ask, .close = close_session };
static const struct sfc_config config = { .rung_kind = SFC_RUNG_FRAMED,
                                          PLAIN("decode"),
                                          .unobservable = (char[]){ "section.fre-len" } };

/* ---- Runs that are interrupted ------------------------------------------------------- */

#define YES SFC_REPLY_ACCEPT
#define NO SFC_REPLY_REJECT
#define STOP SFC_REPLY_STOPPED

static const struct {
    const char *what;
    enum sfc_reply replies[MOST_ASKED];
    unsigned num_asked;
    size_t passed, failed, not_run;
    bool interrupted;
} runs[] = {
    { "a whole run", { YES, YES, YES, YES, YES, YES, YES, YES }, 8, 4, 0, 0, false },
    { "cut at the first question of the second pass", { YES, YES, YES, YES, STOP }, 5, 3, 0, 1, true },
    { "cut at the last question of all", { YES, YES, YES, YES, YES, YES, YES, STOP }, 8, 3, 0, 1, true },
    { "with failures only", { NO, NO, NO, NO, NO, NO, NO, STOP }, 8, 0, 4, 0, true },
    { "cut in the first pass", { YES, YES, YES, STOP, STOP }, 5, 3, 0, 1, true },
};

static void test_interrupts(void)
{
    static const char *const ids[NUM_CASES] = { "a", "b", "c", "d" };
    struct sfc_case cases[NUM_CASES];
    for (unsigned i = 0; i < NUM_CASES; i++) {
        cases[i] = make_case(SFC_EXPECT_ACCEPT);
        cases[i].id = ids[i];
    }
    const struct sfc_corpus corpus = { .cases = cases, .count = NUM_CASES };
    for (unsigned i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        struct sfc_run run = {
            .corpus = &corpus,
            .config = &config,
            .rung = &rung,
            .jobs = 1,
            .grant.stop_fd = -1,
        };
        size_t outcomes[SFC_NUM_OUTCOMES + 1] = { 0 };
        struct sfc_error error = { "" };
        replies = runs[i].replies;
        num_asked = 0;
        sfc_run_select(&run, &(struct sfc_selection){ .profile = "v1" });
        OK(sfc_run_ask(&run, NULL, NULL, NULL, &error), "%s (%s)", runs[i].what, error.text);
        for (size_t k = 0; k < run.count; k++)
            outcomes[run.results[k].outcome]++;
        IS_U64(outcomes[SFC_NUM_OUTCOMES], 0, "each case has one outcome");
        IS_U64(num_asked, runs[i].num_asked, "questions");
        IS_U64(outcomes[SFC_PASS], runs[i].passed, "passed");
        IS_U64(outcomes[SFC_TOO_STRICT], runs[i].failed, "failed");
        IS_U64(outcomes[SFC_NOT_RUN], runs[i].not_run, "not run");
        OK(run.interrupted == runs[i].interrupted, "interrupted or not");
        sfc_run_free(&run);
    }
}

/* ---- When it starts ------------------------------------------------------------------- */

enum { NUM_THREADS = 3 };

struct late {
    struct sfc_work *w;
    long ms;
    double came; /* when it was done with the first pass */
};

static void *come(void *ctx)
{
    struct late *late = ctx;
    struct sfc_worker t = { .w = late->w };
    nanosleep(&(struct timespec){ 0, late->ms * 1000000 }, NULL);
    late->came = sfc_now();
    sfc_second_pass(&t);
    return NULL;
}

/* The time of the first pass bounds that of the second one. */
static void test_start(void)
{
    struct sfc_run run = { .config = &config, .rung = &rung };
    struct sfc_work w = {
        .run = &run, .start = sfc_now(), .num_in_first_pass = NUM_THREADS, .num_threads = NUM_THREADS
    };
    struct late late[NUM_THREADS];
    pthread_t threads[NUM_THREADS];
    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.asked, NULL);
    bool started = true;
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        late[i] = (struct late){ &w, 150 * (long)i, 0 };
        started = started && pthread_create(&threads[i], NULL, come, &late[i]) == 0;
    }
    if (!OK(started, "three threads, which end their first pass one after another"))
        exit(1);
    double last = 0;
    for (unsigned i = 0; i < NUM_THREADS; i++) {
        pthread_join(threads[i], NULL);
        last = late[i].came > last ? late[i].came : last;
    }
    OK(w.second_start >= last, "the second pass starts after the last of them (%.3f s before)", last - w.second_start);
    pthread_cond_destroy(&w.asked);
    pthread_mutex_destroy(&w.lock);
}

/* ---- Trouble --------------------------------------------------------------------------- */

static void add(struct sfc_run *run, enum sfc_trouble_kind kind, const char *text)
{
    sfc_run_add_trouble(run, kind, sfc_copy_string(text));
}

static void test_trouble(void)
{
    struct sfc_run run = { .troubles = NULL };
    add(&run, SFC_TROUBLE_EXIT, "exit-23: leaks");
    add(&run, SFC_TROUBLE_EXIT, "exit-23: leaks");
    IS_U64(run.num_troubles, 1, "the same from another process is kept once");
    add(&run, SFC_TROUBLE_EXIT, "exit-23");
    add(&run, SFC_TROUBLE_LATE, "exit-23");
    IS_U64(run.num_troubles, 3, "another text is another one, and so is another kind");
    add(&run, SFC_TROUBLE_GROWTH, "by 7");
    OK(run.num_troubles == 4 && run.troubles[0].kind == SFC_TROUBLE_GROWTH && strcmp(run.troubles[0].text, "by 7") == 0,
       "growth goes first");
    IS_TEXT(run.troubles[1].text, "exit-23: leaks", "then what was first");
    for (unsigned i = 0; i < 1000; i++) {
        char text[32];
        snprintf(text, sizeof text, "SIGABRT of number %u", i);
        add(&run, SFC_TROUBLE_LATE, text);
    }
    size_t len = 0;
    for (size_t i = 0; i < run.num_troubles; i++) {
        len += strlen(run.troubles[i].text);
        OK((run.troubles[i].kind == SFC_TROUBLE_MORE) == (i + 1 == run.num_troubles), "only the last one says: more");
        free(run.troubles[i].text);
    }
    OK(len > 1900 && len < 2100, "after enough of them (%zu bytes)", len);
    free(run.troubles);
}

TESTS(test_interrupts, test_start, test_trouble)
