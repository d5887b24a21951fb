/* SPDX-License-Identifier: MIT */
/*
 * asking.h - asks the mutant that a judge is linked with, through its framed adapter. For
 * judge_designs.c and judge_sight.c, which include it once.
 */
#ifndef MUTANTS_ASKING_H
#define MUTANTS_ASKING_H

#define _GNU_SOURCE
int host_main(int argc, char **argv);
#define main host_main
#include "host.c"
#undef main
#define SHARED_OBJECT
#define VERSION "0"
#include "sframe-ref-framed.c"

#include "judge.h"
#include "judging.h"
#include "protocol.h"

struct asking {
    struct sfa_adapter adapter;
    struct sfa_answer said;
    int out; /* a file in memory, for its answers */
};

/* This is no fault of the mutant, so it must not look like a crash. */
_Noreturn static void give_up(const char *what)
{
    printf("error: %s\n", what);
    fflush(stdout);
    _exit(NOT_JUDGED);
}

static void start_asking(struct asking *a, const char *name)
{
    a->adapter = *sfa_adapter_1();
    a->out = memfd_create(name, 0);
    if (a->out < 0)
        give_up("out of memory");
}

/* Reads back the frame that the adapter wrote. */
static void read_result(struct asking *a, const struct sfc_request *request, struct sfc_answer *answer)
{
    const size_t size = (size_t)lseek(a->out, 0, SEEK_END);
    char *bytes = sfc_alloc(size + 1, 1);
    struct sfc_frame frame;
    struct sfc_error error;
    if (pread(a->out, bytes, size, 0) != (ssize_t)size || ftruncate(a->out, 0) != 0 || lseek(a->out, 0, SEEK_SET) != 0
        || sfc_frame_read(bytes, size, SIZE_MAX, &frame, &error) != SFC_FRAME_HEAD || frame.head + frame.length != size)
        give_up("a frame cannot be read back");
    sfc_result_read(answer, request, bytes + frame.head, frame.length);
    free(bytes);
}

static void ask(struct asking *a, const struct sfc_case *c, struct sfc_answer *answer)
{
    const struct sfc_request request = sfc_case_request(c);
    const char *container = c->op == SFC_OP_ENCODE ? "dump" : c->elf ? "elf" : "raw";
    struct sfc_buffer question = { 0 };
    struct sfa_stream stream = { .in = -1, .out = a->out };
    struct sfc_frame frame;
    struct sfc_error error;
    sfc_frame_case(&question, 1, &request, container);
    if (sfc_frame_read(question.data, question.len, SIZE_MAX, &frame, &error) != SFC_FRAME_HEAD)
        give_up("a question is not a frame");
    const struct sfa_frame asked = { "case", 1, frame.length, question.data + frame.head };
    sfa_answer_case(&stream, &a->adapter, &asked, &a->said);
    free(stream.output.text);
    sfc_buffer_free(&question);
    read_result(a, &request, answer);
}

/* Leaves what a plain adapter says: the verdict and the meaning. */
static void make_plain(struct sfc_answer *answer)
{
    free(answer->fault_class);
    free(answer->place);
    answer->fault_class = answer->place = NULL;
    answer->has_range = answer->has_place = false;
}

static bool is_wrong(const struct sfc_config *config, const struct sfc_case *c, const struct sfc_answer *answer)
{
    struct sfc_result result;
    sfc_judge(config, c, answer, &result);
    const bool wrong = result.outcome != SFC_PASS;
    sfc_result_free(&result);
    return wrong;
}

#endif
