/* SPDX-License-Identifier: MIT */
/* Decodes a section and encodes it again, in every way. */
#include "roundtrip.h"

#include <stdio.h>

#include "parse_support.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

struct roundtrip_done roundtrip_done;

/* A text of any length, with a NUL after it. */
struct text_buffer {
    char *data;
    size_t len, cap;
};

void *roundtrip_alloc(size_t size)
{
    void *p = malloc(size + (size == 0));
    if (!p) {
        printf("Bail out! no memory\n");
        exit(1);
    }
    return p;
}

static bool append(void *ctx, const char *text, size_t len)
{
    struct text_buffer *t = ctx;

    if (len >= t->cap - t->len) {
        char *larger = roundtrip_alloc(2 * t->cap + len + 1);
        if (t->len > 0)
            memcpy(larger, t->data, t->len);
        free(t->data);
        t->data = larger;
        t->cap = 2 * t->cap + len + 1;
    }
    memcpy(t->data + t->len, text, len);
    t->len += len;
    t->data[t->len] = '\0';
    return true;
}

static struct text_buffer dump_of(const struct bytes *b, enum sfr_profile profile, uint64_t addr, unsigned options)
{
    struct text_buffer t = { NULL, 0, 0 };
    struct sfr_section s;

    append(&t, "", 0);
    if (sfr_open(&s, b->data, b->len, addr, profile, NULL) == SFR_FAULT_NONE)
        sfr_dump(&s, options, append, &t);
    return t;
}

/* Why a check of one file failed, for the line of its test. */
static const char *failed;

static void require(bool condition, const char *what)
{
    if (!condition && !failed)
        failed = what;
}

static bool equal(const struct bytes *a, const struct bytes *b)
{
    return a->len == b->len && memcmp(a->data, b->data, a->len) == 0;
}

/* A refusal has its row in the register, and rests on something where one of its clauses holds. */
static enum sfr_refusal registered(enum sfr_refusal refusal, enum sfr_profile profile)
{
    const struct sfr_refusal_info *const info = sfr_refusal_info(refusal);
    const struct sfr_basis_info *const basis = sfr_refusal_basis(refusal, profile);

    require(info && info->name[0] && info->message[0], "a refusal is not in the register");
    require(!basis || (strcmp(basis->name, info->name) == 0 && sfr_basis_name(basis->basis)),
            "a refusal has another's basis");
    return refusal;
}

/* With a byte less than it needs it writes nothing past its memory. */
static void refuses_less(const struct sfr_model *m, enum sfr_layout layout, size_t need)
{
    uint8_t *less = roundtrip_alloc(need - 1);
    size_t len;

    require(sfr_encode(m, layout, less, need - 1, &len, NULL) == SFR_REFUSAL_BUFFER_TOO_SMALL && len == need,
            "too little room is not refused");
    free(less);
}

static enum sfr_refusal encode(const struct sfr_model *m, enum sfr_layout layout, struct bytes *b)
{
    b->data = NULL;
    enum sfr_refusal refusal = sfr_encode(m, layout, NULL, 0, &b->len, NULL);
    if (refusal != SFR_REFUSAL_BUFFER_TOO_SMALL || b->len > MAX_FILE)
        return refusal == SFR_REFUSAL_NONE ? refusal : registered(refusal, m->profile);
    const size_t need = b->len;
    refuses_less(m, layout, need);
    b->data = roundtrip_alloc(need);
    refusal = sfr_encode(m, layout, b->data, need, &b->len, NULL);
    return refusal == SFR_REFUSAL_NONE && b->len != need ? SFR_REFUSAL_BUFFER_TOO_SMALL : refusal;
}

/* ---- A section and its model --------------------------------------------------- */

struct modelled {
    struct sfr_section section;
    struct sfr_model model;
    struct sfr_model_fde *fdes;
    struct sfr_model_fre *fres;
    bool good;
};

static struct modelled model_of(const struct bytes *b, enum sfr_profile profile, uint64_t addr)
{
    struct modelled m = { .good = false };
    struct sfr_section *s = &m.section;

    /* A count of more rows than a reader must walk is wrong (SFR-SHARED-RUN-LIMIT). */
    if (sfr_open(s, b->data, b->len, addr, profile, NULL) != SFR_FAULT_NONE || s->hdr.sfh_num_fres > 16 * b->len)
        return m;
    m.fdes = roundtrip_alloc(s->hdr.sfh_num_fdes * sizeof(*m.fdes));
    m.fres = roundtrip_alloc(s->hdr.sfh_num_fres * sizeof(*m.fres));
    m.good = sfr_model_of_section(s, &m.model, m.fdes, m.fres) == SFR_FAULT_NONE;
    return m;
}

