/* SPDX-License-Identifier: MIT */
/*
 * Random functions.
 *
 * Each uses a random few of the features below, so that a feature that one assembler gets wrong does not hide the
 * others. A function is either a frame as compilers write it, in any order, or a mixture of directives.
 */
#include <stdlib.h>

#include "draw.h"
#include "expect.h"
#include "mix.h"
#include "program_words.h"

enum {
    CFA_OFFSETS = 1u << 0,
    CFA_FP = 1u << 1, /* the CFA by FP and by SP */
    FP_SAVED = 1u << 2,
    RA_SAVED = 1u << 3,
    RESTORED = 1u << 4,
    STATES = 1u << 5, /* remembered and restored */
    OTHERS = 1u << 6, /* callee-saved registers other than FP */
    PAC = 1u << 7,
    NUM_COMMON = 8,
    CFA_OTHER = 1u << 8, /* the CFA by a register that is neither SP nor FP */
    FP_ELSEWHERE = 1u << 9,
    FP_SAME = 1u << 10,
    FP_LOST = 1u << 11,
    RA_ELSEWHERE = 1u << 12,
    RA_LOST = 1u << 13,
    EXPRESSIONS = 1u << 14,
    ODD = 1u << 15,
    LARGE = 1u << 16,
    HUGE = 1u << 17,      /* beyond 32 bits */
    EARLY = 1u << 18,     /* directives before the first instruction */
    LATE = 1u << 19,      /* directives after the last one */
    ODD_SAVES = 1u << 20, /* offsets that some assemblers refuse, because they are no multiple of 8 */
    TIGHT = 1u << 21,     /* a state restored right behind other directives */
    NUM_FEATURES = 22
};

struct draw {
    const struct sfc_target *target;
    uint64_t state;
    unsigned features;
    struct sfc_body *body;
    unsigned depth; /* of remembered states */
};

/* Each call that draws is a statement of its own, or the only one of the arguments: compilers evaluate arguments in any
   order, and the same seed must give the same functions. */
static uint64_t below(struct draw *d, uint64_t limit)
{
    return sfr_mix_next(&d->state) % limit;
}

static bool one_in(struct draw *d, uint64_t n)
{
    return below(d, n) == 0;
}

static bool has(const struct draw *d, unsigned feature)
{
    return (d->features & feature) != 0;
}

static void add(struct draw *d, enum sfc_word op, uint32_t reg, uint32_t other, int64_t offset)
{
    sfc_body_add(d->body, (struct sfc_statement){ op, reg, other, offset });
}

/* ---- Code and numbers ---- */

static void add_code(struct draw *d)
{
    static const uint32_t sizes[] = { 2, 3, 5, 62, 63, 64, 65, 254, 255, 256, 257, 1000, 65534, 65535, 65536, 70000 };
    const size_t most = has(d, LARGE) && one_in(d, 4) ? sizeof sizes / sizeof sizes[0] : 9;
    if (one_in(d, 3))
        add(d, SFC_WORD_SKIP, 0, 0, (int64_t)d->target->unit * sizes[below(d, most)]);
    else
        add(d, SFC_WORD_NOP, 0, 0, 0);
}

/* A number of bytes, mostly small. */
static int64_t size(struct draw *d)
{
    static const int64_t edges[] = { 120,    127,    128,        136,        255,        256,       1016,   1024,
                                     32760,  32767,  32768,      32776,      65528,      65536,     524280, 524288,
                                     262136, 262144, 0x7ffffff0, 0x7ffffff8, 0x7fffffff, 0x40000000 };
    static const int64_t huge[] = { 0x80000000, 0x80000008, 0x100000008, 0x7ffffffffffffff0 };
    if (has(d, HUGE) && one_in(d, 4))
        return huge[below(d, sizeof huge / sizeof huge[0])];
    int64_t n = 8 * (1 + (int64_t)below(d, 12));
    if (has(d, LARGE) && one_in(d, 2))
        n = edges[below(d, sizeof edges / sizeof edges[0])];
    return has(d, ODD) && one_in(d, 3) ? n + 1 + (int64_t)below(d, 7) : has(d, ODD) ? n : n & ~(int64_t)7;
}

