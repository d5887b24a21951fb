/* SPDX-License-Identifier: MIT */
/* Functions for the stack, of each kind that a compiler makes; each kind ends in a PROBE. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "realstack.h"

/* ---- Plain frames, many of them ---- */

WATCHED int deepest(int n)
{
    PROBE();
    return n + 1;
}

WATCHED int recursion(int n)
{
    volatile int kept = n;
    return n == 0 ? used(deepest(n)) : used(recursion(n - 1)) + kept;
}

/* Program, library, program, library, ..., each call through a PLT or a pointer. */
WATCHED int bouncing(int n)
{
    return n <= 0 ? used(deepest(n)) : used(library_bounce(bouncing, n)) + 1;
}

/* ---- Frames whose size is known when they run, and large ones ---- */

WATCHED int allocas(int n)
{
    volatile char *bytes = __builtin_alloca((unsigned)n * 100 + 16);
    bytes[0] = (char)n;
    return n == 0 ? used(deepest(n)) : used(allocas(n - 1)) + bytes[0];
}

/* Offsets of two bytes, and of four. */
static WATCHED int frame_of_300(int n)
{
    volatile char bytes[300];
    bytes[n] = 1;
    return used(deepest(n)) + bytes[n];
}

static WATCHED int frame_of_40000(int n)
{
    volatile char bytes[40000];
    bytes[n] = 1;
    return used(frame_of_300(n)) + bytes[n];
}

WATCHED int large_frames(int n)
{
    volatile char bytes[300000];
    bytes[n] = 1;
    return used(frame_of_40000(n)) + bytes[n];
}

/* ---- Arguments on the stack, saved registers, a stack of another alignment ---- */

WATCHED int many_arguments_top(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j)
{
    PROBE();
    return used(deepest(a + b + c + d + e)) + f + g + h + i + j;
}

WATCHED int many_arguments(int n)
{
    return used(many_arguments_top(n, 1, 2, 3, 4, 5, 6, 7, 8, n)) + 1;
}

/* Eight values that live across a call. */
WATCHED int many_registers(int n)
{
    int a = used(n), b = used(n + 1), c = used(n + 2), d = used(n + 3), e = used(n + 4), f = used(n + 5),
        g = used(n + 6), h = used(n + 7);
    if (n > 100)
        return a - b;
    const int value = used(deepest(a));
    return value + used(b) + used(c) + used(d) + used(e) + used(f) + used(g) + used(h);
}

/* With arguments on the stack, x86-64 reaches the caller's frame by a register of its own, and CFA
   by a value that it saved. */
WATCHED int realigned_top(int a, int b, int c, int d, int e, int f, int g, int h)
{
    _Alignas(64) volatile char block[64];
    volatile char *bytes = __builtin_alloca((unsigned)a + 16);
    block[a] = 1;
    bytes[0] = 1;
    PROBE();
    return used(deepest(b + c + d + e + f)) + g + h + block[a] + bytes[0];
}

WATCHED int realigned(int n)
{
    return used(realigned_top(n, 1, 2, 3, 4, 5, 6, 7)) + 1;
}

/* ---- Leaves ---- */

/* On x86-64 its locals are below SP. */
WATCHED int red_zone(int n)
{
    volatile int values[16];
    for (int i = 0; i < 16; i++)
        values[i] = n + i;
    PROBE();
    return values[0] + values[15];
}

/* More values than a leaf has free registers. On s390x it saves the others, FP among them, in
   floating-point registers. */
WATCHED int leaf_registers(int n)
{
    int a = used(n), b = used(n + 1), c = used(n + 2), d = used(n + 3), e = used(n + 4), f = used(n + 5),
        g = used(n + 6), h = used(n + 7), i = used(n + 8), j = used(n + 9), k = used(n + 10), l = used(n + 11);
    PROBE();
    __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h), "+r"(i), "+r"(j));
    return a + b + c + d + e + f + g + h + i + j + used(k) + used(l);
}

/* Called by the C library, which has no SFrame data. */
WATCHED int compare_ints(const void *a, const void *b)
{
    PROBE();
    return *(const int *)a - *(const int *)b;
}

WATCHED int by_libc(int n)
{
    int values[2] = { n, n - 1 };
    qsort(values, 2, sizeof values[0], compare_ints);
    return used(values[0]);
}

/* ---- Signal handlers ---- */

static volatile int *page;

WATCHED int handler_top(int n)
{
    volatile int kept = n;
    PROBE();
    return used(deepest(kept)) + kept;
}

/* Not watched: a walk cannot go on from it before it has set its frame. */
static void on_interrupt(int sig, siginfo_t *info, void *ucontext)
{
    outer = (struct outer){ true, (uint64_t)(uintptr_t)__builtin_return_address(0), interrupted(ucontext) };
    if (used(handler_top(sig)) == 0 || info->si_addr != (const void *)page
        || mprotect((void *)(uintptr_t)page, (size_t)sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE) != 0)
        _exit(99);
    outer.active = false;
}

static WATCHED int interrupted_leaf(int n)
{
    *page = n; /* faults the first time */
    return *page + 1;
}

static WATCHED int interrupted_caller(int n)
{
    volatile char *bytes = __builtin_alloca((unsigned)n + 16);
    bytes[0] = 1;
    return used(interrupted_leaf(n)) + bytes[0];
}

/* n is 1 for a handler with a stack of its own. */
WATCHED int in_handler(int n)
{
    const struct sigaction action = { .sa_sigaction = on_interrupt, .sa_flags = SA_SIGINFO | (n ? SA_ONSTACK : 0) };
    struct sigaction before;
    const size_t size = (size_t)sysconf(_SC_PAGESIZE);
    page = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED || sigaction(SIGSEGV, &action, &before) != 0)
        return -1;
    const int value = used(interrupted_caller(n));
    munmap((void *)(uintptr_t)page, size);
    return sigaction(SIGSEGV, &before, NULL) == 0 ? value : -1;
}

/* ---- Return addresses with a signature ---- */

#if defined(__aarch64__)
#define SIGNED __attribute__((target("branch-protection=pac-ret+leaf")))
#else
#define SIGNED
#endif

SIGNED WATCHED int signed_leaf(int n)
{
    PROBE();
    return n + 1;
}

SIGNED static WATCHED int signed_middle(int n)
{
    volatile int kept = n;
    return used(signed_leaf(n)) + kept;
}

SIGNED WATCHED int signed_ra(int n)
{
    volatile char *bytes = __builtin_alloca((unsigned)n + 16);
    bytes[0] = 1;
    return used(signed_middle(n)) + bytes[0];
}