static void drop(struct modelled *m)
{
    free(m->fdes);
    free(m->fres);
}

/* Marks the bytes that belong to a field; the rest is gaps. */
static void mark_used(const struct sfr_section *s, bool *used)
{
    for (uint64_t i = 0; i < s->hdr_end; i++)
        used[i] = true;
    for (uint64_t i = s->fde_start; i < s->fde_end; i++)
        used[i] = true;
    for (uint32_t f = 0; f < s->hdr.sfh_num_fdes; f++) {
        struct sfr_fde fde;
        struct sfr_fre_cursor c;
        struct sfr_fre fre;
        bool more = true;

        sfr_read_fde(s, f, &fde);
        for (uint64_t i = 0; fde.attr_pos != 0 && i < SFR_FDE_ATTR_SIZE_V3; i++)
            used[fde.attr_pos + i] = true;
        sfr_fres(&c, s, &fde);
        while (sfr_next_fre(&c, &fre, &more) == SFR_FAULT_NONE && more) {
            for (uint64_t i = 0; i < fre.size; i++)
                used[fre.pos + i] = true;
        }
    }
}

/* The section with zeros in its gaps: the exact encoding of its model. */
static struct bytes with_zero_gaps(const struct sfr_section *s)
{
    struct bytes b = { roundtrip_alloc(s->size), s->size };
    bool *used = roundtrip_alloc(s->size * sizeof(*used)), zeroed = false;

    memset(used, 0, s->size * sizeof(*used));
    mark_used(s, used);
    for (size_t i = 0; i < s->size; i++) {
        b.data[i] = used[i] ? s->data[i] : 0;
        zeroed |= b.data[i] != s->data[i];
    }
    free(used);
    roundtrip_done.zeroed += zeroed;
    return b;
}

/* ---- Meaning --------------------------------------------------------------------- */

static bool same_rule(const struct sfr_rule *a, const struct sfr_rule *b)
{
    return a->kind == b->kind && a->reg == b->reg && a->offset == b->offset;
}

static bool same_row(const struct sfr_model_fre *a, const struct sfr_model_fre *b)
{
    return a->start == b->start && same_rule(&a->rules.cfa, &b->rules.cfa) && same_rule(&a->rules.ra, &b->rules.ra)
           && same_rule(&a->rules.fp, &b->rules.fp) && a->rules.mangled_ra_p == b->rules.mangled_ra_p;
}

static bool same_function(const struct sfr_model_fde *a, const struct sfr_model_fde *b)
{
    return a->start == b->start && a->size == b->size && a->pc_type == b->pc_type && a->fde_type == b->fde_type
           && a->pauth_key_b == b->pauth_key_b && a->signal_p == b->signal_p && a->rep_size == b->rep_size
           && a->first_fre == b->first_fre && a->num_fres == b->num_fres;
}

bool roundtrip_same_meaning(const struct sfr_model *a, const struct sfr_model *b)
{
    bool same = a->profile == b->profile && a->addr == b->addr && a->big == b->big && a->abi == b->abi
                && a->flags == b->flags && a->fixed_fp == b->fixed_fp && a->fixed_ra == b->fixed_ra
                && a->auxhdr_len == b->auxhdr_len && a->num_fdes == b->num_fdes && a->num_fres == b->num_fres
                && (a->auxhdr_len == 0 || memcmp(a->aux, b->aux, a->auxhdr_len) == 0);

    for (uint64_t i = 0; same && i < a->num_fdes; i++)
        same = same_function(&a->fdes[i], &b->fdes[i]);
    for (uint64_t i = 0; same && i < a->num_fres; i++)
        same = same_row(&a->fres[i], &b->fres[i]);
    return same;
}

/* ---- The properties -------------------------------------------------------------- */

static void check_exact(const struct modelled *m, const struct bytes *expected)
{
    struct bytes again;

    require(encode(&m->model, SFR_LAYOUT_EXACT, &again) == SFR_REFUSAL_NONE && equal(&again, expected),
            "the model does not give the bytes back");
    free(again.data);
}

