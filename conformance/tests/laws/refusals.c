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

/* The way that changes the model so. After it, a model for which `applies` is true is refused for this reason. */
#define WAY(name, why, applies, ...)                             \
    static enum sfr_refusal name(struct broken *b)               \
    {                                                            \
        __VA_ARGS__;                                             \
        return (applies) ? SFR_REFUSAL_##why : SFR_REFUSAL_NONE; \
    }

WAY(auto_profile, BAD_PROFILE, true, b->m.profile = SFR_PROFILE_AUTO)
WAY(later_profile, BAD_PROFILE, true, b->m.profile = (enum sfr_profile)(SFR_PROFILE_V3 + 1))
WAY(early_s390x, ABI_OF_ANOTHER_VERSION, b->m.profile == SFR_PROFILE_V1 || b->m.profile == SFR_PROFILE_V2, b->m.abi = 4,
    b->m.big = true)
WAY(too_many_functions, TOO_MANY_FDES, true, b->m.num_fdes = (uint64_t)UINT32_MAX + 1)
WAY(too_many_rows, TOO_MANY_FRES, true, b->m.num_fres = (uint64_t)UINT32_MAX + 1)
WAY(no_functions, COUNT_MISMATCH, true, b->m.fdes = NULL)
WAY(no_rows, COUNT_MISMATCH, true, b->m.fres = NULL)
WAY(rows_behind, COUNT_MISMATCH, true, b->first->first_fre = b->m.num_fres + 1)
WAY(one_row_too_many, COUNT_MISMATCH, true, b->first->num_fres = b->m.num_fres - b->first->first_fre + 1)
WAY(row_of_nobody, COUNT_MISMATCH, b->m.num_fres <= MAX_ROWS, b->m.num_fres++)
WAY(pc_type, BAD_PC_TYPE, true, b->first->pc_type = 2)
WAY(fde_type, BAD_FDE_TYPE, true, b->first->fde_type = 2)
WAY(early_flex, BAD_FDE_TYPE, !b->v3, b->first->fde_type = SFR_FDE_TYPE_FLEX)
WAY(key_b, PAUTH_KEY, !b->aarch64 || b->m.profile == SFR_PROFILE_V1, b->first->pauth_key_b = true)
WAY(early_signal, SIGNAL_FRAME, !b->v3, b->first->signal_p = true)
WAY(far_start, START_OUT_OF_RANGE, b->last->size > 0,
    b->last->start = b->m.addr + (b->v3 ? (uint64_t)INT64_MAX : UINT64_C(1) << 40))

static enum sfr_refusal far_below(struct broken *b)
{
    const bool from_field = b->m.flags & SFR_F_FDE_FUNC_START_PCREL;
    b->first->start = b->m.addr + (UINT64_C(1) << 63);
    return !b->v3 || from_field ? SFR_REFUSAL_START_OUT_OF_RANGE : SFR_REFUSAL_NONE;
}

WAY(no_cfa, NO_CFA_RULE, b->row->rules.ra.kind != SFR_RULE_UNDEFINED, b->row->rules.cfa.kind = SFR_RULE_NONE)
WAY(cfa_of_cfa, CFA_BASE, b->row->rules.ra.kind != SFR_RULE_UNDEFINED, b->row->rules.cfa.kind = SFR_RULE_CFA)
WAY(cfa_of_another, CFA_BASE, b->row->rules.ra.kind != SFR_RULE_UNDEFINED && !b->flex, b->row->rules.cfa.reg = 5)
WAY(cfa_in_no_register, REGISTER_OUT_OF_RANGE, b->flex && b->row->rules.cfa.kind == SFR_RULE_REG,
    b->row->rules.cfa.reg = UINT32_MAX)
WAY(far_cfa, OFFSET_OUT_OF_RANGE, b->row->rules.cfa.kind == SFR_RULE_REG && !b->s390x,
    b->row->rules.cfa.offset = (int64_t)INT32_MAX + 1)

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

WAY(outermost_mangled, RA_UNDEFINED, !(b->m.profile >= SFR_PROFILE_V2E2),
    b->row->rules = (struct sfr_rules){ .ra = { .kind = SFR_RULE_UNDEFINED }, .mangled_ra_p = true })
