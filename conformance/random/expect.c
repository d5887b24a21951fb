/* SPDX-License-Identifier: MIT */
/* The rules that the directives of a function state. */
#include <stdlib.h>

#include "expect.h"

enum { MAX_REMEMBERED = 32 };

struct state {
    struct sfr_rules rules;
    int64_t cfa_offset; /* the assembler's own count, which rel_offset and adjust_cfa_offset use */
};

struct reading {
    const struct sfc_target *target;
    struct state now, initial, remembered[MAX_REMEMBERED];
    unsigned depth;
    struct sfc_expected *expected;
};

static bool same_rule(const struct sfr_rule *a, const struct sfr_rule *b)
{
    return a->kind == b->kind && a->reg == b->reg && a->offset == b->offset;
}

static bool same_rules(const struct sfr_rules *a, const struct sfr_rules *b)
{
    return same_rule(&a->cfa, &b->cfa) && same_rule(&a->ra, &b->ra) && same_rule(&a->fp, &b->fp)
           && a->mangled_ra_p == b->mangled_ra_p;
}

/* The rules now are those of the next bytes of code, which must have a CFA. */
static bool add_code(struct reading *r, uint64_t bytes)
{
    struct sfc_expected *e = r->expected;
    if (r->now.rules.cfa.kind == SFR_RULE_NONE)
        return false;
    if (e->count == 0 || !same_rules(&e->rows[e->count - 1].rules, &r->now.rules)) {
        if (e->count == e->capacity) {
            e->capacity = e->capacity ? e->capacity * 2 : 8;
            e->rows = sfc_grow(e->rows, e->capacity, sizeof e->rows[0]);
        }
        e->rows[e->count++] = (struct sfc_expected_row){ e->size, r->now.rules };
    }
    e->size += bytes;
    return true;
}

static bool set_cfa(struct reading *r, uint32_t reg, int64_t offset)
{
    r->now.rules.cfa = (struct sfr_rule){ SFR_RULE_REG, reg, offset };
    r->now.cfa_offset = offset;
    return true;
}

/* Half of a rule can be changed only if there is such a rule. */
static bool change_cfa(struct reading *r, const struct sfc_statement *s)
{
    const struct sfr_rule *old = &r->now.rules.cfa;
    int64_t sum;
    if (s->op == SFC_WORD_DEF_CFA)
        return set_cfa(r, s->reg, s->offset);
    if (s->op == SFC_WORD_CFA_EXPRESSION || s->op == SFC_WORD_CFA_MEMORY) {
        r->now.rules.cfa =
            (struct sfr_rule){ s->op == SFC_WORD_CFA_MEMORY ? SFR_RULE_MEM_REG : SFR_RULE_REG, s->other, s->offset };
        r->now.cfa_offset = INT64_MIN;
        return true;
    }
    if (old->kind != SFR_RULE_REG || r->now.cfa_offset == INT64_MIN)
        return false;
    if (s->op == SFC_WORD_DEF_CFA_REG)
        return set_cfa(r, s->reg, old->offset);
    if (s->op == SFC_WORD_DEF_CFA_OFFSET)
        return set_cfa(r, old->reg, s->offset);
    return !__builtin_add_overflow(old->offset, s->offset, &sum) && set_cfa(r, old->reg, sum);
}

static struct sfr_rule *rule_of(struct reading *r, uint32_t reg)
{
    return reg == r->target->ra ? &r->now.rules.ra : reg == r->target->fp ? &r->now.rules.fp : NULL;
}

/* Rules of other registers are read, too, but leave nothing. */
static bool change_register(struct reading *r, const struct sfc_statement *s)
{
    struct sfr_rule rule = { SFR_RULE_SAME, 0, 0 };
    const bool is_ra = s->reg == r->target->ra;
    switch ((unsigned)s->op) {
    case SFC_WORD_OFFSET: rule = (struct sfr_rule){ SFR_RULE_MEM_CFA, 0, s->offset }; break;
    case SFC_WORD_REL_OFFSET:
        if (r->now.cfa_offset == INT64_MIN || r->now.rules.cfa.kind != SFR_RULE_REG)
            return false;
        rule.kind = SFR_RULE_MEM_CFA;
        if (__builtin_sub_overflow(s->offset, r->now.cfa_offset, &rule.offset))
            return false;
        break;
    case SFC_WORD_VAL_OFFSET: rule = (struct sfr_rule){ SFR_RULE_CFA, 0, s->offset }; break;
    case SFC_WORD_REGISTER: rule = (struct sfr_rule){ SFR_RULE_REG, s->other, 0 }; break;
    case SFC_WORD_UNDEFINED: rule.kind = SFR_RULE_UNDEFINED; break;
    case SFC_WORD_RESTORE: rule = is_ra ? r->initial.rules.ra : r->initial.rules.fp; break;
    case SFC_WORD_EXPRESSION: rule = (struct sfr_rule){ SFR_RULE_MEM_REG, s->other, s->offset }; break;
    default: break; /* SFC_WORD_SAME_VALUE */
    }
    struct sfr_rule *const place = rule_of(r, s->reg);
    if (place)
        *place = rule;
    return true;
}

static bool follow(struct reading *r, const struct sfc_statement *s)
{
    switch ((unsigned)s->op) {
    case SFC_WORD_NOP: return add_code(r, r->target->unit);
    case SFC_WORD_SKIP: return s->offset % r->target->unit == 0 && add_code(r, (uint64_t)s->offset);
    case SFC_WORD_REMEMBER:
        if (r->depth == MAX_REMEMBERED)
            return false;
        r->remembered[r->depth++] = r->now;
        return true;
    case SFC_WORD_RESTORE_STATE:
        if (r->depth == 0)
            return false;
        r->now = r->remembered[--r->depth];
        return true;
    case SFC_WORD_NEGATE_RA_STATE:
        r->now.rules.mangled_ra_p = !r->now.rules.mangled_ra_p;
        return r->target->sfr_abi == SFR_ABI_AARCH64_ENDIAN_LITTLE;
    case SFC_WORD_DEF_CFA:
    case SFC_WORD_DEF_CFA_REG:
    case SFC_WORD_DEF_CFA_OFFSET:
    case SFC_WORD_ADJUST:
    case SFC_WORD_CFA_EXPRESSION:
    case SFC_WORD_CFA_MEMORY: return change_cfa(r, s);
    default: return change_register(r, s);
    }
}

bool sfc_expect(const struct sfc_target *target, const struct sfc_body *body, struct sfc_expected *expected)
{
    struct reading r = { .target = target, .expected = expected };
    expected->count = 0;
    expected->size = 0;
    r.now.rules.fp.kind = SFR_RULE_SAME;
    r.now.rules.ra.kind = target->ra_is_on_stack ? SFR_RULE_NONE : SFR_RULE_SAME;
    if (!(body->marks & SFC_MARK_SIMPLE)) {
        set_cfa(&r, target->sp, target->cfa_offset);
        if (target->ra_is_on_stack)
            r.now.rules.ra = (struct sfr_rule){ SFR_RULE_MEM_CFA, 0, -8 };
    }
    r.initial = r.now;
    for (size_t i = 0; i < body->count; i++)
        if (!follow(&r, &body->statements[i]))
            return false;
    return true;
}

void sfc_expected_free(struct sfc_expected *expected)
{
    free(expected->rows);
    *expected = (struct sfc_expected){ 0 };
}