static int64_t cfa_offset(struct draw *d)
{
    const int64_t n = size(d);
    if (has(d, ODD) && one_in(d, 12))
        return -(n & 0xff);
    return d->target->cfa_offset == 160 && n < 0x40000000 ? n + 160 : n;
}

static uint32_t other_register(struct draw *d)
{
    static const uint32_t amd64[] = { 0, 1, 2, 3, 10, 11, 12, 15 }, aarch64[] = { 0, 9, 16, 17, 19, 28, 8, 15 },
                          s390x[] = { 0, 1, 6, 9, 12, 13, 16, 18 };
    const uint32_t *all = d->target->ra_is_on_stack ? amd64 : d->target->sp == 31 ? aarch64 : s390x;
    return all[below(d, 8)];
}

/* ---- Directives ---- */

static void change_cfa(struct draw *d)
{
    const struct sfc_target *t = d->target;
    const uint64_t what = below(d, 5);
    if (has(d, CFA_OTHER) && one_in(d, 4)) {
        const uint32_t base = other_register(d);
        add(d, one_in(d, 2) ? SFC_WORD_DEF_CFA : SFC_WORD_DEF_CFA_REG, base, 0, 0);
    } else if (has(d, EXPRESSIONS) && one_in(d, 8)) {
        const int64_t offset = one_in(d, 2) ? 0 : -8 * (int64_t)below(d, 9);
        const uint32_t base = one_in(d, 2) ? t->fp : other_register(d);
        add(d, one_in(d, 2) ? SFC_WORD_CFA_MEMORY : SFC_WORD_CFA_EXPRESSION, 0, base, offset);
    } else if (has(d, CFA_FP) && what == 0) {
        add(d, SFC_WORD_DEF_CFA_REG, one_in(d, 2) ? t->fp : t->sp, 0, 0);
    } else if (has(d, CFA_FP) && what == 1) {
        const int64_t offset = cfa_offset(d);
        add(d, SFC_WORD_DEF_CFA, one_in(d, 2) ? t->fp : t->sp, 0, offset);
    } else if (what == 2) {
        add(d, SFC_WORD_ADJUST, 0, 0, one_in(d, 2) ? size(d) : -8);
    } else if (what == 3) {
        add(d, SFC_WORD_DEF_CFA, t->sp, 0, cfa_offset(d));
    } else {
        add(d, SFC_WORD_DEF_CFA_OFFSET, 0, 0, cfa_offset(d));
    }
    struct sfc_statement *last = &d->body->statements[d->body->count - 1];
    if (last->op == SFC_WORD_DEF_CFA && last->offset == 0)
        last->offset = cfa_offset(d);
}

/* A multiple of 8, which DWARF's factor demands. */
static int64_t save_size(struct draw *d)
{
    const int64_t n = size(d);
    return has(d, ODD_SAVES) ? n : n & ~(int64_t)7;
}

static void save(struct draw *d, uint32_t reg)
{
    const int64_t n = save_size(d);
    if (one_in(d, 5) && !has(d, ODD))
        add(d, SFC_WORD_REL_OFFSET, reg, 0, n > 0x40000000 ? 16 : n);
    else
        add(d, SFC_WORD_OFFSET, reg, 0, has(d, ODD) && one_in(d, 9) ? n : -n);
}

/* The register is saved at an address by `base` or by another register. */
static void add_expression(struct draw *d, uint32_t reg, uint32_t base)
{
    const int64_t offset = 8 * (int64_t)below(d, 4);
    add(d, SFC_WORD_EXPRESSION, reg, one_in(d, 2) ? base : other_register(d), offset);
}

static void change_fp(struct draw *d)
{
    const uint32_t fp = d->target->fp;
    if (has(d, FP_SAME) && one_in(d, 3))
        add(d, SFC_WORD_SAME_VALUE, fp, 0, 0);
    else if (has(d, FP_LOST) && one_in(d, 4))
        add(d, SFC_WORD_UNDEFINED, fp, 0, 0);
    else if (has(d, FP_ELSEWHERE) && one_in(d, 3))
        add(d, SFC_WORD_REGISTER, fp, other_register(d), 0);
    else if (has(d, EXPRESSIONS) && one_in(d, 3))
        add_expression(d, fp, fp);
    else if (has(d, EXPRESSIONS) && one_in(d, 3))
        add(d, SFC_WORD_VAL_OFFSET, fp, 0, -save_size(d));
    else if (has(d, RESTORED) && one_in(d, 3))
        add(d, SFC_WORD_RESTORE, fp, 0, 0);
    else if (has(d, FP_SAVED))
        save(d, fp);
}