WAY(fixed_fp, FP_RULE, b->row->rules.fp.kind == SFR_RULE_SAME && !b->flex, b->m.fixed_fp = -24)
WAY(ra_at_cfa, RA_RULE, b->s390x && !b->flex && b->row->rules.cfa.kind == SFR_RULE_REG,
    b->row->rules.ra = (struct sfr_rule){ .kind = SFR_RULE_MEM_CFA })
WAY(odd_ra_slot, RA_RULE, b->s390x && !b->v3 && b->row->rules.cfa.kind == SFR_RULE_REG,
    b->row->rules.ra = (struct sfr_rule){ .kind = SFR_RULE_MEM_CFA, .offset = -47 })
WAY(ra_sum, RA_RULE, b->row->rules.cfa.kind == SFR_RULE_REG,
    b->row->rules.ra = (struct sfr_rule){ .kind = SFR_RULE_CFA, .offset = 8 })
WAY(ra_in_no_register, REGISTER_OUT_OF_RANGE, b->flex && b->row->rules.cfa.kind == SFR_RULE_REG,
    b->row->rules.ra = (struct sfr_rule){ .kind = SFR_RULE_REG, .reg = UINT32_MAX })
WAY(fp_sum, FP_RULE, b->flex && b->row->rules.cfa.kind == SFR_RULE_REG,
    b->row->rules.fp = (struct sfr_rule){ .kind = SFR_RULE_CFA, .offset = 8 })
WAY(far_ra, OFFSET_OUT_OF_RANGE, (b->aarch64 || b->s390x) && b->row->rules.cfa.kind == SFR_RULE_REG,
    b->row->rules.ra = (struct sfr_rule){ .kind = SFR_RULE_MEM_CFA, .offset = (int64_t)INT32_MIN - 2 })
WAY(ra_above_register, RA_RULE, b->s390x && !b->flex && b->row->rules.cfa.kind == SFR_RULE_REG,
    b->row->rules.ra = (struct sfr_rule){ .kind = SFR_RULE_REG, .reg = 3, .offset = 8 })

/* The position of the FREs has 32 bits. */
static enum sfr_refusal table_of_4_gib(struct broken *b)
{
    const uint64_t entry = b->v3 ? 16 : b->m.profile == SFR_PROFILE_V1 ? 17 : 20;
    b->m.num_fdes = UINT32_MAX / entry + 1;
    return SFR_REFUSAL_SECTION_TOO_LARGE;
}

/* 17 divides 2^32 - 1: the largest possible table is valid, and the first function is wrong. */
WAY(largest_table, BAD_PC_TYPE, b->m.profile == SFR_PROFILE_V1, b->m.num_fdes = UINT32_MAX / 17, b->first->pc_type = 2)
WAY(most_functions, SECTION_TOO_LARGE, true, b->m.num_fdes = UINT32_MAX)
WAY(most_rows, COUNT_MISMATCH, true, b->m.num_fres = UINT32_MAX)
WAY(last_row_of_nobody, COUNT_MISMATCH, b->m.num_fres < MAX_ROWS,
    b->last->num_fres = b->m.num_fres - b->last->first_fre + 1)
WAY(rows_of_17_bits, TOO_MANY_FRES, b->v3, b->m.num_fres = UINT32_MAX, b->first->num_fres = UINT16_MAX + 1)
WAY(rows_of_16_bits, BAD_PC_TYPE, b->v3, b->m.num_fres = UINT32_MAX, b->first->num_fres = UINT16_MAX,
    b->first->pc_type = 2)
WAY(cfa_in_a_slot, CFA_BASE, b->row->rules.ra.kind != SFR_RULE_UNDEFINED, b->row->rules.cfa.kind = SFR_RULE_MEM_CFA)

/* clang-format off */
static way_fn *const ways[] = {
    auto_profile, later_profile, early_s390x, too_many_functions, too_many_rows, no_functions, no_rows, rows_behind,
    one_row_too_many, row_of_nobody, pc_type, fde_type, early_flex, key_b, early_signal, far_start, far_below,
    no_cfa, cfa_of_cfa, cfa_of_another, cfa_in_no_register, far_cfa, undefined_ra, outermost_with_fp,
    outermost_mangled, fixed_fp, ra_at_cfa, odd_ra_slot, ra_sum, ra_in_no_register, fp_sum, far_ra,
    ra_above_register, table_of_4_gib, largest_table, most_functions, most_rows, last_row_of_nobody,
    rows_of_17_bits, cfa_in_a_slot,
};
/* clang-format on */

