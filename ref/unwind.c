/* SPDX-License-Identifier: MIT */
/* Appendix A: Generating Stack Traces using SFrame. */
#include "internal.h"

struct step {
    const struct sfr_machine *machine;
    const struct sfr_frame *frame;
    unsigned abi;
    uint64_t cfa;
};

/* SP and FP are the frame's. Any other register is known in the topmost frame only; this holds for
   RA and FP rules too (AMBIGUITY AMB-089). */
static enum sfr_stop read_register(const struct step *step, uint32_t reg, uint64_t *value)
{
    if (reg == sfr_abi_sp(step->abi)) {
        *value = step->frame->sp;
        return SFR_STOP_NONE;
    }
    if (reg == sfr_abi_fp(step->abi)) {
        *value = step->frame->fp;
        return SFR_STOP_NONE;
    }
    if (!step->frame->topmost)
        return SFR_STOP_UNSAFE;
    return step->machine->reg(step->machine->ctx, reg, value) ? SFR_STOP_NONE : SFR_STOP_BAD_READ;
}

/* sframe_apply_rule: base + offset, or the 8 bytes there. Sums wrap at 64 bits as the machine's do. */
static enum sfr_stop apply_rule(const struct step *step, const struct sfr_rule *rule, uint64_t *value)
{
    const bool from_reg = rule->kind == SFR_RULE_REG || rule->kind == SFR_RULE_MEM_REG;
    const bool load = rule->kind == SFR_RULE_MEM_REG || rule->kind == SFR_RULE_MEM_CFA;
    uint64_t base = step->cfa;

    if (from_reg) {
        const enum sfr_stop stop = read_register(step, rule->reg, &base);
        if (stop != SFR_STOP_NONE)
            return stop;
    }
    const uint64_t address = base + (uint64_t)rule->offset;
    if (!load) {
        *value = address;
        return SFR_STOP_NONE;
    }
    return step->machine->mem(step->machine->ctx, address, value) ? SFR_STOP_NONE : SFR_STOP_BAD_READ;
}

/* An unchanged RA is still in its register, which is known in the topmost frame only (3.1.3;
   AMBIGUITY AMB-061). The caller's mask clears authentication bits (AMBIGUITY AMB-062). */
static enum sfr_stop recover_ra(const struct step *step, const struct sfr_rules *rules, uint64_t *pc)
{
    const struct sfr_rule in_register = { SFR_RULE_REG, sfr_abi_ra(step->abi), 0 };
    const bool same = rules->ra.kind == SFR_RULE_SAME;
    const enum sfr_stop stop = apply_rule(step, same ? &in_register : &rules->ra, pc);

    if (stop == SFR_STOP_NONE && rules->mangled_ra_p)
        *pc &= ~step->machine->pac_mask;
    return stop;
}

static enum sfr_stop recover_fp(const struct step *step, const struct sfr_rules *rules, uint64_t *fp)
{
    if (rules->fp.kind == SFR_RULE_SAME) {
        *fp = step->frame->fp;
        return SFR_STOP_NONE;
    }
    return apply_rule(step, &rules->fp, fp);
}

static enum sfr_stop find_rules(const struct sfr_section *s, uint64_t pc, struct sfr_rules *rules)
{
    struct sfr_hit hit;

    switch (sfr_find(s, pc, &hit)) {
    case SFR_FOUND: *rules = hit.rules; return SFR_STOP_NONE;
    case SFR_FOUND_OUTERMOST: return SFR_STOP_OUTERMOST;
    case SFR_FOUND_NO_FDE: return SFR_STOP_NO_FDE;
    case SFR_FOUND_NO_FRE:
    case SFR_FOUND_BAD:
    default: return SFR_STOP_NO_FRE;
    }
}

enum sfr_stop sfr_unwind_step(const struct sfr_section *s, const struct sfr_machine *machine,
                              const struct sfr_frame *frame, struct sfr_frame *next)
{
    struct step step = { .machine = machine, .frame = frame, .abi = s->hdr.sfh_abi_arch };
    struct sfr_rules rules;
    uint64_t pc, fp;

    enum sfr_stop stop = find_rules(s, frame->pc, &rules);
    if (stop != SFR_STOP_NONE)
        return stop;
    if (rules.ra.kind == SFR_RULE_UNDEFINED)
        return SFR_STOP_OUTERMOST;

    stop = apply_rule(&step, &rules.cfa, &step.cfa);
    if (stop == SFR_STOP_NONE)
        stop = recover_ra(&step, &rules, &pc);
    if (stop == SFR_STOP_NONE)
        stop = recover_fp(&step, &rules, &fp);
    if (stop != SFR_STOP_NONE)
        return stop;

    /* 3.1.3: s390x adjusts SP for every FDE type (AMBIGUITY AMB-063). */
    const bool s390x = step.abi == SFR_ABI_S390X_ENDIAN_BIG;
    next->pc = pc;
    next->sp = step.cfa + (uint64_t)(s390x ? (int64_t)SFR_S390X_SP_VAL_OFFSET : 0);
    next->fp = fp;
    next->topmost = false;
    return SFR_STOP_NONE;
}

enum sfr_stop sfr_unwind(const struct sfr_section *s, const struct sfr_machine *machine, struct sfr_frame *frames,
                         size_t max, size_t *count)
{
    enum sfr_stop stop = SFR_STOP_NONE;
    size_t n = 1;

    for (; n < max && stop == SFR_STOP_NONE; n += stop == SFR_STOP_NONE)
        stop = sfr_unwind_step(s, machine, &frames[n - 1], &frames[n]);
    *count = n;
    if (stop != SFR_STOP_NONE)
        return stop;

    /* The limit ends a trace only if the last frame has a caller. */
    struct sfr_rules rules;
    stop = find_rules(s, frames[n - 1].pc, &rules);
    if (stop != SFR_STOP_NONE)
        return stop;
    return rules.ra.kind == SFR_RULE_UNDEFINED ? SFR_STOP_OUTERMOST : SFR_STOP_LIMIT;
}
