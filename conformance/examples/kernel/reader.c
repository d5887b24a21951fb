/* SPDX-License-Identifier: MIT */
/* The reference's core as the reader of `sframe-conform export --kernel`. It allocates nothing and
   knows no C library, so that the same file is part of a program and of a kernel module. */
#include "sfr.h"
#include "sframe_reader.h"

enum { MAX_FRAMES = 256 };

_Static_assert(sizeof(struct sfr_section) <= sizeof(union sframe_opened), "a section that is open has room");

static struct sfr_section *section_of(union sframe_opened *opened)
{
    return (struct sfr_section *)(void *)opened;
}

static enum sfr_profile profile_of(const char *name)
{
    enum sfr_profile profile;
    return sfr_profile_from_name(name, &profile) ? profile : SFR_PROFILE_AUTO;
}

/* The whole section is checked once: what is in it can be believed from then on. */
static int open_section(union sframe_opened *opened, const struct sframe_input *input)
{
    const enum sfr_profile profile = profile_of(input->profile);
    if (profile == SFR_PROFILE_AUTO)
        return SFRAME_NOT_ASKED;
    if (!sfr_check(input->data, input->size, input->addr, profile, NULL, NULL).accepted)
        return SFRAME_REFUSED;
    return sfr_open(section_of(opened), input->data, input->size, input->addr, profile, NULL) == SFR_FAULT_NONE
               ? SFRAME_GOOD
               : SFRAME_FAILED;
}

/* The two lists of kinds have the same order. */
_Static_assert((int)SFR_RULE_NONE == SFRAME_RULE_NONE && (int)SFR_RULE_SAME == SFRAME_RULE_SAME
                   && (int)SFR_RULE_UNDEFINED == SFRAME_RULE_UNDEFINED && (int)SFR_RULE_REG == SFRAME_RULE_REG
                   && (int)SFR_RULE_CFA == SFRAME_RULE_CFA && (int)SFR_RULE_MEM_REG == SFRAME_RULE_MEM_REG
                   && (int)SFR_RULE_MEM_CFA == SFRAME_RULE_MEM_CFA,
               "kinds of rules");

static struct sframe_rule to_rule(const struct sfr_rule *rule)
{
    return (struct sframe_rule){ (int)rule->kind, rule->reg, rule->offset };
}

static int find(union sframe_opened *opened, uint64_t pc, struct sframe_row *row)
{
    struct sfr_hit hit;
    switch (sfr_find(section_of(opened), pc, &hit)) {
    case SFR_FOUND:
        row->found = 1;
        row->fde = hit.fde.index;
        row->fre = hit.fre.index;
        row->cfa = to_rule(&hit.rules.cfa);
        row->ra = to_rule(&hit.rules.ra);
        row->fp = to_rule(&hit.rules.fp);
        return SFRAME_GOOD;
    case SFR_FOUND_OUTERMOST:
        row->found = row->outermost_function = 1;
        row->fde = hit.fde.index;
        return SFRAME_GOOD;
    case SFR_FOUND_NO_FDE:
    case SFR_FOUND_NO_FRE: return SFRAME_GOOD;
    case SFR_FOUND_BAD:
    default: return SFRAME_REFUSED;
    }
}

static bool read_register(void *ctx, uint32_t number, uint64_t *value)
{
    const struct sframe_machine *machine = ctx;
    return machine->reg(machine->ctx, number, value) != 0;
}

static bool read_memory(void *ctx, uint64_t address, uint64_t *value)
{
    const struct sframe_machine *machine = ctx;
    return machine->mem(machine->ctx, address, value) != 0;
}

/* So have the reasons for the end of a trace. */
_Static_assert((int)SFR_STOP_OUTERMOST == SFRAME_END_OUTERMOST && (int)SFR_STOP_NO_FDE == SFRAME_END_NO_FDE
                   && (int)SFR_STOP_NO_FRE == SFRAME_END_NO_FRE && (int)SFR_STOP_BAD_READ == SFRAME_END_BAD_READ
                   && (int)SFR_STOP_UNSAFE == SFRAME_END_UNSAFE && (int)SFR_STOP_LIMIT == SFRAME_END_LIMIT,
               "ends of traces");

/* A kernel's stack has no room for all frames. */
static int unwind(union sframe_opened *opened, const struct sframe_machine *machine, struct sframe_trace *trace)
{
    static struct sfr_frame frames[MAX_FRAMES];
    struct sframe_machine given = *machine;
    const struct sfr_machine stopped = { read_register, read_memory, &given, machine->pac_mask };
    if (trace->max > MAX_FRAMES)
        return SFRAME_FAILED;
    frames[0] = (struct sfr_frame){ trace->frames[0].pc, trace->frames[0].sp, trace->frames[0].fp, true };
    trace->end = (int)sfr_unwind(section_of(opened), &stopped, frames, trace->max, &trace->count);
    for (size_t i = 1; i < trace->count; i++)
        trace->frames[i] = (struct sframe_frame){ frames[i].pc, frames[i].sp, frames[i].fp };
    return SFRAME_GOOD;
}

const struct sframe_reader sframe_reader = {
    .name = "the reference",
    .checks_all = 1,
    .open = open_section,
    .find = find,
    .unwind = unwind,
};
