/* SPDX-License-Identifier: MIT */
/*
 * Oracle: for any bytes, the scan finds the function that a plain walk over all functions finds,
 * for PCs at and around every start of a function or row and every end. In an accepted section it
 * finds the row that a plain walk over all rows finds. If functions are sorted and do not overlap,
 * the binary search gives what the scan gives. The whole look-up gives what its parts give, into
 * memory of any content, and the same again after another question. Sorting the functions of a model
 * loses none, gives one order from any other, and changes no answer.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

const char fuzz_property[] = "lookup";

struct look_up {
    const struct sfr_section *s;
    bool accepted, searchable;
    /* The question before, and what it found. */
    uint64_t pc;
    struct sfr_hit hit;
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

/* The last row that applies, and its rules, by reading all rows of the function. Nothing of it is the look-up's. */
static enum sfr_found plain_row(const struct sfr_section *s, uint64_t pc, struct sfr_hit *hit)
{
    const struct sfr_fde *fde = &hit->fde;
    struct sfr_fre_cursor c;
    struct sfr_fre fre;
    bool any = false, more = true;

    if (s->profile == SFR_PROFILE_V3 && fde->sfde_func_num_fres == 0 && fde->fde_type == SFR_FDE_TYPE_DEFAULT
        && !fde->signal_p)
        return SFR_FOUND_OUTERMOST;
    sfr_fres(&c, s, fde);
    while (sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more) {
        if (!applies(s, fde, pc, fre.sfre_start_address))
            continue;
        hit->fre = fre;
        any = true;
    }
    if (!any)
        return SFR_FOUND_NO_FRE;
    FUZZ_REQUIRE(sfr_read_rules(s, fde, &hit->fre, &hit->rules) == SFR_FAULT_NONE, hit->fre.pos,
                 "a row of an accepted section has no rules");
    return SFR_FOUND;
}

static void check_row(const struct look_up *l, uint64_t pc, const struct sfr_fde *fde)
{
    struct sfr_hit hit = { .fde = *fde }, plain = { .fde = *fde };
    const enum sfr_found found = sfr_find_fre(l->s, pc, &hit), expected = plain_row(l->s, pc, &plain);

    fuzz_note((uint64_t)found);
    FUZZ_REQUIRE(found == expected, fde->pos, "the rows of the function give another answer");
    FUZZ_REQUIRE(found != SFR_FOUND || hit.fre.index == plain.fre.index, fde->pos,
                 "the row found is not the last that applies");
    FUZZ_REQUIRE(found != SFR_FOUND || fuzz_same_rules(&hit.rules, &plain.rules), fde->pos,
                 "the rules found are not those of the row");
}

/* ---- The whole look-up ---- */

/* Whether two look-ups found the same, in the members that `found` says are set. */
static bool same_hit(enum sfr_found found, const struct sfr_hit *a, const struct sfr_hit *b)
{
    return found == SFR_FOUND_NO_FDE
           || (a->fde.index == b->fde.index && a->fde.start == b->fde.start
               && (found != SFR_FOUND || a->fre.index == b->fre.index)
               && ((found != SFR_FOUND && found != SFR_FOUND_OUTERMOST) || fuzz_same_rules(&a->rules, &b->rules)));
}

/* What the parts of a look-up find, one after the other. */
static enum sfr_found find_by_parts(const struct sfr_section *s, uint64_t pc, struct sfr_hit *hit)
{
    const bool any = s->hdr.sfp_flags & SFR_F_FDE_SORTED ? sfr_find_fde_search(s, pc, &hit->fde)
                                                         : sfr_find_fde_scan(s, pc, &hit->fde);
    return any ? sfr_find_fre(s, pc, hit) : SFR_FOUND_NO_FDE;
}

static void check_find(struct look_up *l, uint64_t pc)
{
    struct sfr_hit parts, hit, other;

    memset(&parts, 0, sizeof parts);
    memset(&hit, 0xa5, sizeof hit);
    const enum sfr_found expected = find_by_parts(l->s, pc, &parts), found = sfr_find(l->s, pc, &hit);
    FUZZ_REQUIRE(found == expected && same_hit(found, &hit, &parts), parts.fde.pos,
                 "the look-up finds something else than its parts");
    /* A caller may use its memory again, for another question or the same one. */
    sfr_find(l->s, l->pc, &l->hit);
    other = l->hit;
    FUZZ_REQUIRE(sfr_find(l->s, pc, &other) == expected && same_hit(expected, &other, &parts), parts.fde.pos,
                 "the look-up finds something else after another question");
    l->pc = pc;
    l->hit = hit;
}

static void check_pc(void *ctx, uint64_t pc)
{
    struct look_up *l = ctx;
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
    check_find(l, pc);
}

/* ---- In order ---- */

struct sorted {
    const struct sfr_section *s; /* the section as it is */
    struct sfr_section in_order;
    struct sfr_model model;
    struct sfr_model_fde *fdes;
    struct sfr_model_fre *fres;
    uint8_t *bytes;
};

/* The order of two functions: by distance, then empty ones first, then by their rows. */
static int order_of(const struct sfr_model *m, const struct sfr_model_fde *a, const struct sfr_model_fde *b)
{
    const uint64_t half = UINT64_C(1) << 63, da = a->start - m->addr + half, db = b->start - m->addr + half;

    if (da != db)
        return da < db ? -1 : 1;
    if ((a->size == 0) != (b->size == 0))
        return a->size == 0 ? -1 : 1;
    return a->first_fre < b->first_fre ? -1 : a->first_fre > b->first_fre;
}

