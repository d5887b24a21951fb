/* SPDX-License-Identifier: MIT */
/* Evaluates the DWARF expressions of call frame information to SFrame rules. */
#include "cfi_bytes.h"

enum {
    DW_OP_addr = 0x03,
    DW_OP_deref = 0x06,
    DW_OP_const1u = 0x08,
    DW_OP_const1s = 0x09,
    DW_OP_const2u = 0x0a,
    DW_OP_const2s = 0x0b,
    DW_OP_const4u = 0x0c,
    DW_OP_const4s = 0x0d,
    DW_OP_const8u = 0x0e,
    DW_OP_const8s = 0x0f,
    DW_OP_constu = 0x10,
    DW_OP_consts = 0x11,
    DW_OP_dup = 0x12,
    DW_OP_drop = 0x13,
    DW_OP_swap = 0x16,
    DW_OP_and = 0x1a,
    DW_OP_minus = 0x1c,
    DW_OP_mul = 0x1e,
    DW_OP_neg = 0x1f,
    DW_OP_or = 0x21,
    DW_OP_plus = 0x22,
    DW_OP_plus_uconst = 0x23,
    DW_OP_shl = 0x24,
    DW_OP_shr = 0x25,
    DW_OP_xor = 0x27,
    DW_OP_eq = 0x29,
    DW_OP_ge = 0x2a,
    DW_OP_gt = 0x2b,
    DW_OP_le = 0x2c,
    DW_OP_lt = 0x2d,
    DW_OP_ne = 0x2e,
    DW_OP_lit0 = 0x30,
    DW_OP_lit31 = 0x4f,
    DW_OP_breg0 = 0x70,
    DW_OP_breg31 = 0x8f,
    DW_OP_bregx = 0x92,
    DW_OP_nop = 0x96,
    DW_OP_call_frame_cfa = 0x9c,
    AMD64_RIP = 16,
    MAX_DEPTH = 16,
    MAX_LEN = 256
};

/* A value on the stack: a number, or something plus a number. */
enum base { BASE_NUMBER, BASE_REG, BASE_CFA, BASE_LOADED_REG, BASE_LOADED_CFA };
struct value {
    enum base base;
    uint32_t reg;
    uint64_t offset; /* added to the register or CFA, before the load if there is one */
};

struct machine {
    struct sfc_cfi_bytes bytes;
    struct value stack[MAX_DEPTH];
    unsigned depth;
    uint64_t pc;
    unsigned abi;
    bool varies;
};

static bool push(struct machine *m, enum base base, uint64_t reg, uint64_t offset)
{
    if (m->depth == MAX_DEPTH || reg > UINT32_MAX)
        return false;
    m->stack[m->depth++] = (struct value){ base, (uint32_t)reg, offset };
    return true;
}

static bool push_number(struct machine *m, uint64_t number)
{
    return push(m, BASE_NUMBER, 0, number);
}

static bool push_register(struct machine *m, uint64_t reg)
{
    const uint64_t offset = (uint64_t)sfc_cfi_sleb(&m->bytes);
    if (m->abi != SFR_ABI_AMD64_ENDIAN_LITTLE || reg != AMD64_RIP)
        return push(m, BASE_REG, reg, offset);
    m->varies = true;
    return push_number(m, m->pc + offset);
}

static struct value *top(struct machine *m)
{
    return m->depth > 0 ? &m->stack[m->depth - 1] : NULL;
}

static bool load(struct machine *m)
{
    struct value *v = top(m);
    if (!v || (v->base != BASE_REG && v->base != BASE_CFA))
        return false;
    v->base = v->base == BASE_REG ? BASE_LOADED_REG : BASE_LOADED_CFA;
    return true;
}

/* No rule can express a loaded value plus a number. */
static bool add(struct machine *m, uint64_t number)
{
    struct value *v = top(m);
    if (!v || (v->base >= BASE_LOADED_REG && number != 0))
        return false;
    if (v->base < BASE_LOADED_REG)
        v->offset += number;
    return true;
}

static bool numbers(struct machine *m, unsigned op, uint64_t a, uint64_t b)
{
    const int64_t x = (int64_t)a, y = (int64_t)b;
    switch (op) {
    case DW_OP_and: return push_number(m, a & b);
    case DW_OP_or: return push_number(m, a | b);
    case DW_OP_xor: return push_number(m, a ^ b);
    case DW_OP_mul: return push_number(m, a * b);
    case DW_OP_shl: return push_number(m, b < 64 ? a << b : 0);
    case DW_OP_shr: return push_number(m, b < 64 ? a >> b : 0);
    case DW_OP_eq: return push_number(m, x == y);
    case DW_OP_ge: return push_number(m, x >= y);
    case DW_OP_gt: return push_number(m, x > y);
    case DW_OP_le: return push_number(m, x <= y);
    case DW_OP_lt: return push_number(m, x < y);
    case DW_OP_ne: return push_number(m, x != y);
    default: return false;
    }
}

