/* SPDX-License-Identifier: MIT */
/* A model from any bytes. Whatever they say, it is one that the format allows: each row and function is tried alone,
   and left out if it is forbidden, or, where that was asked for, doubtful. */
#include "decide.h"

#include <string.h>

enum { MAX_FUNCS = 12, MAX_ROWS = 8, MAX_CLONES = 300 };

uint32_t sfk_decide(struct sfk_decisions *d, unsigned bytes)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < bytes; i++)
        value = value << 8 | (d->pos < d->size ? d->data[d->pos++] : 0u);
    return value;
}

bool sfk_rarely(struct sfk_decisions *d, unsigned one)
{
    return sfk_decide(d, 1) % one == one - 1;
}

/* ---- Is it allowed? ---- */

static bool is_good(const struct gen_model *m, const struct sfk_limits *limits)
{
    struct gen_error unused;
    struct gen_doubts doubts;

    if (!gen_check_model(m, &unused))
        return false;
    if (!limits->plain)
        return true;
    gen_find_doubts(m, &doubts);
    return doubts.count == 0;
}

/* The header with this function alone. */
static bool is_good_func(const struct gen_model *m, const struct gen_func *func, const struct sfk_limits *limits)
{
    struct gen_model one = *m;
    struct gen_func copy = *func;

    one.funcs = &copy;
    one.num_funcs = 1;
    return is_good(&one, limits);
}

/* The last row, alone: before it nothing is wrong. */
static bool is_good_row(const struct gen_model *m, const struct gen_func *func, const struct sfk_limits *limits)
{
    const struct gen_row last = func->rows[func->num_rows - 1];
    /* A row at 0 before it, so that only a first row is the first. */
    struct gen_row rows[2] = { { .cfa = last.cfa, .info = GEN_AUTO }, last };
    const bool alone = func->num_rows == 1 || last.cfa.kind == GEN_UNSAID;
    struct gen_func copy = *func;

    copy.rows = alone ? &rows[1] : rows;
    copy.num_rows = alone ? 1 : 2;
    return is_good_func(m, &copy, limits);
}

/* ---- Rows ---- */

/* Mostly one of the first; a control word has 29 bits for a register, and with those of 13 bits the highest of two
   bytes is set. */
static uint32_t decide_register(struct sfk_decisions *d)
{
    const uint32_t how = sfk_decide(d, 1) % 8;
    return how == 7 ? sfk_decide(d, 4) >> 3 : how == 6 ? sfk_decide(d, 2) >> 3 : sfk_decide(d, 1);
}

static int64_t decide_offset(struct sfk_decisions *d)
{
    const unsigned how = sfk_decide(d, 1);
    switch (how % 4) {
    case 0: return (int8_t)(sfk_decide(d, 1) & 0xf8);
    case 1: return (int8_t)sfk_decide(d, 1);
    case 2: return (int16_t)sfk_decide(d, 2);
    default: return (int32_t)sfk_decide(d, 4);
    }
}

static struct gen_rule decide_slot(struct sfk_decisions *d)
{
    return (struct gen_rule){ GEN_MEM_CFA, 0, decide_offset(d) };
}

static struct gen_rule decide_cfa(struct sfk_decisions *d, enum gen_abi abi, bool flex)
{
    const bool from_sp = sfk_decide(d, 1) & 1;
    int64_t offset = decide_offset(d);

    if (abi == GEN_S390X)
        offset = offset * 8 + 160;
    if (!flex)
        return (struct gen_rule){ GEN_REG, from_sp ? gen_abis[abi].sp : gen_abis[abi].fp, offset };
    return (struct gen_rule){ from_sp ? GEN_REG : GEN_MEM_REG, decide_register(d), offset };
}

static struct gen_rule decide_flex(struct sfk_decisions *d)
{
    const uint32_t how = sfk_decide(d, 1), reg = decide_register(d);

