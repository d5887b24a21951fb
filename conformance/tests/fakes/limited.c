/* SPDX-License-Identifier: MIT */
/*
 * Readers that leave something out on purpose and say so: honest ones, and ones that use the words to hide mistakes.
 * All else they answer as the reference does.
 */
#include "readers.h"
#include "ref_answer.h"

/* What an honest reader does, and mistakes that its words do not cover. */
enum deed {
    HONEST,
    FINDS_NOTHING,  /* in what it does not read no look-up finds anything: it has no other way to refuse */
    GUESSES,        /* reads the section all the same, and gives every PC the row of the first function */
    REFUSES_SEVERAL /* refuses every section with several functions, too */
};

struct limited {
    const char *name, *needs, *hides;
    bool without_flexible;
    enum deed deed;
    bool hides_starts; /* finds a row before the first function, too */
    bool hides_rows;   /* finds a row where a function has none, too */
};

static const struct limited readers[] = {
    { .name = "needs-all", .needs = "sorted pcrel functions" },
    { .name = "needs-sorted-finds-nothing", .needs = "sorted", .deed = FINDS_NOTHING },
    { .name = "needs-sorted-guesses", .needs = "sorted", .deed = GUESSES },
    { .name = "needs-sorted-refuses-several", .needs = "sorted", .deed = REFUSES_SEVERAL },
    { .name = "needs-functions", .needs = "functions" },
    { .name = "no-flexible", .without_flexible = true },
    { .name = "no-flexible-guesses", .without_flexible = true, .deed = GUESSES },
    { .name = "no-flexible-refuses-several", .without_flexible = true, .deed = REFUSES_SEVERAL },
    { .name = "no-ends", .hides = "function-ends" },
    { .name = "no-ends-no-starts", .hides = "function-ends", .hides_starts = true },
    { .name = "no-ends-no-rows", .hides = "function-ends", .hides_rows = true },
};

static bool is_flexible(const struct sfr_section *s, uint32_t i, struct sfr_fde *fde)
{
    return sfr_read_fde(s, i, fde) == SFR_FAULT_NONE && fde->fde_type == SFR_FDE_TYPE_FLEX;
}

/* Does it say that it does not read this section? */
static bool leaves_out(const struct limited *r, const struct sfr_section *s)
{
    struct sfr_fde fde;
    bool flexible = false;
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++)
        flexible = flexible || is_flexible(s, i, &fde);
    return (sfa_has_word(r->needs, "sorted") && !(s->hdr.sfp_flags & SFR_F_FDE_SORTED))
           || (sfa_has_word(r->needs, "pcrel") && !(s->hdr.sfp_flags & SFR_F_FDE_FUNC_START_PCREL))
           || (sfa_has_word(r->needs, "functions") && s->hdr.sfh_num_fdes == 0) || (r->without_flexible && flexible);
}

/* Where the nearest function starts that can be taken for the one of a PC; its last byte for a PC after it. */
static uint64_t nearest(const struct limited *r, const struct sfr_section *s, uint64_t pc)
{
    struct sfr_fde fde;
    uint64_t from = 0, taken = pc;
    bool found = false;
    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++) {
        const bool is_read = sfr_read_fde(s, i, &fde) == SFR_FAULT_NONE && fde.sfde_func_size > 0;
        if (is_read && fde.start <= pc && (!found || fde.start > from)) {
            found = true;
            from = fde.start;
            taken = pc - from < fde.sfde_func_size ? pc : from + fde.sfde_func_size - 1;
        }
        if (is_read && !found && r->hides_starts)
            taken = fde.start;
    }
    return taken;
}

static void put_line(const struct limited *r, const struct sfr_section *s, uint64_t pc, bool guesses,
                     struct sfa_answer *answer)
{
    struct sfr_hit hit;
    struct sfr_fde fde;
    const bool has_first = s->hdr.sfh_num_fdes > 0 && sfr_read_fde(s, 0, &fde) == SFR_FAULT_NONE;
    const uint64_t asked = guesses && has_first ? fde.start : r->hides ? nearest(r, s, pc) : pc;
    enum sfr_found found = sfr_find(s, asked, &hit);
    if (found == SFR_FOUND_NO_FRE && r->hides_rows && hit.fde.sfde_func_num_fres > 0)
        found = sfr_find(s, hit.fde.start + hit.fde.sfde_func_size - 1, &hit);
    sfr_dump_hit(s, pc, found, &hit, ref_add_text, answer);
}

static enum sfa_status look_up(const struct limited *r, const struct sfr_section *s, const struct sfa_request *request,
                               struct sfa_answer *answer)
{
    const bool out = leaves_out(r, s);
    sfa_printf(answer, "sframe-dump 1\n");
    for (size_t i = 0; i < request->num_pcs; i++)
        if (out && r->deed == FINDS_NOTHING)
            sfa_printf(answer, "pc 0x%llx none\n", (unsigned long long)request->pcs[i]);
        else
            put_line(r, s, request->pcs[i], out && r->deed == GUESSES, answer);
    return SFA_ACCEPT;
}

/* A reader that looks at a function when it needs it: the flexible ones are damaged for it. */
static enum sfa_status ask_in_turn(const struct sfr_section *s, const struct sfa_request *request,
                                   struct sfa_answer *answer)
{
    struct sfr_hit hit;
    sfa_printf(answer, "sframe-dump 1\n");
    for (size_t i = 0; i < request->num_pcs; i++) {
        const enum sfr_found found = sfr_find(s, request->pcs[i], &hit);
        if (found == SFR_FOUND && hit.fde.fde_type == SFR_FDE_TYPE_FLEX)
            sfa_printf(answer, "pc 0x%llx reject\n", (unsigned long long)request->pcs[i]);
        else
            sfr_dump_hit(s, request->pcs[i], found, &hit, ref_add_text, answer);
    }
    return SFA_ACCEPT;
}

static enum sfa_status limited_answer(void *ctx, const struct sfa_request *request, struct sfa_answer *answer)
{
    const struct limited *r = ctx;
    enum sfr_profile profile;
    struct sfr_section s;
    struct sfr_finding why;
    const bool is_sound = sfr_profile_from_name(request->profile, &profile)
                          && sfr_check(request->body, request->size, request->addr, profile, NULL, NULL).accepted
                          && sfr_open(&s, request->body, request->size, request->addr, profile, &why) == SFR_FAULT_NONE;
    if (!is_sound)
        return ref_answer(NULL, request, answer);
    if (r->deed == REFUSES_SEVERAL && s.hdr.sfh_num_fdes > 1)
        return SFA_REJECT;
    if (request->op == SFA_LOOKUP && (r->deed == FINDS_NOTHING || r->deed == GUESSES || r->hides))
        return look_up(r, &s, request, answer);
    if (request->op == SFA_SEQUENCE && r->without_flexible && !request->second)
        return ask_in_turn(&s, request, answer);
    return r->deed == HONEST && leaves_out(r, &s) ? SFA_REJECT : ref_answer(NULL, request, answer);
}

bool limited_declare(const char *name, struct sfa_adapter *adapter)
{
    for (unsigned i = 0; i < sizeof readers / sizeof readers[0]; i++)
        if (strcmp(readers[i].name, name) == 0) {
            adapter->ops = "decode lookup sequence";
            adapter->needs = readers[i].needs;
            adapter->without_flexible = readers[i].without_flexible;
            adapter->hides = readers[i].hides;
            adapter->answer = limited_answer;
            adapter->ctx = (void *)(uintptr_t)&readers[i];
            return true;
        }
    return false;
}
