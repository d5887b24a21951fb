/* SPDX-License-Identifier: MIT */
/* Models of accepted sections, broken in one place: the encoder must refuse each with the right
   reason. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfr_encode.h"
#include "subject.h"

enum { MAX_ROWS = 16, MAX_BYTES = 4096 };

/* A model to change, its first function and row, and its last function. */
struct broken {
    struct sfr_model m;
    struct sfr_model_fde fdes[MAX_ROWS];
    struct sfr_model_fre fres[MAX_ROWS];
    struct sfr_model_fde *first, *last;
    struct sfr_model_fre *row;
    bool v3, flex, s390x, aarch64;
};

/* A way to break a model. Returns the right refusal, or SFR_REFUSAL_NONE if it does not apply. */
typedef enum sfr_refusal way_fn(struct broken *b);

static enum sfr_refusal auto_profile(struct broken *b)
{
    b->m.profile = SFR_PROFILE_AUTO;
    return SFR_REFUSAL_BAD_PROFILE;
}

static enum sfr_refusal later_profile(struct broken *b)
{
    b->m.profile = (enum sfr_profile)(SFR_PROFILE_V3 + 1);
    return SFR_REFUSAL_BAD_PROFILE;
}

static enum sfr_refusal early_s390x(struct broken *b)
{
    b->m.abi = 4;
    b->m.big = true;
    return b->m.profile == SFR_PROFILE_V1 || b->m.profile == SFR_PROFILE_V2 ? SFR_REFUSAL_ABI_OF_ANOTHER_VERSION
                                                                            : SFR_REFUSAL_NONE;
}

static enum sfr_refusal too_many_functions(struct broken *b)
{
    b->m.num_fdes = (uint64_t)UINT32_MAX + 1;
    return SFR_REFUSAL_TOO_MANY_FDES;
}

static enum sfr_refusal too_many_rows(struct broken *b)
{
    b->m.num_fres = (uint64_t)UINT32_MAX + 1;
    return SFR_REFUSAL_TOO_MANY_FRES;
}

static enum sfr_refusal no_functions(struct broken *b)
{
    b->m.fdes = NULL;
    return SFR_REFUSAL_COUNT_MISMATCH;
}

static enum sfr_refusal no_rows(struct broken *b)
{
    b->m.fres = NULL;
    return SFR_REFUSAL_COUNT_MISMATCH;
}

static enum sfr_refusal rows_behind(struct broken *b)
{
    b->first->first_fre = b->m.num_fres + 1;
    return SFR_REFUSAL_COUNT_MISMATCH;
}

static enum sfr_refusal one_row_too_many(struct broken *b)
{
    b->first->num_fres = b->m.num_fres - b->first->first_fre + 1;
    return SFR_REFUSAL_COUNT_MISMATCH;
}

static enum sfr_refusal row_of_nobody(struct broken *b)
{
    b->m.num_fres++;
    return b->m.num_fres <= MAX_ROWS ? SFR_REFUSAL_COUNT_MISMATCH : SFR_REFUSAL_NONE;
}

static enum sfr_refusal pc_type(struct broken *b)
{
    b->first->pc_type = 2;
    return SFR_REFUSAL_BAD_PC_TYPE;
}

static enum sfr_refusal fde_type(struct broken *b)
{
    b->first->fde_type = 2;
    return SFR_REFUSAL_BAD_FDE_TYPE;
}

static enum sfr_refusal early_flex(struct broken *b)
{
    b->first->fde_type = SFR_FDE_TYPE_FLEX;
    return b->v3 ? SFR_REFUSAL_NONE : SFR_REFUSAL_BAD_FDE_TYPE;
}

static enum sfr_refusal key_b(struct broken *b)
{
    b->first->pauth_key_b = true;
    return !b->aarch64 || b->m.profile == SFR_PROFILE_V1 ? SFR_REFUSAL_PAUTH_KEY : SFR_REFUSAL_NONE;
}

static enum sfr_refusal early_signal(struct broken *b)
{
    b->first->signal_p = true;
    return b->v3 ? SFR_REFUSAL_NONE : SFR_REFUSAL_SIGNAL_FRAME;
}

