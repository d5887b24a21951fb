/* SPDX-License-Identifier: MIT */
/* The promises of sfr.h for every section that can be opened: positions in order, rows end to
   end, and zeros for missing fields. */
#include <string.h>

#include "subject.h"

static void check_section(struct subject *s)
{
    const struct sfr_section *o = &s->section;

    require(s,
            o->hdr.sfp_magic == SFR_MAGIC && o->profile == s->profile && o->addr == s->c->addr && o->size == s->c->size,
            "the view is of another section");
    require(s, o->hdr_end <= o->fde_start && o->fde_start <= o->fde_end && o->fde_end <= o->size,
            "the FDEs have no position");
    require(s, o->hdr_end <= o->fre_start && o->fre_start <= o->fre_end && o->fre_end <= o->size,
            "the FREs have no position");
    require(s, o->fde_end - o->fde_start == (uint64_t)o->hdr.sfh_num_fdes * o->fde_size, "the number of FDEs is wrong");
}

/* Names parse back to their values, and undefined values have none. */
static void check_names(struct subject *s)
{
    const unsigned arch = s->section.hdr.sfh_abi_arch;
    const char *profile = sfr_profile_name(s->profile), *abi = sfr_abi_name(arch);
    unsigned number = 0;
    enum sfr_profile none;

    require(s, profile && strcmp(profile, s->c->profile) == 0, "the profile has another name");
    require(s, (abi != NULL) == (arch >= 1 && arch <= 4), "an undefined ABI has a name, or an ABI has none");
    require(s, !abi || (sfr_abi_from_name(abi, &number) && number == arch), "the ABI's name is that of another");
    require(s,
            !sfr_profile_name((enum sfr_profile)(SFR_PROFILE_V3 + 1))
                && !sfr_stop_name((enum sfr_stop)(SFR_STOP_LIMIT + 1)) && !sfr_profile_from_name("v4", &none)
                && !sfr_abi_from_name("v4", &number),
            "an undefined value has a name");
    require(s, sfr_profile_from_name("auto", &none) && none == SFR_PROFILE_AUTO, "auto is another profile");
}

/* DWARF numbers of SP, FP and RA, by the ABI supplements. */
static void check_registers(struct subject *s)
{
    static const uint32_t numbers[][3] = { { 31, 29, 30 }, { 31, 29, 30 }, { 7, 6, 16 }, { 15, 11, 14 } };

    for (unsigned abi = 1; abi <= 4; abi++)
        require(s,
                sfr_abi_sp(abi) == numbers[abi - 1][0] && sfr_abi_fp(abi) == numbers[abi - 1][1]
                    && sfr_abi_ra(abi) == numbers[abi - 1][2],
                "the registers of ABI %u are wrong", abi);
}

/* The distance is relative to the field if the flag is set; the flag exists since errata 1. */
static void check_distance(struct subject *s, const struct sfr_fde *fde)
{
    const bool from_field = s->profile >= SFR_PROFILE_V2E1 && (s->section.hdr.sfp_flags & 0x04);
    const uint64_t base = from_field ? fde->pos : 0;

    require(s, (uint64_t)fde->distance == (uint64_t)fde->sfde_func_start_offset + base,
            "the distance has another origin");
}

/* Fields that the version does not have, or that a fault hides, are 0. */
static void check_fde_fields(struct subject *s, const struct sfr_fde *fde, enum sfr_fault fault)
{
    const bool v1 = s->profile == SFR_PROFILE_V1, v3 = s->profile == SFR_PROFILE_V3;
    const bool no_attribute = fault != SFR_FAULT_NONE && v3;

    require(s, fault == SFR_FAULT_NONE ? fde->fre_pos != 0 : fde->fre_pos == 0,
            "the FREs are hidden without a fault, or shown with one");
    require(s, v3 || (fde->attr_pos == 0 && fde->sfde_func_info2 == 0 && !fde->signal_p),
            "there is an attribute before version 3");
    require(s, !v1 || fde->sfde_func_rep_size == 0, "there is a block size in version 1");
    require(s, fde->sfde_func_padding2 == 0 || (!v1 && !v3), "there is padding in another version than 2");
    require(s,
            !no_attribute
                || (fde->sfde_func_num_fres == 0 && fde->sfde_func_info == 0 && fde->sfde_func_info2 == 0
                    && fde->sfde_func_rep_size == 0 && fde->fre_type == 0 && fde->pc_type == 0 && fde->fde_type == 0),
            "an unreadable attribute has a value");
    require(s, fault != SFR_FAULT_FRE_OFFSET_OUT_OF_BOUNDS || fde->attr_pos == 0,
            "an attribute out of bounds has a position");
    require(s, fde->start == s->c->addr + (uint64_t)fde->distance, "start and distance differ");
}

