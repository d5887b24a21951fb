/* SPDX-License-Identifier: MIT */
/*
 * Unwinds this program's own stack from its own SFrame data and compares the PCs with glibc's
 * backtrace(), at every instruction of functions of each kind; on x86-64 of PLT entries too.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "realstack.h"
#include "tap.h"

static struct objects objects;

/* The return address of main(). Every walk must reach it and end there: the C library has no SFrame
   data. */
static uint64_t bottom;

/* Not by its name: a program that takes a function's address calls it through another kind of PLT
   entry, which ld 2.40 does not describe. */
static uint64_t library_step_address;

static void print_frame(size_t i, uint64_t pc)
{
    Dl_info info = { .dli_fbase = NULL };
    dladdr((void *)(uintptr_t)pc, &info);
    printf("# frame %zu 0x%" PRIx64 ", 0x%" PRIx64 " of %s, after %s\n", i, pc,
           pc - (uint64_t)(uintptr_t)info.dli_fbase, info.dli_fname ? info.dli_fname : "?",
           info.dli_sname ? info.dli_sname : "?");
}

/* ---- Every kind of function ---- */

#define CODE(name) ((uint64_t)(uintptr_t)(name))

/* The function to call, its argument, the least number of frames of the last probe, the functions
   of its first frames, and one that must have left the stack. */
static const struct kind {
    const char *name;
    step_fn *run;
    int n;
    size_t min_frames;
    uint64_t top[2], gone;
    bool ends_in_libc; /* there is code without SFrame data on the stack */
    bool beyond_old;   /* versions 1 and 2 can't say it */
    unsigned stale;    /* the most points on x86-64 at which GCC's rule for FP is wrong, see README.md */
} kinds[] = {
    { "recursion", recursion, 40, 43, { CODE(deepest), CODE(recursion) }, 0, false, false, 0 },
    { "callbacks", bouncing, 20, 23, { CODE(deepest), CODE(bouncing) }, 0, false, false, 0 },
    { "alloca", allocas, 10, 13, { CODE(deepest), CODE(allocas) }, 0, false, false, 0 },
    { "large-frames", large_frames, 100, 6, { CODE(deepest), 0 }, 0, false, false, 0 },
    { "arguments", many_arguments, 7, 5, { CODE(deepest), CODE(many_arguments_top) }, 0, false, false, 0 },
    { "registers", many_registers, 7, 4, { CODE(deepest), CODE(many_registers) }, 0, false, false, 0 },
    { "realigned", realigned, 7, 5, { CODE(deepest), CODE(realigned_top) }, 0, false, true, 8 },
    { "leaf", red_zone, 7, 3, { CODE(red_zone), 0 }, 0, false, false, 0 },
    { "leaf-registers", leaf_registers, 7, 3, { CODE(leaf_registers), 0 }, 0, false, false, 0 },
    { "tail-call", tail_call, 7, 4, { CODE(deepest), CODE(tail_call) }, CODE(tail_through), false, false, 0 },
    { "tail-to-library", tail_call_to_library, 7, 5, { CODE(deepest), 0 }, 0, false, false, 0 },
    { "signal", in_handler, 0, 8, { CODE(deepest), CODE(handler_top) }, 0, false, false, 0 },
    { "signal-stack", in_handler, 1, 8, { CODE(deepest), CODE(handler_top) }, 0, false, false, 0 },
    { "signed-ra", signed_ra, 7, 5, { CODE(signed_leaf), 0 }, 0, false, false, 0 },
    { "through-libc", by_libc, 7, 2, { CODE(compare_ints), 0 }, 0, true, false, 0 },
};

static struct tally tally;

/* The folder for probes, or NULL. */
static const char *folder;

static void print_wrong(const struct kind *k)
{
    printf("# %s: %lu differ, first at PC 0x%" PRIx64 " SP 0x%" PRIx64 ", frame %zu: 0x%" PRIx64
           ", backtrace() 0x%" PRIx64 "\n",
           k->name, tally.wrong, tally.first_wrong.pc, tally.first_wrong.sp, tally.wrong_frame, tally.wrong_pc,
           tally.right_pc);
    print_frame(0, tally.first_wrong.pc);
    print_frame(tally.wrong_frame, tally.wrong_pc);
    print_frame(tally.wrong_frame, tally.right_pc);
}