    if (how % 3 == 0)
        return decide_slot(d);
    return (struct gen_rule){ how % 3 == 1 ? GEN_REG : GEN_MEM_REG, reg, decide_offset(d) };
}

/* RA and FP of a default row, if the ABI has words for them. */
static void decide_default(struct sfk_decisions *d, const struct gen_model *m, struct gen_row *row)
{
    const bool s390x = m->target.abi == GEN_S390X, registers = s390x && m->target.profile != GEN_V3;
    const uint32_t how = sfk_decide(d, 1);
    struct gen_rule slots[2];

    for (unsigned i = 0; i < 2; i++) {
        slots[i] = decide_slot(d);
        if (registers && (how >> (4 + i) & 1))
            slots[i] = (struct gen_rule){ GEN_REG, sfk_decide(d, 1) % 64, 0 };
        else if (registers)
            slots[i].offset &= ~(int64_t)1;
    }
    if (s390x && slots[0].kind == GEN_MEM_CFA && slots[0].offset == 0)
        slots[0].offset = -8;
    if (m->target.abi != GEN_AMD64 && (how & 1))
        row->ra = slots[0];
    /* AMBIGUITY AMB-059: readers differ on a row with an FP word if the header has a fixed FP offset. */
    if ((how & 2) && m->fixed_fp == 0 && (row->ra.kind != GEN_UNSAID || m->target.abi == GEN_AMD64 || s390x))
        row->fp = slots[1];
}

static void decide_row(struct sfk_decisions *d, const struct gen_model *m, const struct gen_func *func,
                       struct gen_row *row)
{
    row->outermost = m->target.profile >= GEN_V2E2 && sfk_rarely(d, 8);
    row->mangled = sfk_rarely(d, 8);
    if (row->outermost)
        return;
    row->cfa = decide_cfa(d, m->target.abi, func->flex);
    if (!func->flex) {
        decide_default(d, m, row);
        return;
    }
    if (sfk_decide(d, 1) & 1)
        row->ra = decide_flex(d);
    if (sfk_decide(d, 1) & 1)
        row->fp = decide_flex(d);
    row->width = sfk_rarely(d, 4) ? 4 : 0;
}

static void decide_rows(struct sfk_decisions *d, struct gen_pool *pool, const struct gen_model *m,
                        struct gen_func *func, const struct sfk_limits *limits)
{
    const uint64_t most = func->fre_type == 0 ? 0xff : func->fre_type == 1 ? 0xffff : UINT32_MAX;
    const unsigned count = sfk_decide(d, 1) % (MAX_ROWS + 1);
    uint64_t start = sfk_rarely(d, 8) && !limits->plain ? 1 : 0;

    for (unsigned i = 0; i < count && start <= most && start <= func->size; i++) {
        struct gen_row *row = gen_add_row(pool, func, 1);
        row->start = (uint32_t)start;
        decide_row(d, m, func, row);
        /* Without this row the next one takes its place, so that there is a row at 0. */
        if (!is_good_row(m, func, limits))
            func->num_rows--;
        else if (sfk_rarely(d, 4))
            start += 1 + sfk_decide(d, 1 + func->fre_type) % (func->size + 1);
        else
            start += 1 + sfk_decide(d, 1) % 64u;
    }
}

static void decide_func(struct sfk_decisions *d, struct gen_pool *pool, struct gen_model *m, int64_t *at,
                        const struct sfk_limits *limits)
{
    struct gen_func *func = gen_add_func(pool, m, 1);
    const uint32_t how = sfk_decide(d, 1);
    const bool v1 = m->target.profile == GEN_V1, v3 = m->target.profile == GEN_V3;

    func->fre_type = how % 3;
    func->size = sfk_decide(d, 1 + func->fre_type) & 0xffffff;
    func->mask = (how >> 2 & 7) == 7;
    if (!v1)
        func->rep = func->mask ? 1 + sfk_decide(d, 1) % 255 : 0;
    func->flex = v3 && (how >> 5 & 1);
    func->signal_p = v3 && (how >> 6 & 1);
    func->key_b = how >> 7;
    func->at = *at;
    if (limits->plain && func->mask && !v1) {
        /* AMBIGUITY AMB-077 does not matter at a multiple of the block. */
        func->size -= func->size % func->rep;
        func->at = *at += (int64_t)((func->rep - (m->addr + (uint64_t)*at) % func->rep) % func->rep);
    }
    decide_rows(d, pool, m, func, limits);
    *at += (int64_t)func->size + (sfk_rarely(d, 2) ? sfk_decide(d, 1) : 0);
    /* Version 3 has 64 bits for a start. */
    if (v3 && !limits->plain && sfk_rarely(d, 16))
        *at += (int64_t)sfk_decide(d, 4) << 24;
    if (!is_good_func(m, func, limits))
        m->num_funcs--;
}

