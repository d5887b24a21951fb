/* SPDX-License-Identifier: MIT */
/*
 * Oracle: a trace through any section, with any registers and memory, ends. It gives between one
 * frame and the limit, and writes nothing after them. It reads at most three words of memory for
 * each caller, and at most three registers, only of the topmost frame. A second trace is the same,
 * and each step equals a single step.
 */
#include "fuzz.h"

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
    uint64_t x = seed ^ (value * UINT64_C(0x9e3779b97f4a7c15));
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
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

static void check_steps(const struct sfr_section *s, const struct sfr_machine *machine, const struct sfr_frame *frames,
                        size_t count, enum sfr_stop stop)
{
    struct sfr_frame next = { 0, 0, 0, false };

    for (size_t i = 0; i + 1 < count; i++) {
        const struct program *p = machine->ctx;
        const uint64_t registers = p->registers;
        FUZZ_REQUIRE(sfr_unwind_step(s, machine, &frames[i], &next) == SFR_STOP_NONE, frames[i].pc,
                     "a single step ends where the trace goes on");
        FUZZ_REQUIRE(frames[i].topmost || p->registers == registers, frames[i].pc,
                     "asks for a register that only the topmost frame has");
        FUZZ_REQUIRE(same_frame(&next, &frames[i + 1]), frames[i].pc, "a single step differs from the trace");
        FUZZ_REQUIRE(!next.topmost, frames[i].pc, "a caller's frame is topmost");
    }
    if (stop != SFR_STOP_LIMIT)
        FUZZ_REQUIRE(sfr_unwind_step(s, machine, &frames[count - 1], &next) == stop, frames[count - 1].pc,
                     "a single step ends for another reason than the trace");
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
