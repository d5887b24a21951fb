/* SPDX-License-Identifier: MIT */
/* The API of the unwinder, beside the traces of the corpus: one step from a frame that has a caller, no read more than
   the rules need, and the limit of frames. */
#include <stdlib.h>

#include "tap.h"
#include "vectors.h"

/* A program that is stopped at 0x104 with SP 0x7000 and FP 0x8000; its caller is at 0x5555. `regs` and `mem` are
   what it has; reg NUMBER and address 0 end them. */
struct stop {
    const char *name, *bytes;
    enum sfr_profile profile;
    bool topmost;
    struct {
        uint64_t at, value;
    } regs[3], mem[4];
    enum sfr_stop stop;
    uint64_t sp, fp; /* of the caller */
    unsigned reads;  /* how many words may be read: one for each value that the texts load */
};

/* clang-format off */
#define A64_V2(len, row) V2_FUNC(A64LE_V2, "01000000", len "000000", "10000000", "00 00 0000", row)
#define S390_V2R(len, row) V2P_FUNC_BE(S390_V2P, "00000001", "000000" len, "00000010", "00 00 0000", row)
#define AMD_FLEX(len, row) V3_FUNC(AMD64_V3, "01000000", len "000000", "10000000", "0100 00 01 00", row)

static const struct stop stops[] = {
    { "sp+16, FP reloaded", V2_BASE, SFR_PROFILE_V2E2, true, { { 0 } }, { { 0x7008, 0x5555 }, { 0x7000, 0x1234 } },
      SFR_STOP_NONE, 0x7010, 0x1234, 2 },
    { "FP cannot be read", V3_BASE, SFR_PROFILE_V3, true, { { 0 } }, { { 0x7008, 0x5555 } },
      SFR_STOP_BAD_READ, 0, 0, 2 },
    { "outermost row", V3_FUNC(AMD64_V3, "01000000", "07000000", "10000000", "0100 00 00 00", "00 00"), SFR_PROFILE_V3,
      true, { { 0 } }, { { 0x7000, 0x5555 } }, SFR_STOP_OUTERMOST, 0, 0, 0 },
    { "RA in LR", A64_V2("03", "00 03 20"), SFR_PROFILE_V2E2, true, { { 30, 0x5555 } }, { { 0 } }, SFR_STOP_NONE,
      0x7020, 0x8000, 0 },
    { "RA in LR of a caller", A64_V2("03", "00 03 20"), SFR_PROFILE_V2E2, false, { { 30, 0x5555 } }, { { 0 } },
      SFR_STOP_UNSAFE, 0, 0, 0 },
    { "RA and FP on a caller's stack", A64_V2("05", "00 06 10 f8 f0"), SFR_PROFILE_V2, false, { { 0 } },
      { { 0x8008, 0x5555 }, { 0x8000, 0x1234 } }, SFR_STOP_NONE, 0x8010, 0x1234, 2 },
    { "FP in a register", S390_V2R("05", "00 07 00 d0 23"), SFR_PROFILE_V2E2, true, { { 17, 0x1234 } },
      { { 0x7070, 0x5555 } }, SFR_STOP_NONE, 0x7000, 0x1234, 1 },
    { "FP in a register of a caller", S390_V2R("05", "00 07 00 d0 23"), SFR_PROFILE_V2E1, false, { { 17, 0x1234 } },
      { { 0x7070, 0x5555 } }, SFR_STOP_UNSAFE, 0, 0, 1 },
    { "loaded CFA and FP", AMD_FLEX("0c", "00 0a 33 f8 00 33 00"), SFR_PROFILE_V3, true, { { 0 } },
      { { 0x7ff8, 0x9000 }, { 0x8000, 0xa000 }, { 0x8ff8, 0x5555 } }, SFR_STOP_NONE, 0x9000, 0xa000, 3 },
    { "loaded CFA cannot be read", AMD_FLEX("09", "00 04 33 f8"), SFR_PROFILE_V3, true, { { 0 } },
      { { 0x8ff8, 0x5555 } }, SFR_STOP_BAD_READ, 0, 0, 1 },
};
/* clang-format on */

struct program {
    const struct stop *at;
    unsigned reads;
};

static bool read_reg(void *ctx, uint32_t reg, uint64_t *value)
{
    const struct program *p = ctx;
    for (unsigned i = 0; p->at->regs[i].at != 0; i++) {
        if (p->at->regs[i].at == reg) {
            *value = p->at->regs[i].value;
            return true;
        }
    }
    return false;
}

static bool read_mem(void *ctx, uint64_t address, uint64_t *value)
{
    struct program *p = ctx;
    p->reads++;
    for (unsigned i = 0; p->at->mem[i].at != 0; i++) {
        if (p->at->mem[i].at == address) {
            *value = p->at->mem[i].value;
            return true;
        }
    }
    return false;
}

static void check_step(const struct stop *at)
{
    struct program p = { at, 0 };
    const struct sfr_machine m = { read_reg, read_mem, &p, 0 };
    const struct sfr_frame frame = { 0x104, 0x7000, 0x8000, at->topmost };
    struct sfr_frame next = { 1, 2, 3, true };
    struct sfr_section s;
    size_t size;
    uint8_t *data = read_vector(at->bytes, NULL, &size);

    if (sfr_open(&s, data, size, 0, at->profile, NULL))
        bail("cannot be opened", at->bytes);
    IS_U64(sfr_unwind_step(&s, &m, &frame, &next), at->stop, "%s: how it ends", at->name);
    if (at->stop == SFR_STOP_NONE)
        OK(next.pc == 0x5555 && next.sp == at->sp && next.fp == at->fp && !next.topmost, "%s: the caller", at->name);
    else
        OK(next.pc == 1 && next.sp == 2 && next.fp == 3 && next.topmost, "%s: no frame is set", at->name);
    OK(p.reads <= at->reads, "%s: %u words read, no more than %u", at->name, p.reads, at->reads);
    free(data);
}

/* Every limit cuts the same trace: function 0x100 calls itself, 8 bytes of stack each time, until
   the stack ends. */
static void check_limits(void)
{
    static const struct stop endless = { .bytes = V2_ONE,
                                         .mem = { { 0x7000, 0x104 }, { 0x7008, 0x108 }, { 0x7010, 0x10c } } };
    struct program p = { &endless, 0 };
    const struct sfr_machine m = { read_reg, read_mem, &p, 0 };
    struct sfr_section s;
    size_t size;
    uint8_t *data = read_vector(endless.bytes, NULL, &size);

    if (sfr_open(&s, data, size, 0, SFR_PROFILE_V2, NULL))
        bail("cannot be opened", endless.bytes);
    for (size_t max = 1; max <= 6; max++) {
        struct sfr_frame frames[8] = { { 0x100, 0x7000, 0x8000, true } };
        size_t count = 0;
        frames[max].pc = 0x77;
        const enum sfr_stop stop = sfr_unwind(&s, &m, frames, max, &count);
        OK(stop == (max > 4 ? SFR_STOP_BAD_READ : SFR_STOP_LIMIT) && count == (max > 4 ? 4 : max),
           "limit of %zu frames", max);
        OK(frames[count - 1].sp == 0x7000 + 8 * (count - 1), "limit of %zu frames: the last one", max);
        OK(frames[max].pc == 0x77, "limit of %zu frames: nothing after them is written", max);
    }
    free(data);
}

int main(void)
{
    for (size_t i = 0; i < sizeof stops / sizeof stops[0]; i++)
        check_step(&stops[i]);
    check_limits();
    return tap_done();
}
