/* SPDX-License-Identifier: MIT */
/* Registers in a signal's context, on each machine. */
#define _GNU_SOURCE
#include <ucontext.h>

#include "realstack.h"

/* Where a context has PC, SP and FP. */
#if defined(__x86_64__)
#define PC uc_mcontext.gregs[REG_RIP]
#define SP uc_mcontext.gregs[REG_RSP]
#define FP uc_mcontext.gregs[REG_RBP]

bool register_of(const void *ucontext, uint32_t dwarf_reg, uint64_t *value)
{
    static const int places[] = { REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP,
                                  REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15 };
    if (dwarf_reg >= sizeof places / sizeof places[0])
        return false;
    *value = (uint64_t)((const ucontext_t *)ucontext)->uc_mcontext.gregs[places[dwarf_reg]];
    return true;
}

#elif defined(__aarch64__)
#define PC uc_mcontext.pc
#define SP uc_mcontext.sp
#define FP uc_mcontext.regs[29]

bool register_of(const void *ucontext, uint32_t dwarf_reg, uint64_t *value)
{
    const mcontext_t *m = &((const ucontext_t *)ucontext)->uc_mcontext;
    if (dwarf_reg > 31)
        return false;
    *value = dwarf_reg == 31 ? m->sp : m->regs[dwarf_reg];
    return true;
}

#elif defined(__s390x__)
#define PC uc_mcontext.psw.addr
#define SP uc_mcontext.gregs[15]
#define FP uc_mcontext.gregs[11]

/* Numbers 16 and up are floating-point registers, in which functions keep others: f0 f2 f4 f6 f1 f3
   f5 f7, then f8 f10 f12 f14 f9 f11 f13 f15. */
bool register_of(const void *ucontext, uint32_t dwarf_reg, uint64_t *value)
{
    static const unsigned char places[] = { 0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15 };
    const mcontext_t *m = &((const ucontext_t *)ucontext)->uc_mcontext;
    if (dwarf_reg > 31)
        return false;
    if (dwarf_reg < 16)
        *value = m->gregs[dwarf_reg];
    else
        __builtin_memcpy(value, &m->fpregs.fprs[places[dwarf_reg - 16]], sizeof *value);
    return true;
}

#endif

struct registers interrupted(const void *ucontext)
{
    const ucontext_t *u = ucontext;
    return (struct registers){ (uint64_t)u->PC, (uint64_t)u->SP, (uint64_t)u->FP, ucontext };
}

void set_pc(void *ucontext, uint64_t pc)
{
    ucontext_t *u = ucontext;
    u->PC = (__typeof__(u->PC))pc;
}

struct registers trapped(const void *ucontext)
{
    struct registers r = interrupted(ucontext);
#if defined(__s390x__)
    r.pc -= 2;
#endif
    return r;
}

uint64_t signature_bits(void)
{
#if defined(__aarch64__)
    /* XPACLRI removes the signature from X30; it does nothing on a machine without signatures. */
    const uint64_t all = UINT64_C(0xff7fffffffffffff);
    register uint64_t x30 __asm__("x30") = all;
    __asm__ volatile("hint #7" : "+r"(x30));
    return all ^ x30;
#else
    return 0;
#endif
}
