/* SPDX-License-Identifier: MIT */
/* Makes rows of the instructions of call frame information. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cfi_bytes.h"

enum {
    DW_CFA_nop = 0x00,
    DW_CFA_set_loc = 0x01,
    DW_CFA_advance_loc1 = 0x02,
    DW_CFA_advance_loc2 = 0x03,
    DW_CFA_advance_loc4 = 0x04,
    DW_CFA_offset_extended = 0x05,
    DW_CFA_restore_extended = 0x06,
    DW_CFA_undefined = 0x07,
    DW_CFA_same_value = 0x08,
    DW_CFA_register = 0x09,
    DW_CFA_remember_state = 0x0a,
    DW_CFA_restore_state = 0x0b,
    DW_CFA_def_cfa = 0x0c,
    DW_CFA_def_cfa_register = 0x0d,
    DW_CFA_def_cfa_offset = 0x0e,
    DW_CFA_def_cfa_expression = 0x0f,
    DW_CFA_expression = 0x10,
    DW_CFA_offset_extended_sf = 0x11,
    DW_CFA_def_cfa_sf = 0x12,
    DW_CFA_def_cfa_offset_sf = 0x13,
    DW_CFA_val_offset = 0x14,
    DW_CFA_val_offset_sf = 0x15,
    DW_CFA_val_expression = 0x16,
    DW_CFA_AARCH64_negate_ra_state_with_pc = 0x2c,
    DW_CFA_AARCH64_negate_ra_state = 0x2d,
    DW_CFA_GNU_args_size = 0x2e,
    DW_CFA_GNU_negative_offset_extended = 0x2f,
    DW_CFA_advance_loc = 0x40,
    DW_CFA_offset = 0x80,
    DW_CFA_restore = 0xc0,
    HIGH_BITS = 0xc0,
    LOW_BITS = 0x3f,
    MAX_REMEMBERED = 64
};

struct run {
    struct sfc_cfi_program *program;
    struct sfc_cfi_bytes *b;
    struct sfc_cfi_row *row;
    struct sfc_cfi_rows *rows;
    struct sfc_cfi_row remembered[MAX_REMEMBERED];
    unsigned depth;
    bool at_end;
    const char *why;
};

static bool refuse(struct run *r, const char *why)
{
    r->why = why;
    return false;
}

static bool is_aarch64(const struct run *r)
{
    const unsigned abi = r->program->section->abi;
    return abi == SFR_ABI_AARCH64_ENDIAN_LITTLE || abi == SFR_ABI_AARCH64_ENDIAN_BIG;
}

/* ---- Rows ---- */

static bool same_rule(const struct sfc_cfi_rule *a, const struct sfc_cfi_rule *b)
{
    return a->rule.kind == b->rule.kind && a->rule.reg == b->rule.reg && a->rule.offset == b->rule.offset
           && a->expression == b->expression && a->is_value == b->is_value;
}

static bool same_row(const struct sfc_cfi_row *a, const struct sfc_cfi_row *b)
{
    return same_rule(&a->cfa, &b->cfa) && same_rule(&a->ra, &b->ra) && same_rule(&a->fp, &b->fp)
           && same_rule(&a->sp, &b->sp) && a->mangled == b->mangled;
}

/* Ends the current row at `end` and begins the next one there. */
static void end_row(struct run *r, uint64_t end)
{
    struct sfc_cfi_rows *rows = r->rows;
    if (rows && r->row->start < end) {
        struct sfc_cfi_row *last = rows->count > 0 ? &rows->rows[rows->count - 1] : NULL;
        r->row->end = end;
        if (last && same_row(last, r->row)) {
            last->end = end;
        } else {
            rows->rows = sfc_make_room(rows->rows, rows->count, sizeof rows->rows[0]);
            rows->rows[rows->count++] = *r->row;
        }
    }
    r->row->start = end;
}

/* Locations after the end of the function are ignored. */
static void move(struct run *r, uint64_t location)
{
    const uint64_t end = r->program->end;
    if (r->rows) {
        r->at_end = location >= end;
        end_row(r, r->at_end ? end : location);
    }
}

static bool advance(struct run *r, uint64_t units)
{
    const uint64_t factor = r->program->cie->code_factor;
    const uint64_t left = r->program->end - r->row->start;
    if (units != 0 && factor > UINT64_MAX / units)
        return refuse(r, "an advance is too large");
    const uint64_t bytes = units * factor;
    move(r, bytes > left ? r->program->end : r->row->start + bytes);
    return true;
}

static bool set_location(struct run *r)
{
    const struct sfc_cfi_section *s = r->program->section;
    const uint8_t encoding = r->program->cie->pointer_encoding;
    const uint64_t here = s->addr + (uint64_t)(r->b->at - s->data);
    uint64_t location;
    if ((encoding & 0xe0) != 0 || !sfc_cfi_encoded(r->b, encoding, &location))
        return refuse(r, "a location has an unsupported encoding");
    if (encoding & 0x10)
        location += here;
    if (r->rows && location < r->row->start)
        return refuse(r, "a location is lower than the one before it");
    move(r, location);
    return true;
}

