/* SPDX-License-Identifier: MIT */
/* The functions of the program that are on the stack: one with many locals, two with alloca (CFA on
   the frame pointer), a leaf. */
#include "realstack.h"

static volatile int *target;

WATCHED int leaf(int n)
{
    *target = n;
    return n + 1;
}

/* Like with_alloca() below it, which can only be unwound with the FP that this function saved. */
WATCHED int callback(int n)
{
    volatile char *bytes = __builtin_alloca((unsigned)n + 16);
    bytes[0] = 1;
    return used(leaf(n + bytes[0])) + bytes[0];
}

WATCHED int with_alloca(int n)
{
    volatile char *bytes = __builtin_alloca((unsigned)n + 16);
    bytes[0] = (char)n;
    return used(library_step(callback, n + bytes[0])) + bytes[0];
}

WATCHED int with_locals(int n)
{
    volatile int values[100];
    for (int i = 0; i < 100; i++)
        values[i] = n + i;
    return used(with_alloca(values[n])) + values[99];
}

WATCHED int chain(int n, volatile int *where)
{
    target = where;
    return used(with_locals(n)) + 1;
}
