/* SPDX-License-Identifier: MIT */
/*
 * Oracle: a trace through any section, with any registers and memory, ends. It gives between one
 * frame and the limit, and writes nothing after them. It reads at most three words of memory for
 * each caller, and at most three registers, only of the topmost frame. A second trace is the same,
 * and each step equals a single step and plain sums of the row's rules. The lines that a dump has for
 * a frame and for the end say the same.
 */
#include "fuzz.h"
#include "mix.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char fuzz_property[] = "unwind";

enum { MAX_FRAMES = 12 };

/* A stopped program. A number determines its registers and memory. */
struct program {
    const struct sfr_section *s;
    uint64_t seed, registers, words;
};

static uint64_t mix(uint64_t seed, uint64_t value)
{
    uint64_t state = seed ^ value * UINT64_C(0x9e3779b97f4a7c15);
    return sfr_mix_next(&state);
}

/* Half of all values are PCs in functions, or most traces would end at once. */
static uint64_t value_at(const struct program *p, uint64_t where)
{
    const uint64_t x = mix(p->seed, where);
    const uint32_t count = p->s->hdr.sfh_num_fdes;
    struct sfr_fde fde;

    if (count == 0 || x % 2 == 0)
        return x;
    sfr_read_fde(p->s, (uint32_t)(x / 2 % count), &fde);
    return fde.start + (x >> 40) % ((uint64_t)fde.sfde_func_size + 1);
}

static bool read_register(void *ctx, uint32_t reg, uint64_t *value)
{
    struct program *p = ctx;
    p->registers++;
    *value = value_at(p, reg);
    return mix(p->seed, ~(uint64_t)reg) % 16 != 0;
}

static bool read_memory(void *ctx, uint64_t address, uint64_t *value)
{
    struct program *p = ctx;
    p->words++;
    *value = value_at(p, address);
    return mix(p->seed, ~address) % 16 != 0;
}

static bool same_frame(const struct sfr_frame *a, const struct sfr_frame *b)
{
    return a->pc == b->pc && a->sp == b->sp && a->fp == b->fp && a->topmost == b->topmost;
}

/* ---- Plain sums ---- */

/* A register of a frame. */
static enum sfr_stop plain_register(const struct sfr_section *s, const struct sfr_machine *machine,
                                    const struct sfr_frame *frame, uint32_t reg, uint64_t *value)
{
    *value = reg == sfr_abi_sp(s->hdr.sfh_abi_arch) ? frame->sp : frame->fp;
    if (reg == sfr_abi_sp(s->hdr.sfh_abi_arch) || reg == sfr_abi_fp(s->hdr.sfh_abi_arch))
        return SFR_STOP_NONE;
    if (!frame->topmost)
        return SFR_STOP_UNSAFE;
    return machine->reg(machine->ctx, reg, value) ? SFR_STOP_NONE : SFR_STOP_BAD_READ;
}

/* Adds the offset to *base, which is the CFA, and loads from there if the rule says so. */
static enum sfr_stop plain_value(const struct sfr_section *s, const struct sfr_machine *machine,
                                 const struct sfr_frame *frame, const struct sfr_rule *rule, uint64_t *base)
{
    enum sfr_stop stop = SFR_STOP_NONE;

    if (rule->kind == SFR_RULE_REG || rule->kind == SFR_RULE_MEM_REG)
        stop = plain_register(s, machine, frame, rule->reg, base);
    *base += (uint64_t)rule->offset;
    if (stop != SFR_STOP_NONE || (rule->kind != SFR_RULE_MEM_REG && rule->kind != SFR_RULE_MEM_CFA))
        return stop;
    return machine->mem(machine->ctx, *base, base) ? SFR_STOP_NONE : SFR_STOP_BAD_READ;
}

/* The caller's frame by the rules of a row that has a caller. */
static enum sfr_stop plain_caller(const struct sfr_section *s, const struct sfr_machine *machine,
                                  const struct sfr_frame *frame, const struct sfr_rules *rules, struct sfr_frame *next)
{
    const struct sfr_rule in_register = { SFR_RULE_REG, sfr_abi_ra(s->hdr.sfh_abi_arch), 0 };
    uint64_t cfa = 0;
    enum sfr_stop stop = plain_value(s, machine, frame, &rules->cfa, &cfa);

    *next = (struct sfr_frame){ cfa, cfa, cfa, false };
    if (s->hdr.sfh_abi_arch == SFR_ABI_S390X_ENDIAN_BIG)
        next->sp -= 160;
    if (stop == SFR_STOP_NONE)
        stop = plain_value(s, machine, frame, rules->ra.kind == SFR_RULE_SAME ? &in_register : &rules->ra, &next->pc);
    if (rules->mangled_ra_p)
        next->pc &= ~machine->pac_mask;
    if (stop == SFR_STOP_NONE && rules->fp.kind != SFR_RULE_SAME)
        return plain_value(s, machine, frame, &rules->fp, &next->fp);
    next->fp = frame->fp;
    return stop;
}

static enum sfr_stop plain_step(const struct sfr_section *s, const struct sfr_machine *machine,
                                const struct sfr_frame *frame, struct sfr_frame *next)
{
    struct sfr_hit hit;
    const enum sfr_found found = sfr_find(s, frame->pc, &hit);

    if (found == SFR_FOUND_NO_FDE)
        return SFR_STOP_NO_FDE;
    if (found == SFR_FOUND_OUTERMOST || (found == SFR_FOUND && hit.rules.ra.kind == SFR_RULE_UNDEFINED))
        return SFR_STOP_OUTERMOST;
    return found == SFR_FOUND ? plain_caller(s, machine, frame, &hit.rules, next) : SFR_STOP_NO_FRE;
}

