/* SPDX-License-Identifier: MIT */
/* Tail calls, which leave no frame behind: compiled with -foptimize-sibling-calls, unlike all the rest. */
#include "realstack.h"

/* What jumps away had a frame until then. */
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