/* A number that does not depend on the order of the functions, from all that one has. */
static uint64_t sum_of(const struct sfr_model *m)
{
    uint64_t sum = 0;

    for (uint64_t i = 0; i < m->num_fdes; i++) {
        const struct sfr_model_fde *const f = &m->fdes[i];
        const uint64_t members[] = { f->start,      f->size,        f->pc_type,  f->fre_type, f->fde_type,
                                     f->rep_size,   f->pauth_key_b, f->signal_p, f->num_fres, f->first_fre,
                                     f->has_layout, f->info,        f->info2,    f->padding2, f->fre_off };
        uint64_t x = 0;
        for (size_t k = 0; k < sizeof members / sizeof members[0]; k++) {
            x = (x ^ members[k]) * UINT64_C(0xbf58476d1ce4e5b9);
            x ^= x >> 29;
        }
        sum += x;
    }
    return sum;
}

static void check_sorted(struct sfr_model *m)
{
    const uint64_t sum = sum_of(m);

    sfr_sort_functions(m);
    FUZZ_REQUIRE(sum_of(m) == sum, 0, "sorting loses or changes functions");
    for (uint64_t i = 1; i < m->num_fdes; i++)
        FUZZ_REQUIRE(order_of(m, &m->fdes[i - 1], &m->fdes[i]) <= 0, 0, "function %llu is not in order",
                     (unsigned long long)i);
}

/* From the reverse of the order too. With none lost and all in order again, the functions stand
   where they stood, except for those that nothing tells apart. */
static void check_reversed(struct sfr_model *m)
{
    for (uint64_t i = 0; i < m->num_fdes / 2; i++) {
        const struct sfr_model_fde kept = m->fdes[i];
        m->fdes[i] = m->fdes[m->num_fdes - 1 - i];
        m->fdes[m->num_fdes - 1 - i] = kept;
    }
    check_sorted(m);
}

static bool overlaps(const struct sfr_model *m)
{
    uint64_t end = 0;

    for (uint64_t i = 0; i < m->num_fdes; i++) {
        const uint64_t start = m->fdes[i].start - m->addr + (UINT64_C(1) << 63);
        if (m->fdes[i].size != 0 && start < end)
            return true;
        if (start + m->fdes[i].size > end)
            end = start + m->fdes[i].size;
    }
    return false;
}

/* The same rules as a plain walk finds in the section as it is. */
static void check_answer(void *ctx, uint64_t pc)
{
    const struct sorted *sorted = ctx;
    struct sfr_hit hit, plain = { .fde = { .index = 0 } };
    const enum sfr_found found = sfr_find(&sorted->in_order, pc, &hit);
    const enum sfr_found expected =
        plain_function(sorted->s, pc, &plain.fde) ? plain_row(sorted->s, pc, &plain) : SFR_FOUND_NO_FDE;

    FUZZ_REQUIRE(found == expected, plain.fde.pos, "a sorted section has another answer");
    FUZZ_REQUIRE(found != SFR_FOUND
                     || (hit.fde.start == plain.fde.start && hit.fre.index == plain.fre.index
                         && fuzz_same_rules(&hit.rules, &plain.rules)),
                 plain.fde.pos, "a sorted section has another row");
}

/* Writes the sorted functions as a section that says so, unless the encoder refuses. */
static bool write_sorted(struct sorted *sorted)
{
    struct sfr_model *const m = &sorted->model;
    size_t size = 0;

    m->flags |= SFR_F_FDE_SORTED;
    if (sfr_encode(m, SFR_LAYOUT_CANONICAL, NULL, 0, &size, NULL) != SFR_REFUSAL_BUFFER_TOO_SMALL)
        return false;
    sorted->bytes = fuzz_alloc(size, 1);
    const enum sfr_refusal refusal = sfr_encode(m, SFR_LAYOUT_CANONICAL, sorted->bytes, size, &size, NULL);
    FUZZ_REQUIRE(refusal == SFR_REFUSAL_NONE, 0, "the sorted functions are refused, but their size is known");
    FUZZ_REQUIRE(sfr_check(sorted->bytes, size, m->addr, m->profile, NULL, NULL).accepted
                     && sfr_open(&sorted->in_order, sorted->bytes, size, m->addr, m->profile, NULL) == SFR_FAULT_NONE,
                 0, "the sorted section is rejected");
    return true;
}

/* An accepted section: its functions in order. */
static void check_order(const struct sfr_section *s)
{
    struct sorted sorted = {
        .s = s,
        .fdes = fuzz_alloc(s->hdr.sfh_num_fdes, sizeof *sorted.fdes),
        .fres = fuzz_alloc(s->hdr.sfh_num_fres, sizeof *sorted.fres),
    };

    FUZZ_REQUIRE(sfr_model_of_section(s, &sorted.model, sorted.fdes, sorted.fres) == SFR_FAULT_NONE, 0,
                 "an accepted section has no model");
    check_sorted(&sorted.model);
    check_reversed(&sorted.model);
    if (!overlaps(&sorted.model) && write_sorted(&sorted))
        fuzz_each_pc(s, 60, check_answer, &sorted);
    free(sorted.bytes);
    free(sorted.fdes);
    free(sorted.fres);
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
        if (l.accepted)
            check_order(&s);
    }
    return 0;
}