/* On amd64 RA is always on the stack, mostly where the call put it. */
static void change_ra(struct draw *d)
{
    const uint32_t ra = d->target->ra;
    if (has(d, RA_LOST) && one_in(d, 4))
        add(d, SFC_WORD_UNDEFINED, ra, 0, 0);
    else if (has(d, RA_ELSEWHERE) && one_in(d, 3))
        add(d, SFC_WORD_REGISTER, ra, other_register(d), 0);
    else if (has(d, RA_ELSEWHERE) && has(d, EXPRESSIONS) && one_in(d, 3))
        add_expression(d, ra, d->target->fp);
    else if (has(d, RESTORED) && one_in(d, 3))
        add(d, SFC_WORD_RESTORE, ra, 0, 0);
    else if (has(d, RA_SAVED) && d->target->ra_is_on_stack && !has(d, RA_ELSEWHERE))
        add(d, SFC_WORD_OFFSET, ra, 0, -8);
    else if (has(d, RA_SAVED))
        save(d, ra);
}

static void change_other(struct draw *d)
{
    const uint32_t reg = other_register(d);
    switch (below(d, 5)) {
    case 0: add(d, SFC_WORD_RESTORE, reg, 0, 0); break;
    case 1: add(d, SFC_WORD_REGISTER, reg, other_register(d), 0); break;
    case 2: add(d, SFC_WORD_SAME_VALUE, reg, 0, 0); break;
    default: add(d, SFC_WORD_OFFSET, reg, 0, -8 * (int64_t)(2 + below(d, 14))); break;
    }
}

static void change_state(struct draw *d)
{
    if (d->depth > 0 && (d->depth == 4 || one_in(d, 2))) {
        d->depth--;
        if (!has(d, TIGHT))
            add_code(d);
        add(d, SFC_WORD_RESTORE_STATE, 0, 0, 0);
    } else {
        d->depth++;
        add(d, SFC_WORD_REMEMBER, 0, 0, 0);
    }
}

static void add_directive(struct draw *d)
{
    switch (below(d, 8)) {
    case 0:
    case 1:
        if (has(d, CFA_OFFSETS | CFA_FP | CFA_OTHER))
            change_cfa(d);
        break;
    case 2:
    case 3: change_fp(d); break;
    case 4: change_ra(d); break;
    case 5:
        if (has(d, STATES))
            change_state(d);
        break;
    case 6:
        if (has(d, OTHERS))
            change_other(d);
        break;
    default:
        if (has(d, PAC) && d->target->sp == 31)
            add(d, SFC_WORD_NEGATE_RA_STATE, 0, 0, 0);
        break;
    }
}

/* ---- Functions ---- */

static void draw_mixture(struct draw *d)
{
    const uint64_t count = one_in(d, 800) ? 1 + below(d, 3000) : one_in(d, 20) ? 40 + below(d, 100) : 1 + below(d, 24);
    if (!has(d, EARLY))
        add_code(d);
    for (uint64_t i = 0; i < count; i++) {
        add_directive(d);
        if (!one_in(d, 3))
            add_code(d);
    }
    if (!has(d, LATE))
        add_code(d);
}

