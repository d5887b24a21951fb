/* SPDX-License-Identifier: MIT */
/* Stack traces: every unwind vector with its stopped program, and the limits of sfr_unwind(). */
#include <stdlib.h>

#include "tap.h"
#include "vectors_base.h"
#include "vectors_expect.h"

struct program {
    const struct unwind_vector *v;
    unsigned reads;
};

/* The value after "KEY=" in a list of "KEY=VALUE" items. */
static bool value_of(const char *list, const char *key, uint64_t *value)
{
    char item[160];
    const size_t len = strlen(key);
    for (const char *rest = list; (rest = next_item(rest, ' ', item));) {
        if (strncmp(item, key, len) == 0 && item[len] == '=') {
            *value = strtoull(item + len + 1, NULL, 16);
            return true;
        }
    }
    return false;
}

static bool read_reg(void *ctx, uint32_t reg, uint64_t *value)
{
    const struct program *p = ctx;
    char key[24];
    snprintf(key, sizeof key, "r%" PRIu32, reg);
    return value_of(p->v->regs, key, value);
}

static bool read_mem(void *ctx, uint64_t address, uint64_t *value)
{
    struct program *p = ctx;
    char key[24];
    p->reads++;
    snprintf(key, sizeof key, "0x%" PRIx64, address);
    return value_of(p->v->mem, key, value);
}

/* A step from a frame that is not the topmost one. If there is no caller, `next` must stay as it
   was. */
static void step_from_caller(const struct sfr_section *s, const struct sfr_machine *m, struct text *seen)
{
    const struct unwind_vector *v = ((const struct program *)m->ctx)->v;
    const struct sfr_frame frame = { v->pc, v->sp, v->fp, false };
    struct sfr_frame next = { 1, 2, 3, true };
    const enum sfr_stop stop = sfr_unwind_step(s, m, &frame, &next);

    sfr_dump_frame(0, &frame, put_text, seen);
    if (stop == SFR_STOP_NONE) {
        sfr_dump_frame(1, &next, put_text, seen);
        OK(!next.topmost, "%s: the caller's frame is not the topmost", v->name);
        return;
    }
    sfr_dump_stop(stop, put_text, seen);
    OK(next.pc == 1 && next.sp == 2 && next.fp == 3 && next.topmost, "%s: no frame is set", v->name);
}

static void trace(const struct sfr_section *s, const struct sfr_machine *m, struct text *seen)
{
    const struct unwind_vector *v = ((const struct program *)m->ctx)->v;
    struct sfr_frame frames[8] = { { v->pc, v->sp, v->fp, true } };
    size_t count = 0;

    if (v->max > 8)
        bail("too many frames", v->name);
    const enum sfr_stop stop = sfr_unwind(s, m, frames, v->max, &count);
    for (size_t i = 0; i < count; i++)
        sfr_dump_frame(i, &frames[i], put_text, seen);
    sfr_dump_stop(stop, put_text, seen);
    OK(count >= 1 && count <= v->max && frames[0].topmost && (count < 2 || !frames[1].topmost), "%s: count", v->name);
}

static void check_vector(const struct unwind_vector *v)
{
    static struct text seen;
    struct program p = { v, 0 };
    const struct sfr_machine m = { read_reg, read_mem, &p, v->pac_mask };
    struct sfr_section s;
    size_t size;
    uint8_t *data = read_vector(v->bytes, NULL, 0, &size);

    OK(sfr_check(data, size, v->addr, v->profile, NULL, NULL).accepted, "%s: the section is accepted", v->name);
    if (!sfr_open(&s, data, size, v->addr, v->profile, NULL)) {
        clear_text(&seen);
        (v->caller ? step_from_caller : trace)(&s, &m, &seen);
        IS_TEXT(seen.data, v->trace, "%s: trace", v->name);
        OK(p.reads <= v->reads, "%s: %u words read, no more than %u", v->name, p.reads, v->reads);
    }
    free(data);
}

/* Every limit cuts the same trace: function 0x100 calls itself, 8 bytes of stack each time, until
   the stack ends. */
static void check_limits(void)
{
    static const struct unwind_vector endless = {
        .name = "limits",
        .profile = SFR_PROFILE_V2,
        .bytes = V2_ONE,
        .pc = 0x100,
        .sp = 0x7000,
        .fp = 0x8000,
        .mem = "0x7000=0x104 0x7008=0x108 0x7010=0x10c",
    };
    struct program p = { &endless, 0 };
    const struct sfr_machine m = { read_reg, read_mem, &p, 0 };
    struct sfr_section s;
    size_t size;
    uint8_t *data = read_vector(endless.bytes, NULL, 0, &size);

    if (sfr_open(&s, data, size, 0, SFR_PROFILE_V2, NULL))
        bail("cannot be opened", endless.bytes);
    for (size_t max = 1; max <= 6; max++) {
        struct sfr_frame frames[8] = { { 0x100, 0x7000, 0x8000, true } };
        size_t count = 0;
        frames[max].pc = 0x77;
        const enum sfr_stop stop = sfr_unwind(&s, &m, frames, max, &count);
        OK(stop == (max > 4 ? SFR_STOP_BAD_READ : SFR_STOP_LIMIT) && count == (max > 4 ? 4 : max),
           "limit of %zu frames", max);
        OK(frames[count - 1].sp == 0x7000 + 8 * (count - 1), "limit of %zu frames: the last one", max);
        OK(frames[max].pc == 0x77, "limit of %zu frames: nothing after them is written", max);
    }
    free(data);
}

int main(void)
{
    for (size_t i = 0; i < num_unwind_vectors; i++)
        check_vector(&unwind_vectors[i]);
    check_limits();
    return tap_done();
}
