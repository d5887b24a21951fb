/* SPDX-License-Identifier: MIT */
/* sframe-ref unwind: a stack trace from registers and memory given on the command line. */
#include <inttypes.h>
#include <string.h>

#include "tool.h"

struct machine {
    const struct options *o;
    bool big;
};

/* The copy of a stack; it has no bytes if none is given. */
static struct input stack;

static bool look_in(const struct list *list, uint64_t key, uint64_t *value)
{
    for (size_t i = list->count; i > 0; i--) {
        if (list->items[i - 1].key == key) {
            *value = list->items[i - 1].value;
            return true;
        }
    }
    return false;
}

static bool read_reg(void *ctx, uint32_t reg, uint64_t *value)
{
    const struct machine *m = ctx;
    return look_in(&m->o->regs, reg, value);
}

/* Words of --mem override the bytes of --stack. */
static bool read_mem(void *ctx, uint64_t address, uint64_t *value)
{
    const struct machine *m = ctx;

    if (look_in(&m->o->mem, address, value))
        return true;
    const uint64_t at = address - m->o->stack_addr;
    if (!stack.image || at > stack.image_size || stack.image_size - at < 8)
        return false;
    *value = 0;
    for (unsigned i = 0; i < 8; i++)
        *value |= (uint64_t)stack.image[at + i] << 8 * (m->big ? 7 - i : i);
    return true;
}

static void print_trace(struct sink *sink, const struct sfr_section *s, const struct input *in, const struct options *o)
{
    struct machine m = { o, sfr_abi_is_big(s->hdr.sfh_abi_arch) };
    const struct sfr_machine machine = { read_reg, read_mem, &m, o->pac_mask };
    struct sfr_frame frame = { o->pcs.items[0].key, o->sp, o->fp, true };
    enum sfr_stop stop = SFR_STOP_NONE;
    size_t count;
    bool good = to_sink(sink, "sframe-dump 1\n", 14);

    for (size_t i = 0; i < o->regs.count; i++) {
        const uint64_t reg = o->regs.items[i].key;
        const bool is_sp = reg == sfr_abi_sp(s->hdr.sfh_abi_arch);
        if (is_sp || reg == sfr_abi_fp(s->hdr.sfh_abi_arch))
            complain("%s: --reg %" PRIu64 " has no effect: it is the register of --%s", in->name, reg,
                     is_sp ? "sp" : "fp");
    }
    for (uint64_t n = 0; good && stop == SFR_STOP_NONE; n++) {
        good = sfr_dump_frame(n, &frame, to_sink, sink);
        struct sfr_frame next = frame;
        /* The last frame that is allowed is looked up, as in any trace. */
        stop = n + 1 < o->max_frames ? sfr_unwind_step(s, &machine, &frame, &next)
                                     : sfr_unwind(s, &machine, &frame, 1, &count);
        frame = next;
    }
    if (good)
        sfr_dump_stop(stop, to_sink, sink);
}

/* A register that is not given has no value, not 0. */
static bool is_enough(const struct options *o)
{
    if (o->pcs.count != 1)
        return misused("unwind needs exactly one --pc ADDRESS");
    if (!given(o, OPT_SP) || !given(o, OPT_FP))
        return misused("unwind needs --%s VALUE, of the topmost frame", given(o, OPT_SP) ? "fp" : "sp");
    return given(o, OPT_STACK) == given(o, OPT_STACK_ADDR)
           || misused("--stack FILE and --stack-addr ADDRESS must be given together");
}

int cmd_unwind(const struct options *o)
{
    if (!is_enough(o))
        return STATUS_USAGE;
    if (o->stack_file && !map_file(&stack, o->stack_file))
        return STATUS_TROUBLE;
    const int status = print_section(o, print_trace);
    if (o->stack_file)
        close_input(&stack);
    return status;
}