/* ---- Rules ---- */

int64_t sfc_cfi_implied_sp(unsigned abi)
{
    return abi == SFR_ABI_S390X_ENDIAN_BIG ? -160 : 0;
}

/* A CIE may have any register as its return column, so one register can be two of the three. */
static void set_rule(struct run *r, uint64_t reg, struct sfc_cfi_rule rule)
{
    const unsigned abi = r->program->section->abi;
    struct sfc_cfi_rule own = rule;
    /* "The same" says where the value is if the register is not the one that is asked for. */
    if (!rule.expression && rule.rule.kind == SFR_RULE_SAME)
        own.rule = (struct sfr_rule){ SFR_RULE_REG, (uint32_t)reg, 0 };
    if (reg == r->program->cie->ra_column)
        r->row->ra = reg == sfr_abi_ra(abi) ? rule : own;
    if (reg == sfr_abi_fp(abi))
        r->row->fp = rule;
    if (reg == sfr_abi_sp(abi))
        r->row->sp = own;
}

static void set(struct run *r, uint64_t reg, enum sfr_rule_kind kind, uint64_t other, uint64_t offset)
{
    set_rule(r, reg, (struct sfc_cfi_rule){ .rule = { kind, (uint32_t)other, (int64_t)offset } });
}

static bool read_expression(struct run *r, struct sfc_cfi_rule *rule, bool is_value)
{
    const uint64_t len = sfc_cfi_uleb(r->b);
    const uint8_t *at = sfc_cfi_skip(r->b, len);
    if (at)
        *rule = (struct sfc_cfi_rule){ .expression = at, .len = (size_t)len, .is_value = is_value };
    return at || refuse(r, "an expression ends after its entry");
}

static bool set_expression(struct run *r, uint64_t reg, bool is_value)
{
    struct sfc_cfi_rule rule;
    const bool good = read_expression(r, &rule, is_value);
    if (good)
        set_rule(r, reg, rule);
    return good;
}

static void restore(struct run *r, uint64_t reg)
{
    const struct sfc_cfi_cie *cie = r->program->cie;
    if (reg == cie->ra_column)
        r->row->ra = cie->initial.ra;
    if (reg == sfr_abi_fp(r->program->section->abi))
        r->row->fp = cie->initial.fp;
    if (reg == sfr_abi_sp(r->program->section->abi))
        r->row->sp = cie->initial.sp;
}

static uint64_t scaled(const struct run *r, uint64_t offset)
{
    return offset * (uint64_t)r->program->cie->data_factor;
}

static bool def_cfa(struct run *r, uint64_t reg, uint64_t offset)
{
    if (reg > UINT32_MAX)
        return refuse(r, "a register number is too large");
    r->row->cfa = (struct sfc_cfi_rule){ .rule = { SFR_RULE_REG, (uint32_t)reg, (int64_t)offset } };
    return true;
}

/* DW_CFA_def_cfa_register and _offset keep the other half of the rule, which must exist. */
static bool change_cfa(struct run *r, bool has_reg, uint64_t value)
{
    const struct sfr_rule old = r->row->cfa.rule;
    if (r->row->cfa.expression || old.kind != SFR_RULE_REG)
        return refuse(r, "half of a CFA rule is changed, but the rule is not a register and an offset");
    return has_reg ? def_cfa(r, value, (uint64_t)old.offset) : def_cfa(r, old.reg, value);
}

static bool remember(struct run *r)
{
    if (r->depth == MAX_REMEMBERED)
        return refuse(r, "more than 64 states are remembered");
    r->remembered[r->depth++] = *r->row;
    return true;
}

static bool recall(struct run *r)
{
    if (r->depth == 0)
        return refuse(r, "a state is restored, but none was remembered");
    const uint64_t start = r->row->start;
    *r->row = r->remembered[--r->depth];
    r->row->start = start;
    return true;
}

/* ---- Instructions ---- */

static bool change_cfa_by(struct run *r, unsigned op)
{
    uint64_t reg;
    switch (op) {
    case DW_CFA_def_cfa: reg = sfc_cfi_uleb(r->b); return def_cfa(r, reg, sfc_cfi_uleb(r->b));
    case DW_CFA_def_cfa_sf: reg = sfc_cfi_uleb(r->b); return def_cfa(r, reg, scaled(r, (uint64_t)sfc_cfi_sleb(r->b)));
    case DW_CFA_def_cfa_register: return change_cfa(r, true, sfc_cfi_uleb(r->b));
    case DW_CFA_def_cfa_offset: return change_cfa(r, false, sfc_cfi_uleb(r->b));
    case DW_CFA_def_cfa_offset_sf: return change_cfa(r, false, scaled(r, (uint64_t)sfc_cfi_sleb(r->b)));
    default: return read_expression(r, &r->row->cfa, true);
    }
}