/* ---- What no tool writes ---- */

static struct gen_bytes decide_bytes(struct sfk_decisions *d, struct gen_pool *pool, size_t most)
{
    const size_t len = sfk_decide(d, 1) % (most + 1);
    uint8_t *data = gen_alloc(pool, most, 1);

    for (size_t i = 0; i < len; i++)
        data[i] = (uint8_t)sfk_decide(d, 1);
    return (struct gen_bytes){ data, len };
}

/* A row whose words no rules give: more than the ABI uses, padding, bits without a meaning. */
static void odd_row(struct sfk_decisions *d, const struct gen_model *m, const struct gen_func *func,
                    struct gen_row *row)
{
    struct gen_row_words words;
    struct gen_error unused;
    const uint32_t how = sfk_decide(d, 1);

    if (row->outermost || !gen_words_of_row(m, func, row, &words, &unused))
        return;
    if (func->flex && (how & 1))
        row->info = (int)(gen_row_info(m, func, row, &words) | 1);
    if (m->target.abi == GEN_S390X && !func->flex && row->ra.kind == GEN_UNSAID && (how & 2))
        row->ra.kind = GEN_SAME;
    const bool extra = m->target.abi == GEN_AMD64 && !func->flex && words.count == 2;
    const bool padding = func->flex && row->info == GEN_AUTO && row->fp.kind == GEN_UNSAID && words.count <= 4;
    if (!(how & 4) || row->width != 0 || !(extra || padding))
        return;
    for (unsigned i = 0; i < words.count; i++)
        row->words[i] = words.words[i];
    row->words[words.count] = extra ? (int8_t)sfk_decide(d, 1) : 0;
    row->num_words = words.count + 1;
    row->words_given = true;
}

/* Bits of a function that mean nothing, and bytes that belong to none. */
static void odd_bits(struct sfk_decisions *d, struct gen_pool *pool, const struct gen_model *m, struct gen_func *func,
                     uint32_t kind, uint32_t what)
{
    const bool v3 = m->target.profile == GEN_V3;

    if (kind == 1)
        func->gap = decide_bytes(d, pool, 4);
    else if (kind == 2)
        func->info = (int)(gen_func_info(m, func) | (v3 ? 0x40U : what & 0xc0));
    else if (kind == 3 && v3)
        func->info2 = (int)(gen_func_info2(func) | (what & 0xe0));
    else if (kind == 4 && !v3 && m->target.profile != GEN_V1)
        func->padding = (int)sfk_decide(d, 2);
}

/* The rows of the function before. */
static void share_rows(struct gen_func *func, uint32_t index)
{
    const struct gen_func own = *func;

    if (index == 0 || func[-1].share != GEN_AUTO || func[-1].num_rows == 0)
        return;
    *func = func[-1];
    func->at = own.at;
    func->size = own.size > func[-1].size ? own.size : func[-1].size;
    func->gap = (struct gen_bytes){ NULL, 0 };
    func->share = (int)index - 1;
}

