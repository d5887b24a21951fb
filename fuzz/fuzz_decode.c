/* SPDX-License-Identifier: MIT */
/*
 * Oracle: reading any bytes causes no sanitizer report; every finding lies inside the section and
 * is in the registers, with a basis and the level that follows from it; the verdict counts its
 * findings; an accepted section opens, and every walk, dump and look-up of it succeeds.
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

/* ---- The registers ---- */

static void check_basis(const struct sfr_basis_info *basis, const char *name, enum sfr_profile profile, uint64_t at)
{
    FUZZ_REQUIRE(basis && strcmp(basis->name, name) == 0 && (basis->profiles >> profile & 1), at,
                 "%s has no basis in the profile %s", name, sfr_profile_name(profile));
    FUZZ_REQUIRE(sfr_basis_name(basis->basis) != NULL, at, "the basis of %s has no name", name);
}

/* The level that follows from what the registers say of a fault. */
static enum sfr_level level_of(const struct sfr_fault_info *info, const struct sfr_basis_info *basis)
{
    if (info->severity == SFR_SEVERITY_DOUBT)
        return SFR_LEVEL_READ;
    if (info->stops[0] != '-')
        return SFR_LEVEL_REFUSE;
    const bool forbidden = basis->basis == SFR_BASIS_TEXT || basis->basis == SFR_BASIS_PRACTICE;
    return forbidden ? SFR_LEVEL_VALIDATE : SFR_LEVEL_STRICT;
}

/* vectors_expect.c has found the rows of the fault and the clause. */
static void check_registers(const struct sfr_finding *f, enum sfr_profile profile)
{
    const struct sfr_fault_info *const info = sfr_fault_info(f->fault);
    const struct sfr_clause_info *const clause = sfr_clause_info(f->clause);
    const struct sfr_policy_info *const policy = sfr_policy_info(info->policy);
    enum sfr_level level = sfr_fault_level(f->fault, profile), named;

    FUZZ_REQUIRE(sfr_level_from_name(sfr_level_name(level), &named) && named == level, f->start,
                 "the level of %s has another name", info->name);
    FUZZ_REQUIRE((policy != NULL) == (info->policy != SFR_POLICY_NONE), f->start, "%s answers no question", info->name);
    if (profile == SFR_PROFILE_AUTO)
        return;
    check_basis(sfr_fault_basis(f->fault, profile), info->name, profile, f->start);
    check_basis(sfr_clause_basis(f->clause, profile), clause->id, profile, f->start);
    if (policy && (policy->profiles >> profile & 1))
        check_basis(sfr_policy_basis(info->policy, profile), policy->id, profile, f->start);
    FUZZ_REQUIRE(level == level_of(info, sfr_fault_basis(f->fault, profile)), f->start, "%s has the level %s",
                 info->name, sfr_level_name(level));
}

/* An ABI that is defined has a name and three registers; any other number has none. */
static void check_abi(unsigned abi)
{
    const bool defined = abi >= SFR_ABI_AARCH64_ENDIAN_BIG && abi <= SFR_ABI_S390X_ENDIAN_BIG;
    const char *const name = sfr_abi_name(abi);
    const uint32_t sp = sfr_abi_sp(abi), fp = sfr_abi_fp(abi), ra = sfr_abi_ra(abi);
    unsigned named = ~abi;

    FUZZ_REQUIRE((name != NULL) == defined && (defined || !sfr_abi_is_big(abi)), 4, "ABI %u has a name", abi);
    FUZZ_REQUIRE(!name || (sfr_abi_from_name(name, &named) && named == abi), 4, "ABI %u has another name", abi);
    FUZZ_REQUIRE(defined ? sp != fp && fp != ra && ra != sp && sp && fp && ra : !sp && !fp && !ra, 4,
                 "ABI %u has other registers", abi);
}

/* ---- Findings ---- */

static void take_finding(void *ctx, const struct sfr_finding *f)
{
    static struct text problems;
    struct seen *seen = ctx;

    clear_text(&problems);
    check_finding(&problems, f, seen->profile, seen->size);
    FUZZ_REQUIRE(problems.len == 0, f->start, "%s", problems.data);
    check_registers(f, seen->profile);
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
    if (in.size > 5) {
        check_abi(in.data[4]);
        check_abi((unsigned)in.data[5] << 8 | in.data[4]);
    }
    return 0;
}
