/* SPDX-License-Identifier: MIT */
/*
 * Judges the reference as sframe-conform judges an implementation, with the whole corpus. Linked
 * with a mutant it is a shared object, which serve.c loads.
 *
 * The mutant answers as the in-process rung asks: the section before and behind an unreadable
 * page, each question twice. Some it is asked again later, in another order, and must say the same.
 * Each answer is judged as that of two adapters: `full` says all that an adapter can say, with an
 * answer to every open question; `plain` gives the verdict and the meaning alone.
 *
 * Whatever judges is not the mutant: run.py hides all symbols of this part but judge().
 */
#include "asking.h"
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "registers.h"

enum { STRIDE = 97, AGAIN = 4, MAX_CELLS = 32, MAX_DEAD = 3, MAX_MILLISECONDS = 1000 };
enum { FULL = 1, PLAIN = 2, ASKED = 4 };
#ifdef PLAIN_ALONE
enum { ONLY_PLAIN = 1 };
#else
enum { ONLY_PLAIN = 0 };
#endif

/* In memory that all processes share: it stays if one of them crashes. */
struct board {
    size_t at;                /* the question that is asked now */
    unsigned dead[MAX_CELLS]; /* of each cell, how many questions crashed or took too long */
    struct {
        uint64_t digest; /* of the first answer */
        uint8_t flags;   /* which adapters are wrong */
    } cases[];
};

struct bench {
    const struct sfc_corpus *corpus;
    struct board *board;
    size_t *order, num_asked; /* the questions: numbers of cases */
    uint8_t *cell_of;         /* of each case */
    char cells[MAX_CELLS][40];
    unsigned num_cells;
    struct sfc_config full, plain;
    struct host host;
    struct asking asking;
};

int judge(const struct sfc_corpus *corpus, long milliseconds);

/* ---- The two adapters ---- */

/* The reference's own answers, which the register gives first. */
static void declare_policies(struct sfc_config *config)
{
    for (int i = 1; i < SFR_NUM_POLICIES; i++) {
        const struct sfr_policy_info *policy = sfr_policy_info((enum sfr_policy)i);
        char text[64];
        if (strcmp(policy->answers, "-") == 0)
            continue;
        snprintf(text, sizeof text, "%s %.*s", policy->id, (int)strcspn(policy->answers, " "), policy->answers);
        const char *wrong = sfc_config_declare(config, "policy", text);
        if (wrong)
            give_up(wrong);
    }
}

/* ---- One question ---- */

static void judge_case(struct bench *b, size_t i)
{
    const struct sfc_case *c = &b->corpus->cases[i];
    uint8_t *flags = &b->board->cases[i].flags;
    struct sfc_answer answer;
    ask(&b->asking, c, &answer);
    const uint64_t digest = sfc_answer_digest(&answer);
    if (*flags & ASKED && digest != b->board->cases[i].digest)
        *flags |= FULL | PLAIN;
    b->board->cases[i].digest = digest;
    if (!(*flags & ASKED)) {
        *flags |= is_wrong(&b->full, c, &answer) ? ASKED | FULL : ASKED;
        make_plain(&answer);
        *flags |= is_wrong(&b->plain, c, &answer) ? PLAIN : 0;
    }
    sfc_answer_free(&answer);
}

/* ---- All questions ---- */

/* From board->at on. A question that takes too long ends the process. */
static void ask_rest(struct bench *b, long milliseconds)
{
    struct board *board = b->board;
    for (; board->at < b->num_asked; board->at++) {
        const size_t i = b->order[board->at];
        if (board->dead[b->cell_of[i]] >= MAX_DEAD || set_timer(ITIMER_PROF, milliseconds) != 0)
            continue;
        judge_case(b, i);
        if (ONLY_PLAIN && board->cases[i].flags & PLAIN)
            return;
    }
}

/* Asks in one process after another, as each may crash. A cell in which a few questions crash is
   not asked further. A process does not inherit a timer, so each gets what is left of the time for
   all; a question that takes too long counts by its own limit alone. */
