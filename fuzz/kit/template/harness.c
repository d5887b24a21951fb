/* SPDX-License-Identifier: 0BSD */
/* One input: asks the reader, and ends the program if an answer is wrong. For libFuzzer and AFL++, also as their
   mutator. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"

/* What a reader declares does not change. */
static const struct sfk_reader *the_reader(void)
{
    static struct sfk_reader reader;
    static bool declared;

    if (!declared) {
        ask_declare(&reader);
        declared = true;
    }
    return &reader;
}

const struct sfk_wish *reader_wish(void)
{
    return &the_reader()->reads;
}

enum sfk_outcome try_input(const uint8_t *input, size_t size, struct sfk_difference *difference)
{
    static struct reply reply;
    struct sfk_section section = sfk_take(input, size);
    struct sfk_questions questions;
    struct sfk_program program;
    enum sfk_outcome outcome = SFK_EQUAL;

    if (size > SFK_MAX_INPUT || !sfk_is_for(the_reader(), &section))
        return SFK_EQUAL;
    /* Of exactly this size, so that a sanitizer sees the first byte too many. */
    uint8_t *copy = malloc(section.size);
    if (section.size > 0 && !copy)
        return SFK_EQUAL;
    if (section.size > 0)
        memcpy(copy, section.data, section.size);
    section.data = copy;
    sfk_ask(&section, &questions);
    sfk_stop(&section, &questions, &program);
    ask_reader(&section, &questions, &program, &reply);
    const struct sfk_answer theirs = {
        .accepted = reply.accepted,
        .found = reply.accepted ? reply.found : NULL,
        .rules = reply.rules,
        .dump = reply.accepted && reply.has_dump ? reply.dump : NULL,
        .frames = reply.accepted && reply.num_frames > 0 ? reply.frames : NULL,
        .num_frames = reply.num_frames,
        .stop = reply.stop,
    };
    outcome = sfk_compare(the_reader(), &section, &questions, &program, &theirs, difference);
    free(copy);
    return outcome;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    struct sfk_difference difference;

    if (try_input(input, size, &difference) == SFK_WRONG) {
        fprintf(stderr, "difference: %s%s%s\n", difference.question ? difference.question : "",
                difference.question ? ": " : "", difference.text);
        abort();
    }
    return 0;
}

/* ---- Mutators ---- */

static uint8_t changed[SFK_MAX_INPUT];

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max) __attribute__((weak));
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    const struct sfk_input in = { data, NULL, size, 0 };
    const size_t room = max < sizeof changed ? max : sizeof changed;
    const size_t len = seed % 8 ? sfk_mutate(reader_wish(), &in, SFK_ANY, seed, changed, room) : 0;

    if (len == 0)
        return LLVMFuzzerMutate ? LLVMFuzzerMutate(data, size, max) : size;
    memcpy(data, changed, len);
    return len;
}

/* AFL_CUSTOM_MUTATOR_LIBRARY is this file and the reader as a shared library. */
void *afl_custom_init(void *afl, unsigned seed);
void *afl_custom_init(void *afl, unsigned seed)
{
    uint64_t *next = malloc(sizeof *next);
    (void)afl;
    if (next)
        *next = seed;
    return next;
}

void afl_custom_deinit(void *next);
void afl_custom_deinit(void *next)
{
    free(next);
}

size_t afl_custom_fuzz(void *next, uint8_t *data, size_t size, uint8_t **out, uint8_t *other, size_t other_size,
                       size_t max);
size_t afl_custom_fuzz(void *next, uint8_t *data, size_t size, uint8_t **out, uint8_t *other, size_t other_size,
                       size_t max)
{
    const struct sfk_input in = { data, other, size, other ? other_size : 0 };

    *out = changed;
    return sfk_mutate(reader_wish(), &in, SFK_ANY, (*(uint64_t *)next)++, changed,
                      max < sizeof changed ? max : sizeof changed);
}