/* Far away, or over the function before; in order if the flag says so. */
static void move_func(struct sfk_decisions *d, const struct gen_model *m, uint32_t index, bool far, uint32_t what)
{
    struct gen_func *func = &m->funcs[index];
    const bool sorted = m->flags & GEN_F_SORTED;

    if (far && m->target.profile == GEN_V3 && (!sorted || index + 1 == m->num_funcs))
        func->at = (int64_t)(((uint64_t)sfk_decide(d, 4) << 32 | sfk_decide(d, 4)) >> (sorted ? 2 : 0));
    else if (!far)
        func->at -= (int64_t)what;
    if (sorted && index > 0 && func->at < func[-1].at)
        func->at = func[-1].at;
}

static void odd_func(struct sfk_decisions *d, struct gen_pool *pool, struct gen_model *m, uint32_t index)
{
    struct gen_func *func = &m->funcs[index];
    const uint32_t how = sfk_decide(d, 1), what = sfk_decide(d, 1), kind = how & 7;

    if (kind == 5)
        share_rows(func, index);
    else if (kind >= 6)
        move_func(d, m, index, kind == 6, what);
    else
        odd_bits(d, pool, m, func, kind, what);
    if (func->share == GEN_AUTO && func->num_rows > 0 && (how & 8))
        odd_row(d, m, func, &func->rows[what % func->num_rows]);
}

static void swap_funcs(struct gen_model *m, uint32_t i, uint32_t j)
{
    const struct gen_func func = m->funcs[i];
    m->funcs[i] = m->funcs[j];
    m->funcs[j] = func;
}

/* Functions in any order, or sorted if the flag says so. Before rows are shared: these are named by index. */
static void order_funcs(struct sfk_decisions *d, struct gen_model *m)
{
    const uint32_t how = sfk_decide(d, 1);

    for (uint32_t i = 1; !(m->flags & GEN_F_SORTED) && i < m->num_funcs && (how & 1); i++)
        swap_funcs(m, i, sfk_decide(d, 1) % (i + 1));
}

