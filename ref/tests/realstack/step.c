/* SPDX-License-Identifier: MIT */
/*
 * Stops the program at each instruction and compares the stack there with backtrace(). x86-64 has a
 * flag for that; on AArch64 and s390x each instruction of watched code is replaced by one that
 * traps, and put back after its trap.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "realstack.h"

extern const char __start_realstack_code[], __stop_realstack_code[];

static const struct objects *objects;
static uint64_t bottom;
static struct tally *tally;
static struct trace trace;
static void *expected[MAX_FRAMES];
static size_t num_expected;

/* Watched code: of the program and of the library. */
static struct code {
    uint64_t low, high;
    uint8_t *original; /* as it is without traps */
    bool *armed;       /* by the offset of an instruction */
} codes[2];

static struct code *code_of(uint64_t pc)
{
    for (size_t i = 0; i < 2; i++)
        if (pc >= codes[i].low && pc < codes[i].high)
            return &codes[i];
    return NULL;
}

/* ---- One point ---- */

static void remember_wrong(const struct registers *r, size_t frame)
{
    if (tally->wrong++ != 0)
        return;
    tally->first_wrong = *r;
    tally->wrong_frame = frame;
    tally->wrong_pc = frame < trace.count ? trace.frames[frame].pc : 0;
    tally->right_pc = frame < num_expected ? (uint64_t)(uintptr_t)expected[frame] : 0;
}

/* The PCs of all frames must be those of backtrace(), down to the bottom or to code without SFrame
   data. */
static void compare(const struct registers *r)
{
    walk(objects, r, &trace);
    num_expected = expected_pcs(r->pc, expected, MAX_FRAMES);
    size_t i = 0;
    while (i < trace.count && i < num_expected && is_expected(&trace, i, expected))
        i++;
    tally->points++;
    tally->frames += i;
    if (i < trace.count)
        remember_wrong(r, i);
    else if (trace.frames[i - 1].pc != bottom && trace.stop == SFR_STOP_NO_FDE)
        tally->stopped++;
    else if (trace.stop == SFR_STOP_BAD_READ)
        tally->unreadable++;
    else if (trace.frames[i - 1].pc != bottom)
        remember_wrong(r, i);
}

static void record(const struct registers *r)
{
    const struct object *x = object_of(objects, r->pc);
    struct sfr_fde fde;
    if (!x || !x->has_sframe || !sfr_find_fde_scan(&x->sframe, r->pc, &fde)) {
        tally->unsaid += code_of(r->pc) != NULL;
        trace.count = num_expected = 0;
        return;
    }
    tally->in_library += x != &objects->list[0];
    tally->in_plt += fde.pc_type == SFR_FDE_PCTYPE_MASK;
    compare(r);
}

/* ---- Instructions that trap ---- */

/* The instruction of a PROBE, which serves as a trap too. The flag of x86-64 needs no traps. */
#if defined(__x86_64__)
enum { BY_FLAG = 1, TRAP_SIZE = 2 };
static const uint8_t trap[TRAP_SIZE] = { 0x0f, 0x0b };
#elif defined(__aarch64__)
enum { BY_FLAG = 0, TRAP_SIZE = 4 };
static const uint8_t trap[TRAP_SIZE];
#else
enum { BY_FLAG = 0, TRAP_SIZE = 2 };
static const uint8_t trap[TRAP_SIZE];
#endif

/* On AArch64 and s390x. */
static uint64_t instruction_size(const uint8_t *at)
{
    return TRAP_SIZE == 4 || (at[0] >= 0x40 && at[0] < 0xc0) ? 4 : at[0] < 0x40 ? 2 : 6;
}

static void put(uint64_t address, const uint8_t *bytes, size_t len)
{
    char *at = (char *)(uintptr_t)address;
    memcpy(at, bytes, len);
    __builtin___clear_cache(at, at + len);
}