/* ---- Traces ---- */

static void check_steps(const struct sfr_section *s, const struct sfr_machine *machine, const struct sfr_frame *frames,
                        size_t count, enum sfr_stop stop)
{
    struct sfr_frame next = { 0, 0, 0, false }, plain;

    for (size_t i = 0; i + 1 < count; i++) {
        const struct program *p = machine->ctx;
        const uint64_t registers = p->registers;
        FUZZ_REQUIRE(sfr_unwind_step(s, machine, &frames[i], &next) == SFR_STOP_NONE, frames[i].pc,
                     "a single step ends where the trace goes on");
        FUZZ_REQUIRE(frames[i].topmost || p->registers == registers, frames[i].pc,
                     "asks for a register that only the topmost frame has");
        FUZZ_REQUIRE(same_frame(&next, &frames[i + 1]), frames[i].pc, "a single step differs from the trace");
        FUZZ_REQUIRE(!next.topmost, frames[i].pc, "a caller's frame is topmost");
        FUZZ_REQUIRE(plain_step(s, machine, &frames[i], &plain) == SFR_STOP_NONE && same_frame(&next, &plain),
                     frames[i].pc, "a step gives another frame than plain sums");
    }
    const enum sfr_stop plain_stop = plain_step(s, machine, &frames[count - 1], &plain);
    if (stop == SFR_STOP_LIMIT) {
        FUZZ_REQUIRE(plain_stop != SFR_STOP_OUTERMOST && plain_stop != SFR_STOP_NO_FDE && plain_stop != SFR_STOP_NO_FRE,
                     frames[count - 1].pc, "the limit ends a trace that has an end");
        return;
    }
    FUZZ_REQUIRE(sfr_unwind_step(s, machine, &frames[count - 1], &next) == stop, frames[count - 1].pc,
                 "a single step ends for another reason than the trace");
    FUZZ_REQUIRE(plain_stop == stop, frames[count - 1].pc, "plain sums end for another reason than the trace");
}

static void check_lines(const struct sfr_frame *frame, size_t index, enum sfr_stop stop)
{
    char expected[160];
    struct fuzz_text seen = { NULL, 0, 0 };

    snprintf(expected, sizeof expected, "frame %zu pc=0x%" PRIx64 " sp=0x%" PRIx64 " fp=0x%" PRIx64 "\nend %s\n", index,
             frame->pc, frame->sp, frame->fp, sfr_stop_name(stop));
    FUZZ_REQUIRE(sfr_dump_frame(index, frame, fuzz_add_text, &seen) && sfr_dump_stop(stop, fuzz_add_text, &seen),
                 frame->pc, "the dump of a trace stops");
    FUZZ_REQUIRE(strcmp(seen.data, expected) == 0, frame->pc, "a trace has other lines: %s", seen.data);
    free(seen.data);
}

static void check_trace(struct program *p, uint64_t pc, size_t max)
{
    const struct sfr_machine machine = { read_register, read_memory, p, mix(p->seed, 1) };
    const struct sfr_frame first = { pc, value_at(p, 2), value_at(p, 3), true };
    struct sfr_frame frames[MAX_FRAMES + 1], again[MAX_FRAMES + 1];
    size_t count = 0, count_again = 0;

    memset(frames, 0x5a, sizeof frames);
    frames[0] = again[0] = first;
    frames[max] = first;
    p->registers = p->words = 0;
    const enum sfr_stop stop = sfr_unwind(p->s, &machine, frames, max, &count);
    FUZZ_REQUIRE(count >= 1 && count <= max, pc, "%zu frames of %zu", count, max);
    FUZZ_REQUIRE(stop != SFR_STOP_NONE && sfr_stop_name(stop) != NULL, pc, "a trace ends without a reason");
    FUZZ_REQUIRE((stop != SFR_STOP_LIMIT) || count == max, pc, "the limit ends a trace that does not reach it");
    /* CFA, RA and FP of each step. The other registers of a caller are unknown. */
    FUZZ_REQUIRE(p->words <= 3 * (max - 1), pc, "%llu words read for %zu frames", (unsigned long long)p->words, max);
    FUZZ_REQUIRE(p->registers <= 3, pc, "%llu registers read", (unsigned long long)p->registers);
    FUZZ_REQUIRE(same_frame(&frames[max], &first), pc, "a frame after the last is written");
    FUZZ_REQUIRE(sfr_unwind(p->s, &machine, again, max, &count_again) == stop && count_again == count, pc,
                 "a second trace ends differently");
    for (size_t i = 0; i < count; i++) {
        FUZZ_REQUIRE(same_frame(&frames[i], &again[i]), pc, "a second trace has other frames");
        fuzz_note(frames[i].pc ^ frames[i].sp ^ frames[i].fp);
    }
    check_steps(p->s, &machine, frames, count, stop);
    check_lines(&frames[count - 1], count - 1, stop);
}

static void use_pc(void *ctx, uint64_t pc)
{
    struct program *p = ctx;
    p->seed = mix(p->seed, pc);
    check_trace(p, pc, 1 + (size_t)(p->seed % MAX_FRAMES));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct fuzz_input in = fuzz_take(data, size);

    for (size_t i = 0; size <= FUZZ_MAX_INPUT && i < in.num_profiles; i++) {
        struct sfr_section s;
        if (sfr_open(&s, in.data, in.size, in.addr, in.profiles[i], NULL) != SFR_FAULT_NONE)
            continue;
        struct program p = { .s = &s, .seed = mix(size, in.addr) };
        fuzz_each_pc(&s, 30, use_pc, &p);
    }
    return 0;
}