static bool combine(struct machine *m, unsigned op)
{
    if (m->depth < 2)
        return false;
    const struct value b = m->stack[--m->depth], a = m->stack[m->depth - 1];
    if (op == DW_OP_plus && a.base == BASE_NUMBER) {
        m->stack[m->depth - 1] = b;
        return add(m, a.offset);
    }
    if (b.base != BASE_NUMBER)
        return false;
    if (op == DW_OP_plus)
        return add(m, b.offset);
    if (op == DW_OP_minus)
        return add(m, 0 - b.offset);
    m->depth--;
    return a.base == BASE_NUMBER && numbers(m, op, a.offset, b.offset);
}

static bool push_constant(struct machine *m, unsigned op)
{
    struct sfc_cfi_bytes *b = &m->bytes;
    switch (op) {
    case DW_OP_const1u: return push_number(m, sfc_cfi_fixed(b, 1));
    case DW_OP_const1s: return push_number(m, (uint64_t)(int64_t)(int8_t)sfc_cfi_fixed(b, 1));
    case DW_OP_const2u: return push_number(m, sfc_cfi_fixed(b, 2));
    case DW_OP_const2s: return push_number(m, (uint64_t)(int64_t)(int16_t)sfc_cfi_fixed(b, 2));
    case DW_OP_const4u: return push_number(m, sfc_cfi_fixed(b, 4));
    case DW_OP_const4s: return push_number(m, (uint64_t)(int64_t)(int32_t)sfc_cfi_fixed(b, 4));
    case DW_OP_constu: return push_number(m, sfc_cfi_uleb(b));
    case DW_OP_consts: return push_number(m, (uint64_t)sfc_cfi_sleb(b));
    default: return push_number(m, sfc_cfi_fixed(b, 8)); /* DW_OP_addr, DW_OP_const8u, DW_OP_const8s */
    }
}

static bool rearrange(struct machine *m, unsigned op)
{
    if (m->depth < (op == DW_OP_swap ? 2u : 1u))
        return false;
    const struct value v = m->stack[m->depth - 1];
    if (op == DW_OP_dup)
        return push(m, v.base, v.reg, v.offset);
    m->depth--;
    if (op == DW_OP_drop)
        return true;
    m->stack[m->depth] = m->stack[m->depth - 1];
    m->stack[m->depth - 1] = v;
    m->depth++;
    return true;
}

static bool execute(struct machine *m)
{
    const unsigned op = (unsigned)sfc_cfi_fixed(&m->bytes, 1);
    if (op >= DW_OP_lit0 && op <= DW_OP_lit31)
        return push_number(m, op - DW_OP_lit0);
    if (op >= DW_OP_breg0 && op <= DW_OP_breg31)
        return push_register(m, op - DW_OP_breg0);
    if (op == DW_OP_addr || (op >= DW_OP_const1u && op <= DW_OP_consts))
        return push_constant(m, op);
    switch (op) {
    case DW_OP_nop: return true;
    case DW_OP_bregx: return push_register(m, sfc_cfi_uleb(&m->bytes));
    case DW_OP_call_frame_cfa: return push(m, BASE_CFA, 0, 0);
    case DW_OP_deref: return load(m);
    case DW_OP_plus_uconst: return add(m, sfc_cfi_uleb(&m->bytes));
    case DW_OP_dup:
    case DW_OP_drop:
    case DW_OP_swap: return rearrange(m, op);
    default: return combine(m, op);
    }
}

/* Makes a rule of a value, or of the address of a value. */
static struct sfr_rule rule_from(const struct value *v, bool is_value)
{
    static const enum sfr_rule_kind values[] = { SFR_RULE_NONE, SFR_RULE_REG, SFR_RULE_CFA, SFR_RULE_MEM_REG,
                                                 SFR_RULE_MEM_CFA };
    static const enum sfr_rule_kind addresses[] = { SFR_RULE_NONE, SFR_RULE_MEM_REG, SFR_RULE_MEM_CFA, SFR_RULE_NONE,
                                                    SFR_RULE_NONE };
    const enum sfr_rule_kind kind = is_value ? values[v->base] : addresses[v->base];
    if (kind == SFR_RULE_NONE)
        return (struct sfr_rule){ SFR_RULE_NONE, 0, 0 };
    return (struct sfr_rule){ kind, v->reg, (int64_t)v->offset };
}

struct sfr_rule sfc_cfi_rule_at(unsigned abi, const struct sfc_cfi_rule *rule, uint64_t pc, bool *varies)
{
    const struct sfr_rule none = { SFR_RULE_NONE, 0, 0 };
    if (!rule->expression)
        return rule->rule;
    if (rule->len > MAX_LEN)
        return none;
    struct machine m = { .bytes = { rule->expression, rule->expression + rule->len, sfr_abi_is_big(abi), false },
                         .pc = pc,
                         .abi = abi };
    /* The expression of a register starts with the CFA on the stack. The CFA's own expression
       does not use it. */
    push(&m, BASE_CFA, 0, 0);
    while (m.bytes.at < m.bytes.end)
        if (!execute(&m) || m.bytes.bad)
            return none;
    *varies = *varies || m.varies;
    return m.depth > 0 ? rule_from(&m.stack[m.depth - 1], rule->is_value) : none;
}
