/* SPDX-License-Identifier: MIT */
/*
 * Readers that open a section once and then forget it, or mix it up with another one. They look at a
 * function when it is needed, so they accept a section that has a damaged one. All other ops are the
 * reference's.
 */
#include "readers.h"
#include "ref_answer.h"

struct forgetful {
    const char *name;
    /* After a look-up of this kind all others of the section find nothing. */
    bool outermost, empty, damaged;
    bool knows_one_section; /* asks the first section for the PCs of the second one, too */
};

static const struct forgetful readers[] = {
    { .name = "opens-once" }, /* and is right */
    { .name = "drops-section", .outermost = true, .empty = true },
    { .name = "gives-up-on-damage", .damaged = true },
    { .name = "knows-one-section", .knows_one_section = true },
};

static bool starts_empty_function(const struct sfr_section *s, uint64_t pc)
{
    struct sfr_fde fde;
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++)
        if (sfr_read_fde(s, i, &fde) == SFR_FAULT_NONE && fde.start == pc && fde.sfde_func_size == 0)
            return true;
    return false;
}

/* Is the section lost after this look-up? */
static bool drops(const struct forgetful *f, const struct sfr_section *s, uint64_t pc, enum sfr_found found,
                  const struct sfr_hit *hit)
{
    const bool is_outermost =
        found == SFR_FOUND_OUTERMOST || (found == SFR_FOUND && hit->rules.ra.kind == SFR_RULE_UNDEFINED);
    return (f->outermost && is_outermost) || (f->empty && starts_empty_function(s, pc))
           || (f->damaged && found == SFR_FOUND_BAD);
}

static enum sfa_status ask_in_turn(const struct forgetful *f, const struct sfa_request *request,
                                   enum sfr_profile profile, struct sfa_answer *answer)
{
    struct sfr_section sections[2];
    bool dropped[2] = { false };
    if (sfr_open(&sections[0], request->body, request->size, request->addr, profile, NULL) != SFR_FAULT_NONE
        || (request->second
            && sfr_open(&sections[1], request->second, request->second_size, request->second_addr, profile, NULL)
                   != SFR_FAULT_NONE))
        return SFA_REJECT;
    sfa_printf(answer, "sframe-dump 1\n");
    for (size_t i = 0; i < request->num_pcs; i++) {
        const unsigned which = request->in_second[i] && !f->knows_one_section;
        const struct sfr_section *s = &sections[which];
        const uint64_t pc = request->pcs[i];
        struct sfr_hit hit;
        const enum sfr_found found = dropped[which] ? SFR_FOUND_NO_FDE : sfr_find(s, pc, &hit);
        sfr_dump_hit(s, pc, found, &hit, ref_add_text, answer);
        dropped[which] = dropped[which] || drops(f, s, pc, found, &hit);
    }
    return SFA_ACCEPT;
}

static enum sfa_status forgets_answer(void *ctx, const struct sfa_request *request, struct sfa_answer *answer)
{
    enum sfr_profile profile;
    if (request->op != SFA_SEQUENCE)
        return ref_answer(NULL, request, answer);
    return sfr_profile_from_name(request->profile, &profile) ? ask_in_turn(ctx, request, profile, answer)
                                                             : SFA_UNSUPPORTED;
}

bool forgets_declare(const char *name, struct sfa_adapter *adapter)
{
    for (unsigned i = 0; i < sizeof readers / sizeof readers[0]; i++)
        if (strcmp(readers[i].name, name) == 0) {
            adapter->ops = "decode lookup sequence";
            adapter->answer = forgets_answer;
            adapter->ctx = (void *)(uintptr_t)&readers[i];
            return true;
        }
    return false;
}