/* ---- Invalid layouts ---- */

WAY(fre_type, BAD_FRE_TYPE, true, b->first->fre_type = 3)
WAY(info_of_other_rows, INFO_CONTRADICTS_FUNCTION, true, b->first->info ^= 0x01)
WAY(info_of_other_pcs, INFO_CONTRADICTS_FUNCTION, true, b->first->info ^= 0x10)
WAY(info_of_other_key, INFO_CONTRADICTS_FUNCTION, b->aarch64, b->first->info ^= 0x20)
WAY(info_of_signal, INFO_CONTRADICTS_FUNCTION, b->v3, b->first->info ^= 0x80)
WAY(info_of_type, INFO_CONTRADICTS_FUNCTION, true, b->first->info2 ^= 0x01)
WAY(info_that_is_not_there, INFO_CONTRADICTS_FUNCTION, !b->v3, b->first->info2 ^= 0x80)
WAY(padding, INFO_CONTRADICTS_FUNCTION, b->v3 || b->m.profile == SFR_PROFILE_V1, b->first->padding2 = 1)
WAY(other_word, WORDS_CONTRADICT_RULES, b->row->rules.cfa.kind == SFR_RULE_REG, b->row->words[0] ^= 0x08)
WAY(other_mangled, WORDS_CONTRADICT_RULES, true, b->row->sfre_info ^= 0x80)
WAY(word_size, WORDS_CONTRADICT_RULES, true, b->row->sfre_info |= 0x60)
WAY(short_rows, LAYOUT_CONTRADICTION, true, b->m.fre_len--)
WAY(place_of_rows, LAYOUT_CONTRADICTION, true, b->m.freoff++)
WAY(place_of_functions, LAYOUT_CONTRADICTION, true, b->m.fdeoff++)

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

WAY(outermost_too_early, RA_UNDEFINED, b->m.profile < SFR_PROFILE_V2E2,
    b->row->rules = (struct sfr_rules){ .ra = { .kind = SFR_RULE_UNDEFINED } }, b->row->sfre_info = 0)

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

WAY(rows_of_4_gib, SECTION_TOO_LARGE, true, b->m.has_layout = false, b->first->fre_off = UINT32_MAX - first_run(b) + 1)

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

WAY(endless_tail, SECTION_TOO_LARGE, true, b->m.tail = UINT64_MAX)

/* The longest tail that a size can count is valid, but there is no room for it. */
WAY(longest_tail, BUFFER_TOO_SMALL, true, b->m.tail = SIZE_MAX - 28 - b->m.auxhdr_len - b->m.freoff - b->m.fre_len)

/* clang-format off */
static way_fn *const exact_ways[] = {
    fre_type, info_of_other_rows, info_of_other_pcs, info_of_other_key, info_of_signal, info_of_type,
    info_that_is_not_there, padding, other_word, other_mangled, word_size, short_rows, pc_type, fde_type,
    early_flex, early_signal, rows_of_17_bits, rows_of_16_bits, place_of_rows, place_of_functions, wide_first_word,
    wide_second_word, outermost_too_early, rows_of_4_gib, longest_rows, rows_on_others, endless_tail, longest_tail,
};
/* clang-format on */

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
    uint8_t bytes[MAX_BYTES], filled[MAX_BYTES];
    size_t len = 0, again = 0;

    memset(filled, 0xa5, sizeof filled);
    if (sfr_encode(m, SFR_LAYOUT_CANONICAL, bytes, sizeof bytes, &len, NULL) != SFR_REFUSAL_NONE)
        return;
    for (size_t cap = 0; cap < len; cap += cap + 7 < len ? 7 : 1) {
        memcpy(bytes, filled, sizeof bytes);
        require(s,
                sfr_encode(m, SFR_LAYOUT_CANONICAL, bytes, cap, &again, NULL) == SFR_REFUSAL_BUFFER_TOO_SMALL
                    && again == len,
                "%zu bytes suffice for %zu", cap, len);
        require(s, memcmp(bytes + cap, filled, sizeof bytes - cap) == 0, "more than %zu bytes are written", cap);
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
