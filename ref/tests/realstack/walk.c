/* SPDX-License-Identifier: MIT */
/* Unwinds this process with the reference, reading memory inside the bounds of the stack only. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <string.h>
#include <ucontext.h>

#include "realstack.h"

struct machine_context {
    const struct objects *objects;
    const struct registers *registers;
};

struct registers interrupted(const void *ucontext)
{
    const ucontext_t *u = ucontext;
#if defined(__x86_64__)
    const greg_t *g = u->uc_mcontext.gregs;
    return (struct registers){ .pc = (uint64_t)g[REG_RIP], .sp = (uint64_t)g[REG_RSP], .fp = (uint64_t)g[REG_RBP] };
#elif defined(__aarch64__)
    return (struct registers){
        .pc = u->uc_mcontext.pc, .sp = u->uc_mcontext.sp, .fp = u->uc_mcontext.regs[29], .ra = u->uc_mcontext.regs[30]
    };
#else
#error "the real-stack test knows x86-64 and AArch64 only"
#endif
}

static bool read_reg(void *ctx, uint32_t dwarf_reg, uint64_t *value)
{
    const struct machine_context *c = ctx;
    const unsigned abi = c->objects->list[0].sframe.hdr.sfh_abi_arch;
    if (dwarf_reg == sfr_abi_sp(abi))
        *value = c->registers->sp;
    else if (dwarf_reg == sfr_abi_fp(abi))
        *value = c->registers->fp;
    else if (dwarf_reg == sfr_abi_ra(abi) && c->registers->ra != 0)
        *value = c->registers->ra;
    else
        return false;
    return true;
}

/* What lies below SP and still belongs to the function. Between `leave` and `ret`, compilers go on saying that FP is
   saved there. */
#if defined(__x86_64__)
enum { RED_ZONE = 128 };
#else
enum { RED_ZONE = 0 };
#endif

static bool read_mem(void *ctx, uint64_t address, uint64_t *value)
{
    const struct machine_context *c = ctx;
    const uint64_t low = c->registers->sp - RED_ZONE, high = c->objects->stack_high;
    if (low < c->objects->stack_low || address < low || high < sizeof *value || address > high - sizeof *value)
        return false;
    memcpy(value, (const void *)(uintptr_t)address, sizeof *value);
    return true;
}

void walk(const struct objects *o, const struct registers *r, struct trace *t)
{
    struct machine_context c = { o, r };
    const struct sfr_machine machine = { .reg = read_reg, .mem = read_mem, .ctx = &c };
    t->frames[0] = (struct sfr_frame){ .pc = r->pc, .sp = r->sp, .fp = r->fp, .topmost = true };
    for (t->count = 1; t->count < MAX_FRAMES; t->count++) {
        const struct sfr_frame *frame = &t->frames[t->count - 1];
        const struct object *x = object_of(o, frame->pc);
        t->stop =
            x && x->has_sframe ? sfr_unwind_step(&x->sframe, &machine, frame, &t->frames[t->count]) : SFR_STOP_NO_FDE;
        if (t->stop != SFR_STOP_NONE)
            return;
    }
    t->stop = SFR_STOP_LIMIT;
}

void walk_one_section(const struct objects *o, const struct registers *r, struct trace *t)
{
    struct machine_context c = { o, r };
    const struct sfr_machine machine = { .reg = read_reg, .mem = read_mem, .ctx = &c };
    const struct object *x = object_of(o, r->pc);
    memset(t, 0, sizeof *t);
    t->frames[0] = (struct sfr_frame){ .pc = r->pc, .sp = r->sp, .fp = r->fp, .topmost = true };
    if (x && x->has_sframe)
        t->stop = sfr_unwind(&x->sframe, &machine, t->frames, MAX_FRAMES, &t->count);
}

size_t expected_pcs(uint64_t pc, void **pcs, size_t max)
{
    const int got = backtrace(pcs, (int)max);
    for (int i = 0; i < got; i++) {
        if ((uint64_t)(uintptr_t)pcs[i] == pc) {
            memmove(pcs, pcs + i, (size_t)(got - i) * sizeof *pcs);
            return (size_t)(got - i);
        }
    }
    return 0;
}
