/* SPDX-License-Identifier: MIT */
/* Laws for the canonical encoding of every accepted section: the smallest widths, and nothing without a meaning. That
   it means the same is one of the laws of ref/tests/roundtrip.h. */
#include <stdlib.h>
#include <string.h>

#include "roundtrip.h"
#include "subject.h"

enum { MAX_ROWS = 1 << 13, SPARE = 64 };

/* A section as a model, and its canonical encoding as bytes, section and model. */
struct canonical {
    struct sfr_model m, again;
    struct sfr_model_fde *fdes, *fdes_again;
    struct sfr_model_fre *fres, *fres_again;
    uint8_t *bytes;
    size_t len;
    struct sfr_section section;
};

/* Reads the bytes again as section and model. */
static bool read_back(const struct subject *s, struct canonical *c, struct sfr_model_fde *fdes,
                      struct sfr_model_fre *fres)
{
    return sfr_open(&c->section, c->bytes, c->len, s->c->addr, s->profile, NULL) == SFR_FAULT_NONE
           && sfr_model_of_section(&c->section, &c->again, fdes, fres) == SFR_FAULT_NONE;
}

/* ---- Widths ---- */

/* The control words of a flexible row are unsigned: word 0, RA's, and FP's after RA's or the
   padding. */
static bool is_control(const struct sfr_model_fre *row, unsigned index)
{
    return index == 0 || index == 2 || index == (row->words[2] == 0 ? 3 : 4);
}

static bool needs(int64_t value, unsigned bits, bool is_signed)
{
    const int64_t most = (int64_t)1 << (is_signed ? bits - 1 : bits);
    return value >= most || (is_signed && value < -most);
}

/* A row of 2-byte words has a word that does not fit in 1 byte; of 4-byte words, in 2 bytes. */
static void check_word_width(struct subject *s, const struct sfr_model_fde *fde, const struct sfr_model_fre *row)
{
    const unsigned count = row->sfre_info >> 1 & 0x0f, code = row->sfre_info >> 5 & 3;
    const bool flex = fde->fde_type == SFR_FDE_TYPE_FLEX;
    bool needed = code == 0;

    for (unsigned i = 0; i < count && !needed; i++) {
        const bool control = flex && is_control(row, i);
        const uint32_t mask = code == 1 ? 0xffff : 0xffffffff;
        needed =
            needs(control ? (int64_t)((uint32_t)row->words[i] & mask) : row->words[i], code == 1 ? 8 : 16, !control);
    }
    require(s, needed, "a canonical row has wider words than it needs");
}

static void check_start_width(struct subject *s, const struct canonical *c, const struct sfr_model_fde *fde)
{
    const uint32_t last = fde->num_fres == 0 ? 0 : c->again.fres[fde->first_fre + fde->num_fres - 1].start;
    const unsigned narrowest = last <= 0xff ? 0 : last <= 0xffff ? 1 : 2;
    require(s, fde->fre_type == narrowest, "a canonical function has another width of row starts");
}

static void check_functions(struct subject *s, const struct canonical *c)
{
    for (uint64_t i = 0; i < c->again.num_fdes; i++) {
        const struct sfr_model_fde *again = &c->again.fdes[i];
        check_start_width(s, c, again);
        for (uint64_t r = 0; r < again->num_fres; r++)
            check_word_width(s, again, &c->again.fres[again->first_fre + r]);
    }
}

/* ---- Bytes ---- */

/* There are no bytes between or after the parts, undefined bits are clear, and runs follow each
   other. */
static void check_layout(struct subject *s, const struct canonical *c)
{
    const struct sfr_header *h = &c->section.hdr;
    const bool v3 = s->profile == SFR_PROFILE_V3;
    uint64_t run = 0;

    require(s, h->sfh_fdeoff == 0 && c->section.fre_end == c->len,
            "the canonical encoding has bytes without a meaning");
    for (uint64_t i = 0; i < c->again.num_fdes; i++) {
        const struct sfr_model_fde *fde = &c->again.fdes[i];
        require(s,
                fde->info == (fde->fre_type | fde->pc_type << 4 | fde->pauth_key_b << 5 | fde->signal_p << 7)
                    && fde->info2 == (v3 ? fde->fde_type : 0) && fde->padding2 == 0,
                "a canonical function has a bit without a meaning");
        require(s, fde->fre_off == run, "a canonical function's rows do not follow those of the function before");
        run += v3 ? 5 : 0;
        for (uint64_t r = 0; r < fde->num_fres; r++) {
            const unsigned info = c->again.fres[fde->first_fre + r].sfre_info;
            run += (1U << fde->fre_type) + 1U + (uint64_t)(info >> 1 & 0x0f) * (1U << (info >> 5 & 3));
        }
    }
    require(s, run == h->sfh_fre_len, "the canonical encoding has %llu bytes of rows, not %lu", (unsigned long long)run,
            (unsigned long)h->sfh_fre_len);
}

/* Members that a rule of its kind does not use, and words after the last, may have any value. */
static void fill_unsaid(struct sfr_rule *rule)
{
    const bool of_cfa = rule->kind == SFR_RULE_CFA || rule->kind == SFR_RULE_MEM_CFA;

    if (rule->kind == SFR_RULE_REG || rule->kind == SFR_RULE_MEM_REG)
        return;
    rule->reg = 77;
    rule->offset = of_cfa ? rule->offset : 77;
}

static void fill_rows(struct sfr_model *m)
{
    for (uint64_t i = 0; i < m->num_fres; i++) {
        struct sfr_model_fre *row = &m->fres[i];
        fill_unsaid(&row->rules.cfa);
        fill_unsaid(&row->rules.ra);
        fill_unsaid(&row->rules.fp);
        for (unsigned w = row->sfre_info >> 1 & 0x0f; w < SFR_MAX_WORDS; w++)
            row->words[w] = 77;
    }
}

