/* SPDX-License-Identifier: MIT */
/* All cases, as KTAP. */
#include "sframe_driver.h"
#include "sframe_groups.h"

enum { LINE = 640 };

const char *sframe_level_name(int level)
{
    static const char *const names[SFRAME_NUM_LEVELS] = { "safe", "read", "refuse", "validate", "strict" };
    return names[level];
}

/* ---- Totals ------------------------------------------------------------------------------ */

int sframe_fails(const struct sframe_case *c, const struct sframe_result *result, int level)
{
    return result->outcome == SFRAME_WRONG && (result->unsafe || (c->level <= level && !c->multi_fault));
}

static void add_to(struct sframe_totals *totals, int level, int is_right)
{
    totals->asked[level]++;
    totals->right[level] += is_right ? 1u : 0u;
}

void sframe_count(struct sframe_totals *totals, const struct sframe_case *c, const struct sframe_result *result,
                  int level)
{
    if (result->outcome == SFRAME_SKIPPED) {
        totals->skip++;
        return;
    }
    if (result->outcome == SFRAME_RIGHT)
        totals->pass++;
    else if (sframe_fails(c, result, level))
        totals->fail++;
    else
        totals->above++;
    add_to(totals, SFRAME_LEVEL_SAFE, !result->unsafe);
    if (!c->multi_fault)
        add_to(totals, c->level, result->outcome == SFRAME_RIGHT);
}

const char *sframe_level_reached(const struct sframe_totals *totals)
{
    const char *reached = "none";
    for (int i = 0; i < SFRAME_NUM_LEVELS && totals->right[i] == totals->asked[i]; i++)
        if (totals->asked[i] > 0)
            reached = sframe_level_name(i);
    return reached;
}

/* ---- Lines ------------------------------------------------------------------------------- */

/* Up to the end of its first line. */
static int line_length(const char *text)
{
    int len = 0;
    while (text[len] && text[len] != '\n')
        len++;
    return len;
}

static char line[LINE];

static void print_line(const struct sframe_host *host, const char *before, const char *text)
{
    struct sframe_text t;
    const char *said = text && *text ? text : "(nothing)";
    sframe_text_start(&t, line, sizeof line);
    sframe_put(&t, "%s%.*s", before, line_length(said), said);
    host->print(host->ctx, line);
}

void sframe_print_why(const struct sframe_host *host, const struct sframe_case *c, const struct sframe_result *result)
{
    if (result->outcome == SFRAME_SKIPPED && result->why)
        print_line(host, "# outcome: ", result->why);
    if (result->outcome != SFRAME_WRONG)
        return;
    print_line(host, "# level: ", sframe_level_name(c->level));
    print_line(host, "# outcome: ", result->why);
    print_line(host, "# title: ", c->title);
    if (!result->expected)
        return;
    print_line(host, "# expected: ", result->expected);
    print_line(host, "# seen:     ", result->seen);
}

/* "not ok 7 v3/amd64-little/..." and a directive. */
static void print_result(const struct sframe_host *host, unsigned int number, const struct sframe_case *c,
                         const struct sframe_result *result, int level)
{
    struct sframe_text t;
    const int wrong = result->outcome == SFRAME_WRONG, is_todo = wrong && !sframe_fails(c, result, level);
    sframe_print_why(host, c, result);
    sframe_text_start(&t, line, sizeof line);
    sframe_put(&t, "%s %u %s%s", wrong ? "not ok" : "ok", number, c->id,
               result->outcome == SFRAME_SKIPPED ? " # SKIP the reader is not asked this"
               : !is_todo                        ? ""
               : c->multi_fault                  ? " # TODO several faults on purpose"
                                                 : " # TODO above the level that counts");
    host->print(host->ctx, line);
}

void sframe_print_totals(const struct sframe_host *host, const struct sframe_totals *totals)
{
    struct sframe_text t;
    for (int i = 0; i < SFRAME_NUM_LEVELS; i++) {
        sframe_text_start(&t, line, sizeof line);
        sframe_put(&t, "# level %s: %u of %u", sframe_level_name(i), totals->right[i], totals->asked[i]);
        host->print(host->ctx, line);
    }
    print_line(host, "# level reached: ", sframe_level_reached(totals));
    sframe_text_start(&t, line, sizeof line);
    sframe_put(&t, "# Totals: pass:%u fail:%u xfail:%u xpass:0 skip:%u error:0", totals->pass, totals->fail,
               totals->above, totals->skip);
    host->print(host->ctx, line);
}

void sframe_print_about(const struct sframe_host *host)
{
    print_line(host, "# reader: ", sframe_reader.name);
    print_line(host, "# corpus: ", SFRAME_CORPUS);
}

/* ---- The run ----------------------------------------------------------------------------- */

static int is_chosen(const struct sframe_case *c, const char *only)
{
    return !only || !*only || sframe_same(c->id, only);
}

static unsigned int count_chosen(const char *only)
{
    unsigned int count = 0;
    for (size_t g = 0; g < sframe_num_case_groups; g++)
        for (size_t i = 0; i < sframe_case_groups[g].count; i++)
            count += is_chosen(&sframe_case_groups[g].cases[i], only) ? 1u : 0u;
    return count;
}

static void run_case(const struct sframe_host *host, unsigned int number, const struct sframe_case *c, int level,
                     struct sframe_totals *totals)
{
    struct sframe_result result;
    struct sframe_text t;
    sframe_text_start(&t, line, sizeof line);
    sframe_put(&t, "# asks %u %s", number, c->id);
    host->print(host->ctx, line);
    sframe_judge_case(host, c, &result);
    sframe_count(totals, c, &result, level);
    print_result(host, number, c, &result, level);
}

int sframe_run(const struct sframe_host *host, int level, const char *only)
{
    struct sframe_totals totals = { .pass = 0 };
    struct sframe_text t;
    unsigned int number = 0;
    host->print(host->ctx, "KTAP version 1");
    sframe_text_start(&t, line, sizeof line);
    sframe_put(&t, "1..%u", count_chosen(only));
    host->print(host->ctx, line);
    sframe_print_about(host);
    for (size_t g = 0; g < sframe_num_case_groups; g++)
        for (size_t i = 0; i < sframe_case_groups[g].count; i++)
            if (is_chosen(&sframe_case_groups[g].cases[i], only))
                run_case(host, ++number, &sframe_case_groups[g].cases[i], level, &totals);
    sframe_print_totals(host, &totals);
    const int status = totals.fail > 0 ? 1 : totals.pass + totals.above == 0 ? 2 : 0;
    print_line(host, "# sframe_conformance: ", status == 0 ? "passed" : status == 1 ? "failed" : "nothing was asked");
    return status;
}
