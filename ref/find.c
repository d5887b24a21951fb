/* SPDX-License-Identifier: MIT */
/* Look-up: from a PC to the function that contains it and the row that applies. */
#include "fde_start.h"
#include "fre_walk.h"

/* 2.4: a function is a half-open range; this forms no sum that could wrap (AMBIGUITY AMB-016). An
   empty function contains nothing (AMBIGUITY AMB-018). */
static bool contains(const struct sfr_fde *fde, uint64_t pc)
{
    return pc >= fde->start && pc - fde->start < fde->sfde_func_size;
}

/* Functions and PCs are ordered by their signed distance from the section (SFR-ADDRESS-ORDER). */
static int64_t distance_of(const struct sfr_section *s, uint64_t pc)
{
    return sfr_signed64(pc - s->addr);
}

bool sfr_find_fde_scan(const struct sfr_section *s, uint64_t pc, struct sfr_fde *found)
{
    bool any = false;

    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes; i++) {
        struct sfr_fde fde;
        sfr_read_fde(s, i, &fde);
        if (contains(&fde, pc) && (!any || fde.distance >= found->distance)) {
            *found = fde;
            any = true;
        }
    }
    return any;
}

/* Number of functions that start at or below a distance, in a sorted table. This is plain halving:
   a search that guesses from the starts is faster for functions of even size, and half as fast for
   the uneven ones of programs. */
static uint32_t count_not_above(const struct sfr_section *s, int64_t distance)
{
    uint32_t first = 0, count = s->hdr.sfh_num_fdes;

    while (count > 0) {
        const uint32_t half = count / 2;
        if (sfr_read_distance(s, first + half) <= distance) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}

bool sfr_find_fde_search(const struct sfr_section *s, uint64_t pc, struct sfr_fde *found)
{
    uint32_t index = count_not_above(s, distance_of(s, pc));

    /* The last function at or below the PC that is not empty: an empty one may start inside another
       (AMBIGUITY AMB-022). */
    while (index > 0) {
        sfr_read_fde(s, --index, found);
        if (found->sfde_func_size != 0)
            return contains(found, pc);
    }
    return false;
}

/* 2.3.3.1 The SFrame FDE PC Types: the offset that row starts are compared with. False if no row
   can match. */
static bool lookup_offset(const struct sfr_section *s, const struct sfr_fde *fde, uint64_t pc, uint64_t *offset)
{
    *offset = pc - fde->start;
    if (fde->pc_type != SFR_FDE_PCTYPE_MASK || s->profile == SFR_PROFILE_V1)
        return true;
    /* From version 2 on: PC modulo the block size, relative to the function's start
       (AMBIGUITY AMB-077). */
    const uint32_t rep_size = fde->sfde_func_rep_size;
    if (rep_size == 0)
        return false;
    *offset %= rep_size;
    return true;
}

/* Does a row match an offset? PCINC compares; PCMASK of version 1 (1.3.2) masks
   (AMBIGUITY AMB-078). */
static bool matches(const struct sfr_section *s, const struct sfr_fde *fde, uint64_t offset, uint32_t start)
{
    if (fde->pc_type == SFR_FDE_PCTYPE_MASK && s->profile == SFR_PROFILE_V1)
        return (offset & start) >= start;
    return offset >= start;
}

/* A default FDE without FREs is outermost (AMBIGUITY AMB-090); a flexible or signal FDE without
   FREs says nothing (AMBIGUITY AMB-091). */
static bool outermost_function(const struct sfr_section *s, const struct sfr_fde *fde)
{
    return s->profile == SFR_PROFILE_V3 && fde->sfde_func_num_fres == 0 && fde->fde_type == SFR_FDE_TYPE_DEFAULT
           && !fde->signal_p;
}

/* ALL-LKP-02: the matching row with the greatest start. Starts increase, and a row that starts
   above the offset never matches, so the walk ends at the first such row. */
static enum sfr_found last_matching_fre(const struct sfr_section *s, const struct sfr_fde *fde, uint64_t offset,
                                        struct sfr_fre *match)
{
    struct sfr_bytes rows = sfr_fre_bytes(s, fde->fre_pos);
    enum sfr_found found = SFR_FOUND_NO_FRE;

    for (uint32_t i = 0; i < fde->sfde_func_num_fres; i++) {
        struct sfr_fre fre;
        if (sfr_walk_fre(&rows, fde->fre_type, i, &fre) != SFR_FAULT_NONE)
            return SFR_FOUND_BAD;
        if (fre.sfre_start_address > offset)
            break;
        if (matches(s, fde, offset, fre.sfre_start_address)) {
            *match = fre;
            found = SFR_FOUND;
        }
    }
    return found;
}

enum sfr_found sfr_find_fre(const struct sfr_section *s, uint64_t pc, struct sfr_hit *hit)
{
    uint64_t offset;

    hit->rules = (struct sfr_rules){ .mangled_ra_p = false };
    if (hit->fde.fre_pos == 0)
        return SFR_FOUND_BAD;
    if (outermost_function(s, &hit->fde)) {
        hit->rules.ra.kind = SFR_RULE_UNDEFINED;
        return SFR_FOUND_OUTERMOST;
    }
    if (!lookup_offset(s, &hit->fde, pc, &offset))
        return SFR_FOUND_BAD;
    const enum sfr_found found = last_matching_fre(s, &hit->fde, offset, &hit->fre);
    if (found != SFR_FOUND)
        return found;
    if (sfr_read_rules(s, &hit->fde, &hit->fre, &hit->rules) != SFR_FAULT_NONE)
        return SFR_FOUND_BAD;
    return SFR_FOUND;
}

enum sfr_found sfr_find(const struct sfr_section *s, uint64_t pc, struct sfr_hit *hit)
{
    const bool sorted = s->hdr.sfp_flags & SFR_F_FDE_SORTED;
    const bool any = sorted ? sfr_find_fde_search(s, pc, &hit->fde) : sfr_find_fde_scan(s, pc, &hit->fde);
    return any ? sfr_find_fre(s, pc, hit) : SFR_FOUND_NO_FDE;
}
