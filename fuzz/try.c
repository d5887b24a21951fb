/* SPDX-License-Identifier: MIT */
/* Tries changed seeds in a child process, and keeps those that end it. */
#define _GNU_SOURCE
#include "try.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "chance.h"
#include "fuzz.h"
#include "mutate.h"

enum { SECONDS = 10 };

/* What the child tells its parent. It is in shared memory, so that it outlives the child. */
struct shared {
    uint64_t number; /* of the input that is being tried */
    uint64_t tried, parsed;
    size_t size;
    uint8_t data[FUZZ_MAX_INPUT];
};

void fuzz_try_add(struct fuzz_try *t, uint8_t *data, size_t size)
{
    if (size == 0 || size > FUZZ_MAX_INPUT) {
        free(data);
        return;
    }
    t->seeds = realloc(t->seeds, (t->num_seeds + 1) * sizeof t->seeds[0]);
    if (!t->seeds)
        abort();
    t->seeds[t->num_seeds++] = (struct fuzz_seed){ data, size };
}

static void make(const struct fuzz_try *t, struct shared *s)
{
    /* Neighbours must not make the same choices, one step apart. */
    struct fuzz_chance c = { t->seed * UINT64_C(0xd1342543de82ef95) + s->number };
    c.state = fuzz_draw(&c);
    const struct fuzz_seed *a = &t->seeds[fuzz_below(&c, (uint32_t)t->num_seeds)];
    const struct fuzz_seed *b = &t->seeds[fuzz_below(&c, (uint32_t)t->num_seeds)];
    const struct fuzz_mutate_input in = { a->data, b->data, a->size, b->size };
    s->size = fuzz_mutate_any(&in, s->data, sizeof s->data, fuzz_draw(&c));
}

static void allow_seconds(time_t seconds)
{
    const struct itimerval limit = { .it_value = { .tv_sec = seconds } };
    setitimer(ITIMER_PROF, &limit, NULL);
}

static void try_from(const struct fuzz_try *t, struct shared *s, uint64_t from)
{
    for (uint64_t i = from; i < t->first + t->count; i++) {
        s->number = i;
        make(t, s);
        /* In memory of just its size. */
        uint8_t *exact = fuzz_alloc(s->size, 1);
        memcpy(exact, s->data, s->size);
        fuzz_parsed = false;
        allow_seconds(SECONDS);
        LLVMFuzzerTestOneInput(exact, s->size);
        allow_seconds(0);
        free(exact);
        s->tried++;
        s->parsed += fuzz_parsed;
    }
    exit(0); /* not _exit(): leaks are found now */
}

static void keep(const struct fuzz_try *t, const struct shared *s, int status)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s-%" PRIu64 "-%" PRIu64 ".input", t->keep, fuzz_property, t->seed, s->number);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(s->data, 1, s->size, f) != s->size || fclose(f) != 0) {
        fprintf(stderr, "replay_%s: %s: %s\n", fuzz_property, path, strerror(errno));
        exit(2);
    }
    printf("find: %s: %s %d\n", path, WIFSIGNALED(status) ? "signal" : "exit status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    fflush(stdout);
}

static void print_sums(const struct fuzz_try *t, const struct shared *s, uint64_t finds)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    printf("%s: %" PRIu64 " inputs from %" PRIu64 " on, seed %" PRIu64 ", %zu seed files: %" PRIu64
           " past the parser (%.1f %%), %" PRIu64 " finds, %.1f CPU s\n",
           fuzz_property, s->tried, t->first, t->seed, t->num_seeds, s->parsed,
           s->tried ? 100.0 * (double)s->parsed / (double)s->tried : 0.0, finds,
           (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
               + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6);
}

int fuzz_try_all(const struct fuzz_try *t)
{
    struct shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uint64_t finds = 0, from = t->first;
    int status = 1;

    if (s == MAP_FAILED || t->num_seeds == 0) {
        fprintf(stderr, "replay_%s: %s\n", fuzz_property, s == MAP_FAILED ? "no memory" : "no seeds");
        return 2;
    }
    /* A new child after each find. */
    while (status != 0 && from < t->first + t->count && finds < t->most) {
        s->number = UINT64_MAX;
        fflush(NULL);
        const pid_t child = fork();
        if (child == 0)
            try_from(t, s, from);
        if (child < 0 || waitpid(child, &status, 0) != child || (status != 0 && s->number == UINT64_MAX)) {
            fprintf(stderr, "replay_%s: no input could be tried\n", fuzz_property);
            return 2;
        }
        if (status != 0) {
            keep(t, s, status);
            finds++;
        }
        /* A leak is found when all are done; its input is not known. */
        from = s->number + 1;
    }
    print_sums(t, s, finds);
    return finds > 0 ? 1 : s->tried == t->count ? 0 : 2;
}
