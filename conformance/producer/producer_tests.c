/* SPDX-License-Identifier: MIT */
/* A judged file as a list of tests with names for known-failure files. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "producer_tests.h"

static const char *const areas[] = { "container", "section", "relocation", "cfi" };
enum { NUM_AREAS = sizeof areas / sizeof areas[0] };

void sfc_producer_tests_put(struct sfc_producer_tests *t, const struct sfc_known *known, char *id,
                            enum sfc_outcome outcome, char *detail, char *message)
{
    const struct sfc_result result = { .outcome = outcome, .detail = detail };
    const struct sfc_case unused = { .id = id };
    if ((t->count & (t->count - 1)) == 0)
        t->tests = sfc_grow(t->tests, t->count == 0 ? 1 : t->count * 2, sizeof t->tests[0]);
    struct sfc_producer_test *test = &t->tests[t->count++];
    *test = (struct sfc_producer_test){
        .id = id, .outcome = outcome, .detail = detail, .message = message, .entry = sfc_known_find(known, id)
    };
    test->standing = sfc_known_standing(test->entry, &unused, &result, SFC_LEVEL_STRICT);
    t->standings[test->standing]++;
}

/* A test with a detail fails. */
static void add(struct sfc_producer_tests *t, const struct sfc_known *known, char *id, char *detail, char *message)
{
    sfc_producer_tests_put(t, known, id, detail ? SFC_WRONG_OUTPUT : SFC_PASS, detail, message);
}

/* The second of two files or functions of the same name ends with "#2". */
static void add_number(struct sfc_buffer *b, unsigned number)
{
    if (number > 1)
        sfc_buffer_printf(b, "#%u", number);
}

static char *format_id(const struct sfc_producer *p, const char *area, const char *name, unsigned number)
{
    struct sfc_buffer b = { 0 };
    sfc_buffer_printf(&b, "%s", p->name);
    add_number(&b, p->number);
    sfc_buffer_printf(&b, "/%s%s%s", area, name ? "/" : "", name ? name : "");
    add_number(&b, number);
    for (char *c = b.data; *c; c++)
        if (*c <= ' ' || *c > '~' || strchr("*{},", *c))
            *c = '?';
    return b.data;
}

/* The violations of one area. The detail names each of their clauses once. */
static void add_area(struct sfc_producer_tests *t, const struct sfc_producer *p, const struct sfc_known *known,
                     const char *area)
{
    struct sfc_buffer detail = { 0 }, message = { 0 };
    for (size_t i = 0; i < p->num_complaints; i++) {
        const struct sfc_complaint *c = &p->complaints[i];
        if (c->is_doubt || strcmp(c->area, area) != 0)
            continue;
        const char *name = c->clause[0] ? c->clause : area;
        if (!detail.data || !strstr(detail.data, name))
            sfc_buffer_printf(&detail, "%s%s", detail.data ? "," : "", name);
        sfc_buffer_printf(&message, "%s%s", message.data ? "\n" : "", c->text);
    }
    add(t, known, format_id(p, area, NULL, 0), detail.data, message.data);
}

static char *difference_list(unsigned differs)
{
    struct sfc_buffer b = { 0 };
    for (unsigned i = 0; i < SFC_NUM_DIFFERENCES; i++)
        if (differs & 1u << i)
            sfc_buffer_printf(&b, "%s%s", b.data ? "," : "", sfc_difference_names[i]);
    return b.data;
}

static void add_function(struct sfc_producer_tests *t, const struct sfc_producer *p, const struct sfc_known *known,
                         const char *name, unsigned number, const struct sfc_function_result *r)
{
    struct sfc_buffer message = { 0 };
    for (unsigned i = 0; i < SFC_NUM_AGREEMENTS; i++)
        if (r->ranges[i] > 0)
            sfc_buffer_printf(&message, "%s%" PRIu64 " %s", message.data ? ", " : "", r->ranges[i],
                              sfc_agreement_name((enum sfc_agreement)i));
    if (r->reason != SFC_REASON_NONE)
        sfc_buffer_printf(&message, " (%s)", sfc_reason_name(r->reason));
    add(t, known, format_id(p, "function", name, number), difference_list(r->differs), message.data);
}

struct named {
    char name[SFC_IMAGE_NAME_MAX];
    const struct sfc_function_result *result;
};

/* By name, then by address. The pieces of one function keep their order. */
static int compare_named(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    if (order != 0)
        return order;
    if (x->result->start != y->result->start)
        return x->result->start < y->result->start ? -1 : 1;
    return x->result < y->result ? -1 : x->result > y->result;
}

static void add_functions(struct sfc_producer_tests *t, const struct sfc_producer *p, const struct sfc_known *known)
{
    struct named *all = sfc_alloc(p->num_results, sizeof all[0]);
    for (size_t i = 0; i < p->num_results; i++) {
        all[i].result = &p->results[i];
        sfc_image_name(&p->image, p->results[i].start, all[i].name);
    }
    if (p->num_results > 0)
        qsort(all, p->num_results, sizeof all[0], compare_named);
    unsigned number = 0;
    for (size_t i = 0, next; i < p->num_results; i = next) {
        struct sfc_function_result sum = *all[i].result;
        number = i > 0 && strcmp(all[i - 1].name, all[i].name) == 0 ? number + 1 : 1;
        for (next = i + 1; next < p->num_results && all[next].result->start == sum.start; next++)
            sfc_function_result_add(&sum, all[next].result);
        add_function(t, p, known, all[i].name, number, &sum);
    }
    free(all);
}

static int compare_tests(const void *a, const void *b)
{
    return strcmp(((const struct sfc_producer_test *)a)->id, ((const struct sfc_producer_test *)b)->id);
}

void sfc_producer_tests_add(struct sfc_producer_tests *t, const struct sfc_producer *p, const struct sfc_known *known)
{
    if (p->state != SFC_PRODUCER_JUDGED)
        return;
    for (size_t i = 0; i < NUM_AREAS; i++)
        add_area(t, p, known, areas[i]);
    add_functions(t, p, known);
    qsort(t->tests, t->count, sizeof t->tests[0], compare_tests);
}

void sfc_producer_tests_free(struct sfc_producer_tests *t)
{
    for (size_t i = 0; i < t->count; i++) {
        free(t->tests[i].id);
        free(t->tests[i].detail);
        free(t->tests[i].message);
    }
    free(t->tests);
    *t = (struct sfc_producer_tests){ 0 };
}
