/* SPDX-License-Identifier: MIT */
/*
 * Unwinds this program's own stack from its own SFrame data and compares the PCs with glibc's backtrace(): once
 * where a leaf function is interrupted by a fault, and (x86-64) at every single instruction of the program's and
 * the library's functions, PLT entries included.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "../tap.h"
#include "realstack.h"

static struct objects objects;
static volatile int *page;

/* Where main() returns to. Every walk has to come there, and to go no further: the C library has no SFrame data. */
static uint64_t bottom;

/* Not by its name: a program that takes a function's address calls it through another kind of PLT entry, which ld
   2.40 does not describe. */
static uint64_t library_step_address;

/* What the chain of calls stores for n. */
static int stored(int n)
{
    return 8 * n + 1;
}

/* ---- One fault in a leaf ---- */

static struct {
    volatile sig_atomic_t caught;
    struct registers registers;
    struct trace trace, one_section;
    void *expected[MAX_FRAMES];
    size_t num_expected;
} fault;

static void on_fault(int sig, siginfo_t *info, void *ucontext)
{
    (void)sig;
    if (info->si_addr != (const void *)page || fault.caught)
        _exit(99);
    fault.caught = 1;
    fault.registers = interrupted(ucontext);
    walk(&objects, &fault.registers, &fault.trace);
    walk_one_section(&objects, &fault.registers, &fault.one_section);
    fault.num_expected = expected_pcs(fault.registers.pc, fault.expected, MAX_FRAMES);
    if (mprotect((void *)(uintptr_t)page, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE) != 0)
        _exit(99);
}

/* Whether `pc` is inside the function that starts at `function`, by the SFrame data and nothing else. */
static bool is_in(uint64_t pc, uint64_t function)
{
    const struct object *x = object_of(&objects, pc);
    struct sfr_fde fde;
    return x && x->has_sframe && sfr_find_fde_scan(&x->sframe, pc, &fde) && fde.start == function;
}

static void print_frame(size_t i, uint64_t pc)
{
    const struct object *x = object_of(&objects, pc);
    Dl_info info;
    if (!dladdr((void *)(uintptr_t)pc, &info))
        printf("# frame %zu 0x%" PRIx64 "\n", i, pc);
    else if (!info.dli_sname)
        printf("# frame %zu in %s at 0x%" PRIx64 "\n", i, x->name, pc - (uint64_t)(uintptr_t)info.dli_fbase);
    else
        printf("# frame %zu in %s at 0x%" PRIx64 ", %s + 0x%" PRIx64 "\n", i, x->name,
               pc - (uint64_t)(uintptr_t)info.dli_fbase, info.dli_sname, pc - (uint64_t)(uintptr_t)info.dli_saddr);
}

/* Whether the call that returns to `pc` went to code of this program, though the function is not there: to a PLT
   entry. */
static bool called_through_plt(uint64_t pc)
{
#if defined(__x86_64__)
    const uint8_t *call = (const uint8_t *)(uintptr_t)(pc - 5);
    int32_t distance;
    memcpy(&distance, call + 1, sizeof distance);
    const uint64_t called = pc + (uint64_t)(int64_t)distance;
    const bool is_call = call[0] == 0xe8;
#elif defined(__aarch64__)
    const uint32_t call = *(const uint32_t *)(uintptr_t)(pc - 4);
    const uint64_t called = pc - 4 + (uint64_t)((int64_t)(int32_t)(call << 6) >> 4);
    const bool is_call = call >> 26 == 0x25;
#endif
    return is_call && object_of(&objects, called) == &objects.list[0]
           && object_of(&objects, library_step_address) != &objects.list[0];
}

static void compare_with_backtrace(void)
{
    const struct trace *t = &fault.trace;
    const size_t both = t->count < fault.num_expected ? t->count : fault.num_expected;
    for (size_t i = 0; i < t->count; i++)
        print_frame(i, t->frames[i].pc);
    printf("# end %s\n", sfr_stop_name(t->stop));
    OK(fault.num_expected >= t->count, "backtrace() has %zu PCs for %zu frames", fault.num_expected, t->count);
    for (size_t i = 0; i < both; i++)
        IS_U64(t->frames[i].pc, (uint64_t)(uintptr_t)fault.expected[i], "frame %zu: the PC of backtrace()", i);
}

__attribute__((noinline)) static void check_fault(void)
{
    const uint64_t functions[] = {
        (uint64_t)(uintptr_t)leaf,        (uint64_t)(uintptr_t)callback,    library_step_address,
        (uint64_t)(uintptr_t)with_alloca, (uint64_t)(uintptr_t)with_locals, (uint64_t)(uintptr_t)chain,
    };
    const char *names[] = { "leaf", "callback", "library_step", "with_alloca", "with_locals", "chain" };
    const struct trace *t = &fault.trace;
    const int result = chain(3, page);
    OK(fault.caught == 1, "the leaf's store faulted and went on (%d)", result);
    OK(*page == stored(3), "and stored what the chain of calls makes of 3: %d", *page);
    compare_with_backtrace();
    if (!OK(t->count >= 7, "at least seven frames: %zu", t->count))
        return;
    for (size_t i = 0; i < 6; i++)
        OK(is_in(t->frames[i].pc, functions[i]), "frame %zu is in %s", i, names[i]);
    OK(is_in(t->frames[6].pc, (uint64_t)(uintptr_t)check_fault), "frame 6 is in this very function");
    OK(object_of(&objects, t->frames[2].pc) != object_of(&objects, t->frames[1].pc),
       "frame 2 is in the shared library");
    OK(called_through_plt(t->frames[3].pc), "frame 3 called it through the PLT");
    OK(t->frames[0].sp == fault.registers.sp && t->frames[0].fp == fault.registers.fp,
       "frame 0 is the interrupted leaf");
#if defined(__aarch64__)
    const uint64_t leaf_stack = 0; /* its return address is in a register */
#else
    const uint64_t leaf_stack = 8;
#endif
    OK(t->frames[1].sp >= t->frames[0].sp + leaf_stack, "frame 1 lies above the leaf");
    for (size_t i = 2; i < t->count; i++)
        OK(t->frames[i].sp > t->frames[i - 1].sp, "frame %zu lies above the one it called", i);
    IS_U64(t->stop, SFR_STOP_NO_FDE, "the walk ends where there is no SFrame data");
    IS_U64(t->frames[t->count - 1].pc, bottom, "in the C library that called main()");
    IS_U64(fault.one_section.count, 3, "with the program's section alone it comes to the library");
    IS_U64(fault.one_section.stop, SFR_STOP_NO_FDE, "and ends there");
    for (size_t i = 0; i < 3; i++)
        OK(fault.one_section.frames[i].pc == t->frames[i].pc, "with the same frame %zu", i);
}

