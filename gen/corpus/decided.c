/* SPDX-License-Identifier: MIT */
/* Which decided questions a case rests on: what its section has in it, by the model, that another answer would
   refuse or read differently. */
#include "case_file.h"
#include "expect.h"

#include <stdlib.h>
#include <string.h>

struct found {
    const struct gen_plan *plan;
    const struct gen_model *model;
    enum gen_op op;
    bool looks_up;
    struct gen_doubts questions;
};

/* The section rests on the question if the condition holds. */
static void rests(struct found *f, bool condition, const char *question)
{
    gen_add_doubt(&f->questions, condition, question);
}

static void in_header(struct found *f)
{
    const struct gen_model *m = f->model;
    const struct gen_elf_plan *elf = &f->plan->elf;
    const bool sorted = m->flags & GEN_F_SORTED, object = elf->kind == ET_REL;
    rests(f, m->num_funcs > 0 && !object && m->addr != 0, "AMB-010");
    rests(f, f->looks_up && !sorted, "AMB-024");
    rests(f, m->num_funcs == 0, "AMB-027");
    rests(f, m->order != NULL, "AMB-042");
    rests(f, m->target.profile == GEN_V3 && m->num_funcs > 0 && (m->addr + gen_fde_at(m, 0)) % 8 != 0, "AMB-043");
    rests(f, m->target.profile == GEN_V1 && m->num_funcs > 1, "AMB-045");
    rests(f, elf->line && elf->section_type == 0, "AMB-110");
    rests(f, elf->line && elf->more != 0, "AMB-112");
}

/* A PC whose distance from the start of the function, cut to 32 bits, lies in it. */
static bool is_found_by_32_bits(const struct found *f, const struct gen_func *func)
{
    const struct gen_plan *plan = f->plan;
    for (size_t i = 0; f->op == GEN_LOOKUP && i < plan->num_pcs; i++) {
        const uint64_t distance = plan->pcs[i] - f->model->addr - (uint64_t)func->at;
        if (distance > UINT32_MAX && (uint32_t)distance < func->size)
            return true;
    }
    return false;
}

/* Does a function start before the other one, or less than `bytes` after it? Starts may be at either end of 63 bits. */
static bool starts_within(const struct gen_func *before, const struct gen_func *func, unsigned bytes)
{
    return before->at > func->at || (uint64_t)func->at - (uint64_t)before->at < bytes;
}

static void in_func(struct found *f, uint32_t number)
{
    const struct gen_model *m = f->model;
    const struct gen_func *func = &m->funcs[number], *before = number > 0 ? func - 1 : NULL;
    const bool sorted = m->flags & GEN_F_SORTED, pcrel = m->flags & GEN_F_PCREL;
    rests(f, is_found_by_32_bits(f, func), "AMB-016");
    rests(f, func->size == 0, "AMB-018");
    rests(f, !sorted && before && before->at > func->at, "AMB-020");
    rests(f, sorted && pcrel && before && starts_within(before, func, gen_profiles[m->target.profile].entry_size),
          "AMB-021");
    rests(f, sorted && before && before->at == func->at, "AMB-022");
    rests(f, !func->mask && func->rep != 0, "AMB-049");
    rests(f, func->fre_type > gen_smallest_fre_type(func), "AMB-073");
    rests(f, f->looks_up && func->mask && func->num_rows > 1, "AMB-07B");
}

static bool are_equal(const struct gen_rule *a, const struct gen_rule *b)
{
    return a->kind == b->kind && a->reg == b->reg && a->offset == b->offset;
}

static bool has_word(const struct gen_row_words *words, int64_t word)
{
    for (unsigned i = 0; i < words->count; i++)
        if (words->words[i] == word && !words->control[i])
            return true;
    return false;
}

