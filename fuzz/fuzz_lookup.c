/* SPDX-License-Identifier: MIT */
/*
 * Oracle: for any bytes, the scan finds the function that a plain walk over all functions finds,
 * for PCs at and around every start of a function or row and every end. In an accepted section it
 * finds the row that a plain walk over all rows finds. If functions are sorted and do not overlap,
 * the binary search gives what the scan gives.
 */
#include "fuzz.h"

const char fuzz_property[] = "lookup";

struct look_up {
    const struct sfr_section *s;
    bool accepted, searchable;
};

/* Among the functions that contain the PC the one with the greatest start, then the greatest
   index. Starts compare by their distances from the section (SFR-ADDRESS-ORDER). Empty functions
   contain nothing. */
static bool plain_function(const struct sfr_section *s, uint64_t pc, struct sfr_fde *best)
{
    bool any = false;

    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++) {
        struct sfr_fde fde;
        sfr_read_fde(s, i, &fde);
        if (pc < fde.start || pc - fde.start >= fde.sfde_func_size)
            continue;
        if (!any || fde.distance >= best->distance)
            *best = fde;
        any = true;
    }
    return any;
}

/* Whether a row that starts at `start` applies to the PC, by its offset in the function or in
   its block. */
static bool applies(const struct sfr_section *s, const struct sfr_fde *fde, uint64_t pc, uint64_t start)
{
    uint64_t into = pc - fde->start;

    if (fde->pc_type == SFR_FDE_PCTYPE_MASK && s->profile == SFR_PROFILE_V1)
        return (into & start) >= start;
    if (fde->pc_type == SFR_FDE_PCTYPE_MASK)
        into %= fde->sfde_func_rep_size;
    return into >= start;
}

/* The number of the last row that applies, from 1; 0 if none does. */
static uint64_t plain_row(const struct sfr_section *s, const struct sfr_fde *fde, uint64_t pc)
{
    struct sfr_fre_cursor c;
    struct sfr_fre fre;
    uint64_t number = 0;
    bool more = true;

    sfr_fres(&c, s, fde);
    while (sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more) {
        if (applies(s, fde, pc, fre.sfre_start_address))
            number = (uint64_t)fre.index + 1;
    }
    return number;
}

static void check_row(const struct look_up *l, uint64_t pc, const struct sfr_fde *fde)
{
    const bool whole_outermost = l->s->profile == SFR_PROFILE_V3 && fde->sfde_func_num_fres == 0
                                 && fde->fde_type == SFR_FDE_TYPE_DEFAULT && !fde->signal_p;
    struct sfr_hit hit = { .fde = *fde };
    const enum sfr_found found = sfr_find_fre(l->s, pc, &hit);
    const uint64_t number = plain_row(l->s, fde, pc);

    fuzz_note((uint64_t)found);
    if (whole_outermost)
        FUZZ_REQUIRE(found == SFR_FOUND_OUTERMOST, fde->pos, "a function without rows is not outermost");
    else if (number == 0)
        FUZZ_REQUIRE(found == SFR_FOUND_NO_FRE, fde->pos, "a row is found where none applies");
    else
        FUZZ_REQUIRE(found == SFR_FOUND && (uint64_t)hit.fre.index + 1 == number, fde->pos,
                     "the row found is not the last that applies");
}

static void check_pc(void *ctx, uint64_t pc)
{
    const struct look_up *l = ctx;
    struct sfr_fde plain = { 0 }, scanned, searched;
    const bool any = plain_function(l->s, pc, &plain), by_scan = sfr_find_fde_scan(l->s, pc, &scanned);

    FUZZ_REQUIRE(any == by_scan && (!any || plain.index == scanned.index), any ? plain.pos : 0,
                 "the scan finds another function than a plain walk");
    fuzz_note(any ? plain.index : UINT64_MAX);
    /* Must not read out of bounds, in any order of functions. */
    const bool by_search = sfr_find_fde_search(l->s, pc, &searched);
    if (l->searchable)
        FUZZ_REQUIRE(by_search == by_scan && (!any || searched.index == scanned.index), any ? plain.pos : 0,
                     "search and scan find different functions");
    if (l->accepted && any)
        check_row(l, pc, &plain);
}

static void note_overlap(void *ctx, const struct sfr_finding *f)
{
    if (f->fault == SFR_FAULT_FUNC_OVERLAP)
        *(bool *)ctx = true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct fuzz_input in = fuzz_take(data, size);

    for (size_t i = 0; size <= FUZZ_MAX_INPUT && i < in.num_profiles; i++) {
        struct sfr_section s;
        bool overlap = false;
        if (sfr_open(&s, in.data, in.size, in.addr, in.profiles[i], NULL) != SFR_FAULT_NONE)
            continue;
        struct look_up l = { .s = &s };
        l.accepted = sfr_check(in.data, in.size, in.addr, in.profiles[i], note_overlap, &overlap).accepted;
        l.searchable = l.accepted && !overlap && (s.hdr.sfp_flags & SFR_F_FDE_SORTED);
        fuzz_each_pc(&s, 200, check_pc, &l);
    }
    return 0;
}