/* Instructions whose first operand is a register. */
static bool change_register(struct run *r, unsigned op)
{
    const uint64_t reg = sfc_cfi_uleb(r->b);
    switch (op) {
    case DW_CFA_offset_extended: set(r, reg, SFR_RULE_MEM_CFA, 0, scaled(r, sfc_cfi_uleb(r->b))); return true;
    case DW_CFA_offset_extended_sf:
        set(r, reg, SFR_RULE_MEM_CFA, 0, scaled(r, (uint64_t)sfc_cfi_sleb(r->b)));
        return true;
    case DW_CFA_GNU_negative_offset_extended:
        set(r, reg, SFR_RULE_MEM_CFA, 0, 0 - scaled(r, sfc_cfi_uleb(r->b)));
        return true;
    case DW_CFA_val_offset: set(r, reg, SFR_RULE_CFA, 0, scaled(r, sfc_cfi_uleb(r->b))); return true;
    case DW_CFA_val_offset_sf: set(r, reg, SFR_RULE_CFA, 0, scaled(r, (uint64_t)sfc_cfi_sleb(r->b))); return true;
    case DW_CFA_undefined: set(r, reg, SFR_RULE_UNDEFINED, 0, 0); return true;
    case DW_CFA_same_value: set(r, reg, SFR_RULE_SAME, 0, 0); return true;
    case DW_CFA_register: set(r, reg, SFR_RULE_REG, sfc_cfi_uleb(r->b), 0); return true;
    case DW_CFA_restore_extended: restore(r, reg); return true;
    case DW_CFA_expression: return set_expression(r, reg, false);
    default: return set_expression(r, reg, true); /* DW_CFA_val_expression */
    }
}

static bool change_ra_state(struct run *r)
{
    if (!is_aarch64(r))
        return refuse(r, "an instruction of another machine");
    r->row->mangled = !r->row->mangled;
    return true;
}

static bool follow_plain(struct run *r, unsigned op)
{
    switch (op) {
    case DW_CFA_nop: return true;
    case DW_CFA_set_loc: return set_location(r);
    case DW_CFA_advance_loc1: return advance(r, sfc_cfi_fixed(r->b, 1));
    case DW_CFA_advance_loc2: return advance(r, sfc_cfi_fixed(r->b, 2));
    case DW_CFA_advance_loc4: return advance(r, sfc_cfi_fixed(r->b, 4));
    case DW_CFA_remember_state: return remember(r);
    case DW_CFA_restore_state: return recall(r);
    case DW_CFA_GNU_args_size: sfc_cfi_uleb(r->b); return true;
    case DW_CFA_AARCH64_negate_ra_state:
    case DW_CFA_AARCH64_negate_ra_state_with_pc: return change_ra_state(r);
    case DW_CFA_def_cfa:
    case DW_CFA_def_cfa_sf:
    case DW_CFA_def_cfa_register:
    case DW_CFA_def_cfa_offset:
    case DW_CFA_def_cfa_offset_sf:
    case DW_CFA_def_cfa_expression: return change_cfa_by(r, op);
    case DW_CFA_GNU_negative_offset_extended: return change_register(r, op);
    default: break;
    }
    if (op >= DW_CFA_offset_extended && op <= DW_CFA_val_expression)
        return change_register(r, op);
    return refuse(r, "an unknown instruction");
}

static bool follow_one(struct run *r)
{
    const unsigned op = (unsigned)sfc_cfi_fixed(r->b, 1);
    const unsigned low = op & LOW_BITS;
    switch (op & HIGH_BITS) {
    case DW_CFA_advance_loc: return advance(r, low);
    case DW_CFA_offset: set(r, low, SFR_RULE_MEM_CFA, 0, scaled(r, sfc_cfi_uleb(r->b))); return true;
    case DW_CFA_restore: restore(r, low); return true;
    default: return follow_plain(r, op);
    }
}

bool sfc_cfi_follow(struct sfc_cfi_program *program, struct sfc_cfi_row *row, struct sfc_cfi_rows *rows,
                    const char **why)
{
    struct run r = { .program = program, .b = &program->bytes, .row = row, .rows = rows };
    bool good = true;
    while (good && !r.at_end && r.b->at < r.b->end) {
        good = follow_one(&r);
        if (good && r.b->bad)
            good = refuse(&r, "the last instruction is incomplete");
    }
    if (good && rows)
        end_row(&r, program->end);
    *why = r.why;
    return good;
}

bool sfc_cfi_read_rows(const struct sfc_cfi *cfi, const struct sfc_cfi_fde *fde, struct sfc_cfi_rows *rows,
                       struct sfc_error *error)
{
    const struct sfc_cfi_cie *cie = &cfi->cies[fde->cie];
    const struct sfc_cfi_section *s = &cfi->sections[cie->section];
    const uint64_t room = UINT64_MAX - fde->start;
    struct sfc_cfi_program program = { s,
                                       cie,
                                       { fde->instructions, fde->instructions + fde->len, sfr_abi_is_big(s->abi),
                                         false },
                                       fde->start + (fde->size < room ? fde->size : room) };
    struct sfc_cfi_row row = cie->initial;
    const char *why = NULL;
    rows->count = 0;
    row.start = fde->start;
    return sfc_cfi_follow(&program, &row, rows, &why)
           || sfc_fail(error, "%s+0x%" PRIx64 ": %s", sfc_cfi_section_name(s), fde->pos, why);
}
