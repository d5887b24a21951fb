/* SPDX-License-Identifier: MIT */
/* The shared library on the stack: the program calls it through its PLT, and it calls back. */
#include "realstack.h"

__attribute__((noinline)) int library_step(step_fn *step, int n)
{
    int value = step(n * 2);
    __asm__ volatile("" : "+r"(value) : : "memory");
    return value + 1;
}
