/* SPDX-License-Identifier: MIT */
/* The open questions of the format that a model touches, so that no recipe overlooks one. */
#include "expect.h"

#include <string.h>

enum { SHARED_RUN_LIMIT = 16 };

void gen_add_doubt(struct gen_doubts *doubts, bool condition, const char *name)
{
    if (!condition || doubts->count == GEN_MAX_DOUBTS)
        return;
    for (size_t i = 0; i < doubts->count; i++)
        if (strcmp(doubts->names[i], name) == 0)
            return;
    doubts->names[doubts->count++] = name;
}

static void in_header(const struct gen_model *m, struct gen_doubts *d)
{
    gen_add_doubt(d, m->big != gen_abis[m->target.abi].big, "byte-order-mismatch");
    gen_add_doubt(d, m->target.abi == GEN_AMD64 && m->fixed_ra != gen_abis[GEN_AMD64].fixed_ra, "unusual-fixed-ra");
    gen_add_doubt(d, m->aux.len != 0, "aux-header-present");
    gen_add_doubt(d, m->fdeoff != 0, "fdeoff-not-zero");
    gen_add_doubt(d, m->slack.len != 0, "fre-bytes-unreferenced");
    gen_add_doubt(d, m->tail.len != 0, "zero-tail");
}

/* SFR-ADDRESS-ORDER: an end of a function is at a distance from the section that does not fit 64
   signed bits. */
static bool wraps(const struct gen_model *m, const struct gen_func *func)
{
    const int64_t field = m->flags & GEN_F_PCREL ? (int64_t)gen_fde_at(m, (uint32_t)(func - m->funcs)) : 0;
    return func->at > INT64_MAX - (int64_t)func->size || func->at < INT64_MIN + field;
}

/* Two functions have a byte in common. */
static bool overlap(const struct gen_func *a, const struct gen_func *b)
{
    const struct gen_func *low = a->at <= b->at ? a : b, *high = low == a ? b : a;
    return high->size > 0 && (uint64_t)high->at - (uint64_t)low->at < low->size;
}

/* `end` is where all functions before this one end: where functions ascend, none need be compared. */
static void in_place(const struct gen_model *m, const struct gen_func *func, int64_t *end, struct gen_doubts *d)
{
    const int64_t own = func->at > INT64_MAX - (int64_t)func->size ? INT64_MAX : func->at + (int64_t)func->size;
    for (const struct gen_func *other = m->funcs; func->at < *end && other < func; other++)
        gen_add_doubt(d, overlap(other, func), "func-overlap");
    *end = func == m->funcs || own > *end ? own : *end;
    gen_add_doubt(d, wraps(m, func), "func-range-wraps");
}

static void in_func(const struct gen_model *m, const struct gen_func *func, struct gen_doubts *d)
{
    const bool v1 = m->target.profile == GEN_V1, v3 = m->target.profile == GEN_V3;
    const unsigned unused = (gen_func_info(m, func) & (v3 ? 0x40U : 0xc0U)) | (gen_func_info2(func) & 0xe0U);
    gen_add_doubt(d, func->gap.len != 0, "fre-bytes-unreferenced");
    gen_add_doubt(d, unused || func->padding > 0 || (func->key_b && !gen_is_aarch64(m->target.abi)), "unused-bits-set");
    gen_add_doubt(d, v1 && func->key_b && gen_is_aarch64(m->target.abi), "v1-pauth-key");
    gen_add_doubt(d, func->num_rows == 0 && !v3 && func->size > 0, "func-without-fres");
    gen_add_doubt(d, func->num_rows == 0 && func->signal_p, "signal-without-fres");
    gen_add_doubt(d, func->num_rows == 0 && func->flex, "flex-without-fres");
    gen_add_doubt(d, func->mask && !v1 && func->size % func->rep != 0, "pcmask-size-not-multiple");
}

/* Version 1's mask and the remainder of later versions agree only if the mask is one bit and the
   function is aligned to twice its value. */
static bool is_open_mask(const struct gen_model *m, const struct gen_func *func, uint32_t mask)
{
    return mask != 0 && ((mask & (mask - 1)) != 0 || (m->addr + (uint64_t)func->at) % (2 * (uint64_t)mask) != 0);
}

static void in_row_start(const struct gen_model *m, const struct gen_func *func, uint32_t r, struct gen_doubts *d)
{
    const uint32_t start = func->rows[r].start;
    const bool v1 = m->target.profile == GEN_V1;
    gen_add_doubt(d, r == 0 && start != 0, "first-fre-not-at-zero");
    gen_add_doubt(d, start == func->size && func->size > 0, "fre-start-at-function-end");
    gen_add_doubt(d, func->mask && !v1 && start >= func->rep, "pcmask-row-unreachable");
    gen_add_doubt(d, func->mask && v1 && is_open_mask(m, func, start), "v1-mask");
}

