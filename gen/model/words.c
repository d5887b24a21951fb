/* SPDX-License-Identifier: MIT */
/* From rules to the words of a row, by ABI and FDE type, and to the info bytes. */
#include "model.h"

enum { S390X_ADJUST = 160, S390X_FACTOR = 8 };

struct maker {
    const struct gen_model *model;
    const struct gen_row *row;
    struct gen_row_words *out;
    struct gen_error *error;
};

static bool refuse(const struct maker *m, const char *why)
{
    return gen_fail(m->error, m->model->file, m->row->line, "%s", why);
}

static bool add_word(struct gen_row_words *out, int64_t word, bool control)
{
    out->control[out->count] = control;
    out->words[out->count++] = word;
    return true;
}

int64_t gen_s390x_cfa_word(int64_t offset)
{
    return (offset - S390X_ADJUST) / S390X_FACTOR;
}

static bool add_cfa_offset(const struct maker *m)
{
    const int64_t offset = m->row->cfa.offset;
    if (m->model->target.abi != GEN_S390X)
        return add_word(m->out, offset, false);
    if (offset < INT64_MIN + S390X_ADJUST || (offset - S390X_ADJUST) % S390X_FACTOR != 0)
        return refuse(m, "a CFA offset of s390x must be 160 + 8n");
    return add_word(m->out, gen_s390x_cfa_word(offset), false);
}

/* A word of RA or FP in a default row: a slot, or on s390x before version 3 a register. */
static bool add_slot(const struct maker *m, const struct gen_rule *rule)
{
    const bool registers = m->model->target.abi == GEN_S390X && m->model->target.profile != GEN_V3;
    if (rule->kind == GEN_MEM_CFA && (!registers || rule->offset % 2 == 0))
        return add_word(m->out, rule->offset, false);
    if (registers && rule->kind == GEN_REG && rule->offset == 0)
        return add_word(m->out, (int64_t)rule->reg * 2 + 1, false);
    return refuse(m, "a default row cannot hold this rule for RA or FP; expected *(cfa-N)");
}

static bool default_words(const struct maker *m)
{
    const struct gen_row *row = m->row;
    const enum gen_abi abi = m->model->target.abi;
    const bool has_ra = row->ra.kind != GEN_UNSAID, has_fp = row->fp.kind != GEN_UNSAID;
    if (row->cfa.kind != GEN_REG || (row->cfa.reg != gen_abis[abi].sp && row->cfa.reg != gen_abis[abi].fp))
        return refuse(m, "the CFA of a default row must be sp+N or fp+N");
    if (abi == GEN_AMD64 && has_ra)
        return refuse(m, "a default row of AMD64 cannot have an RA rule");
    if (abi == GEN_S390X && row->ra.kind == GEN_MEM_CFA && row->ra.offset == 0)
        return refuse(m, "an RA word of 0 means ra=same on s390x");
    if (gen_is_aarch64(abi) && has_fp && !has_ra)
        return refuse(m, "AArch64 cannot save FP without RA");
    if (!add_cfa_offset(m))
        return false;
    /* On s390x a word of 0 stands for an RA that stays in its register. */
    if (abi == GEN_S390X && (row->ra.kind == GEN_SAME || (has_fp && !has_ra)))
        add_word(m->out, 0, false);
    else if (has_ra && !add_slot(m, &row->ra))
        return false;
    return !has_fp || add_slot(m, &row->fp);
}

/* Control word: bit 0: the base is a register; bit 1: the value is loaded; from bit 3 on: the
   register. */
static bool add_pair(const struct maker *m, const struct gen_rule *rule)
{
    const bool is_cfa = rule == &m->row->cfa;
    const bool reg = rule->kind == GEN_REG || rule->kind == GEN_MEM_REG;
    const bool load = rule->kind == GEN_MEM_REG || rule->kind == GEN_MEM_CFA;
    if (!reg && (is_cfa || !load))
        return refuse(m, is_cfa
                             ? "the CFA of a flexible row needs a register as its base"
                             : "a flexible row cannot hold this rule; expected a register or *(...), or give words=");
    add_word(m->out, (reg ? (int64_t)rule->reg << 3 | 1 : 0) | (load ? 2 : 0), true);
    return is_cfa ? add_cfa_offset(m) : add_word(m->out, rule->offset, false);
}