static enum sfr_refusal far_start(struct broken *b)
{
    b->last->start = b->m.addr + (b->v3 ? (uint64_t)INT64_MAX : UINT64_C(1) << 40);
    return b->last->size > 0 ? SFR_REFUSAL_START_OUT_OF_RANGE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal far_below(struct broken *b)
{
    const bool from_field = b->m.flags & SFR_F_FDE_FUNC_START_PCREL;
    b->first->start = b->m.addr + (UINT64_C(1) << 63);
    return !b->v3 || from_field ? SFR_REFUSAL_START_OUT_OF_RANGE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal no_cfa(struct broken *b)
{
    b->row->rules.cfa.kind = SFR_RULE_NONE;
    return b->row->rules.ra.kind != SFR_RULE_UNDEFINED ? SFR_REFUSAL_NO_CFA_RULE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal cfa_of_cfa(struct broken *b)
{
    b->row->rules.cfa.kind = SFR_RULE_CFA;
    return b->row->rules.ra.kind != SFR_RULE_UNDEFINED ? SFR_REFUSAL_CFA_BASE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal cfa_of_another(struct broken *b)
{
    b->row->rules.cfa.reg = 5;
    return b->row->rules.ra.kind != SFR_RULE_UNDEFINED && !b->flex ? SFR_REFUSAL_CFA_BASE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal cfa_in_no_register(struct broken *b)
{
    b->row->rules.cfa.reg = UINT32_MAX;
    return b->flex && b->row->rules.cfa.kind == SFR_RULE_REG ? SFR_REFUSAL_REGISTER_OUT_OF_RANGE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal far_cfa(struct broken *b)
{
    b->row->rules.cfa.offset = (int64_t)INT32_MAX + 1;
    return b->row->rules.cfa.kind == SFR_RULE_REG && !b->s390x ? SFR_REFUSAL_OFFSET_OUT_OF_RANGE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal undefined_ra(struct broken *b)
{
    const bool outermost = b->m.profile >= SFR_PROFILE_V2E2;
    const bool was = b->row->rules.ra.kind == SFR_RULE_UNDEFINED;
    b->row->rules.ra.kind = SFR_RULE_UNDEFINED;
    return was ? SFR_REFUSAL_NONE : outermost ? SFR_REFUSAL_RA_RULE : SFR_REFUSAL_RA_UNDEFINED;
}

static enum sfr_refusal outermost_with_fp(struct broken *b)
{
    b->row->rules.ra.kind = SFR_RULE_UNDEFINED;
    b->row->rules.cfa.kind = SFR_RULE_NONE;
    b->row->rules.fp.kind = SFR_RULE_SAME;
    return b->m.profile >= SFR_PROFILE_V2E2 ? SFR_REFUSAL_FP_RULE : SFR_REFUSAL_RA_UNDEFINED;
}

static enum sfr_refusal outermost_mangled(struct broken *b)
{
    b->row->rules = (struct sfr_rules){ .ra = { .kind = SFR_RULE_UNDEFINED }, .mangled_ra_p = true };
    return b->m.profile >= SFR_PROFILE_V2E2 ? SFR_REFUSAL_NONE : SFR_REFUSAL_RA_UNDEFINED;
}

static enum sfr_refusal fixed_fp(struct broken *b)
{
    b->m.fixed_fp = -24;
    return b->row->rules.fp.kind == SFR_RULE_SAME && !b->flex ? SFR_REFUSAL_FP_RULE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal ra_at_cfa(struct broken *b)
{
    b->row->rules.ra = (struct sfr_rule){ .kind = SFR_RULE_MEM_CFA };
    return b->s390x && !b->flex && b->row->rules.cfa.kind == SFR_RULE_REG ? SFR_REFUSAL_RA_RULE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal odd_ra_slot(struct broken *b)
{
    b->row->rules.ra = (struct sfr_rule){ .kind = SFR_RULE_MEM_CFA, .offset = -47 };
    return b->s390x && !b->v3 && b->row->rules.cfa.kind == SFR_RULE_REG ? SFR_REFUSAL_RA_RULE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal ra_sum(struct broken *b)
{
    b->row->rules.ra = (struct sfr_rule){ .kind = SFR_RULE_CFA, .offset = 8 };
    return b->row->rules.cfa.kind == SFR_RULE_REG ? SFR_REFUSAL_RA_RULE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal ra_in_no_register(struct broken *b)
{
    b->row->rules.ra = (struct sfr_rule){ .kind = SFR_RULE_REG, .reg = UINT32_MAX };
    return b->flex && b->row->rules.cfa.kind == SFR_RULE_REG ? SFR_REFUSAL_REGISTER_OUT_OF_RANGE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal fp_sum(struct broken *b)
{
    b->row->rules.fp = (struct sfr_rule){ .kind = SFR_RULE_CFA, .offset = 8 };
    return b->flex && b->row->rules.cfa.kind == SFR_RULE_REG ? SFR_REFUSAL_FP_RULE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal far_ra(struct broken *b)
{
    b->row->rules.ra = (struct sfr_rule){ .kind = SFR_RULE_MEM_CFA, .offset = (int64_t)INT32_MIN - 2 };
    return (b->aarch64 || b->s390x) && b->row->rules.cfa.kind == SFR_RULE_REG ? SFR_REFUSAL_OFFSET_OUT_OF_RANGE
                                                                              : SFR_REFUSAL_NONE;
}

static enum sfr_refusal ra_above_register(struct broken *b)
{
    b->row->rules.ra = (struct sfr_rule){ .kind = SFR_RULE_REG, .reg = 3, .offset = 8 };
    return b->s390x && !b->flex && b->row->rules.cfa.kind == SFR_RULE_REG ? SFR_REFUSAL_RA_RULE : SFR_REFUSAL_NONE;
}

/* The position of the FREs has 32 bits. */
static enum sfr_refusal table_of_4_gib(struct broken *b)
{
    const uint64_t entry = b->v3 ? 16 : b->m.profile == SFR_PROFILE_V1 ? 17 : 20;
    b->m.num_fdes = UINT32_MAX / entry + 1;
    return SFR_REFUSAL_SECTION_TOO_LARGE;
}

/* 17 divides 2^32 - 1: the largest possible table is valid, and the first function is wrong. */
static enum sfr_refusal largest_table(struct broken *b)
{
    b->m.num_fdes = UINT32_MAX / 17;
    b->first->pc_type = 2;
    return b->m.profile == SFR_PROFILE_V1 ? SFR_REFUSAL_BAD_PC_TYPE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal most_functions(struct broken *b)
{
    b->m.num_fdes = UINT32_MAX;
    return SFR_REFUSAL_SECTION_TOO_LARGE;
}

static enum sfr_refusal most_rows(struct broken *b)
{
    b->m.num_fres = UINT32_MAX;
    return SFR_REFUSAL_COUNT_MISMATCH;
}

static enum sfr_refusal last_row_of_nobody(struct broken *b)
{
    b->last->num_fres = b->m.num_fres - b->last->first_fre + 1;
    return b->m.num_fres < MAX_ROWS ? SFR_REFUSAL_COUNT_MISMATCH : SFR_REFUSAL_NONE;
}

static enum sfr_refusal rows_of_17_bits(struct broken *b)
{
    b->m.num_fres = UINT32_MAX;
    b->first->num_fres = UINT16_MAX + 1;
    return b->v3 ? SFR_REFUSAL_TOO_MANY_FRES : SFR_REFUSAL_NONE;
}

static enum sfr_refusal cfa_in_a_slot(struct broken *b)
{
    b->row->rules.cfa.kind = SFR_RULE_MEM_CFA;
    return b->row->rules.ra.kind != SFR_RULE_UNDEFINED ? SFR_REFUSAL_CFA_BASE : SFR_REFUSAL_NONE;
}

static way_fn *const ways[] = {
    auto_profile,
    later_profile,
    early_s390x,
    too_many_functions,
    too_many_rows,
    no_functions,
    no_rows,
    rows_behind,
    one_row_too_many,
    row_of_nobody,
    pc_type,
    fde_type,
    early_flex,
    key_b,
    early_signal,
    far_start,
    far_below,
    no_cfa,
    cfa_of_cfa,
    cfa_of_another,
    cfa_in_no_register,
    far_cfa,
    undefined_ra,
    outermost_with_fp,
    outermost_mangled,
    fixed_fp,
    ra_at_cfa,
    odd_ra_slot,
    ra_sum,
    ra_in_no_register,
    fp_sum,
    far_ra,
    ra_above_register,
    table_of_4_gib,
    largest_table,
    most_functions,
    most_rows,
    last_row_of_nobody,
    rows_of_17_bits,
    cfa_in_a_slot,
};

/* ---- Invalid layouts ---- */

static enum sfr_refusal fre_type(struct broken *b)
{
    b->first->fre_type = 3;
    return SFR_REFUSAL_BAD_FRE_TYPE;
}

static enum sfr_refusal info_of_other_rows(struct broken *b)
{
    b->first->info ^= 0x01;
    return SFR_REFUSAL_INFO_CONTRADICTS_FUNCTION;
}

static enum sfr_refusal info_of_other_pcs(struct broken *b)
{
    b->first->info ^= 0x10;
    return SFR_REFUSAL_INFO_CONTRADICTS_FUNCTION;
}

static enum sfr_refusal info_of_other_key(struct broken *b)
{
    b->first->info ^= 0x20;
    return b->aarch64 ? SFR_REFUSAL_INFO_CONTRADICTS_FUNCTION : SFR_REFUSAL_NONE;
}

static enum sfr_refusal info_of_signal(struct broken *b)
{
    b->first->info ^= 0x80;
    return b->v3 ? SFR_REFUSAL_INFO_CONTRADICTS_FUNCTION : SFR_REFUSAL_NONE;
}

static enum sfr_refusal info_of_type(struct broken *b)
{
    b->first->info2 ^= 0x01;
    return SFR_REFUSAL_INFO_CONTRADICTS_FUNCTION;
}

static enum sfr_refusal info_that_is_not_there(struct broken *b)
{
    b->first->info2 ^= 0x80;
    return b->v3 ? SFR_REFUSAL_NONE : SFR_REFUSAL_INFO_CONTRADICTS_FUNCTION;
}

static enum sfr_refusal padding(struct broken *b)
{
    b->first->padding2 = 1;
    return b->v3 || b->m.profile == SFR_PROFILE_V1 ? SFR_REFUSAL_INFO_CONTRADICTS_FUNCTION : SFR_REFUSAL_NONE;
}

static enum sfr_refusal other_word(struct broken *b)
{
    b->row->words[0] ^= 0x08;
    return b->row->rules.cfa.kind == SFR_RULE_REG ? SFR_REFUSAL_WORDS_CONTRADICT_RULES : SFR_REFUSAL_NONE;
}

static enum sfr_refusal other_mangled(struct broken *b)
{
    b->row->sfre_info ^= 0x80;
    return SFR_REFUSAL_WORDS_CONTRADICT_RULES;
}

static enum sfr_refusal word_size(struct broken *b)
{
    b->row->sfre_info |= 0x60;
    return SFR_REFUSAL_WORDS_CONTRADICT_RULES;
}

static enum sfr_refusal short_rows(struct broken *b)
{
    b->m.fre_len--;
    return SFR_REFUSAL_LAYOUT_CONTRADICTION;
}

static enum sfr_refusal place_of_rows(struct broken *b)
{
    b->m.freoff++;
    return SFR_REFUSAL_LAYOUT_CONTRADICTION;
}

static enum sfr_refusal place_of_functions(struct broken *b)
{
    b->m.fdeoff++;
    return SFR_REFUSAL_LAYOUT_CONTRADICTION;
}

/* Written in one byte or two, such a word is the old one. */
static enum sfr_refusal widen(struct broken *b, unsigned index)
{
    const unsigned code = b->row->sfre_info >> 5 & 3;
    if (code > 1 || index >= (unsigned)(b->row->sfre_info >> 1 & 0x0f))
        return SFR_REFUSAL_NONE;
    b->row->words[index] += code == 0 ? 0x100 : 0x10000;
    return SFR_REFUSAL_OFFSET_OUT_OF_RANGE;
}

static enum sfr_refusal wide_first_word(struct broken *b)
{
    return widen(b, 0);
}

static enum sfr_refusal wide_second_word(struct broken *b)
{
    return widen(b, 1);
}

static enum sfr_refusal outermost_too_early(struct broken *b)
{
    b->row->rules = (struct sfr_rules){ .ra = { .kind = SFR_RULE_UNDEFINED } };
    b->row->sfre_info = 0;
    return b->m.profile < SFR_PROFILE_V2E2 ? SFR_REFUSAL_RA_UNDEFINED : SFR_REFUSAL_NONE;
}

/* The bytes of the first function's run in its layout. */
static uint32_t first_run(const struct broken *b)
{
    uint32_t size = b->v3 ? 5 : 0;
    for (uint64_t i = 0; i < b->first->num_fres; i++) {
        const unsigned info = b->row[i].sfre_info;
        size += (1U << b->first->fre_type) + 1U + (info >> 1 & 0x0f) * (1U << (info >> 5 & 3));
    }
    return size;
}

static enum sfr_refusal rows_of_4_gib(struct broken *b)
{
    b->m.has_layout = false;
    b->first->fre_off = UINT32_MAX - first_run(b) + 1;
    return SFR_REFUSAL_SECTION_TOO_LARGE;
}

/* Rows that end at 2^32 - 1 are valid; the error comes after them. */
static enum sfr_refusal longest_rows(struct broken *b)
{
    b->m.has_layout = false;
    b->first->fre_off = UINT32_MAX - first_run(b);
    b->m.num_fres = UINT32_MAX;
    b->last->pc_type = b->m.num_fdes > 1 ? 2 : b->last->pc_type;
    return b->m.num_fdes > 1 ? SFR_REFUSAL_BAD_PC_TYPE : SFR_REFUSAL_COUNT_MISMATCH;
}

/* The last function's rows at the place of the first function's, with another first word. */
static enum sfr_refusal rows_on_others(struct broken *b)
{
    struct sfr_model_fre *row = &b->fres[b->last->first_fre];
    b->last->fre_off = b->first->fre_off;
    if (b->m.num_fdes < 2 || b->last->num_fres == 0 || b->s390x || b->flex || b->last->fde_type != b->first->fde_type
        || b->last->fre_type != b->first->fre_type || row->sfre_info != b->row->sfre_info
        || row->rules.cfa.kind != SFR_RULE_REG || b->last->fre_off + (uint64_t)16 * b->last->num_fres > b->m.fre_len)
        return SFR_REFUSAL_NONE;
    row->words[0] = b->row->words[0] ^ 8 << (8 * ((1 << (row->sfre_info >> 5 & 3)) - 1));
    row->rules.cfa.offset = row->words[0];
    return SFR_REFUSAL_LAYOUT_CONTRADICTION;
}

static enum sfr_refusal endless_tail(struct broken *b)
{
    b->m.tail = UINT64_MAX;
    return SFR_REFUSAL_SECTION_TOO_LARGE;
}

/* The longest tail that a size can count is valid, but there is no room for it. */
static enum sfr_refusal longest_tail(struct broken *b)
{
    b->m.tail = SIZE_MAX - 28 - b->m.auxhdr_len - b->m.freoff - b->m.fre_len;
    return SFR_REFUSAL_BUFFER_TOO_SMALL;
}

static way_fn *const exact_ways[] = {
    fre_type,
    info_of_other_rows,
    info_of_other_pcs,
    info_of_other_key,
    info_of_signal,
    info_of_type,
    info_that_is_not_there,
    padding,
    other_word,
    other_mangled,
    word_size,
    short_rows,
    pc_type,
    fde_type,
    early_flex,
    early_signal,
    rows_of_17_bits,
    place_of_rows,
    place_of_functions,
    wide_first_word,
    wide_second_word,
    outermost_too_early,
    rows_of_4_gib,
    longest_rows,
    rows_on_others,
    endless_tail,
    longest_tail,
};

static void break_in(struct subject *s, const struct broken *whole, way_fn *way, enum sfr_layout layout, size_t number)
{
    uint8_t bytes[MAX_BYTES];
    size_t len = 1;
    struct broken b = *whole;
    const bool exact = layout == SFR_LAYOUT_EXACT;

    b.m.fdes = b.fdes;
    b.m.fres = b.fres;
    b.first = &b.fdes[0];
    b.last = &b.fdes[b.m.num_fdes - 1];
    b.row = &b.fres[b.first->first_fre];
    const enum sfr_refusal expected = way(&b);
    if (expected == SFR_REFUSAL_NONE)
        return;
    note_tried(s, exact ? TABLE_EXACT_WAYS : TABLE_WAYS, number, exact ? COUNT(exact_ways) : COUNT(ways));
    const enum sfr_refusal refusal = sfr_encode(&b.m, layout, bytes, sizeof bytes, &len, NULL);
    require(s, refusal == expected && len == (expected == SFR_REFUSAL_BUFFER_TOO_SMALL ? SIZE_MAX : 0),
            "broken in the way %s%zu, the model is refused for %s, not %s", exact ? "exact " : "", number,
            refusal != SFR_REFUSAL_NONE ? sfr_refusal_info(refusal)->name : "nothing",
            sfr_refusal_info(expected)->name);
    if (expected == SFR_REFUSAL_ABI_OF_ANOTHER_VERSION || expected == SFR_REFUSAL_BAD_FDE_TYPE)
        require(s, sfr_words_of_rules(&b.m, b.first, b.row) == expected, "words are made for rules that have none");
}

/* With too little room, the encoder gives the size that it needs, and writes nothing out of
   bounds. */
static void check_room(struct subject *s, const struct sfr_model *m)
{
    uint8_t bytes[MAX_BYTES];
    size_t len = 0, again = 0;

    if (sfr_encode(m, SFR_LAYOUT_CANONICAL, bytes, sizeof bytes, &len, NULL) != SFR_REFUSAL_NONE)
        return;
    for (size_t cap = 0; cap < len; cap += cap + 7 < len ? 7 : 1) {
        memset(bytes, 0xa5, sizeof bytes);
        require(s,
                sfr_encode(m, SFR_LAYOUT_CANONICAL, bytes, cap, &again, NULL) == SFR_REFUSAL_BUFFER_TOO_SMALL
                    && again == len,
                "%zu bytes suffice for %zu", cap, len);
        for (size_t i = cap; i < sizeof bytes; i++)
            require(s, bytes[i] == 0xa5, "more than %zu bytes are written", cap);
    }
}

void check_refusals(struct subject *s)
{
    const struct sfr_header *h = &s->section.hdr;
    struct broken whole = { .v3 = s->profile == SFR_PROFILE_V3 };

    if (h->sfh_num_fdes == 0 || h->sfh_num_fdes > MAX_ROWS || h->sfh_num_fres > MAX_ROWS || s->verdict.doubts > 0)
        return;
    if (sfr_model_of_section(&s->section, &whole.m, whole.fdes, whole.fres) != SFR_FAULT_NONE
        || whole.fdes[0].num_fres == 0)
        return;
    whole.flex = whole.fdes[0].fde_type == SFR_FDE_TYPE_FLEX;
    whole.s390x = h->sfh_abi_arch == SFR_ABI_S390X_ENDIAN_BIG;
    whole.aarch64 = h->sfh_abi_arch <= SFR_ABI_AARCH64_ENDIAN_LITTLE;
    check_room(s, &whole.m);
    for (size_t i = 0; i < COUNT(ways); i++)
        break_in(s, &whole, ways[i], SFR_LAYOUT_CANONICAL, i);
    for (size_t i = 0; i < COUNT(exact_ways); i++)
        break_in(s, &whole, exact_ways[i], SFR_LAYOUT_EXACT, i);
}