static bool unknown_register(const struct gen_rule *rule, uint32_t most)
{
    return (rule->kind == GEN_REG || rule->kind == GEN_MEM_REG) && rule->reg > most;
}

static void in_default_row(const struct gen_model *m, const struct gen_row *row, const struct gen_row_words *words,
                           struct gen_doubts *d)
{
    const bool s390x = m->target.abi == GEN_S390X, v3 = m->target.profile == GEN_V3;
    const bool odd = row->ra.offset % 2 != 0 || row->fp.offset % 2 != 0;
    gen_add_doubt(d, m->target.abi == GEN_AMD64 && words->count > 2, "extra-words");
    gen_add_doubt(d, m->fixed_fp != 0 && row->fp.kind != GEN_UNSAID, "both-fp-offsets");
    gen_add_doubt(d, gen_is_aarch64(m->target.abi) && words->count > 1 && words->words[1] == 0, "ra-word-zero");
    gen_add_doubt(d, s390x && words->count == 2 && words->words[1] == 0, "redundant-ra-padding");
    gen_add_doubt(d, s390x && (unknown_register(&row->ra, 31) || unknown_register(&row->fp, 31)),
                  "register-word-unknown");
    gen_add_doubt(d, s390x && v3 && odd, "odd-slot-v3");
}

static void in_control_word(int64_t word, struct gen_doubts *d)
{
    gen_add_doubt(d, (word & 4) != 0, "flex-unused-bit");
    gen_add_doubt(d, (word & 1) == 0 && word >> 3 != 0, "flex-register-ignored");
}

static void in_flex_row(const struct gen_model *m, const struct gen_func *func, const struct gen_row *row,
                        const struct gen_row_words *words, struct gen_doubts *d)
{
    struct gen_flex_split split;
    gen_add_doubt(d, (gen_row_info(m, func, row, words) & 1) != 0, "flex-base-bit");
    if (!gen_split_flex(words, &split))
        return;
    in_control_word(words->words[0], d);
    if (split.ra >= 0)
        in_control_word(words->words[split.ra], d);
    if (split.fp >= 0)
        in_control_word(words->words[split.fp], d);
    gen_add_doubt(d, split.trailing >= 0, "flex-trailing-padding");
}

static void in_row(const struct gen_model *m, const struct gen_func *func, uint32_t r, struct gen_doubts *d)
{
    const struct gen_row *row = &func->rows[r];
    struct gen_row_words words;
    in_row_start(m, func, r, d);
    gen_add_doubt(d, row->mangled && !gen_is_aarch64(m->target.abi), "mangled-ra-elsewhere");
    if (row->outermost || !gen_words_of_row(m, func, row, &words, NULL))
        return;
    gen_add_doubt(d, m->target.abi == GEN_S390X && (row->cfa.offset > INT32_MAX || row->cfa.offset < INT32_MIN),
                  "cfa-offset-wide");
    if (func->flex)
        in_flex_row(m, func, row, &words, d);
    else
        in_default_row(m, row, &words, d);
}

/* Bytes of a function's attribute and rows. */
static uint64_t run_length(const struct gen_model *m, const struct gen_func *func)
{
    uint64_t sum = m->target.profile == GEN_V3 ? 5 : 0;
    for (uint32_t r = 0; r < func->num_rows; r++) {
        struct gen_row_words words;
        if (gen_words_of_row(m, func, &func->rows[r], &words, NULL))
            sum += (1U << func->fre_type) + 1U + words.count * words.width;
    }
    return sum;
}

/* A reader walks shared rows once for each function; the suite's limit is 16 times the section's
   size. */
static void in_shared_runs(const struct gen_model *m, struct gen_doubts *d)
{
    uint64_t size = gen_fde_at(m, m->num_funcs) + m->slack.len + m->tail.len, walked = 0;
    bool shared = false;
    for (uint32_t f = 0; f < m->num_funcs; f++) {
        const struct gen_func *func = &m->funcs[f];
        const uint64_t len = run_length(m, func);
        walked += len;
        shared = shared || func->share != GEN_AUTO;
        size += func->share == GEN_AUTO ? len + func->gap.len : 0;
    }
    gen_add_doubt(d, shared,
                  walked > SHARED_RUN_LIMIT * size ? "shared-run-limit"
                  : m->num_fres != GEN_AUTO        ? "fre-count-mismatch"
                                                   : "fre-runs-shared");
}

void gen_find_doubts(const struct gen_model *model, struct gen_doubts *doubts)
{
    int64_t end = INT64_MIN;
    memset(doubts, 0, sizeof(*doubts));
    in_header(model, doubts);
    in_shared_runs(model, doubts);
    for (uint32_t f = 0; f < model->num_funcs; f++) {
        in_place(model, &model->funcs[f], &end, doubts);
        in_func(model, &model->funcs[f], doubts);
        for (uint32_t r = 0; r < model->funcs[f].num_rows; r++)
            in_row(model, &model->funcs[f], r, doubts);
    }
}