/* Saves registers and sets the frame up in any order, then undoes it, perhaps twice. */
static void draw_frame(struct draw *d)
{
    const struct sfc_target *t = d->target;
    const uint64_t returns = 1 + below(d, 2), saves = 1 + below(d, 4);
    const int64_t frame = cfa_offset(d);
    if (!has(d, EARLY))
        add_code(d);
    if (has(d, PAC) && t->sp == 31)
        add(d, SFC_WORD_NEGATE_RA_STATE, 0, 0, 0);
    add(d, SFC_WORD_DEF_CFA_OFFSET, 0, 0, frame);
    for (uint64_t i = 0; i < saves; i++) {
        if (one_in(d, 3))
            add_code(d);
        save(d, one_in(d, 2) ? t->fp : t->ra_is_on_stack || one_in(d, 3) ? other_register(d) : t->ra);
    }
    add_code(d);
    if (has(d, CFA_FP))
        add(d, SFC_WORD_DEF_CFA_REG, t->fp, 0, 0);
    for (uint64_t i = 0; i < returns; i++) {
        const bool again = i + 1 < returns;
        add_code(d);
        if (again)
            add(d, SFC_WORD_REMEMBER, 0, 0, 0);
        if (one_in(d, 2))
            add(d, SFC_WORD_RESTORE, t->fp, 0, 0);
        if (!t->ra_is_on_stack && one_in(d, 2))
            add(d, SFC_WORD_RESTORE, t->ra, 0, 0);
        add(d, SFC_WORD_DEF_CFA, t->sp, 0, t->cfa_offset);
        add_code(d);
        if (again)
            add(d, SFC_WORD_RESTORE_STATE, 0, 0, 0);
    }
}

static void draw_marks(struct draw *d)
{
    struct sfc_body *b = d->body;
    if (one_in(d, 12))
        b->marks |= SFC_MARK_SIGNAL;
    if (d->target->sp == 31 && one_in(d, 8))
        b->marks |= SFC_MARK_KEY_B;
    if (one_in(d, 60))
        b->marks |= SFC_MARK_SIMPLE;
    if (one_in(d, 12))
        b->marks |= one_in(d, 2) ? SFC_MARK_SECTION : SFC_MARK_COLD;
}

/* Common features in a third of the functions each, the others rarely. */
static void draw_features(struct draw *d)
{
    for (unsigned i = 0; i < NUM_FEATURES; i++) {
        const unsigned feature = 1u << i;
        if (one_in(d, i < NUM_COMMON ? 2 : feature == HUGE || feature == ODD_SAVES ? 1000 : feature == TIGHT ? 40 : 8))
            d->features |= feature;
    }
}

/* Takes the statements out that make no sense where they stand. */
static void keep_valid(struct draw *d)
{
    struct sfc_body *const body = d->body, all = *body;
    struct sfc_body kept = { .marks = all.marks };
    struct sfc_expected expected = { 0 };
    if (sfc_expect(d->target, body, &expected)) {
        sfc_expected_free(&expected);
        return;
    }
    for (size_t i = 0; i < all.count; i++) {
        sfc_body_add(&kept, all.statements[i]);
        if (!sfc_expect(d->target, &kept, &expected))
            kept.count--;
    }
    sfc_expected_free(&expected);
    sfc_body_free(body);
    *body = kept;
}

void sfc_draw(const struct sfc_target *target, uint64_t seed, uint64_t index, struct sfc_body *body)
{
    struct draw d = { .target = target, .state = seed, .body = body };
    d.state = sfr_mix_next(&d.state) + index;
    d.state = sfr_mix_next(&d.state);
    *body = (struct sfc_body){ 0 };
    draw_features(&d);
    draw_marks(&d);
    /* Not the usual CFA: assemblers would let other functions share this one's CIE, which has no other rule. */
    if (body->marks & SFC_MARK_SIMPLE)
        add(&d, SFC_WORD_DEF_CFA, target->sp, 0, target->cfa_offset + 8);
    if (one_in(&d, 50) && !(body->marks & SFC_MARK_SIMPLE))
        add(&d, SFC_WORD_DEF_CFA_OFFSET, 0, 0, 32); /* an empty function */
    else if (one_in(&d, 3))
        draw_frame(&d);
    else
        draw_mixture(&d);
    keep_valid(&d);
}

bool sfc_may_refuse(const struct sfc_body *body)
{
    for (size_t i = 0; i < body->count; i++) {
        const int64_t offset = body->statements[i].offset;
        const unsigned has = sfc_word_operands(body->statements[i].op);
        const bool is_saved = (has & SFC_HAS_REG) && (has & SFC_HAS_OFFSET);
        if (offset < INT32_MIN / 2 || offset > INT32_MAX / 2 || (is_saved && offset % 8 != 0))
            return true;
    }
    return false;
}