static void ask_all(struct bench *b, long milliseconds, long in_all)
{
    struct board *board = b->board;
    struct rusage used;
    int status;
    for (;;) {
        const pid_t child = fork();
        if (child == 0) {
            if (set_timer(ITIMER_VIRTUAL, in_all + milliseconds) != 0)
                give_up("cannot limit the time");
            ask_rest(b, milliseconds);
            _exit(0);
        }
        if (child < 0 || wait4(child, &status, 0, &used) != child)
            give_up("cannot make a process");
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            return;
        if (is_killed(status) || (WIFEXITED(status) && WEXITSTATUS(status) == NOT_JUDGED))
            _exit(NOT_JUDGED);
        const bool too_long = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
        in_all -= used.ru_utime.tv_sec * 1000 + used.ru_utime.tv_usec / 1000 - (too_long ? milliseconds : 0);
        if ((WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM) || in_all <= 0)
            raise(SIGVTALRM);
        const size_t i = b->order[board->at++];
        board->cases[i].flags |= FULL | PLAIN;
        board->dead[b->cell_of[i]]++;
        if (ONLY_PLAIN)
            return;
    }
}

/* ---- Before and after ---- */

static void note_cell(struct bench *b, size_t i)
{
    const struct sfc_case *c = &b->corpus->cases[i];
    char name[sizeof b->cells[0]];
    unsigned cell = 0;
    snprintf(name, sizeof name, "%s/%s-%s", c->profile, c->abi, c->order);
    while (cell < b->num_cells && strcmp(b->cells[cell], name) != 0)
        cell++;
    if (cell == MAX_CELLS)
        give_up("too many cells");
    if (cell == b->num_cells)
        memcpy(b->cells[b->num_cells++], name, sizeof name);
    b->cell_of[i] = (uint8_t)cell;
}

/* All in their order, then some again, in strides. The plain adapter alone is asked in strides, because most mutants
   fail early there, and then some again in their order: what only a second question shows it must show, too. */
static void prepare(struct bench *b, const struct sfc_corpus *corpus)
{
    static const char *const wanted[] = { "full", "plain" };
    const size_t count = corpus->count;
    const size_t size = sizeof *b->board + count * sizeof b->board->cases[0];
    b->corpus = corpus;
    b->board = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (b->board == MAP_FAILED)
        give_up("out of memory");
    b->order = sfc_alloc(2 * count, sizeof b->order[0]);
    b->cell_of = sfc_alloc(count, 1);
    for (size_t i = 0; i < count; i++) {
        note_cell(b, i);
        if (!ONLY_PLAIN)
            b->order[b->num_asked++] = i;
    }
    for (size_t start = 0; start < STRIDE; start += ONLY_PLAIN ? 1 : AGAIN)
        for (size_t i = start; i < count; i += STRIDE)
            b->order[b->num_asked++] = i;
    for (size_t i = 0; ONLY_PLAIN && i < count; i += AGAIN)
        b->order[b->num_asked++] = i;
    start_asking(&b->asking, wanted[ONLY_PLAIN]);
    b->host.object = sfa_adapter_1();
    b->asking.adapter.answer = ask_twice;
    b->asking.adapter.ctx = &b->host;
    b->full.encodes = (char *)"canonical";
    b->full.shows = (char *)"pc.signal";
    declare_policies(&b->full);
}

/* "full 12 ID plain 3 ID" with the numbers of wrong cases and the first one, then "CELL 4 1" for
   each cell with wrong cases. Returns whether there is any. */
static bool print_sums(const struct bench *b)
{
    size_t all[2] = { 0, 0 }, first[2] = { 0, 0 }, sums[MAX_CELLS][2] = { { 0 } };
    for (size_t i = b->corpus->count; i-- > 0;)
        for (unsigned a = 0; a < 2; a++)
            if (b->board->cases[i].flags & (a == 0 ? FULL : PLAIN)) {
                all[a]++;
                first[a] = i;
                sums[b->cell_of[i]][a]++;
            }
    for (unsigned a = 0; a < 2; a++)
        printf("%s%s %zu %s", a == 0 ? "" : " ", a == 0 ? "full" : "plain", all[a],
               all[a] > 0 ? b->corpus->cases[first[a]].id : "-");
    for (unsigned cell = 0; cell < b->num_cells; cell++)
        if (sums[cell][0] + sums[cell][1] > 0)
            printf(" %s %zu %zu", b->cells[cell], sums[cell][0], sums[cell][1]);
    printf("\n");
    return all[ONLY_PLAIN ? 1 : 0] > 0 || all[1] > 0;
}

int judge(const struct sfc_corpus *corpus, long milliseconds)
{
    struct bench b = { 0 };
    prepare(&b, corpus);
    ask_all(&b, milliseconds < MAX_MILLISECONDS ? milliseconds : MAX_MILLISECONDS, milliseconds * CASES_IN_TIME);
    return print_sums(&b);
}