/* ---- Every instruction ---- */

#if defined(__x86_64__)

#define TRAP_FLAG 0x100

static struct {
    volatile sig_atomic_t done;
    struct trace trace;
    void *expected[MAX_FRAMES];
    unsigned long instructions, compared, in_plt, in_library, frames;
    unsigned long wrong;
    struct registers first_wrong;
    size_t wrong_frame;
    uint64_t wrong_pc, right_pc;
} steps;

/* The PCs of all frames must be those of backtrace(), down to the bottom. */
static void compare_step(const struct registers *r)
{
    walk(&objects, r, &steps.trace);
    const size_t num_expected = expected_pcs(r->pc, steps.expected, MAX_FRAMES);
    size_t i = 0;
    while (i < steps.trace.count && i < num_expected
           && steps.trace.frames[i].pc == (uint64_t)(uintptr_t)steps.expected[i])
        i++;
    steps.compared++;
    steps.frames += i;
    if ((i == steps.trace.count && steps.trace.frames[i - 1].pc == bottom) || steps.wrong++ != 0)
        return;
    steps.first_wrong = *r;
    steps.wrong_frame = i;
    steps.wrong_pc = i < steps.trace.count ? steps.trace.frames[i].pc : 0;
    steps.right_pc = i < num_expected ? (uint64_t)(uintptr_t)steps.expected[i] : 0;
}

/* The trap flag, set in the state that the handler returns to, brings the program back here after its next
   instruction. */
static void on_step(int sig, siginfo_t *info, void *ucontext)
{
    greg_t *flags = &((ucontext_t *)ucontext)->uc_mcontext.gregs[REG_EFL];
    *flags = steps.done ? *flags & ~TRAP_FLAG : *flags | TRAP_FLAG;
    const struct registers r = interrupted(ucontext);
    const struct object *x = object_of(&objects, r.pc);
    struct sfr_fde fde;
    (void)sig;
    (void)info;
    steps.instructions++;
    if (!x || !x->has_sframe || !sfr_find_fde_scan(&x->sframe, r.pc, &fde))
        return;
    const bool in_library = x != &objects.list[0];
    steps.in_library += in_library;
    steps.in_plt += fde.pc_type == SFR_FDE_PCTYPE_MASK;
    compare_step(&r);
}

static void check_steps(void)
{
    const struct sigaction action = { .sa_sigaction = on_step, .sa_flags = SA_SIGINFO };
    volatile int value = 0;
    if (sigaction(SIGTRAP, &action, NULL) != 0)
        exit(99);
    raise(SIGTRAP);
    chain(5, &value);
    steps.done = 1;
    OK(value == stored(5), "the chain does its work, step by step: %d", value);
    printf("# %lu instructions, %lu of them in functions with SFrame data: %lu in the library, %lu in PLT entries; "
           "%lu frames\n",
           steps.instructions, steps.compared, steps.in_library, steps.in_plt, steps.frames);
    OK(steps.compared > 200, "hundreds of instructions are compared: %lu", steps.compared);
    OK(steps.in_library > 5, "some in the library: %lu", steps.in_library);
    OK(steps.in_plt >= 3, "some in PLT entries, with the three that find the function at its first call: %lu",
       steps.in_plt);
    if (!OK(steps.wrong == 0, "at each of them the PCs of all frames are those of backtrace()"))
        printf("# %lu differ, first at PC 0x%" PRIx64 " SP 0x%" PRIx64 ", frame %zu: 0x%" PRIx64
               ", backtrace() 0x%" PRIx64 "\n",
               steps.wrong, steps.first_wrong.pc, steps.first_wrong.sp, steps.wrong_frame, steps.wrong_pc,
               steps.right_pc);
}

#else

static void check_steps(void)
{
    printf("ok %d - every instruction # SKIP needs the trap flag of x86-64\n", ++tap_count);
}

#endif

int main(void)
{
    void *warm_up[2];
    const struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
    backtrace(warm_up, 2); /* loads what it needs now rather than in the handler */
    bottom = (uint64_t)(uintptr_t)__builtin_return_address(0);
    library_step_address = (uint64_t)(uintptr_t)dlsym(RTLD_DEFAULT, "library_step");
    page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED || !find_objects(&objects) || sigaction(SIGSEGV, &action, NULL) != 0)
        return 99;
    OK(objects.list[0].has_sframe, "the program has a PT_GNU_SFRAME segment that the reference opens");
    const struct object *library = object_of(&objects, library_step_address);
    OK(library && library != &objects.list[0] && library->has_sframe, "and so has the library");
    check_steps();
    check_fault();
    return tap_done();
}
