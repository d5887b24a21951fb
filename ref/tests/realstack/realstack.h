/* SPDX-License-Identifier: MIT */
/*
 * A program that unwinds its own stack from the SFrame data that an assembler and a linker wrote,
 * and compares each PC with glibc's backtrace(), which uses .eh_frame.
 *
 * Functions for the stack have "watched" code. A signal handler gets the registers at any place in
 * it: at an instruction that traps (PROBE), and at each instruction that runs (step.c).
 */
#ifndef SFR_TESTS_REALSTACK_H
#define SFR_TESTS_REALSTACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfr.h"

/* ---- Functions on the stack ---- */

/* The checks do not know a clone of a function. */
#if defined(__GNUC__) && !defined(__clang__)
#define KEPT noinline, noclone
#else
#define KEPT noinline
#endif
#define WATCHED __attribute__((KEPT, section("realstack_code")))
#define WATCHED_LIBRARY __attribute__((KEPT, section("realstack_library_code")))

#if defined(__x86_64__)
#define PROBE() __asm__ volatile("ud2" : : : "memory")
#elif defined(__aarch64__)
#define PROBE() __asm__ volatile(".inst 0" : : : "memory")
#elif defined(__s390x__)
#define PROBE() __asm__ volatile(".short 0" : : : "memory")
#else
#error "the real-stack test knows x86-64, AArch64 and s390x only"
#endif

/* The result is changed before it is returned, and memory may have changed: no call can become a
   jump. */
static inline int used(int value)
{
    __asm__ volatile("" : "+r"(value) : : "memory");
    return value;
}

typedef int step_fn(int n);

/* points.c and tails.c: the functions to call, and the functions that are then on top of the stack. */
step_fn recursion, bouncing, allocas, large_frames, many_arguments, many_registers, realigned, red_zone, leaf_registers,
    by_libc;
step_fn tail_call, tail_call_to_library, tail_through, in_handler, signed_ra;
int deepest(int n);
int realigned_top(int a, int b, int c, int d, int e, int f, int g, int h);
int many_arguments_top(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j);
int compare_ints(const void *a, const void *b);
int handler_top(int n);
int signed_leaf(int n);

/* library.c, in a shared library. */
int library_step(step_fn *step, int n);
int library_bounce(step_fn *step, int n);
/* The range of its watched code. */
void library_code(uint64_t bounds[2]);

/* ---- The program's own SFrame data: objects.c ---- */

enum { MAX_OBJECTS = 32, MAX_LOADS = 8, MAX_FRAMES = 128 };

/* One loaded object: the range of its code and its SFrame section, if any. */
struct object {
    uint64_t low[MAX_LOADS], high[MAX_LOADS];
    size_t num_loads;
    bool has_sframe;
    struct sfr_section sframe;
};
struct stack {
    uint64_t low, high;
};
/* The second stack is that of signal handlers, if there is one. */
struct objects {
    struct object list[MAX_OBJECTS];
    size_t count;
    struct stack stacks[2];
};

/* Fills *o from dl_iterate_phdr() and the thread's stack bounds; false if it cannot read either. */
bool find_objects(struct objects *o);
const struct object *object_of(const struct objects *o, uint64_t pc);
/* Is `pc` inside the function that starts at `function`, by the SFrame data alone? */
bool is_in(const struct objects *o, uint64_t pc, uint64_t function);

/* ---- The machine: machine.c ---- */

/* Registers at the place where a signal interrupted the program. */
struct registers {
    uint64_t pc, sp, fp;
    const void *ucontext;
};
/* At a fault. */
struct registers interrupted(const void *ucontext);
/* At an instruction that trapped (PROBE): on s390x the context's PC is that of the next
   instruction. */
struct registers trapped(const void *ucontext);
void set_pc(void *ucontext, uint64_t pc);
/* By DWARF number; false for a register that is not in the context. */
bool register_of(const void *ucontext, uint32_t dwarf_reg, uint64_t *value);
/* The bits of a code pointer that a signature uses; 0 on a machine without signatures. */
uint64_t signature_bits(void);

/* ---- Unwinding: walk.c ---- */

/* Bytes below SP that still belong to the function. Between `leave` and `ret` the compilers' data
   still have FP saved there. */
#if defined(__x86_64__)
enum { RED_ZONE = 128 };
#else
enum { RED_ZONE = 0 };
#endif

struct trace {
    struct sfr_frame frames[MAX_FRAMES];
    size_t count;
    size_t outer; /* the frame that a signal interrupted; 0 if none */
    enum sfr_stop stop;
};

/* A running signal handler, and the frame that it interrupted. Its caller is code of the system
   without SFrame data. */
struct outer {
    bool active;
    uint64_t returns_to;
    struct registers registers;
};
extern struct outer outer;

/* Step by step with the section of the object of each PC, until there is none; from a signal
   handler to the frame that it interrupted. */
void walk(const struct objects *o, const struct registers *r, struct trace *t);
/* glibc's view of the same stack: backtrace() in a signal handler, without the handler's own
   frames. Returns the number of PCs. */
size_t expected_pcs(uint64_t pc, void **pcs, size_t max);
/* Does frame i have the PC of backtrace()? */
bool is_expected(const struct trace *t, size_t i, void *const *pcs);

/* ---- For sframe-ref: capture.c ---- */

/* Nothing is kept before. AddressSanitizer does not let a whole stack be copied. */
void capture_begin(void);
/* Keeps registers, stack and the PCs of backtrace(); called in a signal handler. */
void capture_take(const struct objects *o, const struct registers *r, void *const *pcs, size_t count);
/* Writes FOLDER/KIND.options, .pcs and .stack: the options for sframe-ref, and the expected result. */
bool capture_write(const char *folder, const char *kind);

/* ---- Every instruction: step.c ---- */

/* Counts over the instructions of watched code and of PLT entries with SFrame data. */
struct tally {
    unsigned long points, frames, in_library, in_plt;
    unsigned long unsaid;     /* points without SFrame data */
    unsigned long stopped;    /* walks that end before main()'s caller, with all PCs right until then */
    unsigned long unreadable; /* as `stopped`, because the place of a rule cannot be read */
    unsigned long wrong;
    struct registers first_wrong;
    size_t wrong_frame;
    uint64_t wrong_pc, right_pc;
    unsigned long probes;
    struct trace probe; /* the last one */
};

/* `bottom` is the return address of the outermost function with SFrame data. False if the handlers
   cannot be set. */
bool steps_prepare(const struct objects *o, uint64_t bottom);
/* From now on each instruction that runs is a point; on AArch64 and s390x each one only once. */
void steps_begin(struct tally *tally);
void steps_end(void);

#endif