static void check_probe(const struct kind *k, bool complete)
{
    const struct trace *t = &tally.probe;
    if (!OK(tally.probes > 0 && t->count >= (complete ? k->min_frames : 1), "%s: %zu frames at the probe", k->name,
            t->count))
        return;
    for (size_t i = 0; i < (complete ? 2 : 1) && i < t->count && k->top[i]; i++)
        OK(is_in(&objects, t->frames[i].pc, k->top[i]), "%s: frame %zu is in the function that it should be in",
           k->name, i);
    size_t gone = 0;
    for (size_t i = 0; k->gone && i < t->count; i++)
        gone += is_in(&objects, t->frames[i].pc, k->gone);
    if (k->gone)
        OK(gone == 0, "%s: what jumped away is not on the stack", k->name);
}

static void check_kind(const struct kind *k)
{
    const bool old = objects.list[0].sframe.hdr.sfp_version < 3;
    const bool complete = !k->ends_in_libc && !(k->beyond_old && old);
    steps_begin(&tally);
    const int value = k->run(k->n);
    steps_end();
    OK(value > 0, "%s does its work with each instruction watched: %d", k->name, value);
    if (!OK(tally.wrong == 0, "%s: at %lu points, the PCs of all %lu frames are those of backtrace()", k->name,
            tally.points, tally.frames))
        print_wrong(k);
    OK(tally.points >= 10, "%s: instructions were watched: %lu", k->name, tally.points);
    if (complete)
        OK(tally.stopped == 0 && tally.unsaid == 0,
           "%s: each walk comes to the bottom: %lu end before, %lu don't begin", k->name, tally.stopped, tally.unsaid);
    const unsigned long stale = objects.list[0].sframe.hdr.sfh_abi_arch == SFR_ABI_AMD64_ENDIAN_LITTLE ? k->stale : 0;
    OK(tally.unreadable <= stale, "%s: no walk ends at what can't be read, but for %lu: %lu", k->name, stale,
       tally.unreadable);
    if (k->ends_in_libc)
        OK(tally.stopped > 0, "%s: walks end where the C library comes: %lu", k->name, tally.stopped);
    check_probe(k, complete);
    if (folder)
        OK(capture_write(folder, k->name), "%s: registers and stack are written", k->name);
    printf("# kind %s points %lu frames %lu library %lu plt %lu ended-early %lu unreadable %lu without-data %lu "
           "wrong %lu\n",
           k->name, tally.points, tally.frames, tally.in_library, tally.in_plt, tally.stopped, tally.unreadable,
           tally.unsaid, tally.wrong);
}

static bool prepare_signal_stack(void)
{
    const size_t size = 1 << 20;
    void *low = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const stack_t stack = { .ss_sp = low, .ss_size = size };
    objects.stacks[1] = (struct stack){ (uint64_t)(uintptr_t)low, (uint64_t)(uintptr_t)low + size };
    return low != MAP_FAILED && sigaltstack(&stack, NULL) == 0;
}

__attribute__((noinline)) static void check_kinds(void)
{
    unsigned long library = 0, plt = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        check_kind(&kinds[i]);
        library += tally.in_library;
        plt += tally.in_plt;
    }
    printf("# signatures of return addresses are in 0x%" PRIx64 "\n", signature_bits());
    OK(library > 20, "points in the library: %lu", library);
#if defined(__x86_64__)
    OK(plt >= 3, "points in PLT entries, with the three that find a function at its first call: %lu", plt);
#else
    printf("# points in PLT entries: %lu, which are not watched here\n", plt);
#endif
}

int main(int argc, char **argv)
{
    void *warm_up[2];
    backtrace(warm_up, 2); /* loads its library now, not in the handler */
    bottom = (uint64_t)(uintptr_t)__builtin_return_address(0);
    library_step_address = (uint64_t)(uintptr_t)dlsym(RTLD_DEFAULT, "library_step");
    folder = argc > 1 ? argv[1] : NULL;
    if (folder)
        capture_begin();
    setvbuf(stdout, NULL, _IONBF, 0);
    if (!find_objects(&objects) || !prepare_signal_stack() || !steps_prepare(&objects, bottom))
        return 99;
    OK(objects.list[0].has_sframe, "the program has a PT_GNU_SFRAME segment that the reference opens");
    const struct object *library = object_of(&objects, library_step_address);
    OK(library && library != &objects.list[0] && library->has_sframe, "and so has the library");
    check_kinds();
    return tap_done();
}
