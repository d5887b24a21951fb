/* SPDX-License-Identifier: MIT */
/*
 * Oracle: reading any bytes causes no sanitizer report; every finding lies inside the section and
 * is in the registers, with a basis in its profile; the verdict counts its findings; an accepted
 * section opens, and every walk, dump and look-up of it succeeds.
 */
#include "fuzz.h"
#include "vectors_expect.h"

#include <string.h>

const char fuzz_property[] = "decode";

/* How many times a reader must walk the bytes of a section (SFR-SHARED-RUN-LIMIT). */
enum { MAX_WALK = 16 };

struct seen {
    enum sfr_profile profile;
    size_t size;
    uint64_t violations, doubts;
    bool first_is_first;
    struct sfr_finding first;
};

/* ---- Findings ---- */

static void check_basis(const struct sfr_basis_info *basis, const char *name, enum sfr_profile profile, uint64_t at)
{
    FUZZ_REQUIRE(basis && strcmp(basis->name, name) == 0 && (basis->profiles >> profile & 1), at,
                 "%s has no basis in the profile %s", name, sfr_profile_name(profile));
}

static void take_finding(void *ctx, const struct sfr_finding *f)
{
    static struct text problems;
    struct seen *seen = ctx;

    clear_text(&problems);
    check_finding(&problems, f, seen->profile, seen->size);
    FUZZ_REQUIRE(problems.len == 0, f->start, "%s", problems.data);
    if (seen->profile != SFR_PROFILE_AUTO) {
        check_basis(sfr_fault_basis(f->fault, seen->profile), fuzz_fault_name(f->fault), seen->profile, f->start);
        check_basis(sfr_clause_basis(f->clause, seen->profile), sfr_clause_info(f->clause)->id, seen->profile,
                    f->start);
    }
    if (f->severity == SFR_SEVERITY_VIOLATION && seen->violations++ == 0)
        seen->first = *f;
    if (f->severity == SFR_SEVERITY_DOUBT)
        seen->doubts++;
    fuzz_note((uint64_t)f->fault << 32 | (uint64_t)f->clause);
    fuzz_note(f->start);
    fuzz_note(f->end);
    fuzz_note(f->value);
}

static void check_verdict(const struct sfr_verdict *v, const struct seen *seen)
{
    FUZZ_REQUIRE(v->violations == seen->violations && v->doubts == seen->doubts, 0,
                 "the verdict miscounts its findings");
    FUZZ_REQUIRE(v->accepted == (v->violations == 0), 0, "the verdict contradicts its findings");
    FUZZ_REQUIRE(v->accepted ? v->first.fault == SFR_FAULT_NONE
                             : v->first.fault == seen->first.fault && v->first.start == seen->first.start,
                 v->first.start, "the verdict's first violation is not the one reported first");
}

/* Walks the rows of one function. In an accepted section each has rules. */
static uint64_t walk_rows(const struct sfr_section *s, const struct sfr_fde *fde, bool accepted, uint64_t *bytes)
{
    struct sfr_fre_cursor c;
    struct sfr_fre fre;
    struct sfr_rules rules;
    uint64_t count = 0;
    bool more = true;

    for (sfr_fres(&c, s, fde);; count++) {
        const enum sfr_fault fault = sfr_next_fre(&c, &fre, &more);
        FUZZ_REQUIRE(!accepted || fault == SFR_FAULT_NONE, fre.pos, "accepted, but a row cannot be read: %s",
                     fuzz_fault_name(fault));
        if (fault != SFR_FAULT_NONE || !more)
            return count;
        FUZZ_REQUIRE(fre.pos >= s->fre_start && fre.pos <= s->fre_end && fre.size <= s->fre_end - fre.pos, fre.pos,
                     "a row lies outside of the sub-section");
        *bytes += fre.size;
        const enum sfr_fault meaning = sfr_read_rules(s, fde, &fre, &rules);
        FUZZ_REQUIRE(!accepted || meaning == SFR_FAULT_NONE, fre.pos, "accepted, but a row has no rules: %s",
                     fuzz_fault_name(meaning));
        /* Functions may share rows, but only up to this limit (SFR-SHARED-RUN-LIMIT). */
        if (*bytes > (uint64_t)s->size * MAX_WALK) {
            FUZZ_REQUIRE(!accepted, fre.pos, "accepted, but its functions share too many rows");
            return count;
        }
    }
}

static void walk(const struct sfr_section *s, bool accepted)
{
    uint64_t rows = 0, bytes = 0;

    for (uint32_t i = 0; i < s->hdr.sfh_num_fdes && bytes <= (uint64_t)s->size * MAX_WALK; i++) {
        struct sfr_fde fde;
        const enum sfr_fault fault = sfr_read_fde(s, i, &fde);
        FUZZ_REQUIRE(!accepted || fault == SFR_FAULT_NONE, fde.pos, "accepted, but a function cannot be read: %s",
                     fuzz_fault_name(fault));
        if (fault == SFR_FAULT_NONE)
            rows += walk_rows(s, &fde, accepted, &bytes);
    }
    FUZZ_REQUIRE(!accepted || rows == s->hdr.sfh_num_fres, 0x0c,
                 "accepted, but sfh_num_fres is not the number of rows");
}

struct look_up {
    const struct sfr_section *s;
    bool accepted;
};

static void look_up(void *ctx, uint64_t pc)
{
    const struct look_up *l = ctx;
    struct sfr_hit hit;
    const enum sfr_found found = sfr_find(l->s, pc, &hit);

    FUZZ_REQUIRE(!l->accepted || found != SFR_FOUND_BAD, hit.fde.pos, "accepted, but a look-up finds bad data");
    sfr_dump_hit(l->s, pc, found, &hit, fuzz_note_text, NULL);
    sfr_dump_hit_signal(l->s, pc, found, &hit, fuzz_note_text, NULL);
}

static void check_profile(const struct fuzz_input *in, enum sfr_profile profile)
{
    struct seen seen = { .profile = profile, .size = in->size };
    struct sfr_section s;
    const struct sfr_verdict v = sfr_check(in->data, in->size, in->addr, profile, take_finding, &seen);

    check_verdict(&v, &seen);
    const enum sfr_fault fault = sfr_open(&s, in->data, in->size, in->addr, profile, NULL);
    FUZZ_REQUIRE(!v.accepted || fault == SFR_FAULT_NONE, 0, "accepted, but it cannot be opened: %s",
                 fuzz_fault_name(fault));
    if (fault != SFR_FAULT_NONE)
        return;
    struct look_up l = { &s, v.accepted };
    walk(&s, v.accepted);
    const enum sfr_fault dumped = sfr_dump(&s, SFR_DUMP_LAYOUT, fuzz_note_text, NULL);
    FUZZ_REQUIRE(!v.accepted || dumped == SFR_FAULT_NONE, 0, "accepted, but the dump stops with %s",
                 fuzz_fault_name(dumped));
    fuzz_each_pc(&s, 48, look_up, &l);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct fuzz_input in = fuzz_take(data, size);

    for (size_t i = 0; size <= FUZZ_MAX_INPUT && i < in.num_profiles; i++)
        check_profile(&in, in.profiles[i]);
    return 0;
}