static void order_runs(struct sfk_decisions *d, struct gen_pool *pool, struct gen_model *m)
{
    uint32_t *const order = gen_alloc(pool, m->num_funcs, sizeof *order);

    for (uint32_t i = 0; i < m->num_funcs; i++) {
        const uint32_t j = sfk_decide(d, 1) % (i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    m->order = order;
}

/* Many functions like the last one, which cost no decisions. */
static void clone_last(struct sfk_decisions *d, struct gen_pool *pool, struct gen_model *m)
{
    const unsigned count = sfk_decide(d, 2) % MAX_CLONES;
    const struct gen_func last = m->funcs[m->num_funcs - 1];

    for (unsigned i = 0; i < count; i++) {
        struct gen_func *func = gen_add_func(pool, m, 1);
        *func = last;
        func->at = func[-1].at + func->size;
    }
}

static void add_odd(struct sfk_decisions *d, struct gen_pool *pool, struct gen_model *m)
{
    const uint32_t how = sfk_decide(d, 1);

    if (how & 1)
        m->aux = decide_bytes(d, pool, 255);
    if (how & 2)
        m->fdeoff = sfk_decide(d, 1) % 17;
    if (how & 4)
        m->slack = decide_bytes(d, pool, 9);
    if ((how & 0x30) == 0x30 && m->num_funcs > 0)
        clone_last(d, pool, m);
    order_funcs(d, m);
    for (uint32_t i = 0; i < m->num_funcs && i < MAX_FUNCS; i++)
        odd_func(d, pool, m, i);
    if (how & 8)
        order_runs(d, pool, m);
}

/* ---- The whole ---- */

static struct gen_target decide_target(struct sfk_decisions *d, const struct sfk_limits *limits)
{
    const struct gen_target first = { (enum gen_profile)(sfk_decide(d, 1) % GEN_NUM_PROFILES),
                                      (enum gen_abi)(sfk_decide(d, 1) % GEN_NUM_ABIS) };

    for (unsigned i = 0; i < GEN_NUM_PROFILES * GEN_NUM_ABIS; i++) {
        const struct gen_target next = { (enum gen_profile)(((unsigned)first.profile + i / GEN_NUM_ABIS)
                                                            % GEN_NUM_PROFILES),
                                         (enum gen_abi)(((unsigned)first.abi + i) % GEN_NUM_ABIS) };
        if ((limits->profiles >> next.profile & 1) && (limits->abis >> next.abi & 1) && gen_target_exists(next))
            return next;
    }
    return first;
}

static void keep_good(struct gen_model *m, const struct sfk_limits *limits)
{
    while (m->num_funcs > 0 && !is_good(m, limits)) {
        m->num_funcs--;
        m->order = NULL;
    }
}

/* The odd things on a copy, which counts if the format allows them, and no limit of the suite is reached. */
static void try_odd(struct sfk_decisions *d, struct gen_pool *pool, struct gen_model *m,
                    const struct sfk_limits *limits)
{
    struct gen_model odd = *m;
    struct gen_doubts doubts;
    struct gen_section section;
    struct gen_error unused;

    odd.funcs = gen_alloc(pool, m->num_funcs, sizeof *odd.funcs);
    odd.cap_funcs = m->num_funcs;
    for (uint32_t i = 0; i < m->num_funcs; i++) {
        odd.funcs[i] = m->funcs[i];
        odd.funcs[i].rows = gen_alloc(pool, m->funcs[i].num_rows, sizeof(struct gen_row));
        if (m->funcs[i].num_rows > 0)
            memcpy(odd.funcs[i].rows, m->funcs[i].rows, m->funcs[i].num_rows * sizeof(struct gen_row));
    }
    add_odd(d, pool, &odd);
    if (!is_good(&odd, limits) || !gen_emit(pool, &odd, &section, &unused))
        return;
    gen_find_doubts(&odd, &doubts);
    for (size_t i = 0; i < doubts.count; i++) {
        struct gen_fault fault;
        if (!gen_find_fault(doubts.names[i], &fault) || fault.violation)
            return;
    }
    *m = odd;
}

/* The last function ends with the last address, or 2 or 3 bytes after it: SFR-LAST-ADDRESS, SFR-ADDRESS-WRAP. */
static void move_to_last_address(struct sfk_decisions *d, struct gen_model *m)
{
    const struct gen_func *last = m->num_funcs > 0 ? &m->funcs[m->num_funcs - 1] : NULL;
    const uint64_t near = sfk_decide(d, 1) % 4;

    if (last)
        m->addr = near / 2 * near - ((uint64_t)last->at + last->size);
}

struct gen_model sfk_decide_model(struct sfk_decisions *d, struct gen_pool *pool, const struct sfk_limits *limits)
{
    struct gen_model m = gen_new_model(decide_target(d, limits));
    int64_t at = (int64_t)(int32_t)sfk_decide(d, 4) / 4;
    const unsigned count = sfk_decide(d, 1) % (MAX_FUNCS + 1);

    m.file = "input";
    m.addr = (uint64_t)sfk_decide(d, 4) << 8;
    m.flags = sfk_decide(d, 1) & gen_profiles[m.target.profile].flags;
    m.fixed_fp = sfk_rarely(d, 8) ? (int8_t)sfk_decide(d, 1) : 0;
    if (limits->plain && m.target.abi == GEN_S390X) /* AMBIGUITY AMB-059 */
        m.fixed_fp = 0;
    if (m.target.abi == GEN_AMD64 && sfk_rarely(d, 8) && !limits->plain)
        m.fixed_ra = -16;
    m.tail = (struct gen_bytes){ gen_alloc(pool, 8, 1), sfk_rarely(d, 8) && !limits->plain ? 8 : 0 };
    for (unsigned i = 0; i < count; i++)
        decide_func(d, pool, &m, &at, limits);
    if (!limits->plain && sfk_rarely(d, 16))
        move_to_last_address(d, &m);
    keep_good(&m, limits);
    if (limits->odd)
        try_odd(d, pool, &m, limits);
    return m;
}