static void arm(struct code *c)
{
    const uint64_t size = BY_FLAG ? 0 : c->high - c->low;
    for (uint64_t i = 0; i < size; i += instruction_size(c->original + i)) {
        c->armed[i] = true;
        put(c->low + i, trap, TRAP_SIZE);
    }
}

static void disarm(struct code *c, uint64_t pc)
{
    c->armed[pc - c->low] = false;
    put(pc, c->original + (pc - c->low), TRAP_SIZE);
}

/* Is the instruction itself a PROBE? */
static bool is_probe(const struct code *c, uint64_t pc)
{
    return memcmp(c->original + (pc - c->low), trap, TRAP_SIZE) == 0;
}

static void on_trap(int sig, siginfo_t *info, void *ucontext)
{
    const struct registers r = trapped(ucontext);
    struct code *c = code_of(r.pc);
    (void)sig;
    (void)info;
    if (!c || !tally)
        _exit(98); /* our own code, which is not an instruction */
    const bool probe = is_probe(c, r.pc);
    if (!probe && !c->armed[r.pc - c->low])
        _exit(98);
    record(&r);
    if (probe) {
        tally->probes++;
        tally->probe = trace;
        capture_take(objects, &r, expected, num_expected);
    }
    if (c->armed[r.pc - c->low])
        disarm(c, r.pc);
    set_pc(ucontext, probe ? r.pc + TRAP_SIZE : r.pc);
}

/* ---- The flag of x86-64 ---- */

#if defined(__x86_64__)

#define TRAP_FLAG 0x100

/* The trap flag, set in the state that the handler returns to, brings the program back here after
   its next instruction. */
static void on_step(int sig, siginfo_t *info, void *ucontext)
{
    greg_t *flags = &((ucontext_t *)ucontext)->uc_mcontext.gregs[REG_EFL];
    const struct registers r = interrupted(ucontext);
    (void)sig;
    (void)info;
    *flags = tally ? *flags | TRAP_FLAG : *flags & ~TRAP_FLAG;
    if (tally)
        record(&r);
}

static bool prepare_flag(void)
{
    const struct sigaction action = { .sa_sigaction = on_step, .sa_flags = SA_SIGINFO };
    return sigaction(SIGTRAP, &action, NULL) == 0;
}

#else

static bool prepare_flag(void)
{
    return true;
}

#endif

/* ---- From here to there ---- */

/* Its pages may be written to from now on: put() does. */
static bool prepare_code(struct code *c, const uint64_t bounds[2])
{
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), low = bounds[0] & ~(page - 1);
    const size_t size = (size_t)(bounds[1] - bounds[0]);
    *c = (struct code){ bounds[0], bounds[1], malloc(size), calloc(size, sizeof(bool)) };
    if (!c->original || !c->armed)
        return false;
    memcpy(c->original, (const void *)(uintptr_t)bounds[0], size);
    return BY_FLAG
           || mprotect((void *)(uintptr_t)low, (size_t)(bounds[1] - low), PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
}

bool steps_prepare(const struct objects *o, uint64_t lowest)
{
    const struct sigaction action = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO };
    const uint64_t program[2] = { (uint64_t)(uintptr_t)__start_realstack_code,
                                  (uint64_t)(uintptr_t)__stop_realstack_code };
    uint64_t library[2];
    objects = o;
    bottom = lowest;
    library_code(library);
    return prepare_code(&codes[0], program) && prepare_code(&codes[1], library) && prepare_flag()
           && sigaction(SIGILL, &action, NULL) == 0;
}

void steps_begin(struct tally *t)
{
    memset(t, 0, sizeof *t);
    for (size_t i = 0; i < 2; i++)
        arm(&codes[i]);
    tally = t;
    if (BY_FLAG)
        raise(SIGTRAP);
}

void steps_end(void)
{
    tally = NULL;
    for (size_t i = 0; i < 2 && !BY_FLAG; i++) {
        put(codes[i].low, codes[i].original, (size_t)(codes[i].high - codes[i].low));
        memset(codes[i].armed, 0, (size_t)(codes[i].high - codes[i].low) * sizeof(bool));
    }
}
