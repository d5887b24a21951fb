/* SPDX-License-Identifier: MIT */
/* The shared library on the stack: the program calls it through its PLT, and it calls back. */
#include "realstack.h"

/* The linker defines these for a section with such a name. */
extern const char __start_realstack_library_code[], __stop_realstack_library_code[];

WATCHED_LIBRARY int library_step(step_fn *step, int n)
{
    return used(step(n * 2)) + 1;
}

WATCHED_LIBRARY int library_bounce(step_fn *step, int n)
{
    volatile int kept = n;
    return used(step(n - 1)) + kept;
}

void library_code(uint64_t bounds[2])
{
    bounds[0] = (uint64_t)(uintptr_t)__start_realstack_library_code;
    bounds[1] = (uint64_t)(uintptr_t)__stop_realstack_library_code;
}
