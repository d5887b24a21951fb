/* SPDX-License-Identifier: MIT */
/* Models of accepted sections, broken in one place: the encoder must refuse each, and say why. Texts, broken in one byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sfr_encode.h"
#include "subject.h"

enum { MAX_ROWS = 16, MAX_BYTES = 4096, MAX_BROKEN_TEXT = 600 };

/* A model that may be changed, with its first function and row, and the last function. */
struct broken {
    struct sfr_model m;
    struct sfr_model_fde fdes[MAX_ROWS];
    struct sfr_model_fre fres[MAX_ROWS];
    struct sfr_model_fde *first, *last;
    struct sfr_model_fre *row;
    bool v3, flex, s390x, aarch64;
};

/* A way to break a model: what the refusal must be, or SFR_REFUSAL_NONE where the way does not apply. */
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
    return b->m.profile == SFR_PROFILE_V1 || b->m.profile == SFR_PROFILE_V2 ? SFR_REFUSAL_ABI_OF_ANOTHER_VERSION : SFR_REFUSAL_NONE;
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
    return b->m.profile >= SFR_PROFILE_V2E2 ? SFR_REFUSAL_MANGLED_RA : SFR_REFUSAL_RA_UNDEFINED;
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
    return (b->aarch64 || b->s390x) && b->row->rules.cfa.kind == SFR_RULE_REG ? SFR_REFUSAL_OFFSET_OUT_OF_RANGE : SFR_REFUSAL_NONE;
}

static enum sfr_refusal ra_above_register(struct broken *b)
{
    b->row->rules.ra = (struct sfr_rule){ .kind = SFR_RULE_REG, .reg = 3, .offset = 8 };
    return b->s390x && !b->flex && b->row->rules.cfa.kind == SFR_RULE_REG ? SFR_REFUSAL_RA_RULE : SFR_REFUSAL_NONE;
}

static way_fn *const ways[] = {
    auto_profile, later_profile, early_s390x, too_many_functions, too_many_rows, no_functions, no_rows, rows_behind,
    one_row_too_many, row_of_nobody, pc_type, fde_type, early_flex, key_b, early_signal, far_start, far_below, no_cfa,
    cfa_of_cfa, cfa_of_another, cfa_in_no_register, far_cfa, undefined_ra, outermost_with_fp, outermost_mangled, fixed_fp,
    ra_at_cfa, odd_ra_slot, ra_sum, ra_in_no_register, fp_sum, far_ra,
    ra_above_register,
};

/* ---- What a given layout may not say ---- */

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

static way_fn *const exact_ways[] = {
    fre_type, info_of_other_rows, info_of_other_pcs, info_of_other_key, info_of_signal, info_of_type, info_that_is_not_there,
    padding, other_word, other_mangled, word_size, short_rows,
};

static void break_in(struct subject *s, const struct broken *whole, way_fn *way, enum sfr_layout layout, size_t number)
{
    uint8_t bytes[MAX_BYTES];
    size_t len = 1;
    struct broken b = *whole;

    b.m.fdes = b.fdes;
    b.m.fres = b.fres;
    b.first = &b.fdes[0];
    b.last = &b.fdes[b.m.num_fdes - 1];
    b.row = &b.fres[b.first->first_fre];
    const enum sfr_refusal expected = way(&b);
    if (expected == SFR_REFUSAL_NONE)
        return;
    const enum sfr_refusal refusal = sfr_encode(&b.m, layout, bytes, sizeof bytes, &len, NULL);
    require(s, refusal == expected && len == 0, "broken in the way %s%zu, the model is refused for %s, not %s",
            layout == SFR_LAYOUT_EXACT ? "exact " : "", number, refusal != SFR_REFUSAL_NONE ? sfr_refusal_info(refusal)->name : "nothing",
            sfr_refusal_info(expected)->name);
    if (expected == SFR_REFUSAL_ABI_OF_ANOTHER_VERSION || expected == SFR_REFUSAL_BAD_FDE_TYPE)
        require(s, sfr_words_of_rules(&b.m, b.first, b.row) == expected, "words are made for what cannot have any");
}

