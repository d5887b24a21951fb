/* SPDX-License-Identifier: MIT */
/*
 * A program that unwinds its own stack from the SFrame data that the assembler and linker of this system wrote.
 *
 * main -> chain -> with_locals -> with_alloca -> (PLT) library_step -> callback -> leaf, and leaf stores to a page
 * that may not be written to. The signal handler there has the registers of a real leaf function in the middle of
 * its work.
 */
#ifndef SFR_TESTS_REALSTACK_H
#define SFR_TESTS_REALSTACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sfr.h"

/* ---- The functions on the stack: chain.c, and library.c in a shared library. Both are assembled with SFrame data.
   ---- */

typedef int step_fn(int n);

int chain(int n, volatile int *where);
int with_locals(int n);
int with_alloca(int n);
int callback(int n);
int leaf(int n);
int library_step(step_fn *step, int n);

/* ---- The program's own SFrame data: objects.c ---- */

enum { MAX_OBJECTS = 32, MAX_LOADS = 8, MAX_FRAMES = 64 };

/* One loaded object: where its code lies and, if it has any, its SFrame section. */
struct object {
    char name[32];
    uint64_t low[MAX_LOADS], high[MAX_LOADS];
    size_t num_loads;
    bool has_sframe;
    struct sfr_section sframe;
};
struct objects {
    struct object list[MAX_OBJECTS];
    size_t count;
    uint64_t stack_low, stack_high;
};

/* Fills *o from dl_iterate_phdr() and the thread's stack bounds; false if either can't be had. */
bool find_objects(struct objects *o);
const struct object *object_of(const struct objects *o, uint64_t pc);

/* ---- Unwinding: walk.c ---- */

/* Registers at the place where a signal interrupted the program. */
struct registers {
    uint64_t pc, sp, fp, ra;
};
struct registers interrupted(const void *ucontext);

struct trace {
    struct sfr_frame frames[MAX_FRAMES];
    size_t count;
    enum sfr_stop stop;
};

/* Step by step with the section of the object that each PC lies in, until there is none. */
void walk(const struct objects *o, const struct registers *r, struct trace *t);
/* sfr_unwind() with the one section of the object that the first PC lies in. */
void walk_one_section(const struct objects *o, const struct registers *r, struct trace *t);

/* What glibc says about the same stack: backtrace() called in a signal handler, without the handler's own frames.
   Returns how many PCs. */
size_t expected_pcs(uint64_t pc, void **pcs, size_t max);

#endif
