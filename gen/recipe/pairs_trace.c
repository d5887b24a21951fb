/* SPDX-License-Identifier: MIT */
/* A stopped program in a section of pairs: memory that leads the trace through as many rows as can be callers. */
#include "pairs.h"

#include <string.h>

enum { MOST_FRAMES = 24, STACK = 0x10000000, APART = 0x100000, NOWHERE = 0x1000 };
enum { OTHER = 10 }; /* the register of $pairs.txt that is neither SP nor FP: only the topmost frame knows it */
static const uint64_t SIGNATURE = (uint64_t)0x2a << 48, PAC_MASK = (uint64_t)0x7f << 48;

struct trace {
    struct gen_pool *pool;
    struct gen_plan *plan;
    uint64_t sp, fp;
    bool topmost, is_signed;
    uint64_t *return_slot; /* where the next PC goes; NULL: nowhere yet */
};

static bool has_word(const struct trace *t, uint64_t address)
{
    return gen_value_of(t->plan->machine.mem, t->plan->machine.num_mem, address);
}

static uint64_t *new_word(const struct trace *t, uint64_t address, uint64_t value)
{
    struct gen_machine *machine = &t->plan->machine;
    machine->mem[machine->num_mem] = (struct gen_word){ address, value };
    return &machine->mem[machine->num_mem++].value;
}

static uint64_t register_value(const struct trace *t, uint32_t reg)
{
    const struct gen_abi_info *abi = &gen_abis[t->plan->target.abi];
    return reg == abi->sp ? t->sp : reg == abi->fp ? t->fp : STACK + 2 * APART;
}

/* A PC one byte after the start of the row; the byte before it must have the same row. 0: the row is too short, or has
   the lowest bit of a mask of version 1. */
static uint64_t pc_in(const struct gen_model *model, const struct gen_func *func, uint32_t r)
{
    const uint32_t start = func->rows[r].start, end = func->size && func->mask && func->rep ? func->rep : func->size;
    const uint32_t next = r + 1 < func->num_rows ? func->rows[r + 1].start : end;
    const bool lowest = func->mask && !func->rep && start == 1;
    return next - start > 1 && !lowest ? model->addr + (uint64_t)func->at + start + 1 : 0;
}

static uint64_t caller_sp(const struct trace *t, uint64_t cfa)
{
    return cfa - gen_abis[t->plan->target.abi].below_cfa;
}

/* Is the register that the CFA counts from known? Where the fixed FP is an open question, not an FP that another answer
   makes another. */
static bool is_base_known(const struct trace *t, uint32_t reg)
{
    const struct gen_abi_info *abi = &gen_abis[t->plan->target.abi];
    const bool fp_known = !t->plan->open || strcmp(t->plan->open, "AMB-059") != 0;
    return reg == abi->sp || (reg == abi->fp && fp_known) || t->topmost;
}

static bool is_ra_in_register(const struct trace *t, const struct gen_rules *rules)
{
    return rules->ra.kind == GEN_SAME && t->topmost && t->plan->target.abi != GEN_AMD64;
}

/* Are the words that RA and FP are read from new ones? `loaded` is that of the CFA, or 0. */
static bool are_slots_new(const struct trace *t, const struct gen_rules *rules, uint64_t cfa, uint64_t loaded)
{
    const uint64_t ra = cfa + (uint64_t)rules->ra.offset, fp = cfa + (uint64_t)rules->fp.offset;
    if (loaded && (ra == loaded || fp == loaded))
        return false;
    if (!is_ra_in_register(t, rules) && has_word(t, ra))
        return false;
    return rules->fp.kind != GEN_MEM_CFA || (!has_word(t, fp) && rules->fp.offset != rules->ra.offset);
}

/* The CFA by a row, if the row can be unwound now with new words of memory; 0: it cannot. Stacks grow down. */
static uint64_t cfa_by(const struct trace *t, const struct gen_rules *rules)
{
    const bool is_loaded = rules->cfa.kind == GEN_MEM_REG;
    const uint64_t at = register_value(t, rules->cfa.reg) + (uint64_t)rules->cfa.offset;
    const uint64_t cfa = is_loaded ? t->sp + APART : at;
    if (!is_base_known(t, rules->cfa.reg) || (is_loaded && has_word(t, at)) || caller_sp(t, cfa) <= t->sp)
        return 0;
    if (rules->ra.kind != GEN_MEM_CFA && !is_ra_in_register(t, rules))
        return 0;
    return are_slots_new(t, rules, cfa, is_loaded ? at : 0) ? cfa : 0;
}