/* With less room than it needs, it says how much, and writes nothing behind what there is. */
static void check_room(struct subject *s, const struct sfr_model *m)
{
    uint8_t bytes[MAX_BYTES];
    size_t len = 0, again = 0;

    if (sfr_encode(m, SFR_LAYOUT_CANONICAL, bytes, sizeof bytes, &len, NULL) != SFR_REFUSAL_NONE)
        return;
    for (size_t cap = 0; cap < len; cap += cap + 7 < len ? 7 : 1) {
        memset(bytes, 0xa5, sizeof bytes);
        require(s, sfr_encode(m, SFR_LAYOUT_CANONICAL, bytes, cap, &again, NULL) == SFR_REFUSAL_BUFFER_TOO_SMALL && again == len,
                "%zu bytes are enough for %zu", cap, len);
        require(s, bytes[cap] == 0xa5, "more than %zu bytes are written", cap);
    }
}

/* ---- Texts ---- */

/* Whatever a parser takes is what a dump of it says; where it stops, it says where and what it expected. */
static void check_text(struct subject *s, const char *text, size_t len)
{
    uint64_t num_fdes, num_fres;
    uint8_t aux[255], bytes[MAX_BYTES];
    size_t size = 0;
    struct sfr_model m;
    struct sfr_section again;
    struct sfr_text_error error = { 0, 0, NULL };
    struct sfr_buffer dump = { 0 };

    sfr_count_lines(text, len, &num_fdes, &num_fres);
    struct sfr_model_fde *fdes = sfr_alloc((size_t)num_fdes, sizeof *fdes);
    struct sfr_model_fre *fres = sfr_alloc((size_t)num_fres, sizeof *fres);
    if (!sfr_parse(text, len, s->profile, s->c->addr, &m, fdes, fres, aux, &error)) {
        require(s, error.line >= 1 && error.column >= 1 && error.column <= len + 1 && error.expected && error.expected[0],
                "an error in a text has no place");
    } else if (sfr_encode(&m, SFR_LAYOUT_EXACT, bytes, sizeof bytes, &size, NULL) == SFR_REFUSAL_NONE &&
               sfr_open(&again, bytes, size, s->c->addr, s->profile, NULL) == SFR_FAULT_NONE) {
        sfr_dump(&again, SFR_DUMP_LAYOUT, add_text, &dump);
        require(s, dump.len == len && memcmp(sfr_buffer_text(&dump), text, len) == 0, "takes a text that no dump is: %.80s", text);
    }
    sfr_buffer_free(&dump);
    free(fdes);
    free(fres);
}

/* A text is of the versions that its first line says. */
static void check_profiles(struct subject *s, const char *text, size_t len)
{
    static const unsigned version_of[] = { 0, 1, 2, 2, 2, 3 };
    uint64_t num_fdes, num_fres;
    uint8_t aux[255];
    struct sfr_model m;
    struct sfr_text_error error;

    sfr_count_lines(text, len, &num_fdes, &num_fres);
    struct sfr_model_fde *fdes = sfr_alloc((size_t)num_fdes, sizeof *fdes);
    struct sfr_model_fre *fres = sfr_alloc((size_t)num_fres, sizeof *fres);
    for (unsigned p = SFR_PROFILE_AUTO; p <= SFR_PROFILE_V3; p++) {
        const unsigned version = s->section.hdr.sfp_version;
        const bool good = sfr_parse(text, len, (enum sfr_profile)p, s->c->addr, &m, fdes, fres, aux, &error);
        require(s, good == (p == SFR_PROFILE_AUTO || version_of[p] == version), "a text is taken for profile %u", p);
        require(s, !good || version_of[m.profile] == version, "auto takes a text for another version");
    }
    free(fdes);
    free(fres);
}