static void check_unsaid(struct subject *s, struct canonical *c)
{
    const size_t size = s->c->size;
    uint8_t *exact = sfc_alloc(size, 1), *filled = sfc_alloc(size, 1), *canonical = sfc_alloc(c->len + 1, 1);
    size_t len = 0;

    require(s, sfr_encode(&c->m, SFR_LAYOUT_EXACT, exact, size, &len, NULL) == SFR_REFUSAL_NONE && len == size,
            "an accepted section cannot be written again");
    fill_rows(&c->m);
    require(s,
            sfr_encode(&c->m, SFR_LAYOUT_EXACT, filled, size, &len, NULL) == SFR_REFUSAL_NONE && len == size
                && memcmp(filled, exact, size) == 0,
            "unused members change the section");
    if (c->len > 0)
        require(s,
                sfr_encode(&c->m, SFR_LAYOUT_CANONICAL, canonical, c->len, &len, NULL) == SFR_REFUSAL_NONE
                    && len == c->len && memcmp(canonical, c->bytes, len) == 0,
                "unused members change the canonical section");
    free(exact);
    free(filled);
    free(canonical);
}

/* The result does not depend on the widths of the model. */
static void check_same_bytes(struct subject *s, const struct canonical *c)
{
    uint8_t *bytes = sfc_alloc(c->len + 1, 1);
    size_t len = 0;

    for (uint64_t i = 0; i < c->m.num_fdes; i++)
        c->fdes[i].fre_type = (uint8_t)(i % 2 == 0 ? SFR_FRE_TYPE_ADDR4 : 0xff);
    require(s,
            sfr_encode(&c->m, SFR_LAYOUT_CANONICAL, bytes, c->len, &len, NULL) == SFR_REFUSAL_NONE && len == c->len
                && memcmp(bytes, c->bytes, len) == 0,
            "the canonical encoding depends on the widths of the model");
    free(bytes);
}

/* For an open question an encoder may have no way to write what a reader accepts. */
static bool may_refuse(const struct subject *s, enum sfr_refusal why)
{
    static const struct {
        enum sfr_fault doubt;
        enum sfr_refusal why;
    } open[] = {
        { SFR_FAULT_V1_PAUTH_KEY, SFR_REFUSAL_PAUTH_KEY },
        { SFR_FAULT_FLEX_UNUSED_BIT, SFR_REFUSAL_RA_RULE },
        { SFR_FAULT_FLEX_UNUSED_BIT, SFR_REFUSAL_FP_RULE },
        { SFR_FAULT_FLEX_REGISTER_IGNORED, SFR_REFUSAL_RA_RULE },
    };

    for (unsigned k = 0; k < COUNT(open); k++)
        for (size_t i = 0; i < s->num_findings && why == open[k].why; i++)
            if (s->findings[i].fault == open[k].doubt)
                return true;
    return why == SFR_REFUSAL_NONE;
}

/* A last function without a given place is written after all others. */
static void check_in_part(struct subject *s, struct canonical *c)
{
    const size_t cap = 2 * s->c->size + SPARE;
    struct canonical part = { .m = c->m, .bytes = sfc_alloc(cap, 1) };
    struct sfr_model_fde *last = &c->fdes[c->m.num_fdes - 1];

    part.m.has_layout = false;
    last->has_layout = false;
    const enum sfr_refusal why = sfr_encode(&part.m, SFR_LAYOUT_EXACT, part.bytes, cap, &part.len, NULL);
    require(s, may_refuse(s, why), "with a layout for only some functions, there is no section");
    if (why == SFR_REFUSAL_NONE)
        require(s, read_back(s, &part, c->fdes_again, c->fres_again) && roundtrip_same_meaning(&c->m, &part.again),
                "with a layout for only some functions, the section means something else");
    last->has_layout = true;
    free(part.bytes);
}

static void check_encoded(struct subject *s, struct canonical *c)
{
    if (!require(s, read_back(s, c, c->fdes_again, c->fres_again), "the canonical encoding cannot be read"))
        return;
    check_layout(s, c);
    check_functions(s, c);
    if (s->why[0] == '\0' && c->m.num_fdes > 0)
        check_in_part(s, c);
}

void check_canonical(struct subject *s)
{
    const uint32_t num_fdes = s->section.hdr.sfh_num_fdes, num_fres = s->section.hdr.sfh_num_fres;
    struct canonical c = { .len = 0 };

    if (num_fdes > MAX_ROWS || num_fres > MAX_ROWS)
        return;
    c.fdes = sfc_alloc(num_fdes, sizeof *c.fdes);
    c.fdes_again = sfc_alloc(num_fdes, sizeof *c.fdes);
    c.fres = sfc_alloc(num_fres, sizeof *c.fres);
    c.fres_again = sfc_alloc(num_fres, sizeof *c.fres);
    c.bytes = sfc_alloc(SPARE + s->c->size * 17, 1);
    if (sfr_model_of_section(&s->section, &c.m, c.fdes, c.fres) == SFR_FAULT_NONE) {
        const enum sfr_refusal why =
            sfr_encode(&c.m, SFR_LAYOUT_CANONICAL, c.bytes, SPARE + s->c->size * 17, &c.len, NULL);
        require(s, may_refuse(s, why), "an accepted section has no canonical encoding");
        if (why == SFR_REFUSAL_NONE)
            check_encoded(s, &c);
        check_unsaid(s, &c);
        if (why == SFR_REFUSAL_NONE && s->why[0] == '\0')
            check_same_bytes(s, &c);
    }
    free(c.fdes);
    free(c.fdes_again);
    free(c.fres);
    free(c.fres_again);
    free(c.bytes);
}
