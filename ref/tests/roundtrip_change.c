/* SPDX-License-Identifier: MIT */
/* Changes one thing of a model, to one that no section may have. */
#include "mix.h"
#include "roundtrip.h"

struct chance {
    uint64_t state;
};

static uint64_t draw(struct chance *c)
{
    return sfr_mix_next(&c->state);
}

/* A number at the edge of a width, or near `value`. */
static int64_t edge(struct chance *c, int64_t value)
{
    static const int64_t edges[] = {
        0,          INT8_MAX,  INT8_MIN,  UINT8_MAX,  INT16_MAX, INT16_MIN,
        UINT16_MAX, INT32_MAX, INT32_MIN, UINT32_MAX, 1 << 29, /* where the registers of a control word end */
    };
    const int64_t near = (int64_t)(draw(c) % 9) - 4;

    if (draw(c) % 2)
        return (int64_t)((uint64_t)value + (uint64_t)near);
    return edges[draw(c) % (sizeof edges / sizeof edges[0])] + near;
}

static struct sfr_rule any_rule(struct chance *c, const struct sfr_model *m, const struct sfr_rule *old)
{
    const uint32_t registers[] = { sfr_abi_sp(m->abi), sfr_abi_fp(m->abi), sfr_abi_ra(m->abi),
                                   (uint32_t)edge(c, old->reg) };
    struct sfr_rule rule = { (enum sfr_rule_kind)(draw(c) % (SFR_RULE_MEM_CFA + 1)), 0, 0 };

    if (draw(c) % 2)
        rule.kind = old->kind;
    if (rule.kind == SFR_RULE_REG || rule.kind == SFR_RULE_MEM_REG)
        rule.reg = draw(c) % 2 ? old->reg : registers[draw(c) % 4];
    if (rule.kind >= SFR_RULE_REG)
        rule.offset = edge(c, old->offset);
    return rule;
}

static void change_row(struct chance *c, struct sfr_model *m, struct sfr_model_fre *row)
{
    struct sfr_rules *const r = &row->rules;
    struct sfr_rule *const rules[] = { &r->cfa, &r->ra, &r->fp };

    switch (draw(c) % 8) {
    case 0: r->mangled_ra_p = !r->mangled_ra_p; break;
    case 1: row->start = (uint32_t)edge(c, row->start); break;
    case 2:
        row->has_layout = true;
        row->sfre_info = (uint8_t)draw(c);
        for (unsigned i = 0; i < SFR_MAX_WORDS; i++)
            row->words[i] = (int32_t)edge(c, row->words[i]);
        break;
    default: {
        struct sfr_rule *const rule = rules[draw(c) % 3];
        *rule = any_rule(c, m, rule);
        break;
    }
    }
}

static void change_function(struct chance *c, struct sfr_model_fde *fde)
{
    switch (draw(c) % 8) {
    case 0: fde->start += (uint64_t)edge(c, 0); break;
    case 1: fde->size = (uint32_t)edge(c, fde->size); break;
    case 2: fde->pc_type = (uint8_t)(draw(c) % 3); break;
    case 3: fde->fre_type = (uint8_t)(draw(c) % 4); break;
    case 4: fde->fde_type = (uint8_t)(draw(c) % 3); break;
    case 5: fde->rep_size = (uint8_t)draw(c); break;
    case 6: fde->signal_p = !fde->signal_p; break;
    default: fde->pauth_key_b = !fde->pauth_key_b; break;
    }
}

static void change_section(struct chance *c, struct sfr_model *m)
{
    switch (draw(c) % 5) {
    case 0: m->flags ^= (uint8_t)(1u << draw(c) % 4); break;
    case 1: m->fixed_fp = (int8_t)edge(c, m->fixed_fp); break;
    case 2: m->fixed_ra = (int8_t)edge(c, m->fixed_ra); break;
    case 3: m->abi = (uint8_t)(draw(c) % 6); break;
    default: m->addr += (uint64_t)edge(c, 0); break;
    }
}

void roundtrip_change(struct sfr_model *m, uint64_t seed)
{
    struct chance c = { seed };
    const uint64_t what = draw(&c) % 4;

    m->has_layout = false;
    for (uint64_t i = 0; i < m->num_fdes; i++)
        m->fdes[i].has_layout = false;
    for (uint64_t i = 0; i < m->num_fres; i++)
        m->fres[i].has_layout = false;
    if (what == 0 || m->num_fdes == 0)
        change_section(&c, m);
    else if (what == 1 || m->num_fres == 0)
        change_function(&c, &m->fdes[draw(&c) % m->num_fdes]);
    else
        change_row(&c, m, &m->fres[draw(&c) % m->num_fres]);
}