/* The faults that follow from the numbers of a row. */
static void check_rules(struct subject *s, const struct sfr_fde *fde, const struct sfr_fre *fre)
{
    const unsigned abi = s->section.hdr.sfh_abi_arch;
    const bool has_abi = abi >= 1 && abi <= (s->profile == SFR_PROFILE_V1 || s->profile == SFR_PROFILE_V2 ? 3 : 4);
    struct sfr_rules rules;
    const enum sfr_fault fault = sfr_read_rules(&s->section, fde, fre, &rules);

    if (fre->num_words == 0)
        require(s, fault == (s->profile >= SFR_PROFILE_V2E2 ? SFR_FAULT_NONE : SFR_FAULT_ZERO_WORD_COUNT),
                "a row without words");
    else if (fde->fde_type > SFR_FDE_TYPE_FLEX)
        require(s, fault == SFR_FAULT_BAD_FDE_TYPE, "rules of an undefined type");
    else if (fde->fde_type == SFR_FDE_TYPE_DEFAULT)
        require(s, (fault == SFR_FAULT_BAD_ABI) == !has_abi, "rules of an ABI that the profile does not have");
    require(s, fault != SFR_FAULT_NONE || rules.mangled_ra_p == fre->mangled_ra_p,
            "rules and row differ about the mangled RA");
}

/* Rows lie end to end, and unused words are 0. */
static void check_rows(struct subject *s, const struct sfr_fde *fde)
{
    struct sfr_fre_cursor cursor;
    struct sfr_fre fre;
    uint64_t at = fde->fre_pos;
    uint32_t index = 0;
    bool more;

    sfr_fres(&cursor, &s->section, fde);
    while (sfr_next_fre(&cursor, &fre, &more) == SFR_FAULT_NONE && more && s->why[0] == '\0') {
        require(s, fre.index == index++ && fre.pos == at && fre.size > (uint32_t)fre.num_words * fre.word_size,
                "rows do not lie end to end");
        at += fre.size;
        for (unsigned i = fre.num_words; i < SFR_MAX_WORDS; i++)
            require(s, fre.words[i] == 0, "an unused word is not 0");
        check_rules(s, fde, &fre);
    }
    require(s, cursor.next == index && (more || cursor.pos == at), "rows end elsewhere");
}

static bool says_nothing(const struct sfr_fde *fde)
{
    return fde->pos == 0 && fde->start == 0 && fde->distance == 0 && !fde->distance_wraps && fde->attr_pos == 0
           && fde->fre_pos == 0 && fde->sfde_func_start_offset == 0 && fde->sfde_func_size == 0
           && fde->sfde_func_start_fre_off == 0 && fde->sfde_func_num_fres == 0 && fde->sfde_func_info == 0
           && fde->sfde_func_info2 == 0 && fde->sfde_func_rep_size == 0 && fde->sfde_func_padding2 == 0
           && fde->fre_type == 0 && fde->pc_type == 0 && fde->fde_type == 0 && !fde->pauth_key_b && !fde->signal_p;
}

/* After the last function there is none, and reading it clears the FDE. */
static void check_end(struct subject *s)
{
    struct sfr_fde fde;

    memset(&fde, 0x01, sizeof fde);
    const enum sfr_fault fault = sfr_read_fde(&s->section, s->section.hdr.sfh_num_fdes, &fde);
    require(s, fault == SFR_FAULT_FDE_TABLE_OUT_OF_BOUNDS && says_nothing(&fde), "an FDE after the last is read");
}

void check_promises(struct subject *s)
{
    check_section(s);
    check_names(s);
    check_registers(s);
    for (uint32_t i = 0; i < s->section.hdr.sfh_num_fdes && s->why[0] == '\0'; i++) {
        struct sfr_fde fde;
        const enum sfr_fault fault = sfr_read_fde(&s->section, i, &fde);
        check_fde_fields(s, &fde, fault);
        check_distance(s, &fde);
        if (fault == SFR_FAULT_NONE)
            check_rows(s, &fde);
    }
    check_end(s);
}