static void check_layout_text(const struct modelled *m, const struct bytes *expected)
{
    const struct sfr_section *s = &m->section;
    struct text_buffer text = dump_of(expected, s->profile, s->addr, SFR_DUMP_LAYOUT);
    struct parsed p = parse(text.data, text.len, s->profile, s->addr);
    struct bytes again = { NULL, 0 };

    require(p.good, "the dump with layout is not parsed");
    require(!p.good || roundtrip_same_meaning(&p.model, &m->model), "the parsed dump means something else");
    require(!p.good || (encode(&p.model, SFR_LAYOUT_EXACT, &again) == SFR_REFUSAL_NONE && equal(&again, expected)),
            "the dump with layout does not give the bytes back");
    free(again.data);
    free(text.data);
    forget(&p);
}

/* Without layout keys the encoded section has the same dump, though its rows may be shorter. */
static void check_plain_text(const struct modelled *m, const struct bytes *original, bool expressible)
{
    const struct sfr_section *s = &m->section;
    struct text_buffer text = dump_of(original, s->profile, s->addr, 0);
    struct parsed p = parse(text.data, text.len, s->profile, s->addr);
    struct bytes again = { NULL, 0 };

    require(p.good, "the dump is not parsed");
    if (p.good && encode(&p.model, SFR_LAYOUT_EXACT, &again) == SFR_REFUSAL_NONE) {
        struct text_buffer text_again = dump_of(&again, s->profile, s->addr, 0);
        require(same_but_fre_len(text.data, text_again.data), "the dump of what the dump gives is another");
        free(text_again.data);
    } else {
        require(!p.good || !expressible, "the dump is refused, though the model is not");
    }
    free(again.data);
    free(text.data);
    forget(&p);
}

/* Only a section that the manuals leave open may have no canonical encoding. */
static bool may_be_refused(enum sfr_refusal refusal, uint64_t doubts)
{
    return doubts > 0
           && (refusal == SFR_REFUSAL_PAUTH_KEY || refusal == SFR_REFUSAL_RA_RULE || refusal == SFR_REFUSAL_FP_RULE);
}

static bool check_canonical(const struct modelled *m, uint64_t doubts)
{
    const struct sfr_section *s = &m->section;
    struct bytes canonical, again = { NULL, 0 };
    const enum sfr_refusal refusal = encode(&m->model, SFR_LAYOUT_CANONICAL, &canonical);

    if (refusal != SFR_REFUSAL_NONE) {
        require(may_be_refused(refusal, doubts), sfr_refusal_info(refusal)->name);
        roundtrip_done.refused_canonical++;
        free(canonical.data);
        return false;
    }
    struct modelled back = model_of(&canonical, s->profile, s->addr);
    require(sfr_check(canonical.data, canonical.len, s->addr, s->profile, NULL, NULL).accepted,
            "the canonical bytes are rejected");
    require(back.good && roundtrip_same_meaning(&m->model, &back.model), "the canonical bytes mean something else");
    require(back.good && encode(&back.model, SFR_LAYOUT_CANONICAL, &again) == SFR_REFUSAL_NONE
                && equal(&again, &canonical),
            "the canonical bytes have another canonical encoding");
    roundtrip_done.canonical++;
    drop(&back);
    free(canonical.data);
    free(again.data);
    return true;
}

/* A row that is stored as these words. */
static struct sfr_fre row_of_words(const struct sfr_model_fre *row)
{
    static const uint8_t sizes[4] = { 1, 2, 4, 0 };
    struct sfr_fre fre = {
        .sfre_start_address = row->start,
        .sfre_info = row->sfre_info,
        .word_size = sizes[row->sfre_info >> 5 & 3],
        .num_words = row->sfre_info >> 1 & 15,
        .base_sp = row->sfre_info & 1,
        .mangled_ra_p = row->sfre_info >> 7,
    };

    memcpy(fre.words, row->words, sizeof fre.words);
    return fre;
}

/* Does each word of the row say something? A flexible row may have words for a rule that holds without them, but no
   more than three pairs. */
static bool no_word_left(const struct sfr_model_fde *fde, const struct sfr_fre *needed, uint8_t stored_info)
{
    const unsigned stored = stored_info >> 1 & 15;
    return fde->fde_type == SFR_FDE_TYPE_DEFAULT ? stored == needed->num_words : stored <= 6;
}

/* The words that the rules of each row give, read as rules again, are those rules. If nothing is `odd` about the
   section, the row has no others. */