static void in_words(struct found *f, const struct gen_func *func, const struct gen_row_words *words)
{
    const enum gen_abi abi = f->model->target.abi;
    const bool aarch64 = !func->flex && gen_is_aarch64(abi), s390x = abi == GEN_S390X;
    rests(f, aarch64 && words->count == 2, "AMB-050");
    rests(f, aarch64 && words->count > 1, "AMB-057");
    rests(f, aarch64 && words->count == 1, "AMB-061");
    rests(f, s390x && func->flex && f->op == GEN_UNWIND, "AMB-063");
    rests(f, s390x, func->flex ? "AMB-065" : "AMB-064");
    rests(f, f->op == GEN_ENCODE && words->width == 1 && has_word(words, -128), "AMB-06B");
    rests(f, func->flex && words->count == 2, "AMB-081");
}

static bool are_equal_rows(const struct gen_row *a, const struct gen_row *b)
{
    return a->outermost == b->outermost && a->mangled == b->mangled && are_equal(&a->cfa, &b->cfa)
           && are_equal(&a->ra, &b->ra) && are_equal(&a->fp, &b->fp);
}

static void in_row(struct found *f, const struct gen_func *func, uint32_t number)
{
    const struct gen_row *row = &func->rows[number];
    struct gen_row_words words;
    if (row->outermost || !gen_words_of_row(f->model, func, row, &words, NULL))
        return;
    in_words(f, func, &words);
    rests(f, row->cfa.offset < 0 || row->cfa.offset % 2 != 0, "AMB-06C");
    rests(f, number > 0 && are_equal_rows(row - 1, row), "AMB-074");
}

/* What the meaning of a section rests on. */
static void in_section(struct found *f, const struct gen_plan *plan)
{
    f->plan = plan;
    f->model = &plan->model;
    in_header(f);
    for (uint32_t i = 0; i < f->model->num_funcs; i++) {
        in_func(f, i);
        for (uint32_t r = 0; r < f->model->funcs[i].num_rows; r++)
            in_row(f, &f->model->funcs[i], r);
    }
}

enum { FLAGS_AT = 3 };

/* What makes a rejection: the question of its fault, or of an encoder's refusal. A flag that only another version
   defines is a question of its own. */
static const char *of_rejection(const struct gen_case *made)
{
    const struct gen_plan *plan = &made->plan;
    const struct gen_bytes section = { made->section.bytes.data, made->section.bytes.len };
    struct gen_fault fault;
    if (plan->fault && strcmp(plan->fault, "undefined-flag") == 0 && !plan->elf.line
        && (section.data[FLAGS_AT] & ~(unsigned)(GEN_F_SORTED | GEN_F_FRAME_POINTER | GEN_F_PCREL)) == 0)
        return "AMB-003";
    if (plan->encoding.refusal)
        return gen_policy_of_refusal(plan->encoding.refusal);
    return plan->fault && gen_find_fault(plan->fault, &fault) ? fault.policy : NULL;
}

const char *gen_decided(struct gen_pool *pool, const struct gen_case *made, enum gen_op op)
{
    const struct gen_plan *plan = &made->plan;
    const enum gen_profile own = plan->model.target.profile, named = plan->target.profile;
    struct gen_buf out = { .pool = pool };
    if (gen_case_verdict(made, op) == GEN_REJECT) {
        const char *question = of_rejection(made);
        return question && gen_is_decided(question, named) ? question : "";
    }
    struct found f = { .op = op, .looks_up = op == GEN_LOOKUP || op == GEN_UNWIND || op == GEN_SEQUENCE };
    in_section(&f, plan);
    if (op == GEN_MERGE && made->second)
        in_section(&f, &made->second->plan);
    const char **const all = f.questions.names;
    qsort(all, f.questions.count, sizeof *all, gen_by_text);
    for (const char **q = all; q < all + f.questions.count; q++)
        if (!(plan->policy && strcmp(plan->policy, *q) == 0) && gen_is_decided(*q, own) && gen_is_decided(*q, named))
            gen_addf(&out, "%s%s", out.len ? " " : "", *q);
    return out.len ? gen_text(&out) : "";
}
