/* SPDX-License-Identifier: MIT */
/* Tail calls, which leave no frame: compiled with -foptimize-sibling-calls, unlike all other files. */
#include "realstack.h"

/* The function that jumps had a frame before. */
WATCHED int tail_through(int n)
{
    const int value = used(red_zone(n)) + n;
    return deepest(value);
}

WATCHED int tail_call(int n)
{
    return used(tail_through(n)) + 1;
}

static WATCHED int jump_to_library(int n)
{
    const int value = used(n) + 1;
    return library_step(deepest, value);
}

WATCHED int tail_call_to_library(int n)
{
    return used(jump_to_library(n)) + 1;
}