/* Each of these words in place of another one, wherever that stands first. */
static void exchange_words(struct subject *s, const char *text)
{
    static const char *const words[][2] = {
        { "ra=undefined", "ra=same" }, { "ra=undefined", "ra=none" }, { "ra=same", "ra=undefined" }, { "fp=same", "fp=none" },
        { "fp=same", "fp=undefined" }, { "fp=none", "fp=same" }, { "cfa=none", "cfa=same" }, { "cfa=sp+", "cfa=cfa+" },
        { "cfa=sp+", "cfa=r7+" }, { "cfa=sp+", "cfa=r31+" }, { "cfa=sp+", "cfa=r15+" }, { "cfa=sp+", "cfa=r6+" },
        { "fixed-ra=0", "fixed-ra=-0" }, { "fixed-fp=0", "fixed-fp=128" }, { "fixed-fp=0", "fixed-fp=-129" },
        { "fdes=", "fdes=429496729" }, { "tail=0", "tail=18446744073709551616" }, { "start=0x", "start=0x1000000000000" },
        { "size=0x", "size=0x10000000" }, { "pad=0x0", "pad=0x10000" }, { "info2=0x0", "info2=0x100" }, { "at=0x0", "at=0x100000000" },
        { "words=", "words=9999999999," }, { "key=a", "key=c" }, { "pc=inc", "pc=" },
    };
    char changed[MAX_BROKEN_TEXT + 32];

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const char *at = strstr(text, words[i][0]);
        if (!at)
            continue;
        const int len = snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, words[i][1], at + strlen(words[i][0]));
        check_text(s, changed, (size_t)len);
    }
}

/* Each byte dropped, raised by one and doubled; and cut off there. */
static void break_text(struct subject *s)
{
    struct sfr_buffer dump = { 0 };
    char changed[MAX_BROKEN_TEXT + 2];

    sfr_dump(&s->section, SFR_DUMP_LAYOUT, add_text, &dump);
    const size_t len = dump.len;
    const char *text = sfr_buffer_text(&dump);
    check_profiles(s, text, len);
    if (len <= MAX_BROKEN_TEXT)
        exchange_words(s, text);
    for (size_t i = 0; i < len && len <= MAX_BROKEN_TEXT && s->why[0] == '\0'; i++) {
        memcpy(changed, text, len);
        changed[i]++;
        check_text(s, changed, len);
        memcpy(changed + i, text + i + 1, len - i - 1);
        check_text(s, changed, len - 1);
        memcpy(changed + i + 1, text + i, len - i);
        changed[i] = text[i];
        check_text(s, changed, len + 1);
        check_text(s, text, i);
    }
    sfr_buffer_free(&dump);
}

static bool ends_with(const char *id, const char *end)
{
    const size_t len = strlen(id), n = strlen(end);
    return len >= n && strcmp(id + len - n, end) == 0;
}

void check_refusals(struct subject *s)
{
    const struct sfr_header *h = &s->section.hdr;
    struct broken whole;

    if (ends_with(s->c->id, "/preamble/baseline") || ends_with(s->c->id, "/encode/flex") || ends_with(s->c->id, "/encode/base") ||
        ends_with(s->c->id, "/encode/outermost"))
        break_text(s);
    if (h->sfh_num_fdes == 0 || h->sfh_num_fdes > MAX_ROWS || h->sfh_num_fres > MAX_ROWS || s->verdict.doubts > 0)
        return;
    if (sfr_model_of_section(&s->section, &whole.m, whole.fdes, whole.fres) != SFR_FAULT_NONE || whole.fdes[0].num_fres == 0)
        return;
    whole.v3 = s->profile == SFR_PROFILE_V3;
    whole.flex = whole.fdes[0].fde_type == SFR_FDE_TYPE_FLEX;
    whole.s390x = h->sfh_abi_arch == SFR_ABI_S390X_ENDIAN_BIG;
    whole.aarch64 = h->sfh_abi_arch <= SFR_ABI_AARCH64_ENDIAN_LITTLE;
    check_room(s, &whole.m);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        break_in(s, &whole, ways[i], SFR_LAYOUT_CANONICAL, i);
    for (size_t i = 0; i < sizeof exact_ways / sizeof exact_ways[0]; i++)
        break_in(s, &whole, exact_ways[i], SFR_LAYOUT_EXACT, i);
}