static void check_words(const struct modelled *m, bool odd)
{
    for (uint64_t i = 0; i < m->model.num_fdes; i++) {
        const struct sfr_model_fde *const mfde = &m->model.fdes[i];
        const struct sfr_fde fde = { .fde_type = mfde->fde_type };
        for (uint64_t r = 0; r < mfde->num_fres; r++) {
            struct sfr_model_fre row = m->model.fres[mfde->first_fre + r], back = row;
            const enum sfr_refusal refusal = sfr_words_of_rules(&m->model, mfde, &row);
            if (refusal != SFR_REFUSAL_NONE) {
                registered(refusal, m->model.profile);
                continue;
            }
            const struct sfr_fre fre = row_of_words(&row);
            const int64_t half = INT64_C(1) << (8 * fre.word_size - 1);
            for (unsigned w = 0; w < SFR_MAX_WORDS; w++)
                require(w < fre.num_words ? fre.words[w] >= -half && fre.words[w] < half : fre.words[w] == 0,
                        "a word of a row is not as a reader sees it");
            require(sfr_read_rules(&m->section, &fde, &fre, &back.rules) == SFR_FAULT_NONE && same_row(&row, &back),
                    "the words of a row give other rules");
            require(odd || no_word_left(mfde, &fre, back.sfre_info), "a row has words that say nothing");
        }
    }
}

/* What is written for a changed model means that model. */
static void check_changed(const struct bytes *b, enum sfr_profile profile, uint64_t addr, uint64_t seed)
{
    static const enum sfr_layout layouts[] = { SFR_LAYOUT_EXACT, SFR_LAYOUT_CANONICAL };
    struct modelled m = model_of(b, profile, addr);

    roundtrip_change(&m.model, seed);
    for (size_t i = 0; i < COUNT(layouts); i++) {
        struct bytes written;
        if (encode(&m.model, layouts[i], &written) == SFR_REFUSAL_NONE) {
            struct modelled back = model_of(&written, profile, m.model.addr);
            require(sfr_check(written.data, written.len, m.model.addr, profile, NULL, NULL).accepted,
                    "what is written for a changed model is rejected");
            require(back.good && roundtrip_same_meaning(&m.model, &back.model),
                    "a changed model is written as another");
            roundtrip_done.changed++;
            drop(&back);
        }
        free(written.data);
    }
    drop(&m);
}

/* Two changes, which depend on the bytes. */
static void check_changes(const struct bytes *b, enum sfr_profile profile, uint64_t addr)
{
    uint64_t seed = b->len;

    for (size_t i = 0; i < b->len; i++)
        seed = (seed ^ b->data[i]) * UINT64_C(0x100000001b3);
    for (unsigned i = 0; i < 2; i++)
        check_changed(b, profile, addr, seed + i);
}

static void check_accepted(const struct bytes *b, enum sfr_profile profile, uint64_t addr, uint64_t doubts)
{
    struct modelled m = model_of(b, profile, addr);

    require(m.good, "an accepted section has no model");
    if (m.good) {
        struct bytes expected = with_zero_gaps(&m.section);
        check_exact(&m, &expected);
        check_words(&m, doubts > 0);
        check_layout_text(&m, &expected);
        check_plain_text(&m, b, check_canonical(&m, doubts));
        free(expected.data);
        check_changes(b, profile, addr);
    }
    drop(&m);
    roundtrip_done.accepted++;
}

static void check_rejected(const struct bytes *b, enum sfr_profile profile, uint64_t addr)
{
    struct modelled m = model_of(b, profile, addr);
    static const enum sfr_layout layouts[] = { SFR_LAYOUT_EXACT, SFR_LAYOUT_CANONICAL };

    if (m.good)
        check_words(&m, true);
    for (size_t i = 0; m.good && i < COUNT(layouts); i++) {
        struct bytes again;
        if (encode(&m.model, layouts[i], &again) == SFR_REFUSAL_NONE) {
            require(sfr_check(again.data, again.len, addr, profile, NULL, NULL).accepted,
                    "what was written is rejected");
            roundtrip_done.rewritten++;
        }
        free(again.data);
    }
    drop(&m);
    roundtrip_done.rejected++;
}

const char *roundtrip_check(const struct bytes *b, enum sfr_profile profile, uint64_t addr)
{
    const struct sfr_verdict verdict = sfr_check(b->data, b->len, addr, profile, NULL, NULL);

    failed = NULL;
    if (verdict.accepted)
        check_accepted(b, profile, addr, verdict.doubts);
    else
        check_rejected(b, profile, addr);
    return failed;
}
