/* SPDX-License-Identifier: MIT */
/*
 * Readers that learn in another way where a section is: WHERE is SFRAME_WHERE_OWN or SFRAME_WHERE_USER. Each is made
 * of a good one, as in plants.c, and fails if what it is given does not fit together.
 */
#include "sframe_reader.h"

extern const struct sframe_reader sframe_good_reader;

enum { MOST = 1 << 20 };

static struct user {
    uint8_t bytes[MOST];
    uint64_t start, end;
    const union sframe_opened *opened;
} users[2];

/* Bytes beside the section cannot be read. */
static int copy_all(const struct sframe_input *input, uint8_t *to)
{
    uint8_t beside;
    if (input->data || input->size > MOST || !input->copy(input->ctx, to, input->addr, input->size)
        || input->copy(input->ctx, &beside, input->addr + input->size, 1)
        || input->copy(input->ctx, &beside, input->addr - 1, 1)
        || (input->size > 0 && input->copy(input->ctx, to, input->addr + 1, input->size)))
        return 0;
    for (size_t i = 0; i < input->size; i++)
        if (!input->copy(input->ctx, &beside, input->addr + i, 1) || beside != to[i])
            return 0;
    return 1;
}

static int open_section(union sframe_opened *opened, const struct sframe_input *input)
{
    struct user *user = &users[users[0].opened != 0 && users[0].opened != opened];
    struct sframe_input own = *input;
    user->opened = opened;
    user->start = input->text_start;
    user->end = input->text_end;
    if (input->text_start >= input->text_end && input->text_end != 0)
        return SFRAME_FAILED;
    if (WHERE == SFRAME_WHERE_OWN) {
        if (input->addr != (uint64_t)(uintptr_t)input->data)
            return SFRAME_FAILED;
        own.addr = (uint64_t)(uintptr_t)input->data;
    } else {
        if (!copy_all(input, user->bytes))
            return SFRAME_FAILED;
        own.data = user->bytes;
    }
    return sframe_good_reader.open(opened, &own);
}

static int find(union sframe_opened *opened, uint64_t pc, struct sframe_row *row)
{
    const struct user *user = &users[opened != users[0].opened];
    const int status = sframe_good_reader.find(opened, pc, row);
    return user->end != 0 && (pc < user->start || pc >= user->end) ? SFRAME_FAILED : status;
}

static int unwind(union sframe_opened *opened, const struct sframe_machine *machine, struct sframe_trace *trace)
{
    return sframe_good_reader.unwind(opened, machine, trace);
}

const struct sframe_reader sframe_reader = {
    .name = WHERE == SFRAME_WHERE_OWN ? "own address" : "user memory",
    .checks_all = 1,
    .where = WHERE,
    .open = open_section,
    .find = find,
    .unwind = unwind,
};