static bool flex_words(const struct maker *m)
{
    const bool has_ra = m->row->ra.kind != GEN_UNSAID, has_fp = m->row->fp.kind != GEN_UNSAID;
    if (!add_pair(m, &m->row->cfa) || (has_ra && !add_pair(m, &m->row->ra)))
        return false;
    if (has_fp && !has_ra)
        add_word(m->out, 0, true);
    return !has_fp || add_pair(m, &m->row->fp);
}

static bool fits(int64_t word, bool control, unsigned width)
{
    const int64_t half = (int64_t)1 << (8 * width - 1);
    return control ? word >= 0 && word < 2 * half : word >= -half && word < half;
}

static bool all_fit(const struct gen_row_words *out, unsigned width)
{
    for (unsigned i = 0; i < out->count; i++)
        if (!fits(out->words[i], out->control[i], width))
            return false;
    return true;
}

/* Copies the words of the recipe. In a flexible row, control words and offsets alternate; after a
   padding word comes a control word again. */
static void copy_given(const struct gen_func *func, const struct gen_row *row, struct gen_row_words *out)
{
    bool control = true;
    for (unsigned i = 0; i < row->num_words; i++) {
        add_word(out, row->words[i], func->flex && control);
        control = !control || (i > 0 && row->words[i] == 0);
    }
}

bool gen_words_of_row(const struct gen_model *model, const struct gen_func *func, const struct gen_row *row,
                      struct gen_row_words *out, struct gen_error *error)
{
    const struct maker m = { model, row, out, error };
    out->count = 0;
    if (row->words_given)
        copy_given(func, row, out);
    else if (!row->outermost && !(func->flex ? flex_words : default_words)(&m))
        return false;
    out->width = row->width ? row->width : all_fit(out, 1) ? 1 : all_fit(out, 2) ? 2 : 4;
    if (!all_fit(out, out->width))
        return gen_fail(error, model->file, row->line, "a word does not fit %u bytes", out->width);
    return true;
}

unsigned gen_row_info(const struct gen_model *model, const struct gen_func *func, const struct gen_row *row,
                      const struct gen_row_words *words)
{
    if (row->info != GEN_AUTO)
        return (unsigned)row->info;
    const unsigned size_code = words->width == 4 ? 2 : words->width - 1;
    const bool from_sp = !func->flex && !row->outermost && row->cfa.reg == gen_abis[model->target.abi].sp;
    return (from_sp ? 1U : 0) | words->count << 1 | (words->count ? size_code << 5 : 0) | (row->mangled ? 0x80U : 0);
}

unsigned gen_func_info(const struct gen_model *model, const struct gen_func *func)
{
    unsigned info = func->fre_type | (func->mask ? 0x10U : 0) | (func->key_b ? 0x20U : 0);
    if (model->target.profile == GEN_V3 && func->signal_p)
        info |= 0x80;
    return func->info == GEN_AUTO ? info : (unsigned)func->info;
}

unsigned gen_func_info2(const struct gen_func *func)
{
    return func->info2 == GEN_AUTO ? (func->flex ? 1U : 0) : (unsigned)func->info2;
}

bool gen_split_flex(const struct gen_row_words *words, struct gen_flex_split *split)
{
    unsigned at = 2;
    int *const entity[] = { &split->ra, &split->fp };
    *split = (struct gen_flex_split){ -1, -1, -1 };
    if (words->count < 2)
        return false;
    for (unsigned i = 0; i < 2 && at < words->count; i++) {
        if (words->words[at] == 0) {
            split->trailing = (int)at++;
            continue;
        }
        split->trailing = -1;
        *entity[i] = (int)at;
        at += 2;
    }
    return at == words->count;
}
