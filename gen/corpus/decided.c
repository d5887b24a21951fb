/* SPDX-License-Identifier: MIT */
/* Which decided questions a case rests on: what its section has in it, by the model, that another answer would
   refuse or read differently. */
#include "decided.h"

#include <string.h>

/* In the order of the register. */
enum question {
    BASE_OF_START,
    WIDTH_OF_SUMS,
    SIZE_0,
    FLAG_DECIDES,
    SORTED_BY_PC,
    EQUAL_STARTS,
    SCAN,
    NO_FUNCTIONS,
    ORDER_OF_RUNS,
    UNALIGNED,
    UNALIGNED_V1,
    NEEDLESS_BLOCK,
    TWO_WORDS,
    RA_IS_SAVED,
    ONE_WORD,
    S390X_SP,
    S390X_FORMULA,
    S390X_SCALED,
    SMALLEST_128,
    ODD_CFA,
    WIDER_STARTS,
    EQUAL_ROWS,
    LAST_IN_BLOCK,
    NO_RA_WORD,
    SECTION_TYPE,
    LONGER_SEGMENT,
    NUM_QUESTIONS
};
static const char *const ids[NUM_QUESTIONS] = {
    [BASE_OF_START] = "AMB-010", [WIDTH_OF_SUMS] = "AMB-016",  [SIZE_0] = "AMB-018",
    [FLAG_DECIDES] = "AMB-020",  [SORTED_BY_PC] = "AMB-021",   [EQUAL_STARTS] = "AMB-022",
    [SCAN] = "AMB-024",          [NO_FUNCTIONS] = "AMB-027",   [ORDER_OF_RUNS] = "AMB-042",
    [UNALIGNED] = "AMB-043",     [UNALIGNED_V1] = "AMB-045",   [NEEDLESS_BLOCK] = "AMB-049",
    [TWO_WORDS] = "AMB-050",     [RA_IS_SAVED] = "AMB-057",    [ONE_WORD] = "AMB-061",
    [S390X_SP] = "AMB-063",      [S390X_FORMULA] = "AMB-064",  [S390X_SCALED] = "AMB-065",
    [SMALLEST_128] = "AMB-06B",  [ODD_CFA] = "AMB-06C",        [WIDER_STARTS] = "AMB-073",
    [EQUAL_ROWS] = "AMB-074",    [LAST_IN_BLOCK] = "AMB-07B",  [NO_RA_WORD] = "AMB-081",
    [SECTION_TYPE] = "AMB-110",  [LONGER_SEGMENT] = "AMB-112",
};

/* A bit 1 << enum question for each. */
struct found {
    const struct gen_plan *plan;
    const struct gen_model *model;
    enum gen_op op;
    bool looks_up;
    uint32_t questions;
};

static void rests(struct found *f, bool condition, enum question question)
{
    f->questions |= condition ? 1U << question : 0;
}

static uint64_t field_at(const struct gen_model *m, uint32_t number)
{
    return 28 + m->aux.len + m->fdeoff + (uint64_t)gen_profiles[m->target.profile].entry_size * number;
}

static void in_header(struct found *f)
{
    const struct gen_model *m = f->model;
    const struct gen_elf_plan *elf = &f->plan->elf;
    const bool sorted = m->flags & GEN_F_SORTED, object = elf->kind == ET_REL;
    rests(f, m->num_funcs > 0 && !object && m->addr != 0, BASE_OF_START);
    rests(f, f->looks_up && !sorted, SCAN);
    rests(f, m->num_funcs == 0, NO_FUNCTIONS);
    rests(f, m->order != NULL, ORDER_OF_RUNS);
    rests(f, m->target.profile == GEN_V3 && m->num_funcs > 0 && (m->addr + field_at(m, 0)) % 8 != 0, UNALIGNED);
    rests(f, m->target.profile == GEN_V1 && m->num_funcs > 1, UNALIGNED_V1);
    rests(f, elf->line && elf->section_type == 0, SECTION_TYPE);
    rests(f, elf->line && elf->more != 0, LONGER_SEGMENT);
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
    rests(f, is_found_by_32_bits(f, func), WIDTH_OF_SUMS);
    rests(f, func->size == 0, SIZE_0);
    rests(f, !sorted && before && before->at > func->at, FLAG_DECIDES);
    rests(f, sorted && pcrel && before && starts_within(before, func, gen_profiles[m->target.profile].entry_size),
          SORTED_BY_PC);
    rests(f, sorted && before && before->at == func->at, EQUAL_STARTS);
    rests(f, !func->mask && func->rep != 0, NEEDLESS_BLOCK);
    rests(f, func->fre_type > gen_smallest_fre_type(func), WIDER_STARTS);
    rests(f, f->looks_up && func->mask && func->num_rows > 1, LAST_IN_BLOCK);
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
    rests(f, aarch64 && words->count == 2, TWO_WORDS);
    rests(f, aarch64 && words->count > 1, RA_IS_SAVED);
    rests(f, aarch64 && words->count == 1, ONE_WORD);
    rests(f, s390x && func->flex && f->op == GEN_UNWIND, S390X_SP);
    rests(f, s390x, func->flex ? S390X_SCALED : S390X_FORMULA);
    rests(f, f->op == GEN_ENCODE && words->width == 1 && has_word(words, -128), SMALLEST_128);
    rests(f, func->flex && words->count == 2, NO_RA_WORD);
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
    struct gen_error unused;
    if (row->outermost || !gen_words_of_row(f->model, func, row, &words, &unused))
        return;
    in_words(f, func, &words);
    rests(f, row->cfa.offset < 0 || row->cfa.offset % 2 != 0, ODD_CFA);
    rests(f, number > 0 && are_equal_rows(row - 1, row), EQUAL_ROWS);
}

/* What the meaning of a section rests on; of a merge, that of both. */
static uint32_t of_meaning(const struct gen_plan *plan, enum gen_op op, const struct gen_case *second)
{
    struct found f = { plan, &plan->model, op, op == GEN_LOOKUP || op == GEN_UNWIND || op == GEN_SEQUENCE, 0 };
    in_header(&f);
    for (uint32_t i = 0; i < f.model->num_funcs; i++) {
        in_func(&f, i);
        for (uint32_t r = 0; r < f.model->funcs[i].num_rows; r++)
            in_row(&f, &f.model->funcs[i], r);
    }
    return f.questions | (op == GEN_MERGE && second ? of_meaning(&second->plan, op, NULL) : 0);
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

const char *gen_decided(struct gen_pool *pool, const struct gen_case *made, enum gen_op op, enum gen_verdict verdict)
{
    const struct gen_plan *plan = &made->plan;
    const enum gen_profile own = plan->model.target.profile, named = plan->target.profile;
    struct gen_buf out = { .pool = pool };
    if (verdict == GEN_REJECT) {
        const char *question = of_rejection(made);
        return question && gen_is_decided(question, named) ? question : "";
    }
    const uint32_t questions = of_meaning(plan, op, made->second);
    for (unsigned q = 0; q < NUM_QUESTIONS; q++)
        if (questions >> q & 1 && !(plan->policy && strcmp(plan->policy, ids[q]) == 0) && gen_is_decided(ids[q], own)
            && gen_is_decided(ids[q], named))
            gen_addf(&out, "%s%s", out.len ? " " : "", ids[q]);
    return out.len ? gen_text(&out) : "";
}