/* The frame's own PC, in the word where the frame before it finds it. */
static void go_to(const struct trace *t, uint64_t pc)
{
    if (t->return_slot)
        *t->return_slot = pc | (t->is_signed ? SIGNATURE : 0);
    else
        t->plan->machine.pc = pc;
}

static bool try_row(struct trace *t, const struct gen_func *func, uint32_t r)
{
    const struct gen_model *model = &t->plan->model;
    const struct gen_row *row = &func->rows[r];
    const struct gen_rules rules = gen_effective_rules(model, func, row);
    const uint64_t pc = pc_in(model, func, r), cfa = pc && !row->outermost ? cfa_by(t, &rules) : 0;
    if (!cfa)
        return false;
    go_to(t, pc);
    if (rules.cfa.kind == GEN_MEM_REG)
        new_word(t, register_value(t, rules.cfa.reg) + (uint64_t)rules.cfa.offset, cfa);
    if (rules.fp.kind == GEN_MEM_CFA)
        new_word(t, cfa + (uint64_t)rules.fp.offset, cfa + APART);
    if (rules.ra.kind == GEN_SAME)
        t->return_slot = &t->plan->machine.regs[3].value;
    else
        t->return_slot = new_word(t, cfa + (uint64_t)rules.ra.offset, NOWHERE);
    t->is_signed = row->mangled && t->plan->machine.pac_mask;
    t->fp = rules.fp.kind == GEN_MEM_CFA ? cfa + APART : t->fp;
    t->sp = caller_sp(t, cfa);
    t->topmost = false;
    return true;
}

/* The last frame: in an outermost row, or in no function. */
static void end(const struct trace *t)
{
    const struct gen_model *model = &t->plan->model;
    const uint64_t nowhere = NOWHERE;
    t->plan->machine.ends = "no-fde";
    go_to(t, nowhere);
    for (uint32_t f = 0; f < model->num_funcs; f++)
        for (uint32_t r = 0; r < model->funcs[f].num_rows; r++) {
            const uint64_t pc = pc_in(model, &model->funcs[f], r);
            if (!pc || !model->funcs[f].rows[r].outermost)
                continue;
            t->plan->machine.ends = "outermost";
            go_to(t, pc);
            return;
        }
}

void gen_fill_machine(struct gen_pool *pool, struct gen_plan *plan)
{
    const struct gen_abi_info *abi = &gen_abis[plan->target.abi];
    struct gen_machine *machine = &plan->machine;
    struct trace t = { .pool = pool, .plan = plan, .sp = STACK, .fp = STACK + APART, .topmost = true };
    const bool aarch64 = gen_is_aarch64(plan->target.abi);
    unsigned frames = 0;
    machine->mem = gen_alloc(pool, 3 * MOST_FRAMES, sizeof(*machine->mem));
    machine->regs = gen_alloc(pool, 4, sizeof(*machine->regs));
    machine->num_regs = plan->target.abi == GEN_AMD64 ? 3 : 4;
    machine->regs[0] = (struct gen_word){ abi->sp, t.sp };
    machine->regs[1] = (struct gen_word){ abi->fp, t.fp };
    machine->regs[2] = (struct gen_word){ OTHER, register_value(&t, OTHER) };
    machine->regs[3] = (struct gen_word){ abi->ra, NOWHERE };
    machine->has_pc = true;
    /* Kernel addresses have these bits themselves. */
    machine->pac_mask = aarch64 && plan->model.addr >> 63 == 0 ? PAC_MASK : 0;
    for (uint32_t r = 0; r < 8; r++)
        for (uint32_t f = 0; f < plan->model.num_funcs && frames < MOST_FRAMES; f++)
            if (r < plan->model.funcs[plan->model.num_funcs - 1 - f].num_rows)
                frames += try_row(&t, &plan->model.funcs[plan->model.num_funcs - 1 - f], r);
    end(&t);
}
