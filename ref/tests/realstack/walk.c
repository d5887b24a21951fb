/* SPDX-License-Identifier: MIT */
/* Unwinds this process with the reference, reading memory inside the bounds of the stack only. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <string.h>

#include "realstack.h"

struct outer outer;

struct machine_context {
    const struct objects *objects;
    const struct registers *registers;
};

static bool read_reg(void *ctx, uint32_t dwarf_reg, uint64_t *value)
{
    const struct machine_context *c = ctx;
    return register_of(c->registers->ucontext, dwarf_reg, value);
}

static bool read_mem(void *ctx, uint64_t address, uint64_t *value)
{
    const struct machine_context *c = ctx;
    const uint64_t low = c->registers->sp - RED_ZONE;
    for (size_t i = 0; i < 2; i++) {
        const struct stack *s = &c->objects->stacks[i];
        if (low < s->low || low >= s->high || address < low || address >= s->high || s->high - address < sizeof *value)
            continue;
        memcpy(value, (const void *)(uintptr_t)address, sizeof *value);
        return true;
    }
    return false;
}

/* From the given frame to the end, or until there is no room. */
static void walk_on(const struct objects *o, const struct registers *r, struct trace *t)
{
    struct machine_context c = { o, r };
    const struct sfr_machine machine = { .reg = read_reg, .mem = read_mem, .ctx = &c, .pac_mask = signature_bits() };
    for (; t->count < MAX_FRAMES; t->count++) {
        const struct sfr_frame *frame = &t->frames[t->count - 1];
        const struct object *x = object_of(o, frame->pc);
        t->stop =
            x && x->has_sframe ? sfr_unwind_step(&x->sframe, &machine, frame, &t->frames[t->count]) : SFR_STOP_NO_FDE;
        if (t->stop != SFR_STOP_NONE)
            return;
    }
    t->stop = SFR_STOP_LIMIT;
}

static struct sfr_frame first_frame(const struct registers *r)
{
    return (struct sfr_frame){ .pc = r->pc, .sp = r->sp, .fp = r->fp, .topmost = true };
}

void walk(const struct objects *o, const struct registers *r, struct trace *t)
{
    t->frames[0] = first_frame(r);
    t->count = 1;
    t->outer = 0;
    walk_on(o, r, t);
    if (!outer.active || t->stop != SFR_STOP_NO_FDE || t->frames[t->count - 1].pc != outer.returns_to
        || t->count == MAX_FRAMES)
        return;
    t->outer = t->count;
    t->frames[t->count++] = first_frame(&outer.registers);
    walk_on(o, &outer.registers, t);
}

/* backtrace() gives the exact PC of a frame that a signal interrupted, except on s390x: there its
   PC is after the first byte of the instruction (a fault) or after a trap of two bytes, to look up
   by the byte before it. */
#if defined(__s390x__)
enum { FURTHEST = 2 };
#else
enum { FURTHEST = 0 };
#endif

size_t expected_pcs(uint64_t pc, void **pcs, size_t max)
{
    const int got = backtrace(pcs, (int)max);
    for (int i = 0; i < got; i++) {
        if ((uint64_t)(uintptr_t)pcs[i] - pc <= FURTHEST) {
            memmove(pcs, pcs + i, (size_t)(got - i) * sizeof *pcs);
            return (size_t)(got - i);
        }
    }
    return 0;
}

bool is_expected(const struct trace *t, size_t i, void *const *pcs)
{
    const bool is_interrupted = i == 0 || i == t->outer;
    return (uint64_t)(uintptr_t)pcs[i] - t->frames[i].pc <= (is_interrupted ? FURTHEST : 0);
}
